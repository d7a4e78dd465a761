"""The one-to-one choice with the greatest sum out of a small full table, such as speakers against speakers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from formats.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def assignment(gains: NDArray[np.float64]) -> dict[int, int]:
    """Column of each row that has one; pairs that gain nothing are left out.

    A table in which the best of every row stand in different columns needs no solver; any other goes to scipy.

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
    """A module of scipy, which is imported only where something is to be solved."""
    from importlib import import_module

    try:
        return import_module(f"scipy.{name}")
    except ImportError:
        raise UsageError("this needs the package scipy: pip install scorelite[segments]") from None
