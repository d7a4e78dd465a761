"""Measures that other programs computed, such as BERTScore: their means, and how they go with the error rate."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import MismatchError, UsageError, Where, argument, fail, quantity, short
from ...formats.values import dataclass, field, replace
from ..common.analyses import BY_NAME
from ..common.arrays import counts_table, errors_and_words
from ..common.results import Immutable
from ..maths.draws import Grouped
from ..words.table_columns import DrawnTables
from .analysis import Analysis
from .breakdown import Breakdown, few_of, signed
from .join import check_ids, read_table, told_strangers
from .slices import FEWEST, Units, drawn_units, of_few, unlike_units
from .spec import Spec
from .steps import names_of
from .tally import rate, tally_of

if TYPE_CHECKING:
    from typing import TypeAlias

    from ...formats.schema.coded import CodedColumn
    from ..common.arrays import Floats, Mask
    from ..words.result import Result
    from .join import Table
    from .steps import Steps
    from .tally import Tally

    _Interval: TypeAlias = "tuple[float | None, float | None]"

_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)
_SAMPLES = 1000
_SEED = 0
_TENTH = 10.0
_MOST = 1e100
"""The largest number of a measure: sums of larger ones may overflow."""
_DIGITS = 12
"""The decimal places of a number near 1 that are compared."""
_FINEST = 1 << 30
"""The largest sum of a unit, as a whole number that the draws take."""


@dataclass(frozen=True, slots=True)
class Value(Immutable):
    """One utterance: errors, words, resampled unit, and measures by name."""

    id: str
    unit: str
    errors: int
    words: int
    numbers: tuple[float | None, ...]
    finer: tuple[str, ...] = ()
    """Its finer units that have names, of a part of a corpus."""

    @property
    def rate(self) -> float | None:
        """Errors divided by reference words."""
        return self.errors / self.words if self.words else None


@dataclass(frozen=True, slots=True)
class MeasureRow(Immutable):
    """One measure over all utterances that have it."""

    name: str
    utterances: int
    mean: float
    low: float | None
    high: float | None
    """The interval in which the mean lies in 95 % of samples of units."""
    weighted: float | None
    """The mean by words of the reference."""
    correlation: float | None
    """Spearman's rank correlation with the rates of utterances; None where one of the two has one value."""
    apart: tuple[str, ...]
    """Utterances in the best tenth by rate and in the worst tenth by the measure, the worst one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures(Breakdown):
    """Measures of other programs next to the error rate.

    >>> import scorelite
    >>> result = scorelite.score({"a": "good day", "b": "good day"}, {"a": "good day", "b": "food may"})
    >>> measures = result.measured({"a": {"semdist": 0.0}, "b": {"semdist": 0.8}})
    >>> measures["semdist"].mean, round(measures["semdist"].correlation, 6)
    (0.4, 1.0)
    """

    TITLE: ClassVar[str] = "Measures of other programs"
    NAME: ClassVar[str] = "measures"
    SPEC: ClassVar[Spec] = Spec(
        name="measure",
        columns={
            "text": ["measure"],
            "integer": ["utterances"],
            "number": ["mean", "low", "high", "weighted", "correlation"],
        },
    )

    unit: str
    names: tuple[str, ...]
    values: tuple[Value, ...] = field(repr=False)
    rows: tuple[MeasureRow, ...]
    strangers: tuple[str, ...] = ()
    """Ids, speakers or sessions with measures that are none of the scored ones; not known of parts of a corpus."""
    finer: tuple[str, ...] = ()
    """Other units of a part of a corpus, the last one the utterance: drawn if all parts together have few units."""
    few: tuple[str, ...] = ()
    """Larger units that are not drawn, because there are several but few."""

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Means, intervals and correlations."""
        heads = ("", "mean", "95 % interval", "by words", "with rate", "utterances", "apart")
        rows = [
            (
                row.name,
                f"{row.mean:.4g}",
                "-" if row.low is None or row.high is None else f"{row.low:.4g} to {row.high:.4g}",
                "-" if row.weighted is None else f"{row.weighted:.4g}",
                "-" if row.correlation is None else f"{row.correlation:+.3f}",
                f"{row.utterances:,}",
                f"{len(row.apart):,}",
            )
            for row in self.rows
        ]
        return heads, rows

    def facts(self) -> Mapping[str, Any]:
        """The unit, and the utterances in which a measure disagrees with the error rate."""
        apart = {row.name: list(row.apart) for row in self.rows}
        return {"unit": self.unit, "apart": apart, "strangers": list(self.strangers)}

    def notes(self) -> Iterable[str]:
        """Utterances with few errors but a bad measure, and utterances without measures."""
        for row in self.rows:
            if row.apart:
                yield f"{row.name}: low rate, bad measure in {few_of(row.apart)}"
            if row.utterances < len(self.values):
                yield f"{row.name}: {quantity(len(self.values) - row.utterances, 'utterance')} without it"
        yield from told_strangers(self.strangers)
        yield from of_few(self.few, self.unit)

    def check_whole(self) -> None:
        """Rejects measures of which no utterance has a number."""
        if not self.rows:
            raise UsageError(f"no number of {few_of(self.names)}; expected a number for some utterances")

    def whole(self) -> Measures:
        """The sum of all parts, with the resampled units of the whole corpus."""
        number = len({value.unit for value in self.values})
        if self.finer and number < FEWEST:
            before, _, behind = self.signature.rpartition(f"/of={self.unit}/")
            signature, finer = f"{before}/of={self.finer[0]}/{behind}", self.finer[1:]
            values = tuple(
                replace(value, unit=(*value.finer, value.id)[0], finer=value.finer[1:]) for value in self.values
            )
            made = _made(signature, self.finer[0], self.names, values, self.strangers)
            few = (*self.few, self.unit) if number > 1 else self.few
            return replace(made, finer=finer, few=few).whole()
        self.check_whole()
        if not self.finer:
            return self
        values = tuple(replace(value, finer=()) if value.finer else value for value in self.values)
        return replace(self, values=values, finer=())

    def _unlike(self, other: Measures) -> str:
        return unlike_units(self.unit, other.unit)

    def _sum(self, others: Sequence[Measures]) -> Measures:
        for other in others:
            if self.names != other.names:
                shown = f"{few_of(self.names)} and {few_of(other.names)}"
                raise MismatchError(f"different measures cannot be added: {shown}")
        values = tuple(value for part in (self, *others) for value in part.values)
        finer = self.finer
        if any(part.finer != finer for part in others):
            finer, values = finer[-1:], tuple(replace(value, finer=()) for value in values)
        strangers = {name for part in (self, *others) for name in part.strangers} - {value.id for value in values}
        made = _made(self.signature, self.unit, self.names, values, tuple(sorted(strangers)))
        few = {unit: None for part in (self, *others) for unit in part.few}
        return replace(made, finer=finer, few=tuple(few))


