"""Stretches of rows in one text each: those that a look at every place finds, on both cores."""

from __future__ import annotations

from array import array
from itertools import accumulate, pairwise
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as native
from tests.core import oracles as twin
from tests.core.ask import Ask, integers

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


_PAIRS = st.lists(st.tuples(st.text("ab ", max_size=15), st.text("ab ", max_size=15)), max_size=5)


@given(_PAIRS, st.integers(1, 4), st.sampled_from([b"D", b"SDI", b"C", b"CI", b""]))
def test_stretches_of_steps_are_those_of_their_letters(pairs: list[tuple[str, str]], least: int, wanted: bytes) -> None:
    for core in _CORES:
        batch = Ask(core).batch(*([pair[side] for pair in pairs] for side in (0, 1)))
        letters, firsts = batch.letters()
        assert core.step_firsts(batch) == firsts
        assert core.step_stretches(batch, wanted, least) == core.stretches(letters, firsts, wanted, least)


@given(_PAIRS, st.data())
def test_errors_between_two_steps_are_those_of_their_letters(pairs: list[tuple[str, str]], data: st.DataObject) -> None:
    for core in _CORES:
        batch = Ask(core).batch(*([pair[side] for pair in pairs] for side in (0, 1)))
        steps = [batch.operations(place) for place in range(len(batch))]
        spans = [sorted(data.draw(st.tuples(*[st.integers(0, len(letters))] * 2))) for letters in steps]
        columns = (integers(*column) for column in (range(len(batch)), *([span[k] for span in spans] for k in (0, 1))))
        expected = [sum(letter != "C" for letter in letters[a:b]) for letters, (a, b) in zip(steps, spans, strict=True)]
        assert array("q", core.step_errors(batch, *columns)).tolist() == expected


def test_steps_of_networks_are_looked_at_as_well(ask: Ask) -> None:
    batch = ask.batch(["{ a / b } c d", "x"], ["b", "y"])
    assert _columns(ask.core.step_stretches(batch, b"SD", 1)) == [[1, 3], [3, 4]]
    assert array("q", ask.core.step_errors(batch, integers(0, 1), integers(0, 0), integers(2, 1))).tolist() == [1, 1]


@pytest.mark.parametrize(("place", "begin", "end"), [(1, 0, 1), (0, -1, 0), (0, 1, 0), (0, 0, 2)])
def test_steps_that_no_utterance_has_are_refused(ask: Ask, place: int, begin: int, end: int) -> None:
    with pytest.raises((ValueError, IndexError)):
        ask.core.step_errors(ask.batch(["a"], ["a"]), *map(integers, (place, begin, end)))
    with pytest.raises(ValueError, match="^columns of different lengths$"):
        ask.core.step_errors(ask.batch(["a"], ["a"]), integers(0), integers(0), integers(0, 1))
