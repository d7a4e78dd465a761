"""Distributions as the reference looks them up: a coarse normal table, binomial sums, chi-square levels."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from math import erfc, isnan, sqrt

# Two-tailed Z score of the 95 % level.
Z_95 = 1.960
_STEPS = 515
_EXACT = 5.0

# One-tailed Z scores of 99 % to 90 % as the reference has them; the last is not in order.
Z_ONE_TAILED = (2.330, 2.055, 1.881, 1.751, 1.645, 1.555, 1.474, 1.405, 1.340, 1.381)
CHI_SQUARE_PERCENT = tuple(b"99% 98% 95% 90% 80% 70% 50% 30% 20% 10% 5% 2% 1% .1%".split())
CHI_SQUARE_CONFIDENCE = tuple(b"1% 2% 5% 10% 20% 30% 50% 70% 80% 90% 95% 98% 99% 99.9%".split())
CHI_SQUARE_5 = 10

# Chi-square levels for 1 to 30 degrees of freedom, one column for each of the percentages above: like the scores above,
# a table of facts from NIST's SCTK, which is in the public domain (17 U.S.C. 105).
_LEVELS = """
0.00016 0.00063 0.0039 0.016 0.064 0.15 0.46 1.07 1.64 2.71 3.84 5.41 6.64 10.83
0.02 0.04 0.10 0.21 0.45 0.71 1.39 2.41 3.22 4.60 5.99 7.82 9.21 13.82
0.12 0.18 0.35 0.58 1.00 1.42 2.37 3.66 4.64 6.25 7.82 9.84 11.34 16.27
0.30 0.43 0.71 1.06 1.65 2.20 3.36 4.88 5.99 7.78 9.49 11.67 13.28 18.46
0.55 0.75 1.14 1.61 2.34 3.00 4.35 6.06 7.29 9.24 11.07 13.39 15.09 20.52
0.87 1.13 1.64 2.20 3.07 3.83 5.35 7.23 8.56 10.64 12.59 15.03 16.81 22.46
1.24 1.56 2.17 2.83 3.82 4.67 6.35 8.38 9.80 12.02 14.07 16.62 18.48 24.32
1.65 2.03 2.73 3.49 4.59 5.53 7.34 9.52 11.03 13.36 15.51 18.17 20.09 26.12
2.09 2.53 3.32 4.17 5.38 6.39 8.34 10.66 12.24 14.68 16.92 19.68 21.67 27.88
2.56 3.06 3.94 4.86 6.18 7.27 9.34 11.78 13.44 15.99 18.31 21.16 23.21 29.59
3.05 3.61 4.58 5.58 6.99 8.15 10.34 12.90 14.63 17.28 19.68 22.62 24.72 31.26
3.57 4.18 5.23 6.30 7.81 9.03 11.34 14.01 15.81 18.55 21.03 24.05 26.22 32.91
4.11 4.76 5.89 7.04 8.63 9.93 12.34 15.12 16.98 19.81 22.36 25.47 27.69 34.53
4.66 5.37 6.57 7.79 9.47 10.82 13.34 16.22 18.15 21.06 23.68 26.87 29.14 36.12
5.23 5.98 7.26 8.55 10.31 11.72 14.34 17.32 19.31 22.31 25.00 28.26 30.58 37.70
5.81 6.61 7.96 9.31 11.15 12.62 15.34 18.42 20.46 23.54 26.30 29.63 32.00 39.29
6.41 7.26 8.67 10.08 12.00 13.53 16.34 19.51 21.62 24.77 27.59 31.00 33.41 40.75
7.02 7.91 9.39 10.86 12.86 14.44 17.34 20.60 22.76 25.99 28.87 32.35 34.80 42.31
7.63 8.57 10.12 11.65 13.72 15.35 18.34 21.69 23.90 27.20 30.14 33.69 36.19 43.82
8.26 9.24 10.85 12.44 14.58 16.27 19.34 22.78 25.04 28.41 31.41 35.02 37.57 45.32
8.90 9.92 11.59 13.24 15.44 17.18 20.34 23.86 26.17 29.62 32.67 36.34 38.93 46.80
9.54 10.60 12.34 14.04 16.31 18.10 21.24 24.94 27.30 30.81 33.92 37.66 40.29 48.27
10.20 11.29 13.09 14.85 17.19 19.02 22.34 26.02 28.43 32.01 35.17 38.97 41.64 49.73
10.86 11.99 13.85 15.66 18.06 19.94 23.34 27.10 29.55 33.20 36.42 40.27 42.98 51.18
11.52 12.70 14.61 16.47 18.94 20.87 24.34 28.17 30.68 34.38 37.65 41.57 44.31 52.62
12.20 13.41 15.38 17.29 19.82 21.79 25.34 29.25 31.80 35.56 38.88 42.86 45.64 54.05
12.88 14.12 16.15 18.11 20.70 22.72 26.34 30.32 32.91 36.74 40.11 44.14 46.96 55.48
13.56 14.85 16.93 18.94 21.59 23.65 27.34 31.39 34.03 37.92 41.34 45.42 48.28 56.89
14.26 15.57 17.71 19.77 22.48 24.58 28.34 32.46 35.14 39.09 42.56 46.69 49.59 58.30
14.95 16.31 18.49 20.60 23.36 25.51 29.34 33.53 36.25 40.26 43.77 47.96 50.89 59.70
"""


@cache
def chi_square_levels() -> tuple[tuple[float, ...], ...]:
    """Levels by degrees of freedom (the first row is 1), as tabulated in the reference."""
    return tuple(tuple(map(float, line.split())) for line in _LEVELS.strip().splitlines())


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
