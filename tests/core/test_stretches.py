"""Stretches of rows in one text each: those that a look at every place finds, on both cores."""

from __future__ import annotations

from array import array
from itertools import accumulate, pairwise
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring import _core as native
from scorelite.scoring._core import python as twin
from tests.core.ask import integers, small_integers

_CORES = (native, twin)


def _columns(parts: tuple[bytes, ...]) -> list[list[int]]:
    return [array("q", part).tolist() for part in parts]


def _bounds(sizes: list[int]) -> tuple[bytes, bytes]:
    places = [0, *accumulate(sizes)]
    return integers(*places[:-1]), integers(*places[1:])


@given(st.lists(st.text("CSDI", max_size=12), max_size=5), st.integers(1, 5), st.sampled_from([b"D", b"SDI", b""]))
def test_stretches_are_those_of_a_look_at_every_row(texts: list[str], least: int, wanted: bytes) -> None:
    rows = "".join(texts).encode()
    expected: list[tuple[int, int]] = []
    for first, last in pairwise([0, *accumulate(map(len, texts))]):
        begin = first
        for row in range(first, last + 1):
            if row == last or rows[row] not in wanted:
                expected += [(begin, row)] * (row - begin >= least)
                begin = row + 1
    for core in _CORES:
        found = _columns(core.stretches(rows, *_bounds([*map(len, texts)]), wanted, least))
        assert [*zip(*found, strict=True)] == expected


def _loops(words: list[int], times: int, longest: int) -> list[tuple[int, int, int]]:
    """The longest stretches with a period, each with its smallest one."""
    found = {}
    for begin in range(len(words)):
        for period in range(1, longest + 1):
            end = begin + period
            while end < len(words) and words[end] == words[end - period]:
                end += 1
            if end - begin >= times * period:
                found.setdefault((begin, end), period)
    return [
        (begin, end, period)
        for (begin, end), period in sorted(found.items())
        if not any(first <= begin and end <= last and (first, last) != (begin, end) for first, last in found)
    ]


@given(st.lists(st.lists(st.integers(0, 2), max_size=14), max_size=3), st.integers(2, 4), st.integers(1, 3))
def test_repeats_are_the_longest_stretches_with_a_period(texts: list[list[int]], times: int, longest: int) -> None:
    expected, first = [], 0
    for text in texts:
        expected += [(first + begin, first + end, period) for begin, end, period in _loops(text, times, longest)]
        first += len(text)
    column = small_integers(*(word for text in texts for word in text))
    for core in _CORES:
        found = _columns(core.repeats(column, *_bounds([*map(len, texts)]), times, longest))
        assert [*zip(*found, strict=True)] == expected


def test_only_the_texts_that_are_named_are_looked_at(core: ModuleType) -> None:
    found = core.stretches(b"DDDDDD", integers(1, 4), integers(3, 4), b"D", 1)
    assert _columns(found) == [[1], [3]]


@pytest.mark.parametrize("bounds", [((0,), (4,)), ((2,), (1,)), ((-1,), (1,)), ((0, 1), (1,))])
def test_texts_outside_of_the_rows_are_refused(core: ModuleType, bounds: tuple[tuple[int, ...], ...]) -> None:
    begins, ends = (integers(*part) for part in bounds)
    with pytest.raises(ValueError, match=r"a text from|as many ends"):
        core.stretches(b"DDD", begins, ends, b"D", 1)
    with pytest.raises(ValueError, match=r"a text from|as many ends"):
        core.repeats(small_integers(1, 1, 1), begins, ends, 2, 8)


def test_sizes_below_the_least_are_refused(core: ModuleType) -> None:
    with pytest.raises(ValueError, match="at least"):
        core.stretches(b"D", integers(0), integers(1), b"D", 0)
    with pytest.raises(ValueError, match="at least"):
        core.repeats(small_integers(1), integers(0), integers(1), 1, 8)
    with pytest.raises(ValueError, match="at least"):
        core.repeats(small_integers(1), integers(0), integers(1), 2, 0)


def test_sizes_beyond_all_texts_find_nothing(core: ModuleType) -> None:
    most = 2**63 - 1
    assert _columns(core.stretches(b"DD", integers(0), integers(2), b"D", most)) == [[], []]
    assert _columns(core.repeats(small_integers(1, 1), integers(0), integers(2), most, 8)) == [[], [], []]
