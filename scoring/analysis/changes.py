"""Analyses of two systems on the same utterances: row by row the change, its interval, and whether it is chance.

The paired bootstrap of `compare` draws utterances, or whole blocks of them, with the counts of both systems.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from ...formats.errors import MismatchError, UsageError, quantity, short
from ...formats.values import dataclass, replace
from ..common.counts import percent
from ..common.paired_names import Names, matched
from ..common.results import Immutable, check_threads
from ..maths.draws import check_drawn
from ..maths.exact import holm
from ..maths.intervals import MOST_REPLICATIONS
from ..maths.paired_tests import SEED
from .as_written import unread, unread_note
from .breakdown import Breakdown, Breakdowns, decimals, few_of
from .catalogue import analyses_of, read_arguments
from .marks import digest
from .paired import paired
from .settings import settled
from .slices import FEWEST, LEVEL
from .spec import Spec
from .steps import Steps

if TYPE_CHECKING:
    from ..words.result import Result
    from .analysis import Analysis
    from .tally import Tally


@dataclass(frozen=True, slots=True)
class RowChange(Immutable):
    """One row of an analysis in two systems."""

    name: str
    a: float | None
    b: float | None
    """The values of both; None where a system has none."""
    difference: float | None
    """The second value less the first."""
    low: float | None
    high: float | None
    """The interval in which the difference lies in 95 % of samples."""
    p: float | None
    """The probability of such a difference between equally good systems; None for few units."""
    adjusted: float | None
    """The same, corrected for the number of rows after Holm."""
    units: int
    """Utterances, or blocks of them, that have the row."""
    is_rate: bool = True
    """Whether people read the values in percent."""
    sums: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The sums of both from which the values come, such as errors and words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes(Breakdown):
    """An analysis of two systems, row by row: both values and their difference.

    >>> import scorelite
    >>> old, new = (scorelite.score(["we saw ann"] * 9, [f"we saw {heard}"] * 9) for heard in ("an", "ann"))
    >>> changes = old.compare(new).analyse({"classes": {"name": ["ann"]}})["classes"]
    >>> changes["name"].difference, changes["name"].p
    (-1.0, 0.001998001998001998)
    """

    TITLE: ClassVar[str] = "Changes"
    NAME: ClassVar[str] = "changes"
    SPEC: ClassVar[Spec] = Spec(
        columns={
            "text": ["name"],
            "number": ["a", "b", "difference", "low", "high", "p", "adjusted"],
            "integer": ["units"],
        }
    )

    of: str
    """The name of the analysis."""
    title: str
    unit: str
    """What is drawn: utterance, speaker, session or a column."""
    replications: int
    rows: tuple[RowChange, ...]
    unread: tuple[str, ...] = ()
    """Formats with punctuation next to their words, which the analysis needs and nobody read."""

    @property
    def different(self) -> int:
        """Rows in which the systems differ, by the corrected p."""
        return sum(row.adjusted is not None and row.adjusted < LEVEL for row in self.rows)

    def heading(self) -> str:
        """The first line of the text."""
        return f"{self.title}, A and B"

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Both values, their difference with its interval, and p."""
        heads = ("", "A", "B", "B - A", "95 % interval", "p", "Holm", f"{self.unit}s")
        rows = [
            (
                row.name,
                *(_value(value, row.is_rate) for value in (row.a, row.b)),
                _signed(row.difference, row.is_rate),
                "-" if row.low is None else f"{_signed(row.low, row.is_rate)} to {_signed(row.high, row.is_rate)}",
                *("-" if p is None else f"{p:.3f}" for p in (row.p, row.adjusted)),
                f"{row.units:,}",
            )
            for row in self.rows
        ]
        return heads, rows

    def facts(self) -> Mapping[str, Any]:
        """Analysis, resampled unit, and number of rows that differ."""
        tested = sum(row.p is not None for row in self.rows)
        return {
            "of": self.of,
            "unit": self.unit,
            "replications": self.replications,
            "tested": tested,
            "different": self.different,
            "unread": [*self.unread],
        }

    def weak(self) -> Collection[int]:
        """Rows with few units."""
        return [place for place, row in enumerate(self.rows) if row.units < FEWEST]

    def notes(self) -> Iterable[str]:
        """The sentence that people quote."""
        tested = sum(row.p is not None for row in self.rows)
        yield f"A and B differ in {self.different} of {quantity(tested, 'row')} (paired bootstrap, Holm, p < {LEVEL})"
        if few := [row.name for row in self.rows if row.p is None]:
            yield f"no test of {few_of(few)}: in fewer than {FEWEST} {self.unit}s, or undefined"
        yield from unread_note(self.unread)

    def _added(self, other: Changes) -> Changes:
        raise UsageError("comparisons cannot be added; expected a comparison of the sums of both systems")


def _value(value: float | None, is_rate: bool) -> str:
    if is_rate:
        return percent(value)
    return decimals(value, 4)


def _signed(value: float | None, is_rate: bool) -> str:
    if value is None:
        return "-"
    return f"{100 * value:+.1f}" if is_rate else f"{value:+.4f}"


