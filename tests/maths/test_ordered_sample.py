"""Totals from ordered samples: unbiased by all samples that there are, and intervals by simulation."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from math import factorial, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring.maths.intervals import student_95
from scorelite.scoring.maths.ordered_sample import drawn, estimate

UNITS = st.lists(st.integers(1, 9).flatmap(lambda size: st.tuples(st.just(size), st.integers(-size, size))), max_size=6)


def chance(order: tuple[int, ...], sizes: list[int]) -> float:
    """The probability of an order in which all units are drawn in proportion to their sizes."""
    left, result = sum(sizes), 1.0
    for place in order:
        result *= sizes[place] / left
        left -= sizes[place]
    return result


@given(UNITS.filter(len), st.integers(0, 5))
def test_the_mean_over_all_samples_is_the_total(units: list[tuple[int, int]], number: int) -> None:
    number = 1 + number % len(units)
    sizes = [size for size, _ in units]
    mean = weight = 0.0
    for order in permutations(range(len(units))):
        made = estimate([units[place][1] for place in order[:number]], [sizes[place] for place in order])
        mean += chance(order, sizes) * made.total
        weight += chance(order, sizes) * sum(made.weights)
        assert isclose(
            made.total, sum(w * units[p][1] for w, p in zip(made.weights, order, strict=False)), abs_tol=1e-9
        )
    assert isclose(mean, sum(value for _, value in units), abs_tol=1e-9)
    assert isclose(weight, len(units), abs_tol=1e-9)


def test_orders_come_as_often_as_their_sizes_demand() -> None:
    sizes = [1, 2, 5]
    orders = Counter(tuple(drawn(sizes, seed)) for seed in range(6000))
    assert len(orders) == factorial(3)
    for order, times in orders.items():
        expected = 6000 * chance(order, sizes)
        assert abs(times - expected) < 4 * sqrt(expected)


def test_equal_sizes_give_the_mean_of_a_simple_random_sample() -> None:
    values = [1, 0, -1, 1, 1, 0, 0]
    made = estimate(values, [1] * 20)
    assert made.weights == pytest.approx([20 / 7] * 7)
    # The variance of such a sample, with the two values that are counted in addition.
    spread = (sum((value - 2 / 7) ** 2 for value in values) + 2) / 6
    assert made.error == pytest.approx(sqrt(20 * 13 / 7 * spread))


def test_units_without_size_are_never_drawn_and_all_others_are() -> None:
    assert sorted(drawn([0, 3, 0, 1], 5)) == [1, 3]
    assert drawn([], 1) == drawn([0], 1) == []
    assert (estimate([], []).total, estimate([2], [3]).error) == (0.0, 0.0)


def test_values_that_agree_are_no_certainty() -> None:
    assert estimate([1] * 10, [1] * 100).error > 0
    assert estimate([0] * 10, [1] * 100).error > estimate([0] * 40, [1] * 100).error


@pytest.mark.parametrize("number", [12, 60])
def test_intervals_hold_the_total(number: int) -> None:
    chances = random.Random(number)
    sizes = [chances.choice([1, 1, 1, 2, 3, 8]) for _ in range(150)]
    values = [chances.choice([-size, 0, size, size, size // 2]) for size in sizes]
    held = 0
    for seed in range(400):
        order = drawn(sizes, seed)
        made = estimate([values[place] for place in order[:number]], [sizes[place] for place in order])
        held += abs(made.total - sum(values)) <= student_95(number - 1) * made.error
    assert 0.92 * 400 <= held <= 0.99 * 400
