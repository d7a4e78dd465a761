"""Curves over all thresholds: mean and standard deviation over blocks, counted again block by block."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev

import pytest

np = pytest.importorskip("numpy")

from scorelite.scoring.kws import curve  # noqa: E402


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
    found = curve._curve(np.array(start), before, after, np.array(places))
    assert list(zip(*found, strict=True)) == [pytest.approx(pair) for pair in shown]
