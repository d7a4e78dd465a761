"""Rates by group of speakers or recordings, with what chance alone would do: who is recognised worse, how surely.

What is drawn and exchanged are units, such as speakers: the words of one speaker are no independent trials.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from ...formats.errors import UsageError, argument, arguments_in, quantity, short
from ...formats.values import dataclass, field, replace
from ..common.analyses import BY_NAME
from ..common.arrays import counts_table, errors_and_words
from ..common.counts import Counts, numbers_of, percent
from ..maths.draws import Grouped, check_drawn
from ..maths.exact import holm
from ..words.groups import is_given
from ..words.ranges import EACH, in_order, joined_ranges
from ..words.table_columns import of_columns
from .analysis import Analysis
from .breakdown import Breakdown, few_of, signed
from .join import given_groups
from .spec import Spec
from .tally import Tally

if TYPE_CHECKING:
    from ..common.arrays import Integers
    from ..words.totals import Totals
    from .steps import Steps

FEWEST = 5
"""Units that a group needs for a test and an interval; of fewer speakers or recordings, smaller units are drawn."""
LEVEL = 0.05
_SAMPLES = 1000
_SEED = 0
_DEAR = 20
"""How many units take their places in an order in the time of one draw of how many of a kind are chosen."""
_TOGETHER = 1 << 14
"""Units that are put in orders at once."""
_SIGNS = frozenset("/+*")
"""What stands between columns, and before a unit."""
_NONE = "none"
"""The name of the group of utterances whose column is empty."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Units of one group that have equal counts; those with a name are single."""

    column: str
    group: str
    unit: str
    counts: Counts
    units: int
    utterances: int


