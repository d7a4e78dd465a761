"""Cues that are there twice, or in two languages, are reported: each counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import scoring

ENGLISH = [f"the train leaves at {word} today" for word in ("one", "two", "three", "four", "five")]
GERMAN = [
    f"der Zug verl\u00e4sst heute um {word} den Bahnhof" for word in ("eins", "zwei", "drei", "vier", "f\u00fcnf")
]
CHINESE = [f"\u706b\u8f66\u4eca\u5929{word}\u70b9\u5f00" for word in "\u4e00\u4e8c\u4e09\u56db\u4e94"]


def written(path: Path, texts: list[str], copies: int = 0) -> Path:
    cues = [f"00:00:{place:02},000 --> 00:00:{place + 1:02},000\n{text}\n" for place, text in enumerate(texts)]
    every = [*cues, *cues[:copies]]
    path.write_text("\n".join(f"{number}\n{cue}" for number, cue in enumerate(every, 1)), encoding="utf-8")
    return path


def notices(ref: Path, hyp: Path) -> list[str]:
    return [notice.text for notice in scoring.score_files(ref, hyp).notices]


def test_copies_of_cues_are_reported_though_they_have_other_numbers(tmp_path: Path) -> None:
    twice, text = written(tmp_path / "a.srt", ENGLISH, copies=2), tmp_path / "a.txt"
    text.write_text(" ".join(ENGLISH) + "\n")
    what = "2 cues occur more than once, such as the one at 0 s, with the same times and text: each counts in the {}"
    assert [each for each in notices(twice, text) if each.startswith(what.format("reference"))]
    assert [each for each in notices(text, twice) if each.startswith(what.format("hypothesis"))]
    assert not [each for each in notices(written(tmp_path / "b.srt", ENGLISH), text) if "more than once" in each]


@pytest.mark.parametrize("other", [GERMAN, CHINESE])
@pytest.mark.parametrize("foreign", ["first", "last"])
def test_a_second_language_of_cues_is_reported(other: list[str], foreign: str, tmp_path: Path) -> None:
    pairs = zip(other, ENGLISH, strict=True) if foreign == "first" else zip(ENGLISH, other, strict=True)
    both, text = written(tmp_path / "a.srt", ["\n".join(pair) for pair in pairs]), tmp_path / "a.txt"
    text.write_text(" ".join(ENGLISH) + "\n")
    what = f"5 of 5 cues of the {{}} have a second language: the {foreign} line of each, such as {other[0]!r}"
    assert [each for each in notices(both, text) if each.startswith(what.format("reference"))]
    assert [each for each in notices(text, both) if each.startswith(what.format("hypothesis"))]


def test_two_lines_of_one_language_are_no_second_language(tmp_path: Path) -> None:
    lines = [text.replace(" at ", "\nat ") for text in ENGLISH]
    ref, hyp = written(tmp_path / "a.srt", lines), tmp_path / "a.txt"
    for texts in (ENGLISH, ENGLISH[:2], GERMAN):
        hyp.write_text(" ".join(texts) + "\n")
        assert not [each for each in notices(ref, hyp) if "second language" in each]


@pytest.mark.parametrize("names", [("ANNA", "BEN"), ("Speaker 1", "Speaker 2")])
def test_names_on_first_lines_of_cues_are_no_second_language(names: tuple[str, str], tmp_path: Path) -> None:
    ref = written(tmp_path / "ref.srt", ENGLISH)
    lines = [f"{names[place % 2]}\n{text}" for place, text in enumerate(ENGLISH)]
    hyp = written(tmp_path / "hyp.srt", lines)
    found = notices(ref, hyp)
    assert not [each for each in found if "second language" in each]
    (said,) = (each for each in found if "Remove these lines" in each)
    assert said.startswith(f"5 of 5 cues of the hypothesis have a first line such as {names[0]!r}, 2 different ones")
    joined = written(tmp_path / "joined.srt", [line.replace("\n", ": ") for line in lines])
    assert scoring.score_files(ref, joined, normalise="heads").wer == 0.0
