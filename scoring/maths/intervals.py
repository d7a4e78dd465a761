"""Confidence intervals from bootstrap samples, after Bisani and Ney (2004)."""

from __future__ import annotations

from collections import Counter, namedtuple
from collections.abc import Mapping, Sequence
from itertools import repeat
from math import isnan, nan

from ... import core
from ...formats.errors import UsageError
from ...formats.guessed import Answering
from ...formats.values import dataclass
from .draws import Grouped, MersenneTwister
from .single import root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn, Protocol

    class Generator(Protocol):
        """A sequence of random numbers with which samples are drawn."""

        def sums(self, columns: Sequence[Sequence[int]], replications: int, /) -> list[list[int]]:
            """Sums of every column in every sample; a sample has as many utterances as the columns."""


# 95 % of normally distributed values lie within this many standard deviations of their mean.
NORMAL_95 = 1.96
FEWEST = 6
"""Units below which nothing is said of others: if all five differ alike, the sign test still has p = .0625."""
_ROUNDING = 1e-24
MOST_REPLICATIONS = 1_000_000
"""More samples take long, and tell no more."""


class Ends(namedtuple("Ends", ("low", "high"))):  # typing.NamedTuple takes a millisecond to import
    """Both ends of the interval of a difference."""

    __slots__ = ()

    def __call__(self, *values: object, **keywords: object) -> NoReturn:
        raise TypeError("the interval of a comparison is no function; expected comparison.interval, with low and high")


_OTHER_NAMES = {"lower": "low", "upper": "high", "ci": "low and high", "confidence_interval": "low and high"}


@dataclass(frozen=True, slots=True)
class Interval(Answering):
    """The mean of the rates of samples, and the distance from it to both ends of the interval.

    >>> interval = Interval(mean=0.02, reach=0.05)
    >>> interval.low, round(interval.high, 2)
    (0.0, 0.07)
    """

    ANSWERS = _OTHER_NAMES

    mean: float
    reach: float

    @property
    def low(self) -> float:
        """The lower end; no rate is below 0."""
        return self.mean if isnan(self.mean) else max(0.0, self.mean - self.reach)

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.reach


def interval(
    errors: Sequence[int], words: Sequence[int], replications: int, generator: MersenneTwister | Grouped
) -> Interval:
    """The interval in double precision; its reach is 0 if all samples are equal. A sample without words is left out."""
    return _interval(*generator.sums((errors, words), replications))


def interval_of_sizes(
    sizes: Mapping[tuple[int, int], int], replications: int, seed: int = 0, threads: int = 1
) -> Interval:
    """The interval of utterances of which so many have these errors and words.

    >>> interval_of_sizes({(0, 2): 5}, 10)
    Interval(mean=0.0, reach=0.0)
    """
    errors, words, counts = zip(*((*pair, sizes[pair]) for pair in sorted(sizes)), strict=True)
    return interval(errors, words, replications, Grouped(counts, seed, threads))


def sizes_of(counts: bytes) -> Mapping[tuple[int, int], int]:
    """How many utterances have so many errors and reference words, from a column of four counts (int32) for each.

    >>> from array import array
    >>> sizes_of(array("i", [2, 1, 0, 0, 3, 0, 0, 0, 2, 1, 0, 0]).tobytes())
    {(0, 3): 1, (1, 3): 2}
    """
    return {(errors, words): number for errors, words, number in core.count_sizes(counts)}


def _interval(errors: Sequence[int], words: Sequence[int]) -> Interval:
    """The interval of samples with these errors and words; a sample without words has no rate."""
    return interval_of_rates([wrong / whole for wrong, whole in zip(errors, words, strict=True) if whole])


def interval_of_rates(rates: Sequence[float]) -> Interval:
    """The interval of the rates of samples; its mean is NaN where there are none.

    >>> interval_of_rates([0.5, 0.5]), interval_of_rates([])
    (Interval(mean=0.5, reach=0.0), Interval(mean=nan, reach=0.0))
    """
    total = squares = 0.0
    for rate in rates:
        total += rate
        squares += rate * rate
    mean = total / len(rates) if rates else nan
    spread = squares / len(rates) - mean * mean if rates else 0.0
    return Interval(mean, NORMAL_95 * root(spread) if spread > 0 else 0.0)


def interval_of_ratio(parts: Sequence[float], wholes: Sequence[float]) -> Interval:
    """The interval of the ratio of two sums, as very many bootstrap samples of their terms have it (Cochran, 1977).

    >>> interval_of_ratio([1.0, 3.0], [10.0, 10.0])
    Interval(mean=0.2, reach=0.13859292911256332)
    """
    ratio = sum(parts) / sum(wholes)
    squares = sum((part - ratio * whole) ** 2 for part, whole in zip(parts, wholes, strict=True))
    return Interval(ratio, NORMAL_95 * root(squares) / sum(wholes))


def interval_of_change(
    first: tuple[Sequence[int], Sequence[int]], other: tuple[Sequence[int], Sequence[int]]
) -> Ends | None:
    """The 95 % interval of the other rate less the first one, of units with errors and words; None for few units, or
    where these do not vary.

    Student's t makes it wider where units are few.

    >>> low, high = interval_of_change(([2] * 8, [10] * 8), ([1, 2, 1, 2, 1, 2, 1, 2], [10] * 8)) or (0, 0)
    >>> round(low, 3), round(high, 3)
    (-0.095, -0.005)
    """
    size, wholes = len(first[0]), (sum(first[1]), sum(other[1]))
    if size < FEWEST or not all(wholes):
        return None
    before, after = (sum(errors) / whole for (errors, _), whole in zip((first, other), wholes, strict=True))
    squares = 0.0
    # Few of many utterances have other numbers than those before.
    for (wrong, words, wrong_after, words_after), times in Counter(zip(*first, *other, strict=True)).items():
        residual = (wrong_after - after * words_after) / wholes[1] - (wrong - before * words) / wholes[0]
        squares += times * residual * residual
    if squares < _ROUNDING:
        return None
    reach = student_95(size - 1) * root(squares * size / (size - 1))
    return Ends(after - before - reach, after - before + reach)


def at_level(interval: Interval, level: float) -> Interval:
    """The interval of another level than .95, of the same normal distribution.

    >>> at_level(Interval(mean=0.5, reach=0.196), 0.95).reach, round(at_level(Interval(0.5, 0.196), 0.9).reach, 4)
    (0.196, 0.1645)
    """
    if level == 0.95:
        return interval
    # Only now: it takes as long to import as the rest of a start.
    from statistics import NormalDist

    return Interval(interval.mean, interval.reach / NORMAL_95 * NormalDist().inv_cdf((1 + level) / 2))


def check_level(level: float) -> None:
    """Refuses a level that is no share of samples.

    >>> check_level(95)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: level is 95; expected a share between 0 and 1, such as 0.95
    """
    if not 0 < level < 1:
        raise UsageError(f"level is {level!r}; expected a share between 0 and 1, such as 0.95")


def improvement(errors: Sequence[int], other: Sequence[int], replications: int, generator: Generator) -> int:
    """The number of samples in which the other system makes fewer errors."""
    differences = [first - second for first, second in zip(errors, other, strict=True)]
    return sum(map(int.__gt__, generator.sums((differences,), replications)[0], repeat(0)))


def student_95(freedom: float) -> float:
    """The quantile of Student's t for an interval of 95 %, by Fisher's expansion around the normal one.

    >>> round(student_95(10), 2), round(student_95(1e9), 2)
    (2.23, 1.96)
    """
    z = 1.959964  # that of the normal distribution
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
