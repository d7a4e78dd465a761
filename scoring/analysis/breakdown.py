"""The base of all analyses: rows with names and numbers, which add, and show themselves as text, table and JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ...formats.errors import MismatchError, UsageError, quantity, short
from ...formats.values import dataclass, field_names, replace
from ..common.arrow import Column, Kind, to_arrow, to_pandas
from ..common.display import html_table, in_line
from ..common.results import Immutable
from ..common.text_tables import markdown_code, markdown_table, text_table
from ..common.version import SCHEMA
from .spec import Spec

if TYPE_CHECKING:
    from ...formats.engine.formulas import CsvFormulas
    from ...formats.engine.writing import Output

    Row = TypeVar("Row", bound="SummedRow")

Own = TypeVar("Own", bound="Breakdown")
_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown(Immutable):
    """An analysis of a result: rows, each with a name and numbers."""

    TITLE: ClassVar[str]
    """The first line of its text."""
    NAME: ClassVar[str]
    """Its name in `--with`, in JSON and in the signature."""
    SPEC: ClassVar[Spec] = Spec()
    """What it shows of its rows; what does not fit that is written by methods of its own."""

    signature: str
    """What the numbers depend on: the signature of the result, and the settings of the analysis."""

    def __init_subclass__(cls) -> None:
        # The one of dataclasses shows every row, thousands of letters.
        cls.__repr__ = _in_short  # type: ignore[assignment, method-assign]

    def heading(self) -> str:
        """The first line of the text."""
        return self.TITLE

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Headings and rows of the printed table."""
        table = self.SPEC.table
        rows = [[row.name, *(text(self._number(row, name)) for name, text in table.values())] for row in self.rows]
        return ("", *(self.counted if name == "words" else name for name in table)), rows

    @property
    def counted(self) -> str:
        """The unit in the plural, as the signature says: words or characters."""
        return "characters" if "unit:character" in self.signature.split("|") else "words"

    def _number(self, row: Any, name: str) -> Any:
        """A number of a row: its own, or one that the analysis knows by the name of the row."""
        if hasattr(row, name):
            return getattr(row, name)
        return row.to_dict()[name] if hasattr(row, "to_dict") else getattr(self, name)(row.name)

    @property
    def rows(self) -> tuple[Any, ...]:
        """The rows of the table."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)

    def __getitem__(self, name: Any) -> Any:
        """The row of a name; bins of confidences and places of an audit have none."""
        for row in self.rows:
            if hasattr(row, "name") and row.name == name:
                return row
        raise KeyError(name)

    def __contains__(self, item: object) -> bool:
        """Whether it is a row, or the name of one."""
        try:
            return item in self.rows or bool(self[item])
        except KeyError:
            return False
        except UsageError:
            return True  # a name of several rows

    def columns(self) -> Mapping[str, Column]:
        """Columns of the data frame: a kind and a value for each row."""
        columns: dict[str, Column] = {}
        for kind, names in self.SPEC.columns.items():
            for name in names:
                number = "name" if name == self.SPEC.name else name
                columns[name] = (kind, [self._number(row, number) for row in self.rows])
        return columns

    def facts(self) -> Mapping[str, Any]:
        """Facts that JSON has next to the rows."""
        return {}

    def _above(self) -> Iterable[str]:
        """Lines above the table."""
        return ()

    def notes(self) -> Iterable[str]:
        """Lines below the table."""
        return ()

    def weak(self) -> Collection[int]:
        """Positions of rows with too little data, which are printed in grey."""
        return ()

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON; a missing number is None."""
        columns = self.columns()
        rows = zip(*(values for _, values in columns.values()), strict=True)
        listed = [dict(zip(columns, row, strict=True)) for row in rows]
        return {"schema": SCHEMA, "analysis": self.NAME, "signature": self.signature, **self.facts(), "rows": listed}

    def to_csv(self, path: Output | None = None, *, csv_formulas: CsvFormulas = "quote") -> str | None:
        """The columns of `to_arrow` as csv, without empty ones; written if you pass a path.

        A cell that a spreadsheet would run as a formula gets an apostrophe in front; csv_formulas="keep" leaves it.
        """
        from ..common.written import to_csv  # only now: most analyses are only looked at

        return to_csv(self.columns(), path, csv_formulas)

    def to_arrow(self) -> Any:
        """The rows as an Arrow table."""
        return to_arrow(self.columns(), {"analysis": self.NAME, "signature": self.signature, **self.facts()})

    def to_pandas(self) -> Any:
        """The rows as a data frame of pandas."""
        return to_pandas(self.columns())

    def lines(self) -> Iterator[str]:
        """The lines of the text."""
        heads, rows = self.cells()
        yield self.heading()
        yield from (f"  {in_line(line)}" for line in self._above())
        yield from text_table(heads, rows) if rows else ("  none",)
        yield from (f"  {in_line(note)}" for note in self.notes())

    def markdown(self) -> Iterator[str]:
        """The table in Markdown, below its heading."""
        heads, rows = self.cells()
        yield self.heading()
        yield from (line for text in self._above() for line in ("", markdown_code(text)))
        yield ""
        yield from markdown_table(heads, [[markdown_code(name), *numbers] for name, *numbers in rows])
        yield from (line for note in self.notes() for line in ("", markdown_code(note)))

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        heads, rows = self.cells()
        return html_table(heads, rows, "; ".join([self.heading(), *self._above(), *self.notes()]))

    def check_whole(self) -> None:
        """Rejects the sum of all parts of a corpus if it says nothing; a part may be without what others have."""

    def whole(self: Own) -> Own:
        """The sum of all parts of a corpus, as for the whole corpus."""
        self.check_whole()
        return self

    def __add__(self: Own, other: Own) -> Own:
        if type(other) is not type(self):
            return NotImplemented
        return self.merged((self, other))

    @classmethod
    def merged(cls: type[Own], parts: Sequence[Own]) -> Own:
        """The sum of many analyses, in one step."""
        first, *others = parts
        for other in others:
            if first.signature != other.signature:
                raise MismatchError(
                    f"analyses of different settings cannot be added{first._unlike(other)}:\n  {first.signature}\n  "
                    f"{other.signature}"
                )
        return first._sum(others)

    def __radd__(self: Own, other: object) -> Own:
        return self if other == 0 else NotImplemented

    def _unlike(self: Own, other: Own) -> str:
        """Advice on settings that are not equal, if there is some."""
        return ""

    def _sum(self: Own, others: Sequence[Own]) -> Own:
        """The sum with analyses of other utterances by the same settings."""
        return reduce(type(self)._added, others, self)

    def _added(self: Own, other: Own) -> Own:
        """The sum with one more; an analysis that is dear to make has `_sum` instead."""
        sums: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in self.SPEC.adds}
        sums["rows"] = united(self.rows, other.rows)
        return replace(self, **sums)


