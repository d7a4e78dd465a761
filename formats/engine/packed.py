"""Segments of files with very short records: kept as columns, because objects would take many times the text.

A segment takes 300 bytes and more, however short its text. `Packing` collects the segments of a reader, and packs them
from the point on at which they take more memory than their file can account for; a segment is then made on access.
Files with records of the usual length stay as they are.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from ..errors import Where, quantity
from ..schema import Item, Label, OneByOne, Segment
from ..values import field_names, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TIMES = 8
"""Memory of segments kept as objects, as multiples of the text of the file."""
_SEGMENT, _LABEL = 300, 150
_CHUNK = 1024
_POOL = 4096
_NOWHERE, _ELSEWHERE = -1, -2


class Packing:
    """The segments of a reader, in order.

    >>> packing = Packing(6000)
    >>> for number in range(3000):
    ...     packing.append(Segment(text=str(number)))
    >>> segments = packing.segments()
    >>> type(segments).__name__, len(segments), segments[2999].text
    ('Packed', 3000, '2999')
    """

    __slots__ = ("_left", "_loose", "_packed")

    def __init__(self, size: int) -> None:
        """For a file of so many characters."""
        self._left = max(_TIMES * size, _SEGMENT * _CHUNK)
        self._loose: list[Segment] = []
        self._packed: Packed | None = None

    def append(self, segment: Segment, labels: int | None = None) -> None:
        """Adds a segment; `labels` counts those that are not shared with other segments (default: all)."""
        if self._left < 0:
            self._pack()
        self._loose.append(segment)
        if labels is None:
            labels = len(segment.labels) if segment.labels else 0
        self._left -= _SEGMENT + _LABEL * labels

    def pop(self) -> Segment:
        """Removes the segment that was added last."""
        return self._loose.pop()

    def __len__(self) -> int:
        return len(self._loose) + (0 if self._packed is None else len(self._packed))

    def segments(self) -> Sequence[Segment]:
        """All segments: a tuple, or columns."""
        if self._packed is None:
            return tuple(self._loose)
        self._pack()
        return self._packed

    def _pack(self) -> None:
        if self._packed is None:
            self._packed = Packed()
        for first in range(0, len(self._loose), _CHUNK):
            self._packed.extend(self._loose[first : first + _CHUNK])
        self._loose.clear()
        self._left = _CHUNK * _SEGMENT


class Packed(OneByOne[Segment]):
    """Segments as columns, one for each field in which some segment differs from the default."""

    __slots__ = ("_first", "_labelled", "_labels", "_odd", "_pool", "_segments")

    def __init__(self) -> None:
        self._segments = _Columns(Segment())
        self._labels = _Columns(Label(""))
        self._first = array("q", [0])
        """The first label of every segment that has labels, even if they are none; the last one is their number."""
        self._labelled: array[int] = array("q")
        """Where each segment stands in `_first`; -1 without labels. Empty if none has labels."""
        self._odd: dict[int, Item] = {}
        """Alternations, by the place that they take among the labels."""
        self._pool: dict[object, object] = {}

    def extend(self, segments: Sequence[Segment]) -> None:
        """Adds segments."""
        if len(self._pool) > _POOL:
            self._pool = {}
        items: list[Label] = []
        size = len(self._labels)
        places: list[int] = []
        for segment in segments:
            if segment.labels is None:
                places.append(_NOWHERE)
                continue
            for item in segment.labels:
                if not isinstance(item, Label):
                    self._odd[size + len(items)] = item
                items.append(item if isinstance(item, Label) else Label(""))
            places.append(len(self._first) - 1)
            self._first.append(size + len(items))
        if len(self._first) > 1:
            self._labelled.extend([_NOWHERE] * (len(self) - len(self._labelled)))
            self._labelled.extend(places)
        self._labels.extend(items, self._pool)
        self._segments.extend([replace(one, labels=None) if one.labels else one for one in segments], self._pool)

    def __len__(self) -> int:
        return len(self._segments)

    def _item(self, place: int) -> Segment:
        contents = self._segments.contents(place)
        labelled = self._labelled[place] if len(self._labelled) else _NOWHERE
        if labelled != _NOWHERE:
            found = range(self._first[labelled], self._first[labelled + 1])
            odd, labels = self._odd, self._labels
            contents["labels"] = tuple([odd.get(one) or Label(**labels.contents(one)) for one in found])
        return Segment(**contents)

    def __repr__(self) -> str:
        return f"<{quantity(len(self), 'segment')}>"


class _Columns:
    """Columns of the fields of records; a column exists from the first value on that differs from the default."""

    __slots__ = ("_columns", "_defaults", "_lines", "_odd", "_path", "_places", "_size")

    def __init__(self, plain: Segment | Label) -> None:
        names = [name for name in field_names(type(plain)) if name != "where"]
        self._defaults: list[tuple[str, Any]] = [(name, getattr(plain, name)) for name in names]
        self._columns: dict[str, list[Any]] = {"value": []} if isinstance(plain, Label) else {}
        self._lines = array("q")
        """The lines of all records; negative where there is none, or the place is odd."""
        self._places = array("q")
        """The columns of all records in their lines, if one of them is not 1."""
        self._odd: dict[int, Where] = {}
        self._path = ""
        self._size = 0

    def extend(self, records: Sequence[Segment | Label], pool: dict[object, object]) -> None:
        """Adds records; equal texts, numbers and attributes are kept once."""
        for name, default in self._defaults:
            values = [getattr(record, name) for record in records]
            column = self._columns.get(name)
            if column is None:
                if all(value is default or value == default for value in values):
                    continue
                column = self._columns[name] = [default] * self._size
            column += _shared(values, pool)
        self._add_places([record.where for record in records])
        self._size += len(records)

    def _add_places(self, places: Iterable[Where | None]) -> None:
        lines, columns = [], []
        for number, where in enumerate(places, self._size):
            line, column = _NOWHERE, 1
            if where is not None:
                self._path = self._path or where.path
                line, column = where.line, where.column
                if where.path != self._path or line < 0:
                    self._odd[number] = where
                    line = _ELSEWHERE
            lines.append(line)
            columns.append(column)
        if len(self._lines) or any(line != _NOWHERE for line in lines):
            self._lines.extend([_NOWHERE] * (self._size - len(self._lines)))
            self._lines.extend(lines)
        if len(self._places) or any(column != 1 for column in columns):
            self._places.extend([1] * (self._size - len(self._places)))
            self._places.extend(columns)

    def contents(self, place: int) -> dict[str, Any]:
        """The contents of the fields of a record, without those that have their default."""
        found = {name: column[place] for name, column in self._columns.items()}
        line = self._lines[place] if len(self._lines) else _NOWHERE
        if line == _ELSEWHERE:
            found["where"] = self._odd[place]
        elif line != _NOWHERE:
            found["where"] = Where(self._path, line, self._places[place] if len(self._places) else 1)
        return found

    def __len__(self) -> int:
        return self._size


def _shared(values: list[Any], pool: dict[object, object]) -> list[Any]:
    """The values, of which equal ones are one object; numbers are equal only with their types and as written."""
    try:
        return [
            pool.setdefault(value if isinstance(value, str | tuple) else (type(value), value, str(value)), value)
            for value in values
        ]
    except TypeError:  # a value without a hash
        return values