def measured(result: Result, given: Any, unit: str | None = None, *, is_part: bool = False) -> Measures:
    """The measures of utterances in tables, or in a mapping of ids to numbers by name.

    `is_part` is that of `analyse`: a part may have one speaker, and no utterance of the tables.
    """
    cells, strangers = _cells(result, given, is_part)
    (units, *finer), few = drawn_units(result, unit, (), is_part)
    ids = names_of(result, is_part)
    # Utterances are drawn in the order of names that they have in parts, too.
    owners = _owners(units) or names_of(result, True)
    errors, words = (column.tolist() for column in errors_and_words(counts_table(result.table.counts)))
    named = [*zip(*filter(None, map(_owners, finer)), strict=True)] or [()] * len(owners)
    rows = zip(ids, owners, errors, words, zip(*cells.values(), strict=True), named, strict=True)
    settings = f"{'+'.join(cells)}/of={units.name}/samples={_SAMPLES}/seed={_SEED}"
    values = tuple(Value(*row) for row in rows)
    made = _made(signed(result, "measures", settings), units.name, tuple(cells), values, strangers)
    if not is_part:
        made.check_whole()
    return replace(made, finer=tuple(other.name for other in finer), few=few)


def _owners(units: Units) -> list[str]:
    """The name of the unit of each utterance; nothing where these are utterances."""
    shown = [str(name) for name in units.names]
    return [shown[code] for code in units.codes] if shown else []