def _in_short(breakdown: Breakdown) -> str:
    """An analysis in one line."""
    return f"<{type(breakdown).__name__}: {quantity(len(breakdown.rows), 'row')}; print shows them>"


@dataclass(frozen=True, slots=True, eq=False)
class Breakdowns(Immutable, Mapping[str, Breakdown]):
    """Several analyses by name; they add up, and print one below the other.

    >>> import scorelite
    >>> analyses = scorelite.score(["we saw ann"], ["we saw an"]).analyse({"failures": None, "writing": None})
    >>> print(analyses._repr_html_().count("<table>"), [*analyses], str(analyses).splitlines()[0])
    2 ['failures', 'writing'] Failures
    """

    named: tuple[tuple[str, Breakdown], ...]
    """Each name with its analysis."""

    def __getitem__(self, name: str) -> Breakdown:
        """The analysis of a name."""
        for own, breakdown in self.named:
            if own == name:
                return breakdown
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter([name for name, _ in self.named])

    def __len__(self) -> int:
        return len(self.named)

    def __hash__(self) -> int:
        return hash(frozenset(self))

    def __repr__(self) -> str:
        return f"<Breakdowns: {', '.join(self)}>"

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.values()))

    def _repr_html_(self) -> str:
        return "".join(breakdown._repr_html_() for breakdown in self.values())

    def __add__(self, other: Breakdowns) -> Breakdowns:
        if not isinstance(other, Breakdowns):
            return NotImplemented
        if self.keys() != other.keys():
            shown = f"{few_of([*self])} and {few_of([*other])}"
            raise MismatchError(f"different analyses cannot be added: {shown}; expected the same ones")
        return Breakdowns(tuple((name, breakdown + other[name]) for name, breakdown in self.named))

    def __radd__(self, other: object) -> Breakdowns:
        return self if other == 0 else NotImplemented

    def to_dict(self) -> dict[str, Any]:
        """All of them by name, ready for JSON."""
        return {name: breakdown.to_dict() for name, breakdown in self.named}

    def to_arrow(self) -> dict[str, Any]:
        """The rows of each as an Arrow table, by name."""
        return {name: breakdown.to_arrow() for name, breakdown in self.named}

    def to_pandas(self) -> dict[str, Any]:
        """The rows of each as a data frame of pandas, by name."""
        return {name: breakdown.to_pandas() for name, breakdown in self.named}


