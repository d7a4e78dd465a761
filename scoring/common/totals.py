"""Totals of any wing: columns of units, counts and sums that are added up, printed, pickled and written alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...formats.errors import MismatchError, UsageError, short
from ...formats.guessed import listed, public
from ...formats.values import replace
from .counts import Addable
from .display import escaped, html_table, unhidden
from .other_names import attribute_of_result, by_keyword, check_keywords, keyword_names
from .results import Reported, check_signatures, check_units

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, TypeAlias, TypeVar, overload

    from ...formats.engine.formulas import CsvFormulas
    from ...formats.engine.writing import Output
    from .arrow import Columns
    from .key_figure import KeyFigure
    from .measure import Measure

    Parts = TypeVar("Parts", bound="Totals")

# Notices in a notebook, and letters of one.
_MOST_NOTES, _LONGEST_NOTE = 5, 300

_UNLISTED = frozenset(
    [
        "average_signature",
        "before",
        "case_remarks",
        "check_addable",
        "count_names",
        "error_names",
        "folded",
        "given",
        "group_counts",
        "group_numbers",
        "key_figure",
        "unpaired_remarks",
        "main_rate",
        "marks_given",
        "missing_rule",
        "noted",
        "noun",
        "ordered",
        "outside_rule",
        "overlap_rule",
        "record",
        "remarks",
        "shown_groups",
        "sizes",
        "speaker_numbers",
        "summed_information",
        "texts_given",
        "took_part",
        "under_ids",
        "usual_speakers",
        "with_table",
    ]
)

Rule: TypeAlias = "Callable[[Sequence[Any]], Any]"
"""The way in which a column adds up: its value in a sum, of those that the parts have."""


def added(values: Sequence[Any]) -> Any:
    """The sum of numbers, or of counts."""
    return sum(values[1:], values[0])


def shared(values: Iterable[str]) -> str:
    """The name that all parts have; empty if they differ.

    >>> shared(["a.stm", "a.stm"]), shared(["a.stm", "b.stm"])
    ('a.stm', '')
    """
    different = {*values}
    return different.pop() if len(different) == 1 else ""


def united(values: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """The different names of all parts, sorted.

    >>> united([("b", "a"), ("a", "c")])
    ('a', 'b', 'c')
    """
    return tuple(sorted({name for names in values for name in names}))


def in_turn(values: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """The different texts of all parts, in their order."""
    return tuple(dict.fromkeys(text for texts in values for text in texts))


class Totals(Addable, Reported):
    """A result of any wing: printed, reported, added up, pickled and written as a table alike.

    Totals are results without what was compared, which `LACKS` names: small enough to travel. A wing defines its
    columns and how they add up (`ADDS`), `to_dict`, `__str__` and the methods here that begin with an underscore.
    """

    __slots__ = ()
    ROWS: ClassVar[tuple[str, ...]] = ()
    """The tables of `to_arrow`; the first one is the default."""
    SPARSE: ClassVar[tuple[str, ...]] = ()
    """Columns that data frames leave out if no row has a value, such as times."""
    LACKS: ClassVar[str] = ""
    """What totals have left behind, such as alignments; empty for whole results."""
    UNIT: ClassVar[str]
    """What is counted once: an utterance, a recording or a session."""
    ADDS: ClassVar[Mapping[str, Rule]] = {}
    """The columns that add up, each with its rule; all others are those of the first part."""
    WRITTEN: ClassVar[tuple[str, ...]] = ()
    """Fields that tables keep in their metadata; all others follow from columns and settings."""
    MEASURES: ClassVar[tuple[Measure, ...]] = ()
    """The measures that every result of the wing shows."""
    UNLISTED: ClassVar[frozenset[str]] = _UNLISTED
    """Names that only modules of ours need: `dir` and suggestions leave them out."""

    if TYPE_CHECKING:
        _columns: Callable[..., Columns]
        """The columns of one of the tables, by its name, with the keywords of the wing."""

        version: str

        def to_dict(self) -> dict[str, Any]:
            """Everything by name, ready for JSON."""

        def _signed(self) -> Iterable[str]:
            """Everything that can move a number, as the parts of a signature."""

        def _metadata(self) -> dict[str, Any]:
            """Everything that tables keep beside their columns and the wing."""

        def _units(self) -> Mapping[Any, str]:
            """The units of the result: what tells each apart, and its name in messages."""

        def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
            """The head and the rows of a table of the sums."""

        def key_figure(self) -> KeyFigure:
            """The main number with its interval and a sentence, for the head of a page and of a notebook's output."""

    else:

        def __getitem__(self, key: object) -> Any:
            expected = (
                attribute_of_result(self, str(key))
                or f"; expected result.{'parts' if hasattr(self, 'parts') else 'measures'}"
            )
            raise TypeError(f"{type(self).__name__!r} object has no items{expected}")

        def __float__(self, *others: object) -> float:
            rate = "wer" if hasattr(self, "wer") else "error_rate"
            kind = type(self).__name__
            raise TypeError(f"{kind!r} object holds several numbers; expected one of them, such as result.{rate}")

        __abs__ = __ge__ = __gt__ = __int__ = __le__ = __lt__ = __round__ = __float__

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name not in self.UNLISTED and not name.isupper()]

    def _attribute_for(self, name: str) -> str:
        return attribute_of_result(self, name) or listed("result", public(type(self)))

    @property
    def signature(self) -> str:
        """The settings in one line, to be printed with the number: results with equal signatures are comparable."""
        return "|".join([f"scorelite:{self.version}", *self._signed()])

    @property
    def measures(self) -> dict[str, float | None]:
        """All numbers of the wing's folder `measures` by name."""
        return {measure.name_of(self): measure.value(self) for measure in self.MEASURES}

    def _measured(self) -> dict[str, Any]:
        """All measures by name, as JSON has them."""
        return {name: value for measure in self.MEASURES for name, value in measure.to_dict(self).items()}

    def _normalised(self) -> Any:
        """Both sides as they were before normalisation."""
        before = getattr(self, "before", None)
        if before is None:
            raise UsageError(
                "nothing was normalised; expected the result of a single run with normalise= (--normalise)"
            )
        return before

    if TYPE_CHECKING:

        @overload
        def page(self, path: None = None, **options: Any) -> bytes: ...

        @overload
        def page(self, path: Output, **options: Any) -> None: ...

    @by_keyword("a path; a page of several hypotheses: `scorelite compare --ref REF HYP HYP --page FILE`")
    def page(self, path: Output | None = None, **options: Any) -> bytes | None:
        """The page: one self-contained HTML file; written if you pass a path."""
        if self.LACKS:
            raise UsageError(f"a page needs {self.LACKS}, which totals do not store; use the result itself")
        made: bytes = self._reports().page(self, path, **options)
        data: bytes | None = _files().to_file(made, path)
        return data

    to_html = page

    def save(self, path: Output) -> None:
        """Writes the whole result as JSON, which `scorelite.load` reads; a name that ends in `.gz` is compressed.

        Of normalised texts it keeps what each rule moved, and leaves the texts before and their changes behind.
        """
        if self.LACKS:
            raise UsageError(f"save() needs {self.LACKS}, which totals do not store; to_arrow() stores totals")
        if self.WING != "words":
            raise UsageError(
                f"save() stores results of words; for {self.WING}, pickle stores everything, to_json the numbers"
            )
        self._reports().save(self, path)

    def plot(self, to: Output | None = None, kind: str = "", **options: Any) -> Any:
        """Draws a picture: writes a path that ends in .svg, .png or .pdf, or returns a figure for notebooks.

        `kind` says what is drawn, and may stand in the place of a path: `result.plot("errors")`. `ax` draws into axes
        of matplotlib, `dark=True` gives light text on a dark background, and of groups, `by` names what they have in
        common. docs/guides/page.md shows all kinds.
        """
        return self._reports().plotted([self], to, kind, **options)

    def to_json(self, path: Output | None = None, **options: Any) -> str | None:
        """The JSON of `to_dict`; written if you pass a path."""
        text: str | None = _files().to_json(self.to_dict(**options), path)
        return text

    def to_csv(
        self, path: Output | None = None, rows: str = "", *, csv_formulas: CsvFormulas = "quote", **options: Any
    ) -> str | None:
        """The columns of `to_arrow` as csv, without empty ones; written if you pass a path.

        A cell that a spreadsheet would run as a formula gets an apostrophe in front; csv_formulas="keep" leaves it.
        """
        text: str | None = _files().to_csv(self._table(rows, options), path, csv_formulas)
        return text

    def to_arrow(self, rows: str = "", **options: Any) -> Any:
        """An Arrow table with the settings as metadata; docs/guides/results.md lists the tables and their columns.

        `from_arrow` reads back the table that has everything, also after Parquet, or after rows were filtered.
        """
        return _tables().to_arrow(self._table(rows, options), {"wing": self.WING, **self._metadata()})

    @classmethod
    def from_arrow(cls: type[Parts], table: Any) -> Parts:
        """The totals of a table from `to_arrow`, or of some of its rows."""
        return cls._of_table(table, _tables().metadata_of(table, cls.WING))

    @classmethod
    def _of_table(cls: type[Parts], table: Any, metadata: dict[str, Any]) -> Parts:
        """The totals of a table that has these metadata."""
        raise UsageError(f"tables of {cls.WING} only store rates and cannot be read back; pickle stores results")

    def to_pandas(self, rows: str = "", **options: Any) -> Any:
        """A data frame with the columns of `to_arrow`, but for places and times that no row has.

        Utterances of a frame or Series of pandas keep its index.
        """
        frame, index = _tables().to_pandas(self._table(rows, options), self.SPARSE), self._index(rows)
        return frame if index is None else frame.set_axis(index)

    def _index(self, rows: str) -> Any:
        """The index of the data frame of these rows; None where it counts them."""
        return None

    def _written_fields(self) -> dict[str, Any]:
        """The fields of `WRITTEN`, for metadata."""
        return {"kept": {name: getattr(self, name) for name in self.WRITTEN}}

    @classmethod
    def _read_fields(cls, metadata: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of `WRITTEN` in metadata; fields that another version has are left out."""
        annotations = {
            name: kind for base in cls.__mro__ for name, kind in getattr(base, "__annotations__", {}).items()
        }
        fields = {name: _as_tuple(value) for name, value in metadata["kept"].items() if name in cls.WRITTEN}
        for name, value in fields.items():
            check_kind(name, value, annotations[name])
        return fields

    def _table(self, rows: str, options: dict[str, Any]) -> Columns:
        rows = rows or self.ROWS[0]
        if rows not in self.ROWS:
            raise UsageError(f"rows {rows!r} is unknown; expected one of: {', '.join(self.ROWS)}")
        check_keywords("table", options, keyword_names(self._columns))
        return self._columns(rows, **options)

    def __add__(self: Parts, other: Parts) -> Parts:
        is_alike = isinstance(other, Totals) and other.WING == self.WING
        return self.merged((self, other)) if is_alike else NotImplemented

    @classmethod
    def merged(cls: type[Parts], parts: Iterable[Parts]) -> Parts:
        """The sum of many results, like `sum(parts)`, but in one step."""
        results = list(parts)
        if not results:
            raise UsageError("no results to add; expected one or more")
        first = results[0]
        if len({*map(type, results)}) > 1:
            if all(result.LACKS for result in results):
                kinds = " and ".join(sorted({type(result).__name__ for result in results}))
                raise MismatchError(f"{kinds} cannot be added to each other; merge all batches, or add totals of all")
            lacking = " or ".join(sorted({result.LACKS for result in results} - {""}))
            raise MismatchError(
                f"a result cannot be added to totals, because they have no {lacking}; add result.totals()"
            )
        first.check_addable(results)
        return first._sum(results)

    def check_addable(self: Parts, parts: Sequence[Parts]) -> None:
        """Refuses to add results of different settings, of which this is the first."""
        for part in parts:
            check_signatures(self.signature, part.signature)

    def _sum(self: Parts, parts: Sequence[Parts]) -> Parts:
        """The sum of some results, of which this is the first."""
        names: dict[Any, str] = {}
        numbers: Counter[Any] = Counter()
        for part in parts:
            units = part._units()
            names.update(units)
            numbers.update(units.keys())
        check_units(self.UNIT, sorted(names[unit] for unit, number in numbers.items() if number > 1))
        columns = {name: rule([getattr(part, name) for part in parts]) for name, rule in self.ADDS.items()}
        return replace(self, **columns)  # type: ignore[type-var]  # the totals of every wing are dataclasses

    def _headline(self) -> str:
        """The main numbers in one line, for which no text is looked at."""
        return str(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._headline()}>"

    def _repr_html_(self) -> str:
        """The main number, the sums, what to know about them, and how to get the page: a few kilobytes."""
        parts = [self.key_figure().html(), html_table(*self._cells(), self.signature), self._html_of_parts()]
        notes = self._notes()
        shown = [short(note, _LONGEST_NOTE) for note in notes[:_MOST_NOTES]]
        if len(notes) > _MOST_NOTES:
            shown.append(f"{len(notes) - _MOST_NOTES:,} more: result.notices")
        if shown:
            parts.append(f"<ul>{''.join(f'<li>{escaped(unhidden(note))}</li>' for note in shown)}</ul>")
        if not self.LACKS:
            parts.append(
                "<p>Every error, to search: <code>result.page(&quot;page.html&quot;)</code> writes a page.</p>"
            )
        return "".join(parts)

    def _html_of_parts(self) -> str:
        """The parts of the result for a notebook; nothing of totals, which have none."""
        return ""

    def _notes(self) -> Sequence[str]:
        """Remarks on the numbers."""
        return [str(notice) for notice in getattr(self, "notices", ())]


def _files() -> Any:
    """The module that writes files, which results that are only looked at do not import."""
    from . import written

    return written


def _tables() -> Any:
    """The module that makes tables of other packages, likewise imported on first use."""
    from . import arrow

    return arrow


def check_kind(name: str, value: object, annotation: str) -> None:
    """Refuses what a file has for a field that is a count, a tuple of texts or of pairs of texts, or else a text.

    >>> check_kind("missing", ("a", 1), "tuple[str, ...]")
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: missing is ('a', 1); expected texts
    """
    if annotation == "int":
        is_good, expected = type(value) is int and value >= 0, "a whole number >= 0"
    elif annotation.startswith("tuple[tuple"):
        is_good, expected = isinstance(value, tuple) and all(_are_texts(pair, 2) for pair in value), "pairs of texts"
    elif annotation.startswith("tuple"):
        is_good, expected = _are_texts(value), "texts"
    else:
        is_good, expected = isinstance(value, str), "a text"
    if not is_good:
        raise UsageError(f"{name} is {value!r}; expected {expected}")


def _are_texts(value: object, number: int | None = None) -> bool:
    return isinstance(value, tuple) and {*map(type, value)} <= {str} and number in (None, len(value))


def _as_tuple(value: Any) -> Any:
    """A value read from JSON, with its lists as tuples."""
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value
