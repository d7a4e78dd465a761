"""Base classes of aligners: of whole labels, and of segments of time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TypeAlias

from ..annotations import Label
from .utils import LabelPair, Segment

Labels: TypeAlias = "Iterable[Label]"


class EventAligner(ABC):
    """Pairs whole labels."""

    @abstractmethod
    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        """Pairs in which every label of both sides occurs; a label without a partner is paired with None."""
        raise NotImplementedError


class SegmentAligner(ABC):
    """Cuts time into segments."""

    @abstractmethod
    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[Segment]:
        """Segments in the order of time, each with lists of the labels that hold in it."""
        raise NotImplementedError
