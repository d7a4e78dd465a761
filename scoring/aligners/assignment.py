"""The one-to-one assignment with the greatest sum in a small full table, such as speakers against speakers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from formats.engine.optional import library

if TYPE_CHECKING:
    from numpy.typing import NDArray


def assignment(gains: NDArray[np.float64]) -> dict[int, int]:
    """The column of each row that has one; pairs without a gain are left out.

    If the best columns of all rows differ, they are the answer; otherwise scipy finds it.

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
    rows, columns = solver("optimize").linear_sum_assignment(gains, maximize=True)
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return {row: column for row, column in pairs if gains[row, column] > 0}


def solver(name: str) -> Any:
    """A module of scipy, imported when a table needs a solver."""
    return library(f"scipy.{name}", purpose="assignments", install="'scorelite[segments]'")
