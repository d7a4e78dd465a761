"""Corpora from tables (csv, tsv, parquet, hf-dataset) whose texts stay bytes; strings are made on access.

Only tables without times and without a problem are read so. The segments come from the reader of the format, which also
has all files with anything odd.
"""

from __future__ import annotations

from array import array
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from .... import core
from ....core.file_names import file_stems
from ....formats import hf_dataset, parquet
from ....formats.engine.columns import Layout, columns_detail, layout_of, missing, table_of
from ....formats.engine.separated import separator_of
from ....formats.errors import ScoreliteError
from ....formats.frames import is_cell, is_small
from ....formats.optional import library
from ....formats.record import Format
from ....formats.schema import Corpus
from ....formats.schema.spans import SpanIds, SpanTexts
from ....formats.source import Source
from ..table_columns import CodedColumn, coded
from .column_names import SEPARATORS, names_of

_ROLES = frozenset({"id", "session", "channel", "speaker", "text"})
_BATCHES = {parquet.NAME: parquet.batches, hf_dataset.NAME: hf_dataset.batches}


def read(source: Source, record: Format, options: dict[str, str]) -> Corpus | None:
    """The corpus of a table; None where the reader of the format has to look: it tells the place of every problem.

    >>> from scorelite import by_name
    >>> read(Source(b"id,text\\na,hi\\n"), by_name("csv"), {}).texts()[0]
    'hi'
    """
    try:
        read_table = (_separated if record.name in SEPARATORS else _batched)(source, record, options)
    except (ScoreliteError, OSError, ValueError):  # errors of pyarrow are among these
        return None
    if read_table is None:
        return None
    names, layout, spans, nulls = read_table
    ids = SpanIds(spans) if _key(layout) else [""] * len(spans)
    make = cache(lambda: record.read(source, **options).table)
    further = cache(partial(_coded, source, record, names, layout)) if record.name in SEPARATORS else None
    table = table_of(ids, SpanTexts(spans), layout, source.name, make, nulls, further)
    return Corpus(table, meta=(columns_detail(names, layout, record.name),), format=record.name, path=source.name)


def _coded(
    source: Source, record: Format, names: Sequence[str], layout: Layout, without: Sequence[str]
) -> Mapping[str, CodedColumn]:
    """The columns of a table that was read so but for texts, ids and some others, by name."""
    unwanted = (layout.column("text"), _key(layout), *without)
    places = [place for place, name in enumerate(names) if name not in unwanted]
    separator = _separator(source, record).encode()
    read_columns = core.coded_fields(source.data, separator, len(names), array("q", places).tobytes())
    assert read_columns is not None, "lines were read before"
    columns = {}
    for place, (values, codes) in zip(places, read_columns, strict=True):
        column = CodedColumn(tuple(values), array("i", codes))
        # Recordings are named as their files without folders and suffixes, so that two names may become one.
        is_path = names[place] == layout.column("session")
        columns[names[place]] = coded(file_stems(values)).spread(column.codes) if is_path else column
    return columns


def _key(layout: Layout) -> str:
    """The column of ids, or of the recordings that are taken for them."""
    return layout.column("id") or layout.column("session")


def _is_plain(names: Sequence[str], layout: Layout, options: dict[str, str]) -> bool:
    """Whether the columns are those of utterances without times, of different names."""
    has_columns = not missing(layout, names, options)[0] and _ROLES.issuperset(layout.columns)
    return has_columns and "" not in names and len({*names}) == len(names)


def _separator(source: Source, record: Format) -> str:
    return separator_of(next(iter(source.head(1)), ""), SEPARATORS[record.name])


def _separated(
    source: Source, record: Format, options: dict[str, str]
) -> tuple[Sequence[str], Layout, core.Spans, int] | None:
    """The columns and rows of lines of fields, and how many texts are null."""
    if source.encoding not in (None, "utf-8"):
        return None
    names = names_of(source, record)
    layout = layout_of(names, options)
    if not _is_plain(names, layout, options):
        return None
    heading = source.data[: source.data.find(b"\n") + 1].removesuffix(b"\n").removeprefix(BOM_UTF8)
    if len(names) > 1 and heading and source.data.find(b"\n" + heading) >= 0:
        return None
    key = _key(layout)
    spans = core.separated_rows(
        source.data,
        _separator(source, record),
        columns=len(names),
        text=names.index(layout.column("text")),
        id=names.index(key) if key else -1,
        path=not layout.column("id"),
    )
    return None if spans is None else (names, layout, spans, 0)


def _batched(
    source: Source, record: Format, options: dict[str, str]
) -> tuple[Sequence[str], Layout, core.Spans, int] | None:
    """The columns and rows of record batches, and how many texts are null."""
    arrow = library("pyarrow", purpose="tables", install="'scorelite[parquet]'")
    layout, batches = _BATCHES[record.name](source, options)
    first = next(batches, None)
    if (
        first is None
        or not _is_plain(first.schema.names, layout, options)
        or not _are_texts(first.schema, layout, arrow)
    ):
        return None
    reader = _Columns(first.schema, layout)
    spans = core.batch_rows(reader.pairs(first, batches), path=not layout.column("id"))
    return None if spans is None else (first.schema.names, layout, spans, reader.nulls)


def _are_texts(schema: Any, layout: Layout, arrow: Any) -> bool:
    """Whether texts and ids are such, and no other column can be a problem."""
    types = arrow.types
    for field in schema:
        is_known = layout.is_known(field.name)
        if field.name in (layout.column("text"), layout.column("session"), _key(layout)):
            if not (types.is_string(field.type) or types.is_large_string(field.type)):
                return False
        elif not (is_small if is_known else is_cell)(field.type, arrow) or (is_known and types.is_boolean(field.type)):
            return False
    return True


class _Columns:
    """Texts and ids of batches."""

    __slots__ = ("_key", "_schema", "_text", "nulls")

    def __init__(self, schema: Any, layout: Layout) -> None:
        self._schema = schema
        self._text = layout.column("text")
        self._key = _key(layout)
        self.nulls = 0

    def pairs(self, first: Any, others: Iterator[Any]) -> Iterator[tuple[core.Side, core.Side | None]]:
        """Texts and ids of every batch."""
        yield self._pair(first)
        for batch in others:
            if batch.schema != self._schema:
                raise ValueError("files of different columns")
            yield self._pair(batch)

    def _pair(self, batch: Any) -> tuple[core.Side, core.Side | None]:
        batch.validate(full=True)  # invalid UTF-8 in any column is a problem
        texts = batch.column(self._text)
        self.nulls += texts.null_count
        return core.arrow_texts(texts), core.arrow_texts(batch.column(self._key)) if self._key else None
