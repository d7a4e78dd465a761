"""Tables that readers fill with one segment after the other."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, islice
from math import nan
from typing import Any, TypeAlias

from .items import LabelColumns, LabelLists, LabelValues, Values
from .numbers import Numbers, Written
from .table import NOTHING, Table

_ROWS = 256
"""Rows that wait to become columns: as objects, they take many times the memory."""


class Filling:
    """The columns of a table that a reader fills: each row has the values of the columns that it names first.

    Times are texts as the file has them, or numbers; labels stand in place of a text that is None.

    >>> filling = Filling("talk.txt", "start", "text")
    >>> filling.add("0.50", "good day")
    >>> len(filling), filling.table()[0].start
    (1, 0.50)
    """

    __slots__ = ("_columns", "_path", "_rows", "_size")

    def __init__(self, path: str, *names: str) -> None:
        self._path = path
        self._columns = {name: _KINDS[name]() if name in _KINDS else Values(NOTHING[name]) for name in names}
        self._rows: list[tuple[Any, ...]] = []
        self._size = 0

    def add(self, *row: Any) -> None:
        """Adds a segment."""
        self._rows.append(row)
        self._size += 1
        if not self._size % _ROWS:
            self._flush()

    def extend(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Adds segments."""
        self._flush()
        rows = iter(rows)
        while some := list(islice(rows, _ROWS)):
            self._rows = some
            self._size += len(some)
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            for column, values in zip(self._columns.values(), zip(*self._rows, strict=True), strict=True):
                column.extend(values)
            self._rows = []

    def __len__(self) -> int:
        return self._size

    def table(self) -> Table:
        """The table of all segments."""
        self._flush()
        columns = {name: column.whole() for name, column in self._columns.items()}
        return Table(self._size, grammar="plain" if self._size else None, path=self._path, **columns)  # type: ignore[arg-type]


def filled(path: str, size: int, **columns: Any) -> Table:
    """The table of whole columns; those in which no segment has anything are left out.

    Times are given as to `Filling`, labels as `LabelLists`.

    >>> table = filled("talk.txt", 2, speaker=["", ""], text=["good", "day"], start=["0.50", "1"])
    >>> table.column("speaker"), table.column("text"), table[0].start
    (None, ['good', 'day'], 0.50)
    """
    for name in ("start", "end"):
        if columns.get(name) is not None:
            times = _Times()
            times.extend(columns[name])
            columns[name] = times.whole()
    always = ("start", "end", "labels")
    held = {
        name: column
        for name, column in columns.items()
        if not size or (column.count(None) < size if name == "text" else name in always or any(column))
    }
    return Table(size, grammar="plain" if size else None, path=path, **held)


# The words of a segment with their begins and ends.
TimedWords: TypeAlias = "tuple[Sequence[str], Sequence[str | None], Sequence[str | None]]"


def label_lists(segments: Sequence[TimedWords | None]) -> LabelLists | None:
    """The words of segments as labels; None where no segment has words with times.

    >>> lists = label_lists([None, (["good", "day"], ["0.5", "1"], ["1", "2"])])
    >>> len(lists[0]), lists[1][1].end
    (0, 2)
    """
    if segments.count(None) == len(segments):
        return None
    rows = [_NO_WORDS if words is None else words for words in segments]
    values = list(chain.from_iterable([row[0] for row in rows]))
    begins, ends = (list(chain.from_iterable([row[column] for row in rows])) for column in (1, 2))
    first = array("q", accumulate(map(len, [row[0] for row in rows]), initial=0))
    times = (begins if any(begins) else None, ends if any(ends) else None, None)
    return LabelLists(LabelColumns(values, times, None), first)


class _Times:
    """A column of times, given as texts or as numbers."""

    __slots__ = ("_texts", "_values")

    def __init__(self) -> None:
        self._values = array("d")
        self._texts = Values(None)

    def extend(self, values: Sequence[Written | str | float | None]) -> None:
        """Adds the times of some rows."""
        self._values.extend([nan if value is None else float(value) for value in values])
        self._texts.extend(_texts_of(values))

    def whole(self) -> Numbers | None:
        """The column; None if no segment has a time."""
        texts = self._texts.whole()
        if texts is not None and len(texts):
            return Numbers(self._values, texts=texts)
        return Numbers(self._values) if any(value == value for value in self._values) else None


def _texts_of(values: Sequence[Written | str | float | None]) -> Sequence[str | None]:
    """The texts of times that a file has; None for missing ones, and for numbers alone."""
    kinds = {*map(type, values)}
    if Written not in kinds:
        return [None] * len(values) if str not in kinds else [value if type(value) is str else None for value in values]
    return [value.written if type(value) is Written else value if type(value) is str else None for value in values]


_NO_WORDS: TimedWords = ((), (), ())
_KINDS: dict[str, Any] = {"start": _Times, "end": _Times, "labels": LabelValues}
