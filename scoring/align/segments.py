"""Invariant segments: time cut wherever a label of either side begins or ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

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
