"""The paired bootstrap of values that come from sums of several columns, such as rates and calibration errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...formats.errors import LimitError
from .. import _core as core
from ..maths.paired_tests import SEED
from .slices import different_rows

_FINEST = 1 << 30
"""The largest number of a unit, as a whole number that the draws take."""
_MOST = 1 << 31


def paired(
    first: Sequence[Any], other: Sequence[Any], value: Callable[[Sequence[Any]], Any], replications: int, threads: int
) -> tuple[float | None, float | None, float | None]:
    """The 2.5 % and 97.5 % points of the second value less the first in samples of units, and p.

    Columns have a number for each unit. p is that of `maths.paired_tests.bootstrap`; None where no sample has values.

    >>> wrong, fewer, words = np.array([2, 3, 2, 3, 2]), np.array([0, 1, 0, 1, 0]), np.full(5, 4)
    >>> from scorelite.scoring.analysis.tally import rate
    >>> [round(number, 3) for number in paired((wrong, words), (fewer, words), rate, 999, 1)]
    [-0.5, -0.5, 0.002]
    """
    scaled = [_whole(*pair) for pair in zip(first, other, strict=True)]
    scales = [scale for _, _, scale in scaled]
    before, after = (np.column_stack([pair[side] for pair in scaled]) for side in (0, 1))
    rows, times, sign = _ordered(before, after)
    columns = [np.ascontiguousarray(column, np.int32).tobytes() for column in rows.T]
    drawn = core.grouped_sums(columns, times.tobytes(), replications, SEED, threads)
    sums = [np.frombuffer(column, np.int64) / scale for column, scale in zip(drawn, scales * 2, strict=True)]
    differences = (sign or 1) * (value(sums[len(scales) :]) - value(sums[: len(scales)]))
    defined = differences[~np.isnan(differences)]
    if not len(defined):
        return None, None, None
    low, high = np.percentile(defined, [2.5, 97.5])
    if not sign:
        low, high = (low - high) / 2, (high - low) / 2
    # Samples without difference count for neither; 1 is added so that p is never 0.
    rarer = replications - max(int((defined < 0).sum()), int((defined > 0).sum()))
    return float(low), float(high), min(1.0, 2 * (rarer + 1) / (replications + 1))


def _whole(first: Any, other: Any) -> tuple[Any, Any, float]:
    """A column of both systems in whole numbers, and by how much these are larger."""
    highest = max(float(np.abs(side).max(initial=0)) for side in (first, other))
    if first.dtype.kind != "f":
        if highest >= _MOST:
            raise LimitError(f"bootstrap samples of counts of {highest:.0f}; expected less than {_MOST}")
        return first, other, 1.0
    scale = _FINEST / max(highest, 1e-290)
    return np.rint(first * scale).astype(np.int64), np.rint(other * scale).astype(np.int64), scale


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
