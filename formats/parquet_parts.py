"""Tables that programs wrote as a folder of Parquet parts: Spark, Dask, Polars, Hive's folders `key=value`.

    part-00000-3f2a.snappy.parquet      rows
    _SUCCESS                            not needed
    locale=de/0.parquet                 rows whose column locale is de

The parts are joined in the order of their names.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from .errors import LimitError, Where, fail
from .optional import library

MAXIMUM_SIZE = 4 << 30
_KEY = re.compile(r"([^=/]+)=([^/]*)")
_SUFFIX = ".parquet"
_NULL = "__HIVE_DEFAULT_PARTITION__"
_PART = re.compile(r"((?:part|data|shard|chunk)[-_.]?)\d+\b.*\.parquet|(.*)-\d+-of-\d+\.parquet")


def parts_in(folder: str) -> list[str]:
    """The parts of the table that a folder is, in order; empty for a folder of something else.

    >>> parts_in(os.curdir)
    []
    """
    names = _names_in(folder)
    paths = [os.path.join(folder, name) for name in names]
    if names and all(map(_KEY.fullmatch, names)) and all(map(os.path.isdir, paths)):
        inside = [parts_in(path) or _tables_in(path) for path in paths]
        return [path for part in inside for path in part] if all(inside) else []
    found = [_PART.fullmatch(name) for name in names]
    kinds = {match and (match[1] or match[2]) for match in found}
    return paths if len(kinds) == 1 and all(found) else []


def _names_in(folder: str) -> list[str]:
    """The names in a folder, without hidden files and those about a run or the whole, such as _SUCCESS."""
    return sorted(name for name in os.listdir(folder) if not name.startswith((".", "_")))


def _tables_in(folder: str) -> list[str]:
    """The files of a folder `key=value`, which may have any names."""
    names = _names_in(folder)
    return [os.path.join(folder, name) for name in names] if all(name.endswith(_SUFFIX) for name in names) else []


def folders_of_parts(paths: Iterable[str]) -> Iterator[str]:
    """For each file, the folder whose table has it as one of its parts; empty for a table of its own.

    >>> [*folders_of_parts(["results/parakeet/ami.parquet"])]
    ['']
    """
    parts: dict[str, set[str]] = {}
    for path in paths:
        folder = os.path.dirname(path) or os.curdir
        while _KEY.fullmatch(os.path.basename(folder)):
            folder = os.path.dirname(folder) or os.curdir
        if not path.endswith(_SUFFIX) or not os.path.isfile(path):
            yield ""
            continue
        if folder not in parts:
            parts[folder] = {*map(os.path.realpath, parts_in(folder))}
        yield folder if os.path.realpath(path) in parts[folder] else ""


def joined(folder: str, paths: list[str]) -> bytes:
    """The parts as one file of Parquet, with the keys of their folders as columns."""
    arrow, parquet = (
        library(module, purpose="Parquet files", install="'scorelite[parquet]'")
        for module in ("pyarrow", "pyarrow.parquet")
    )
    tables: list[Any] = []
    path, size = folder, 0
    try:
        for path in paths:
            with parquet.ParquetFile(path, pre_buffer=False) as file:
                size += sum(file.metadata.row_group(place).total_byte_size for place in range(file.num_row_groups))
                if size > MAXIMUM_SIZE:
                    raise LimitError(
                        f"{folder}: more than {MAXIMUM_SIZE} bytes of unpacked Parquet; expected fewer: "
                        "`scorelite score --shards` scores the parts one by one"
                    )
                tables.append(_with_keys(file.read(use_threads=False), path, folder, arrow))
        path = folder
        buffer = io.BytesIO()
        parquet.write_table(arrow.concat_tables(tables, promote_options="permissive"), buffer, compression="none")
    except (arrow.ArrowException, OSError) as error:
        what = "parts with unlike columns" if path == folder else "a broken Parquet file"
        fail(Where(path, 1), f"{what}: {' '.join(str(error).split())[:200]}", "Parquet files of one table")
    return buffer.getvalue()


def _with_keys(table: Any, path: str, folder: str, arrow: Any) -> Any:
    """The rows of a part, with the keys in its path that are no columns of it."""
    for key, value in _KEY.findall(os.path.relpath(os.path.dirname(path), folder)):
        name, cell = unquote(key), None if value == _NULL else unquote(value)
        if name not in table.column_names:
            table = table.append_column(name, arrow.array([cell] * len(table), arrow.string()))
    return table
