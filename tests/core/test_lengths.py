"""Lengths of words from the texts of their begins and ends: those of decimals."""

from __future__ import annotations

from array import array
from math import isnan
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as native
from scorelite.formats.engine.rows import exact_lengths

_WHOLE, _PART = st.text("0123456789", max_size=9), st.text("0123456789", max_size=5)
_TIMES = st.one_of(st.builds(lambda whole, part: f"{whole}.{part}", _WHOLE, _PART), _WHOLE)
_ODD = st.text("0159.-+e \u0661", max_size=17)


def _columns(found: tuple[bytes, bytes]) -> list[list[float | None]]:
    return [[None if isnan(number) else number for number in array("d", column)] for column in found]


@given(st.lists(st.tuples(_TIMES, _TIMES), max_size=4))
def test_lengths_are_those_of_decimals(pairs: list[tuple[str, str]]) -> None:
    begins, ends = [begin for begin, _ in pairs], [end for _, end in pairs]
    found = _columns(native.lengths(begins, ends))
    for begin, end, start, length in zip(begins, ends, *found, strict=True):
        exact = exact_lengths([begin], [end])
        assert (start, length) == ((None, None) if exact is None else (exact[0][0], exact[1][0]))


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("2", "1.99"),
        ("", "1"),
        (".", "1"),
        ("1", "1.0.0"),
        ("-1", "1"),
        ("1", "1e1"),
        ("1", "\u0661"),
        ("1", "\ud800"),
        ("1", "0.12345678901234"),
        ("999999999999999", "999999999999999.5"),
        ("0.0000000000001", "99999999999999"),
        ("1", None),
    ],
)
def test_what_needs_a_closer_look_has_no_length(native: ModuleType, begin: str, end: object) -> None:
    assert _columns(native.lengths(["1", begin], ["2", end])) == [[1, None], [1, None]]


def test_a_word_may_end_where_it_begins(native: ModuleType) -> None:
    assert _columns(native.lengths(["1.50", "00."], ["1.5", ".0"])) == [[1.5, 0.0], [0.0, 0.0]]


def test_columns_have_one_size(native: ModuleType) -> None:
    with pytest.raises(ValueError, match="not as many"):
        native.lengths(["1"], [])
