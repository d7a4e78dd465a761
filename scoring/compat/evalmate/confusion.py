"""evalmate.confusion: what was confused with what, and the rates that follow."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import numpy as np

from scoring.compat.evalmate.alignment import LabelPair, Segment
from scoring.compat.evalmate.annotations import Label
from scoring.compat.evalmate.columns import Bins, Ledger
from scoring.segments.confusions import Amounts

Aligned = TypeVar("Aligned", LabelPair, Segment)

_AMOUNTS = ("correct", "substitutions", "deletions", "insertions", "substitutions_out")


class Confusion(ABC):
    """Five amounts, and the rates that `scoring.segments.confusions.Amounts` makes of them.

    Where that has no rate, there being nothing to divide by, evalmate's is 0.
    """

    @property
    @abstractmethod
    def correct(self) -> float:
        """What both sides have."""

    @property
    @abstractmethod
    def insertions(self) -> float:
        """What only the hypothesis has."""

    @property
    @abstractmethod
    def deletions(self) -> float:
        """What only the reference has."""

    @property
    @abstractmethod
    def substitutions(self) -> float:
        """What has another value in the hypothesis."""

    @property
    @abstractmethod
    def substitutions_out(self) -> float:
        """What has another value in the reference."""

    @property
    def amounts(self) -> Amounts:
        """All five together."""
        return Amounts(**{name: getattr(self, name) for name in _AMOUNTS})

    total = property(lambda self: self.amounts.total, doc="Everything that the reference has.")
    true_positives = property(lambda self: self.correct, doc="The same as correct.")
    false_negatives = property(lambda self: self.substitutions + self.deletions, doc="What was missed.")
    false_positives = property(lambda self: self.insertions + self.substitutions_out, doc="What was made up.")

    error_rate = property(lambda self: _rate(self.amounts.error_rate), doc="Errors by total; 0 without a reference.")
    precision = property(lambda self: _rate(self.amounts.precision), doc="How much of the hypothesis is correct.")
    recall = property(lambda self: _rate(self.amounts.recall), doc="How much of the reference is correct.")

    @property
    def accuracy(self) -> float:
        """How much of everything that either side has is correct."""
        accuracy = _rate(self.amounts.accuracy)
        # An endless reference has the accuracy 0 there, although its precision and recall are nan.
        return 0.0 if accuracy != accuracy else accuracy

    def f_measure(self, beta: float = 1) -> float:
        """The weighted harmonic mean of precision and recall; ZeroDivisionError where both are 0."""
        # From the rates and not from the amounts, which would differ in the last bit.
        precision, recall, square = float(self.precision), float(self.recall), beta * beta
        return (square + 1) * (precision * recall) / (square * precision + recall)


def _rate(rate: float | None) -> float:
    return 0.0 if rate is None else rate


class _Summed(Confusion):
    """A confusion whose amounts come from columns."""

    @property
    @abstractmethod
    def amounts(self) -> Amounts:
        """All five together."""

    correct = property(lambda self: self.amounts.correct, doc=Confusion.correct.__doc__)
    insertions = property(lambda self: self.amounts.insertions, doc=Confusion.insertions.__doc__)
    deletions = property(lambda self: self.amounts.deletions, doc=Confusion.deletions.__doc__)
    substitutions = property(lambda self: self.amounts.substitutions, doc=Confusion.substitutions.__doc__)
    substitutions_out = property(lambda self: self.amounts.substitutions_out, doc=Confusion.substitutions_out.__doc__)


class _OfValue(_Summed, Generic[Aligned]):
    """The confusion of one value: its amounts, and the pairs or segments themselves when somebody asks for them.

    From then on these lists count, so that they may be changed, and so that one begun by hand can be filled.
    """

    def __init__(self, value: str) -> None:
        self.value = value
        self._amounts: Amounts | None = None
        self._make: Callable[[], Bins[Aligned]] = Bins
        self._made: Bins[Aligned] | None = None

    @classmethod
    def of(cls, value: str, amounts: Amounts, make: Callable[[], Bins[Aligned]]) -> _OfValue[Aligned]:
        """One of which the amounts are known, and the lists can be made."""
        found = cls(value)
        found._amounts, found._make = amounts, make
        return found

    @staticmethod
    @abstractmethod
    def _much(aligned: Sequence[Aligned]) -> float:
        """How much some pairs or segments are."""

    @property
    def bins(self) -> Bins[Aligned]:
        """The pairs or segments by what became of them."""
        if self._made is None:
            self._made = self._make()
        return self._made

    @property
    def amounts(self) -> Amounts:
        """All five together."""
        if self._made is None and self._amounts is not None:
            return self._amounts
        bins, much = self.bins, self._much
        kept = (much(bins.correct), sum(map(much, bins.substitutions.values())), much(bins.deletions))
        return Amounts(*kept, much(bins.insertions), sum(map(much, bins.substitutions_out.values())))

    @property
    def substitutions_by_count(self) -> list[tuple[str, float]]:
        """Values that the hypothesis has in place of this one, and how much of each; the greatest amount first."""
        much = {value: self._much(aligned) for value, aligned in self.bins.substitutions.items()}
        return sorted(much.items(), key=lambda item: (-item[1], item[0]))


class EventConfusion(_OfValue[LabelPair]):
    """The confusion of one value in numbers of labels."""

    @staticmethod
    def _much(aligned: Sequence[LabelPair]) -> float:
        return len(aligned)

    correct_pairs = property(lambda self: self.bins.correct, doc="Both labels have this value.")
    insertion_pairs = property(lambda self: self.bins.insertions, doc="Only the hypothesis has a label.")
    deletion_pairs = property(lambda self: self.bins.deletions, doc="Only the reference has a label.")
    substitution_pairs = property(lambda self: self.bins.substitutions, doc="By the hypothesis' value instead.")
    substitution_out_pairs = property(lambda self: self.bins.substitutions_out, doc="By the reference's value.")


class SegmentConfusion(_OfValue[Segment]):
    """The confusion of one value in seconds."""

    @staticmethod
    def _much(aligned: Sequence[Segment]) -> float:
        return sum(segment.duration for segment in aligned)

    correct_segments = property(lambda self: self.bins.correct, doc="Both sides have this value.")
    insertion_segments = property(lambda self: self.bins.insertions, doc="The reference has none.")
    deletion_segments = property(lambda self: self.bins.deletions, doc="The hypothesis has none.")
    substitution_segments = property(lambda self: self.bins.substitutions, doc="By the hypothesis' value instead.")
    substitution_out_segments = property(lambda self: self.bins.substitutions_out, doc="By the reference's value.")


class AggregatedConfusion(_Summed):
    """Several values together."""

    def __init__(self) -> None:
        self.instances: dict[str, Any] = {}

    @property
    def amounts(self) -> Amounts:
        """All five together."""
        parts = [instance.amounts for instance in self.instances.values()]
        return Amounts(**{name: sum(getattr(part, name) for part in parts) for name in _AMOUNTS})

    @property
    def precision_mean(self) -> float:
        """The mean precision; a value that the reference does not have takes part, nan if there is none at all."""
        return self._mean("precision")

    @property
    def recall_mean(self) -> float:
        """The mean recall; a value that the reference does not have takes part with 0, nan if there is none at all."""
        return self._mean("recall")

    def _mean(self, rate: str) -> float:
        rates = [getattr(instance, rate) for instance in self.instances.values()]
        return sum(rates) / len(rates) if rates else float("nan")

    def get_confusion_with_instances(self, keys: Iterable[str]) -> AggregatedConfusion:
        """Some values together; ValueError if one of them is unknown."""
        chosen = list(keys)
        unknown = [key for key in chosen if key not in self.instances]
        if unknown:
            raise ValueError(f"there is no confusion of {unknown[0]!r}")
        subset = AggregatedConfusion()
        subset.instances = {key: self.instances[key] for key in chosen}
        return subset


def pair_confusion(ledger: Ledger[LabelPair]) -> AggregatedConfusion:
    """The confusion of the pairs in a ledger, by value."""
    return _confusion(ledger, EventConfusion, "label pair")


def segment_confusion(ledger: Ledger[Segment]) -> AggregatedConfusion:
    """The confusion of the segments in a ledger, by value."""
    return _confusion(ledger, SegmentConfusion, "segment")


def _confusion(ledger: Ledger[Aligned], kind: type[_OfValue[Aligned]], noun: str) -> AggregatedConfusion:
    found, amounts = AggregatedConfusion(), ledger.confusions().by_value()
    for value in ledger.values:
        found.instances[value] = kind.of(value, amounts[value], partial(ledger.bins, value))
    sys.stdout.write(f"Got {noun} with ref=None and hyp=None, ignoring it!\n" * ledger.silent)
    return found


def create_from_label_pairs(pairs: Iterable[LabelPair]) -> AggregatedConfusion:
    """The confusion of pairs of labels, by value; a pair of nothing is told of on standard output."""
    return pair_confusion(pair_ledger(list(pairs)))


def create_from_segments(segments: Iterable[Segment]) -> AggregatedConfusion:
    """The confusion of segments with one label a side, by value; one with none is told of on standard output."""
    return segment_confusion(segment_ledger(list(segments)))


def pair_ledger(pairs: list[LabelPair]) -> Ledger[LabelPair]:
    """The ledger of ready-made pairs."""
    return Ledger(*_numbers([pair.ref for pair in pairs], [pair.hyp for pair in pairs]), lambda: pairs)


def segment_ledger(segments: list[Segment]) -> Ledger[Segment]:
    """The ledger of ready-made segments with at most one label a side."""
    held = [_one(segment.ref) for segment in segments], [_one(segment.hyp) for segment in segments]
    seconds = np.array([segment.duration for segment in segments], dtype=np.float64)
    return Ledger(*_numbers(*held), lambda: segments, seconds)


def _one(held: Label | list[Label] | None) -> Label | None:
    if isinstance(held, list):
        raise ValueError("several labels at once have no one value; flatten_overlapping_labels makes one of them")
    return held


def _numbers(refs: Sequence[Label | None], hyps: Sequence[Label | None]) -> tuple[list[str], Any, Any]:
    """All values, and the number of each label's value; that behind the last stands for no label."""
    values = [[None if label is None else label.value for label in side] for side in (refs, hyps)]
    numbers: dict[str | None, int] = dict.fromkeys([*values[0], *values[1]], 0)
    numbers.pop(None, None)
    names = [value for value in numbers if value is not None]
    numbers = {value: number for number, value in enumerate([*names, None])}
    columns = [np.array([numbers[value] for value in side], dtype=np.int64) for side in values]
    return names, columns[0], columns[1]
