"""Sums of counts by a value, such as a speaker: columns that add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from ...formats.values import dataclass
from .. import _core as core
from ..common.counts import Counts

# Utterances, the four counts, utterances with an error.
WIDTH = 6
Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The counts of one value, and the id of its first utterance, which places it among the others."""

    first: str
    row: Row

    @property
    def utterances(self) -> int:
        """The number of utterances."""
        return self.row[0]

    @property
    def counts(self) -> Counts:
        """The counts of all its utterances."""
        return Counts(*self.row[1:5])

    def __add__(self, other: Sum) -> Sum:
        return Sum(min(self.first, other.first), tuple(map(int.__add__, self.row, other.row)))


# None stands for utterances without a value.
Sums = Mapping["str | None", Sum]


def added(parts: Iterable[Sums]) -> Sums:
    """The sums of all parts, in the order of first utterances: the order of the parts leaves no trace."""
    found: dict[str | None, Sum] = {}
    for part in parts:
        for value, one in part.items():
            known = found.get(value)
            found[value] = one if known is None else known + one
    return dict(sorted(found.items(), key=lambda item: (item[1].first, item[0] or "")))


def sums_of(values: Any, ids: core.Side, counts: np.ndarray[Any, Any]) -> Sums:
    """Sums by the values of an Arrow column of texts; `counts` has a row for each of the four numbers."""
    encoded = values.dictionary_encode(null_encoding="encode")
    groups = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int32)
    return sums_of_groups(encoded.dictionary.to_pylist(), groups, ids, counts)


def sums_of_groups(
    known: list[str | None], groups: np.ndarray[Any, Any], ids: core.Side, counts: np.ndarray[Any, Any]
) -> Sums:
    """Sums by the numbers of values; ids are texts by which utterances are ordered."""
    wrong = counts[1:].any(axis=0)
    columns = [np.bincount(groups, minlength=len(known))]
    columns += [np.bincount(groups, row, len(known)).astype(np.int64) for row in counts]
    columns.append(np.bincount(groups, wrong, len(known)).astype(np.int64))
    rows = np.stack(columns, axis=1).tolist() if known else []
    least = core.least_texts(ids, groups.tobytes(), len(known))
    return added([{name: Sum(first.decode(), tuple(row))} for name, first, row in _present(known, least, rows)])


def _present(
    known: list[str | None], least: list[bytes | None], rows: list[list[int]]
) -> Iterator[tuple[str | None, bytes, list[int]]]:
    """Values that rows have: the dictionary of a column may hold others."""
    for name, first, row in zip(known, least, rows, strict=True):
        if first is not None:
            yield name, first, row


def histogram_of(counts: np.ndarray[Any, Any]) -> dict[tuple[int, int], int]:
    """How many utterances have so many errors and so many reference words: all that a bootstrap needs to know.

    >>> histogram_of(np.array([[1, 2, 3], [1, 0, 0], [0, 0, 0], [0, 1, 0]]))
    {(0, 3): 1, (1, 2): 2}
    """
    if not counts.shape[1]:
        return {}
    errors, words = counts[1:].sum(axis=0), counts[:3].sum(axis=0)
    width = int(words.max()) + 1
    codes = errors * width + words
    if int(codes.max()) <= 4 * len(codes) + 1024:
        sizes = np.bincount(codes)
        known = np.flatnonzero(sizes)
        sizes = sizes[known]
    else:
        known, sizes = np.unique(codes, return_counts=True)
    return {divmod(code, width): size for code, size in zip(known.tolist(), sizes.tolist(), strict=True)}
