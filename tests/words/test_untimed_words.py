"""Words without times among others: what an aligner did not find is scored between the words around it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import scorelite
from tests.conftest import ROOT

NAMES = ("word", "start", "end")
SAMPLES = ROOT / "tests" / "formats" / "samples"


def whisperx(path: Path, *segments: tuple[float, float, list[tuple[Any, ...]]]) -> Path:
    """A file of WhisperX: segments with their words, of which some have times."""
    rows = [
        {
            "start": start,
            "end": end,
            "text": " ".join(word for word, *_ in words),
            "words": [{**dict(zip(NAMES, word, strict=False)), "score": 0.9} for word in words],
        }
        for start, end, words in segments
    ]
    path.write_text(json.dumps({"segments": rows, "language": "en"}), encoding="utf-8")
    return path


@pytest.fixture
def hyp(tmp_path: Path) -> Path:
    first = [("it", 0.1, 0.3), ("costs", 0.4, 0.9), ("20",), ("dollars", 1.5, 2.0)]
    second = [("7",), ("or", 3.5, 3.7), ("8",)]
    return whisperx(tmp_path / "talk.json", (0.0, 2.0, first), (3.0, 4.0, second))


def notices(result: scorelite.Result) -> list[str]:
    return [str(notice) for notice in result.notices if "no times" in str(notice)]


def test_each_stands_between_its_neighbours_in_their_segment(tmp_path: Path, hyp: Path) -> None:
    ref = tmp_path / "talk.stm"
    ref.write_text("talk 1 a 0.0 2.5 it costs 20 dollars\ntalk 1 a 2.5 4.5 7 or 9\n", encoding="utf-8")
    result = scorelite.score_files(ref, hyp)
    assert [str(each.hyp) for each in result.utterances] == ["it costs 20 dollars", "7 or 8"]
    assert result.counts == scorelite.Counts(correct=6, substitutions=1, deletions=0, insertions=0)
    assert notices(result) == ["3 words of the hypothesis have no times: each is placed between the words around it"]


def test_a_reference_may_lack_times_too(tmp_path: Path, hyp: Path) -> None:
    ref = tmp_path / "talk.ctm"
    ref.write_text(
        "talk 1 0.1 0.2 it\ntalk 1 0.4 0.5 costs\ntalk 1 1.0 0.4 20\ntalk 1 1.5 0.5 dollars\n", encoding="utf-8"
    )
    swapped = scorelite.score_files(ref, hyp)
    assert swapped.counts == scorelite.Counts(correct=4, substitutions=0, deletions=0, insertions=3)
    words_alone = whisperx(tmp_path / "words.json", (0.1, 2.0, [("it", 0.1, 0.3), ("costs",), ("20", 1.0, 1.4)]))
    result = scorelite.score_files(words_alone, ref)
    assert (result.counts.correct, result.counts.insertions) == (3, 1)


@pytest.mark.parametrize("name", ["gentle.json", "whisperx.json"])
def test_a_file_with_such_words_scored_against_itself_has_no_errors(name: str) -> None:
    data = (SAMPLES / name).read_bytes()
    kind = name.partition(".")[0]
    result = scorelite.score_files(data, data, ref_format=kind, hyp_format=kind)
    assert (result.counts.errors, result.counts.correct > 0) == (0, True)


def test_words_that_all_have_times_are_not_mentioned(tmp_path: Path) -> None:
    timed = whisperx(tmp_path / "a.json", (0.0, 1.0, [("good", 0.1, 0.3), ("day", 0.4, 0.9)]))
    assert notices(scorelite.score_files(timed, timed)) == []
