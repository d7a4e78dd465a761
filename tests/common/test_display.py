"""Alignments and tables of ours are aligned on a terminal, whatever the script."""

from __future__ import annotations

import pytest

from scorelite import scoring
from scorelite.scoring import kws
from scorelite.scoring.common.display import display_width
from scorelite.scoring.common.text_tables import text_table

WORDS = ["cat", "天气", "cafe\u0301", "नमस्ते", "한국", "👨‍👩‍👧", "שָׁלוֹם", "ก็"]


def columns(line: str) -> list[int]:
    """The columns of a terminal in which the words of a line begin."""
    columns, column = [], 0
    for word in line.split(" "):
        if word:
            columns.append(column)
        column += display_width(word) + 1
    return columns


@pytest.mark.parametrize("word", WORDS)
def test_words_of_every_script_stand_below_each_other(word: str) -> None:
    shown = str(scoring.align(f"a {word} b x", f"a {word}{word} b")).splitlines()
    ref, hyp, errors = map(columns, shown)
    assert ref == hyp
    assert errors[1:] == [ref[2], ref[4]]


@pytest.mark.parametrize("word", WORDS)
def test_listings_of_segments_and_keywords_are_aligned(word: str) -> None:
    refs, hyps = {"t": [(word, 0.0, 2.0), ("x", 3.0, 4.0)]}, {"t": [(word * 2, 0.0, 2.0), ("x", 3.0, 4.0)]}
    text = scoring.score_segments(refs, hyps).report("pra")
    ref, hyp = (columns(line) for line in text.splitlines() if line.startswith(("REF:", "HYP:")))
    assert ref == hyp
    result = kws.evaluate([(word, 0.0, 0.9), ("x", 5.0, 6.0)], [(word, 0.0, 0.9), ("x", 5.0, 6.0)], [word, "x"], 60)
    text = result.report("pra")
    ref, hyp, errors = (columns(line) for line in text.splitlines() if line.startswith(("REF:", "HYP:", "Eval:")))
    assert ref == hyp == errors


def test_tables_of_comparisons_are_aligned() -> None:
    lines = list(text_table(["ref", "A"], [[word, "1"] for word in WORDS]))
    assert len({display_width(line) for line in lines}) == 1


def test_control_characters_count_as_they_are_written() -> None:
    assert display_width("天\x07") == 2
