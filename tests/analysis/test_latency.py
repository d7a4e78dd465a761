"""Latency of streaming recognisers: counted by hand, equal to OmniSTEval, AWS's example, and by laws."""

from __future__ import annotations

import json
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite import latency as latency_of
from scorelite.formats.errors import FormatError, UsageError
from scorelite.scoring.analysis.stream_log import read_log
from scorelite.scoring.analysis.streams import Streams
from tests.analysis.gold import cases

# The partial results that AWS prints where it explains them.
AWS = (
    *("The", "The Amazon.", "The Amazon is", "The Amazon is the law", "The Amazon is the largest"),
    *("The Amazon is the largest ray", "The Amazon is the largest rain for", "The Amazon is the largest rainforest."),
    *("The Amazon is the largest rainforest on the", "The Amazon is the largest rainforest on the planet."),
)
# A segment: its texts, the last of which is final.
TEXTS = st.lists(st.lists(st.sampled_from("abc"), max_size=5).map(" ".join), min_size=1, max_size=6)
FINAL = '{"at": 1, "segment": 3, "text": "a", "final": true}'
LOGS = st.lists(TEXTS, min_size=1, max_size=4).filter(lambda log: any(texts[-1] for texts in log))


def messages(segments: list[list[str]], name: str = "talk") -> list[dict[str, Any]]:
    """A log of segments, a message each second."""
    rows = [(text, text_place == len(texts) - 1) for texts in segments for text_place, text in enumerate(texts)]
    return [{"id": name, "at": at, "text": text, "final": final} for at, (text, final) in enumerate(rows)]


def shared(first: list[str], other: list[str]) -> int:
    """How many words two texts share from their first one on."""
    return next(
        (place for place, (a, b) in enumerate(zip(first, other, strict=False)) if a != b), min(len(first), len(other))
    )


def test_aws_example_comes_out() -> None:
    stability = scorelite.latency(messages([list(AWS)])).stability
    assert (stability.words, stability.erased, stability.revisions, stability.updates) == (9, 4, 3, 9)
    assert (round(stability.erasure, 3), round(stability.edit_overhead, 3)) == (0.444, 0.471)
    assert (stability.churn, stability.revisions_per_segment, stability.unstable_share) == (3 / 9, 3.0, 1.0)


def test_case_and_marks_matter_as_written() -> None:
    stability = scorelite.latency(messages([list(AWS)]), as_written=True).stability
    assert (stability.erased, stability.revisions) == (6, 5)


def test_delays_are_counted_by_hand() -> None:
    ref = b"talk 1 0.2 0.3 good\ntalk 1 0.6 0.4 day\ntalk 1 2.0 0.5 all\n"
    log = [
        {"id": "talk", "at": 0.1, "text": ""},
        {"id": "talk", "at": 0.7, "text": "good"},
        {"id": "talk", "at": 1.2, "text": "good may"},
        {"id": "talk", "at": 1.5, "text": "would day"},
        {"id": "talk", "at": 1.8, "text": "good day", "final": True},
        {"id": "talk", "at": 2.9, "text": "all", "final": True},
    ]
    latency = scorelite.latency(log, ref)
    # good ends at 0.5, came at 0.7 and stayed from 1.8; day ends at 1.0, came at 1.5, stayed from 1.8; all ends at 2.5.
    assert latency["emission, first"].mean == pytest.approx((0.2 + 0.5 + 0.4) / 3)
    assert latency["emission, stable"].mean == pytest.approx((1.3 + 0.8 + 0.4) / 3)
    assert latency["first token"].mean == pytest.approx((0.5 + 0.9) / 2)
    assert latency["finalisation"].mean == pytest.approx((0.8 + 0.4) / 2)
    assert latency["emission, stable"].quantile(0.5) == 0.8
    assert latency.stability.segments == 2


def test_a_word_that_was_not_heard_belongs_to_the_segment_that_was_open() -> None:
    log = [
        {"at": 1.5, "text": "good", "final": True},
        {"at": 4.0, "text": "all", "final": True},
    ]
    ends_before = b"talk 1 0.2 0.3 good\ntalk 1 0.9 0.5 day\ntalk 1 3.0 0.5 all\n"
    ends_behind = b"talk 1 0.2 0.3 good\ntalk 1 2.0 0.5 day\ntalk 1 3.0 0.5 all\n"
    before, behind = (scorelite.latency(log, ref) for ref in (ends_before, ends_behind))
    assert before["finalisation"].mean == pytest.approx((0.1 + 0.5) / 2)
    assert behind["finalisation"].mean == pytest.approx((1.0 + 0.5) / 2)
    assert behind["first token"].mean == pytest.approx((1.3 + 2.0) / 2)


@given(LOGS)
def test_columns_are_those_of_the_definitions(log: list[list[str]]) -> None:
    streams = Streams(read_log(messages(log)))
    kept = [[text.split() for text in texts] for texts in log if any(texts)]
    ats = streams.log.at.tolist()
    erased = revisions = 0
    stable, shown = [], []
    begin = 0
    for texts in kept:
        losses = [len(text) - shared(text, after) for text, after in pairwise(texts)]
        erased, revisions = erased + sum(losses), revisions + sum(map(bool, losses))
        for place, word in enumerate(texts[-1]):
            same = [shared(text, texts[-1]) > place for text in texts]
            stable.append(begin + max(k for k in range(len(texts)) if all(same[k:]) and not (k and all(same[k - 1 :]))))
            shown.append(begin + next(k for k, text in enumerate(texts) if text[place : place + 1] == [word]))
        begin += len(texts)
    counted = streams.stability()
    assert (counted.erased, counted.revisions, len(ats)) == (erased, revisions, begin)
    assert (streams.stable.tolist(), streams.shown.tolist()) == (stable, shown)


@pytest.mark.slow
@given(LOGS, LOGS)
def test_parts_add_up_to_the_whole(first: list[list[str]], other: list[list[str]]) -> None:
    ref = b"a 1 0.5 0.4 a\na 1 2 0.4 b\nb 1 0.5 0.4 b\nb 1 3 0.4 c\n"
    logs = messages(first, "a"), messages(other, "b")
    refs = [b"".join(line + b"\n" for line in ref.splitlines() if line.startswith(name)) for name in (b"a", b"b")]
    parts = [scorelite.latency(log, part) for log, part in zip(logs, refs, strict=True)]
    whole = scorelite.latency([*logs[0], *logs[1]], ref)
    assert sum(parts) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole


@pytest.mark.slow
@given(LOGS)
def test_a_log_that_comes_later_is_late_by_as_much(log: list[list[str]]) -> None:
    ref = b"talk 1 0.5 0.4 a\ntalk 1 2 0.4 b\ntalk 1 3 0.4 c\n"
    soon = messages(log)
    late = [{**message, "at": message["at"] + 1000} for message in soon]
    early, after = (scorelite.latency(each, ref) for each in (soon, late))
    assert after.stability == early.stability
    for name in ("emission, first", "emission, stable"):
        if early[name].count:
            assert after[name].mean == pytest.approx(early[name].mean + 1000)


def simuleval(case: dict[str, Any], index: int) -> dict[str, Any]:
    delays = case["delays_ms"]
    words = " ".join(f"w{place}" for place in range(len(delays)))
    reference = " ".join("r" for _ in range(case["ref_words"]))
    named = {"index": index, "prediction": words, "delays": delays, "reference": reference}
    return {**named, "elapsed": delays, "source_length": case["source_ms"]}


def test_lagging_is_that_of_omnisteval() -> None:
    told = [case["latency"] for case in cases("omnisteval") if "latency" in case]
    for case in told:
        latency = scorelite.latency([simuleval(case, 0)])
        for name in ("AL", "LAAL", "YAAL", "DAL"):
            expected = case["out"][name]
            lag = latency[name].audio
            if expected is None or np.isnan(expected):
                assert lag.units == 0
            else:
                assert 1000 * lag.mean == pytest.approx(expected, abs=1e-6)
                assert latency[name].arrival == lag
        assert latency["AP"].audio.mean == pytest.approx(case["out"]["AP"], abs=1e-9)
    together = scorelite.latency([simuleval(case, place) for place, case in enumerate(told)])
    mean = np.mean([case["out"]["LAAL"] for case in told])
    assert 1000 * together["LAAL"].audio.mean == pytest.approx(mean, abs=1e-6)


def test_formulas_agree_to_a_billionth() -> None:
    lagging = scorelite.scoring.analysis.lagging
    told = [case["latency"] for case in cases("omnisteval") if "latency" in case]
    assert told
    for case in told:
        delays = np.array(case["delays_ms"])
        whole, reference = np.array([case["source_ms"]]), np.array([case["ref_words"]])
        values = lagging.lags(lagging.Units(delays, np.array([0, len(delays)]), whole, reference, whole))
        for name in lagging.NAMES:
            expected = case["out"][name]
            assert values[name][0] == pytest.approx(np.nan if expected is None else expected, abs=1e-9, nan_ok=True)


def test_segments_of_a_reference_are_units_of_lagging() -> None:
    stm = b"talk 1 anna 0.0 2.0 good day\ntalk 1 anna 3.0 5.0 to all\n"
    log = [
        {"id": "talk", "at": 1.1, "audio": 1.0, "text": "good"},
        {"id": "talk", "at": 2.2, "audio": 2.0, "text": "good day"},
        {"id": "talk", "at": 4.4, "audio": 4.0, "text": "good day to"},
        {"id": "talk", "at": 5.5, "audio": 5.0, "text": "good day to all", "final": True},
    ]
    latency = scorelite.latency(log, scorelite.read(stm, format="stm"))
    # Both segments: delays 1 and 2 of 2 s, 2 words: 1 - 0, 2 - 1.
    assert latency["AL"].audio.mean == 1.0
    assert latency["AL"].audio.units == 2
    # In its long form YAAL stops at the end of the recording: the last word of the second segment is no part of it.
    assert latency["YAAL"].audio.mean == 1.0
    assert latency["AL"].arrival.mean == pytest.approx((1.1 + 1.2 + 1.4 + 1.5) / 4)
    assert "no word delays: they need a reference with word times" in str(latency)


def test_recordings_without_a_log_are_told() -> None:
    ref = b"talk 1 0.2 0.3 good\nother 1 0.2 0.3 good\n"
    log = [{"id": "talk", "at": 1, "text": "good", "final": True}]
    latency = scorelite.latency(log, ref)
    assert (latency.left_out, latency["first token"].count) == (1, 1)
    assert "1 recording of the reference without a log: left out" in str(latency)
    with pytest.raises(scorelite.UsageError, match="no recording 'third' in both files"):
        scorelite.latency([{"id": "third", "at": 1, "text": "good", "final": True}], ref)


VENDORS: dict[str, list[Any]] = {
    "Google": [
        {"speechEventType": "SPEECH_ACTIVITY_BEGIN", "results": []},
        {"speechEventType": "END_OF_SINGLE_UTTERANCE"},
        {
            "results": [
                {"alternatives": [{"transcript": "good"}], "stability": 0.9, "resultEndTime": "0.5s"},
                {"alternatives": [{"transcript": " may"}], "stability": 0.1, "resultEndTime": "1.0s"},
            ]
        },
        {"results": [{"alternatives": [{"transcript": "good day"}], "isFinal": True, "resultEndTime": "1.5s"}]},
    ],
    "Riva": [
        {"results": [{"alternatives": [{"transcript": "good may"}], "audio_processed": 1.0}]},
        {"results": [{"alternatives": [{"transcript": "good day"}], "is_final": True, "audio_processed": 1.5}]},
    ],
    "AWS": [
        {"Transcript": {"Results": []}},
        {
            "Transcript": {
                "Results": [
                    {
                        "ResultId": "x",
                        "IsPartial": True,
                        "EndTime": 1.0,
                        "Alternatives": [{"Items": [{"Content": "good"}, {"Content": "may"}]}],
                    }
                ]
            }
        },
        {
            "TranscriptEvent": {
                "Transcript": {
                    "Results": [
                        {
                            "ResultId": "x",
                            "IsPartial": False,
                            "EndTime": 1.5,
                            "Alternatives": [{"Transcript": "Good day."}],
                        }
                    ]
                }
            }
        },
    ],
    "Deepgram": [
        {"type": "Metadata", "request_id": "x"},
        {"is_final": False, "start": 0.0, "duration": 1.0, "channel": {"alternatives": [{"transcript": "good may"}]}},
        {"is_final": True, "start": 0.0, "duration": 1.5, "channel": {"alternatives": [{"transcript": "Good day."}]}},
    ],
    "Azure": [
        {"Text": "good may", "Offset": 0, "Duration": 10_000_000},
        {"RecognitionStatus": "Success", "DisplayText": "Good day.", "Offset": 0, "Duration": 15_000_000},
    ],
    "Vosk": [
        {"partial": ""},
        {"partial": "good may"},
        {"text": "good day", "result": [{"word": "good"}]},
        '{"partial": ""}',
    ],
    "Vosk, alternatives": [
        {"partial": "good may"},
        {"alternatives": [{"confidence": 201.5, "text": "good day"}, {"confidence": 200.1, "text": "good may"}]},
    ],
    "sherpa-onnx, as sherpa": [
        {"segment": 0, "text": "good may", "final": False},
        {"method": "greedy_search", "segment": 0, "text": "good day", "tokens": [5, 7], "final": True},
    ],
    "sherpa-onnx, its server in Python": [
        {"text": "good may", "segment": 0},
        {"text": "good day", "segment": 0},
    ],
    "sherpa-onnx": [
        {"text": "good may", "tokens": ["good", "may"], "timestamps": [0, 1], "segment": 0, "is_final": False},
        {"text": "good day", "tokens": ["good", "day"], "timestamps": [0, 1], "segment": 0, "is_final": True},
    ],
}


