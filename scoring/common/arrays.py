"""Columns of numbers: their names for type checkers, the counts of utterances as a table, and tables that add up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Integers: TypeAlias = NDArray[np.int64]
    Mask: TypeAlias = NDArray[np.bool_]


def counts_table(counts: bytes) -> Integers:
    """A row for each utterance: its correct words, substitutions, deletions and insertions.

    >>> import scorelite
    >>> counts_table(scorelite.score(["a b", "c"], ["a x", "c d"]).table.counts).tolist()
    [[1, 1, 0, 0], [1, 0, 0, 1]]
    """
    return np.frombuffer(counts, np.int32).reshape(-1, 4).astype(np.int64)


def errors_and_words(table: Integers) -> tuple[Integers, Integers]:
    """The errors of each row of counts, and the words of its reference."""
    return table[:, 1:4].sum(axis=1), table[:, :3].sum(axis=1)


def summed_rows(tables: Sequence[Integers]) -> Integers:
    """The rows of all tables in the order of their first numbers; those with the same one are one, and add up.

    >>> summed_rows([np.array([[1, 2], [5, 1]]), np.array([[3, 4], [5, 6]])]).tolist()
    [[1, 2], [3, 4], [5, 7]]
    """
    table = np.concatenate(tables)
    numbers, places = np.unique(table[:, 0], return_inverse=True)
    sums = [np.bincount(places.ravel(), column, len(numbers)).astype(np.int64) for column in table.T[1:]]
    return np.column_stack([numbers, *sums])
