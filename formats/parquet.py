"""Tables of utterances in Parquet files with named columns, as in data sets of Hugging Face; needs pyarrow.

The module `columns` defines the roles of columns. Columns of lists and bytes, such as the sound, are large: they are
skipped, and so not written again, unless `all_columns=True` is given.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cache, partial
from typing import Any

from .engine.arrow_tables import ArrowTable, reported_errors, table_of_batches
from .engine.columns import CARRIES, Layout, columns_detail, layout_of, missing
from .engine.json import plain_numbers
from .engine.table_cells import MISSING, rows_of, with_numbers
from .errors import LimitError, UsageError, Where, fail
from .frames import is_cell
from .optional import library
from .record import Format, read_only
from .schema import Corpus, Table, Written
from .source import Source
from .values import dataclass

NAME = "parquet"
EXTRA = "parquet"
MAXIMUM_SIZE = 4 << 30
_BUFFER = 1 << 20
# As many rows are unpacked at once: more of them need new memory, which takes longer than their unpacking.
_BATCH = 1 << 12
_MAGIC = b"PAR1"


def _arrow(module: str) -> Any:
    """The module pyarrow, or one of its modules."""
    return library(module, purpose="Parquet files", install=f"'scorelite[{EXTRA}]'")


def read(source: Source, *, all_columns: bool = False, **columns: str) -> Corpus:
    """Reads a table; other options name columns with unusual names: `text="raw_text"`."""
    arrow = _arrow("pyarrow")
    with _reported(source):
        rows = _opened(source, columns, all_columns=all_columns)
        batches = rows.file.iter_batches(_BATCH, columns=rows.paths, use_threads=False)
        segments = table_of_batches(
            batches, rows.layout, source.name, cache(partial(_whole_table, source, rows)), arrow
        )
    meta = (columns_detail(rows.names, rows.layout, NAME),)
    return Corpus(segments, meta=meta, format=NAME, path=source.name)


def _whole_table(source: Source, rows: _Rows) -> Table:
    """The table with all columns that are wanted."""
    with _reported(source):
        table = rows.file.read(columns=rows.paths, use_threads=False)
        return ArrowTable(table, rows.layout, NAME, source.name).segments()


def with_texts(source: Source, corpus: Corpus, texts: Sequence[str]) -> bytes | None:
    """The file of a corpus with other texts where they differ: types, other columns and metadata stay.

    None where that cannot be done: where rows are no texts, or texts are no Unicode.
    """
    arrow, parquet = _arrow("pyarrow"), _arrow("pyarrow.parquet")
    with _reported(source):
        table = parquet.ParquetFile(arrow.BufferReader(source.data), pre_buffer=False).read(use_threads=False)
    _, layout = rows_of(corpus, NAME).columns(corpus.meta, NAME)
    place = table.schema.get_field_index(layout.column("text"))
    if place < 0 or not table.num_rows == len(corpus) == len(texts):
        return None
    field = table.schema.field(place)
    try:
        cells = table.column(place).cast(arrow.string()).to_pylist()
        changes = zip(cells, corpus.texts(), texts, strict=True)
        made = [cell if old == said else said for cell, old, said in changes]
        column = arrow.array(made, arrow.string()).cast(field.type)
    except (arrow.ArrowException, UnicodeEncodeError):
        return None
    buffer = io.BytesIO()
    parquet.write_table(table.set_column(place, field, column), buffer)
    return buffer.getvalue()


@dataclass(frozen=True, slots=True)
class _Rows:
    """A file that was opened: what to read of it, and the roles of its columns."""

    file: Any
    names: list[str]
    paths: list[str]
    """The names of columns or of their parts."""
    layout: Layout


def _opened(source: Source, columns: dict[str, str], *, all_columns: bool) -> _Rows:
    """The file, whose wanted columns are not too large."""
    if not source.data.startswith(_MAGIC) or not source.data.endswith(_MAGIC):
        fail(Where(source.name, 1), "not a Parquet file, or an incomplete one", "PAR1 at the start and at the end")
    arrow, parquet = _arrow("pyarrow"), _arrow("pyarrow.parquet")
    # Threads would fail where the system allows no more.
    file = parquet.ParquetFile(arrow.BufferReader(source.data), pre_buffer=False)
    names = [str(name) for name in file.schema_arrow.names]
    layout = layout_of(names, columns)
    what, expected = missing(layout, names, columns)
    if what:
        fail(Where(source.name, 1), what, expected)
    wanted = [
        name
        for name in names
        if all_columns or layout.is_known(name) or is_cell(file.schema_arrow.field(name).type, arrow)
    ]
    size = _unpacked_size(file, wanted)
    if size > max(MAXIMUM_SIZE, 1000 * len(source.data)):
        raise LimitError(f"{source.name}: {size} bytes of unpacked Parquet; expected at most {MAXIMUM_SIZE}")
    paths = wanted if all_columns else _without_sound(file, wanted, layout.column("session"), arrow)
    return _Rows(file, wanted, paths, layout)


def _reported(source: Source) -> AbstractContextManager[None]:
    """A stretch in which an error of pyarrow is reported as one of the file."""
    return reported_errors(_arrow("pyarrow"), source.name, "a broken Parquet file", "a complete one")


def pieces(path: str, rows: int) -> Iterator[bytes]:
    """The rows of a file in tables of so many rows, each a file of its own; the first one has no rows."""
    arrow, parquet = _arrow("pyarrow"), _arrow("pyarrow.parquet")
    try:
        with open(path, "rb") as opened:
            file = parquet.ParquetFile(opened, buffer_size=_BUFFER, pre_buffer=False)
            names = [str(name) for name in file.schema_arrow.names]
            layout = layout_of(names, {})
            wanted = [
                name for name in names if layout.is_known(name) or is_cell(file.schema_arrow.field(name).type, arrow)
            ]
            yield _file_of(file.schema_arrow.empty_table().select(wanted), parquet)
            for batch in file.iter_batches(rows, columns=wanted, use_threads=False):
                yield _file_of(arrow.Table.from_batches([batch]), parquet)
    except arrow.ArrowException as error:
        fail(Where(path, 1), f"a broken Parquet file: {' '.join(str(error).split())[:200]}", "a complete one")


def _file_of(table: Any, parquet: Any) -> bytes:
    buffer = io.BytesIO()
    parquet.write_table(table, buffer, compression="none", use_dictionary=False, write_statistics=False)
    return buffer.getvalue()


def _without_sound(file: Any, names: Sequence[str], session: str, arrow: Any) -> list[str]:
    """The columns to read; for a recording with its sound, only the path."""
    kinds = {name: file.schema_arrow.field(name).type for name in names}
    return [
        f"{name}.path"
        if name == session and arrow.types.is_struct(kind) and kind.get_field_index("path") >= 0
        else name
        for name, kind in kinds.items()
    ]


def _unpacked_size(file: Any, names: Sequence[str]) -> int:
    """The unpacked size of the wanted columns, as the file gives it."""
    total = 0
    for group in range(file.metadata.num_row_groups):
        part = file.metadata.row_group(group)
        for place in range(part.num_columns):
            column = part.column(place)
            if column.path_in_schema.split(".")[0] in names:
                total += max(0, column.total_uncompressed_size)
    return total


def pack(corpus: Corpus) -> Iterator[bytes]:
    """Yields the file."""
    arrow, parquet = _arrow("pyarrow"), _arrow("pyarrow.parquet")
    rows = rows_of(corpus, NAME)
    names, layout = rows.columns(corpus.meta, NAME)
    cells = with_numbers(rows.cells((names, layout), range(rows.segments.size)), layout)
    columns = {name: _column(column) for name, column in cells.items()}
    buffer = io.BytesIO()
    try:
        parquet.write_table(arrow.table(columns), buffer)
    except UnicodeEncodeError as error:
        raise UsageError(
            f"{error.object!a} is not Unicode, and Parquet holds no other text; expected text in UTF-8 "
            "(read it with the encoding that it has, or convert to csv, which keeps bytes)"
        ) from None
    yield buffer.getvalue()


def _column(cells: Sequence[Any]) -> list[object]:
    """The values of a column, which must be of one type: texts where types are mixed."""
    values = plain_numbers([None if cell is MISSING else cell for cell in cells])
    plain = [float(value) if isinstance(value, Written) else value for value in values]
    kinds = {type(value) for value in plain if value is not None}
    if kinds <= {int, float} and len(kinds) == 2:
        return [None if value is None else float(value) for value in plain]  # type: ignore[arg-type]
    if len(kinds) > 1:
        return [None if value is None else str(value) for value in plain]
    return list(plain)


def sniff(lines: Sequence[str]) -> bool:
    """Never: the file is binary; it is detected by its suffix and its first bytes."""
    return False


FORMAT = Format(
    name=NAME,
    suffixes=(".parquet",),
    summary="table of utterances with named columns in Parquet",
    carries=CARRIES,
    read=read,
    write=read_only,
    sniff=sniff,
    family="toolkits",
    requires=EXTRA,
    pack=pack,
    with_texts=with_texts,
    magic=_MAGIC,
)
