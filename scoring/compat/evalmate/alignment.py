"""evalmate.alignment: aligners of labels, candidate finders, and what they give back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from scoring.compat.evalmate.annotations import Label
from scoring.compat.evalmate.columns import Side, both_sides
from scoring.compat.evalmate.invariant import Stretches, event_groups, invariant_segments, stretches
from scoring.compat.evalmate.levenshtein import edit_path
from scoring.segments.bipartite import Edges, near, overlapping
from scoring.segments.events import EventSettings, cheapest

if TYPE_CHECKING:
    from scoring.segments.moments import Indices, Times

Labels: TypeAlias = "Iterable[Label]"
_Held: TypeAlias = "Label | list[Label] | None"
_Candidates: TypeAlias = "tuple[list[tuple[int, int]], set[int], set[int]]"


class LabelPair:
    """A reference label and the hypothesis label that belongs to it; one of them may be missing.

    Pairs are equal if both labels are; the original took all pairs without a reference, or all without a
    hypothesis, for equal.
    """

    __slots__ = ("hyp", "ref")

    def __init__(self, ref: Label | None, hyp: Label | None) -> None:
        self.ref = ref
        self.hyp = hyp

    def max_length(self) -> int:
        """The length of the longer value; a missing one counts four."""
        return max(4 if label is None else len(label.value) for label in (self.ref, self.hyp))

    def padded_ref_value(self) -> str:
        """The reference value as wide as the wider of both, `-` if it is missing."""
        return self._padded(self.ref)

    def padded_hyp_value(self) -> str:
        """The hypothesis value as wide as the wider of both, `-` if it is missing."""
        return self._padded(self.hyp)

    def _padded(self, label: Label | None) -> str:
        return ("-" if label is None else label.value).rjust(self.max_length())

    def _leading(self) -> tuple[bool, float, float, str]:
        label = self.hyp if self.ref is None else self.ref
        return (False, 0, 0, "") if label is None else (True, label.start, label.end, label.value.lower())

    def __eq__(self, other: object) -> bool:
        return (self.ref, self.hyp) == (other.ref, other.hyp) if isinstance(other, LabelPair) else NotImplemented

    def __lt__(self, other: LabelPair) -> bool:
        return self._leading() < other._leading() if isinstance(other, LabelPair) else NotImplemented

    def __gt__(self, other: LabelPair) -> bool:
        return self._leading() > other._leading() if isinstance(other, LabelPair) else NotImplemented

    def __le__(self, other: LabelPair) -> bool:
        return self < other or self == other

    def __ge__(self, other: LabelPair) -> bool:
        return self > other or self == other

    def __hash__(self) -> int:
        return hash((self.ref, self.hyp))

    def __repr__(self) -> str:
        return f"LabelPair({self.ref}, {self.hyp})"


class Segment:
    """A stretch of time with the label, or the labels, of both sides."""

    __slots__ = ("end", "hyp", "ref", "start")

    def __init__(self, start: float, end: float, ref: _Held = None, hyp: _Held = None) -> None:
        self.start = start
        self.end = end
        self.ref = ref
        self.hyp = hyp

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self.end - self.start

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Segment):
            return NotImplemented
        return (self.start, self.end, self.ref, self.hyp) == (other.start, other.end, other.ref, other.hyp)

    def __lt__(self, other: Segment) -> bool:
        if not isinstance(other, Segment):
            return NotImplemented
        mine, theirs = (
            (segment.start, segment.end, _listed(segment.ref), _listed(segment.hyp)) for segment in (self, other)
        )
        return mine < theirs

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.start} - {self.end} REF: {self.ref} HYP: {self.hyp}"


def _listed(held: _Held) -> list[Label]:
    return [] if held is None else [held] if isinstance(held, Label) else held


class EventAligner(ABC):
    """What pairs whole labels."""

    @abstractmethod
    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        """Pairs in which every label of both sides occurs, alone if need be."""


class SegmentAligner(ABC):
    """What cuts time into segments."""

    @abstractmethod
    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[Segment]:
        """Segments in the order of time, with lists of the labels that hold in them."""


class CandidateFinder(ABC):
    """Says which labels might be a pair."""

    @abstractmethod
    def find(self, ref_labels: Labels, hyp_labels: Labels) -> _Candidates:
        """Pairs of places in both lists, and the places on either side that are in no pair."""


class ColumnFinder(CandidateFinder):
    """A finder that looks at all utterances of a corpus at once."""

    @abstractmethod
    def edges(self, ref: Side, hyp: Side) -> Edges:
        """The candidate pairs of all utterances."""

    def find(self, ref_labels: Labels, hyp_labels: Labels) -> _Candidates:
        """Pairs of places in both lists, and the places on either side that are in no pair."""
        ref, hyp = both_sides([list(ref_labels)], [list(hyp_labels)])
        edges = self.edges(ref, hyp)
        refs, hyps = edges.ref.tolist(), edges.hyp.tolist()
        alone = [set(range(len(side.labels))).difference(used) for side, used in ((ref, refs), (hyp, hyps))]
        return list(zip(refs, hyps, strict=True)), alone[0], alone[1]


class StartEndCandidateFinder(ColumnFinder):
    """Labels that start at most, and end less than so many seconds apart; a negative threshold leaves ends alone."""

    def __init__(self, start_delta_threshold: float, end_delta_threshold: float = -1) -> None:
        self.start_delta_threshold = start_delta_threshold
        self.end_delta_threshold = end_delta_threshold

    def edges(self, ref: Side, hyp: Side) -> Edges:
        """The candidate pairs of all utterances."""
        ends = None if self.end_delta_threshold < 0 else self.end_delta_threshold
        found = near(ref.extents, hyp.extents, start_within=self.start_delta_threshold, end_within=ends)
        return Edges(found.ref, found.hyp, _shared(ref, hyp, found.ref, found.hyp))


class OverlapCandidateFinder(ColumnFinder):
    """Labels that share at least so many seconds; 0 asks for any overlap."""

    def __init__(self, min_overlap: float = 0.05) -> None:
        self.min_overlap = min_overlap

    def edges(self, ref: Side, hyp: Side) -> Edges:
        """The candidate pairs of all utterances."""
        found = overlapping(ref.opened, hyp.opened, minimum=self.min_overlap)
        # Two negative ends say nothing of what both labels share.
        return found.where((ref.ends[found.ref] >= 0) | (hyp.ends[found.hyp] >= 0))


def _shared(ref: Side, hyp: Side, refs: Indices, hyps: Indices) -> Times:
    """The seconds that the labels of each pair share, where a negative end is an open one."""
    ends = np.minimum(ref.opened.ends[refs], hyp.opened.ends[hyps])
    shared: Times = np.maximum(ends - np.maximum(ref.starts[refs], hyp.starts[hyps]), 0.0)
    return shared


class ColumnAligner(EventAligner):
    """An aligner that pairs the labels of all utterances of a corpus at once."""

    @abstractmethod
    def places(self, ref: Side, hyp: Side) -> tuple[Indices, Indices]:
        """The places of the labels of all pairs, -1 for none, in any order of utterances."""

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        """The pairs that have a reference, then the labels of the hypothesis that are in none."""
        ref, hyp = both_sides([list(ref_labels)], [list(hyp_labels)])
        return pairs_at(ref, hyp, *self.places(ref, hyp))


def pairs_at(ref: Side, hyp: Side, refs: Indices, hyps: Indices) -> list[LabelPair]:
    """Pairs of the labels at these places."""
    return list(map(LabelPair, ref.at(refs), hyp.at(hyps)))


def _without_partner(side: Side, taken: Indices) -> Indices:
    alone = np.ones(len(side.labels), dtype=bool)
    alone[taken] = False
    return np.flatnonzero(alone)


class BipartiteMatchingAligner(ColumnAligner):
    """Pairs labels one to one so that the sum of the penalties is least.

    As in the original, `deletion_penalty` has no effect: it is paid for every place that stays unused, whether or not a
    label was deleted. So a pair is worth having as soon as it costs less than an insertion.
    """

    def __init__(
        self,
        candidate_finder: CandidateFinder | None = None,
        non_overlap_penalty_weight: float = 1,
        substitution_penalty: float = 2,
        insertion_penalty: float = 10,
        deletion_penalty: float = 10,
    ) -> None:
        self.candidate_finder = candidate_finder or OverlapCandidateFinder()
        self.non_overlap_penalty_weight = non_overlap_penalty_weight
        self.substitution_penalty = substitution_penalty
        self.insertion_penalty = insertion_penalty
        self.deletion_penalty = deletion_penalty

    def places(self, ref: Side, hyp: Side) -> tuple[Indices, Indices]:
        """The places of the references in their order with those of their partners, then those of insertions."""
        settings = EventSettings(
            substitution=self.substitution_penalty,
            non_overlap=self.non_overlap_penalty_weight,
            insertion=self.insertion_penalty,
            deletion=0,
        )
        chosen = cheapest(self._candidates(ref, hyp), ref.events, hyp.events, settings)
        partners = np.full(len(ref.labels), -1, dtype=np.int64)
        partners[chosen.ref] = chosen.hyp
        inserted = _without_partner(hyp, chosen.hyp)
        refs = np.concatenate([np.arange(len(partners)), np.full(len(inserted), -1)])
        return refs, np.concatenate([partners, inserted])

    def _candidates(self, ref: Side, hyp: Side) -> Edges:
        finder = self.candidate_finder
        if isinstance(finder, ColumnFinder) and type(finder).find is ColumnFinder.find:
            return finder.edges(ref, hyp)
        refs: list[int] = []
        hyps: list[int] = []
        for number in range(len(ref.first) - 1):
            starts = ref.first[number], hyp.first[number]
            own = ref.labels[starts[0] : ref.first[number + 1]], hyp.labels[starts[1] : hyp.first[number + 1]]
            for i, j in sorted(finder.find(*own)[0]):
                refs.append(starts[0] + i)
                hyps.append(starts[1] + j)
        columns = np.array(refs, dtype=np.int64), np.array(hyps, dtype=np.int64)
        return Edges(*columns, _shared(ref, hyp, *columns))


class FullMatchingAligner(ColumnAligner):
    """Pairs all labels of both sides that share at least `min_overlap` seconds."""

    def __init__(self, min_overlap: float = 0.05) -> None:
        self.min_overlap = min_overlap

    def places(self, ref: Side, hyp: Side) -> tuple[Indices, Indices]:
        """The places of all pairs by reference, then those of the labels that have no partner."""
        edges = OverlapCandidateFinder(self.min_overlap).edges(ref, hyp)
        deleted, inserted = _without_partner(ref, edges.ref), _without_partner(hyp, edges.hyp)
        refs = np.concatenate([edges.ref, deleted, np.full(len(inserted), -1)])
        return refs, np.concatenate([edges.hyp, np.full(len(deleted), -1), inserted])


class LevenshteinAligner(EventAligner):
    """Pairs labels in their order with the least cost; costs may be fractions. Times do not count."""

    def __init__(
        self,
        deletion_cost: float = 3,
        insertion_cost: float = 3,
        substitution_cost: float = 4,
        custom_substitution_cost_function: Callable[[Label, Label], float] | None = None,
    ) -> None:
        self.deletion_cost = deletion_cost
        self.insertion_cost = insertion_cost
        self.substitution_cost = substitution_cost
        self.custom_substitution_cost_function = custom_substitution_cost_function

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        """The pairs, in order."""
        refs, hyps = list(ref_labels), list(hyp_labels)
        pairs, _ = self._path(refs, hyps)
        return [LabelPair(None if i is None else refs[i], None if j is None else hyps[j]) for i, j in pairs]

    def calculate_edit_distance(self, ref_labels: Labels, hyp_labels: Labels) -> float:
        """The cost of the cheapest alignment."""
        return self._path(list(ref_labels), list(hyp_labels))[1]

    def _path(self, refs: list[Label], hyps: list[Label]) -> tuple[list[tuple[int | None, int | None]], float]:
        custom = self.custom_substitution_cost_function

        def asked(row: int, column: int) -> float:
            return custom(refs[row], hyps[column]) if custom is not None else self.substitution_cost

        return edit_path(
            [label.value for label in refs],
            [label.value for label in hyps],
            deletion=self.deletion_cost,
            insertion=self.insertion_cost,
            substitution=self.substitution_cost if custom is None else asked,
        )


class InvariantSegmentAligner(SegmentAligner):
    """Cuts time wherever a label begins or ends; events less than 0.01 s apart are one."""

    TIME_THRESHOLD = 0.01

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[Segment]:
        """The segments with lists of labels; gaps have empty lists."""
        refs, hyps = self.set_absolute_end_of_labels(ref_labels), self.set_absolute_end_of_labels(hyp_labels)
        if not refs and not hyps:
            raise _nothing()
        segments = invariant_segments(_times(refs), _times(hyps), merge=self.TIME_THRESHOLD)
        return [
            Segment(start, end, [refs[i] for i in ref], [hyps[j] for j in hyp]) for start, end, ref, hyp in segments
        ]

    def columns(self, ref: Side, hyp: Side) -> Stretches:
        """The segments of many utterances with at most one label a side; OverlapError where labels overlap."""
        for side in (ref, hyp):
            _checked(side.labels)
        labelled = np.diff(ref.first) + np.diff(hyp.first)
        if not labelled.all():
            raise _nothing()
        return stretches(ref.extents, hyp.extents, merge=self.TIME_THRESHOLD)

    @classmethod
    def create_event_list(
        cls, ref_labels: Labels, hyp_labels: Labels, time_threshold: float = TIME_THRESHOLD
    ) -> list[tuple[float, list[tuple[float, str, int, Label]]]]:
        """Times, each with its events: time, S or E, 0 for the reference or 1 for the hypothesis, the label."""
        sides = list(ref_labels), list(hyp_labels)
        groups = event_groups(_times(sides[0]), _times(sides[1]), merge=time_threshold)
        return [
            (time, [(moment, kind, side, sides[side][index]) for moment, kind, side, index in events])
            for time, events in groups
        ]

    @staticmethod
    def set_absolute_end_of_labels(labels: Labels) -> list[Label]:
        """The labels by start, each of which must end behind its start."""
        return _checked(sorted(labels))


def _checked(labels: list[Label]) -> list[Label]:
    wrong = [label for label in labels if not label.end > label.start]
    if wrong:
        raise ValueError(f"Label-end {wrong[0].end} is smaller than label-start {wrong[0].start}!")
    return labels


def _nothing() -> IndexError:
    return IndexError("there are no labels, so there is no first segment")


def _times(labels: Sequence[Label]) -> list[tuple[float, float]]:
    return [(label.start, label.end) for label in labels]
