"""Cells of lines with a sign between them: those of a split of each line, on both cores."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as native
from tests.core import oracles as twin

_CELLS = st.text("ab \t\r\v\x1c\u3000é", max_size=3)
_LINES = st.lists(st.lists(_CELLS, min_size=1, max_size=3).map("|".join), max_size=5)


@given(_LINES, st.integers(1, 3), st.booleans())
def test_cells_are_those_of_a_split_of_each_line(lines: list[str], size: int, ended: bool) -> None:
    text = "\n".join(lines) + "\n" * (ended or not lines or not lines[-1])
    found = native.separated_cells(text if lines else "", size, "|")
    assert found == twin.separated_cells(text if lines else "", size, "|")
    rows = [line.split("|") for line in (text.removesuffix("\n").split("\n") if lines else [])]
    if any(len(row) != size for row in rows):
        assert found is None
    else:
        assert found == [[row[place].strip(" \t\n\v\f\r") for row in rows] for place in range(size)]


def test_a_text_without_lines_has_empty_columns(core: ModuleType) -> None:
    assert core.separated_cells("", 2, "|") == [[], []]


def test_a_line_with_more_or_fewer_cells_has_none(core: ModuleType) -> None:
    assert core.separated_cells("a|b\nc\n", 2, "|") is None
    assert core.separated_cells("a|b\nc|d|\n", 2, "|") is None
    assert core.separated_cells("a|b\n\n", 2, "|") is None


def test_halves_of_surrogates_stay(core: ModuleType) -> None:
    assert core.separated_cells("a|\udc80\n", 2, "|") == [["a"], ["\udc80"]]


@pytest.mark.parametrize(("size", "sign"), [(0, "|"), (-1, "|"), (1, ""), (1, "||"), (1, "é")])
def test_no_columns_and_long_signs_are_refused(native: ModuleType, size: int, sign: str) -> None:
    with pytest.raises(ValueError, match="a column or more"):
        native.separated_cells("a\n", size, sign)
