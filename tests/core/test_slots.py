"""Segments of two systems' errors, and slots of many systems' words."""

from __future__ import annotations

from array import array
from itertools import accumulate
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as native
from tests.core import oracles as twin
from tests.core.ask import integers

_ROWS = st.lists(st.lists(st.integers(0, 3), max_size=8), min_size=1, max_size=5)


def _packed(rows: list[list[int]]) -> list[bytes]:
    return [array("i", row).tobytes() for row in rows]


def _slots(core: ModuleType, *rows: list[int], kinds: bytes = bytes(4)) -> list[list[int]]:
    numbers = array("i", core.word_slots(_packed(list(rows)), kinds, None)).tolist()
    return [numbers[k : k + len(rows)] for k in range(0, len(numbers), len(rows))]


def test_words_of_all_systems_meet_in_slots(core: ModuleType) -> None:
    assert _slots(core, [0, 1, 2], [0, 2], [0, 1, 1, 2]) == [[0, 0, 0], [-1, -1, 1], [1, -1, 2], [2, 1, 3]]
    assert _slots(core, [], [1]) == [[-1, 0]]


def test_a_word_that_stands_for_nothing_costs_little_to_insert(core: ModuleType) -> None:
    assert _slots(core, [1, 2], [0, 1, 2], kinds=bytes([1, 0, 0, 0])) == [[-1, 0], [0, 1], [1, 2]]


@given(rows=_ROWS, kinds=st.lists(st.integers(0, 2), min_size=4, max_size=4), timed=st.booleans())
def test_both_cores_make_the_same_slots_and_lose_no_word(rows: list[list[int]], kinds: list[int], timed: bool) -> None:
    columns = [
        [array("d", [0.25 * (2 * k + late) for k in range(len(row))]).tobytes() for row in rows] for late in (0, 1)
    ]
    times = (columns[0], columns[1]) if timed else None
    actual = native.word_slots(_packed(rows), bytes(kinds), times)
    assert actual == twin.word_slots(_packed(rows), bytes(kinds), times)
    slots = array("i", actual).tolist()
    for system, row in enumerate(rows):
        assert [place for place in slots[system :: len(rows)] if place >= 0] == list(range(len(row)))


def test_long_stretches_need_no_memory_for_all_cells(core: ModuleType) -> None:
    if core is twin:
        pytest.skip("five thousand words take the twin a minute")
    first = [k % 7 for k in range(5000)]
    second = [*first[:2000], 9, *first[2001:4000], *first[4001:]]
    slots = _slots(core, first, second, kinds=bytes(10))
    assert slots[2000] == [2000, 2000]
    # Of equally cheap places the deletion takes the first in its run.
    assert [slot[0] for slot in slots if slot[1] < 0] == [4000]


