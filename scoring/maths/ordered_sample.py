"""The total of a population from values drawn one by one, without replacement, in proportion to known sizes.

Each draw gives an estimate of the total that is unbiased whatever was drawn before (Des Raj, 1956). Their mean has the
weights that are best where all sizes are equal; there it is the mean of a simple random sample, times the number of
units (Farquhar, Gal and Rainforth, 2021). All draws together give the total itself. Whoever stops after some draws has
a sample of that size, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import sqrt
from random import Random

from ...formats.values import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A total, its standard error, and how many values each drawn one stands for."""

    total: float
    error: float
    weights: tuple[float, ...]


def drawn(sizes: Sequence[float], seed: int) -> list[int]:
    """The places of all units with a size, in the order in which they are drawn.

    The unit whose exponential time at the rate of its size comes first is the next one (Efraimidis and Spirakis, 2006).

    >>> drawn([5, 0, 1, 200], seed=0)
    [3, 0, 2]
    """
    times = Random(seed)
    arrivals = [(times.expovariate(size), place) for place, size in enumerate(sizes) if size]
    return [place for _, place in sorted(arrivals)]


def estimate(values: Sequence[float], sizes: Sequence[float]) -> Estimate:
    """The total of all units by the values of those drawn first; `sizes` are those of all units in the order of draws.

    No value may exceed its size. So that a few values that agree are not taken for certainty, the variance counts two
    more, one as large as its size and one as small.

    >>> estimate([1, 0], [1, 1, 1, 1]).total
    2.0
    >>> estimate([1, -1, 2], [1, 1, 2])
    Estimate(total=2.0, error=0.0, weights=(1.0, 1.0, 1.0))
    """
    number, of_all = len(values), len(sizes)
    if number == of_all:
        return Estimate(float(sum(values)), 0.0, (1.0,) * number)
    whole = sum(sizes)
    left = [whole - before for before in accumulate(sizes[: number - 1], initial=0)]
    """The sizes of what is left before each draw."""
    scale = of_all * (of_all - number) / number
    shares = [scale / ((of_all - draw) * (of_all - draw + 1)) for draw in range(1, number + 1)]
    """The weight of the estimate of each draw; they add up to 1."""
    later = [1 - until for until in accumulate(shares)]
    weights = [
        share * rest / size + after for share, rest, size, after in zip(shares, left, sizes, later, strict=False)
    ]
    total = sum(weight * value for weight, value in zip(weights, values, strict=True))
    ratios = [value / size for value, size in zip(values, sizes, strict=False)]
    spread = (sum((ratio - total / whole) ** 2 for ratio in ratios) + 2) / max(1, number - 1)
    # The last unit that is left is known before it is drawn: the estimate of its draw has no variance.
    known = [(of_all - draw) / (of_all - draw + 1) for draw in range(1, number + 1)]
    variance = spread * sum((share * rest) ** 2 * part for share, rest, part in zip(shares, left, known, strict=True))
    return Estimate(total, sqrt(variance), tuple(weights))
