"""Confusions in seconds."""

from __future__ import annotations

from typing import ClassVar

from ..alignment.utils import Segment
from .confusion import AMOUNTS, OfValue


class SegmentConfusion(OfValue):
    """The confusion of one value in seconds.

    `correct_segments`, `insertion_segments` and `deletion_segments` are lists, `substitution_segments` and
    `substitution_out_segments` lists by the value of the other side.
    """

    LISTS: ClassVar = {name: name.replace("ions", "ion") + "_segments" for name in AMOUNTS}

    @staticmethod
    def measure(aligned: list[Segment]) -> float:
        """The seconds of the segments."""
        return sum(segment.duration for segment in aligned)