def _cells(result: Result, given: Any, is_part: bool) -> tuple[dict[str, list[float | None]], tuple[str, ...]]:
    """A number, or None, for every utterance, by measure; and the names of rows that are of nothing scored."""
    if isinstance(given, Mapping):
        check_ids(result, is_part, "measures by id")
        ids = result.table.names()
        if flat := [name for name, row in given.items() if not isinstance(row, Mapping)]:
            shown = f"measures of {short(str(flat[0]))} are {given[flat[0]]!r}"
            raise UsageError(f"{shown}; expected numbers by name and id, as {{'utt1': {{'chrf': 61.2}}}}")
        names = list(dict.fromkeys(name for row in given.values() for name in row))
        if not names or not (is_part or any(name in given for name in ids)):
            raise UsageError("no measures of a scored utterance; expected numbers by id, as {'utt1': {'chrf': 61.2}}")
        cells = {name: [_number(given.get(each, {}).get(name), name, each) for each in ids] for name in names}
        return cells, () if is_part else tuple(sorted(map(str, given.keys() - {*ids})))
    tables = given if isinstance(given, (list, tuple)) else [given]
    if not tables:
        raise UsageError("no table of measures; expected a file with a column id, or numbers by id and name")
    columns: dict[str, list[float | None]] = {}
    strangers: set[str] = set()
    for target in tables:
        table = read_table(target, "numbers such as chrf")
        for name in table.names:
            if name in columns:
                raise UsageError(f"{table.path}: the measure {name} again; expected each in one file")
        columns |= {name: _numbers(table, name, texts) for name, texts in table.columns(result, is_part).items()}
        strangers |= set() if is_part else {*table.strangers(result)}
    return columns, tuple(sorted(strangers))


def _numbers(table: Table, name: str, texts: CodedColumn) -> list[float | None]:
    """The numbers of a column of a table; a cell that is not a number is reported with its line."""
    try:
        numbers = [_number(text, name, name) for text in texts.values]
    except UsageError:
        for key, row in table.rows.items():
            try:
                _number(row.get(name), name, key)
            except UsageError as error:
                what, _, expected = str(error).partition("; expected ")
                fail(Where(table.path, table.lines[key]), what, expected)
        raise
    return [numbers[code] for code in texts.codes]


def _number(value: Any, name: str, where: str) -> float | None:
    """A finite number; None for nothing."""
    if value is None:
        return None
    try:
        # Python reads 1_000 and digits of any script as well.
        is_number = _NUMBER.fullmatch(value) if isinstance(value, str) else not isinstance(value, bool)
        number = float(value) if is_number else math.nan
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number) or abs(number) > _MOST:
        expected = f"numbers up to {_MOST:.0e}" if math.isfinite(number) else "a number"
        raise UsageError(
            f"{name} of {short(where)} is {short(str(value))!r}; expected {expected}: texts are for groups, not for "
            "measures"
        )
    return number


def _made(
    signature: str, unit: str, names: tuple[str, ...], values: tuple[Value, ...], strangers: tuple[str, ...]
) -> Measures:
    """The measures of utterances, in the order of their ids, so that the order of parts does not matter."""
    values = tuple(sorted(values, key=lambda value: (value.id, value.unit, value.errors, value.words)))
    having = [[value for value in values if value.numbers[place] is not None] for place in range(len(names))]
    columns = [
        (np.array([value.numbers[place] for value in some], np.float64), [value.unit for value in some])
        for place, some in enumerate(having)
    ]
    made = zip(names, having, columns, _intervals(columns), strict=True)
    rows = tuple(_row(name, some, numbers, interval) for name, some, (numbers, _), interval in made if some)
    return Measures(signature=signature, unit=unit, names=names, values=values, rows=rows, strangers=strangers)


def _row(name: str, some: Sequence[Value], numbers: Floats, interval: _Interval) -> MeasureRow:
    """The row of a measure: the utterances that have it, their numbers, and the interval of their mean."""
    words = np.array([value.words for value in some], np.int64)
    errors = np.array([value.errors for value in some], np.int64)
    weighted = float(numbers @ words / words.sum()) if words.any() else None
    spoken = words > 0
    rates = errors[spoken] / words[spoken]
    correlation = spearman(rates, numbers[spoken])
    apart = _apart(rates, numbers[spoken], correlation)
    ids = [value.id for value, held in zip(some, spoken.tolist(), strict=True) if held]
    mean = float(numbers.mean())
    return MeasureRow(name, len(some), mean, *interval, weighted, correlation, tuple(ids[place] for place in apart))


def _apart(rates: Floats, numbers: Floats, correlation: float | None) -> list[int]:
    """Places in the lowest tenth of rates and in the tenth of numbers that goes with high rates."""
    if not correlation:
        return []
    bad = numbers * np.sign(correlation)
    fine = rates <= np.percentile(rates, _TENTH)
    places = np.flatnonzero(fine & (bad >= np.percentile(bad, 100 - _TENTH)))
    return [int(place) for place in places[np.argsort(-bad[places], kind="stable")]]


def spearman(first: Floats, second: Floats) -> float | None:
    """Spearman's rank correlation; equal numbers share the mean of their ranks. None where one side has one value.

    >>> round(spearman(np.array([1.0, 2.0, 2.0, 4.0]), np.array([0.1, 0.5, 0.2, 0.9])), 6)
    0.948683
    """
    if len(first) < 2:
        return None
    x, y = (ranks - ranks.mean() for ranks in (_ranks(first), _ranks(second)))
    size = math.sqrt(float(x @ x) * float(y @ y))
    return float(x @ y) / size if size else None


