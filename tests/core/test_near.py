"""Times near each other: as many pairs as any choice makes, on both cores."""

from __future__ import annotations

from array import array
from types import ModuleType

from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as native
from tests.core import oracles as twin

_TIMES = st.lists(st.integers(0, 40), max_size=7).map(sorted)


def _column(times: list[int]) -> bytes:
    return array("q", times).tobytes()


def _most(refs: list[int], hyps: list[int], distance: int) -> int:
    """The most pairs, by trying every choice."""
    if not refs:
        return 0
    first, *others = refs
    choices = [place for place, time in enumerate(hyps) if abs(time - first) <= distance]
    taken = [1 + _most(others, hyps[:place] + hyps[place + 1 :], distance) for place in choices]
    return max([_most(others, hyps, distance), *taken])


@given(_TIMES, _TIMES, st.integers(0, 6))
def test_no_choice_makes_more_pairs(refs: list[int], hyps: list[int], distance: int) -> None:
    pairs = [core.near_pairs(_column(refs), _column(hyps), distance) for core in (native, twin)]
    assert pairs == [_most(refs, hyps, distance)] * 2


def test_the_distance_itself_is_near(core: ModuleType) -> None:
    assert core.near_pairs(_column([100]), _column([150]), 50) == 1
    assert core.near_pairs(_column([100]), _column([151]), 50) == 0
