"""Invariant segments: time cut wherever a label of either side begins or ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Literal, TypeAlias

Side: TypeAlias = Literal[0, 1]
Times: TypeAlias = "Sequence[tuple[float, float]]"


@dataclass(frozen=True, slots=True)
class Event:
    """A label of the reference (0) or the hypothesis (1) starts or ends."""

    time: float
    kind: Literal["S", "E"]
    side: Side
    index: int


@dataclass(frozen=True, slots=True)
class InvariantSegment:
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
    events = sorted(chain(_events(ref, 0), _events(hyp, 1)), key=_order)
    groups: list[tuple[float, list[Event]]] = []
    latest = None
    for event in events:
        if latest is not None and (event.time == latest or event.time - latest < merge):
            groups[-1][1].append(event)
        else:
            groups.append((event.time, [event]))
        latest = event.time
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
        for event in events:
            if event.kind == "S":
                active[event.side][event.index] = None
        for event in events:
            if event.kind == "E":
                active[event.side].pop(event.index, None)
        segments.append(InvariantSegment(start, end, tuple(active[0]), tuple(active[1])))
    return segments


def _events(times: Times, side: Side) -> Iterator[Event]:
    for index, (start, end) in enumerate(times):
        yield Event(start, "S", side, index)
        yield Event(end, "E", side, index)


def _order(event: Event) -> tuple[float, str, int]:
    """By time; ends before starts, the reference before the hypothesis."""
    return event.time, event.kind, event.side
