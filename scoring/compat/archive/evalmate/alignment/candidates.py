"""Finders of candidates: which labels may be a pair."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from .....segments.bipartite import Edges, near, overlapping
from ..columns import Side, both_sides
from .aligner import Labels

if TYPE_CHECKING:
    from .....segments.moments import Indices, Times

Candidates: TypeAlias = "tuple[list[tuple[int, int]], set[int], set[int]]"


class CandidateFinder(ABC):
    """Finds the pairs of labels that an aligner may choose from."""

    @abstractmethod
    def find(self, ref_labels: Labels, hyp_labels: Labels) -> Candidates:
        """Pairs of indices of both lists, and the indices of either list that are in no pair."""
        raise NotImplementedError


class ColumnFinder(CandidateFinder):
    """A finder that can look at all utterances of a corpus at once."""

    @abstractmethod
    def edges(self, ref: Side, hyp: Side) -> Edges:
        """The candidate pairs of all utterances."""

    def find(self, ref_labels: Labels, hyp_labels: Labels) -> Candidates:
        """Pairs of indices of both lists, and the indices of either list that are in no pair."""
        ref, hyp, _ = both_sides([list(ref_labels)], [list(hyp_labels)])
        edges = self.edges(ref, hyp)
        refs, hyps = edges.ref.tolist(), edges.hyp.tolist()
        alone = [set(range(len(side.labels))).difference(used) for side, used in ((ref, refs), (hyp, hyps))]
        return list(zip(refs, hyps, strict=True)), alone[0], alone[1]


class StartEndCandidateFinder(ColumnFinder):
    """Pairs labels whose starts differ by at most a threshold, and whose ends by less than another.

    A negative threshold of ends ignores them.
    """

    def __init__(self, start_delta_threshold: float, end_delta_threshold: float = -1) -> None:
        self.start_delta_threshold = start_delta_threshold
        self.end_delta_threshold = end_delta_threshold

    def edges(self, ref: Side, hyp: Side) -> Edges:
        """The candidate pairs of all utterances."""
        ends = None if self.end_delta_threshold < 0 else self.end_delta_threshold
        near_pairs = near(ref.extents, hyp.extents, start_within=self.start_delta_threshold, end_within=ends)
        return Edges(near_pairs.ref, near_pairs.hyp, shared(ref, hyp, near_pairs.ref, near_pairs.hyp))


class OverlapCandidateFinder(ColumnFinder):
    """Pairs labels that share at least some seconds; 0 allows any overlap."""

    def __init__(self, min_overlap: float = 0.05) -> None:
        self.min_overlap = min_overlap

    def edges(self, ref: Side, hyp: Side) -> Edges:
        """The candidate pairs of all utterances."""
        pairs = overlapping(ref.opened, hyp.opened, minimum=self.min_overlap)
        # Two open ends do not tell what both labels share.
        return pairs.where((ref.ends[pairs.ref] != -1) | (hyp.ends[pairs.hyp] != -1))


def shared(ref: Side, hyp: Side, refs: Indices, hyps: Indices) -> Times:
    """The seconds that the labels of each pair share; an end of -1 is open, and two open ends share nothing."""
    ends = np.minimum(ref.opened.ends[refs], hyp.opened.ends[hyps])
    ends = np.where((ref.ends[refs] == -1) & (hyp.ends[hyps] == -1), -1.0, ends)
    seconds: Times = np.maximum(ends - np.maximum(ref.starts[refs], hyp.starts[hyps]), 0.0)
    return seconds
