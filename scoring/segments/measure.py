"""The record of a measure: how recordings are scored and summed, and which numbers, columns and pairs reports show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np

from ..common.results import check_amount
from .collar_and_overlap import Mark
from .confusions import Confusions
from .slots import Slot
from .turns import Spans, Turns, resolved_pair

Row: TypeAlias = Any
"""A row of a table: a whole score, or its part for one class or speaker."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, the cell of a row, and the unit that a summary adds."""

    head: str
    cell: Callable[[Row], str]
    unit: str = " %"
    whole: Callable[[Row], str] | None = None
    """The cell on the page, if it shows more than reports do, whose text is kept for programs that read it."""

    @property
    def name(self) -> str:
        """The whole name of the column, as summaries and pages have it.

        >>> rate("Prec", "precision").name, rate("DER", "der").name
        ('precision', 'DER')
        """
        return _NAMES.get(self.head, self.head)


def amount(head: str, name: str, digits: int = 0) -> Column:
    """A column of seconds or numbers: the attribute of this name."""
    value = attrgetter(name)
    return Column(head, lambda row: f"{value(row):.{digits}f}", unit="")


def share(head: str, name: str, whole: str) -> Column:
    """A column of one attribute in percent of another."""
    part, base = attrgetter(name), attrgetter(whole)
    return Column(head, lambda row: percent(part(row) / base(row) if base(row) else None))


def rate(head: str, name: str) -> Column:
    """A column of a rate in percent: the attribute of this name."""
    value = attrgetter(name)
    return Column(head, lambda row: percent(value(row)))


def percent(value: float | None) -> str:
    """A rate in percent with one decimal; `-` where there is no rate.

    >>> percent(0.125), percent(None)
    ('12.5', '-')
    """
    return "-" if value is None else f"{100 * value:.1f}"


def error_columns(head: str, total: str, correct: str, *, digits: int = 0) -> tuple[tuple[Column, ...], ...]:
    """The columns of rows with errors: the total with this head, shares of it, then precision, recall and F1."""
    return (
        (amount(head, total, digits),),
        (
            share("Corr", correct, total),
            share("Sub", "substitutions", total),
            share("Del", "deletions", total),
            share("Ins", "insertions", total),
            share("Err", "errors", total),
        ),
        (rate("Prec", "precision"), rate("Rec", "recall"), rate("F1", "f1")),
    )


INFINITY = float("inf")

# What summaries, pages and JSON call a column, by its head in the reports, whose columns are narrow.
_NAMES = {
    "# Hyp": "hypothesis",
    "# Lab": "labels",
    "# Ref": "reference",
    "Conf": "confused",
    "Corr": "correct",
    "Coverage": "coverage",
    "Del": "deletions",
    "Err": "error rate",
    "FA": "false alarm",
    "Hyp sec": "hypothesis, s",
    "Ins": "insertions",
    "Miss": "missed",
    "OS": "over-segmentation",
    "Prec": "precision",
    "Purity": "purity",
    "R": "R value",
    "Rec": "recall",
    "Ref sec": "reference, s",
    "Seconds": "seconds",
    "Sub": "substitutions",
}


class Settings(Protocol):
    """The settings of a measure: a frozen dataclass whose fields are the keywords that the measure takes."""

    @property
    def signature(self) -> str:
        """The settings that move a number, in one line."""


class Score(Protocol):
    """The counts of a measure in one recording, or in all of them."""

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""


@dataclass(frozen=True, slots=True)
class Recording:
    """One recording to be scored: both sides, the regions that count, and the marks of the reference.

    Without regions all of it counts; for marks see `scorelite.scoring.segments.collar_and_overlap`.
    """

    name: str
    ref: Turns = field(repr=False)
    hyp: Turns = field(repr=False)
    regions: tuple[tuple[float, float], ...] | None = None
    marks: tuple[Mark, ...] = field(default=(), repr=False)

    def resolved(self) -> tuple[Turns, Turns]:
        """Both sides with their open ends closed."""
        return resolved_pair(self.ref, self.hyp, self.regions)

    def cropped(self) -> tuple[Turns, Turns]:
        """Both sides reduced to the labels whose middle lies in a region."""
        if self.regions is None:
            return self.ref, self.hyp
        ref, hyp = self.resolved()
        return _inside(ref, self.regions), _inside(hyp, self.regions)


def _inside(turns: Turns, regions: Spans) -> Turns:
    middles = (turns.starts + turns.ends) / 2
    mask = np.zeros(len(turns), dtype=bool)
    for start, end in regions:
        mask |= (middles >= start) & (middles < end)
    return turns.where(mask)


@dataclass(frozen=True, slots=True)
class Measure:
    """How recordings are scored and summed, and which numbers and pairs reports show."""

    name: str
    settings: type[Any]
    """The dataclass of its settings; its fields are the keywords."""
    kind: type[Any]
    """The dataclass of its scores."""
    names: Literal["shared", "free", "unused"]
    """Values mean the same on both sides, or are names that each side chooses (speakers), or do not matter."""
    score: Callable[[Sequence[Recording], Any], Sequence[Any]]
    """Scores recordings with these settings."""
    total: Callable[[Sequence[Any]], Any]
    """The sum of scores."""
    columns: tuple[tuple[Column, ...], ...]
    """The columns of a table, in groups."""
    counts: tuple[str | None, str | None, str | None, str | None]
    """The attributes of a row that are correct, substituted, deleted and inserted; None for what is not counted."""
    digits: int
    """The decimals of those: 2 for seconds, 0 for numbers."""
    slots: Callable[[Recording, Any, Any], list[Slot]]
    """The slots of a recording, given its score and the settings: compared labels in the order of time."""
    error_rate: str | None = None
    """The attribute of a row that is the error rate."""
    of_summaries: tuple[Column, ...] = ()
    """More columns of the sum, which summaries have and reports have not."""
    overall: Callable[[Any], Row] = lambda total: total
    """The row of a whole score or sum."""
    rows: Callable[[Mapping[str, Any], Any], Sequence[tuple[str, Row]]] | None = None
    """A row for every class or speaker: of the scores by recording and their sum; None if there are none."""
    confusions: Callable[[Sequence[tuple[Recording, Any]], Any], Confusions] | None = None
    """The confusions in recordings with these scores; None if the measure does not count any."""

    def rate(self, total: Any) -> float | None:
        """The error rate of a sum; None if the reference is empty, or the measure has no error rate."""
        rate: float | None = None if self.error_rate is None else getattr(self.overall(total), self.error_rate)
        return rate

    def counted(self, row: Row) -> tuple[float | None, ...]:
        """Correct, substituted, deleted and inserted."""
        return tuple(None if name is None else attrgetter(name)(row) for name in self.counts)

    def shown(self, row: Row) -> list[str]:
        """Correct, substituted, deleted and inserted as text; `-` for what is not counted."""
        return ["-" if value is None else f"{value:.{self.digits}f}" for value in self.counted(row)]


def signed_duration(least: float) -> str:
    """The shortest label that is scored, as signatures have it; empty where all are."""
    return f"|min-duration:{least:.15g}s" if least else ""


def check_amounts(**values: float) -> None:
    """Rejects settings that are not finite numbers >= 0."""
    for name, value in values.items():
        check_amount(name, value)
