"""Interface of editdistance: distances by hand, and the library itself if it is installed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scorelite.compat import editdistance as ours
from scorelite.compat.editdistance import bycython
from tests.peers import peer


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [("", "", 0), ("abc", "aec", 1), ("bbb", "a", 3), (b"ab", "ab", 2), ([1], [1.0], 0), ({0: "a"}, {0: "b"}, 1)],
)
def test_distances_are_those_counted_by_hand(a: Any, b: Any, distance: int) -> None:
    assert {ours.eval(a, b), ours.eval(b, a), ours.distance(a, b), bycython.eval_dp(a, b)} == {distance}
    assert ours.distance_le_than(a, b, distance)
    assert not distance or not ours.eval_criterion(a, b, thr=distance - 1)


def test_equal_hashes_are_not_equal_symbols() -> None:
    assert ours.eval([-1, 0], [-2, 2**61 - 1]) == 2


def answer(function: Any, *values: Any) -> Any:
    """The result of a call, or the kind and text of its error."""
    try:
        return function(*values)
    except (TypeError, OverflowError) as error:
        return type(error), str(error)


def test_answers_and_errors_are_those_of_the_library() -> None:
    theirs = peer("editdistance")
    chance = random.Random(7)
    for _ in range(3000):
        kind = chance.choice(("ab", "abcdefghij", "äß漢字"))
        a, b = ([*chance.choices(kind, k=chance.randint(0, 90))] for _ in range(2))
        assert ours.eval(a, b) == theirs.eval(a, b)
        limit = chance.randint(1, 90)
        assert ours.eval_criterion(a, b, limit) is theirs.eval_criterion(a, b, limit)
    wrong: list[tuple[Any, ...]] = [(1, 2), ("a", None), ([[1]], ["a"]), ({"a"}, {"b"}), (iter("ab"), "ab")]
    for values in wrong:
        assert answer(ours.eval, *values) == answer(theirs.eval, *values)
    for limit in (-1, 1 << 40, 1.5, True, "x", None):
        values = ("a", "b", limit)
        assert answer(ours.eval_criterion, *values) == answer(theirs.eval_criterion, *values)
