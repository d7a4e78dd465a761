"""Orders of rows by several columns: those of `np.lexsort` in a fraction of its time; one number a row is sorted."""

from __future__ import annotations

from typing import Any

import numpy as np

from .material import Floats, Ints

_LARGEST = 2**62


def ranked(values: Floats) -> tuple[Ints, Ints]:
    """The first place of each different value, in rising order with NaN last; and the rank of every value.

    >>> [column.tolist() for column in ranked(np.array([0.5, 0.25, 0.5]))]
    [[1, 0], [1, 0, 1]]
    """
    places = np.argsort(values)
    in_order = values[places]
    fresh = np.ones(len(values), dtype=np.bool_)
    fresh[1:] = (in_order[1:] != in_order[:-1]) & ~np.isnan(in_order[:-1])
    rank = np.empty(len(values), dtype=np.int64)
    rank[places] = np.cumsum(fresh) - 1
    starts = np.flatnonzero(fresh)
    return np.minimum.reduceat(places, starts) if len(starts) else starts, rank


def ordered(*keys: np.typing.NDArray[Any]) -> Ints:
    """Places of all rows sorted by keys, of which the first counts most; rows of equal keys stay in their order.

    >>> ordered(np.array([1, 0, 1]), np.array([0.5, 0.1, 0.25])).tolist()
    [1, 2, 0]
    """
    size = len(keys[0])
    number, room = np.zeros(size, dtype=np.int64), max(size, 1)
    for key in keys if size else ():
        column = ranked(key)[1] if key.dtype.kind == "f" else key.astype(np.int64)
        least = int(column.min())
        span = int(column.max()) - least + 1
        room *= span
        if room > _LARGEST:
            result: Ints = np.lexsort(keys[::-1])
            return result
        number = number * span + (column - least)
    return np.argsort(number * size + np.arange(size))
