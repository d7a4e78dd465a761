"""evalmate.confusion: what was confused with what, and the rates that follow."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from scoring.compat.evalmate.alignment import LabelPair, Segment
from scoring.compat.evalmate.annotations import Label

Aligned = TypeVar("Aligned", LabelPair, Segment)


class Confusion(ABC):
    """Amounts, and the rates that are made of them."""

    @property
    @abstractmethod
    def correct(self) -> float:
        """What is in both."""

    @property
    @abstractmethod
    def insertions(self) -> float:
        """What is in the hypothesis only."""

    @property
    @abstractmethod
    def deletions(self) -> float:
        """What is in the reference only."""

    @property
    @abstractmethod
    def substitutions(self) -> float:
        """What the hypothesis has under another value."""

    @property
    @abstractmethod
    def substitutions_out(self) -> float:
        """What the reference has under another value."""

    @property
    def total(self) -> float:
        """What is in the reference."""
        return self.correct + self.deletions + self.substitutions

    @property
    def true_positives(self) -> float:
        """The same as correct."""
        return self.correct

    @property
    def false_negatives(self) -> float:
        """Deletions and substitutions."""
        return self.deletions + self.substitutions

    @property
    def false_positives(self) -> float:
        """Insertions, and what was substituted by this value."""
        return self.insertions + self.substitutions_out

    @property
    def error_rate(self) -> float:
        """Errors by total; 0 without a reference, however much was inserted."""
        return _ratio(self.substitutions + self.deletions + self.insertions, self.total)

    @property
    def accuracy(self) -> float:
        """Correct by total and insertions."""
        accuracy = _ratio(self.correct, self.total + self.insertions)
        # An endless reference has the accuracy 0 there, although its precision and recall are nan.
        return 0.0 if accuracy != accuracy else accuracy

    @property
    def precision(self) -> float:
        """The correct part of what the hypothesis has."""
        return _ratio(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> float:
        """The correct part of what the reference has."""
        return _ratio(self.true_positives, self.true_positives + self.false_negatives)

    def f_measure(self, beta: float = 1) -> float:
        """The weighted harmonic mean of precision and recall; it has no value, and raises, where both are 0."""
        precision, recall, weight = self.precision, self.recall, beta * beta
        return (1 + weight) * (precision * recall) / (weight * precision + recall)


def _ratio(part: float, whole: float) -> float:
    return part / whole if not whole <= 0 else 0.0


class _Kept(Confusion, Generic[Aligned]):
    """The confusion of one value, with everything that was aligned to it."""

    def __init__(self, value: str) -> None:
        self.value = value
        self._correct: list[Aligned] = []
        self._insertions: list[Aligned] = []
        self._deletions: list[Aligned] = []
        self._substitutions: defaultdict[str, list[Aligned]] = defaultdict(list)
        self._substitutions_out: defaultdict[str, list[Aligned]] = defaultdict(list)

    @staticmethod
    @abstractmethod
    def _amount(aligned: Sequence[Aligned]) -> float:
        """How much these are together."""

    @property
    def correct(self) -> float:
        """What is in both."""
        return self._amount(self._correct)

    @property
    def insertions(self) -> float:
        """What is in the hypothesis only."""
        return self._amount(self._insertions)

    @property
    def deletions(self) -> float:
        """What is in the reference only."""
        return self._amount(self._deletions)

    @property
    def substitutions(self) -> float:
        """What the hypothesis has under another value."""
        return sum(map(self._amount, self._substitutions.values()))

    @property
    def substitutions_out(self) -> float:
        """What other values were substituted by this one."""
        return sum(map(self._amount, self._substitutions_out.values()))

    @property
    def substitutions_by_count(self) -> list[tuple[str, float]]:
        """The values that stand for this one in the hypothesis, the most frequent first."""
        amounts = [(value, self._amount(aligned)) for value, aligned in self._substitutions.items()]
        return sorted(amounts, key=lambda item: (-item[1], item[0]))


class EventConfusion(_Kept[LabelPair]):
    """The confusion of one value in numbers of labels."""

    @staticmethod
    def _amount(aligned: Sequence[LabelPair]) -> float:
        return len(aligned)

    @property
    def correct_pairs(self) -> list[LabelPair]:
        """Pairs of equal values."""
        return self._correct

    @property
    def insertion_pairs(self) -> list[LabelPair]:
        """Pairs without a reference."""
        return self._insertions

    @property
    def deletion_pairs(self) -> list[LabelPair]:
        """Pairs without a hypothesis."""
        return self._deletions

    @property
    def substitution_pairs(self) -> defaultdict[str, list[LabelPair]]:
        """Pairs by the value of the hypothesis."""
        return self._substitutions

    @property
    def substitution_out_pairs(self) -> defaultdict[str, list[LabelPair]]:
        """Pairs with this value as hypothesis, by the value of the reference."""
        return self._substitutions_out


class SegmentConfusion(_Kept[Segment]):
    """The confusion of one value in seconds."""

    @staticmethod
    def _amount(aligned: Sequence[Segment]) -> float:
        return sum(segment.duration for segment in aligned)

    @property
    def correct_segments(self) -> list[Segment]:
        """Segments with equal values."""
        return self._correct

    @property
    def insertion_segments(self) -> list[Segment]:
        """Segments without a reference."""
        return self._insertions

    @property
    def deletion_segments(self) -> list[Segment]:
        """Segments without a hypothesis."""
        return self._deletions

    @property
    def substitution_segments(self) -> defaultdict[str, list[Segment]]:
        """Segments by the value of the hypothesis."""
        return self._substitutions

    @property
    def substitution_out_segments(self) -> defaultdict[str, list[Segment]]:
        """Segments with this value as hypothesis, by the value of the reference."""
        return self._substitutions_out


class AggregatedConfusion(Confusion):
    """The sum of the confusions of several values."""

    def __init__(self) -> None:
        self.instances: dict[str, Any] = {}

    def _sum(self, name: str) -> float:
        total: float = sum(getattr(instance, name) for instance in self.instances.values())
        return total

    @property
    def correct(self) -> float:
        """What is in both."""
        return self._sum("correct")

    @property
    def insertions(self) -> float:
        """What is in the hypothesis only."""
        return self._sum("insertions")

    @property
    def deletions(self) -> float:
        """What is in the reference only."""
        return self._sum("deletions")

    @property
    def substitutions(self) -> float:
        """What the hypothesis has under another value."""
        return self._sum("substitutions")

    @property
    def substitutions_out(self) -> float:
        """What the reference has under another value."""
        return self._sum("substitutions_out")

    @property
    def precision_mean(self) -> float:
        """The mean precision of all values, those of the hypothesis only included; nan without any."""
        return _mean([instance.precision for instance in self.instances.values()])

    @property
    def recall_mean(self) -> float:
        """The mean recall of all values, those of the hypothesis only included; nan without any."""
        return _mean([instance.recall for instance in self.instances.values()])

    def get_confusion_with_instances(self, keys: Iterable[str]) -> AggregatedConfusion:
        """The confusion of these values alone."""
        subset = AggregatedConfusion()
        for key in keys:
            if key not in self.instances:
                raise ValueError(f"there is no confusion of {key!r}")
            subset.instances[key] = self.instances[key]
        return subset


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("nan")


def create_from_label_pairs(pairs: Iterable[LabelPair]) -> AggregatedConfusion:
    """The confusion of pairs of labels; a pair of nothing is passed over with a line on standard output."""
    return _confusion(pairs, EventConfusion, "label pair")


def create_from_segments(segments: Iterable[Segment]) -> AggregatedConfusion:
    """The confusion of segments with one label a side; a gap is passed over with a line on standard output."""
    return _confusion(segments, SegmentConfusion, "segment")


def _value(label: Label | list[Label] | None) -> str | None:
    if isinstance(label, list):
        raise ValueError("several labels at once have no one value; flatten_overlapping_labels makes one of them")
    return None if label is None else label.value


def _confusion(
    items: Iterable[Aligned], kind: type[EventConfusion] | type[SegmentConfusion], noun: str
) -> AggregatedConfusion:
    result = AggregatedConfusion()
    instances = result.instances
    silent = 0
    for item in items:
        ref, hyp = _value(item.ref), _value(item.hyp)
        for value in (ref, hyp):
            if value is not None and value not in instances:
                instances[value] = kind(value)
        if ref is None:
            if hyp is None:
                silent += 1
            else:
                instances[hyp]._insertions.append(item)
        elif hyp is None:
            instances[ref]._deletions.append(item)
        elif ref == hyp:
            instances[ref]._correct.append(item)
        else:
            instances[ref]._substitutions[hyp].append(item)
            instances[hyp]._substitutions_out[ref].append(item)
    sys.stdout.write(f"Got {noun} with ref=None and hyp=None, ignoring it!\n" * silent)
    return result
