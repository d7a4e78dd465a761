from __future__ import annotations

import math
import random
import struct

import pytest

from scorelite.scoring.report.engine.numbers import integer, percent, rounded, statistics


def test_half_goes_away_from_zero_on_the_binary_product():
    assert [rounded(value, 1) for value in (0.25, 0.35, 2.45, -0.25, -0.05)] == [0.3, 0.4, 2.5, -0.3, -0.1]


def test_numbers_pass_through_single_precision():
    generator = random.Random(5)
    for _ in range(2000):
        whole = generator.randrange(-(2**31), 2**31)
        (single,) = struct.unpack("f", struct.pack("f", whole))
        assert rounded(whole, 0) == single


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 2147483648.0, -3e9])
def test_what_does_not_fit_becomes_the_lowest_integer(value):
    assert integer(value) == -2147483648
    assert rounded(value, 3) == -2147483.648


def test_integers_are_truncated_towards_zero():
    assert [integer(value) for value in (2.9, -2.9, 2147483647.5, -2147483648.5)] == [2, -2, 2147483647, -2147483648]


def test_percent_of_nothing_is_nothing():
    assert percent(4, 0) == 0.0
    assert percent(1, 3) == 1 / 3 * 100.0


def test_statistics_of_no_value_are_zero():
    assert statistics([]) == (0.0, 0.0, 0.0)


def test_one_value_has_no_deviation():
    assert statistics([7.5]) == (7.5, 0.0, 7.5)


def test_even_count_has_the_mean_of_the_middle_two_as_median():
    assert statistics([4, 1, 3, 10])[2] == 3.5


def test_sums_are_not_compensated():
    values = [0.1] * 10
    total = 0.0
    for value in values:
        total += value
    assert statistics(values)[0] == total / 10 != 0.1


def test_nan_is_ordered_as_the_merge_sort_leaves_it():
    # NaN compares equal to everything, so it stays before the right half and keeps 5 from 1.
    assert statistics([math.nan, 5.0, 1.0])[2] == 1.0
    assert math.isnan(statistics([5.0, math.nan, 1.0])[2])
    mean, deviation, _ = statistics([math.nan, 1.0])
    assert math.isnan(mean)
    assert math.isnan(deviation)


def test_large_values_near_each_other_keep_their_deviation():
    assert statistics([1e9, 1e9 + 1, 1e9 + 2])[1] == 1.0
    assert statistics([1e12 + 0.25, 1e12 + 0.5, 1e12 + 1.0])[1] == pytest.approx(0.3818813, rel=1e-3)
