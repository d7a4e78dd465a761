"""One side of an evaluation: label lists by utterance, and statistics of their labels."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from .....segments.lengths import Lengths, lengths_of
from ..annotations import Label, LabelList


class LabelSet:
    """Some labels, and statistics of their lengths.

    Without labels minimum and maximum raise ValueError, and the other statistics are NaN.
    """

    def __init__(self, labels: list[Label] | None = None) -> None:
        self.labels = labels or []

    @property
    def count(self) -> int:
        """The number of labels."""
        return len(self.labels)

    @property
    def length_min(self) -> float:
        """The shortest length."""
        return min(self.label_lengths)

    @property
    def length_max(self) -> float:
        """The longest length."""
        return max(self.label_lengths)

    @property
    def length_mean(self) -> float:
        """The mean length."""
        return _or_nan(self._lengths.mean)

    @property
    def length_median(self) -> float:
        """The median length."""
        return _or_nan(self._lengths.median)

    @property
    def length_variance(self) -> float:
        """The variance of lengths, as of a population."""
        return _or_nan(self._lengths.variance)

    @property
    def label_lengths(self) -> list[float]:
        """The lengths of all labels, in seconds."""
        return [label.duration for label in self.labels]

    @property
    def _lengths(self) -> Lengths:
        return lengths_of(self.label_lengths)


def _or_nan(value: float | None) -> float:
    return float("nan") if value is None else value


class Outcome:
    """Label lists by the names of utterances, and the durations of utterances as far as they are known."""

    def __init__(
        self,
        label_lists: dict[str, LabelList] | None = None,
        utterance_durations: dict[str, float] | None = None,
    ) -> None:
        self.label_lists: dict[str, LabelList] = label_lists or {}
        self.utterance_durations: Mapping[str, float] = utterance_durations or {}

    def label_set(self) -> LabelSet:
        """The labels of all utterances."""
        return LabelSet(list(chain.from_iterable(labels.labels for labels in self.label_lists.values())))

    def label_set_for_value(self, value: str) -> LabelSet:
        """The labels with this value."""
        return LabelSet([label for label in self.label_set().labels if label.value == value])

    @property
    def total_duration(self) -> float:
        """The sum of all durations; ValueError if an utterance with labels has no duration."""
        if self.label_lists.keys() - self.utterance_durations.keys():
            raise ValueError("Missing durations for some utterances!")
        return sum(self.utterance_durations.values())

    @property
    def all_values(self) -> set[str]:
        """All values of labels."""
        return {label.value for label in self.label_set().labels}
