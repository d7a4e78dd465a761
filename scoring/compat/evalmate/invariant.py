"""Invariant segments: time cut wherever a label of either side begins or ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from scoring.segments.moments import Extents, moments

if TYPE_CHECKING:
    from scoring.segments.moments import Indices
    from scoring.segments.moments import Times as Column

Times: TypeAlias = "Sequence[tuple[float, float]]"
# Time, S (start) or E (end), 0 for the reference or 1 for the hypothesis, index of the label.
Event: TypeAlias = "tuple[float, str, int, int]"


class InvariantSegment(NamedTuple):
    """A stretch of time and the indices of the labels that hold all along it."""

    start: float
    end: float
    ref: tuple[int, ...] = ()
    hyp: tuple[int, ...] = ()


def event_groups(ref: Times, hyp: Times, *, merge: float = 0.0) -> list[tuple[float, list[Event]]]:
    """The events in order; those closer than `merge` to the one before share the time of the first.

    >>> [(time, len(events)) for time, events in event_groups([(0, 2)], [(0, 2.004)], merge=0.01)]
    [(0, 2), (2, 2)]
    """
    groups: list[tuple[float, list[Event]]] = []
    latest = None
    for event in _events(ref, hyp):
        time = event[0]
        if latest is not None and (time == latest or time - latest < merge):
            groups[-1][1].append(event)
        else:
            groups.append((time, [event]))
        latest = time
    return groups


def invariant_segments(ref: Times, hyp: Times, *, merge: float = 0.0) -> list[InvariantSegment]:
    """All segments from the first event to the last, those in which nothing holds included.

    Labels of no length hold nowhere; a label may overlap others of its side.

    >>> for segment in invariant_segments([(0, 3)], [(1, 4)]):
    ...     print(segment.start, segment.end, segment.ref, segment.hyp)
    0 1 (0,) ()
    1 3 (0,) (0,)
    3 4 () (0,)
    """
    groups = event_groups(ref, hyp, merge=merge)
    segments = []
    # A dictionary keeps the order in which labels began.
    active: tuple[dict[int, None], dict[int, None]] = ({}, {})
    for (start, events), (end, _) in pairwise(groups):
        for _, kind, side, index in events:
            if kind == "S":
                active[side][index] = None
        for _, kind, side, index in events:
            if kind == "E":
                active[side].pop(index, None)
        segments.append(InvariantSegment(start, end, tuple(active[0]), tuple(active[1])))
    return segments


def _events(ref: Times, hyp: Times) -> list[Event]:
    """By time; ends before starts, the reference before the hypothesis."""
    events: list[Event] = []
    for side, times in ((0, ref), (1, hyp)):
        for index, (start, end) in enumerate(times):
            events.append((start, "S", side, index))
            events.append((end, "E", side, index))
    events.sort()
    return events


@dataclass(frozen=True, slots=True, eq=False)
class Stretches:
    """Invariant segments of many recordings as columns: at most one label a side, -1 where there is none."""

    starts: Column
    ends: Column
    ref: Indices
    hyp: Indices
    recordings: Indices


class OverlapError(ValueError):
    """Two labels of one side hold at once; `side` is 0 for the reference, 1 for the hypothesis."""

    def __init__(self, side: int) -> None:
        self.side = side
        super().__init__(f"labels of the {('reference', 'hypothesis')[side]} overlap")


def stretches(ref: Extents, hyp: Extents, *, merge: float = 0.0) -> Stretches:
    """The invariant segments of labels that come by recording and start, and of which no two of a side overlap.

    >>> found = stretches(Extents(np.array([0.0]), np.array([3.0])), Extents(np.array([1.0]), np.array([4.0])))
    >>> found.starts.tolist(), found.ref.tolist(), found.hyp.tolist()
    ([0.0, 1.0, 3.0], [0, 0, -1], [-1, 0, 0])
    """
    columns = [(side.owners(), times) for side in (ref, hyp) for times in (side.starts, side.ends)]
    row = moments(columns, merge=merge)
    places, count = row.places, len(row.times)
    clashes = _clash(places[0], places[1], count), _clash(places[2], places[3], count)
    if min(clashes) < count:
        raise OverlapError(clashes.index(min(clashes)))
    holders = _holders(places[0], places[1], count), _holders(places[2], places[3], count)
    kept = np.flatnonzero(row.recordings[1:] == row.recordings[:-1])
    return Stretches(row.times[kept], row.times[kept + 1], holders[0][kept], holders[1][kept], row.recordings[kept])


def _clash(starts: Indices, ends: Indices, count: int) -> int:
    """The first place at which a second label begins to hold; the number of places if there is none."""
    held = ends > starts
    starts, ends = starts[held], ends[held]
    late = np.flatnonzero(starts[1:] < ends[:-1])
    return int(starts[late[0] + 1]) if len(late) else count


def _holders(starts: Indices, ends: Indices, count: int) -> Indices:
    """For each place the label that holds there, or -1."""
    lengths = np.maximum(ends - starts, 0)
    labels = np.repeat(np.arange(len(lengths)), lengths)
    before = np.repeat(np.cumsum(lengths) - lengths, lengths)
    holders = np.full(count, -1, dtype=np.int64)
    holders[np.repeat(starts, lengths) + np.arange(len(labels)) - before] = labels
    return holders
