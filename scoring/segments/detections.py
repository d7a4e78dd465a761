"""Numbers of detections, as the DCASE challenges count sound events: overall, and for each class by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..common.counts import Summed
from .confusions import Confusions
from .measure import Measure, Recording, error_columns
from .slots import Slot


@dataclass(frozen=True, slots=True)
class Detections(Summed):
    """How often something was detected, missed or detected without being there; these add up.

    >>> counts = Detections(reference=10, hypothesis=9, hits=7, substitutions=1, deletions=2, insertions=1)
    >>> counts.error_rate, round(counts.f1, 3)
    (0.4, 0.737)
    """

    reference: int = 0
    hypothesis: int = 0
    hits: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0

    @property
    def errors(self) -> int:
        """Substitutions, deletions and insertions."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def precision(self) -> float | None:
        """Hits per detection; None without detections."""
        return self.hits / self.hypothesis if self.hypothesis else None

    @property
    def recall(self) -> float | None:
        """Hits per reference event or segment; None without any."""
        return self.hits / self.reference if self.reference else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; None if both sides are empty."""
        both = self.reference + self.hypothesis
        return 2 * self.hits / both if both else None

    @property
    def error_rate(self) -> float | None:
        """Errors per reference event or segment; None without any."""
        return self.errors / self.reference if self.reference else None

    def to_dict(self) -> dict[str, float | None]:
        """Numbers and rates by name, ready for JSON."""
        names = ("reference", "hypothesis", "hits", "substitutions", "deletions", "insertions")
        rates = ("precision", "recall", "f1", "error_rate")
        return {name: getattr(self, name) for name in names + rates}


@dataclass(frozen=True, slots=True)
class SoundEvents:
    """The overall detections, and those of each class by itself, in which nothing is substituted."""

    overall: Detections = Detections()
    classes: Mapping[str, Detections] = field(default_factory=dict)

    def __add__(self, other: SoundEvents) -> SoundEvents:
        if not isinstance(other, SoundEvents):
            return NotImplemented
        names = sorted({*self.classes, *other.classes})
        nothing = Detections()
        classes = {name: self.classes.get(name, nothing) + other.classes.get(name, nothing) for name in names}
        return SoundEvents(self.overall + other.overall, classes)

    def mean(self, rate: str) -> float | None:
        """The mean of a rate over the classes that have it; None if no class has it."""
        rates = [getattr(counts, rate) for counts in self.classes.values()]
        present = [value for value in rates if value is not None]
        return sum(present) / len(present) if present else None

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        classes = {name: counts.to_dict() for name, counts in self.classes.items()}
        return {**self.overall.to_dict(), "f1_mean": self.mean("f1"), "classes": classes}


def of_class(reference: int, hypothesis: int, hits: int) -> Detections:
    """The detections of one class, of which everything but hits is deleted or inserted."""
    return Detections(reference, hypothesis, hits, 0, reference - hits, hypothesis - hits)


def detection_measure(
    name: str,
    settings: type[Any],
    score: Callable[[Sequence[Recording], Any], Sequence[SoundEvents]],
    slots: Callable[[Recording, Any, Any], list[Slot]],
    confusions: Callable[[Sequence[tuple[Recording, Any]], Any], Confusions] | None = None,
) -> Measure:
    """The record of a measure whose scores are `SoundEvents`."""
    return Measure(
        name=name,
        settings=settings,
        kind=SoundEvents,
        names="shared",
        score=score,
        total=lambda scores: sum(scores, SoundEvents()),
        columns=error_columns("# Ref", "reference", "hits"),
        counts=("hits", "substitutions", "deletions", "insertions"),
        digits=0,
        slots=slots,
        error_rate="error_rate",
        overall=lambda total: total.overall,
        rows=lambda scores, total: list(total.classes.items()),
        confusions=confusions,
    )
