"""Paired tests: known answers, and laws for any data."""

from __future__ import annotations

from array import array
from math import isclose, sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core
from scorelite.scoring.maths.paired_tests import BUFFER, bootstrap, matched_pairs

letters = st.text("CSDI", max_size=30)


def segments(first: str, second: str) -> list[tuple[int, int]]:
    """Errors of both systems in each segment of an utterance."""
    segments = array("i", core.paired_segments([first.encode()], [second.encode()], BUFFER))
    return list(zip(segments[::2], segments[1::2], strict=True))


def test_a_textbook_sample() -> None:
    # Differences 1, -2, 3, 0, 2: mean 0.8, deviation 1.9235, z 0.93.
    pairs = matched_pairs([(0, 1), (2, 0), (0, 3), (1, 1), (1, 3)])
    assert pairs.segments == 5
    assert isclose(pairs.mean, 0.8)
    assert isclose(pairs.deviation, 1.9235384, abs_tol=1e-6)
    assert isclose(pairs.z, 0.92998, abs_tol=1e-4)
    assert isclose(pairs.p, 0.35238, abs_tol=1e-4)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("", "", []),
        ("CCC", "CCC", []),
        ("CSC", "CCC", [(1, 0)]),
        ("SCS", "CCC", [(2, 0)]),
        ("SCCS", "CCCC", [(1, 0), (1, 0)]),
        ("SCICS", "CCCC"[:2] + "CC", [(3, 0)]),
        ("ICC", "CC", [(1, 0)]),
        ("CCI", "CCD"[:2], [(1, 0)]),
        ("SCCC", "CCCD", [(1, 0), (0, 1)]),
    ],
)
def test_two_right_words_part_segments(first: str, second: str, expected: list[tuple[int, int]]) -> None:
    assert segments(first, second) == expected


@given(letters)
def test_segments_hold_all_errors(operations: str) -> None:
    other = operations.replace("I", "").replace("S", "C")
    actual = segments(operations, other)
    assert sum(one for one, _ in actual) == len(operations) - operations.count("C")
    assert sum(two for _, two in actual) == other.count("D")
    assert all(pair != (0, 0) for pair in actual)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20))
def test_tests_do_not_mind_who_comes_first(pairs: list[tuple[int, int]]) -> None:
    first, second = (list(side) for side in zip(*pairs, strict=True))
    forth, back = matched_pairs(pairs), matched_pairs([(b, a) for a, b in pairs])
    assert forth.p == back.p
    assert forth.z == (None if back.z is None else -back.z)
    one, other = bootstrap(first, second, replications=50), bootstrap(second, first, replications=50)
    differences = sorted(b - a for a, b in pairs)
    if differences != sorted(-difference for difference in differences):
        assert (one.better, one.worse) == (other.worse, other.better)
    assert one.p == other.p
    assert 0 < one.p <= 1
    assert 0 <= forth.p <= 1


def test_nothing_is_no_difference() -> None:
    assert bootstrap([], []).p == 1
    assert bootstrap([1, 2], [1, 2]).p == 1
    assert matched_pairs([]).p == 1


def test_segments_that_all_differ_alike_are_counted_like_coins() -> None:
    assert matched_pairs([(1, 0)] * 5).p == 2 * 0.5**5


@given(st.permutations(range(12)))
def test_the_order_of_utterances_and_segments_has_no_influence(order: list[int]) -> None:
    first, second = [k % 5 for k in range(12)], [k % 3 for k in range(12)]
    sides = [first[k] for k in order], [second[k] for k in order]
    assert bootstrap(*sides, replications=20) == bootstrap(first, second, replications=20)
    assert matched_pairs(zip(*sides, strict=True)) == matched_pairs(zip(first, second, strict=True))


def test_threads_draw_the_same_samples() -> None:
    first, second = [k % 7 for k in range(100)], [k % 5 for k in range(100)]
    assert bootstrap(first, second, replications=200, threads=3) == bootstrap(first, second, replications=200)


def test_samples_have_the_deviation_of_draws_with_replacement() -> None:
    # Of 1000 utterances 100 are worse in one system: samples have 100 of them, with a deviation of the root of 90.
    column, counts = array("i", [0, 1]).tobytes(), array("q", [900, 100]).tobytes()
    sums = array("q", core.grouped_sums((column,), counts, 1000, 5)[0])
    assert mean(sums) == pytest.approx(100, abs=1.5)
    assert stdev(sums) == pytest.approx(sqrt(90), rel=0.1)
