"""Tables of utterances in Arrow's memory format, from which Parquet files and data sets of Hugging Face are read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from ..errors import Problems, Where
from ..frames import DATA_SET
from ..schema import Table, Written, written
from ..values import dataclass
from .columns import Layout, utterances
from .json import Json


@dataclass(frozen=True, slots=True)
class ArrowTable:
    """A table of pyarrow with the roles of its columns, its format and the path of its file."""

    table: Any
    layout: Layout
    format: str
    path: str

    def segments(self) -> Table:
        """The segments of the rows."""
        names = [str(name) for name in self.table.column_names]
        columns = map(self.table.column, range(len(names)))
        cells = {name: _cells(column) for name, column in zip(names, columns, strict=True)}
        for name, labels in _labels(self.table.schema).items():
            if name in cells:
                cells[name] = [_named(cell, labels) for cell in cells[name]]
        lines = range(1, self.table.num_rows + 1)
        segments, wrong = utterances(cells, self.layout, (self.format, self.path, lines))
        problems = Problems()
        for problem in wrong:
            problems.add(Where(self.path, problem.row + 1), f"{problem.column}: {problem.what}", problem.expected)
        problems.check()
        return segments


def _labels(schema: Any) -> dict[str, list[str]]:
    """The names of labels by column, whose cells are numbers of these: a data set of Hugging Face names them."""
    try:
        features = json.loads((schema.metadata or {}).get(DATA_SET, b"{}"))["info"]["features"].items()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    labels = {name: each.get("names") for name, each in features if isinstance(each, dict)}
    return {name: texts for name, texts in labels.items() if isinstance(texts, list) and {*map(type, texts)} == {str}}


def _named(cell: Json, labels: Sequence[str]) -> Json:
    """The name of a label by its number; -1 is none, and any other value is its own name."""
    if type(cell) is not int or not -1 <= cell < len(labels):
        return cell
    return None if cell == -1 else labels[cell]


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
