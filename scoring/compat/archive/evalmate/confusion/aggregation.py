"""Confusions of several values together."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..alignment.utils import LabelPair, Segment
from ..annotations import Label
from ..columns import Aligned, codes_of
from .confusion import Confusion, OfValue
from .event import EventConfusion
from .segment import SegmentConfusion


class AggregatedConfusion(Confusion):
    """The confusions of several values, by value, and their sum."""

    def __init__(self) -> None:
        self.instances: dict[str, Any] = {}

    def _amount(self, name: str) -> float:
        total: float = sum(getattr(instance, name) for instance in self.instances.values())
        return total

    @property
    def precision_mean(self) -> float:
        """The mean precision of all values, also of those without a reference; NaN without values."""
        return self._mean("precision")

    @property
    def recall_mean(self) -> float:
        """The mean recall of all values, 0 for those without a reference; NaN without values."""
        return self._mean("recall")

    def _mean(self, rate: str) -> float:
        rates = [getattr(instance, rate) for instance in self.instances.values()]
        return float(np.mean(rates)) if rates else float("nan")

    def get_confusion_with_instances(self, instances: Iterable[str]) -> AggregatedConfusion:
        """The confusion of these values alone; ValueError if one of them is unknown."""
        subset = AggregatedConfusion()
        for key in instances:
            if key not in self.instances:
                raise ValueError(f'Instance with key "{key}" not found!')
            subset.instances[key] = self.instances[key]
        return subset


def create_from_segments(segments: Iterable[Segment]) -> AggregatedConfusion:
    """The confusion of segments with at most one label a side; prints a line for each segment without any label."""
    rows = list(segments)
    seconds = np.array([segment.duration for segment in rows], dtype=np.float64)
    return segment_confusion(Aligned(codes_of(*_labels(rows)), lambda: rows, seconds))


def create_from_label_pairs(pairs: Iterable[LabelPair]) -> AggregatedConfusion:
    """The confusion of pairs of labels; prints a line for each pair without any label."""
    rows = list(pairs)
    return pair_confusion(Aligned(codes_of(*_labels(rows)), lambda: rows))


def _labels(rows: list[Any]) -> tuple[list[Label | None], list[Label | None]]:
    sides = [row.ref for row in rows], [row.hyp for row in rows]
    if any(isinstance(label, list) for side in sides for label in side):
        raise ValueError("a segment has a list of labels; make it one label with flatten_overlapping_labels")
    return sides


def pair_confusion(aligned: Aligned[LabelPair]) -> AggregatedConfusion:
    """The confusion of aligned pairs, by value."""
    return _confusion(aligned, EventConfusion, "label pair")


def segment_confusion(aligned: Aligned[Segment]) -> AggregatedConfusion:
    """The confusion of aligned segments, by value."""
    return _confusion(aligned, SegmentConfusion, "segment")


def _confusion(aligned: Aligned[Any], kind: type[OfValue], noun: str) -> AggregatedConfusion:
    confusion = AggregatedConfusion()

    def add(value: str, *counted: Any) -> None:
        confusion.instances.setdefault(value, kind(value)).counted(aligned, *counted)

    for ref, hyp, amount, places in aligned.kinds():
        if ref is not None and hyp is not None and ref != hyp:
            add(ref, "substitutions", hyp, amount, places)
            add(hyp, "substitutions_out", ref, amount, places)
        elif ref is not None:
            add(ref, "deletions" if hyp is None else "correct", None, amount, places)
        elif hyp is not None:
            add(hyp, "insertions", None, amount, places)
        else:
            sys.stdout.write(f"Got {noun} with ref=None and hyp=None, ignoring it!\n" * len(places))
    return confusion