@dataclass(frozen=True, slots=True)
class Slice:
    """The numbers of one group."""

    column: str
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
    """Rates by group, with intervals and a test against all other groups.

    >>> import scorelite
    >>> table = b"id,text,hyp,accent\\na,good day,good day,uk\\nb,good day,good way,us\\n"
    >>> slices = scorelite.score_files(table).slices("accent")
    >>> {row.name: row.rate for row in slices.rows}, slices["us"].p is None
    ({'uk': 0.0, 'us': 0.5}, True)
    """

    TITLE: ClassVar[str] = "Rates by group"
    NAME: ClassVar[str] = "slices"
    SPEC: ClassVar[Spec] = Spec(
        name="group",
        columns={
            "text": ["column", "group"],
            "number": ["rate", "low", "high", "difference", "relative", "p", "adjusted"],
            "integer": ["units", "utterances", "words", "errors"],
        },
    )

    unit: str
    cells_of_units: tuple[Cell, ...] = field(repr=False)
    rows: tuple[Slice, ...]
    finer: tuple[tuple[str, tuple[Cell, ...]], ...] = field(default=(), repr=False)
    """Other units of a part of a corpus, with their cells: drawn instead if all parts together have few units."""
    few: tuple[str, ...] = ()
    """Larger units that are not drawn, because there are several but few."""

    def __getitem__(self, name: str) -> Slice:
        """The row of a group: `f`, or `gender: f` where groups of several columns have one name."""
        rows = [row for row in self.rows if name in (row.name, f"{row.column}: {row.name}")]
        if not rows:
            raise KeyError(name)
        if len(rows) > 1:
            both = " and ".join(f"'{row.column}: {row.name}'" for row in rows[:2])
            raise UsageError(f"several groups {name!r}; expected one of {both}")
        return rows[0]

    @property
    def tested(self) -> int:
        """Groups with a p-value."""
        return sum(row.p is not None for row in self.rows)

    @property
    def different(self) -> int:
        """Groups that differ from all others, by the corrected p."""
        return sum(row.adjusted is not None and row.adjusted < LEVEL for row in self.rows)

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Rate, interval, difference and p of each group."""
        several = len({row.column for row in self.rows}) > 1
        heads = ("", "rate", "95 % interval", "to others", "relative", "p", "Holm", f"{self.unit}s", self.counted)
        rows = [
            (
                f"{row.column}: {row.name}" if several else row.name,
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

    def facts(self) -> Mapping[str, Any]:
        """The unit, and how many groups differ."""
        return {"unit": self.unit, "tested": self.tested, "different": self.different}

    def weak(self) -> Collection[int]:
        """Groups with few units."""
        return [place for place, row in enumerate(self.rows) if row.units < FEWEST]

    def notes(self) -> Iterable[str]:
        """The sentence that people quote."""
        for name, rows in self._by_column().items():
            tested = [row for row in rows if row.adjusted is not None]
            different = sum((row.adjusted or 0) < LEVEL for row in tested)
            if tested:
                groups = quantity(len(tested), "group")
                yield f"{name}: {different} of {groups} differ from all others (Holm, p < {LEVEL})"
            if few := [row.name for row in rows if row.p is None]:
                why = f"fewer than {FEWEST} {self.unit}s on one side, or no words"
                fix = "" if self.unit == "utterance" else "; unit='utterance' (--unit utterance) draws utterances"
                yield arguments_in(f"{name}: no test of {few_of(few)}: {why}{fix}")
        yield from of_few(self.few, self.unit)
        if len(names := [*self._by_column()]) == 2 and not _SIGNS & {*"".join(names)}:
            crossed = "*".join(names)
            other = argument(f"slices({crossed!r})", f"--slice '{crossed}'")
            yield f"each column is compared alone; {other} crosses them"

    def check_whole(self) -> None:
        """Rejects columns of one group; a part of a corpus may have one where others have more."""
        for name, rows in self._by_column().items():
            _check_groups(name, [row.name for row in rows])

    def _by_column(self) -> Mapping[str, list[Slice]]:
        """The rows of each column."""
        rows: dict[str, list[Slice]] = {}
        for row in self.rows:
            rows.setdefault(row.column, []).append(row)
        return rows

    def whole(self) -> Slices:
        """The sum of all parts, with the resampled units of the whole corpus."""
        number = len({cell.unit for cell in self.cells_of_units})
        if self.finer and number < FEWEST:
            (unit, cells), *finer = self.finer
            before, _, behind = self.signature.rpartition(f"/of={self.unit}/")
            few = (*self.few, self.unit) if number > 1 else self.few
            return replace(_made(f"{before}/of={unit}/{behind}", unit, cells), finer=tuple(finer), few=few).whole()
        self.check_whole()
        return replace(self, finer=())

    def _unlike(self, other: Slices) -> str:
        return unlike_units(self.unit, other.unit)

    def _sum(self, others: Sequence[Slices]) -> Slices:
        parts = (self, *others)
        finer = [dict(part.finer) for part in parts]
        joined = (
            (unit, tuple(_joined(chain.from_iterable(part[unit] for part in finer))))
            for unit in finer[0]
            if all(unit in part for part in finer)
        )
        cells = [cell for part in parts for cell in part.cells_of_units]
        few = {unit: None for part in parts for unit in part.few}
        return replace(_made(self.signature, self.unit, cells), finer=tuple(joined), few=tuple(few))


def slices(result: Totals, columns: Any, unit: str | None = None, *, is_part: bool = False) -> Slices:
    """Rates by the values of a column, or of several; `gender*accent` is of both crossed.

    Groups of a mapping from ids, a Series of pandas or a function of an utterance are a column as well.

    `is_part` is that of `analyse`: a part may have one group or one speaker, where others have more.
    """
    if is_given(columns):
        held, column = result.table.columns.made(), given_groups(result, columns)
        columns = str(getattr(columns, "name", None) or "group")
        result = result.with_table(replace(result.table, columns=of_columns({**held, columns: column})))
    names = [columns] if isinstance(columns, str) else list(dict.fromkeys(_texts(columns)))
    if not names:
        raise UsageError("no column for slices; expected one, such as gender")
    crossed = [_parts(name, result) for name in names]
    without = [part for parts in crossed for part in parts]
    (units, *finer), few = drawn_units(result, unit, without, is_part)
    for name in without if is_part else ():
        if result.shown_groups(name) != result.group_numbers(name):
            raise UsageError(
                f"many different numbers in the column {short(name)} of a part of a corpus; expected ranges that are "
                f"the same in all parts, such as {name}:0-10-20, or {name}:{EACH}"
            )
    grouped = [(name, _crossed(result, parts)) for name, parts in zip(names, crossed, strict=True)]
    if not is_part:
        for name, parts, (_, (groups, _)) in zip(names, crossed, grouped, strict=True):
            _check_groups(name, groups, _file_of(result, parts))

    def cells_of(units: Units) -> list[Cell]:
        return [cell for name, groups in grouped for cell in _cells(result, name, *groups, units)]

    settings = f"{'+'.join(names)}/of={units.name}/samples={_SAMPLES}/seed={_SEED}"
    made = _made(signed(result, "slices", settings), units.name, cells_of(units))
    return replace(made, finer=tuple((other.name, tuple(_joined(cells_of(other)))) for other in finer), few=few)


def of_few(few: Sequence[str], unit: str) -> Iterator[str]:
    """A note on larger units that are not drawn.

    >>> print(*of_few(["speaker"], "utterance"))
    samples are of utterances, because there are fewer than 5 speakers; unit=COLUMN draws another unit
    """
    for larger in few[:1]:
        other = arguments_in("unit=COLUMN (--unit COLUMN) draws another unit")
        yield f"samples are of {unit}s, because there are fewer than {FEWEST} {larger}s; {other}"


def unlike_units(first: str, other: str) -> str:
    """Advice on parts whose units differ; nothing where these are alike.

    >>> unlike_units("speaker", "utterance")
    ": some parts have no speaker, so use unit='utterance' (--unit utterance) for all"
    """
    lacking = first if other == "utterance" else other
    return (
        "" if first == other else f": some parts have no {lacking}, so use unit='utterance' (--unit utterance) for all"
    )


def _file_of(result: Totals, parts: Sequence[str]) -> str:
    """The file that the last of some columns comes from; empty where that is not known."""
    columns = result.table.columns
    return next((columns[part].file for part in reversed(parts) if part in columns), "")


def _check_groups(name: str, groups: Sequence[str], file: str = "") -> None:
    """Rejects a column of one group, or of none."""
    if len(groups) < 2:
        has = f"one value, {short(groups[0])}" if groups else "no value"
        other = argument("slices(COLUMN)", "--slice COLUMN")
        raise UsageError(
            f"{file and file + ': '}the column {short(name)} has {has}; expected two or more groups to compare, or "
            f"{other} of another one"
        )


def _texts(columns: Any) -> Sequence[str]:
    """Several names of columns."""
    if isinstance(columns, Sequence) and all(isinstance(name, str) for name in columns):
        return columns
    shown = repr(columns) if isinstance(columns, (int, Sequence)) else f"of type {type(columns).__name__}"
    raise UsageError(
        f"columns of slices are {short(shown)}; expected a name, such as gender, or several "
        "(with_columns(table) adds columns)"
    )


def _parts(name: str, result: Totals) -> list[str]:
    """The columns that a name crosses."""
    parts = [part.strip() for part in _cut(name, "*", result.table.columns)]
    if not all(parts):
        raise UsageError(f"an empty column name next to the * of {name!r}; expected COLUMN or COLUMN*COLUMN")
    if len({*parts}) < len(parts):
        raise UsageError(f"{name} crosses a column with itself; expected different columns")
    if others := [part for part in parts if "," in part and part not in result.table.columns]:
        if edges := joined_ranges(name):
            raise UsageError(f"no column {short(name)!r}; expected slices={edges} for ranges of numbers")
        each = "+".join(column.strip() for column in name.split(","))
        raise UsageError(f"no column {others[0]!r}; expected slices={each} for several columns")
    return parts


class Units(NamedTuple):
    """The units that are drawn and exchanged; without names, each utterance is one."""

    name: str
    names: Sequence[str | None]
    codes: Sequence[int]


_UTTERANCES = Units("utterance", (), ())


def drawn_units(
    result: Totals, wanted: str | None, without: Sequence[str], is_part: bool
) -> tuple[Sequence[Units], tuple[str, ...]]:
    """The wanted unit; speakers, where there are five, else recordings, else utterances. Groups are no units.

    Of a part of a corpus these come in this order, for all parts together may have more of each. The second value
    names units of which there are several, but fewer than five.
    """
    if wanted:
        units = [_UTTERANCES if wanted == "utterance" else Units(wanted, *result.group_numbers(wanted))]
    else:
        units = [*_drawable(result, without)]
    few: list[str] = []
    for place, unit in enumerate(units):
        if is_part or wanted or unit is _UTTERANCES or len(unit.names) > 1:
            check_drawn(*unit, "another unit, such as unit='utterance' (--unit utterance)")
        if is_part:
            return units, ()
        if wanted or unit is _UTTERANCES or len(unit.names) >= FEWEST:
            return units[place : place + 1], tuple(few)
        few += [unit.name] if len(unit.names) > 1 else []
    raise AssertionError("utterances can always be drawn")


def _drawable(result: Totals, without: Sequence[str]) -> Iterator[Units]:
    """The units that may be drawn, those of the most utterances first."""
    for name in ("speaker", "session"):
        if name not in without:
            try:
                names, codes = result.group_numbers(name)
            except UsageError:
                continue
            if any(names):
                yield Units(name, names, codes)
    yield _UTTERANCES


def _crossed(result: Totals, names: Sequence[str]) -> tuple[list[str], Integers]:
    """The groups, and the number of that of each utterance."""
    values, codes = [""], np.zeros(len(result.table), np.int64)
    for name in names:
        own, numbers = result.shown_groups(name)
        shown = [_NONE if value in (None, "") else _shown(str(value)) for value in own]
        # Of all pairs of values, those that some utterance has: there may be far fewer.
        used, codes = np.unique(codes * len(shown) + np.asarray(numbers, np.int64), return_inverse=True)
        pairs = (divmod(code, len(shown)) for code in used.tolist())
        values = [f"{values[first]} x {shown[place]}" if values[first] else shown[place] for first, place in pairs]
    return values, codes


def _shown(value: str) -> str:
    """The name of the group of a value, which is never that of utterances without one.

    >>> _shown("uk"), _shown("none"), _shown("(none)")
    ('uk', '(none)', '((none))')
    """
    return f"({value})" if value.strip("()") == _NONE else value


def _cells(result: Totals, name: str, names: Sequence[str], codes: Integers, units: Units) -> Iterator[Cell]:
    """The units of all groups of a column; a unit that has several values is one in each of them."""
    counts = counts_table(result.table.counts)
    if not units.names:
        rows, times = different_rows(np.column_stack([codes, counts]))
        for row, many in zip(rows.tolist(), times.tolist(), strict=True):
            yield Cell(name, names[row[0]], "", Counts(*row[1:]), many, many)
        return
    size = len(units.names)
    used, places = np.unique(codes * size + np.asarray(units.codes, np.int64), return_inverse=True)
    sums = np.column_stack([np.bincount(places, counts[:, k], len(used)) for k in range(4)]).astype(np.int64)
    for key, row, many in zip(used.tolist(), sums.tolist(), np.bincount(places).tolist(), strict=True):
        yield Cell(name, names[key // size], str(units.names[key % size]), Counts(*row), 1, many)


def _made(signature: str, unit: str, cells: Iterable[Cell]) -> Slices:
    """The slices of units."""
    columns: dict[str, list[Cell]] = {}
    for cell in sorted(_joined(cells), key=lambda cell: (cell.group, cell.unit, numbers_of(cell.counts))):
        columns.setdefault(cell.column, []).append(cell)
    ordered = sorted(columns)
    return Slices(
        signature=signature,
        unit=unit,
        cells_of_units=tuple(cell for name in ordered for cell in columns[name]),
        rows=tuple(row for name in ordered for row in _rows(name, columns[name])),
    )


def _joined(cells: Iterable[Cell]) -> Iterable[Cell]:
    """Cells of units, of which those with one name, or equal counts and none, become one."""
    joined: dict[Any, Cell] = {}
    for cell in cells:
        key = (cell.column, cell.group, cell.unit or cell.counts)
        joined[key] = _both(joined[key], cell) if key in joined else cell
    return joined.values()


def _both(first: Cell, other: Cell) -> Cell:
    """Two cells of one unit, or of units with equal counts."""
    utterances = first.utterances + other.utterances
    if first.unit:
        return replace(first, counts=first.counts + other.counts, utterances=utterances)
    return replace(first, units=first.units + other.units, utterances=utterances)


def _rows(column_of_cells: str, cells: Sequence[Cell]) -> list[Slice]:
    """The rows of the groups of a column, whose cells stand together; those with the most words first."""
    numbers = np.array([(*numbers_of(cell.counts), cell.utterances, cell.units) for cell in cells], np.int64)
    places = {name: place for place, name in enumerate(dict.fromkeys(cell.group for cell in cells))}
    groups = np.array([places[cell.group] for cell in cells], np.int64)
    tables = _tables(groups, numbers)
    everyone = _merged(np.concatenate(tables))
    numbers[:, :4] *= numbers[:, 5:]
    sums = np.add.reduceat(numbers, np.flatnonzero(np.diff(groups, prepend=-1)), axis=0).tolist()
    units = int(everyone[:, 2].sum())
    exchanged = _exchanged(everyone, {min(size, units - size) for *_, size in sums})
    rows = []
    for name, table, (*counts, utterances, size) in zip(places, tables, sums, strict=True):
        test = _against_rest(table, everyone, exchanged.get(min(size, units - size)))
        rows.append(Slice(column_of_cells, name, size, utterances, Counts(*counts), *_interval(table), *test, None))
    adjusted = iter(holm([row.p for row in rows if row.p is not None]))
    rows = [row if row.p is None else replace(row, adjusted=next(adjusted)) for row in rows]
    ordered = in_order([None if row.name == _NONE else row.name for row in rows])
    placed = {name or _NONE: place for place, name in enumerate(ordered)}
    return sorted(rows, key=lambda row: (placed.get(row.name, 0), -row.words, row.name))


def _tables(groups: Integers, numbers: Integers) -> list[Integers]:
    """Errors, words, and how many units have so many, of each group, in the order of these numbers."""
    rows, times = different_rows(np.column_stack([groups, *errors_and_words(numbers)]), numbers[:, 5])
    return np.split(np.column_stack([rows[:, 1:], times]), np.flatnonzero(np.diff(rows[:, 0])) + 1)


def _merged(table: Integers) -> Integers:
    """One row for all units of equal errors and words."""
    pairs, times = different_rows(table[:, :2], table[:, 2])
    return np.column_stack([pairs, times])


def different_rows(rows: Integers, times: Integers | None = None) -> tuple[Integers, Integers]:
    """The different rows in their order, and how often each is there. A row is a number of mixed base for that."""
    keys = np.zeros(len(rows), np.int64)
    for column_of_rows in rows.T:
        values = column_of_rows - column_of_rows.min(initial=0)
        if int(keys.max(initial=0)) >= (1 << 62) // (int(values.max(initial=0)) + 1):
            # Numbers that would not fit in 63 bits become their places among the different ones.
            keys, values = (np.unique(numbers, return_inverse=True)[1] for numbers in (keys, values))
        keys = keys * (int(values.max(initial=0)) + 1) + values
    _, first, places = np.unique(keys, return_index=True, return_inverse=True)
    weights = np.ones(len(rows), np.int64) if times is None else times
    return rows[first], np.bincount(places, weights, len(first)).astype(np.int64)


def _interval(table: Integers) -> tuple[float | None, float | None]:
    """The 2.5 % and 97.5 % points of the rates of samples of units, drawn with replacement."""
    units, words = table[:, 2], table[:, 1]
    if units.sum() < FEWEST or not words.any():
        return None, None
    drawn = Grouped(units.tolist(), _SEED).sums((table[:, 0].tolist(), words.tolist()), _SAMPLES)
    errors, of_samples = np.array(drawn)
    low, high = np.percentile(errors[of_samples > 0] / of_samples[of_samples > 0], [2.5, 97.5])
    return float(low), float(high)


def _against_rest(
    table: Integers, everyone: Integers, exchanged: Integers | None
) -> tuple[float | None, float | None, float | None]:
    """Difference and relative difference to all other units, and how often exchanged units differ as much."""
    errors, words = _sums(table)
    all_errors, all_words = _sums(everyone)
    if not 0 < words < all_words:
        return None, None, None
    rate, other = errors / words, (all_errors - errors) / (all_words - words)
    relative = rate / other - 1 if other else None
    if exchanged is None:
        return rate - other, relative, None
    # A choice that leaves one side without words has no difference.
    wrong, said = exchanged[:, (exchanged[1] > 0) & (exchanged[1] < all_words)]
    differences = np.abs(wrong / said - (all_errors - wrong) / (all_words - said))
    # Draws that are as far apart, but for the last digits of their quotients.
    far = int((differences >= abs(rate - other) * (1 - 1e-12)).sum())
    return rate - other, relative, (1 + far) / (1 + len(said))


def _sums(table: Integers) -> tuple[int, int]:
    """Errors and words of all units."""
    return int(table[:, 0] @ table[:, 2]), int(table[:, 1] @ table[:, 2])


def _exchanged(table: Integers, sizes: Iterable[int]) -> dict[int, Integers]:
    """Errors and words of choices of so many units without replacement, for each size that has a test.

    Whoever is not chosen is the other side, so that sizes are those of smaller sides: of two groups both have one p.
    """
    units = int(table[:, 2].sum())
    tested = sorted(size for size in sizes if size >= FEWEST)
    if not tested:
        return {}
    if len(table) * len(tested) * _DEAR < units:
        return {size: table[:, :2].T @ _chosen(table[:, 2], size) for size in tested}
    singles = np.repeat(table[:, :2], table[:, 2], axis=0)
    draw = np.random.RandomState(_SEED).permutation
    sums = np.empty((_SAMPLES, len(tested), 2), np.int64)
    for part in np.array_split(sums, max(1, min(_SAMPLES, _SAMPLES * units // _TOGETHER))):
        orders = np.array([draw(units)[: tested[-1]] for _ in part])
        part[:] = singles[orders].cumsum(axis=1)[:, np.array(tested) - 1]
    return {size: sums[:, place].T for place, size in enumerate(tested)}


def _chosen(units: Integers, size: int) -> Integers:
    """Choices of so many units without replacement: how many of each row of a table, a column for each choice."""
    draw = np.random.RandomState(_SEED).hypergeometric
    left, wanted = int(units.sum()), np.full(_SAMPLES, size)
    chosen = np.zeros((len(units), _SAMPLES), np.int64)
    for place, many in enumerate(units.tolist()):
        left -= many
        some = wanted > 0
        chosen[place, some] = draw(many, left, wanted[some]) if left else wanted[some]
        wanted = wanted - chosen[place]
    return chosen


def tallies(result: Totals, columns: Sequence[str], *, are_named: bool) -> Iterator[Tally]:
    """The errors and words of each utterance, by group; groups come in the order of their names.

    With `are_named`, the name of a row begins with that of its column.
    """
    errors, words = errors_and_words(counts_table(result.table.counts))
    for name in columns:
        names, codes = _crossed(result, _parts(name, result))
        order = np.argsort(codes, kind="stable")
        inside = np.split(order, np.cumsum(np.bincount(codes, minlength=len(names))))
        for place in sorted(range(len(names)), key=names.__getitem__):
            shown = f"{name}: {names[place]}" if are_named else names[place]
            here = inside[place]
            yield Tally(shown, {"errors": errors[here], "words": words[here]}, here, len(codes))


def tallies_of_crossed(steps: Steps, argument: Any) -> Iterator[Tally]:
    """The errors and words of each utterance, by group of those columns of an argument that cross several."""
    columns, _ = wished(argument, steps.result.table.columns)
    crossed = [name for name in columns if len(_parts(name, steps.result)) > 1]
    return tallies(steps.result, crossed, are_named=len(columns) > 1)


def _by_utterance(steps: Steps, argument: str) -> Iterator[Tally]:
    columns, unit = wished(argument, steps.result.table.columns)
    if unit:
        raise UsageError(f"slices={argument}: blocks= (--blocks) sets the unit of a comparison, so leave out /{unit}")
    return tallies(steps.result, columns, are_named=len(columns) > 1)


def _make(steps: Steps, argument: str) -> Slices:
    columns, unit = wished(argument, steps.result.table.columns)
    return slices(steps.result, columns, unit, is_part=steps.is_part)


def _check(systems: Sequence[Steps], argument: str) -> None:
    """Rejects a comparison by columns of one group."""
    result = systems[0].result
    for name in wished(argument, result.table.columns)[0]:
        parts = _parts(name, result)
        _check_groups(name, _crossed(result, parts)[0], _file_of(result, parts))


SLICES = Analysis(
    BY_NAME["slices"],
    title=Slices.TITLE,
    make=_make,
    by_utterance=_by_utterance,
    check=_check,
)


def wished(argument: Any, there: Iterable[str] = ()) -> tuple[list[str], str | None]:
    """Columns, each once, and unit of an argument; columns that are `there` may have its signs in their names.

    >>> wished("gender*accent+age/session"), wished("sex/gender+age/", ["sex/gender"])
    ((['gender*accent', 'age'], 'session'), (['sex/gender', 'age'], None))
    """
    if not isinstance(argument, str):
        raise UsageError(f"slices is {argument!r}; expected COLUMN, such as gender")
    there = list(there)
    parts = [_cut(part, "/", there) for part in _cut(argument, "+", there)]
    units = list(dict.fromkeys(unit for _, *units in parts for unit in units if unit))
    if len(units) > 1:
        raise UsageError(f"slices={argument} has two units, {units[0]} and {units[1]}; expected one for all columns")
    return list(dict.fromkeys(column for column, *_ in parts)), units[0] if units else None


def _cut(text: str, sign: str, there: Iterable[str]) -> list[str]:
    """The parts of a text between signs, which columns that are `there` may have in their names."""
    signed_names = sorted((name for name in there if not _SIGNS.isdisjoint(name)), key=len, reverse=True)
    bounds = r"(?<![^/+*]){}(?![^/+*])"
    pattern = "|".join([*(bounds.format(re.escape(name)) for name in signed_names), re.escape(sign)])
    cuts = [match.span() for match in re.finditer(pattern, text) if match[0] == sign]
    ends = [0, *chain.from_iterable(cuts), len(text)]
    return [text[begin:end] for begin, end in zip(ends[::2], ends[1::2], strict=True)]
