"""Pairs of speakers with the fewest errors, and which of equally good ones is taken."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from scorelite.scoring.meetings.pairing import cheapest
from tests.peers import peer


def table(number: int) -> list[list[int]]:
    """A random square table; most have several cheapest assignments."""
    rng = random.Random(number)
    size, most = rng.randint(1, 9), rng.choice((1, 2, 3, 5, 20))
    return [[rng.randint(0, most) for _ in range(size)] for _ in range(size)]


def test_no_assignment_is_cheaper() -> None:
    for rows in filter(lambda rows: len(rows) < 6, map(table, range(300))):
        actual = cheapest(rows)
        assert sorted(actual) == list(range(len(rows)))
        costs = (
            sum(row[column] for row, column in zip(rows, columns, strict=True)) for columns in permutations(actual)
        )
        assert sum(row[column] for row, column in zip(rows, actual, strict=True)) == min(costs)


def test_ties_are_broken_as_in_meeteval() -> None:
    assert cheapest([[0, 0], [0, 0]]) == [0, 1]
    assert cheapest([[1, 1, 2], [0, 1, 0], [1, 1, 1]]) == [0, 2, 1]


@pytest.mark.slow
def test_ties_are_broken_as_in_scipy_which_meeteval_asks() -> None:
    optimize = peer("scipy.optimize")
    for rows in map(table, range(800)):
        assert cheapest(rows) == optimize.linear_sum_assignment(rows)[1].tolist(), rows
