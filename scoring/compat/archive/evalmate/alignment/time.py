"""Alignment by time: the best one-to-one pairs, or all pairs that overlap."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from .....segments.bipartite import Edges
from .....segments.measures.events import EventSettings, cheapest
from ..columns import Side, both_sides
from .aligner import EventAligner, Labels
from .candidates import CandidateFinder, ColumnFinder, OverlapCandidateFinder, shared
from .utils import LabelPair

if TYPE_CHECKING:
    from .....segments.moments import Indices


class ColumnAligner(EventAligner):
    """An aligner that can pair the labels of all utterances of a corpus at once."""

    @abstractmethod
    def places(self, ref: Side, hyp: Side) -> tuple[Indices, Indices]:
        """The indices of the labels of all pairs, -1 for no label; the order of utterances is free."""

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        """The pairs with a reference, then the labels of the hypothesis without a partner."""
        ref, hyp, _ = both_sides([list(ref_labels)], [list(hyp_labels)])
        return pairs_at(ref, hyp, *self.places(ref, hyp))


def pairs_at(ref: Side, hyp: Side, refs: Indices, hyps: Indices) -> list[LabelPair]:
    """Pairs of the labels with these indices."""
    return list(map(LabelPair, ref.at(refs), hyp.at(hyps)))


def _without_partner(side: Side, taken: Indices) -> Indices:
    alone = np.ones(len(side.labels), dtype=bool)
    alone[taken] = False
    return np.flatnonzero(alone)


class BipartiteMatchingAligner(ColumnAligner):
    """Pairs labels one to one with the least sum of penalties.

    As in evalmate, `deletion_penalty` has no effect: it is added for every unused place, whether or not a label was
    deleted. A pair is therefore made if its penalty is less than that of an insertion.
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
        """The references in their order with their partners, then the insertions."""
        settings = EventSettings(
            substitution=self.substitution_penalty,
            non_overlap=self.non_overlap_penalty_weight,
            insertion=self.insertion_penalty,
            deletion=0,
        )
        edges = _candidates(self.candidate_finder, ref, hyp)
        differ = ref.codes[edges.ref] != hyp.codes[edges.hyp]
        chosen = cheapest(edges, ref.column("duration")[edges.ref], differ, settings)
        partners = np.full(len(ref.labels), -1, dtype=np.int64)
        partners[chosen.ref] = chosen.hyp
        inserted = _without_partner(hyp, chosen.hyp)
        refs = np.concatenate([np.arange(len(partners)), np.full(len(inserted), -1)])
        return refs, np.concatenate([partners, inserted])


class FullMatchingAligner(ColumnAligner):
    """Pairs all labels of both sides that share at least `min_overlap` seconds."""

    def __init__(self, min_overlap: float = 0.05) -> None:
        self.min_overlap = min_overlap
        self.finder: CandidateFinder = OverlapCandidateFinder(min_overlap)

    def places(self, ref: Side, hyp: Side) -> tuple[Indices, Indices]:
        """All pairs by reference, then the labels without a partner."""
        edges = _candidates(self.finder, ref, hyp)
        deleted, inserted = _without_partner(ref, edges.ref), _without_partner(hyp, edges.hyp)
        refs = np.concatenate([edges.ref, deleted, np.full(len(inserted), -1)])
        return refs, np.concatenate([edges.hyp, np.full(len(deleted), -1), inserted])


def _candidates(finder: CandidateFinder, ref: Side, hyp: Side) -> Edges:
    """The candidate pairs of all utterances; a finder of another class is asked utterance by utterance."""
    if isinstance(finder, ColumnFinder) and type(finder).find is ColumnFinder.find:
        return finder.edges(ref, hyp)
    refs: list[int] = []
    hyps: list[int] = []
    for number in range(len(ref.first) - 1):
        starts = ref.first[number], hyp.first[number]
        labels = ref.labels[starts[0] : ref.first[number + 1]], hyp.labels[starts[1] : hyp.first[number + 1]]
        for i, j in sorted(finder.find(*labels)[0]):
            refs.append(starts[0] + i)
            hyps.append(starts[1] + j)
    columns = np.array(refs, dtype=np.int64), np.array(hyps, dtype=np.int64)
    return Edges(*columns, shared(ref, hyp, *columns))
