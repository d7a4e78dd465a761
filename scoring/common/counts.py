"""Counts of correct, substituted, deleted and inserted words, and the rates that follow from them."""

from __future__ import annotations

from math import floor

from ...formats.errors import quantity
from ...formats.guessed import Answering
from ...formats.values import dataclass
from .answers import Answers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn, TypeVar

    from ... import core

    Own = TypeVar("Own")


RATES = {"word": "wer", "character": "cer", "millisecond": "der"}
"""The name of the error rate in JSON and tables, by what is counted."""


class Addable(Answering):
    """A value that `sum` can begin with: 0 + value is the value."""

    __slots__ = ()

    def __radd__(self: Own, other: int) -> Own:
        return self if isinstance(other, int) and other == 0 else NotImplemented


class Summed(Addable):
    """A frozen dataclass whose fields add up one by one."""

    __slots__ = ()

    def __add__(self: Own, other: Own) -> Own:
        if type(other) is not type(self):
            return NotImplemented
        names: Sequence[str] = type(self).__match_args__  # type: ignore[attr-defined]
        return type(self)(*[getattr(self, name) + getattr(other, name) for name in names])


@dataclass(frozen=True, slots=True)
class Matched(Summed):
    """Numbers of both sides, of which some are pairs; they add up, and a rate is None where there is nothing.

    >>> numbers = Matched(2, 3, 2) + Matched(2, 1, 0)
    >>> numbers.precision, numbers.recall, numbers.f1
    (0.5, 0.5, 0.5)
    """

    reference: int = 0
    hypothesis: int = 0
    matched: int = 0

    @property
    def precision(self) -> float | None:
        """Matches divided by those of the hypothesis."""
        return _rate(self.matched, self.hypothesis)

    @property
    def recall(self) -> float | None:
        """Matches divided by those of the reference."""
        return _rate(self.matched, self.reference)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        return _rate(2 * self.matched, self.reference + self.hypothesis)


@dataclass(frozen=True, slots=True)
class Counts(Addable):
    """Counts of one or more alignments; counts add up, and rates come from sums, never from other rates.

    >>> counts = Counts(correct=8, substitutions=1, deletions=1) + Counts(insertions=1)
    >>> counts.wer, counts.reference, counts.hypothesis
    (0.3, 10, 10)
    >>> print(Counts().wer)
    None
    """

    ANSWERS = Answers("attributes of counts")

    correct: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0

    def __post_init__(self) -> None:
        # As fast as it gets: a large result has many of these.
        if self.correct < 0 or self.substitutions < 0 or self.deletions < 0 or self.insertions < 0:
            raise ValueError(f"negative count in {self!r}; expected 0 or more")

    if not TYPE_CHECKING:

        def __call__(self, *values: object) -> NoReturn:
            raise TypeError("counts are no function; expected result.counts, such as result.counts.errors")

    def __add__(self, other: Counts) -> Counts:
        if not isinstance(other, Counts):
            return NotImplemented
        return Counts(
            self.correct + other.correct,
            self.substitutions + other.substitutions,
            self.deletions + other.deletions,
            self.insertions + other.insertions,
        )

    @property
    def reference(self) -> int:
        """The number of reference words."""
        return self.correct + self.substitutions + self.deletions

    @property
    def hypothesis(self) -> int:
        """The number of hypothesis words."""
        return self.correct + self.substitutions + self.insertions

    @property
    def errors(self) -> int:
        """Substitutions, deletions and insertions together."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def wer(self) -> float | None:
        """Word error rate: errors per reference word, above 1 with many insertions; None without reference words."""
        return _rate(self.errors, self.reference)

    @property
    def mer(self) -> float | None:
        """Match error rate: errors per aligned pair, at most 1; None without words on both sides."""
        return _rate(self.errors, self.correct + self.errors)

    @property
    def correct_rate(self) -> float | None:
        """Correct words per reference word: sclite's `Corr`."""
        return _rate(self.correct, self.reference)

    @property
    def substitution_rate(self) -> float | None:
        """Substitutions per reference word: sclite's `Sub`."""
        return _rate(self.substitutions, self.reference)

    @property
    def deletion_rate(self) -> float | None:
        """Deletions per reference word: sclite's `Del`."""
        return _rate(self.deletions, self.reference)

    @property
    def insertion_rate(self) -> float | None:
        """Insertions per reference word: sclite's `Ins`."""
        return _rate(self.insertions, self.reference)

    def to_dict(self, unit: str = "word") -> dict[str, int | float | None]:
        """Counts and rates under their names; the error rate of characters is the `cer`.

        >>> Counts(3, 1, 0, 0).to_dict()["wer"], Counts(3, 1, 0, 0).to_dict("character")["cer"]
        (0.25, 0.25)
        """
        return {
            "correct": self.correct,
            "substitutions": self.substitutions,
            "deletions": self.deletions,
            "insertions": self.insertions,
            "reference": self.reference,
            "hypothesis": self.hypothesis,
            "errors": self.errors,
            RATES[unit]: self.wer,
            "mer": self.mer,
        }

    def __str__(self) -> str:
        """One line, such as `WER 11.8 % [ 18 / 153: 7 substitutions, 7 deletions, 4 insertions ]`."""
        return (
            f"WER {percent(self.wer)} [ {self.errors:,} / {self.reference:,}: "
            f"{quantity(self.substitutions, 'substitution')}, {quantity(self.deletions, 'deletion')}, "
            f"{quantity(self.insertions, 'insertion')} ]"
        )


def _rate(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def counts_of(batch: core.Batch) -> Counts:
    """The counts of all utterances that were aligned."""
    ((_, *counts, _),) = batch.totals(bytes(4 * len(batch)), 1)
    return Counts(*counts)


def numbers_of(counts: Counts) -> tuple[int, int, int, int]:
    """Correct words, substitutions, deletions and insertions.

    >>> numbers_of(Counts(3, 1, 0, 2))
    (3, 1, 0, 2)
    """
    return counts.correct, counts.substitutions, counts.deletions, counts.insertions


def in_percent(rate: float) -> float:
    """A rate in percent with one decimal, rounded half up as sclite does.

    >>> in_percent(0.1225), in_percent(1.5), in_percent(-0.0432)
    (12.3, 150.0, -4.3)
    """
    return floor(rate * 100.0 * 10.0 + 0.5) / 10.0


def percent(rate: float | None) -> str:
    """A rate as text.

    >>> percent(0.1225), percent(None)
    ('12.3 %', 'undefined')
    """
    return "undefined" if rate is None else f"{in_percent(rate):.1f} %"


@dataclass(frozen=True, slots=True)
class FileCounts:
    """The counts of one file of a folder, under its name without suffix."""

    name: str
    counts: Counts

    def to_dict(self, unit: str) -> dict[str, Any]:
        """The name and the counts, ready for JSON."""
        return {"name": self.name, **self.counts.to_dict(unit)}
