"""Paired tests of two systems on the same utterances: bootstrap and matched pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import copysign, erfc, inf, sqrt

from scoring.stats.draws import MersenneTwister

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


def bootstrap(
    first: Sequence[int], second: Sequence[int], *, replications: int = REPLICATIONS, seed: int = SEED
) -> Bootstrap:
    """The paired bootstrap of Bisani and Ney (2004) on the errors of utterances.

    >>> bootstrap([3, 2, 4, 1], [1, 2, 1, 0]).better
    0.994
    """
    differences = [after - before for before, after in zip(first, second, strict=True)]
    if not differences:
        return Bootstrap(0.0, 0.0, 1.0, replications)
    sums = MersenneTwister(seed).sums((differences,), replications)[0]
    better = sum(value < 0 for value in sums)
    worse = sum(value > 0 for value in sums)
    # Samples without difference count for neither; 1 is added so that p is never 0.
    rarer = replications - max(better, worse)
    return Bootstrap(
        better / replications, worse / replications, min(1.0, 2 * (rarer + 1) / (replications + 1)), replications
    )


@dataclass(frozen=True, slots=True)
class MatchedPairs:
    """The outcome of the matched pairs test: mean difference of errors by segment (second less first), and p."""

    segments: int
    mean: float
    deviation: float
    z: float
    p: float


def matched_pairs(segments: Iterable[tuple[int, int]]) -> MatchedPairs:
    """The matched pairs sentence-segment word error test (Gillick and Cox 1989) on the errors of both in each segment.

    >>> matched_pairs([(1, 0), (1, 0), (2, 1), (0, 1), (1, 0), (1, 1)]).segments
    6
    """
    differences = [second - first for first, second in segments]
    count = len(differences)
    if count < 2 or not any(differences):
        return MatchedPairs(count, sum(differences) / count if count else 0.0, 0.0, 0.0, 1.0)
    mean = sum(differences) / count
    deviation = sqrt(sum((value - mean) ** 2 for value in differences) / (count - 1))
    if not deviation:
        # All differences are equal: the normal distribution has no width, so p is that of the sign test.
        return MatchedPairs(count, mean, 0.0, copysign(inf, mean), min(1.0, 2 * 0.5**count))
    z = mean / (deviation / sqrt(count))
    return MatchedPairs(count, mean, deviation, z, erfc(abs(z) / sqrt(2)))


def segments(first: str, second: str, buffer: int = BUFFER) -> list[tuple[int, int]]:
    """Errors of both systems in each segment of an utterance that has any.

    Both are strings of operations (C, S, D, I) against the same reference. Segments are separated by words that both
    have right, without insertions between them.

    >>> segments("CCCSCCC", "DCCSCCCI")
    [(0, 1), (1, 1), (0, 1)]
    """
    left, right = _slots(first), _slots(second)
    if len(left) != len(right):
        raise ValueError("alignments against references of different lengths")
    found: list[tuple[int, int]] = []
    # Places alternate between gaps with insertions and words. Only places with errors matter, and the number of words
    # between two of them.
    last = None
    one = two = 0
    for place in sorted({*_wrong(left), *_wrong(right)}):
        if last is not None and _words_between(last, place) >= buffer:
            found.append((one, two))
            one = two = 0
        one += left[place]
        two += right[place]
        last = place
    return [*found, (one, two)] if last is not None else found


def _words_between(first: int, second: int) -> int:
    """The number of words, which are the odd places, between two places."""
    return second // 2 - (first + 1) // 2


def _wrong(slots: list[int]) -> list[int]:
    return [place for place, errors in enumerate(slots) if errors]


def _slots(operations: str) -> list[int]:
    """Errors in each gap and at each word of the reference: gap, word, gap, word ... gap."""
    if "I" not in operations:
        slots = [0] * (2 * len(operations) + 1)
        slots[1::2] = [letter != "C" for letter in operations]
        return slots
    slots = [0]
    for letter in operations:
        if letter == "I":
            slots[-1] += 1
        else:
            slots += (letter != "C", 0)
    return slots
