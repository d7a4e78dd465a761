"""Confusions in seconds."""

from __future__ import annotations

from collections.abc import Sequence

from ..alignment.utils import Segment
from .value import Listed, OfValue


class SegmentConfusion(OfValue[Segment]):
    """The confusion of one value in seconds."""

    correct_segments = Listed("correct", "Segments in which both sides have this value.")
    insertion_segments = Listed("insertions", "Segments without a reference.")
    deletion_segments = Listed("deletions", "Segments without a hypothesis.")
    substitution_segments = Listed("substitutions", "Segments with another value in the hypothesis, by that value.")
    substitution_out_segments = Listed("substitutions_out", "Segments with another value in the reference, by it.")

    @staticmethod
    def amount(aligned: Sequence[Segment]) -> float:
        """The seconds of the segments."""
        return sum(segment.duration for segment in aligned)
