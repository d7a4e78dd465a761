"""One recording against one recording is a pair, whatever their files are called and however they are cut."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring import MismatchError, Result

SAID = [*("good", "evening", "here", "is", "the", "news", "the", "minister"), *("met", "the", "press", "in", "berlin")]
SAID += ["and", "rain", "is", "expected"]
HEARD = [*("good", "evening", "here", "is", "the", "news", "a", "minister"), *("met", "press", "in", "berlin")]
HEARD += ["and", "rain", "is", "expected", "tomorrow"]
ERRORS = scoring.Counts(15, 1, 1, 1)


def clock(seconds: float, comma: str = ",") -> str:
    return f"00:{int(seconds) // 60:02}:{int(seconds) % 60:02}{comma}{round(seconds % 1 * 1000):03}"


def cues(words: Sequence[str], size: int) -> list[tuple[float, float, str]]:
    pieces = [(first, words[first : first + size]) for first in range(0, len(words), size)]
    return [(first / 2, (first + len(piece)) / 2, " ".join(piece)) for first, piece in pieces]


def txt(words: Sequence[str], size: int = 6) -> str:
    return "".join(f"{text}\n" for _, _, text in cues(words, size))


def srt(words: Sequence[str], size: int = 4) -> str:
    rows = enumerate(cues(words, size), 1)
    return "\n".join(f"{number}\n{clock(start)} --> {clock(end)}\n{text}\n" for number, (start, end, text) in rows)


def vtt(words: Sequence[str], size: int = 7) -> str:
    rows = cues(words, size)
    return "WEBVTT\n\n" + "\n".join(f"{clock(start, '.')} --> {clock(end, '.')}\n{text}\n" for start, end, text in rows)


def aws(words: Sequence[str]) -> str:
    items = [
        {
            "type": "pronunciation",
            "start_time": f"{place / 2}",
            "end_time": f"{place / 2 + 0.4}",
            "alternatives": [{"confidence": "0.9", "content": word}],
        }
        for place, word in enumerate(words)
    ]
    transcripts = [{"transcript": " ".join(words)}]
    return json.dumps({"jobName": "job-77", "results": {"transcripts": transcripts, "items": items}})


def audacity(words: Sequence[str]) -> str:
    return "".join(f"{start}\t{end}\t{text}\n" for start, end, text in cues(words, 5))


def textgrid(words: Sequence[str]) -> str:
    rows = cues(words, 3)
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0", f"xmax = {rows[-1][1]}"]
    lines += ["tiers? <exists>", "size = 1", "item []:", "item [1]:", 'class = "IntervalTier"', 'name = "anna"']
    lines += ["xmin = 0", f"xmax = {rows[-1][1]}", f"intervals: size = {len(rows)}"]
    for number, (start, end, text) in enumerate(rows, 1):
        lines += [f"intervals [{number}]:", f"xmin = {start}", f"xmax = {end}", f'text = "{text}"']
    return "\n".join(lines) + "\n"


WRITERS = {
    ".txt": txt,
    ".srt": srt,
    ".vtt": vtt,
    ".aws.json": aws,
    ".audacity.txt": audacity,
    ".TextGrid": textgrid,
    ".whisper.json": lambda words: json.dumps({"text": " ".join(words)}),
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, tuple[Path, Path]]:
    """For each suffix, what was said and what was recognised: in folders and under names of their own."""
    pairs = {}
    for suffix, write in WRITERS.items():
        pairs[suffix] = tmp_path / f"said{suffix}", tmp_path / f"vendor-7{suffix}"
        for path, words in zip(pairs[suffix], (SAID, HEARD), strict=True):
            path.write_text(write(words))
    return pairs


def pairing(result: Result) -> str:
    return next((str(notice) for notice in result.notices if notice.name == "pairing"), "")


@pytest.mark.parametrize("ref", WRITERS)
def test_every_mixture_of_formats_is_scored(ref: str, files: dict[str, tuple[Path, Path]]) -> None:
    for hyp in WRITERS:
        result = scoring.score_files(files[ref][0], files[hyp][1])
        assert result.counts.reference == len(SAID)
        assert result.counts.hypothesis == len(HEARD)
        if len(result) == 1:
            assert result.counts == ERRORS
        if (ref, hyp) not in ((".txt", ".txt"), (".aws.json", ".aws.json")):  # equal lines, and one name of a job
            assert pairing(result).startswith("one recording each: "), hyp


@pytest.mark.parametrize(
    ("ref", "hyp", "way", "utterances"),
    [
        (".srt", ".vtt", "joined as one text", 1),
        (".txt", ".aws.json", "joined as one text", 1),
        (".aws.json", ".srt", "joined as one text", 1),
        (".srt", ".srt", "paired by segment", 5),
        (".srt", ".aws.json", "paired by time", 5),
        (".aws.json", ".aws.json", "paired by time", 1),
    ],
)
def test_the_summary_says_how_two_recordings_were_paired(
    ref: str, hyp: str, way: str, utterances: int, files: dict[str, tuple[Path, Path]]
) -> None:
    said, heard = files[ref][0], files[hyp][1]
    names = {".aws.json": "job-77"}
    words = SAID if ref == hyp == ".srt" else HEARD
    heard.write_text(WRITERS[hyp](words))
    result = scoring.score(said, heard)
    named = f"{names.get(ref, 'said')} ({said}) with {names.get(hyp, 'vendor-7')} ({heard})"
    if ref == hyp == ".aws.json":  # both files name one job: nothing is to be said
        assert (pairing(result), len(result)) == ("", utterances)
    else:
        assert (pairing(result), len(result)) == (f"one recording each: {named}, {way}", utterances)


def test_names_decide_where_a_side_has_two_recordings(tmp_path: Path) -> None:
    one, two = b"a A s 0 1 w\n", b"x A 0 1 w\ny A 0 1 w\n"
    assert scoring.score_files(one, two[:10], ref_format="stm", hyp_format="ctm").wer == 0.0
    for ref, hyp, formats in ((one, two, ("stm", "ctm")), (srt(SAID).encode(), two, ("srt", "ctm"))):
        with pytest.raises(MismatchError) as caught:
            scoring.score_files(ref, hyp, ref_format=formats[0], hyp_format=formats[1])
        assert "2 channels (x A, y A) of 2 in the hypothesis without a reference" in str(caught.value)
        named = "" if formats[0] == "srt" else "a"
        old, new = (named, "x") if not named else ("x", named)
        assert f"session={{{old!r}: {new!r}}} says that these two are one recording" in str(caught.value)
    with pytest.raises(MismatchError, match="expected one recording on each side"):
        scoring.score_files(txt(SAID).encode(), two, ref_format="txt", hyp_format="ctm")


def test_speakers_who_talk_at_once_are_not_one_text() -> None:
    ref = b"t 1 anna 0 4 good day\nt 1 ben 3 6 hello you\n"
    hyp = b"t 1 s1 0 3.5 good day\nt 1 s2 3 6 hello you\n"
    with pytest.raises(MismatchError, match="anna and ben talk at once at 3.0; `scorelite meetings`"):
        scoring.score_files(ref, hyp, ref_format="stm", hyp_format="stm")


def test_texts_of_other_lines_are_one_text_unless_lines_may_be_missing() -> None:
    result = scoring.score_files(b"a b\nc\n", b"a b c d\n", ref_format="txt", hyp_format="txt")
    assert (len(result), result.counts) == (1, scoring.Counts(3, 0, 0, 1))
    result = scoring.score_files(b"a b\nc\n", b"a b\n", ref_format="txt", hyp_format="txt", missing="delete")
    assert (len(result), result.counts) == (2, scoring.Counts(2, 0, 1))


def test_results_over_other_formats_add_up(files: dict[str, tuple[Path, Path]]) -> None:
    parts = [
        scoring.score_files(files[ref][0], files[hyp][1], session=name)
        for ref, hyp, name in ((".srt", ".vtt", "mon"), (".srt", ".aws.json", "tue"))
    ]
    total = sum(parts)
    assert total == sum(reversed(parts))
    assert (total.counts.reference, total.hyp_format) == (2 * len(SAID), "aws+vtt")
    assert {utterance.segment.session for utterance in total if utterance.segment} == {"mon", "tue"}


def test_only_rules_that_had_an_effect_must_be_equal() -> None:
    whole = scoring.score({"a": "x"}, {"a": "x"}, missing="delete")
    skipped = scoring.score({"b": "x", "c": "y"}, {"b": "x"}, missing="skip")
    total = whole + skipped
    assert (total.missing, total.missing_rule) == (("c",), "skip")
    deleted = scoring.score({"d": "x"}, {}, missing="delete")
    with pytest.raises(MismatchError, match="results of different settings cannot be added"):
        total + deleted
