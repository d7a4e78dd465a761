"""Tables that readers fill with one segment after the other."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import islice
from math import nan
from typing import Any

from .items import LabelValues, Values
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


_KINDS: dict[str, Any] = {"start": _Times, "end": _Times, "labels": LabelValues}
