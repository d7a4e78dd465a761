"""Plain text beside words or segments with times: one alignment of all words; folders are paired by names of files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.scoring import Counts, MismatchError, UsageError
from tests.conftest import Run

TEXT = b"good day to you\nyes we can\n"
CTM = (
    b"t A 0.0 0.4 good 0.9\nt A 0.5 0.4 way 0.4\nt A 1.0 0.4 to 0.9\n"
    b"t A 9.0 0.4 yes 0.8\nt A 9.5 0.4 we 0.9\nt A 10 0.4 can 1.0\n"
)
SRT = b"1\n00:00:00,000 --> 00:00:02,000\ngood way\nto\n\n2\n00:00:09,000 --> 00:00:11,000\nyes we can\n"
_SEGMENT = {"seek": 0, "tokens": [], "temperature": 0.0, "avg_logprob": -0.1, "compression_ratio": 1.0}
WHISPER = json.dumps(
    {
        "text": "good way to yes we can",
        "language": "en",
        "segments": [
            {"id": 0, "start": 0.0, "end": 2.0, "text": " good way to", "no_speech_prob": 0.0, **_SEGMENT},
            {"id": 1, "start": 9.0, "end": 11.0, "text": " yes we can", "no_speech_prob": 0.0, **_SEGMENT},
        ],
    }
).encode()
VTT = b"WEBVTT\n\n1\n00:00.000 --> 00:02.000\ngood way to\n\n2\n00:09.000 --> 00:11.000\nyes we can\n"
STM = b"t A anna 0 2 good way to\nt A anna 9 11 yes we can\n"
EXPECTED = scoring.Counts(5, 1, 1, 0)


@pytest.mark.parametrize(
    ("name", "data"), [("ctm", CTM), ("srt", SRT), ("vtt", VTT), ("whisper", WHISPER), ("stm", STM)]
)
def test_plain_text_meets_every_format_with_times(name: str, data: bytes) -> None:
    result = scoring.score_files(TEXT, data, ref_format="txt", hyp_format=name)
    assert (result.counts, result.sentences) == (EXPECTED, 1)
    assert str(result.utterances[0].alignment).startswith("REF:  good DAY to YOU yes we can")
    back = scoring.score_files(data, TEXT, ref_format=name, hyp_format="txt")
    assert back.counts == scoring.Counts(5, 1, 0, 1)


def test_words_keep_their_times_and_confidences() -> None:
    result = scoring.score_files(TEXT, CTM, hyp_format="ctm")
    pairs = result.utterances[0].alignment.pairs
    assert (pairs[1].hyp, pairs[1].hyp_start, pairs[1].hyp_confidence) == ("way", 0.5, 0.4)
    assert result.nce is not None
    assert result.outside == 0


@pytest.mark.parametrize(("last", "end"), [("10 0.4", 10.4), ("10 0.0", 11.0), ("99999.999 0.001", 100001.0)])
def test_the_utterance_ends_with_the_last_word_and_holds_it(last: str, end: float) -> None:
    hyp = CTM.replace(b"10 0.4", last.encode())
    result = scoring.score_files(TEXT, hyp, hyp_format="ctm", outside="error")
    timeline = result.table.timeline
    assert timeline is not None
    assert (list(timeline.start), list(timeline.end)) == ([0.0], [end])
    assert result.counts == EXPECTED


TIERS = (
    b'"ooTextFile" "TextGrid" 0 2 <exists> 2 "IntervalTier" "anna" 0 2 2 0 0.5 "good" 0.5 2 "day" '
    b'"IntervalTier" "bob" 0 2 2 0 0.7 "yes" 0.7 2 ""'
)


def test_tiers_that_become_one_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.TextGrid"
    path.write_bytes(TIERS)
    notices = scoring.score_files(path, b"good day\n", hyp_format="txt").notices
    text = f"{path}: 2 tiers (anna, bob) are scored together; ref_tier=NAME chooses"
    assert text in [notice.text for notice in notices]
    with pytest.raises(MismatchError, match=r"a\.TextGrid: segments overlap at 0, as those of several tiers"):
        scoring.score_files(path, b"a 1 0 0.5 good\na 1 0.5 1 day\n", hyp_format="ctm")


def test_a_segment_without_a_begin_stays_behind_the_one_above(tmp_path: Path) -> None:
    pytest.importorskip("lxml", reason="ELAN's files are XML")
    slots = "".join(f"<TIME_SLOT TIME_SLOT_ID='{place}' TIME_VALUE='{place}000'/>" for place in range(1, 7))
    timed = "<ALIGNABLE_ANNOTATION ANNOTATION_ID='a{0}' TIME_SLOT_REF1='{0}' TIME_SLOT_REF2='{1}'/>"
    untimed = "<REF_ANNOTATION ANNOTATION_REF='a{}'><ANNOTATION_VALUE>{}</ANNOTATION_VALUE></REF_ANNOTATION>"
    segments = [timed.format(place, place + 1) for place in (1, 3, 5)]
    words = list(map(untimed.format, (1, 3, 3, 5), ("one", "two", "three", "four")))
    tiers = "".join(
        f"<TIER {names}>" + "".join(f"<ANNOTATION>{each}</ANNOTATION>" for each in annotations) + "</TIER>"
        for names, annotations in (("TIER_ID='s'", segments), ("TIER_ID='w' PARENT_REF='s'", words))
    )
    path = tmp_path / "a.eaf"
    path.write_text(f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER>{tiers}</ANNOTATION_DOCUMENT>")
    result = scoring.score_files(path, b"one two three four\n", hyp_format="txt", ref_tier="w")
    assert result.wer == 0
    assert not any(notice.name.startswith("order") for notice in result.notices)


def test_tiers_of_elan_are_named_by_what_chooses_them(tmp_path: Path) -> None:
    tier = "<TIER {}><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID='{}' TIME_SLOT_REF1='1' TIME_SLOT_REF2='2'>"
    tier += "<ANNOTATION_VALUE>good day</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>"
    tiers = "".join(tier.format(f"PARTICIPANT='A' TIER_ID='A_{name}'", name) for name in ("anna", "ben"))
    slots = "".join(f"<TIME_SLOT TIME_SLOT_ID='{place}' TIME_VALUE='{place}000'/>" for place in (1, 2))
    path = tmp_path / "a.eaf"
    path.write_text(f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER>{tiers}</ANNOTATION_DOCUMENT>")
    notices = scoring.score_files(path, b"good day\n", hyp_format="txt").notices
    text = f"{path}: 2 tiers (A_anna, A_ben) are scored together; ref_tier=NAME chooses"
    assert text in [notice.text for notice in notices]
    assert scoring.score_files(path, b"good day\n", hyp_format="txt", ref_tier="A_ben").wer == 0
    itself = "the same file"
    for tier, said in (("A_anna", False), ("A_ben", True)):
        result = scoring.score_files(path, path, ref_tier=tier, hyp_tier="A_ben")
        assert any(itself in notice.text for notice in result.notices) == said


def test_tiers_of_each_side_are_chosen_by_name(tmp_path: Path, scorelite: Run) -> None:
    words, phones = '0 1 "good" 1 2 "day"', '0 0.5 "g" 0.5 1 "d" 1 1.5 "d" 1.5 2 "y"'
    for path, names in (("ref", ("Words", "Phones")), ("hyp", ("words", "phones"))):
        (tmp_path / f"{path}.TextGrid").write_text(
            f'"ooTextFile" "TextGrid" 0 2 <exists> 2 "IntervalTier" "{names[0]}" 0 2 2 {words} '
            f'"IntervalTier" "{names[1]}" 0 2 4 {phones}'
        )
    ref, hyp = tmp_path / "ref.TextGrid", tmp_path / "hyp.TextGrid"
    with pytest.raises(UsageError, match="as phones divide words; expected one tier: ref_tier=NAME$"):
        scoring.score(ref, hyp)
    result = scoring.score(ref, hyp, ref_tier="Words", hyp_tier=["words"])
    assert result.counts == Counts(2)
    assert "|ref:textgrid[Words]|hyp:textgrid[words]" in result.signature
    done = scorelite("score", ref, hyp, "--tier", "words", "--ref-tier", "Phones", "--json")
    assert json.loads(done.stdout)["deletions"] == 2
    for keywords, problem in (
        ({"tier": "a", "ref_tier": "a", "hyp_tier": "a"}, "tier= has no effect without a side that"),
        ({"hyp_tier": 8}, "hyp_tier= is of type int; expected a text or a list of texts"),
    ):
        with pytest.raises(UsageError, match=problem):
            scoring.score(ref, hyp, **keywords)
    (tmp_path / "hyp.txt").write_text("good day\n")
    with pytest.raises(UsageError, match="hyp_tier='a' has no effect on txt, which has no tiers"):
        scoring.score(ref, tmp_path / "hyp.txt", ref_tier="Words", hyp_tier="a")


def test_several_tiers_of_speakers_are_one_text(tmp_path: Path, scorelite: Run) -> None:
    notes = b' "IntervalTier" "notes" 0 2 1 0 2 "cough here"'
    (tmp_path / "a.TextGrid").write_bytes(TIERS.replace(b"<exists> 2", b"<exists> 3") + notes)
    (tmp_path / "a.txt").write_text("good yes day\n")
    done = scorelite("score", "a.TextGrid", "a.txt", "--tier", "anna", "--tier", "bob", "--json", cwd=tmp_path)
    loaded = json.loads(done.stdout)
    assert (loaded["correct"], loaded["insertions"], loaded["deletions"]) == (3, 0, 0)
    assert "|ref:textgrid[anna,bob]|" in loaded["signature"]


def test_words_are_taken_in_the_order_of_time() -> None:
    rows = CTM.split(b"\n")[:-1]
    mixed = b"\n".join(reversed(rows)) + b"\n"
    for ref, hyp, named in ((TEXT, mixed, "hyp_format"), (mixed, TEXT, "ref_format")):
        files = scoring.score_files(ref, hyp, **{named: "ctm"})
        assert files.counts.errors == EXPECTED.errors


def test_several_recordings_beside_one_text_are_refused() -> None:
    with pytest.raises(MismatchError, match="has 2 channels .t A, t B."):
        scoring.score_files(TEXT, CTM + b"t B 0.0 0.4 good 0.9\n", hyp_format="ctm")


def test_alternations_of_the_reference_stay(tmp_path: Path) -> None:
    stm = b"t A anna 0 2 good { way / day } to\nt A anna 2 9 ignore_time_segment_in_scoring\nt A anna 9 11 yes we can\n"
    result = scoring.score_files(stm, TEXT, ref_format="stm")
    assert result.counts == scoring.Counts(6, 0, 0, 1)


@pytest.mark.native
def test_folders_are_paired_by_names_of_files(tmp_path: Path, scorelite: Run) -> None:
    for name in ("ref", "hyp"):
        (tmp_path / name).mkdir()
    (tmp_path / "ref" / "a.txt").write_bytes(TEXT)
    (tmp_path / "ref" / "b.txt").write_bytes(b"one two\n")
    (tmp_path / "hyp" / "a.srt").write_bytes(SRT)
    (tmp_path / "hyp" / "b.srt").write_bytes(b"1\n00:00:00,000 --> 00:00:02,000\none\ntwo\n")
    result = scoring.score_files(tmp_path / "ref", tmp_path / "hyp")
    assert (result.counts, [utterance.id for utterance in result.utterances]) == (
        scoring.Counts(7, 1, 1, 0),
        ["a", "b"],
    )
    assert (result.ref_name, result.hyp_name) == (str(tmp_path / "ref"), str(tmp_path / "hyp"))
    done = scorelite("score", "ref", "hyp")
    assert (done.returncode, b"WER     22.2 %" in done.stdout) == (0, True)
    (tmp_path / "ref" / "c.txt").write_bytes(b"three\n")
    with pytest.raises(MismatchError, match=r"1 file .c. in .*ref without a file of this name in .*hyp"):
        scoring.score_files(tmp_path / "ref", tmp_path / "hyp")
    assert scoring.score_files(tmp_path / "ref", tmp_path / "hyp", missing="skip").missing == ("c",)
    (tmp_path / "hyp" / "c.vtt").write_bytes(b"WEBVTT\n")
    (tmp_path / "hyp" / "c.srt").write_bytes(b"")
    with pytest.raises(UsageError, match="have the same name"):
        scoring.score_files(tmp_path / "ref", tmp_path / "hyp")


def test_of_files_with_one_name_those_of_the_named_format_are_scored(tmp_path: Path, scorelite: Run) -> None:
    for name in ("ref", "hyp"):
        (tmp_path / name).mkdir()
    for name in ("a", "b"):
        (tmp_path / "ref" / f"{name}.txt").write_text("good day\n")
        (tmp_path / "hyp" / f"{name}.txt").write_text("good tea\n")
        (tmp_path / "hyp" / f"{name}.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nbad tea\n")
        segment = '{"id": 0, "start": 1.0, "end": 2.0, "text": " good day", "tokens": [1], "avg_logprob": -0.1}'
        (tmp_path / "hyp" / f"{name}.json").write_text(f'{{"text": " good day", "segments": [{segment}]}}')
    sides = tmp_path / "ref", tmp_path / "hyp"
    for name, errors in (("whisper", 0), ("txt", 2), ("srt", 4)):
        assert scoring.score_files(*sides, hyp_format=name).counts.errors == errors
    with pytest.raises(UsageError, match="same name; expected different names, or hyp_format='whisper', which takes"):
        scoring.score_files(*sides)
    for pattern in ("hyp/*.json", "hyp/a.json hyp/b.json"):
        done = scorelite("score", "ref", *pattern.split())
        assert done.returncode == 2
        assert b"hyp" in done.stderr.partition(b"; expected ")[2]
        assert b"--hyp-format NAME" in done.stderr


def test_pairs_of_files_whose_recordings_have_one_name_are_counted_too(tmp_path: Path) -> None:
    for name in ("ref", "hyp"):
        (tmp_path / name).mkdir()
    for name, recording in (("a", "a"), ("b", "b"), ("c", "other")):
        (tmp_path / "ref" / f"{name}.stm").write_text(f"{name} 1 s 0 2 one two\n")
        (tmp_path / "hyp" / f"{name}.ctm").write_text(f"{recording} 1 0 1 one\n{recording} 1 1 1 two\n")
    result = scoring.score_files(tmp_path / "ref", tmp_path / "hyp")
    (notice,) = result.notices
    assert notice.text == "3 pairs of files: 1 paired by time, 2 paired by id or name"
    for name in "ab":
        (tmp_path / "hyp" / f"{name}.ctm").write_text("x 1 0 1 one\nx 1 1 1 two\n")
    (notice,) = scoring.score_files(tmp_path / "ref", tmp_path / "hyp").notices
    assert notice.text == "3 pairs of files, one recording each: 3 paired by time"


def test_long_texts_are_aligned_at_once() -> None:
    words = [f"w{place % 97}" for place in range(3000)]
    rows = "".join(f"t A {place} 0.5 {word}\n" for place, word in enumerate(words) if place % 50).encode()
    result = scoring.score_files(" ".join(words).encode(), rows, hyp_format="ctm", ref_format="txt")
    assert (result.counts.deletions, result.counts.errors) == (60, 60)


def test_a_conversion_to_text_scores_as_perfect(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_bytes(SRT)
    formats.convert(tmp_path / "a.srt", tmp_path / "a.txt")
    assert scoring.score_files(tmp_path / "a.txt", tmp_path / "a.srt").wer == 0


ANSWERS = {
    "alone": b'{"text": "good way to yes we can"}',
    "no segments": b'{"text": "good way to yes we can", "segments": [], "language": "en"}',
    "usage": b'{"text":"good way to yes we can","usage":{"type":"tokens","total_tokens":9}}',
    "vosk": b'{\n  "text" : "good way to"\n}\n{\n  "text" : "yes we can"\n}\n',
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_of_text_alone_meet_plain_text_and_times(name: str) -> None:
    detected = "vosk" if name == "vosk" else "whisper"
    for ref, refs in ((TEXT, "txt"), (CTM.replace(b"way", b"day"), "ctm")):
        result = scoring.score_files(ref, ANSWERS[name], ref_format=refs)
        assert (result.hyp_format, result.counts.correct, result.counts.substitutions) == (detected, 5, 1)
    back = scoring.score_files(ANSWERS[name], TEXT, hyp_format="txt")
    assert (back.counts.correct, back.counts.insertions) == (5, 1)
    assert scoring.score_files(ANSWERS[name], ANSWERS["alone"]).counts.correct == 6


SILENT = {
    "vtt": b"WEBVTT\n",
    "whisper": b'{"text": "", "segments": [], "language": "en"}',
    "whisper-timestamped": b'{"text": "", "segments": [], "language": "en", "language_probs": {"en": 0.5, "zh": 0.1}}',
    "faster-whisper": b'{"segments": [], "info": {"language": "en", "language_probability": 0.5}}',
    "whisperx": b'{"segments": [], "word_segments": [], "language": "en"}',
    "speechmatics": b'{"message": "AddTranscript", "format": "2.7", "results": [], "metadata": {"transcript": ""}}',
    "speechmatics-batch": b'{"format": "2.9", "job": {"id": "a"}, "metadata": {"type": "a"}, "results": []}',
    "watson": b'{"result_index": 0, "results": []}',
    "aws": b'{"jobName": "a", "results": {"transcripts": [{"transcript": ""}], "items": []}, "status": "COMPLETED"}',
    "deepgram": b'{"results": {"channels": [{"alternatives": [{"transcript": "", "confidence": 0.0, "words": []}]}]}}',
    "assemblyai": b'{"id": "a", "status": "completed", "text": "", "words": [], "audio_duration": 3}',
    "elevenlabs": b'{"language_code": "eng", "language_probability": 0.5, "text": "", "words": []}',
    "revai": b'{"monologues": []}',
    "vosk": b'{\n  "text" : ""\n}\n',
    "gentle": b'{"transcript": "", "words": []}',
}


@pytest.mark.parametrize("name", SILENT)
def test_a_recogniser_that_heard_nothing_lost_every_word(name: str, tmp_path: Path) -> None:
    (tmp_path / "silent.json").write_bytes(SILENT[name])
    for ref, refs in ((TEXT, "txt"), (CTM, "ctm"), (STM, "stm"), (VTT, "vtt")):
        result = scoring.score_files(ref, tmp_path / "silent.json", ref_format=refs)
        assert name.startswith(result.hyp_format)
        assert (result.counts.deletions, result.counts.errors) == (result.counts.reference, result.counts.reference)
        assert result.counts.reference in (6, 7)


@pytest.mark.parametrize("names", ["start\tend\ttext", "start\tend\tspeaker\ttext"])
def test_a_table_of_times_without_rows_is_a_recording_without_words(names: str) -> None:
    """Whisper writes such a table of silence."""
    for ref, refs in ((TEXT, "txt"), (CTM, "ctm"), (STM, "stm")):
        result = scoring.score_files(ref, f"{names}\n".encode(), ref_format=refs, hyp_format="tsv")
        assert result.counts.deletions == result.counts.errors == result.counts.reference


def test_an_answer_without_an_id_does_not_meet_ids() -> None:
    with pytest.raises(UsageError, match="a trn reference cannot be paired with a whisper hypothesis"):
        scoring.score_files(b"good way (anna-1)\n", ANSWERS["alone"], ref_format="trn")


def test_files_of_folders_are_paired_in_any_case_and_without_what_an_expression_matches(
    tmp_path: Path, scorelite: Run
) -> None:
    for folder in ("refs", "hyps", "final"):
        (tmp_path / folder).mkdir()
    for number in "12":
        (tmp_path / "refs" / f"session_0{number}.txt").write_text("good day\n")
        (tmp_path / "hyps" / f"Session_0{number}.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\ngood day\n")
        (tmp_path / "final" / f"session_0{number}_final.txt").write_text("good day\n")
    assert scoring.score_files(tmp_path / "refs", tmp_path / "hyps").counts.correct == 4
    refused = scorelite("score", "refs", "final", cwd=tmp_path)
    assert refused.returncode == 2
    assert b"  --strip-id '_final$' removes the difference: session_01 in the reference" in refused.stderr
    done = scorelite("score", "refs", "final", "--strip-id", "_final$", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["correct"] == 4
    with pytest.raises(UsageError, match=r"leaves nothing of 'session_01'"):
        scoring.score_files(tmp_path / "refs", tmp_path / "final", strip_id=".*")
    with pytest.raises(UsageError, match=r"strip_id= has no effect: '_x\$' matches no part of 'session_01'"):
        scoring.score_files(tmp_path / "refs", tmp_path / "hyps", strip_id="_x$")


def test_channels_of_a_call_are_joined_by_the_option_that_the_message_names(tmp_path: Path, scorelite: Run) -> None:
    words = [[("hello", 0), ("there", 0.5), ("bye", 6)], [("hi", 3), ("good", 3.5), ("day", 4)]]
    channels = [
        {"alternatives": [{"transcript": "x", "words": [{"word": w, "start": t, "end": t + 0.25} for w, t in spoken]}]}
        for spoken in words
    ]
    (tmp_path / "call.json").write_text(json.dumps({"results": {"channels": channels}}))
    (tmp_path / "call.txt").write_text("hello there\nhi good day\nbye\n")
    refused = scorelite("score", "call.txt", "call.json", cwd=tmp_path)
    assert b"has 2 channels (0, 1); --channel '0=1' joins them in order of time, --channel 1 takes" in refused.stderr
    assert b"`scorelite meetings REF HYP --speaker-prefix` compares each with a speaker" in refused.stderr
    joined = scorelite("score", "call.txt", "call.json", "--channel", "0=1", "--json", cwd=tmp_path)
    assert json.loads(joined.stdout)["correct"] == 6


def test_the_option_that_joins_channels_names_one_that_has_a_name(tmp_path: Path, scorelite: Run) -> None:
    words = [
        {"word": word, "startTime": f"{place}s", "endTime": f"{place}.5s"} for place, word in enumerate(("hi", "yes"))
    ]
    results = [{"alternatives": [{"transcript": word["word"], "words": [word]}]} for word in words]
    (tmp_path / "call.json").write_text(json.dumps({"results": [results[0] | {"channelTag": 1}, results[1]]}))
    (tmp_path / "call.txt").write_text("hi yes\n")
    refused = scorelite("score", "call.txt", "call.json", cwd=tmp_path)
    assert b"; --channel '=1' joins them in order of time, --channel 1 takes one" in refused.stderr
    done = scorelite("score", "call.txt", "call.json", "--channel", "=1", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["correct"] == 2
    (tmp_path / "ref.ctm").write_text("call A 0 0.5 hi\ncall B 1 0.5 yes\n")
    for sides, options in (
        (("ref.ctm", "call.json"), ["=A", "1=B"]),
        (("call.json", "ref.ctm"), ["=A", "B=1"]),
    ):
        refused = scorelite("score", *sides, "--session", "=call", cwd=tmp_path)
        advice = " ".join(f"--channel '{option}'" for option in options)
        assert f"{advice} renames the channels".encode() in refused.stderr
        typed = [word for option in options for word in ("--channel", option)]
        done = scorelite("score", *sides, "--session", "=call", *typed, cwd=tmp_path)
        assert done.returncode == 0
