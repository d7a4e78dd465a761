"""Rows of tables that are no transcripts, such as columns to join or scores: csv, tsv, JSON lines and Parquet."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from csv import Error as CsvError
from csv import reader as csv_reader
from typing import TYPE_CHECKING, Any

from ..errors import Where, fail, quantity, short
from ..optional import library
from .json_lines import json_lines
from .separated import fields_of_any_length, separator_in

if TYPE_CHECKING:
    from ..source import Source

_DECIMAL = re.compile(r"-?[0-9]+,[0-9]+")
_OF_SPEECH = frozenset({"id", "recording_id", "start", "duration", "channel", "text", "alignment", "custom"})
"""What a supervision of Lhotse says about its speech: the cut has the same, or says it otherwise."""
Row = tuple[int, dict[str, "str | None"]]
"""The line of a row, and its cells by the names of their columns; a cell without anything is None."""


def rows_of(source: Source, expected: str, check_head: Callable[[Sequence[str]], object]) -> Iterator[Row]:
    """The rows of a table; `expected` is what messages ask for, and `check_head` may refuse the columns of csv."""
    if source.data[:4] == b"PAR1":
        return _parquet_rows(source, expected)
    first = source.text.lstrip()[:1]
    if first == "[":
        lines = "one object a line, as pandas writes with to_json(path, orient='records', lines=True)"
        fail(Where(source.name, 1), "a JSON list", lines)
    if first == "{":
        return _json_rows(source.name, source.lines(), expected)
    with fields_of_any_length():
        lines_kept = [*io.StringIO(source.text, newline="")]
        return iter([*_separated_rows(source.name, lines_kept, expected, check_head)])


def _parquet_rows(source: Source, expected: str) -> Iterator[Row]:
    parquet = library("pyarrow.parquet", purpose="Parquet files", install="'scorelite[parquet]'")
    try:
        # A thread that reads ahead would abort Python where it gives its buffer back at the end.
        file = parquet.ParquetFile(io.BytesIO(source.data), pre_buffer=False)
        rows = file.read(use_threads=False).to_pylist()
    except (OSError, ValueError) as error:
        fail(Where(source.name, 1), short(str(error), 80), expected)
    for number, row in enumerate(rows, 1):
        yield number, {str(name): cell_text(value) for name, value in row.items()}


def _json_rows(name: str, lines: Sequence[str], expected: str) -> Iterator[Row]:
    for where, line, row in json_lines(name, lines, expected):
        if not isinstance(row, dict):
            fail(where, "no object", expected, line)
        yield where.line, {column: cell_text(value) for column, value in _with_supervision(row).items()}


def _with_supervision(row: dict[str, Any]) -> dict[str, Any]:
    """The members of an object, of a cut of Lhotse also those of its only supervision and of their `custom` fields.

    >>> _with_supervision({"id": "a-0", "supervisions": [{"id": "a", "gender": "F", "custom": {"accent": "uk"}}]})
    {'id': 'a-0', 'gender': 'F', 'accent': 'uk'}
    """
    supervisions = row.get("supervisions")
    if not isinstance(supervisions, list):
        return row
    only = supervisions[0] if len(supervisions) == 1 and isinstance(supervisions[0], dict) else {}
    members = {name: value for name, value in row.items() if name not in ("supervisions", "custom")}
    described = {name: value for name, value in only.items() if name not in _OF_SPEECH}
    for part in (described, row.get("custom"), only.get("custom")):
        if isinstance(part, dict):
            # What the cut says itself counts.
            members |= {name: value for name, value in part.items() if name not in members}
    return members


def _separated_rows(
    name: str, lines: Sequence[str], expected: str, check_head: Callable[[Sequence[str]], object]
) -> Iterator[Row]:
    head_line = lines[0].rstrip("\r\n") if lines else ""
    rows = csv_reader(lines, delimiter=separator_in(head_line), strict=True)
    try:
        head = next(rows, [])
        if len({*head}) != len(head) or "" in head:
            fail(Where(name, 1), "columns without a name, or two with the same name", "different names", head_line)
        if head:
            check_head(head)
        for row in rows:
            if not row:
                continue
            if len(row) != len(head):
                what = f"{quantity(len(row), 'field')}, where the header has {len(head)}"
                fail(
                    Where(name, rows.line_num), what, "a field for each column", lines[rows.line_num - 1].rstrip("\r\n")
                )
            yield rows.line_num, {column: cell or None for column, cell in zip(head, row, strict=True)}
    except CsvError as error:
        fail(Where(name, rows.line_num), str(error), expected)


def numeral_reader(source: Source) -> Callable[[str], str]:
    """The function that puts a point in place of the decimal comma of a number, which tables with semicolons have.

    >>> from scorelite.formats import Source
    >>> [numeral_reader(Source(head))("0,92") for head in (b"file;score\\n", b"file,score\\n")]
    ['0.92', '0,92']
    """
    head = source.data[: source.data.find(b"\n")].decode("utf-8", "replace")
    return _with_point if separator_in(head) == ";" else str


def _with_point(text: str) -> str:
    return text.replace(",", ".") if _DECIMAL.fullmatch(text) else text


def cell_text(value: Any) -> str | None:
    """A value of JSON or Parquet as a column has it."""
    if value is None or isinstance(value, str):
        return value or None
    is_json = isinstance(value, (bool, int, float, list, dict))
    return json.dumps(value, default=str) if is_json else str(value)  # such as a date
