"""Sources of errors: they add up to the cpWER, and each planted fault stands under its name."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from scorelite.formats.errors import UsageError
from scorelite.scoring import meetings
from scorelite.scoring.cli.main import main
from scorelite.scoring.meetings.sources import error_sources
from tests.meetings.test_measures import sides

REF = [("anna", "good day", 0.0, 1.0), ("ben", "hello there", 1.0, 2.0), ("anna", "how are you", 2.0, 3.0)]


def sources(hyp, **settings):
    total = error_sources({"talk": REF}, {"talk": hyp}, **settings).total
    return total.recognition, total.segmentation, total.speakers


def test_a_wrong_word_is_an_error_of_recognition():
    assert sources([(REF[0][0], "good night", *REF[0][2:]), *REF[1:]]) == (1, 0, 0)


def test_a_segment_of_another_speaker_is_an_error_of_speakers():
    assert sources([REF[0], ("anna", *REF[1][1:]), REF[2]]) == (0, 0, 4)


def test_a_segment_of_two_speakers_is_an_error_of_segmentation():
    hyp = [("1", "good day", 0.0, 1.0), ("2", "hello there how are you", 1.0, 3.0)]
    assert sources(hyp) == (0, 4, 0)


@given(sides("abc"), sides("123"))
def test_sources_add_up_to_the_measure_by_session_and_in_all(ref, hyp):
    for measure, settings in (("cp", {}), ("tcp", {"collar": 1.0})):
        actual = error_sources({"x": ref, "y": hyp}, {"x": hyp, "y": hyp}, measure=measure, **settings)
        whole = meetings.score({"x": ref, "y": hyp}, {"x": hyp, "y": hyp}, measure=measure, **settings)
        assert actual.total.errors == whole.counts.errors
        assert [counts.errors for counts in actual.sessions.values()] == [
            part.score.counts.errors for part in whole.parts
        ]
        # Relabelled segments start from the assignment of cp; with times, the collar lies on the other side of di-tcp.
        assert actual.total.speakers >= 0 or measure == "tcp"


def test_speakers_may_take_errors_away_where_the_collar_is_on_the_other_side():
    ref = [("a", "", 0.5, 0.5), ("a", "x z x", 2.5, 3.5)]
    hyp = [("1", "", 2.0, 2.0), ("1", "z x x", 4.0, 5.0)]
    total = error_sources({"talk": ref}, {"talk": hyp}, measure="tcp", collar=1.0).total
    assert (total.errors, total.speakers) == (4, -1)


def test_measures_without_speakers_have_no_sources():
    with pytest.raises(UsageError, match="those of the measure cp or tcp, not of orc"):
        error_sources({"talk": REF}, {"talk": REF}, measure="orc")


def test_the_command_shows_a_table_and_json(tmp_path, capsys):
    for name, row in (("ref.stm", "ben"), ("hyp.stm", "anna")):
        (tmp_path / name).write_text(f"talk 1 anna 0.00 1.00 good day\ntalk 1 {row} 1.00 2.00 hello there\n")
    files = [str(tmp_path / name) for name in ("ref.stm", "hyp.stm")]
    assert main(["meetings", *files, "--sources"]) == 0
    assert "speakers      100.0 %  [ 4 / 4 ]" in capsys.readouterr().out
    assert main(["meetings", *files, "--sources", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"]["speakers"] == 4
    assert main(["meetings", *files, "--sources", "--report", "sys"]) == 0
    row = [line for line in capsys.readouterr().out.split("\n") if "Sum" in line]
    assert row[0].replace("|", " ").split() == ["Sum", "4", "100.0", "0.0", "0.0", "100.0"]
    assert main(["meetings", *files, "--sources", "--report", "pra"]) == 2
    assert "have no report 'pra'; expected sys" in capsys.readouterr().err


def test_a_rate_below_0_is_explained() -> None:
    ref = {"talk": [("A", "hello how are you", 0.0, 2.0)]}
    hyp = {"talk": [("x", "hello how", 0.0, 1.0), ("y", "are you", 1.0, 2.0)]}
    sources = error_sources(ref, hyp)
    assert sources.total.segmentation < 0
    assert "a rate below 0: its measure forgives errors of the part above" in str(sources)
    assert "below 0" not in str(error_sources(ref, ref))


def test_a_word_in_the_segment_of_the_next_speaker_is_named() -> None:
    ref = {"talk": [("A", "good morning", 0.0, 1.0), ("B", "how are you", 1.0, 2.0), ("A", "fine", 2.0, 3.0)]}
    hyp = {"talk": [("x", "good morning", 0.0, 1.0), ("y", "how are", 1.0, 2.0), ("x", "you fine", 2.0, 3.0)]}
    sources = error_sources(ref, hyp)
    assert (sources.total.recognition, sources.total.segmentation) == (2, 0)
    (notice,) = sources.to_dict()["notices"]
    assert notice.startswith("2 of 2 errors of recognition vanish if speakers do not matter: right words in")
    wrong = {"talk": [(*row[:1], row[1].replace("you", "me"), *row[2:]) for row in hyp["talk"]]}
    assert error_sources(ref, wrong).notices == ("1 of 2 errors of recognition vanish" + notice[35:],)


def test_cues_without_a_text_and_a_speaker_are_no_segments() -> None:
    cues = "1\n00:00:00,000 --> 00:00:01,000\n{}\n\n2\n00:00:01,000 --> 00:00:09,000\n\n"
    ref, hyp = (cues.format(text).encode() for text in ("good day", "good bay"))
    result = meetings.score_files(ref, hyp, ref_format="srt", hyp_format="srt")
    assert result.to_dict()["sessions"][0]["self_overlap"]["ref"]["total"] == 1.0


def test_one_session_each_is_a_pair_whatever_its_name() -> None:
    row = b"talk 1 anna 0.0 2.0 good day\n"
    result = meetings.score_files(row, row.replace(b"talk", b"take_2"), ref_format="stm", hyp_format="stm")
    assert (result.error_rate, [*result.missing]) == (0.0, [])
    assert "one recording each: talk (<bytes>) with take_2 (<bytes>)" in result.notices


def test_rows_of_ctm_that_name_speakers_are_those_of_these() -> None:
    ref = b"talk 1 anna 0.0 1.0 good day\ntalk 1 ben 1.0 2.0 hello\n"
    row = "talk 1 {} 0.4 {} 0.9 lex {}\n"
    rows = [(0.0, "good", "x"), (0.5, "day", "x"), (1.2, "hello", "y")]
    hyp = "".join(row.format(*fields) for fields in rows).encode()
    result = meetings.score_files(ref, hyp, ref_format="stm", hyp_format="ctm")
    assert (result.error_rate, [notice for notice in result.notices if "no speakers" in notice]) == (0.0, [])
    by_channel = meetings.score_files(
        ref, hyp.replace(b" lex x", b"").replace(b" lex y", b""), ref_format="stm", hyp_format="ctm"
    )
    assert by_channel.error_rate > 0


def test_channels_of_a_call_are_compared_with_named_speakers() -> None:
    words = [[("hello", 0), ("there", 0.5), ("bye", 6)], [("hi", 3), ("good", 3.5), ("day", 4)]]
    channels = [
        {"alternatives": [{"transcript": "x", "words": [{"word": w, "start": t, "end": t + 0.25} for w, t in spoken]}]}
        for spoken in words
    ]
    call = json.dumps({"results": {"channels": channels}}).encode()
    named = b"Agent: hello there\nCustomer: hi good day\nAgent: bye\n"
    result = meetings.score_files(named, call, ref_format="txt", hyp_format="deepgram", speaker_prefix=True)
    assert result.error_rate == 0.0


def test_own_microphones_of_speakers_are_no_recordings() -> None:
    rows = [
        {
            "start_time": at,
            "end_time": at + 1,
            "text": "good day",
            "speaker_id": name,
            "ct_wav_file_name": f"{name}.wav",
        }
        for at, name in enumerate(("anna", "ben"))
    ]
    ref = json.dumps([{**row, "word_timing": [["good", 0.0, 0.5], ["day", 0.5, 1.0]]} for row in rows]).encode()
    hyp = [
        {"session_id": "MTG_1", "speaker": row["speaker_id"], "start_time": row["start_time"], "words": row["text"]}
        | {"end_time": row["end_time"]}
        for row in rows
    ]
    assert meetings.score_files(ref, json.dumps(hyp).encode()).error_rate == 0
