"""Confusions of ready-made pairs or segments, and of ledgers of whole corpora."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from ..alignment.utils import Held, LabelPair, Segment
from ..annotations import Label
from ..columns import Ledger
from .aggregation import AggregatedConfusion
from .event import EventConfusion
from .segment import SegmentConfusion
from .value import Aligned, OfValue

Codes: TypeAlias = "tuple[list[str], Any, Any]"


def create_from_segments(segments: Iterable[Segment]) -> AggregatedConfusion:
    """The confusion of segments with at most one label a side; prints a line for each segment without any label."""
    return segment_confusion(segment_ledger(list(segments)))


def create_from_label_pairs(pairs: Iterable[LabelPair]) -> AggregatedConfusion:
    """The confusion of pairs of labels; prints a line for each pair without any label."""
    return pair_confusion(pair_ledger(list(pairs)))


def pair_confusion(ledger: Ledger[LabelPair]) -> AggregatedConfusion:
    """The confusion of the pairs in a ledger, by value."""
    return _confusion(ledger, EventConfusion, "label pair")


def segment_confusion(ledger: Ledger[Segment]) -> AggregatedConfusion:
    """The confusion of the segments in a ledger, by value."""
    return _confusion(ledger, SegmentConfusion, "segment")


def _confusion(ledger: Ledger[Aligned], kind: type[OfValue[Aligned]], noun: str) -> AggregatedConfusion:
    confusion, amounts = AggregatedConfusion(), ledger.confusions().by_value()
    for value in ledger.values:
        confusion.instances[value] = kind.of(value, amounts[value], partial(ledger.bins, value))
    sys.stdout.write(f"Got {noun} with ref=None and hyp=None, ignoring it!\n" * ledger.silent)
    return confusion


def pair_ledger(pairs: list[LabelPair]) -> Ledger[LabelPair]:
    """The ledger of ready-made pairs."""
    return Ledger(*_codes([pair.ref for pair in pairs], [pair.hyp for pair in pairs]), lambda: pairs)


def segment_ledger(segments: list[Segment]) -> Ledger[Segment]:
    """The ledger of ready-made segments with at most one label a side."""
    held = [_one(segment.ref) for segment in segments], [_one(segment.hyp) for segment in segments]
    seconds = np.array([segment.duration for segment in segments], dtype=np.float64)
    return Ledger(*_codes(*held), lambda: segments, seconds)


def _one(held: Held) -> Label | None:
    if isinstance(held, list):
        raise ValueError("a segment has a list of labels; make it one label with flatten_overlapping_labels")
    return held


def _codes(refs: Sequence[Label | None], hyps: Sequence[Label | None]) -> Codes:
    """All values, and the codes of both sides; the number of all values is the code of no label."""
    values = [[None if label is None else label.value for label in side] for side in (refs, hyps)]
    numbers: dict[str | None, int] = dict.fromkeys([*values[0], *values[1]], 0)
    numbers.pop(None, None)
    names = [value for value in numbers if value is not None]
    numbers = {value: number for number, value in enumerate([*names, None])}
    columns = [np.array([numbers[value] for value in side], dtype=np.int64) for side in values]
    return names, columns[0], columns[1]
