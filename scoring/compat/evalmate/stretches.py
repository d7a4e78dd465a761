"""Stretches of time of whole corpora: time cut wherever a label of either side begins or ends, as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...segments.moments import Extents, moments

if TYPE_CHECKING:
    from ...segments.moments import Indices
    from ...segments.moments import Times as Column


@dataclass(frozen=True, slots=True, eq=False)
class Stretches:
    """Segments of many recordings as columns: the index of the label of each side, or -1."""

    starts: Column
    ends: Column
    ref: Indices
    hyp: Indices
    recordings: Indices


def stretches(ref: Extents, hyp: Extents, *, merge: float = 0.0) -> Stretches:
    """The segments of labels that are sorted by recording and start; ValueError if two labels of one side overlap.

    >>> shared = stretches(Extents(np.array([0.0]), np.array([3.0])), Extents(np.array([1.0]), np.array([4.0])))
    >>> shared.starts.tolist(), shared.ref.tolist(), shared.hyp.tolist()
    ([0.0, 1.0, 3.0], [0, 0, -1], [-1, 0, 0])
    """
    columns = [(side.owners(), times) for side in (ref, hyp) for times in (side.starts, side.ends)]
    row = moments(columns, merge=merge)
    places, count = row.places, len(row.times)
    if _overlap(places[0], places[1]) or _overlap(places[2], places[3]):
        raise ValueError("labels of one side overlap")
    holders = _holders(places[0], places[1], count), _holders(places[2], places[3], count)
    inner = np.flatnonzero(row.recordings[1:] == row.recordings[:-1])
    return Stretches(
        row.times[inner], row.times[inner + 1], holders[0][inner], holders[1][inner], row.recordings[inner]
    )


def _overlap(starts: Indices, ends: Indices) -> bool:
    """True if two labels hold at once."""
    held = ends > starts
    return bool((starts[held][1:] < ends[held][:-1]).any())


def _holders(starts: Indices, ends: Indices, count: int) -> Indices:
    """The index of the label that holds at each place, or -1."""
    lengths = np.maximum(ends - starts, 0)
    labels = np.repeat(np.arange(len(lengths)), lengths)
    before = np.repeat(np.cumsum(lengths) - lengths, lengths)
    holders = np.full(count, -1, dtype=np.int64)
    holders[np.repeat(starts, lengths) + np.arange(len(labels)) - before] = labels
    return holders