@pytest.mark.parametrize(
    ("rows", "kinds", "times", "message"),
    [
        ([[4]], bytes(4), None, "symbol 4; expected 0 to 3"),
        ([[-1]], bytes(4), None, "symbol -1; expected 0 to 3"),
        ([[1]], bytes(4), ([], []), "times do not fit the words; expected a start and an end for each word"),
        ([[]] * 256, bytes(4), None, "256 systems; expected 255 at most"),
    ],
)
def test_broken_arguments_are_refused(
    core: ModuleType, rows: list[list[int]], kinds: bytes, times: tuple[list[bytes], list[bytes]] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        core.word_slots(_packed(rows), kinds, times)


_OPERATIONS = st.lists(st.text("CSDI", max_size=9).map(str.encode), min_size=2, max_size=2)


def test_segments_end_with_words_that_both_have_right(core: ModuleType) -> None:
    segments = core.error_segments(b"CCCSCCC\n", b"DCCSCCCI\n", 2)
    assert segments == (3, 10, 1, 3, 0, 2, 0, pytest.approx(2 / 3))
    assert core.error_segments(b"CCC\n", b"CC\n", 1) == (0, 0, 0, 0, 0, 0, 1, 0.0), (
        "a segment without errors is ignored"
    )
    with pytest.raises(ValueError, match="1 and 0 utterances; expected equally many"):
        core.error_segments(b"C\n", b"", 2)
    with pytest.raises(ValueError, match="buffer 0; expected 1 or more"):
        core.error_segments(b"C\n", b"C\n", 0)


def test_right_words_separate_paired_segments(core: ModuleType) -> None:
    actual = array("i", core.paired_segments([b"CCCSCCC", b"CS"], [b"DCCSCCCI", b"C"], 2)).tolist()
    assert actual == [0, 1, 1, 1, 0, 1, 1, 0], "an utterance with two references is one segment"
    with pytest.raises(ValueError, match="1 and 0 utterances; expected equally many"):
        core.paired_segments([b"C"], [], 2)
    with pytest.raises(ValueError, match="buffer 0; expected 1 or more"):
        core.paired_segments([b"C"], [b"C"], 0)


def _system(operations: list[bytes], *, placed: bool = True) -> tuple[bytes, bytes, bytes]:
    """A system of these operations as columns."""
    counts = array("i", [steps.count(letter) for steps in operations for letter in b"CSDI"])
    places = array("q", accumulate(map(len, operations), initial=0)) if placed else array("q")
    return counts.tobytes(), b"".join(operations) if placed else b"", places.tobytes()


def test_paired_sums_are_those_of_differences_and_segments(core: ModuleType) -> None:
    first, second = [b"CCCSCCC", b"CS", b"C", b"D"], [b"DCCSCCCI", b"C", b"C", b"C"]
    sums = core.paired_sums(_system(first), _system(second), 2)
    assert sums == ([(-1, 2), (0, 1), (2, 1)], (0, 2), (5, 0, 4))
    without = core.paired_sums(_system(first), _system(second, placed=False), 2)
    assert without == (sums[0], sums[1], (3, 0, 6)), "an utterance is one segment"
    with pytest.raises(ValueError, match="1 and 0 utterances; expected equally many"):
        core.paired_sums(_system([b"C"]), _system([]), 2)
    with pytest.raises(ValueError, match="buffer 0; expected 1 or more"):
        core.paired_sums(_system([]), _system([]), 0)
    with pytest.raises(ValueError, match="counts that are not four for each utterance"):
        core.paired_sums((bytes(4), b"", b""), _system([b"C"]), 2)
    with pytest.raises(ValueError, match="places that do not divide the letters"):
        core.paired_sums((bytes(16), b"C", integers(0, 2)), _system([b"C"]), 2)


@given(pairs=st.lists(_OPERATIONS, max_size=4), buffer=st.integers(1, 4), placed=st.booleans())
def test_both_cores_sum_the_same_segments(pairs: list[list[bytes]], buffer: int, placed: bool) -> None:
    first, second = _system([pair[0] for pair in pairs]), _system([pair[1] for pair in pairs], placed=placed)
    assert native.paired_sums(first, second, buffer) == twin.paired_sums(first, second, buffer)


def test_counts_have_the_totals_of_a_batch(core: ModuleType) -> None:
    counts, groups = array("i", [2, 1, 0, 0, 3, 0, 0, 0, 1, 1, 1, 1]).tobytes(), array("i", [1, 1, -1]).tobytes()
    assert core.count_totals(counts, groups, 2) == [(0,) * 6, (2, 5, 1, 0, 0, 1)]
    with pytest.raises(ValueError, match="3 groups for 1 utterances; expected one each"):
        core.count_totals(bytes(16), groups, 2)
    with pytest.raises(ValueError, match="group 1; expected less than 1"):
        core.count_totals(counts, groups, 1)
    with pytest.raises(ValueError, match="counts that are not four for each utterance"):
        core.count_totals(bytes(4), b"", 1)


def test_utterances_are_counted_by_their_errors_and_reference_words(core: ModuleType) -> None:
    counts = array("i", [2, 1, 0, 0, 3, 0, 0, 0, 1, 0, 2, 0, 2, 0, 1, 0, (1 << 31) - 1, 1, 1, 0]).tobytes()
    assert core.count_sizes(counts) == [(0, 3, 1), (1, 3, 2), (2, 3, 1), (2, (1 << 31) + 1, 1)]
    assert core.count_sizes(b"") == []
    with pytest.raises(ValueError, match="counts that are not four for each utterance"):
        core.count_sizes(bytes(4))


@given(pairs=st.lists(_OPERATIONS, max_size=4), buffer=st.integers(1, 4))
def test_both_cores_cut_the_same_segments(pairs: list[list[bytes]], buffer: int) -> None:
    first, second = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    lines = [b"".join(operations + b"\n" for operations in side) for side in (first, second)]
    assert native.error_segments(*lines, buffer) == twin.error_segments(*lines, buffer)
    assert native.paired_segments(first, second, buffer) == twin.paired_segments(first, second, buffer)


@given(length=st.integers(1, 70), data=st.data(), buffer=st.integers(1, 66))
def test_both_cores_cut_long_utterances_without_insertions(length: int, data: st.DataObject, buffer: int) -> None:
    wrong = st.sets(st.integers(0, length - 1), max_size=6)
    lines = []
    for kind in (b"S", b"D"):
        operations = bytearray(b"C" * length + b"\n")
        for place in data.draw(wrong):
            operations[place : place + 1] = kind
        lines.append(bytes(operations))
    assert native.error_segments(*lines, buffer) == twin.error_segments(*lines, buffer)