@pytest.mark.parametrize("name", VENDORS)
def test_messages_of_recognisers_are_read(name: str) -> None:
    log = [{"at": at, "message": message} for at, message in enumerate(VENDORS[name])]
    read = read_log(log)
    stability = Streams(read).stability()
    assert (stability.segments, stability.words, stability.erased) == (1, 2, 1)
    if "Vosk" not in name and "sherpa-onnx" not in name:
        assert read.audio[[0, -1]].tolist() == [1.0, 1.5]


def test_the_last_message_of_a_segment_is_final_where_none_says_so() -> None:
    texts = (("good", 0), ("good may", 0), ("good day", 0), ("to", 1), ("to all", 1))
    log = [{"at": at, "message": {"text": text, "segment": segment}} for at, (text, segment) in enumerate(texts)]
    latency = scorelite.latency(log, b"log 1 0 0.5 good\nlog 1 1 0.5 day\nlog 1 2.5 0.5 to\nlog 1 3 0.5 all\n")
    told = latency.stability
    assert (told.segments, told.words, told.updates, told.erased) == (2, 4, 3, 1)
    assert latency["finalisation"].mean == ((2 - 1.5) + (4 - 3.5)) / 2


def test_lines_of_whisper_streaming_are_read(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_text("1500.0000 0 700 good\n\n2600.5 700 2000  day to\n")
    latency = scorelite.latency(path, b"talk 1 0.2 0.3 good\ntalk 1 0.6 0.4 day\n")
    assert latency["emission, first"].mean == pytest.approx((1.0 + 1.6005) / 2)
    assert (latency.stability.words, latency.stability.erased) == (3, 0)


def test_characters_of_simuleval_are_counted_one_by_one() -> None:
    entry = {"index": 0, "prediction": "good", "delays": [1, 2, 3, 4], "reference": "go od", "source_length": 5}
    assert scorelite.latency([entry])["AP"].audio.mean == (1 + 2 + 3 + 4) / (5 * 4)


TIMES = ('"1e300s"', '"-5s"', '"NaN"', "1e300")


def google(time: str) -> list[str]:
    """A log of one message whose result reaches to a time."""
    alternatives = '"alternatives": [{"transcript": "hi"}]'
    return [f'{{"at": 1, "message": {{"results": [{{"isFinal": true, "resultEndTime": {time}, {alternatives}}}]}}}}']


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (['{"at": 2, "text": "a"}', '{"at": 1, "text": "a"}'], r":2:2: at 1 after 2 in line 1; expected messages of a"),
        ([FINAL, FINAL], r":2:11: segment 3 was final in line 1; expected one final message"),
        (['{"at": 1, "text": "a"}'], r":1:1: segment 0 of talk ends here without a final message; expected its last"),
        (['{"at": 1, "message": {"hello": 1}}'], r":1:11: a message of no known recogniser; expected one of Google"),
        (['{"at": 1, "message": {"results": [1]}}'], r":1:11: a message of Google or Riva without what its messages"),
        (
            ['{"at": 1, "message": {"results": [{"alternatives": [{"transcript": 5}], "isFinal": true}]}}'],
            r":1:11: a message of Google or Riva without what its messages have: TypeError\('5 is not a text'\)",
        ),
        (['{"at": 1, "message": {"text": null}}'], r":1:11: a message of Vosk without what its messages have"),
        (['{"at": 1, "message": "{"}'], r":1:11: the message: not JSON"),
        (
            ['{"at": 1, "message": "{\\"text\\": \\"a\\", \\"text\\": \\"b\\"}"}'],
            r":1:11: the message: .*: the key 'text' is repeated in one object; expected every key once",
        ),
        (
            ['{"at": 1, "text": "a", "text": "b"}', '{"at": 2, "text": "a", "at": 3}'],
            r":1:32: /text: the key .text. is repeated in one object(.|\n)*:2:30: /at: the key",
        ),
        (['{"at": 1, "message": {"text": "a", "text": "b"}}'], r":1:44: /message/text: the key 'text' is repeated"),
        (['{"at": 1, "message": {"TranscriptEvent": [1]}}'], r":1:11: a message of no known recogniser"),
        (['{"at": 1, "message": {"Transcript": "a", "text": 5}}'], r":1:11: a message of Vosk .*'5 is not a text'"),
        (
            ['{"at": 1, "message": {"Results": [{"ResultId": [], "Alternatives": [{"Transcript": "a"}]}]}}'],
            r":1:11: a message of AWS .*'\[\] is not a name of a segment'",
        ),
        (google(f'{{"seconds": 1{"0" * 400}}}'), r":1:11: a message of Google or Riva .*OverflowError"),
        (
            [f'{{"at": 1, "message": {{"Text": "a", "Offset": 0, "Duration": 1{"0" * 400}}}}}'],
            r":1:11: a message of Azure .*OverflowError",
        ),
        (['{"id": [1], "at": 1, "text": "a"}'], r":1:2: id \[1\]; expected a text or a number"),
        (['{"at": 1, "text": "a", "segment": {}}'], r":1:24: segment \{\}; expected a text or a number"),
        (['{"at": 1, "text": "a", "finale": true}'], r":1:24: an unknown field finale; expected one of id, segment"),
        (['{"at": "1", "text": "a"}'], r':1:2: at "1"; expected seconds since the audio began: 0 to 1e\+10'),
        (['{"at": null, "text": "a"}'], r":1:2: at null; expected seconds since the audio began"),
        (['{"at": 1e300, "text": "a", "final": true}'], r":1:2: at 1e\+300; expected seconds since the audio began"),
        (['{"at": 1, "text": "a", "final": "yes"}'], r":1:24: final 'yes'; expected true or false"),
        (
            ['{"at": 1, "message": {"partial": "a"}, "segment": 1}'],
            r":1:40: an unknown field segment; expected one of id",
        ),
        (['{"at": 1, "message": {"text": "a"}, "final": true}'], r":1:37: an unknown field final; expected one of id"),
        *(
            (google(time), r":1:11: audio to .* in a message of Google or Riva; expected seconds since")
            for time in TIMES
        ),
        (
            ['{"at": 1, "message": {"Text": "a", "Offset": -20000000, "Duration": 0}}'],
            r":1:11: audio to -2.0 in a message of Azure; expected seconds since the audio began: 0 to 1e\+10",
        ),
        (
            ['{"at": 1, "message": {"text": "a", "tokens": ["a"], "is_final": "false"}}'],
            r":1:11: a message of sherpa-onnx .*'false' is neither true nor false",
        ),
        (
            ['{"at": 1, "message": {"text": "a", "tokens": ["a"], "segment": {}, "is_final": true}}'],
            r":1:11: a message of sherpa-onnx .*{} is not a name of a segment",
        ),
        (google("true"), r":1:11: a message of Google or Riva .*True is not a time"),
        (["1.2.3 4 5 hi"], r":1:1: a line of another kind; expected an object such as"),
        (["9e9 4 5 hi"], r":1:1: a line of another kind"),
        ([f"{'9' * 400} 4 5 hi"], r":1:1: a line of another kind"),
        (
            ['{"prediction": "a", "delays": [1], "source_length": -5}'],
            r":1:36: source_length -5; expected a number of ms",
        ),
        (
            ['{"prediction": "a", "delays": [1], "source_length": 0}'],
            r":1:36: source_length 0; expected a number of ms, above 0",
        ),
        (
            ['{"at": 1, "text": "a", "final": true}', "20 0 10 a"],
            r":2:1: a line of whisper_streaming after other messages; expected one kind of messages in a log",
        ),
        (
            ['{"at": 1, "text": "a", "final": true}'] * 2,
            r":2:2: the final text of line 1 again, at 1; expected each message once",
        ),
        (['{"at": 1, "text": ["a"]}'], r":1:11: text \['a'\]; expected a text"),
        (['{"at": 1}'], r':1:1: no "at" next to "text" or "message"'),
        (['{"at": 1,'], r":1:10: not JSON"),
        (["good day"], r":1:1: a line of another kind; expected an object such as"),
        (["20 0 10 a", "10 10 20 b"], r":2:1: 10 ms after 20 ms in line 1"),
        (["20 0 10 a", "20 0 10 a"], r":2:1: line 1 again, at 20 ms; expected each line once"),
        (['{"prediction": "a b", "delays": [1]}'], r":1:23: 1 delays and 1 times elapsed for 2 words"),
        (['{"prediction": "a b", "delays": [2, 1]}'], r":1:23: delays that decrease"),
        (['{"prediction": "a", "delays": ["1"]}'], r":1:21: delays that are not numbers"),
        (['{"index": 1, "prediction": "a", "delays": [1]}'] * 2, r":2:2: a second entry of 1; expected one for each"),
    ],
)
def test_odd_logs_are_refused_with_their_place(lines: list[str], message: str, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(FormatError, match=message):
        scorelite.latency(path)


def test_a_data_frame_is_no_log_but_its_records_are() -> None:
    frame = pytest.importorskip("pandas").DataFrame([{"id": "talk", "at": 1.0, "text": "good", "final": True}])
    with pytest.raises(scorelite.UsageError, match=r"a log is a DataFrame; .* as frame.to_dict\('records'\) makes"):
        scorelite.latency(frame)
    assert scorelite.latency(frame.to_dict("records")).stability.words == 1


@pytest.mark.parametrize(("at", "is_told"), [(1.5, False), (1500, True), (1764195001.5, True)])
def test_times_of_another_clock_or_unit_are_told(at: float, is_told: bool) -> None:
    latency = scorelite.latency([{"id": "talk", "at": at, "text": "good", "final": True}], b"talk 1 0.2 0.3 good\n")
    assert ("seconds since the audio began" in str(latency)) == is_told


def test_a_segment_of_the_reference_that_is_repeated_is_refused(tmp_path: Path) -> None:
    log = [{"id": "talk", "at": 1, "text": "good day", "final": True}]
    (tmp_path / "ref.stm").write_text("talk 1 a 0 1 good day\ntalk 1 a 2 3 good day\ntalk 1 a 2 3 good day\n")
    with pytest.raises(FormatError, match=r"ref\.stm:3:1: the segment of line 2 again; expected each segment"):
        scorelite.latency(log, tmp_path / "ref.stm")


def test_final_texts_of_one_message_may_be_equal() -> None:
    result = {"alternatives": [{"transcript": "yes"}], "isFinal": True}
    assert scorelite.latency([{"at": 1, "message": {"results": [result, result]}}]).stability.segments == 2


@pytest.mark.parametrize(
    ("texts", "erased"),
    [
        (("\u0915\u093f \u0915\u093e", "\u0915\u093e \u0915\u093f"), 2),
        (("caf\xe9", "Cafe\u0301."), 0),
        (("\u0645\u064e\u0631\u0652\u062d", "\u0645\u0631\u062d"), 0),
    ],
)
def test_a_vowel_sign_is_a_change_and_a_point_is_none(texts: tuple[str, str], erased: int) -> None:
    log = [{"at": at, "text": text, "final": at == 1} for at, text in enumerate(texts)]
    assert scorelite.latency(log).stability.erased == erased


def test_seconds_and_nanoseconds_are_the_time_that_seconds_are() -> None:
    ref = b"a 1 0 0.5 good\na 1 0.5 0.5 day\n"
    lags = set()
    for ends in ("1.140s", {"seconds": "1", "nanos": 140_000_000}):
        result = {"alternatives": [{"transcript": "good day"}], "isFinal": True, "resultEndTime": ends}
        lags.add(scorelite.latency([{"at": 1.14, "message": {"results": [result]}}], ref)["AL"])
    assert len(lags) == 1


def test_a_reference_without_segments_is_refused_and_one_without_words_has_no_lagging() -> None:
    log = [{"id": "a", "at": 1.0, "audio": 0.9, "text": "good day", "final": True}]
    with pytest.raises(scorelite.UsageError, match="the reference has no segments; expected words with times"):
        scorelite.latency(log, scorelite.read(b"", format="ctm"))
    for text, kind in ((b"a 1 x 0 2 \n", "stm"), (b"(a)\n", "trn")):
        latency = scorelite.latency(log, scorelite.read(text, format=kind))
        assert (latency["AL"].arrival.units, latency.stability.words) == (0, 2)


def deepgram(text: str, is_final: bool, channel: int) -> dict[str, Any]:
    return {"is_final": is_final, "channel_index": [channel, 2], "channel": {"alternatives": [{"transcript": text}]}}


def two_channels_of_google(text: str, is_final: bool, channel: int) -> dict[str, Any]:
    return {"results": [{"alternatives": [{"transcript": text}], "isFinal": is_final, "channelTag": channel + 1}]}


def two_channels_of_azure(text: str, is_final: bool, channel: int) -> dict[str, Any]:
    final = {"RecognitionStatus": "Success"} if is_final else {}
    return {"Text": text, "Offset": 0, "Duration": 0, "Channel": channel, **final}


@pytest.mark.parametrize("message", [deepgram, two_channels_of_google, two_channels_of_azure])
def test_channels_of_a_log_have_texts_of_their_own(message: Any) -> None:
    said = [("good", 0), ("oh", 1), ("good day", 0), ("oh no", 1)]
    log = [{"at": at, "message": message(text, at > 1, channel)} for at, (text, channel) in enumerate(said)]
    stability = scorelite.latency(log).stability
    assert (stability.segments, stability.words, stability.erased, stability.updates) == (2, 4, 0, 2)


def two_channels_of_aws(text: str, is_final: bool, channel: int) -> dict[str, Any]:
    ids = {"ResultId": f"{channel}", "ChannelId": f"ch_{channel}"}
    return {"Results": [{"Alternatives": [{"Transcript": text}], "IsPartial": not is_final, **ids}]}


@pytest.mark.parametrize(
    ("message", "names"),
    [
        (deepgram, ("0", "1")),
        (two_channels_of_google, ("1", "2")),
        (two_channels_of_azure, ("0", "1")),
        (two_channels_of_aws, ("ch_0", "ch_1")),
    ],
)
def test_channels_of_a_log_are_compared_with_those_of_the_reference(message: Any, names: tuple[str, str]) -> None:
    said = [("good", 0), ("oh", 1), ("good day", 0), ("oh no", 1)]
    log = [{"at": at, "message": message(text, at > 1, channel)} for at, (text, channel) in enumerate(said)]
    rows = [f"talk {names[0]} 0 1 good\n", f"talk {names[0]} 1 1 day\n"]
    others = [f"talk {names[1]} 0 1 oh\n", f"talk {names[1]} 1 1 no\n"]
    for text in ("".join(rows + others), "".join(sorted(rows + others, key=lambda row: row.split()[2]))):
        latency = scorelite.latency(log, scorelite.read(text.encode(), format="ctm"))
        assert [latency["emission, stable"].quantile(share) for share in (0, 1)] == [-1.0, 1.0]
        assert (latency["emission, stable"].count, latency["finalisation"].count, latency.left_out) == (4, 2, 0)
        assert latency["LAAL"].arrival.units == 2
    one = text.replace(f"talk {names[0]}", f"talk {names[1]}").encode()
    assert scorelite.latency(log, scorelite.read(one, format="ctm"))["LAAL"].arrival.units == 1
    other = text.replace(f"talk {names[1]}", "talk B").encode()
    with pytest.raises(
        scorelite.UsageError,
        match=f"no channel '{names[1]}' of recording '.*' in the reference, which has .*, B; expected",
    ):
        scorelite.latency(log, scorelite.read(other, format="ctm"))


def test_segments_of_channels_that_are_one_come_in_the_order_of_their_times() -> None:
    log = [{"at": 2 * at, "audio": 2 * at, "text": text, "final": True} for at, text in enumerate("abcd", 1)]
    rows = [f"talk {'AB'[at % 2]} anna {2 * at} {2 * at + 2} {text}\n" for at, text in enumerate("abcd")]
    latencies = [
        scorelite.latency(log, scorelite.read("".join(sorted(part)).encode(), format="stm"))
        for part in (rows, [row.replace(" B ", " A ") for row in rows])
    ]
    assert latencies[0].to_dict() == latencies[1].to_dict()
    assert latencies[0]["AL"].audio.mean == 2.0


def test_logs_are_named_by_their_stem_and_two_of_one_name_are_refused(tmp_path: Path) -> None:
    for name in ("a.1.jsonl", "a.2.jsonl", "x/a.1.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('{"at": 1, "text": "good day", "final": true}\n')
    logs = [tmp_path / "a.1.jsonl", tmp_path / "a.2.jsonl"]
    assert read_log(logs).names == ("a.1", "a.2")
    assert (
        scorelite.latency(logs, scorelite.read(b"a.1 1 0 1 good\na.2 1 0 1 day\n", format="ctm"))["finalisation"].count
        == 2
    )
    with pytest.raises(
        scorelite.UsageError, match=r"are both logs of a recording a\.1; expected other names, or an \"id\""
    ):
        read_log([*logs, tmp_path / "x" / "a.1.jsonl"])


def test_each_channel_of_a_recording_may_have_a_log_of_its_own(tmp_path: Path) -> None:
    for channel, texts in (("A", ("good", "good day")), ("B", ("hello", "hello"))):
        lines = [{"id": "call", "channel": channel, "at": 1 + at, "text": text} for at, text in enumerate(texts)]
        lines[-1]["final"] = True
        (tmp_path / f"{channel}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    logs = [tmp_path / "A.jsonl", tmp_path / "B.jsonl"]
    latency = scorelite.latency(logs, b"call A 0.1 0.3 good\ncall A 0.6 0.5 day\ncall B 1.2 0.4 hello\n")
    assert latency == scorelite.latency(logs[::-1], b"call A 0.1 0.3 good\ncall A 0.6 0.5 day\ncall B 1.2 0.4 hello\n")
    assert latency["finalisation"].mean == pytest.approx(((2 - 1.1) + (2 - 1.6)) / 2)


@pytest.mark.parametrize(
    ("first", "other", "message"),
    [
        ((2, "a"), (1, "b"), r"b\.jsonl:1:13: at 1 after 2 in line 1 of .*a\.jsonl; expected messages of a recording"),
        (
            (1, "a"),
            (1, "a"),
            r"b\.jsonl:1:13: the final text of line 1 of .*a\.jsonl again, at 1; expected each message",
        ),
    ],
)
def test_lines_of_another_file_are_named_with_it(first: Any, other: Any, message: str, tmp_path: Path) -> None:
    for name, (at, text) in (("a", first), ("b", other)):
        (tmp_path / f"{name}.jsonl").write_text(f'{{"id": "x", "at": {at}, "text": "{text}", "final": true}}\n')
    with pytest.raises(FormatError, match=message):
        read_log([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])


def test_lagging_of_recordings_without_words_is_none_beside_others_too() -> None:
    said = {"id": "a", "at": 1.0, "audio": 0.9, "text": "good day", "final": True}
    alone = scorelite.latency([said], scorelite.read(b"a 1 0.5 0.4 good\n", format="ctm"))
    ref = scorelite.read(b"a 1 0.5 0.4 good\nb 1 0.5 0.4 -\n", format="ctm")
    assert scorelite.latency([said, {**said, "id": "b"}], ref).lagging == alone.lagging


def test_units_without_audio_or_reference_are_left_out_and_told() -> None:
    ref = b"a 1 0.5 0.4 good\nb 1 2 0.4 day\n"
    first = {"id": "a", "at": 1.0, "audio": 0.9, "text": "good", "final": True}
    other = {"id": "b", "at": 3.0, "text": "day", "final": True}
    parts = [scorelite.latency([log], part) for log, part in zip((first, other), ref.splitlines(True), strict=True)]
    whole = scorelite.latency([first, other], ref)
    assert parts[0] + parts[1] == whole
    assert (whole["AL"].audio.mean, whole["AL"].audio.units, whole["AL"].audio.left_out) == (0.9, 1, 1)
    assert "AP 1.000, DAL 0.900 s (1 of 2 units without times or reference, left out)" in str(whole)


def test_a_segment_in_which_nothing_was_said_belongs_to_the_length_of_a_recording() -> None:
    stm = b"talk 1 anna 0.0 1.0 good day\n"
    log = [{"at": 0.8, "text": "good"}, {"at": 1.4, "text": "good day", "final": True}]
    # Without more audio YAAL stops before the word that came behind it.
    assert scorelite.latency(log, stm)["YAAL"].arrival.mean == pytest.approx(0.8)
    silent = scorelite.latency(log, stm + b"talk 1 anna 1.0 2.0\n")
    assert silent["YAAL"].arrival.mean == pytest.approx((0.8 + 1.4 - 0.5) / 2)
    assert silent["AL"].arrival == scorelite.latency(log, stm)["AL"].arrival


def test_audio_in_which_nothing_was_said_belongs_to_the_length_of_a_recording() -> None:
    said = [{"at": 1.1, "audio": 1.0, "text": "good day", "final": True}]
    silence = [{"at": 4.1, "audio": 4.0, "text": "", "final": True}]
    ref = b"talk 1 0.1 0.3 good\ntalk 1 0.6 0.3 day\n"
    lagging = scorelite.latency([*said, *silence], ref)
    # Two words, both after 1.0 of 4.0 s: even words come at 0 and 2.
    assert lagging["AL"].audio.mean == (1.0 + (1.0 - 2.0)) / 2
    assert lagging["AP"].audio.mean == (1.0 + 1.0) / (2 * 4.0)
    assert lagging.stability.segments == 1


def test_a_segment_that_never_had_a_word_has_no_first_token() -> None:
    log = [
        {"id": "talk", "at": 0.5, "text": "good", "final": True},
        {"id": "talk", "at": 2.5, "text": "-", "final": True},
    ]
    latency = scorelite.latency(log, b"talk 1 0.1 0.3 good\ntalk 1 1.0 0.5 day\n")
    assert (latency["first token"].count, latency["first token"].mean) == (1, 0.4)
    assert (latency["finalisation"].count, latency["finalisation"].quantile(1)) == (2, 1.0)


def test_entries_of_simuleval_without_a_reference_are_left_out() -> None:
    entry = {"index": 0, "prediction": "a b", "delays": [1000, 2000], "reference": "a b", "source_length": 2000}
    bare = {name: value for name, value in entry.items() if name != "reference"} | {"index": 1}
    alone, both = scorelite.latency([entry]), scorelite.latency([entry, bare])
    assert [row.audio.mean for row in both.lagging] == [row.audio.mean for row in alone.lagging]
    assert both["AP"].audio.left_out == 1


def test_one_message_is_a_log() -> None:
    message = {"at": 1, "text": "good day", "final": True}
    assert scorelite.latency(message).to_dict() == scorelite.latency([message]).to_dict()


def test_a_field_of_null_is_one_that_is_left_out() -> None:
    log = [{"at": 1, "text": "good day", "final": True}]
    nulls = [{"id": None, "segment": None, "audio": None, **log[0]}]
    ref = b"log 1 0 0.5 good\nlog 1 0.5 0.5 day\n"
    assert scorelite.latency(nulls, ref).to_dict() == scorelite.latency(log, ref).to_dict()
    assert read_log(nulls).names == ("log",)


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85"])
def test_a_line_of_a_log_ends_at_a_newline_alone(sign: str, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(f'{{"at": 1, "text": "good{sign}day", "final": true}}\n', encoding="utf-8")
    assert scorelite.latency(path).stability.words == 2


def test_lagging_of_very_long_times_has_no_overflow() -> None:
    log = [{"at": 1e10, "audio": 1e10, "text": "good day", "final": True}]
    ref = scorelite.read(b"talk 1 anna 0 9999999999 good day\n", format="stm")
    lagging = scorelite.latency(log, ref)["AL"]
    assert lagging.audio.mean == lagging.arrival.mean == 1e10


def test_a_log_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(f"{FINAL}\n")
    with pytest.raises(scorelite.UsageError, match=r"talk.jsonl is given twice; expected each log once"):
        scorelite.latency([path, path])


@pytest.mark.parametrize("text", ["", '{"at": 1, "text": "", "final": true}\n'])
def test_a_log_in_which_nothing_is_said_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(text)
    with pytest.raises(scorelite.UsageError, match="no messages with words"):
        scorelite.latency(path)
    with pytest.raises(scorelite.UsageError, match="the final texts have no words"):
        scorelite.latency([{"at": 0, "text": "a"}, {"at": 1, "text": "...", "final": True}])


def test_the_command_prints_a_table_and_writes_json(scorelite: Any, tmp_path: Path) -> None:
    for name in ("talk", "other"):
        lines = [json.dumps({"at": at / 2, "text": text, "final": at == 9}) for at, text in enumerate(AWS)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
    (tmp_path / "ref.ctm").write_text("talk 1 0.1 0.3 the\ntalk 1 0.5 0.5 amazon\nother 1 0.2 0.3 the\n")
    command = ["latency", "talk.jsonl", "other.jsonl", "--ref", "ref.ctm"]
    shown = scorelite(*command, cwd=tmp_path).stdout.decode()
    assert "  finalisation" in shown
    assert "  normalised erasure 0.444 (8 words retracted), edit overhead 0.471" in shown
    told = json.loads(scorelite(*command, "--json", cwd=tmp_path).stdout)
    assert (told["stability"]["erased"], told["rows"][0]["count"]) == (8, 2)
    refused = scorelite("latency", "talk.jsonl", "--ref-format", "ctm", cwd=tmp_path)
    assert (refused.returncode, b"--ref-format has no effect without --ref" in refused.stderr) == (2, True)


@pytest.mark.parametrize("log", [5, None, 1.5])
def test_what_is_no_log_is_refused(log: Any) -> None:
    with pytest.raises(
        scorelite.UsageError, match="a log is .*; expected a file, several, or an object for each message"
    ):
        scorelite.latency(log)


TWO_CHANNELS = b"talk A 0.1 0.3 good\ntalk A 0.5 0.3 day\ntalk B 0.2 0.3 hello\n"


def of_google(text: str, channel: int, at: float) -> dict[str, Any]:
    """A final message of Google of one of several channels."""
    result = {"alternatives": [{"transcript": text}], "channelTag": channel, "isFinal": True}
    return {"id": "talk", "at": at, "message": {"results": [result]}}


def test_channels_of_a_log_take_the_names_of_the_reference(scorelite: Any, tmp_path: Path) -> None:
    log = [of_google("good day", 1, 1.0), of_google("hello", 2, 1.2)]
    (tmp_path / "talk.jsonl").write_text("\n".join(map(json.dumps, log)))
    (tmp_path / "talk.ctm").write_bytes(TWO_CHANNELS)
    refused = scorelite("latency", "talk.jsonl", "--ref", "talk.ctm")
    assert b"no channel '1' of recording 'talk' in the reference, which has A, B" in refused.stderr
    assert b"the reference's name as --channel 1=A" in refused.stderr
    named = scorelite(*["latency", "talk.jsonl", "--ref", "talk.ctm", "--channel", "1=A", "--channel", "2=B", "--json"])
    renamed = TWO_CHANNELS.replace(b" A ", b" 1 ").replace(b" B ", b" 2 ")
    assert json.loads(named.stdout) == json.loads(json.dumps(latency_of(log, renamed).to_dict()))


def test_messages_of_ones_own_may_name_channels() -> None:
    log = [
        {"id": "talk", "channel": "A", "segment": 0, "at": 0.6, "text": "good"},
        {"id": "talk", "channel": "B", "segment": 0, "at": 0.7, "text": "hello", "final": True},
        {"id": "talk", "channel": "A", "segment": 0, "at": 1.0, "text": "good day", "final": True},
    ]
    of_vosk = [
        {"id": "talk", "channel": "A", "at": 0.6, "message": {"partial": "good"}},
        {"id": "talk", "channel": "B", "at": 0.7, "message": {"text": "hello"}},
        {"id": "talk", "channel": "A", "at": 1.0, "message": {"text": "good day"}},
    ]
    latency = latency_of(log, TWO_CHANNELS)
    assert latency.recordings == (("talk", "A"), ("talk", "B"))
    assert [latency[name].mean for name in ("first token", "finalisation")] == [0.5, 0.2]
    assert latency_of(of_vosk, TWO_CHANNELS) == latency


@pytest.mark.parametrize("name", ["call", "talk"])
def test_a_single_channel_that_is_given_the_name_of_one_of_the_reference_is_compared_with_that(name: str) -> None:
    ref = b"call A 0.1 0.3 good\ncall A 0.6 0.5 day\ncall B 1.2 0.2 hello\n"
    log = [{"id": name, "channel": "0", "at": 1.5, "audio": 1.4, "text": "Good day.", "final": True}]
    latency, as_one = scorelite.latency(log, ref, channel={"0": "A"}), scorelite.latency(log, ref)
    assert [each["AP"].audio.mean for each in (latency, as_one)] == [2 * 1.4 / (2 * 1.4), round(2 / 3, 9)]
    assert (latency["finalisation"].mean, latency.recordings) == (0.4, ((name, "A"),))
    other = scorelite.latency([{**log[0], "text": "Hello."}], ref, channel={"0": "B"})
    assert (latency + other).left_out == 0
    plain = scorelite.latency(
        [{**log[0], "id": "x"}, {**log[0], "id": "y"}],
        ref + b"x 1 0 1 day\n" + ref.replace(b"call", b"y"),
        channel={"0": "A"},
    )
    assert plain.recordings == (("x", ""), ("y", "A"))


def test_a_channel_on_which_nothing_was_said_keeps_its_words_of_the_reference_to_itself() -> None:
    ref = b"call A 0.1 0.3 good\ncall A 0.6 0.5 day\ncall B 1.7 0.4 hello\n"
    log = [
        {"id": "call", "channel": "0", "at": 1.5, "audio": 1.4, "text": "Good day.", "final": True},
        {"id": "call", "channel": "1", "at": 3.0, "audio": 2.9, "text": "", "final": True},
    ]
    latency = scorelite.latency(log, ref, channel={"0": "A", "1": "B"})
    assert (latency["finalisation"].count, latency["finalisation"].mean) == (1, 0.4)
    assert (latency["AP"].audio.units, latency["AP"].audio.mean) == (1, (1.4 + 1.4) / (2 * 1.4))
    assert "1 recording of the reference without a log: left out" in str(latency)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"channel": {"1": "A", "3": "B"}}, r"channel= has 3, which no message names; those of the log are 1, 2"),
        ({"channel": "A"}, r"channel is 'A'; expected the reference's name of each channel, \{'ch_0': 'A'\}"),
    ],
)
def test_names_of_channels_that_no_message_has_are_refused(keywords: dict[str, Any], message: str) -> None:
    log = [of_google("good day", 1, 1.0), of_google("hello", 2, 1.2)]
    with pytest.raises(UsageError, match=message):
        latency_of(log, TWO_CHANNELS, **keywords)
    with pytest.raises(UsageError, match="channel= has no effect without a reference of several channels"):
        latency_of(log, channel={"1": "A"})


def test_files_in_another_encoding_are_read(scorelite: Any, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes('{"at": 1, "text": "Zoë", "final": true}'.encode("latin-1"))
    (tmp_path / "a.ctm").write_bytes("a 1 0.0 0.5 zoë\n".encode("latin-1"))
    refused = scorelite("latency", "a.jsonl")
    assert (
        b"a.jsonl:1:22: invalid byte 0xEB; expected text in utf-8, or the encoding of the file, such as --encoding "
        in refused.stderr
    )
    read = scorelite(*["latency", "a.jsonl", "--ref", "a.ctm", "--encoding", "latin-1", "--json"])
    assert json.loads(read.stdout)["rows"][2]["mean"] == 0.5


def test_bytes_and_open_files_are_logs(tmp_path: Path) -> None:
    data = b'{"at": 1, "text": "day", "final": true}'
    (tmp_path / "a.jsonl").write_bytes(data)
    with open(tmp_path / "a.jsonl", "rb") as file:
        assert (
            latency_of(data).stability == latency_of(file).stability == latency_of(str(tmp_path / "a.jsonl")).stability
        )


def test_recordings_that_another_log_has_are_not_left_out_of_the_sum() -> None:
    ref = b"a 1 0 1.0 day\nb 1 0 1.0 day\nc 1 0 1.0 day\n"
    parts = [latency_of([{"id": name, "at": 2, "text": "day", "final": True}], ref) for name in "ab"]
    assert [part.left_out for part in parts] == [2, 2]
    assert (sum(parts).left_out, sum(parts).lacking) == (1, (("c", ""),))
    assert "1 recording of the reference without a log: left out" in str(sum(parts))


def test_channels_that_another_log_has_are_not_left_out_of_the_sum() -> None:
    ref = b"a A 0 1.0 day\na B 0 1.0 day\nb A 0 1.0 day\nb B 0 1.0 day\n"
    said = {"at": 2, "text": "day", "final": True}
    parts = [latency_of([{**said, "id": name, "channel": channel} for channel in "AB"], ref) for name in "ab"]
    assert [part.lacking for part in parts] == [(("b", ""),), (("a", ""),)]
    assert sum(parts).lacking == ()


def test_lagging_of_nothing_is_told() -> None:
    text = str(latency_of([{"id": "u", "at": 1, "text": "day", "final": True}], b"day (u)\n"))
    assert "by arrival: not measured, 1 of 1 unit without times or reference" in text


@pytest.mark.parametrize("share", [90, -0.1, float("nan"), "0.9"])
def test_shares_that_are_none_are_refused(share: Any) -> None:
    row = latency_of([{"id": "u", "at": 2, "text": "day", "final": True}], b"u 1 0 1.0 day\n")["finalisation"]
    with pytest.raises(UsageError, match="share is .*; expected a number of at least 0 and at most 1"):
        row.quantile(share)


SPOKEN_WORDS = ["the", "harbour", "master", "said", "that", "two", "ships", "would", "leave", "at", "noon"]


def timed_log(factor: float = 1.0, delay: float = 0.4) -> list[dict[str, object]]:
    ends = [0.5 * place + 6.0 + 0.3 for place in range(len(SPOKEN_WORDS))]
    return [
        {"at": factor * (end + delay), "text": " ".join(SPOKEN_WORDS[: place + 1]), "final": place == len(ends) - 1}
        for place, end in enumerate(ends)
    ]


def test_a_log_in_milliseconds_and_words_before_they_are_spoken_are_named() -> None:
    ctm = "".join(f"talk 1 {0.5 * place + 6:.2f} 0.3 {word}\n" for place, word in enumerate(SPOKEN_WORDS)).encode()
    assert latency_of(timed_log(), ctm).notices == ()
    (notice, *_) = measured = latency_of(timed_log(1000.0), ctm).notices
    assert notice.startswith("with at of the log read as milliseconds the median delay would be 400 ms instead of ")
    assert latency_of(timed_log(1000.0), ctm).to_dict()["notices"] == list(measured)
    (early,) = latency_of(timed_log(1.0, -2.0), ctm).notices
    assert early.startswith("half of the words come 2,000 ms or more before they end in the reference")


def test_a_log_with_the_times_of_a_clock_is_named() -> None:
    words = ["good", "day", "to", "you", "all"]
    ctm = "".join(f"talk 1 {n / 2} 0.2 {word}\n" for n, word in enumerate(words)).encode()
    rows = [" ".join(words[: n + 1]) for n in range(5)]
    log = [{"at": 1764460001.5 + n / 2, "text": text, "final": n == 4} for n, text in enumerate(rows)]
    first, *_ = scorelite.latency(log, ctm).notices
    assert first.startswith("at of the log counts from 1970, as clocks do: subtract the moment when the audio began")


def test_captions_are_final_when_they_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "live.srt"
    path.write_text("1\n00:00:04,000 --> 00:00:05,000\nGood day.\n\n2\n00:00:06,500 --> 00:00:08,000\nHello.\n")
    rows = ("0.5 0.3 good", "0.8 0.4 day", "1.5 0.5 hello")  # they end 3.2, 2.8 and 4.5 s before they are shown
    ctm = "".join(f"news 1 {row}\n" for row in rows).encode()
    measured = scorelite.latency(path, ctm)["emission, first"]
    assert (measured.quantile(0.5), measured.mean) == (pytest.approx(3.2), pytest.approx(3.5))


def test_a_file_that_is_no_log_is_one_error(tmp_path: Path) -> None:
    path = tmp_path / "said.ctm"
    path.write_text("talk 1 0.5 0.2 good\ntalk 1 0.7 0.2 day\n")
    with pytest.raises(FormatError) as caught:
        scorelite.latency(path)
    message = str(caught.value)
    assert message.count("a line of another kind") == 1
    assert "words and segments that were said are the reference: ref=" in message
    log = tmp_path / "late.log"
    log.write_text('{"at": 1, "text": "a"}\nb\nc\n')
    with pytest.raises(FormatError) as caught:
        scorelite.latency(log)
    assert str(caught.value).count("a line of another kind") == 2
    assert "reference" not in str(caught.value)


@pytest.mark.parametrize("name", ["time", "timestamp"])
def test_another_name_of_the_time_of_arrival_is_answered_with_ours(name: str) -> None:
    with pytest.raises(FormatError, match=f'no "at", but "{name}"; expected "at": when the text arrived, in seconds'):
        read_log(f'{{"{name}": 1.0, "text": "a"}}\n'.encode())


@pytest.mark.parametrize(
    ("time", "command"),
    [
        ("1.5", ".at = .t | del(.t)"),
        ("1764500000.5", ".at = (.t - START) | del(.t)"),
        ("1764500000500", ".at = (.t - START) / 1000 | del(.t)"),
    ],
)
def test_the_recipe_for_another_name_fits_its_unit(time: str, command: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_log(f'{{"t": {time}, "text": "a"}}\n'.encode())
    assert command in str(caught.value)
    with pytest.raises(FormatError) as caught:
        read_log(f'{{"t": {time}, "channel": {{}}}}\n'.encode() * 9)
    assert command.partition("= ")[2].replace(" | del", ", message: del") in str(caught.value)
    assert str(caught.value).endswith(':9:2: no "at", but "t"')


def test_fields_of_a_log_have_usual_names_too() -> None:
    entries = [{"at": 0.5, "transcript": "a", "is_final": False}, {"at": 0.9, "transcript": "a b", "is_final": True}]
    log = read_log([{"session": "talk", **entry} for entry in entries])
    assert (log.names, log.at.tolist(), log.size.tolist()) == (("talk",), [0.5, 0.9], [1, 2])
