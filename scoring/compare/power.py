"""Is it enough data? The smallest difference that a test set shows, and how much more a smaller one needs.

What is drawn again are units that were recorded together: the words of one speaker are no independent trials. The rates
of two systems are compared unit by unit; their difference D is that of sums, so the residual of a unit with d more
errors and n words is d - D n, and the standard error of D is s / (mean n x square root of the units).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp, sqrt

from ...formats.errors import UsageError, quantity
from ...formats.values import dataclass
from ..common.results import Immutable
from ..maths.intervals import FEWEST

POWER, LEVEL = 0.8, 0.05
SMALLEST = 1e-6
"""The smallest difference of rates that is planned: one word in a million."""
_QUANTILES = 1.959964 + 0.841621
"""Of the level on both sides, and of the power."""
_REACH = 1.281552
"""Of a range that holds the number of units 8 times in 10."""


@dataclass(frozen=True, slots=True)
class Power(Immutable):
    """The differences that units like these show."""

    unit: str
    units: int
    words: float
    """Words of the reference in a unit, the mean."""
    variance: float
    """Of the residuals of units."""
    kurtosis: float

    @property
    def shown(self) -> float:
        """The smallest difference of rates that these data show 8 times in 10."""
        return _QUANTILES * sqrt(self.variance / self.units) / self.words

    def needed(self, difference: float) -> tuple[int, int, int]:
        """How many units show a difference of rates 8 times in 10: about, at least, at most.

        The range is that of the variance, which few units estimate badly: it holds the number 8 times in 10.

        >>> power_of([2, 1, 0, 1, 3, -1], [100] * 6, "speaker").needed(0.01)
        (16, 6, 90)
        """
        if not isinstance(difference, (int, float)) or not difference >= SMALLEST:
            raise UsageError(f"a difference of {difference!r}; expected one of {SMALLEST:g} or more")
        exact = self.variance * (_QUANTILES / (difference * self.words)) ** 2
        # The variance of a variance. Few units show too little of the tails, so their kurtosis is raised.
        kurtosis = max(3.0, self.kurtosis) * (self.units + 6) / (self.units - 3)
        reach = exp(_REACH * sqrt((kurtosis - 1) / self.units))
        return max(FEWEST, ceil(exact)), max(FEWEST, ceil(exact / reach)), max(FEWEST, ceil(exact * reach))

    def line(self, points: float) -> str:
        """The sentence below the tests."""
        about, low, high = self.needed(points / 100)
        planned = f"{points:g} {'point' if points == 1 else 'points'}"
        more = f"for {planned} take about {quantity(about, self.unit)} ({low:,} to {high:,})"
        return (
            f"these {quantity(self.units, self.unit)} show a difference of {100 * self.shown:.2f} points {_IN_TEN} "
            f"times in 10; {more}"
        )


_IN_TEN = round(10 * POWER)


def power_of(differences: Sequence[int], words: Sequence[int], unit: str) -> Power | None:
    """The power of units with so many more errors and words each; None for few units, or where nothing differs."""
    size = len(differences)
    total = sum(words)
    if size < FEWEST or not total:
        return None
    change = sum(differences) / total
    residuals = [more - change * said for more, said in zip(differences, words, strict=True)]
    squares = sum(each * each for each in residuals)
    if not squares:
        return None
    fourth = sum(each**4 for each in residuals)
    return Power(unit, size, total / size, squares / (size - 1), fourth * size / squares**2)