class Draw(NamedTuple):
    """The units that samples draw, and how many samples."""

    replications: int
    unit: str
    codes: Any
    """The number of the block of each utterance; None where each one is drawn by itself."""
    size: int
    threads: int

    def units(self, numbers: Any) -> Any:
        """The sums of a column by unit."""
        if self.codes is None:
            return numbers
        return np.bincount(self.codes, numbers, self.size).astype(numbers.dtype)


def changes(
    first: Result,
    other: Result,
    wanted: Mapping[str, Any],
    *,
    replications: int = 1000,
    blocks: str = "",
    threads: int = 1,
) -> Breakdowns:
    """Compares several analyses of two results on the same utterances, given by name with their arguments."""
    if type(replications) is not int or not 1 <= replications <= MOST_REPLICATIONS:
        raise UsageError(f"replications is {replications!r}; expected 1 to {MOST_REPLICATIONS:,}")
    check_threads(threads)
    analyses = analyses_of(read_arguments(wanted))
    order = _order(first, other)
    draw = _draw(first, replications, blocks, threads)
    sides = Steps(first), Steps(other)
    made = []
    for analysis, argument in analyses:
        pairs = [*_pairs(analysis, sides, argument, order)]
        if analysis.check is not None:
            analysis.check(sides, argument)
        told = "+".join(first.name for first, _ in pairs) if analysis.of_two else argument
        told = None if analysis.of_data else told
        changed = _changes(analysis, pairs, order, draw, f"{analysis.name}{_settings(told)}")
        if analysis.of_marks:
            changed = replace(changed, unread=tuple(unread(first.signature, other.signature)))
        made.append((analysis.name, changed))
    return Breakdowns(tuple(made))


def _settings(argument: Any) -> str:
    """The argument of an analysis that was read, as a signature has it; nothing without one.

    >>> _settings({"dropout": 5, "loop": 4}), _settings("gender"), _settings(None)
    (':dropout=5/loop=4', ':gender', '')
    """
    if argument is None:
        return ""
    if isinstance(argument, str):
        return f":{argument}"
    return f":{settled(argument) if isinstance(argument, Mapping) else digest(argument)}"


def _draw(result: Result, replications: int, blocks: str, threads: int) -> Draw:
    if not blocks or blocks == "utterance":
        return Draw(replications, "utterance", None, len(result), threads)
    names, codes = result.group_numbers(blocks)
    check_drawn(blocks, names, codes, "no blocks= (--blocks)")
    return Draw(replications, blocks, np.asarray(codes, np.int64), len(names), threads)


def _order(first: Result, other: Result) -> Any:
    """The places of the utterances of the first result in the other one, which must have the same."""
    sides = [Names(result.table.names()) for result in (first, other)]
    both = matched(*sides)
    if not both.alike:
        raise MismatchError("the results have different utterances; an analysis compares the same ones")
    return slice(None) if isinstance(both.second, range) else np.asarray(both.second, np.int64)


def _changes(
    analysis: Analysis, pairs: Iterable[tuple[Tally, Tally]], order: Any, draw: Draw, settings: str
) -> Changes:
    """One analysis of both systems."""
    rows = [_row(first, other, order, draw) for first, other in pairs]
    tested = [row.p for row in rows if row.p is not None]
    adjusted = iter(holm(tested))
    rows = [row if row.p is None else replace(row, adjusted=next(adjusted)) for row in rows]
    return Changes(
        signature=f"{settings}/of={draw.unit}/samples={draw.replications}/seed={SEED}",
        of=analysis.name,
        title=analysis.title,
        unit=draw.unit,
        replications=draw.replications,
        rows=tuple(rows),
    )


def _pairs(analysis: Analysis, sides: Sequence[Steps], argument: Any, order: Any) -> Iterable[tuple[Tally, Tally]]:
    """The rows of both systems, which have the same names."""
    if analysis.of_two is not None:
        return analysis.of_two(sides, argument, order)
    assert analysis.by_utterance is not None
    first, other = (analysis.by_utterance(steps, argument) for steps in sides)
    return _alike(analysis.name, first, iter(other))


def _alike(name: str, first: Iterable[Tally], other: Iterator[Tally]) -> Iterator[tuple[Tally, Tally]]:
    for row in first:
        match = next(other, None)
        if match is None or match.name != row.name:
            raise MismatchError(f"{name} has a row {short(row.name)} in only one system; expected the same rows")
        yield row, match


def _row(first: Tally, other: Tally, order: Any, draw: Draw) -> RowChange:
    """One row of both systems; the utterances of the other one come in the order of the first."""
    there = int(np.count_nonzero(draw.units((first.there | other.there[order]).astype(np.int64))))
    a, b = first.total, other.total
    difference = None if a is None or b is None else b - a
    low = high = p = None
    if there >= FEWEST and difference is not None:
        before = [draw.units(numbers) for numbers in first.columns]
        after = [draw.units(numbers[order]) for numbers in other.columns]
        low, high, p = paired(before, after, first.value, draw.replications, draw.threads)
    sums = tuple(map(int, first.sums)), tuple(map(int, other.sums))
    return RowChange(first.name, a, b, difference, low, high, p, None, there, first.is_rate, sums)