class SummedRow(Immutable):
    """A row of which all adds up but its first field, the name."""

    __slots__ = ()
    LARGEST: ClassVar[Collection[str]] = ()
    """The fields that do not add up: of a sum, they have the largest number."""

    def __add__(self: Row, other: Row) -> Row:
        name, *numbers = field_names(type(self))
        sums = [getattr(self, name)]
        for number in numbers:
            both = getattr(self, number), getattr(other, number)
            sums.append(max(both) if number in type(self).LARGEST else both[0] + both[1])
        return type(self)(*sums)


def united(first: Iterable[Any], other: Iterable[Any]) -> tuple[Any, ...]:
    """Rows by their names, those of one name added, in the order in which names come first."""
    rows: dict[str, Any] = {}
    for row in (*first, *other):
        rows[row.name] = rows[row.name] + row if row.name in rows else row
    return tuple(rows.values())


def few_of(names: Sequence[str]) -> str:
    """At most five names, and how many more there are.

    >>> few_of(["a", "b"]), few_of("abcdefg")
    ('a, b', 'a, b, c, d, e and 2 more')
    """
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(short(name) for name in names[:_SHOWN]) + more


def without(names: Sequence[str], what: str, lacking: str) -> Iterator[str]:
    """A line on rows of which there is nothing in the texts; none without such rows.

    >>> list(without(["gonna | going to"], "rule", "a place"))
    ['1 rule without a place: gonna | going to']
    """
    if names:
        shown = ", ".join(short(name, 40) for name in names[:_SHOWN]) + " and others" * (len(names) > _SHOWN)
        yield f"{quantity(len(names), what)} without {lacking}: {shown}"


def decimals(value: float | None, places: int, unit: str = "") -> str:
    """A number with so many decimals.

    >>> decimals(0.25, 4), decimals(1.5, 1, " s"), decimals(None, 3)
    ('0.2500', '1.5 s', 'undefined')
    """
    return "undefined" if value is None else f"{value:.{places}f}{unit}"


def column(kind: Kind, rows: Iterable[Any], name: str) -> Column:
    """A column of the values that rows have under a name."""
    return kind, [getattr(row, name) for row in rows]


def signed(result: Any, name: str, settings: str = "") -> str:
    """The signature of a result, followed by that of an analysis.

    >>> import scorelite
    >>> signed(scorelite.score(["a"], ["a"]), "failures", "run=5").rpartition("|")[2]
    'failures:run=5'
    """
    return f"{result.signature}|{name}:{settings}" if settings else f"{result.signature}|{name}"
