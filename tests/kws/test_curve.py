"""Curves over all thresholds: mean and standard deviation over blocks, counted again block by block."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev

import pytest

np = pytest.importorskip("numpy")

from scorelite.scoring import kws  # noqa: E402
from scorelite.scoring.kws import curve  # noqa: E402
from scorelite.scoring.kws.iso import iso_points  # noqa: E402


def test_mean_and_deviation_are_those_of_the_rates_after_the_changes_before_a_threshold() -> None:
    chance = Random(1)
    rates = [chance.random() * 3 for _ in range(5)]
    start, changes, shown, places = list(rates), [], [], []
    for number in range(20):
        places.append(number)
        shown.append((mean(rates), stdev(rates)))
        block = chance.randrange(5)
        changes.append((rates[block], chance.random() * 3))
        rates[block] = changes[-1][1]
    before, after = (np.array(column) for column in zip(*changes, strict=True))
    actual = curve._curve(np.array(start), before, after, np.array(places))
    assert list(zip(*actual, strict=True)) == [pytest.approx(pair) for pair in shown]


def test_where_a_curve_meets_a_line_its_rates_are_the_means_of_those_of_the_keywords() -> None:
    chance = Random(4)
    ref = [(f"k{number % 4}", 3.0 * number, 3.0 * number + 0.5) for number in range(40)]
    hyp = [
        (word, begin + chance.choice((0.0, 0.0, 1.5)), end + 1.5, round(chance.random(), 3)) for word, begin, end in ref
    ]
    result = kws.evaluate(ref, hyp, [f"k{number}" for number in range(4)], 200)
    assert result.curve
    points = iso_points(result.trials, result.steps, result.curve, ["5", "20", "50", "100"])
    assert len(points) > 1
    for point in points:
        assert np.mean(point.block_miss) == pytest.approx(point.miss)
        assert np.mean(point.block_false_alarm) == pytest.approx(point.false_alarm)
        assert point.miss == pytest.approx(float(point.ratio_text) * point.false_alarm)
