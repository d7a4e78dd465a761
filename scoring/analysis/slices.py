"""Rates by group of speakers or recordings, with what chance alone would do: who is recognised worse, and how sure is it.

What is drawn and exchanged are units, such as speakers: the words of one speaker are no independent trials.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError, quantity
from ...formats.values import dataclass
from ..common.counts import Counts, percent
from ..maths.exact import holm
from .analysis import Analysis
from .breakdown import Breakdown, column, signed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..common.arrow import Column
    from ..words.totals import Totals

FEWEST = 5
"""Units that a group needs for a test."""
LEVEL = 0.05
_SAMPLES = 1000
_SEED = 0
_NONE = "none"
"""The name of the group of utterances whose column is empty."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Units of one group that have equal counts; those with a name are single."""

    group: str
    unit: str
    counts: Counts
    units: int
    utterances: int


@dataclass(frozen=True, slots=True)
class Slice:
    """The numbers of one group."""

    name: str
    units: int
    utterances: int
    counts: Counts
    low: float | None
    high: float | None
    """The interval in which the rate lies in 95 % of samples of its units."""
    difference: float | None
    """The rate less the rate of all other groups together."""
    relative: float | None
    """The rate by that of all others, less 1."""
    p: float | None
    """How often exchanged units differ as much; None for few units."""
    adjusted: float | None
    """The same, corrected for the number of groups after Holm."""

    rate = property(lambda self: self.counts.wer)
    words = property(lambda self: self.counts.reference)
    errors = property(lambda self: self.counts.errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slices(Breakdown):
    """Rates by group, each with its interval, and a test of its difference to all others.

    >>> import scorelite
    >>> table = b"id,text,hyp,accent\\na,good day,good day,uk\\nb,good day,good way,us\\n"
    >>> slices = scorelite.score_files(table).slices("accent")
    >>> {row.name: row.rate for row in slices.rows}, slices["us"].p is None
    ({'uk': 0.0, 'us': 0.5}, True)
    """

    TITLE: ClassVar[str] = "Rates by group"
    NAME: ClassVar[str] = "slices"

    column: str
    unit: str
    cells_of_units: tuple[Cell, ...]
    rows: tuple[Slice, ...]

    def __getitem__(self, name: str) -> Slice:
        """The row of a group."""
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    @property
    def different(self) -> int:
        """Groups that differ from all others, by the corrected p."""
        return sum(row.adjusted is not None and row.adjusted < LEVEL for row in self.rows)

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Rate, interval, difference and p of each group."""
        heads = (self.column, "rate", "95 % interval", "to others", "relative", "p", "Holm", f"{self.unit}s", "words")
        rows = [
            (
                row.name,
                percent(row.rate),
                "-" if row.low is None or row.high is None else f"{100 * row.low:.1f} to {100 * row.high:.1f}",
                "-" if row.difference is None else f"{100 * row.difference:+.1f}",
                "-" if row.relative is None else f"{100 * row.relative:+.0f} %",
                *("-" if p is None else f"{p:.3f}" for p in (row.p, row.adjusted)),
                f"{row.units:,}",
                f"{row.words:,}",
            )
            for row in self.rows
        ]
        return heads, rows

    def columns(self) -> Mapping[str, Column]:
        """The numbers of each group."""
        numbers = ("rate", "low", "high", "difference", "relative", "p", "adjusted")
        return {
            "group": column("text", self.rows, "name"),
            **{name: column("number", self.rows, name) for name in numbers},
            **{name: column("integer", self.rows, name) for name in ("units", "utterances", "words", "errors")},
        }

    def facts(self) -> Mapping[str, Any]:
        """The column, the unit, and how many groups differ."""
        tested = sum(row.p is not None for row in self.rows)
        return {"column": self.column, "unit": self.unit, "tested": tested, "different": self.different}

    def notes(self) -> Iterable[str]:
        """The sentence that people quote."""
        tested = [row for row in self.rows if row.p is not None]
        yield f"{self.different} of {quantity(len(tested), 'group')} differ from all others (p < {LEVEL} after Holm)"
        if few := [row.name for row in self.rows if row.p is None and row.units < FEWEST]:
            yield f"no test of groups with fewer than {FEWEST} {self.unit}s: {', '.join(few[:5])}"

    def _added(self, other: Slices) -> Slices:
        return _made(self.signature, (self.column, self.unit), (*self.cells_of_units, *other.cells_of_units))


def slices(result: Totals, columns: str | Sequence[str], unit: str | None = None) -> Slices:
    """Rates by the values of a column, or of several columns crossed."""
    names = [columns] if isinstance(columns, str) else list(columns)
    unit = unit or _usual_unit(result, names)
    groups = _crossed(result, names)
    cells = _cells(result, groups, unit)
    column_of_all = " x ".join(names)
    if len({cell.group for cell in cells}) < 2:
        raise UsageError(f"the column {column_of_all} has one value; expected two or more groups to compare")
    settings = f"{column_of_all}/unit={unit}/samples={_SAMPLES}/seed={_SEED}"
    return _made(signed(result, "slices", settings), (column_of_all, unit), cells)


def _usual_unit(result: Totals, names: Sequence[str]) -> str:
    """Speakers, where there are several; else recordings, else utterances. Groups of speakers are of utterances."""
    for unit in ("speaker", "session"):
        if unit not in names:
            try:
                numbers = result.group_numbers(unit)[0]
            except UsageError:
                continue
            if len(numbers) > 1:
                return unit
    return "utterance"


def _crossed(result: Totals, names: Sequence[str]) -> tuple[list[str], NDArray[np.int64]]:
    """The groups, and the number of that of each utterance."""
    values, codes = [""], np.zeros(len(result.table), np.int64)
    for name in names:
        own, numbers = result.group_numbers(name)
        shown = [_NONE if value in (None, "") else str(value) for value in own]
        values = [f"{first} x {value}" if first else value for first in values for value in shown]
        codes = codes * len(shown) + np.asarray(numbers, np.int64)
    used, codes = np.unique(codes, return_inverse=True)
    return [values[code] for code in used], codes


def _cells(result: Totals, groups: tuple[list[str], NDArray[np.int64]], unit: str) -> tuple[Cell, ...]:
    """The units of all groups; a unit that has several values is one in each of them."""
    names, codes = groups
    counts = np.frombuffer(result.table.counts, np.int32).reshape(-1, 4).astype(np.int64)
    if unit == "utterance":
        rows, times = np.unique(np.column_stack([codes, counts]), axis=0, return_counts=True)
        return tuple(
            Cell(names[row[0]], "", Counts(*row[1:]), many, many)
            for row, many in zip(rows.tolist(), times.tolist(), strict=True)
        )
    of_units, numbers = result.group_numbers(unit)
    both = codes * len(of_units) + np.asarray(numbers, np.int64)
    used, places = np.unique(both, return_inverse=True)
    sums = np.column_stack([np.bincount(places, counts[:, k], len(used)) for k in range(4)]).astype(np.int64)
    return tuple(
        Cell(names[key // len(of_units)], str(of_units[key % len(of_units)]), Counts(*row), 1, many)
        for key, row, many in zip(used.tolist(), sums.tolist(), np.bincount(places).tolist(), strict=True)
    )


def _made(signature: str, about: tuple[str, str], cells: Iterable[Cell]) -> Slices:
    """The slices of units, of which those with one name, or equal counts and none, become one cell."""
    joined: dict[Any, Cell] = {}
    for cell in cells:
        key = (cell.group, cell.unit or cell.counts)
        if key in joined:
            before = joined[key]
            counts = before.counts + cell.counts if cell.unit else cell.counts
            units = 1 if cell.unit else before.units + cell.units
            cell = Cell(cell.group, cell.unit, counts, units, before.utterances + cell.utterances)
        joined[key] = cell
    ordered = sorted(joined.values(), key=lambda cell: (cell.group, cell.unit, cell.counts.to_dict().__repr__()))
    rows = _rows(ordered)
    column_of_all, unit = about
    return Slices(signature=signature, column=column_of_all, unit=unit, cells_of_units=tuple(ordered), rows=tuple(rows))


def _rows(cells: Sequence[Cell]) -> list[Slice]:
    """The rows of all groups, those with the most words first."""
    table = np.array([(cell.counts.errors, cell.counts.reference, cell.units) for cell in cells], np.int64)
    of_group: dict[str, list[int]] = {}
    for place, cell in enumerate(cells):
        of_group.setdefault(cell.group, []).append(place)
    rows = []
    for name, places in of_group.items():
        held = np.zeros(len(cells), np.bool_)
        held[places] = True
        own = [cells[place] for place in places]
        counts = sum((_times(cell) for cell in own), Counts())
        units = int(table[held, 2].sum())
        low, high = _interval(table[held])
        difference, relative, p = _against_rest(table, held)
        rows.append(
            Slice(name, units, sum(cell.utterances for cell in own), counts, low, high, difference, relative, p, None)
        )
    tested = [row for row in rows if row.p is not None]
    corrected = dict(
        zip((row.name for row in tested), holm([row.p for row in tested if row.p is not None]), strict=True)
    )
    rows = [Slice(*(getattr(row, name) for name in Slice.__match_args__[:-1]), corrected.get(row.name)) for row in rows]
    return sorted(rows, key=lambda row: (-row.words, row.name))


def _times(cell: Cell) -> Counts:
    counts, many = cell.counts, 1 if cell.unit else cell.units
    return Counts(*(many * getattr(counts, name) for name in Counts.__match_args__))


def _interval(table: NDArray[np.int64]) -> tuple[float | None, float | None]:
    """The 2.5 % and 97.5 % points of the rates of samples of units, drawn with replacement."""
    units = int(table[:, 2].sum())
    if units < 2 or not table[:, 1].any():
        return None, None
    drawn = np.random.RandomState(_SEED).multinomial(units, table[:, 2] / units, _SAMPLES)
    errors, words = drawn @ table[:, 0], drawn @ table[:, 1]
    rates = errors[words > 0] / words[words > 0]
    low, high = np.percentile(rates, [2.5, 97.5])
    return float(low), float(high)


def _against_rest(table: NDArray[np.int64], held: NDArray[np.bool_]) -> tuple[float | None, float | None, float | None]:
    """Difference and relative difference to all other units, and how often exchanged units differ as much."""
    errors, words = table[:, 0] * table[:, 2], table[:, 1] * table[:, 2]
    if not words[held].any() or not words[~held].any():
        return None, None, None
    own, other = errors[held].sum() / words[held].sum(), errors[~held].sum() / words[~held].sum()
    relative = float(own / other - 1) if other else None
    if min(table[held, 2].sum(), table[~held, 2].sum()) < FEWEST:
        return float(own - other), relative, None
    chosen = _exchanged(table[:, 2], int(table[held, 2].sum()))
    some_errors, some_words = chosen @ table[:, 0], chosen @ table[:, 1]
    rest_errors, rest_words = errors.sum() - some_errors, words.sum() - some_words
    with np.errstate(divide="ignore", invalid="ignore"):
        differences = np.abs(some_errors / some_words - rest_errors / rest_words)
    # Draws that are as far apart, but for the last digits of their quotients.
    far = int((differences >= abs(own - other) * (1 - 1e-12)).sum())
    return float(own - other), relative, (1 + far) / (1 + _SAMPLES)


def _exchanged(units: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Choices of so many units without replacement: how many of each cell, a row for each choice."""
    draw = np.random.RandomState(_SEED).hypergeometric
    left, wanted = int(units.sum()), np.full(_SAMPLES, size)
    chosen = np.zeros((_SAMPLES, len(units)), np.int64)
    for place, many in enumerate(units.tolist()):
        left -= many
        some = wanted > 0
        chosen[some, place] = draw(many, left, wanted[some]) if left else wanted[some]
        wanted = wanted - chosen[:, place]
    return chosen


SLICES = Analysis(
    name="slices",
    summary="rates by group, such as gender, with intervals and a test: COLUMN, COLUMN*COLUMN, or COLUMN/UNIT",
    make=lambda steps, argument: slices(steps.result, *_argument(argument)),
    argument="COLUMN",
    needed=True,
)


def _argument(text: str) -> tuple[list[str], str | None]:
    """Columns and unit of an argument.

    >>> _argument("gender*accent/session"), _argument("gender")
    ((['gender', 'accent'], 'session'), (['gender'], None))
    """
    columns, _, unit = text.partition("/")
    return columns.split("*"), unit or None
