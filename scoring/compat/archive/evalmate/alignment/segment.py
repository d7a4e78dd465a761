"""Alignment by segments of time in which the labels do not change."""

from __future__ import annotations

from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from .....segments.moments import moments
from ..annotations import Label
from ..columns import Aligned, Side
from .aligner import Labels, SegmentAligner
from .utils import Segment

if TYPE_CHECKING:
    from .....segments.moments import Indices

# Time, S (start) or E (end), 0 for the reference or 1 for the hypothesis, the label.
Event: TypeAlias = "tuple[float, str, int, Label]"


class InvariantSegmentAligner(SegmentAligner):
    """Cuts time wherever a label begins or ends; events less than 0.01 s apart are one."""

    TIME_THRESHOLD = 0.01

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[Segment]:
        """The segments with lists of labels; gaps have empty lists.

        >>> for segment in InvariantSegmentAligner().align([Label("a", 0, 3)], [Label("b", 1, 4)]):
        ...     print(segment)
        0 - 1 REF: [Label(a, 0, 3)] HYP: []
        1 - 3 REF: [Label(a, 0, 3)] HYP: [Label(b, 1, 4)]
        3 - 4 REF: [] HYP: [Label(b, 1, 4)]
        """
        refs, hyps = self.set_absolute_end_of_labels(ref_labels), self.set_absolute_end_of_labels(hyp_labels)
        groups = self.create_event_list(refs, hyps, self.TIME_THRESHOLD)
        held: tuple[list[Label], list[Label]] = ([], [])
        segments = []
        for (start, events), (end, _) in pairwise(groups):
            for _, kind, side, label in events:
                if kind == "S":
                    held[side].append(label)
                else:
                    held[side].remove(label)
            segments.append(Segment(start, end, list(held[0]), list(held[1])))
        return segments

    def columns(self, ref: Side, hyp: Side, values: list[str]) -> Aligned[Segment]:
        """The segments of many utterances with at most one label a side.

        ValueError where labels overlap, do not end, or an utterance has none: `align` has an answer, or another error.
        """
        labelled = np.diff(ref.first) + np.diff(hyp.first)
        ended = all(np.isfinite(side.ends).all() and (side.ends > side.starts).all() for side in (ref, hyp))
        if not (labelled.all() and ended):
            raise ValueError("some utterance needs to be aligned by itself")
        columns = [(side.utterances, times) for side in (ref, hyp) for times in (side.starts, side.ends)]
        row = moments(columns, merge=self.TIME_THRESHOLD)
        ref_starts, ref_ends, hyp_starts, hyp_ends = row.places
        inner = np.flatnonzero(row.recordings[1:] == row.recordings[:-1])
        refs = _holders(ref_starts, ref_ends, len(row.times))[inner]
        hyps = _holders(hyp_starts, hyp_ends, len(row.times))[inner]
        starts, ends = row.times[inner], row.times[inner + 1]

        def made() -> list[Segment]:
            return list(map(Segment, starts.tolist(), ends.tolist(), ref.at(refs), hyp.at(hyps)))

        codes = values, ref.codes_at(refs), hyp.codes_at(hyps)
        return Aligned(codes, made, ends - starts, row.recordings[inner])

    @staticmethod
    def create_event_list(
        ref_labels: Labels, hyp_labels: Labels, time_threshold: float = TIME_THRESHOLD
    ) -> list[tuple[float, list[Event]]]:
        """Times, each with its events; an event closer than the threshold to the one before shares its time.

        IndexError without labels. Infinite ends have no distance, and do not share a time.
        """
        events: list[Event] = []
        for side, labels in enumerate((ref_labels, hyp_labels)):
            for label in labels:
                events += [(label.start, "S", side, label), (label.end, "E", side, label)]
        events.sort(key=lambda event: event[0])
        groups = [(events[0][0], events[:1])]
        for before, event in pairwise(events):
            if event[0] - before[0] < time_threshold:
                groups[-1][1].append(event)
            else:
                groups.append((event[0], [event]))
        return [(time, sorted(group)) for time, group in groups]

    @staticmethod
    def set_absolute_end_of_labels(labels: Labels) -> list[Label]:
        """The labels by start; ValueError if one does not end after its start."""
        in_order = sorted(labels, key=attrgetter("start"))
        for label in in_order:
            if label.end <= label.start:
                raise ValueError(f"Label-end {label.end} is smaller than label-start {label.start}!")
        return in_order


def _holders(starts: Indices, ends: Indices, count: int) -> Indices:
    """The index of the label that holds at each of so many places, or -1; ValueError if two labels hold at once."""
    held = np.flatnonzero(ends > starts)
    if (starts[held][1:] < ends[held][:-1]).any():
        raise ValueError("labels of one side overlap")
    # The number of a label, from 1, is added where it starts and taken away where it ends.
    steps = np.zeros(count, dtype=np.int64)
    steps[starts[held]] += held + 1
    steps[ends[held]] -= held + 1
    return np.cumsum(steps) - 1
