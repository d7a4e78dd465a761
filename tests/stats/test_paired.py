"""Paired tests: known answers, and laws for any data."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.stats.paired import bootstrap, matched_pairs, segments

letters = st.text("CSDI", max_size=30)


def test_a_textbook_sample() -> None:
    # Differences 1, -2, 3, 0, 2: mean 0.8, deviation 1.9235, z 0.93.
    found = matched_pairs([(0, 1), (2, 0), (0, 3), (1, 1), (1, 3)])
    assert found.segments == 5
    assert isclose(found.mean, 0.8)
    assert isclose(found.deviation, 1.9235384, abs_tol=1e-6)
    assert isclose(found.z, 0.92998, abs_tol=1e-4)
    assert isclose(found.p, 0.35238, abs_tol=1e-4)


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
    found = segments(operations, other)
    assert sum(one for one, _ in found) == len(operations) - operations.count("C")
    assert sum(two for _, two in found) == other.count("D")
    assert all(pair != (0, 0) for pair in found)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20))
def test_tests_do_not_mind_who_comes_first(pairs: list[tuple[int, int]]) -> None:
    first, second = (list(side) for side in zip(*pairs, strict=True))
    forth, back = matched_pairs(pairs), matched_pairs([(b, a) for a, b in pairs])
    assert forth.p == back.p
    assert forth.z == -back.z
    one, other = bootstrap(first, second, replications=50), bootstrap(second, first, replications=50)
    assert (one.better, one.worse, one.p) == (other.worse, other.better, other.p)
    assert 0 < one.p <= 1
    assert 0 <= forth.p <= 1


def test_nothing_is_no_difference() -> None:
    assert bootstrap([], []).p == 1
    assert bootstrap([1, 2], [1, 2]).p == 1
    assert matched_pairs([]).p == 1


def test_segments_that_all_differ_alike_are_counted_like_coins() -> None:
    assert matched_pairs([(1, 0)] * 5).p == 2 * 0.5**5
