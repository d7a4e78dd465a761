"""The base of all results, of words, keywords, segments and meetings, and the checks that they share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...formats.errors import MismatchError, UsageError, quantity, short
from .counts import Addable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

    from .arrow import Columns
    from .measure import Measure

    Own = TypeVar("Own")
    Parts = TypeVar("Parts", bound="Scored")

Missing: TypeAlias = "Literal['error', 'skip', 'delete']"
_SHOWN = 5
_INFINITY = float("inf")
# Of the largest float.
_BITS = 1023
# One side's times are so many times the other's only where they have another unit.
_OTHER_UNIT = 50


class Immutable:
    """A value that is its own copy, because nothing in it ever changes."""

    __slots__ = ()

    def __copy__(self: Own) -> Own:
        return self

    def __deepcopy__(self: Own, memo: object) -> Own:
        return self


class Reported(Immutable):
    """A result that has reports."""

    __slots__ = ()
    WING: ClassVar[str]
    """The folder of its reports below `scorelite.scoring.report`."""

    @staticmethod
    def _reports() -> Any:
        """The reports, which are built on results: the one door through which a result reaches what stands above it."""
        from .. import report

        return report

    def report(self, name: str = "sys", **options: Any) -> bytes:
        """A report by its name; keywords are those of the wing's reports, such as `width` of listings.

        Of words: `speakers` says where an id names its speaker, if the files do not say who speaks (see
        `words/speakers.py`). Of segments: `rows` of a table are `class` (or speaker) or `file`.
        """
        made: bytes = self._reports().report(self, name, **options)
        return made


class Scored(Addable, Reported):
    """A result of any wing: printed, reported, added up, pickled and written as a table alike.

    Totals are results without what was compared, which `LACKS` names: small enough to travel. A wing defines
    `to_dict`, `__str__` and the methods here that begin with an underscore.
    """

    __slots__ = ()
    ROWS: ClassVar[tuple[str, ...]] = ()
    """The tables of `to_arrow`; the first one is the default."""
    LACKS: ClassVar[str] = ""
    """What totals have left behind, such as alignments; empty for whole results."""
    WRITTEN: ClassVar[tuple[str, ...]] = ()
    """Fields that tables keep in their metadata; all others follow from columns and settings."""
    MEASURES: ClassVar[tuple[Measure, ...]] = ()
    """The measures that every result of the wing shows."""

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

        def _sum(self: Parts, parts: Sequence[Parts]) -> Parts:
            """The sum of some results, of which this is the first."""

        def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
            """The head and the rows of a table of the sums."""

    @property
    def signature(self) -> str:
        """The settings in one line, to be printed beside the number: results with one signature are comparable."""
        return "|".join([f"scorelite:{self.version}", *self._signed()])

    @property
    def measures(self) -> dict[str, float | None]:
        """All numbers of the wing's folder `measures` by name."""
        return {measure.name: measure.value(self) for measure in self.MEASURES}

    def _measured(self) -> dict[str, Any]:
        """All measures by name, as JSON has them."""
        return {name: value for measure in self.MEASURES for name, value in measure.to_dict(self).items()}

    def _normalised(self) -> Any:
        """Both sides as they were before normalisation."""
        before = getattr(self, "before", None)
        if before is None:
            raise UsageError("nothing was normalised; expected a result of one run with normalise= (--normalise)")
        return before

    def page(self, **options: Any) -> bytes:
        """The page: one HTML file for a browser that needs no other file and no network."""
        if self.LACKS:
            raise UsageError(f"a page needs {self.LACKS}, which totals do not keep; ask the result for it")
        made: bytes = self._reports().page(self, **options)
        return made

    def to_arrow(self, rows: str = "", **options: Any) -> Any:
        """An Arrow table with the settings as metadata; docs/results.md lists the tables and their columns.

        `from_arrow` reads back the table that has everything, also after Parquet, or after rows were filtered.
        """
        from .arrow import to_arrow

        return to_arrow(self._table(rows, options), {"wing": self.WING, **self._metadata()})

    @classmethod
    def from_arrow(cls: type[Parts], table: Any) -> Parts:
        """The totals of a table that `to_arrow` made, also of some of its rows."""
        from .arrow import metadata_of

        return cls._of_table(table, metadata_of(table, cls.WING))

    @classmethod
    def _of_table(cls: type[Parts], table: Any, metadata: dict[str, Any]) -> Parts:
        """The totals of a table that has these metadata."""
        raise UsageError(f"tables of {cls.WING} keep rates alone, of which no result is made; pickle keeps results")

    def to_pandas(self, rows: str = "", **options: Any) -> Any:
        """A data frame with the columns of `to_arrow`."""
        from .arrow import to_pandas

        return to_pandas(self._table(rows, options))

    def _written_fields(self) -> dict[str, Any]:
        """The fields of `WRITTEN`, for metadata."""
        return {"kept": {name: getattr(self, name) for name in self.WRITTEN}}

    @classmethod
    def _read_fields(cls, metadata: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of `WRITTEN` in metadata; fields that another version has are left out."""
        return {name: _as_tuple(value) for name, value in metadata["kept"].items() if name in cls.WRITTEN}

    def _table(self, rows: str, options: dict[str, Any]) -> Columns:
        rows = rows or self.ROWS[0]
        if rows not in self.ROWS:
            raise UsageError(f"rows {rows!r} is unknown; expected one of: {', '.join(self.ROWS)}")
        return self._columns(rows, **options)

    def __add__(self: Parts, other: Parts) -> Parts:
        is_alike = isinstance(other, Scored) and other.WING == self.WING
        return self.merged((self, other)) if is_alike else NotImplemented

    @classmethod
    def merged(cls: type[Parts], parts: Iterable[Parts]) -> Parts:
        """The sum of many results: as `sum(parts)`, but in one step."""
        results = list(parts)
        if not results:
            raise UsageError("no results to add; expected one or more")
        first = results[0]
        if len({*map(type, results)}) > 1:
            if all(result.LACKS for result in results):
                kinds = " and ".join(sorted({type(result).__name__ for result in results}))
                raise MismatchError(f"{kinds} cannot be added to each other; merge all batches, or add totals of all")
            lacking = " or ".join(sorted({result.LACKS for result in results} - {""}))
            raise MismatchError(f"a result cannot be added to totals, which have no {lacking}; add result.totals()")
        for result in results[1:]:
            check_signatures(first.signature, result.signature)
        return first._sum(results)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {str(self).splitlines()[0]}>"

    def _repr_html_(self) -> str:
        return html_table(*self._cells(), self.signature)


def _as_tuple(value: Any) -> Any:
    """A value read from JSON, with its lists as tuples."""
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


def check_threads(threads: object) -> None:
    """Refuses a number of threads that is not a whole number >= 1.

    >>> check_threads(-1)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: threads is -1; expected a whole number >= 1
    """
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise UsageError(f"threads is {threads!r}; expected a whole number >= 1")


def check_amount(name: str, value: object) -> None:
    """Refuses a setting that is not a finite number >= 0.

    >>> check_amount("collar", 10**400)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: collar is an integer of 1329 bits; expected a number >= 0, below 1e308
    """
    if isinstance(value, int) and value.bit_length() > _BITS:
        # Python refuses to print integers of thousands of digits.
        raise UsageError(f"{name} is an integer of {value.bit_length()} bits; expected a number >= 0, below 1e308")
    if not isinstance(value, (int, float)) or not 0 <= value < _INFINITY:
        raise UsageError(f"{name} is {value!r}; expected a number >= 0")


def other_unit(ref: float, hyp: float) -> str:
    """A remark on the last times of both sides, if one may be in milliseconds, frames or samples; empty for none.

    >>> other_unit(2.8, 2800.0), other_unit(2.8, 3.0)
    ('times of the hypothesis go up to 2800, those of the reference to 2.8: are both in seconds?', '')
    """
    if min(ref, hyp) <= 0 or max(ref, hyp) < _OTHER_UNIT * min(ref, hyp):
        return ""
    (less, lower), (more, upper) = sorted([(ref, "reference"), (hyp, "hypothesis")])
    return f"times of the {upper} go up to {more:g}, those of the {lower} to {less:g}: are both in seconds?"


def check_missing(missing: str) -> None:
    """Refuses an unknown rule for references without hypotheses and hypotheses without references."""
    if missing not in ("error", "skip", "delete"):
        raise UsageError(f"missing {missing!r} is unknown; expected 'error', 'skip' or 'delete'")


def check_signatures(first: str, second: str) -> None:
    """Refuses to add results of different signatures."""
    if first != second:
        raise MismatchError(
            f"results of different settings cannot be added:\n  {first}\n  {second}\n"
            "Score both with the same settings, formats and version"
        )


def check_units(noun: str, repeated: Sequence[str]) -> None:
    """Refuses to add results that have a unit in common; `repeated` are the names of those."""
    if repeated:
        raise MismatchError(
            f"results with {noun}s in common cannot be added: {listed(repeated, noun)}; "
            f"leave each {noun} out of all results but one, or rename it"
        )


def shared(names: Iterable[str]) -> str:
    """The name that all results have; empty if they differ."""
    different = {*names}
    return different.pop() if len(different) == 1 else ""


def listed(names: Sequence[str], noun: str) -> str:
    """A count with the first five names: `7 utterances (a, b, c, d, e, ...)`.

    >>> listed(["a"], "utterance"), listed(["a", "b"], "hypothesis")
    ('1 utterance (a)', '2 hypotheses (a, b)')
    >>> listed([""], "session")
    '1 session (without a name)'
    """
    shown = [short(name) or "without a name" for name in names[:_SHOWN]]
    if len(names) > _SHOWN:
        shown.append("...")
    return f"{quantity(len(names), noun)} ({', '.join(shown)})"


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table for notebooks: plain HTML without a style of its own, with a caption below.

    >>> html_table(["", "rate"], [["WER", "3.1 %"]], "a|b")
    '<table><tr><th></th><th>rate</th></tr><tr><td>WER</td><td>3.1 %</td></tr></table><p>a|b</p>'
    """
    from html import escape

    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    lines += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table><p>{escape(caption)}</p>"
