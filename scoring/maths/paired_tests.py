"""Paired tests of two systems on the same utterances: bootstrap and matched pairs."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import erfc, sqrt
from operator import mul, sub

from ... import core
from ...formats.values import dataclass, field
from .intervals import FEWEST

# Two segments are separated by at least this many adjacent words that both systems have right.
BUFFER = 2
REPLICATIONS = 1000
SEED = 0


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """The shares of samples in which the second system makes fewer, or more, errors than the first."""

    better: float
    worse: float
    p: float
    """The two-sided p-value: the probability of such a difference between equally good systems."""
    replications: int
    units: int
    """Utterances, or blocks of them, that are drawn."""
    drawn: str = ""
    """The units as people read them: `8 speakers (ann, bob, cy ...)`."""

    @property
    def defined_p(self) -> float | None:
        """The p-value; None where few units are drawn, which tell little of others."""
        return self.p if self.units >= FEWEST else None


def bootstrap(
    first: Sequence[int],
    second: Sequence[int],
    *,
    replications: int = REPLICATIONS,
    seed: int = SEED,
    threads: int = 1,
) -> Bootstrap:
    """The paired bootstrap of Bisani and Ney (2004) on the errors of utterances, whose order has no influence.

    >>> bootstrap([3, 2, 4, 1], [1, 2, 1, 0]).better
    0.994
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} utterances; expected equally many")
    return bootstrap_of(Counter(map(sub, second, first)), replications=replications, seed=seed, threads=threads)


def bootstrap_of(
    groups: Mapping[int, int], *, replications: int = REPLICATIONS, seed: int = SEED, threads: int = 1
) -> Bootstrap:
    """The paired bootstrap of utterances of which only the number with each difference of errors is known."""
    units = sum(groups.values())
    if not groups:
        return Bootstrap(0.0, 0.0, 1.0, replications, units)
    # Two systems that change places get the same samples.
    sign = -1 if sorted(groups.items()) < sorted((-value, count) for value, count in groups.items()) else 1
    values = sorted(groups, key=sign.__mul__)
    column = array("i", [sign * value for value in values]).tobytes()
    counts = array("q", [groups[value] for value in values]).tobytes()
    sums = array("q", core.grouped_sums((column,), counts, replications, seed, threads)[0])
    better = sum(sign * value < 0 for value in sums)
    worse = sum(sign * value > 0 for value in sums)
    # Samples without difference count for neither; 1 is added so that p is never 0.
    rarer = replications - max(better, worse)
    p = min(1.0, 2 * (rarer + 1) / (replications + 1)) if units > 1 else 1.0
    return Bootstrap(better / replications, worse / replications, p, replications, units)


@dataclass(frozen=True, slots=True)
class MatchedPairs:
    """The outcome of the matched pairs test: mean difference of errors by segment (second less first), and p."""

    segments: int
    mean: float
    deviation: float
    z: float | None
    """None where all differences are equal: then p is that of the sign test."""
    p: float
    units: int | None = field(default=None, compare=False)
    """The utterances whose segments these are, where they are known."""

    @property
    def defined_p(self) -> float | None:
        """The p-value; None where there is one segment or none, or where they are of few utterances."""
        return None if self.segments < 2 or (self.units is not None and self.units < FEWEST) else self.p


def matched_pairs(segments: Iterable[tuple[int, int]]) -> MatchedPairs:
    """The matched pairs sentence-segment word error test (Gillick and Cox 1989) on the errors of both in each segment.

    >>> matched_pairs([(1, 0), (1, 0), (2, 1), (0, 1), (1, 0), (1, 1)]).segments
    6
    """
    differences = [second - first for first, second in segments]
    # Whole numbers as long as possible: the order of segments has no influence.
    return matched_pairs_of(len(differences), sum(differences), sum(map(mul, differences, differences)))


def matched_pairs_of(count: int, total: int, squares: int) -> MatchedPairs:
    """The matched pairs test of the number of segments, and of the sums of their differences and of their squares."""
    if count < 2 or not squares:
        return MatchedPairs(count, total / count if count else 0.0, 0.0, 0.0, 1.0)
    mean = total / count
    deviation = sqrt((count * squares - total * total) / (count * (count - 1)))
    if not deviation:
        # All differences are equal: the normal distribution has no width, so p is that of the sign test.
        return MatchedPairs(count, mean, 0.0, None, min(1.0, 2 * 0.5**count))
    z = mean / (deviation / sqrt(count))
    return MatchedPairs(count, mean, deviation, z, erfc(abs(z) / sqrt(2)))
