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
from tests.core.ask import integers

_CORES = (native, twin)


def _columns(parts: tuple[bytes, ...]) -> list[list[int]]:
    return [array("q", part).tolist() for part in parts]


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
        found = _columns(core.stretches(rows, integers(0, *accumulate(map(len, texts))), wanted, least))
        assert [*zip(*found, strict=True)] == expected


def test_only_the_texts_that_are_named_are_looked_at(core: ModuleType) -> None:
    assert _columns(core.stretches(b"DDDDDD", integers(1, 3, 3), b"D", 1)) == [[1], [3]]
    assert (
        _columns(core.stretches(b"D", integers(0), b"D", 1)) == _columns(core.stretches(b"", b"", b"D", 1)) == [[], []]
    )


@pytest.mark.parametrize("places", [(0, 4), (2, 1), (-1, 1), (0, 1, 0)])
def test_texts_outside_of_the_rows_are_refused(core: ModuleType, places: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"a text from -?\d to \d of 3 rows"):
        core.stretches(b"DDD", integers(*places), b"D", 1)


def test_sizes_below_the_least_are_refused(core: ModuleType) -> None:
    with pytest.raises(ValueError, match="at least"):
        core.stretches(b"D", integers(0, 1), b"D", 0)


def test_sizes_beyond_all_texts_find_nothing(core: ModuleType) -> None:
    most = 2**63 - 1
    assert _columns(core.stretches(b"DD", integers(0, 2), b"D", most)) == [[], []]
