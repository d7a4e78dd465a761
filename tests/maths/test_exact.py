"""Exact paired tests against enumeration of all signs, and corrections for many comparisons."""

from __future__ import annotations

import sys
from itertools import accumulate, product
from math import erfc, sqrt
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring.maths.exact import benjamini_hochberg, binomial_p, holm, mcnemar, sign_test, signed_ranks

_RATES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8)


def _enumerated(pairs: list[tuple[int, int]]) -> float:
    """The share of signs whose smaller rank sum is at most the observed one."""
    differences = [right - left for left, right in pairs if left != right]
    sizes = sorted(map(abs, differences))
    ranks = [(2 * sizes.index(abs(d)) + sizes.count(abs(d)) + 1) / 2 for d in differences]
    observed = min(sum(r for r, d in zip(ranks, differences, strict=True) if (d > 0) == side) for side in (True, False))
    sums = [
        sum(r for r, kept in zip(ranks, kept_ones, strict=True) if kept)
        for kept_ones in product((0, 1), repeat=len(ranks))
    ]
    return min(1.0, 2 * sum(total <= observed for total in sums) / len(sums))


@given(pairs=_RATES)
def test_signed_ranks_are_exact_with_ties(pairs: list[tuple[int, int]]) -> None:
    actual = signed_ranks([left for left, _ in pairs], [right for _, right in pairs])
    assert actual.p == pytest.approx(_enumerated(pairs))


@given(smaller=st.integers(0, 1500), number=st.integers(2001, 3000))
def test_the_binomial_p_of_many_tosses_is_that_of_whole_numbers(smaller: int, number: int) -> None:
    ways = list(accumulate(range(smaller), lambda ways, k: ways * (number - k) // (k + 1), initial=1))
    first = min(smaller, number // 2)
    assert binomial_p(first, number - first) == min(1.0, 2 * sum(ways[: first + 1]) / (1 << number))


def test_the_binomial_p_of_a_million_tosses_follows_the_normal_distribution() -> None:
    assert binomial_p(499_000, 501_000) == binomial_p(501_000, 499_000)
    assert binomial_p(499_000, 501_000) == pytest.approx(erfc(1999 / sqrt(2e6)), rel=1e-4)
    assert binomial_p(3, 1_000_000) == 0.0
    assert binomial_p(500_000, 500_000) == 1.0


@given(first=st.integers(0, 9), second=st.integers(0, 9))
def test_the_binomial_p_counts_all_tosses(first: int, second: int) -> None:
    number = first + second
    tosses = [sum(toss) for toss in product((0, 1), repeat=number)]
    extreme = sum(total <= min(first, second) for total in tosses) / len(tosses)
    assert binomial_p(first, second) == pytest.approx(min(1.0, 2 * extreme))


def test_many_pairs_are_approximated_closely() -> None:
    first = [float(k % 11) for k in range(190)]
    second = [value + (1 if k % 5 else -2) for k, value in enumerate(first)]
    exact = signed_ranks(first, second).p
    doubled = signed_ranks(first + first[:20], second + second[:20]).p
    assert 0 < doubled < 0.05
    assert 0 < exact < 0.05


def test_ranks_cost_lines_of_python_in_proportion_to_pairs() -> None:
    def lines(size: int) -> int:
        counted = 0

        def trace(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal counted
            counted += event == "line"
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            signed_ranks(
                [float(place) for place in range(size)],
                [place + (place + 1.0) * (-1) ** place for place in range(size)],
            )
        finally:
            sys.settrace(before)
        return counted

    assert lines(100) < 2.3 * lines(50)


def test_ranks_of_many_pairs_follow_the_normal_distribution() -> None:
    """Of 1,000 pairs of equal differences, 460 are better: the sum of ranks deviates as tosses of a coin do."""
    actual = signed_ranks([0.0] * 1000, [1.0] * 460 + [-1.0] * 540)
    assert actual.p == pytest.approx(erfc(40 / sqrt(1000 / 4) / sqrt(2)), rel=1e-3)


def test_who_is_better_and_by_how_many() -> None:
    assert sign_test([1, 1, 5], [2, 1, 4]).first == 1
    actual = mcnemar([False, False, False, False, False, True], [True, True, True, True, True, True])
    assert (actual.first, actual.second, actual.p) == (5, 0, 0.0625)
    assert signed_ranks([], []).p == sign_test([], []).p == mcnemar([], []).p == 1.0


@given(values=st.lists(st.floats(0, 1), max_size=6))
def test_corrections_never_lower_a_p_value_and_keep_the_order(values: list[float]) -> None:
    for corrected in (holm(values), benjamini_hochberg(values)):
        assert all(after >= before - 1e-12 for before, after in zip(values, corrected, strict=True))
        order = sorted(range(len(values)), key=values.__getitem__)
        assert [corrected[k] for k in order] == sorted(corrected)
    assert all(first >= other - 1e-12 for first, other in zip(holm(values), benjamini_hochberg(values), strict=True))
