"""evalmate.alignment: aligners of labels, finders of candidates, and their results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce, total_ordering
from itertools import pairwise, product
from operator import add, attrgetter, itemgetter
from typing import Any, TypeAlias

import numpy as np

from ..... import core
from ....segments.bipartite import Edges, near, overlapping
from ....segments.measures.events import EventSettings, cheapest
from ....segments.moments import Extents
from .annotations import INFINITY, Label
from .utils.label import overlap_time

Labels: TypeAlias = "Iterable[Label]"
Held: TypeAlias = "Label | list[Label] | None"
# Pairs of indices of both lists, and the indices of either list that are in no pair.
Candidates: TypeAlias = "tuple[list[tuple[int, int]], set[int], set[int]]"
# Time, S (start) or E (end), 0 for the reference or 1 for the hypothesis, the label.
Event: TypeAlias = "tuple[float, str, int, Label]"

# The greatest cost of a Levenshtein alignment that the core takes.
_MOST = 1_000_000


@total_ordering
@dataclass(slots=True, eq=False, repr=False)
class LabelPair:
    """A reference label and its hypothesis label; one of them may be None.

    As in evalmate, a pair without a reference is equal to any other without a reference, and one without a hypothesis
    to any other without a hypothesis. Compare `ref` and `hyp` to tell them apart.
    """

    ref: Label | None
    hyp: Label | None

    def max_length(self) -> int:
        """The length of the longer value; None counts four."""
        return max(4 if label is None else len(label.value) for label in (self.ref, self.hyp))

    def padded_ref_value(self) -> str:
        """The reference value, padded to the length of the longer value; `-` for None."""
        return ("-" if self.ref is None else self.ref.value).rjust(self.max_length())

    def padded_hyp_value(self) -> str:
        """The hypothesis value, padded to the length of the longer value; `-` for None."""
        return ("-" if self.hyp is None else self.hyp.value).rjust(self.max_length())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LabelPair):
            return NotImplemented
        if self.ref is None:
            return other.ref is None
        if self.hyp is None:
            return other.hyp is None
        return _same(self.ref, other.ref) and _same(self.hyp, other.hyp)

    def __lt__(self, other: LabelPair) -> bool:
        return _before(self.hyp if self.ref is None else self.ref, other.hyp if other.ref is None else other.ref)

    def __repr__(self) -> str:
        return f"LabelPair({self.ref}, {self.hyp})"


@dataclass(slots=True, eq=False, repr=False)
class Segment:
    """A stretch of time with the label, or the list of labels, of each side."""

    start: float
    end: float
    ref: Held = None
    hyp: Held = None

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self.end - self.start

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Segment):
            return NotImplemented
        times = self.start == other.start and self.end == other.end
        return times and _same(self.ref, other.ref) and _same(self.hyp, other.hyp)

    def __lt__(self, other: Segment) -> bool:
        """Order by start, end, reference and hypothesis; None goes before any label."""
        if (self.start, self.end) != (other.start, other.end):
            return (self.start, self.end) < (other.start, other.end)
        if not _same(self.ref, other.ref):
            return _before(self.ref, other.ref)
        return not _same(self.hyp, other.hyp) and _before(self.hyp, other.hyp)

    def __repr__(self) -> str:
        return f"{self.start} - {self.end} REF: {self.ref} HYP: {self.hyp}"


def _same(first: Held, other: Held) -> bool:
    """Equality of labels; those of audiomate cannot be compared with None."""
    return first is other if first is None or other is None else first == other


def _before(first: Any, other: Any) -> bool:
    """Order of labels, or of lists of labels; None is less than anything, also than None."""
    return first is None or (other is not None and bool(first < other))


class CandidateFinder(ABC):
    """Finds the pairs of labels that an aligner may choose from."""

    @abstractmethod
    def find(self, ref_labels: Labels, hyp_labels: Labels) -> Candidates:
        """Pairs of indices of both lists, and the indices of either list that are in no pair."""


@dataclass(eq=False)
class StartEndCandidateFinder(CandidateFinder):
    """Pairs labels whose starts differ by at most a threshold, and whose ends by less than another.

    A negative threshold of ends ignores them.
    """

    start_delta_threshold: float
    end_delta_threshold: float = -1

    def find(self, ref_labels: Labels, hyp_labels: Labels) -> Candidates:
        refs, hyps = list(ref_labels), list(hyp_labels)
        ends = None if self.end_delta_threshold < 0 else self.end_delta_threshold
        edges = near(_extents(refs), _extents(hyps), start_within=self.start_delta_threshold, end_within=ends)
        return _candidates(refs, hyps, list(zip(edges.ref.tolist(), edges.hyp.tolist(), strict=True)))


@dataclass(eq=False)
class OverlapCandidateFinder(CandidateFinder):
    """Pairs labels that share at least some seconds; 0 allows any overlap."""

    min_overlap: float = 0.05

    def find(self, ref_labels: Labels, hyp_labels: Labels) -> Candidates:
        refs, hyps = list(ref_labels), list(hyp_labels)
        edges = overlapping(_extents(refs, opened=True), _extents(hyps, opened=True), minimum=self.min_overlap)
        pairs = zip(edges.ref.tolist(), edges.hyp.tolist(), strict=True)
        # Two ends of -1 do not tell what both labels share.
        return _candidates(refs, hyps, [(i, j) for i, j in pairs if not refs[i].end == hyps[j].end == -1])


def _extents(labels: Sequence[Label], *, opened: bool = False) -> Extents:
    """Starts and ends; with `opened`, an end of -1 is open."""
    ends = [INFINITY if opened and label.end == -1 else label.end for label in labels]
    return Extents(np.array([label.start for label in labels], dtype=float), np.array(ends, dtype=float))


def _candidates(refs: Sequence[Label], hyps: Sequence[Label], pairs: list[tuple[int, int]]) -> Candidates:
    return pairs, {*range(len(refs))} - {i for i, _ in pairs}, {*range(len(hyps))} - {j for _, j in pairs}


class EventAligner(ABC):
    """Pairs whole labels."""

    @abstractmethod
    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        """Pairs in which every label of both sides occurs; a label without a partner is paired with None."""


@dataclass(eq=False)
class BipartiteMatchingAligner(EventAligner):
    """Pairs labels one to one with the least sum of penalties: references in their order, then insertions.

    As in evalmate, `deletion_penalty` has no effect: it is added for every unused place, whether or not a label was
    deleted. A pair is therefore made if its penalty is less than that of an insertion.
    """

    candidate_finder: Any = None
    non_overlap_penalty_weight: float = 1
    substitution_penalty: float = 2
    insertion_penalty: float = 10
    deletion_penalty: float = 10

    def __post_init__(self) -> None:
        self.candidate_finder = self.candidate_finder or OverlapCandidateFinder()

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        refs, hyps = list(ref_labels), list(hyp_labels)
        settings = EventSettings(
            substitution=self.substitution_penalty,
            non_overlap=self.non_overlap_penalty_weight,
            insertion=self.insertion_penalty,
            deletion=0,
        )
        places = sorted(self.candidate_finder.find(refs, hyps)[0])
        pairs = [(refs[i], hyps[j]) for i, j in places]
        rows, columns = np.array(places, dtype=np.int64).reshape(-1, 2).T
        edges = Edges(rows, columns, np.array([overlap_time(*pair) for pair in pairs], dtype=float))
        lengths = np.array([ref.duration for ref, _ in pairs], dtype=float)
        differ = np.array([ref.value != hyp.value for ref, hyp in pairs], dtype=bool)
        chosen = cheapest(edges, lengths, differ, settings)
        partners = dict(zip(chosen.ref.tolist(), chosen.hyp.tolist(), strict=True))
        aligned = [LabelPair(ref, hyps[partners[i]] if i in partners else None) for i, ref in enumerate(refs)]
        taken = set(partners.values())
        return aligned + [LabelPair(None, hyp) for j, hyp in enumerate(hyps) if j not in taken]


class FullMatchingAligner(EventAligner):
    """Pairs all labels of both sides that share at least `min_overlap` seconds; labels without a partner follow."""

    def __init__(self, min_overlap: float = 0.05) -> None:
        self.min_overlap = min_overlap
        self.finder: CandidateFinder = OverlapCandidateFinder(min_overlap)

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        refs, hyps = list(ref_labels), list(hyp_labels)
        pairs, deleted, inserted = self.finder.find(refs, hyps)
        aligned = [LabelPair(refs[i], hyps[j]) for i, j in sorted(pairs)]
        aligned += [LabelPair(refs[i], None) for i in sorted(deleted)]
        return aligned + [LabelPair(None, hyps[j]) for j in sorted(inserted)]


@dataclass(eq=False)
class LevenshteinAligner(EventAligner):
    """Pairs labels in their order with the least costs; times do not count, and costs may be fractions.

    Of equally cheap alignments the one with insertions as late as possible is chosen, then the one with deletions as
    late as possible.
    """

    deletion_cost: float = 3
    insertion_cost: float = 3
    substitution_cost: float = 4
    custom_substitution_cost_function: Callable[[Label, Label], float] | None = None

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        refs, hyps = list(ref_labels), list(hyp_labels)
        costs = self.substitution_cost, self.insertion_cost, self.deletion_cost
        whole = all(1 <= cost <= _MOST and cost == int(cost) for cost in costs)
        if not whole or self.custom_substitution_cost_function is not None:
            return self._aligned(refs, hyps)
        values = [label.value for label in refs], [label.value for label in hyps]
        left, right = iter(refs), iter(hyps)
        steps = core.steps(*values, (int(costs[0]), int(costs[1]), int(costs[2])), "IDS", False)
        return [LabelPair(next(left) if ref else None, next(right) if hyp else None) for ref, hyp in steps]

    def calculate_edit_distance(self, ref_labels: Labels, hyp_labels: Labels) -> float:
        """The costs of the cheapest alignment."""
        # Not `sum`, which newer releases of Python round otherwise.
        return reduce(add, map(self._cost, self.align(ref_labels, hyp_labels)), 0)

    def _cost(self, pair: LabelPair) -> float:
        if pair.ref is None or pair.hyp is None:
            return self.insertion_cost if pair.ref is None else self.deletion_cost
        if pair.ref.value == pair.hyp.value:
            return 0
        custom = self.custom_substitution_cost_function
        return self.substitution_cost if custom is None else custom(pair.ref, pair.hyp)

    def _aligned(self, refs: list[Label], hyps: list[Label]) -> list[LabelPair]:
        """The pairs with costs that the core does not take: fractions, and those of a function."""
        # For so many labels of either side: the least costs, and the last pair before the path to it.
        best: dict[tuple[int, int], tuple[float, Any]] = {(0, 0): (0, None)}
        for i, j in product(range(len(refs) + 1), range(len(hyps) + 1)):
            steps = []
            for ref, hyp in ((0, 1), (1, 0), (1, 1)):
                if ref <= i and hyp <= j:
                    pair = LabelPair(refs[i - 1] if ref else None, hyps[j - 1] if hyp else None)
                    costs, path = best[i - ref, j - hyp]
                    steps.append((costs + self._cost(pair), (pair, path)))
            if steps:
                best[i, j] = min(steps, key=itemgetter(0))
        path, pairs = best[len(refs), len(hyps)][1], []
        while path:
            pair, path = path
            pairs.append(pair)
        return pairs[::-1]


class SegmentAligner(ABC):
    """Cuts time into segments."""

    @abstractmethod
    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[Segment]:
        """Segments in the order of time, each with lists of the labels that hold in it."""


class InvariantSegmentAligner(SegmentAligner):
    """Cuts time wherever a label begins or ends; events less than 0.01 s apart are one.

    >>> for segment in InvariantSegmentAligner().align([Label("a", 0, 3)], [Label("b", 1, 4)]):
    ...     print(segment)
    0 - 1 REF: [Label(a, 0, 3)] HYP: []
    1 - 3 REF: [Label(a, 0, 3)] HYP: [Label(b, 1, 4)]
    3 - 4 REF: [] HYP: [Label(b, 1, 4)]
    """

    TIME_THRESHOLD = 0.01

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[Segment]:
        refs, hyps = self.set_absolute_end_of_labels(ref_labels), self.set_absolute_end_of_labels(hyp_labels)
        held: tuple[list[Label], list[Label]] = ([], [])
        segments = []
        for (start, events), (end, _) in pairwise(self.create_event_list(refs, hyps, self.TIME_THRESHOLD)):
            for _, kind, side, label in events:
                if kind == "S":
                    held[side].append(label)
                else:
                    held[side].remove(label)
            segments.append(Segment(start, end, list(held[0]), list(held[1])))
        return segments

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
        events.sort(key=itemgetter(0))
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
