"""evalmate.alignment: aligners of labels, candidate finders, and what they give back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from scoring.align.bipartite import Edges, matching, near, overlapping
from scoring.align.levenshtein import edit_path
from scoring.align.segments import event_groups, invariant_segments
from scoring.compat.evalmate.annotations import INFINITY, Label
from scoring.compat.evalmate.utils.label import overlap_time

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Labels: TypeAlias = "Iterable[Label]"
_Held: TypeAlias = "Label | list[Label] | None"
_Found: TypeAlias = "tuple[list[tuple[int, int]], set[int], set[int]]"


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
    """An aligner that pairs whole labels."""

    @abstractmethod
    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        """Pairs of labels; every label occurs."""


class SegmentAligner(ABC):
    """An aligner that cuts time into segments."""

    @abstractmethod
    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[Segment]:
        """Segments with the labels of both sides."""


class CandidateFinder(ABC):
    """Finds the pairs of labels that may belong together."""

    @abstractmethod
    def edges(self, ref_labels: Sequence[Label], hyp_labels: Sequence[Label]) -> Edges:
        """The candidate pairs as arrays of indices."""

    def find(self, ref_labels: Labels, hyp_labels: Labels) -> _Found:
        """Pairs of indices, and the indices of reference and hypothesis labels that are in none."""
        ref_labels, hyp_labels = list(ref_labels), list(hyp_labels)
        edges = self.edges(ref_labels, hyp_labels)
        refs, hyps = edges.ref.tolist(), edges.hyp.tolist()
        alone = set(range(len(ref_labels))) - set(refs), set(range(len(hyp_labels))) - set(hyps)
        return list(zip(refs, hyps, strict=True)), *alone


class StartEndCandidateFinder(CandidateFinder):
    """Labels whose starts are at most, and whose ends are less than a threshold apart; -1 leaves the ends alone."""

    def __init__(self, start_delta_threshold: float, end_delta_threshold: float = -1) -> None:
        self.start_delta_threshold = start_delta_threshold
        self.end_delta_threshold = end_delta_threshold

    def edges(self, ref_labels: Sequence[Label], hyp_labels: Sequence[Label]) -> Edges:
        """The candidate pairs as arrays of indices."""
        within = self.end_delta_threshold
        return near(
            *_columns(ref_labels),
            *_columns(hyp_labels),
            start_within=self.start_delta_threshold,
            end_within=None if within < 0 else within,
        )


class OverlapCandidateFinder(CandidateFinder):
    """Labels that share at least this many seconds; 0 asks for any overlap."""

    def __init__(self, min_overlap: float = 0.05) -> None:
        self.min_overlap = min_overlap

    def edges(self, ref_labels: Sequence[Label], hyp_labels: Sequence[Label]) -> Edges:
        """The candidate pairs as arrays of indices."""
        refs, hyps = _columns(ref_labels, opened=True), _columns(hyp_labels, opened=True)
        return overlapping(*refs, *hyps, minimum=self.min_overlap)


def _columns(labels: Sequence[Label], *, opened: bool = False) -> tuple[Floats, Floats]:
    """Starts and ends as arrays; `opened` reads a negative end as an open one."""
    starts = np.array([label.start for label in labels], dtype=np.float64)
    ends = np.array([label.end for label in labels], dtype=np.float64)
    return starts, np.where(ends < 0, INFINITY, ends) if opened else ends


class BipartiteMatchingAligner(EventAligner):
    """Pairs labels one to one so that the sum of the penalties is least."""

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

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        """The references in order, each with its partner, then the insertions."""
        refs, hyps = list(ref_labels), list(hyp_labels)
        edges = self.candidate_finder.edges(refs, hyps)
        penalties = self._penalties(refs, hyps, edges)
        if np.isnan(penalties).any():
            raise ValueError("labels without end have no overlap ratio: give both sides their ends")
        # The original pays the deletion penalty for every place that stays unused, whether a label was deleted or
        # not; so it cancels out, and a pair is worth having as soon as it costs less than an insertion.
        kept = edges.where(matching(edges.ref, edges.hyp, self.insertion_penalty - penalties))
        partner = dict(zip(kept.ref.tolist(), kept.hyp.tolist(), strict=True))
        pairs = [LabelPair(ref, hyps[partner[i]] if i in partner else None) for i, ref in enumerate(refs)]
        used = set(partner.values())
        return pairs + [LabelPair(None, hyp) for j, hyp in enumerate(hyps) if j not in used]

    def _penalties(self, refs: list[Label], hyps: list[Label], edges: Edges) -> Floats:
        """The penalty of every candidate pair."""
        starts, ends = _columns(refs)
        negative = any(label.end < 0 for label in (*refs, *hyps))
        shared = _shared(refs, hyps, edges) if negative else edges.overlap
        lengths = (ends - starts)[edges.ref]
        with np.errstate(invalid="ignore"):  # an endless overlap is no part of an endless label
            missing = 1 - np.divide(shared, lengths, out=np.zeros(len(edges)), where=lengths > 0)
        numbers: dict[str, int] = {}
        ref_codes, hyp_codes = (
            np.array([numbers.setdefault(label.value, len(numbers)) for label in labels], dtype=np.int64)
            for labels in (refs, hyps)
        )
        differs = ref_codes[edges.ref] != hyp_codes[edges.hyp]
        penalties: Floats = self.substitution_penalty * differs + self.non_overlap_penalty_weight * missing
        return penalties


def _shared(refs: list[Label], hyps: list[Label], edges: Edges) -> Floats:
    """The seconds that candidates share, where a negative end is an open one."""
    pairs = zip(edges.ref.tolist(), edges.hyp.tolist(), strict=True)
    return np.array([overlap_time(refs[i], hyps[j]) for i, j in pairs], dtype=np.float64)


class FullMatchingAligner(EventAligner):
    """Pairs every reference label with every hypothesis label that shares at least `min_overlap` seconds with it."""

    def __init__(self, min_overlap: float = 0.05) -> None:
        self.min_overlap = min_overlap

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        """All pairs, by reference; then the labels that have none."""
        refs, hyps = list(ref_labels), list(hyp_labels)
        pairs, alone, unasked = OverlapCandidateFinder(self.min_overlap).find(refs, hyps)
        found = [LabelPair(refs[i], hyps[j]) for i, j in pairs]
        found += [LabelPair(refs[i], None) for i in sorted(alone)]
        return found + [LabelPair(None, hyps[j]) for j in sorted(unasked)]


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
            raise IndexError("there are no labels, so there is no first segment")
        segments = invariant_segments(_times(refs), _times(hyps), merge=self.TIME_THRESHOLD)
        return [
            Segment(start, end, [refs[i] for i in ref], [hyps[j] for j in hyp]) for start, end, ref, hyp in segments
        ]

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
        found = sorted(labels, key=Label._key)
        for label in found:
            if not label.end > label.start:
                raise ValueError(f"Label-end {label.end} is smaller than label-start {label.start}!")
        return found


def _times(labels: Sequence[Label]) -> list[tuple[float, float]]:
    return [(label.start, label.end) for label in labels]
