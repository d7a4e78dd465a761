"""Columns of numbers: their names for type checkers, and the counts of utterances as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
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
