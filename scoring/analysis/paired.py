"""The paired bootstrap of values that come from sums of several columns, such as rates and calibration errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import core
from ...formats.errors import LimitError
from ..maths.paired_tests import SEED
from .slices import different_rows

_HALF = 30
"""The bits of the lower part of a number that is too large for the draws, which take 32."""
_MOST = 1 << 61


def paired(
    first: Sequence[Any], other: Sequence[Any], value: Callable[[Sequence[Any]], Any], replications: int, threads: int
) -> tuple[float | None, float | None, float | None]:
    """The 2.5 % and 97.5 % points of the second value less the first in samples of units, and p.

    Columns have a whole number for each unit: sums are exact, so that equal systems differ in no sample. p is that of
    `maths.paired_tests.bootstrap`; None where no sample has values.

    >>> wrong, fewer, words = np.array([2, 3, 2, 3, 2]), np.array([0, 1, 0, 1, 0]), np.full(5, 4)
    >>> from scorelite.scoring.analysis.tally import rate
    >>> [round(number, 3) for number in paired((wrong, words), (fewer, words), rate, 999, 1)]
    [-0.5, -0.5, 0.002]
    """
    rows, times, sign = _ordered(*(np.column_stack([*side]).astype(np.int64) for side in (first, other)))
    sums = _drawn(rows, times, replications, threads)
    size = len(first)
    differences = (sign or 1) * (value(sums[size:]) - value(sums[:size])) + 0.0
    defined = differences[~np.isnan(differences)]
    if not len(defined):
        return None, None, None
    low, high = np.percentile(defined, [2.5, 97.5])
    if not sign:
        low, high = (low - high) / 2, (high - low) / 2
    # Samples without difference count for neither; 1 is added so that p is never 0.
    rarer = replications - max(int((defined < 0).sum()), int((defined > 0).sum()))
    return float(low), float(high), min(1.0, 2 * (rarer + 1) / (replications + 1))


def _drawn(rows: Any, times: Any, replications: int, threads: int) -> list[Any]:
    """The sums of each column in samples of rows, of which there are so many; large numbers are drawn in two parts."""
    parts: list[bytes] = []
    places: list[tuple[int, int]] = []
    for column in rows.T:
        highest = int(np.abs(column).max(initial=0))
        if highest >= _MOST:
            raise LimitError(f"bootstrap samples of numbers of {highest}; expected less than {_MOST}")
        halves = [column] if highest < 1 << 31 else [column & ((1 << _HALF) - 1), column >> _HALF]
        places.append((len(parts), len(halves)))
        parts += [np.ascontiguousarray(half, np.int32).tobytes() for half in halves]
    drawn = [
        np.frombuffer(sums, np.int64) for sums in core.grouped_sums(parts, times.tobytes(), replications, SEED, threads)
    ]
    return [sum(drawn[first + half] * 2.0 ** (_HALF * half) for half in range(count)) for first, count in places]


def _ordered(before: Any, after: Any) -> tuple[Any, Any, int]:
    """The different rows of both systems, their numbers, and -1 if the systems changed places, 0 if that is no change.

    Neither the order of units moves the samples, nor which system is the first.
    """
    rows, times = different_rows(np.hstack([before, after]))
    swapped, others = different_rows(np.hstack([after, before]))
    for mine, theirs in ((times, others), *zip(rows.T, swapped.T, strict=True)):
        if (apart := np.flatnonzero(mine != theirs)).size:
            return (rows, times, 1) if mine[apart[0]] < theirs[apart[0]] else (swapped, others, -1)
    return rows, times, 0
