"""The one-to-one assignment with the greatest sum in a small full table, such as speakers against speakers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...formats.optional import library
from .full_table import FullTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Cells of tables that are solved without scipy.
_SMALL = 400


def assignment(gains: NDArray[np.float64]) -> dict[int, int]:
    """The column of each row that has one; pairs without a gain are left out.

    If the best columns of all rows differ, they are the answer; otherwise a solver finds it.

    >>> assignment(np.array([[3.0, 2.0], [2.0, 0.0]]))
    {0: 1, 1: 0}
    """
    if not gains.size:
        return {}
    best = gains.argmax(axis=1)
    peaks = gains.max(axis=1)
    useful = np.flatnonzero(peaks > 0)
    if len(set(best[useful].tolist())) == len(useful):
        return {row: int(best[row]) for row in useful.tolist()}
    pairs = zip(*greatest(gains), strict=True)
    return {row: column for row, column in pairs if gains[row, column] > 0}


def greatest(gains: NDArray[np.float64], *, few: bool = True) -> tuple[list[int], list[int]]:
    """Rows and columns of the pairs with the greatest sum; scipy finds those of a large table, or of one of many.

    >>> greatest(np.array([[3.0, 2.0], [2.0, 0.0]]))
    ([0, 1], [1, 0])
    """
    if few and gains.size <= _SMALL and np.isfinite(gains).all():
        if gains.shape[0] <= gains.shape[1]:
            return list(range(len(gains))), FullTable((-gains).tolist(), gains.shape[1]).columns()
        column_of_row = FullTable((-gains.T).tolist(), len(gains)).columns()
        columns_in_order = sorted(range(len(column_of_row)), key=column_of_row.__getitem__)
        return sorted(column_of_row), columns_in_order
    # Imported only now: it takes half a second.
    optimize = library("scipy.optimize", purpose="assignments", install="'scorelite[segments]'")
    rows, columns = optimize.linear_sum_assignment(gains, maximize=True)
    return rows.tolist(), columns.tolist()
