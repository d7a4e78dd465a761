"""Bootstrap samples: of groups of equal rows, and drawn row by row with the random numbers of other programs."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from math import log, sqrt
from operator import mul

from .columns import integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

_MOST = (1 << 31) - 1
_SHARE = 64
"""Samples that share a generator."""
_FEW_ROWS = 8
"""Rows of a group, on average, below which rows are drawn one by one."""
_FEW_HITS = 10
"""Expected hits that the rejection needs."""
_STIRLING_ERRORS = (
    0.08106146679532733,
    0.04134069595540946,
    0.027677925684997717,
    0.02079067210376584,
    0.01664469118982126,
    0.013876128823072875,
    0.011896709945893313,
    0.010411265261973668,
    0.00925546218270945,
    0.008330563433359472,
)


def grouped_sums(
    columns: Sequence[bytes], counts: bytes, replications: int, seed: int, threads: int = 1, /
) -> list[bytes]:
    """Sums (int64) of every column (int32) in samples of groups of equal rows; `counts` (int64) are their sizes.

    A sample has as many rows as all groups together. Every 64 samples have a generator of their own, seeded with its
    number.

    >>> column, counts = array("i", [0, 1]).tobytes(), array("q", [900, 100]).tobytes()
    >>> array("q", grouped_sums([column], counts, 4, 0)[0]).tolist()
    [95, 85, 100, 97]
    """
    import random

    if replications < 0:
        raise ValueError(f"{replications} replications; expected 0 or more")
    sizes = integers("q", counts)
    for size in sizes:
        if size < 1:
            raise ValueError(f"a group of {size} rows; expected 1 or more")
    if not sizes:
        raise ValueError("no rows to draw from; expected columns of 1 row or more")
    if sum(sizes) > _MOST:
        raise ValueError(f"more than {_MOST} rows")
    tables = [integers("i", column) for column in columns]
    for table in tables:
        if len(table) != len(sizes):
            raise ValueError(f"columns of {len(sizes)} and {len(table)} rows; expected equal lengths")
    before = [0, *accumulate(sizes)]
    splits, ranges = _plan(before)
    totals = [array("q") for _ in tables]
    for number in range(replications):
        if not number % _SHARE:
            generator = random.Random(1 << 96 | (seed % (1 << 64)) << 32 | number // _SHARE)
        drawn = _sample(generator, before, splits, ranges)
        for sums, table in zip(totals, tables):  # noqa: B905
            sums.append(sum(map(mul, table, drawn)))
    return [sums.tobytes() for sums in totals]


def _plan(before: Sequence[int]) -> tuple[list[tuple[int, int, int]], list[tuple[int, int]]]:
    """How groups are drawn, of which so many rows come before each: splits (begin, middle, end), and ranges.

    Groups are split in two again and again where the halves occur about equally often, down to ranges in which it is
    quicker to draw the rows one by one.
    """
    splits, ranges = [], []
    open_ranges = [(0, len(before) - 1)]
    for begin, end in open_ranges:
        if end - begin < 2:
            continue
        if before[end] - before[begin] < _FEW_ROWS * (end - begin):
            ranges.append((begin, end))
            continue
        both = before[begin] + before[end]
        middle = bisect_left(before, (both + 1) // 2, begin + 1, end - 1)
        if middle > begin + 1 and both - 2 * before[middle - 1] <= 2 * before[middle] - both:
            middle -= 1
        splits.append((begin, middle, end))
        open_ranges += [(begin, middle), (middle, end)]
    return splits, ranges


def _sample(
    generator: Random, before: Sequence[int], splits: list[tuple[int, int, int]], ranges: list[tuple[int, int]]
) -> list[int]:
    """How often each group is drawn in a sample of as many rows as there are."""
    drawn = [before[-1], *[0] * (len(before) - 2)]
    for begin, middle, end in splits:
        low = _binomial(generator, drawn[begin], before[middle] - before[begin], before[end] - before[begin])
        drawn[middle] = drawn[begin] - low
        drawn[begin] = low
    for begin, end in ranges:
        first_row, rows = before[begin], before[end] - before[begin]
        draws, drawn[begin] = drawn[begin], 0
        for _ in range(draws):
            row = first_row + int(generator.random() * rows)
            drawn[bisect_right(before, row, begin, end) - 1] += 1
    return drawn


def _binomial(generator: Random, draws: int, part: int, whole: int) -> int:
    """How many of so many draws fall on `part` of `whole`."""
    if 2 * part > whole:
        return draws - _binomial(generator, draws, whole - part, whole)
    probability = part / whole
    drawn = _few_hits if draws * probability < _FEW_HITS else _many_hits
    return drawn(generator, draws, probability)


def _few_hits(generator: Random, draws: int, probability: float) -> int:
    """Inversion: subtracts the probabilities of 0, 1, 2 ... hits from a random number."""
    odds = probability / (1 - probability)
    none = (1 - probability) ** draws
    while True:
        left, chance = generator.random(), none
        for hits in range(draws + 1):
            if left < chance:
                return hits
            left -= chance
            chance *= odds * (draws - hits) / (hits + 1)


def _many_hits(generator: Random, draws: int, probability: float) -> int:
    """Transformed rejection, for a probability of at most 1/2.

    Algorithm BTRS of Hörmann (1993), "The generation of binomial random variates", with its names.
    """
    root = sqrt(draws * probability * (1 - probability))
    b = 1.15 + 2.53 * root
    a = -0.0873 + 0.0248 * b + 0.01 * probability
    c = draws * probability + 0.5
    v_r = 0.92 - 4.2 / b
    while True:
        u, v = generator.random() - 0.5, 1 - generator.random()
        us = 0.5 - abs(u)
        if not us:
            continue
        k = ((2 * a / us + b) * u + c) // 1
        if us >= 0.07 and v <= v_r:
            return int(k)
        if k < 0 or k > draws:
            continue
        alpha = (2.83 + 5.1 / b) * root
        if log(v * alpha / (a / (us * us) + b)) <= _log_ratio(draws, probability, k):
            return int(k)


def _log_ratio(draws: int, probability: float, k: float) -> float:
    """The logarithm of the probability of k hits, less that of the most probable number."""
    odds = probability / (1 - probability)
    mode = (draws + 1) * probability // 1
    misses, misses_of_mode = draws - k + 1, draws - mode + 1
    return (
        (mode + 0.5) * log((mode + 1) / (odds * misses_of_mode))
        + (draws + 1) * log(misses_of_mode / misses)
        + (k + 0.5) * log(odds * misses / (k + 1))
        + _stirling_error(mode)
        + _stirling_error(draws - mode)
        - _stirling_error(k)
        - _stirling_error(draws - k)
    )


def _stirling_error(k: float) -> float:
    """log(k!) less Stirling's formula for it."""
    if k < len(_STIRLING_ERRORS):
        return _STIRLING_ERRORS[int(k)]
    square = (k + 1) * (k + 1)
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)
