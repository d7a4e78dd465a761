"""Data frames of pandas and polars, tables of pyarrow and data sets of Hugging Face in memory, as Parquet files."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping, Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from importlib.util import find_spec

from .errors import UsageError
from .optional import library
from .roles import ROLES, time_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_INDEX = "__index_level_"
# The types of cells that a table keeps.
_CELLS = {str, int, float, bool, type(None)}
# Columns that tell utterances apart, or place them.
_NAMED = (*ROLES["id"], *ROLES["session"], *ROLES["start"])
DATA_SET = b"huggingface"
"""The key of metadata that says what the columns of a data set of Hugging Face are."""


def is_frame(target: object) -> bool:
    """Whether an object is a table with named columns; no package is imported to tell.

    >>> is_frame([{"text": "a"}]), is_frame("table.csv")
    (False, False)
    """
    if isinstance(target, (str, bytes, list, tuple)):
        return False
    if _is_data_set(target) or _has_splits(target) or _is_lazy(target):
        return True
    return _has_stream(target) and _is_named(target)


def _has_stream(target: object) -> bool:
    # Frames of pandas before 2.2 have no stream.
    return hasattr(target, "__arrow_c_stream__") or hasattr(target, "iterrows")


def _is_lazy(target: object) -> bool:
    """Whether an object is a frame of polars that is not computed yet."""
    return hasattr(target, "collect_schema") and hasattr(target, "collect")


def collected(target: Any) -> Any:
    """The frame itself, or a lazy one computed."""
    return target.collect() if _is_lazy(target) else target


def _is_named(target: object) -> bool:
    return hasattr(target, "column_names") or hasattr(target, "columns")


def _is_data_set(target: object) -> bool:
    return hasattr(target, "with_format") and hasattr(target, "column_names") and not isinstance(target, Mapping)


def _has_splits(target: object) -> bool:
    return hasattr(target, "with_format") and isinstance(target, Mapping)


def labels_of(target: Any) -> list[str] | None:
    """The labels of an index of pandas as ids; None where they name several rows or none.

    >>> labels_of(["a"]) is None
    True
    """
    index: Any = getattr(target, "index", None)
    if not hasattr(index, "nlevels") or index.nlevels > 1 or not index.is_unique or index.hasnans:
        return None
    labels = [str(label) for label in index]
    return labels if all(labels) and len({*labels}) == len(labels) else None


def counts_rows(target: Any) -> bool:
    """Whether the index of an object of pandas is the one that it makes itself, of the numbers of rows from 0."""
    index: Any = getattr(target, "index", None)
    return type(index).__name__ == "RangeIndex" and bool(index.start == 0 and index.step == 1)


def _ids_of(target: Any, columns: Collection[str]) -> list[str] | None:
    """The labels of a frame for which nothing else names or places its rows; numbers of rows are no ids in a file."""
    if time_column(_NAMED, columns) is not None or counts_rows(target):
        return None
    return labels_of(target)


def parquet_of(target: Any) -> bytes:
    """The columns of texts and numbers of a frame as a Parquet file; sound is left out."""
    if _has_splits(target):
        names = ", ".join(map(str, target))
        example = next(iter(target), "train")
        raise UsageError(f"a data set with splits ({names}); expected one of them, such as dataset[{str(example)!r}]")
    arrow = library("pyarrow", purpose="data frames", install="'scorelite[parquet]'")
    table = _plain(_table(target, arrow), arrow)
    if (labels := _ids_of(target, table.column_names)) is not None:
        table = table.append_column("id", arrow.array(labels, arrow.string()))
    file = io.BytesIO()
    library("pyarrow.parquet", purpose="data frames", install="'scorelite[parquet]'").write_table(
        table, file, compression="NONE"
    )
    return file.getvalue()


def has_arrow() -> bool:
    """Whether pyarrow is installed; nothing is imported to tell."""
    try:
        return find_spec("pyarrow") is not None
    except ModuleNotFoundError:  # hidden by a finder
        return False


def rows_of(target: Any) -> list[dict[str, Any]]:
    """The rows of a frame of pandas or polars as JSON has them, which need no pyarrow.

    Columns of texts and numbers alone are kept, as in a Parquet file.
    """
    names = list(target.columns)
    if len({*names}) < len(names):
        raise UsageError("a data frame that cannot be read: two columns have the same name; expected different ones")
    cells = {str(name): [cell(value) for value in target[name]] for name in names}
    lists = [name for name, column in cells.items() if any(isinstance(value, (list, tuple)) for value in column)]
    columns = {name: column for name, column in cells.items() if {*map(type, column)} <= _CELLS}
    _check_lists(lists, sum({*map(type, column)} <= {str, type(None)} for column in columns.values()))
    if (labels := _ids_of(target, columns)) is not None:
        columns["id"] = labels
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def cell(value: Any) -> Any:
    """A cell as JSON has it: None for what is missing, a text for a date or a decimal number."""
    if value is None or isinstance(value, str):
        return value
    if type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value):
        return None
    if isinstance(value, (date, time, timedelta, Decimal)):
        return str(value)
    if getattr(value, "ndim", None) == 0:  # a number of numpy
        return value.item()
    return list(value) if hasattr(value, "__array__") else value


def records_of(target: Any) -> list[dict[str, Any]]:
    """The rows of a frame by the names of its columns."""
    if hasattr(target, "iterrows"):
        rows: list[dict[str, Any]] = target.to_dict("records")
    elif hasattr(target, "to_dicts"):
        rows = target.to_dicts()
    else:
        rows = target.to_pylist() if hasattr(target, "to_pylist") else list(target)
    return rows


def _table(target: Any, arrow: Any) -> Any:
    """The rows as a table of pyarrow."""
    if _is_data_set(target):
        schema = target.features.arrow_schema
        names = [field.name for field in schema if _is_plain(field.type, arrow)]
        return target.select_columns(names).with_format("arrow")[:]
    try:
        return arrow.table(target) if hasattr(target, "__arrow_c_stream__") else arrow.Table.from_pandas(target)
    except ValueError as error:  # such as two columns of one name
        raise UsageError(f"a data frame that cannot be read: {error}") from None


def _plain(table: Any, arrow: Any) -> Any:
    """The columns of texts and numbers, without the index of pandas; categories, views and dates are texts."""
    columns = {}
    for field in table.schema:
        if _is_plain(field.type, arrow) and not field.name.startswith(_INDEX):
            column = table.column(field.name)
            if arrow.types.is_dictionary(field.type):
                column = _decoded(column, arrow)
            is_kept = is_small(column.type, arrow) or arrow.types.is_null(column.type)
            columns[field.name] = column if is_kept else column.cast(arrow.large_string())
    lists = [field.name for field in table.schema if _is_list(field.type, arrow)]
    _check_lists(lists, sum(not is_number(column.type, arrow) for column in columns.values()))
    # Labels of a data set are numbers, whose names stand there.
    kept = {key: value for key, value in (table.schema.metadata or {}).items() if key == DATA_SET}
    return arrow.table(columns).replace_schema_metadata(kept)


def _check_lists(lists: Sequence[str], texts: int) -> None:
    """Rejects a frame whose texts are lists: of other columns of texts there is one at most, that of ids."""
    if lists and texts < 2:
        fix = f"frame[{lists[0]!r}].map(' '.join)"
        raise UsageError(f"column {lists[0]!r} holds lists; expected texts, such as {fix} makes them of words")


def _decoded(column: Any, arrow: Any) -> Any:
    """A column of categories as one of their values; views, of which pyarrow takes none, become texts first."""
    kind = column.type.value_type
    kind = arrow.large_string() if _is_view(kind, arrow) else kind
    return arrow.chunked_array([part.dictionary.cast(kind).take(part.indices) for part in column.chunks], kind)


def _is_list(kind: Any, arrow: Any) -> bool:
    """Whether a type is one of lists."""
    return bool(arrow.types.is_list(kind) or arrow.types.is_large_list(kind))


def _is_plain(kind: Any, arrow: Any) -> bool:
    """Whether a type is one of those that a table keeps, or of nothing at all."""
    return is_cell(kind, arrow) or bool(arrow.types.is_null(kind))


def _is_view(kind: Any, arrow: Any) -> bool:
    """Whether a type has texts as views, as polars has."""
    return hasattr(arrow.types, "is_string_view") and bool(arrow.types.is_string_view(kind))


def is_cell(kind: Any, arrow: Any) -> bool:
    """Whether a type is one of texts, numbers, categories or dates, which a table keeps; not of sound or lists."""
    types = arrow.types
    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(is_small(kind, arrow) or _is_view(kind, arrow) or types.is_decimal(kind) or types.is_temporal(kind))


def is_small(kind: Any, arrow: Any) -> bool:
    """Whether a type is one of texts or numbers, not of sound or lists."""
    types = arrow.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or is_number(kind, arrow))


def is_number(kind: Any, arrow: Any) -> bool:
    """Whether a type is one of numbers."""
    types = arrow.types
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind))
