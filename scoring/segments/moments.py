"""The times of many recordings in one sorted row, so that a whole corpus is one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Times = NDArray[np.float64]
    Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Extents:
    """Starts and ends of labels, and the recording of each; None if all are of one recording."""

    starts: Times
    ends: Times
    recordings: Indices | None = None

    def __len__(self) -> int:
        return len(self.starts)

    def owners(self) -> Indices:
        """The recording of each label."""
        return np.zeros(len(self), dtype=np.int64) if self.recordings is None else self.recordings


def ranks(columns: Sequence[tuple[Indices, Times]]) -> list[Indices]:
    """The rank of each time of several columns of recording and time among all distinct ones, by recording and time.

    >>> owners = np.array([0, 0, 1])
    >>> columns = ranks([(owners, np.array([2.0, 5.0, 2.0])), (owners, np.array([2.0, 4.0, 1.0]))])
    >>> [column.tolist() for column in columns]
    [[0, 2, 4], [0, 1, 3]]
    """
    owners = np.concatenate([recordings for recordings, _ in columns])
    times = np.concatenate([column for _, column in columns])
    order = _order(owners, times)
    owners, times = owners[order], times[order]
    begins = np.ones(len(times), dtype=bool)
    begins[1:] = (owners[1:] != owners[:-1]) | (times[1:] != times[:-1])
    places = np.empty(len(times), dtype=np.int64)
    places[order] = np.cumsum(begins) - 1
    return np.split(places, np.cumsum([len(column) for _, column in columns])[:-1])


def _order(owners: Indices, times: Times) -> Indices:
    """The order by recording and time. Sorting each recording by itself is several times as fast as all at once."""
    order = np.argsort(owners, kind="stable")
    times = times[order]
    bounds = [0, *np.cumsum(np.bincount(owners)).tolist()]
    for begin, end in pairwise(bounds):
        order[begin:end] = order[begin:end][np.argsort(times[begin:end], kind="stable")]
    return order
