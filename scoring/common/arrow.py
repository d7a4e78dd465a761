"""Tables of results for other programs: Arrow, with the settings as metadata, and pandas."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from ...formats.errors import UsageError
from ...formats.optional import library

Kind: TypeAlias = "Literal['text', 'texts', 'integer', 'number']"
# A column has a kind and, for each row, a value; None where a row has none.
Column: TypeAlias = "tuple[Kind, Sequence[Any]]"
Columns: TypeAlias = "Mapping[str, Column]"

_KEY = b"scorelite"
_TYPES: dict[Kind, type] = {"text": str, "texts": list, "integer": int, "number": float}
_EXPECTED = {"text": "a text", "texts": "a list of texts", "integer": "a count of 0 or more", "number": "a number"}


def to_arrow(columns: Columns, metadata: Mapping[str, Any]) -> Any:
    """The columns as an Arrow table; the metadata goes along as JSON."""
    arrow = library("pyarrow", purpose="Arrow tables", install="'scorelite[arrow]'")
    types = {"text": arrow.string(), "texts": arrow.list_(arrow.string())}
    types |= {"integer": arrow.int64(), "number": arrow.float64()}
    arrays = {name: arrow.array(_values(kind, values), types[kind]) for name, (kind, values) in columns.items()}
    return arrow.table(arrays).replace_schema_metadata({_KEY: json.dumps(metadata).encode()})


def to_pandas(columns: Columns, sparse: Sequence[str] = ()) -> Any:
    """The columns as a data frame: texts are objects, integers int64, numbers float64 with NaN where there is none.

    Integers of which some rows have none are Int64, with NA there.
    Those of `sparse` are left out if no row has a value.
    """
    frames = library("pandas", purpose="data frames", install="pandas")
    types = {"text": "object", "texts": "object", "integer": "int64", "number": "float64"}
    series = {
        name: frames.Series(
            _values(kind, values), dtype="Int64" if kind == "integer" and None in values else types[kind]
        )
        for name, (kind, values) in columns.items()
        if name not in sparse or values.count(None) < len(values)
    }
    return frames.DataFrame(series)


def part_columns(
    noun: str, names: Sequence[str], scores: Sequence[Mapping[str, Any]], total: Mapping[str, Any]
) -> Columns:
    """A row for each part, such as a recording: its name, and all numbers and rates that the sum of the scores has.

    >>> part_columns("session", ["talk"], [{"errors": 1, "speakers": {}}], {"errors": 1, "speakers": {}})
    {'session': ('text', ['talk']), 'errors': ('number', [1])}
    """
    keys = [key for key, value in total.items() if value is None or isinstance(value, (int, float))]
    return {noun: ("text", names), **{key: ("number", [score[key] for score in scores]) for key in keys}}


def has_metadata(table: Any) -> bool:
    """Whether a table still has the metadata that `to_arrow` gave it."""
    return _KEY in (table.schema.metadata or {})


def wing_of(schema: Any) -> str:
    """The wing whose totals a schema holds: words, kws or segments; empty for any other table."""
    metadata = json.loads((schema.metadata or {}).get(_KEY, b"{}"))
    return str(metadata.get("wing", "")) if isinstance(metadata, dict) else ""


def metadata_of(table: Any, wing: str) -> dict[str, Any]:
    """The metadata that `to_arrow` gave a table; a table without it, or of another wing, is refused."""
    written = (table.schema.metadata or {}).get(_KEY)
    metadata: dict[str, Any] = json.loads(written) if written is not None else {}
    if metadata.get("wing") != wing:
        if metadata.get("wing"):
            raise UsageError(f"this table has totals of {metadata['wing']}; expected totals of {wing}")
        raise UsageError(
            f"this table has no metadata of scorelite's totals of {wing}; expected a table from to_arrow() (pandas "
            "drops the metadata)"
        )
    return metadata


def column_of(table: Any, name: str) -> list[Any]:
    """The values of one column, None for nulls; a table without the column is refused."""
    if name not in table.column_names:
        raise UsageError(f"this table has no column {name!r}; it has: {', '.join(table.column_names)}")
    values: list[Any] = table.column(name).to_pylist()
    return values


def whole_column_of(table: Any, name: str, kind: Kind) -> list[Any]:
    """The values of one column, all of this kind and none null; integers are counts of up to 32 bits."""
    values = column_of(table, name)
    for row, value in enumerate(values):
        if not isinstance(value, _TYPES[kind]) or (isinstance(value, int) and not 0 <= value < 1 << 31):
            raise UsageError(f"row {row} of column {name!r} is {value!r}; expected {_EXPECTED[kind]}")
    return values


def _values(kind: Kind, values: Sequence[Any]) -> Sequence[Any]:
    """The values of a column; bytes that are not UTF-8 are written as \\xff, for tables hold only text."""
    if kind == "text":
        if {*map(type, values)} <= {str} and all(map(str.isascii, values)):
            return values
        return [value if value is None or value.isascii() else _text(value) for value in values]
    if kind == "texts":
        return [None if value is None else [_text(each) for each in value] for value in values]
    return values


def _text(value: str) -> str:
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
