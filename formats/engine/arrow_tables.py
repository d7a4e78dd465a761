"""Tables of utterances in Arrow's memory format, from which Parquet files and data sets of Hugging Face are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from ..errors import Problems, Where
from ..schema import Segment, Table, Written, written
from ..schema.filling import Filling
from ..values import dataclass
from .columns import FIELDS, Layout, segment_of, utterances
from .json import Json


@dataclass(frozen=True, slots=True)
class ArrowTable:
    """A table of pyarrow with the roles of its columns, its format and the path of its file."""

    table: Any
    layout: Layout
    format: str
    path: str

    def segments(self, arrow: Any) -> Sequence[Segment]:
        """The segments of the rows; where none can have a problem, they are made when they are asked for."""
        names = list(self.table.column_names)
        plain = all(is_small(field.type, arrow) for field in self.table.schema) and len(set(names)) == len(names)
        columns = self._by_columns(arrow) if plain else None
        return self._by_rows() if columns is None else columns

    def _by_columns(self, arrow: Any) -> Table | None:
        """The segments of a table without problems and times; None for any other."""
        table, layout = self.table, self.layout
        try:
            table.validate(full=True)  # invalid UTF-8 in any column is a problem
        except arrow.ArrowException:
            return None
        if not table.num_rows:
            return None
        cells = {str(name): _cells(table.column(name)) for name in table.column_names}
        return utterances(cells, layout, (self.format, self.path, 1), self._by_rows)

    def _by_rows(self) -> Table:
        """The segments of rows, with the place of every problem."""
        problems = Problems()
        segments = Filling(self.path, *FIELDS, "lines")
        rows: Sequence[Mapping[str, object]] = self.table.to_pylist()
        for number, row in enumerate(rows, 1):
            cells: dict[str, Json] = {str(name): _json(value) for name, value in row.items()}

            def note(column: str, what: str, expected: str, number: int = number) -> None:
                problems.add(Where(self.path, number), f"{column}: {what}", expected)

            segment = segment_of(cells, self.layout, self.format, note)
            segments.add(*map(segment.__getattribute__, FIELDS), number)
        problems.check()
        return segments.table()


def is_small(kind: Any, arrow: Any) -> bool:
    """Whether a type is one of texts or numbers, not of sound or lists."""
    types = arrow.types
    return bool(
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_integer(kind)
        or types.is_floating(kind)
        or types.is_boolean(kind)
    )


def _cells(column: Any) -> Sequence[Json]:
    """The values of a column of texts or numbers."""
    values: list[Json] = column.to_pylist()
    kinds = {*map(type, values)}
    if kinds == {float}:
        return written(list(map(repr, values)))
    return values if kinds <= {str, int, type(None)} else list(map(_json, values))


def _json(value: object) -> Json:
    """The value of a cell in terms of JSON."""
    if value is None or isinstance(value, (bool, int, str, Written)):
        return value
    if isinstance(value, float):
        return Written(repr(value))
    if isinstance(value, Decimal):
        return Written(f"{value:f}")
    if isinstance(value, dict):
        return {str(key): _json(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json(member) for member in value]
    return value.hex() if isinstance(value, bytes) else str(value)
