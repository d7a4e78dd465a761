"""Distributions as the reference looks them up: a coarse normal table, binomial sums, chi-square levels."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from math import erfc, isnan, sqrt

from .. import resource

# Two-tailed Z score of the 95 % level.
Z_95 = 1.960
_STEPS = 515
_EXACT = 5.0

# One-tailed Z scores of 99 % to 90 % as the reference has them; the last is not in order.
Z_ONE_TAILED = (2.330, 2.055, 1.881, 1.751, 1.645, 1.555, 1.474, 1.405, 1.340, 1.381)
CHI_SQUARE_PERCENT = tuple(b"99% 98% 95% 90% 80% 70% 50% 30% 20% 10% 5% 2% 1% .1%".split())
CHI_SQUARE_CONFIDENCE = tuple(b"1% 2% 5% 10% 20% 30% 50% 70% 80% 90% 95% 98% 99% 99.9%".split())
CHI_SQUARE_5 = 10


@cache
def chi_square_levels() -> tuple[tuple[float, ...], ...]:
    """Levels by degrees of freedom (the first row is 1), one column for each of the percentages above.

    Like the scores above, the levels are facts from NIST's SCTK, which is in the public domain (17 U.S.C. 105).
    """
    return tuple(tuple(map(float, line.split())) for line in resource("sctk/chi-square.txt").splitlines())


@cache
def _normal_table() -> tuple[list[float], list[float]]:
    """Places from 0 to 5.14 in steps of 0.01 and the normal distribution there, to seven digits.

    Two places in the reference's table are a little too small.
    """
    places = [step / 100 for step in range(_STEPS)]
    values = [round(0.5 * erfc(-place / sqrt(2)), 7) for place in places]
    places[10], places[99] = 0.09999999, 0.9899999
    return places, values


def normal(z: float) -> float:
    """The normal distribution at the absolute value of z, taken from the next lower place of the table.

    >>> normal(1.9600001), normal(-1.9699), normal(9.0)
    (0.9750021, 0.9750021, 0.9999999)
    """
    places, values = _normal_table()
    return values[-1] if isnan(z) else values[bisect_right(places, abs(z)) - 1]


def two_tailed(z: float) -> float:
    """The probability of a Z score at least as far from 0.

    >>> round(two_tailed(1.97), 4)
    0.0488
    """
    return 1.0 - 2.0 * (normal(z) - 0.50)


def binomial(successes: int, trials: int) -> float:
    """The probability of at most so many heads in tosses of a fair coin.

    Beyond 20 tosses it is approximated by a normal distribution in which the reference halves the number of heads.

    >>> binomial(1, 4), round(binomial(10, 40), 7)
    (0.3125, 1.1e-06)
    """
    if trials * 0.5 * 0.5 <= _EXACT:
        total = 0.0
        for number in range(successes + 1):
            ways = _product(number + 1, trials) / _product(1, trials - number)
            total += ways * 0.5**number * 0.5 ** (trials - number)
        return total
    z = (successes * 0.5 - trials * 0.5) / sqrt(trials * 0.5 * 0.5)
    return 1.0 - normal(z) if z < 0.0 else normal(z)


def _product(first: int, last: int) -> float:
    product = 1.0
    for number in range(first, last + 1):
        product *= number
    return product


def spread_of(count: int, mean: float, squares: float) -> tuple[float, float, float]:
    """Mean, standard deviation and Z statistic of numbers whose squared distances from the mean have this sum."""
    if squares == 0.0:
        return mean, 0.0, 0.0
    if count == 1:
        return mean, float("nan"), float("nan")
    deviation = sqrt(squares / (count - 1))
    return mean, deviation, mean / (deviation / sqrt(count))
