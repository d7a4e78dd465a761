"""Tables of utterances in Arrow's memory format, from which Parquet files and data sets of Hugging Face are read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from math import isfinite
from typing import Any

from ... import core
from ..errors import LimitError, Problems, Where, fail
from ..frames import DATA_SET, is_cell, is_small
from ..schema import Table, Written, written
from ..schema.spans import SpanIds, SpanTexts
from ..values import dataclass
from .columns import Layout
from .json import Json
from .utterances import table_of, utterances


@contextmanager
def reported_errors(arrow: Any, path: str, what: str, expected: str) -> Iterator[None]:
    """A stretch in which an error of pyarrow is reported as one of the file."""
    try:
        yield
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        fail(Where(path, 1), f"{what}: {' '.join(str(error).split())[:200]}", expected)


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


def table_of_batches(
    batches: Iterator[Any], layout: Layout, path: str, whole: Callable[[], Table], arrow: Any
) -> Table:
    """The table of rows in batches of one schema, whose texts and ids stay bytes.

    The rest comes from the `whole` table, which is read at once where another column has times or may have problems.
    """
    first = next(batches, None)
    if first is None or layout.has_times() or not _are_texts(first.schema, layout, arrow):
        return whole()
    key = layout.column("id") or layout.column("session")
    nulls = 0

    def pairs() -> Iterator[tuple[core.Side, core.Side | None]]:
        nonlocal nulls
        batch = first
        while batch is not None:
            batch.validate(full=True)  # invalid UTF-8 in any column is a problem
            texts = batch.column(layout.column("text"))
            nulls += texts.null_count
            yield core.arrow_texts(texts), core.arrow_texts(batch.column(key)) if key else None
            batch = next(batches, None)

    rows = core.batch_rows(pairs(), not layout.column("id"))
    if rows is None:
        raise LimitError(f"{path}: too many rows; split the file")
    spans, are_keys = rows
    return table_of(SpanIds(spans) if are_keys else spans.ids(), SpanTexts(spans), layout, path, whole, nulls)


def _are_texts(schema: Any, layout: Layout, arrow: Any) -> bool:
    """Whether texts and ids are such, each column has a name of its own, and no other column can be a problem."""
    types = arrow.types
    if "" in schema.names or len({*schema.names}) < len(schema.names):
        return False
    of_texts = {layout.column("text"), layout.column("id"), layout.column("session")}
    for field in schema:
        if field.name in of_texts:
            is_fine = types.is_string(field.type) or types.is_large_string(field.type)
        elif layout.is_known(field.name):
            is_fine = is_small(field.type, arrow) and not types.is_boolean(field.type)
        else:
            is_fine = is_cell(field.type, arrow)
        if not is_fine:
            return False
    return True


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
        return written(list(map(_spelled, values)))
    return values if kinds <= {str, int, type(None)} else list(map(_json, values))


def _spelled(number: Any) -> str:
    """A floating-point number as JSON of Python writes it."""
    return repr(number) if isfinite(number) else json.dumps(number)


def _json(value: object) -> Json:
    """The value of a cell in terms of JSON."""
    if value is None or isinstance(value, (bool, int, str, Written)):
        return value
    if isinstance(value, float):
        return Written(_spelled(value))
    if isinstance(value, Decimal):
        return Written(f"{value:f}")
    if isinstance(value, dict):
        return {str(key): _json(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json(member) for member in value]
    return value.hex() if isinstance(value, bytes) else str(value)
