"""evalmate.confusion: confusions of values in numbers of labels or in seconds, and their rates."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np

from .alignment import LabelPair, Segment


class Confusion:
    """Five amounts and their rates; a rate whose denominator is 0 is 0. Subclasses have the amounts.

    `substitutions` is the reference amount with another value in the hypothesis, `substitutions_out` the hypothesis
    amount with another value in the reference.
    """

    correct: Any = property()
    insertions: Any = property()
    deletions: Any = property()
    substitutions: Any = property()
    substitutions_out: Any = property()

    total = property(lambda self: self.correct + self.deletions + self.substitutions)
    true_positives = property(lambda self: self.correct)
    false_negatives = property(lambda self: self.deletions + self.substitutions)
    false_positives = property(lambda self: self.insertions + self.substitutions_out)

    # Sums in this order: another would differ in the last bit, and so might a rounded report.
    error_rate = property(lambda self: _rate(self.substitutions + self.deletions + self.insertions, self.total))
    accuracy = property(lambda self: max(0.0, _rate(self.correct, self.total + self.insertions)))
    precision = property(lambda self: _rate(self.correct, self.correct + self.false_positives))
    recall = property(lambda self: _rate(self.correct, self.total))

    def f_measure(self, beta: float = 1) -> float:
        """The weighted harmonic mean of precision and recall; ZeroDivisionError if both are 0."""
        precision, recall, square = float(self.precision), float(self.recall), beta * beta
        return (1 + square) * (precision * recall) / (square * precision + recall)


def _rate(part: float, whole: float) -> float:
    return 0.0 if whole <= 0 else part / whole


class EventConfusion(Confusion):
    """The confusion of one value in numbers of labels."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.correct_pairs: list[LabelPair] = []
        self.insertion_pairs: list[LabelPair] = []
        self.deletion_pairs: list[LabelPair] = []
        self.substitution_pairs: defaultdict[str, list[LabelPair]] = defaultdict(list)
        self.substitution_out_pairs: defaultdict[str, list[LabelPair]] = defaultdict(list)

    correct = property(lambda self: len(self.correct_pairs))
    insertions = property(lambda self: len(self.insertion_pairs))
    deletions = property(lambda self: len(self.deletion_pairs))
    substitutions = property(lambda self: sum(map(len, self.substitution_pairs.values())))
    substitutions_out = property(lambda self: sum(map(len, self.substitution_out_pairs.values())))

    def substitutions_by_count(self) -> list[tuple[str, int]]:
        """Values that the hypothesis has in place of this one, and their numbers; the greatest number first."""
        numbers = [(value, len(pairs)) for value, pairs in self.substitution_pairs.items()]
        return sorted(numbers, key=lambda row: (-row[1], row[0]))


class SegmentConfusion(Confusion):
    """The confusion of one value in seconds."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.correct_segments: list[Segment] = []
        self.insertion_segments: list[Segment] = []
        self.deletion_segments: list[Segment] = []
        self.substitution_segments: defaultdict[str, list[Segment]] = defaultdict(list)
        self.substitution_out_segments: defaultdict[str, list[Segment]] = defaultdict(list)

    correct = property(lambda self: _seconds(self.correct_segments))
    insertions = property(lambda self: _seconds(self.insertion_segments))
    deletions = property(lambda self: _seconds(self.deletion_segments))
    substitutions = property(lambda self: sum(map(_seconds, self.substitution_segments.values())))
    substitutions_out = property(lambda self: sum(map(_seconds, self.substitution_out_segments.values())))


def _seconds(segments: Iterable[Segment]) -> float:
    return sum(segment.duration for segment in segments)


class AggregatedConfusion(Confusion):
    """The confusions of several values, by value, and their sum.

    `precision_mean` and `recall_mean` are means over all values; a value without a reference has the recall 0.
    """

    def __init__(self) -> None:
        self.instances: dict[str, Any] = {}

    correct = property(lambda self: sum(self._each("correct")))
    insertions = property(lambda self: sum(self._each("insertions")))
    deletions = property(lambda self: sum(self._each("deletions")))
    substitutions = property(lambda self: sum(self._each("substitutions")))
    substitutions_out = property(lambda self: sum(self._each("substitutions_out")))
    precision_mean = property(lambda self: mean_or_nan(self._each("precision")))
    recall_mean = property(lambda self: mean_or_nan(self._each("recall")))

    def _each(self, name: str) -> list[float]:
        return [getattr(instance, name) for instance in self.instances.values()]

    def get_confusion_with_instances(self, instances: Iterable[str]) -> AggregatedConfusion:
        """The confusion of these values alone; ValueError if one of them is unknown."""
        subset = AggregatedConfusion()
        for key in instances:
            if key not in self.instances:
                raise ValueError(f'Instance with key "{key}" not found!')
            subset.instances[key] = self.instances[key]
        return subset


def mean_or_nan(numbers: list[float]) -> float:
    """The mean, NaN of nothing."""
    return float(np.mean(numbers)) if numbers else float("nan")


def create_from_segments(segments: Iterable[Segment]) -> AggregatedConfusion:
    """The confusion of segments with at most one label a side; prints a line for each segment without any label."""
    return _confusion(segments, SegmentConfusion, "segments")


def create_from_label_pairs(pairs: Iterable[LabelPair]) -> AggregatedConfusion:
    """The confusion of pairs of labels; prints a line for each pair without any label."""
    return _confusion(pairs, EventConfusion, "pairs")


def _confusion(rows: Iterable[Any], kind: type[Any], suffix: str) -> AggregatedConfusion:
    confusion = AggregatedConfusion()

    def rows_of(value: str, name: str) -> Any:
        if value not in confusion.instances:
            confusion.instances[value] = kind(value)
        return getattr(confusion.instances[value], f"{name}_{suffix}")

    for row in rows:
        if isinstance(row.ref, list) or isinstance(row.hyp, list):
            raise ValueError("a segment has a list of labels; make it one label with flatten_overlapping_labels")
        if row.ref is None and row.hyp is None:
            noun = "segment" if kind is SegmentConfusion else "label pair"
            sys.stdout.write(f"Got {noun} with ref=None and hyp=None, ignoring it!\n")
        elif row.ref is None:
            rows_of(row.hyp.value, "insertion").append(row)
        elif row.hyp is None:
            rows_of(row.ref.value, "deletion").append(row)
        elif row.ref.value == row.hyp.value:
            rows_of(row.ref.value, "correct").append(row)
        else:
            rows_of(row.ref.value, "substitution")[row.hyp.value].append(row)
            rows_of(row.hyp.value, "substitution_out")[row.ref.value].append(row)
    return confusion