def _ranks(numbers: Floats) -> Floats:
    """The rank of each number, from 1."""
    _, places, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks: Floats = (ends - (counts - 1) / 2)[places]
    return ranks


def _intervals(columns: Sequence[tuple[Floats, Sequence[str]]]) -> list[_Interval]:
    """The 2.5 % and 97.5 % points of the means of samples of units, of each column of numbers and the unit of each.

    Samples of so many units are the same ones for all columns.
    """
    scaled = [_scaled(numbers, units) for numbers, units in columns]
    intervals: list[_Interval] = [(None, None)] * len(columns)
    for count in {len(sizes) for _, sizes, _ in scaled} - {*range(FEWEST)}:
        places = [place for place, (_, sizes, _) in enumerate(scaled) if len(sizes) == count]
        both = [column for place in places for column in scaled[place][:2]]
        drawn = np.array(Grouped([1] * count, _SEED).sums(both, _SAMPLES), np.float64)
        for place, totals, sizes in zip(places, drawn[::2], drawn[1::2], strict=True):
            low, high = np.percentile(np.ldexp(totals / _FINEST / sizes, scaled[place][2]), [2.5, 97.5])
            intervals[place] = float(low), float(high)
    return intervals


def _scaled(numbers: Floats, units: Sequence[str]) -> tuple[list[int], list[int], int]:
    """The sum and the size of each unit, and the power of two by which sums are larger.

    The draws take whole numbers: sums are brought near 1, and counted in steps in which whole numbers have no rest.
    """
    _, codes = np.unique(np.array(units), return_inverse=True)
    sums, sizes = np.bincount(codes, numbers), np.bincount(codes)
    _, exponent = math.frexp(float(np.abs(sums).max(initial=0)))
    return np.rint(np.ldexp(sums, -exponent) * _FINEST).astype(np.int64).tolist(), sizes.tolist(), exponent


def _make(steps: Steps, given: Any) -> Measures:
    if isinstance(given, DrawnTables):
        return measured(steps.result, given.paths, given.unit, is_part=steps.is_part)
    return measured(steps.result, given, is_part=steps.is_part)


def _of_two(sides: Sequence[Steps], given: Any, order: Any) -> Iterator[tuple[Tally, Tally]]:
    """The numbers of two systems, each of which has its own table, of the utterances that have one in both."""
    if isinstance(given, (str, os.PathLike, Mapping)) or not isinstance(given, Sequence) or len(given) != 2:
        raise UsageError(
            f"measures of two systems are {short(repr(given))}; expected two tables, one for each system: "
            f"{argument('(A, B)', '--measures FILE FILE')}"
        )
    first, other = (_cells(steps.result, table, False)[0] for steps, table in zip(sides, given, strict=True))
    if alone := [name for name in {**first, **other} if name not in first or name not in other]:
        raise MismatchError(f"the measure {short(alone[0])} in only one system; expected the same measures in both")
    for name in first:
        before, after = (np.array(numbers[name], np.float64) for numbers in (first, other))
        both = ~np.isnan(before) & ~np.isnan(after[order])
        if not both.any():
            raise MismatchError(f"no utterance has {short(name)} in both systems; expected some that have it in both")
        behind = np.zeros(len(after), np.bool_)
        behind[order] = both
        yield _tallies(name, (before, after), (both, behind))


def _tallies(name: str, sides: Sequence[Floats], there: Sequence[Mask]) -> tuple[Tally, Tally]:
    """The numbers of two systems, counted in small steps: sums of whole numbers are exact."""
    numbers = [np.where(held, side, 0.0) for held, side in zip(there, sides, strict=True)]
    largest = max(float(np.abs(side).max(initial=0)) for side in numbers)
    scale = 10.0 ** (_DIGITS - math.ceil(math.log10(largest or 1)))

    def mean(sums: Sequence[Any]) -> Floats:
        return rate(sums) / scale

    def tally(side: Floats, held: Mask) -> Tally:
        sums = {"numbers": np.rint(side[held] * scale), "utterances": 1}
        return tally_of(name, np.flatnonzero(held), sums, len(side), value=mean, is_rate=False)

    return tally(numbers[0], there[0]), tally(numbers[1], there[1])


MEASURES = Analysis(
    BY_NAME["measures"],
    make=_make,
    title=Measures.TITLE,
    of_two=_of_two,
)
