"""The columns of tables about segments: seconds, numbers, shares and rates of a row, as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeAlias

Row: TypeAlias = Any
"""A row of a table: a whole score, or its part for one class or speaker."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, the cell of a row, and the unit that a summary adds."""

    head: str
    cell: Callable[[Row], str]
    unit: str = " %"


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
