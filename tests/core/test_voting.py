"""Votes in slots."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as native
from tests.core import oracles as twin

_NUMBERS = st.sampled_from([-2.0, 0.0, 0.25, 0.5, 1.0, float("nan")])


def _packed(kind: str, *rows: list[int] | list[float]) -> list[bytes]:
    return [array(kind, row).tobytes() for row in rows]


def test_the_word_wins_that_scores_most(core: ModuleType) -> None:
    words, times = _packed("i", [0], [1], [1]), _packed("d", [0.5], [0.75], [1.0])
    actual = core.slot_votes(bytes(12), words, (times, times, times), (2, 0.0), (0, 1.0), True)
    assert [array(kind, column).tolist() for kind, column in zip("iiiiiddd", actual, strict=True)] == [
        [2],
        [1],
        [0, 1],
        [0, 0],
        [1, 2],
        [0.5, 1.75],
        [0.5, 1.75],
        [0.5, 1.75],
    ]


@given(
    data=st.data(),
    systems=st.integers(1, 4),
    measure=st.integers(0, 4),
    alpha=st.sampled_from([0.0, 0.3, 1.0]),
    every=st.booleans(),
)
def test_both_cores_count_the_same_votes(
    data: st.DataObject, systems: int, measure: int, alpha: float, every: bool
) -> None:
    slots = data.draw(st.lists(st.integers(-1, 1), max_size=4 * systems).map(lambda row: row[len(row) % systems :]))
    words = _packed("i", *[data.draw(st.lists(st.integers(0, 2), min_size=2, max_size=2)) for _ in range(systems)])
    times = [_packed("d", *[data.draw(st.lists(_NUMBERS, min_size=2, max_size=2)) for _ in words]) for _ in range(3)]
    job = array("i", slots).tobytes(), words, tuple(times), (2, data.draw(_NUMBERS)), (measure, alpha), every
    # NaN differs in its bytes only.
    first, other = (
        [array(kind, column) for kind, column in zip("iiiiiddd", core.slot_votes(*job), strict=True)]
        for core in (native, twin)
    )
    assert str(first).replace("-nan", "nan") == str(other).replace("-nan", "nan")


@pytest.mark.parametrize(
    ("slots", "words", "scale", "message"),
    [
        ([0], [[0]], (5, 1.0), "unknown measure; expected 0 to 4"),
        ([1], [[0]], (0, 1.0), "a slot of no word"),
        ([0], [[0], [0]], (0, 1.0), "columns of different lengths"),
        ([], [], (0, 1.0), "columns of different lengths"),
    ],
)
def test_broken_votes_are_refused(
    core: ModuleType, slots: list[int], words: list[list[int]], scale: tuple[int, float], message: str
) -> None:
    times = [bytes(8)] * len(words)
    with pytest.raises(ValueError, match=message):
        core.slot_votes(
            array("i", slots).tobytes(), _packed("i", *words), (times, times, times), (9, 0.0), scale, False
        )


def test_broken_pieces_are_refused(core: ModuleType) -> None:
    for pieces in ([0, 2], [1, 0], [0], [0, 1, 0, 1]):
        with pytest.raises(ValueError, match="pieces do not fit the words|bytes length not a multiple of item size"):
            core.word_slots(
                _packed("i", [0]) * (2 if len(pieces) < 4 else 3), bytes(1), None, array("i", pieces).tobytes()
            )


def test_words_meet_within_their_piece(core: ModuleType) -> None:
    pieces = array("i", [0, 1, 0, 1, 1, 2, 1, 1]).tobytes()
    actual = core.word_slots(_packed("i", [0, 1], [1]), bytes(2), None, pieces)
    assert array("i", actual).tolist() == [0, 0, 1, -1]


def test_values_are_numbered_by_first_use(core: ModuleType) -> None:
    numbers = core.value_numbers([["b", "a", "b"], (), ("c", "a")])
    assert numbers == (_packed("i", [0, 1, 0], [], [2, 1]), {"b": 0, "a": 1, "c": 2})
    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        core.value_numbers([[[]]])
