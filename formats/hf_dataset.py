"""Data sets of Hugging Face on disk: a folder with Arrow files, as `save_to_disk` of the package datasets writes it.

    state.json                    names of the Arrow files, in order
    dataset_info.json             description, which is not needed
    data-00000-of-00001.arrow     rows

The folder is one table, and needs pyarrow. The module `columns` defines the roles of columns. Columns of lists
and bytes, such as the sound, are large: they are skipped unless `all_columns=True` is given.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache, partial
from typing import Any, NoReturn

from .engine.arrow_tables import ArrowTable, reported_errors, table_of_batches
from .engine.columns import CARRIES, Layout, columns_detail, layout_of, missing
from .engine.json import Document
from .engine.json_objects import root_of
from .errors import LimitError, Where, fail
from .frames import is_cell
from .optional import library
from .record import Format, read_only
from .schema import Corpus, Table
from .source import Source

NAME = "hf-dataset"
EXTRA = "parquet"
MAXIMUM_SIZE = 4 << 30
_STATE, _SPLITS = "state.json", "dataset_dict.json"
_WANTED = "a folder that save_to_disk of the package datasets wrote"
# Names of other Arrow files, with the numbers of the rows to take.
_INDICES = "_indices_files", "_indices_data_files"


def read(source: Source, *, all_columns: bool = False, **columns: str) -> Corpus:
    """Reads a folder; other options name columns with unusual names: `text="raw_text"`."""
    paths, layout = _opened(source, columns)
    schemas = list(map(schema_of, paths))
    names = [str(field.name) for field in schemas[0] if all_columns or _is_wanted(field, layout)]
    whole = cache(partial(_whole_table, paths, layout, source.name, all_columns))
    with _reported(source.name):
        if any(schema != schemas[0] for schema in schemas):
            segments = whole()
        else:
            batches = (batch for path in paths for batch in _table(path, layout, all_columns).to_batches())
            segments = table_of_batches(batches, layout, source.name, whole, _arrow("pyarrow"))
    return Corpus(segments, meta=(columns_detail(names, layout, NAME),), format=NAME, path=source.name)


def _whole_table(paths: Sequence[str], layout: Layout, name: str, all_columns: bool) -> Table:
    """The table with all columns that are wanted."""
    arrow = _arrow("pyarrow")
    with _reported(name):
        table = arrow.concat_tables([_table(path, layout, all_columns) for path in paths])
        if not all_columns:
            table = _without_sound(table, layout.column("session"), arrow)
        return ArrowTable(table, layout, NAME, name).segments()


def _reported(name: str) -> AbstractContextManager[None]:
    """A stretch in which an error of pyarrow is reported as one of the files."""
    return reported_errors(_arrow("pyarrow"), name, "broken Arrow files", "complete ones")


def _opened(source: Source, columns: dict[str, str]) -> tuple[list[str], Layout]:
    """The paths of the Arrow files, and the roles of their columns."""
    paths = _paths(source)
    names = schema_of(paths[0]).names
    layout = layout_of(names, columns)
    what, expected = missing(layout, names, columns)
    if what:
        fail(Where(source.name, 1), what, expected)
    return paths, layout


def names_of(source: Source) -> list[str]:
    """The names of the columns; an error for a folder that is no data set."""
    return [str(name) for name in schema_of(_paths(source)[0]).names]


def first_batch(source: Source) -> Any:
    """The first rows; None of an empty table."""
    return next(iter(_table(_paths(source)[0], Layout({}), False).to_batches()), None)


def _arrow(module: str) -> Any:
    """The module pyarrow, or one of its modules."""
    return library(module, purpose="data sets of Hugging Face", install=f"'scorelite[{EXTRA}]'")


def _paths(source: Source) -> list[str]:
    """The paths of the Arrow files."""
    if source.folder is None:
        fail(Where(source.name, 1), "not a folder", _WANTED)
    state = source.beside(_STATE)
    if state is None:
        _refuse(source)
    root = root_of(document := Document.of(state, NAME))
    names = [file.text("filename", required=True) for file in root.children("_data_files", required=True)]
    for key in _INDICES:
        if root.has(key) and root.members[key] not in ([], {}):
            what, expected = (
                "rows are chosen by another file",
                "all rows (save the data set again with flatten_indices())",
            )
            root.report(what, expected, key)
    if not names:
        root.report("no Arrow files", "one or more under '_data_files'")
    document.check()
    for name in names:
        if os.path.basename(name) != name or not os.path.isfile(os.path.join(source.name, name)):
            fail(Where(state.name, 1), f"no Arrow file {name!r} in the folder", "all files that '_data_files' names")
    return [os.path.join(source.name, name) for name in names]


def _refuse(source: Source) -> NoReturn:
    """Raises the problem of a folder without a state."""
    splits = source.beside(_SPLITS)
    if splits is None:
        fail(Where(source.name, 1), f"no file {_STATE!r}", _WANTED)
    root = root_of(document := Document.of(splits, NAME))
    names = [str(name) for name in root.values("splits", required=True)]
    document.check()
    example = os.path.join(source.name, names[0] if names else "train")
    fail(Where(source.name, 1), f"a data set with splits ({', '.join(names)})", f"the folder of one, such as {example}")


def schema_of(path: str) -> Any:
    """The schema of an Arrow file."""
    arrow, ipc = _arrow("pyarrow"), _arrow("pyarrow.ipc")
    try:
        with arrow.OSFile(path) as file, ipc.open_stream(file) as reader:
            return reader.schema
    except (arrow.ArrowException, OSError) as error:
        fail(Where(path, 1), f"a broken Arrow file: {' '.join(str(error).split())[:200]}", "a complete one")


def _is_wanted(field: Any, layout: Layout) -> bool:
    """Whether a column has a role, or cells that are small enough to be kept."""
    return layout.is_known(field.name) or is_cell(field.type, _arrow("pyarrow"))


def _table(path: str, layout: Layout, all_columns: bool) -> Any:
    """The rows of an Arrow file; columns that are not wanted are not unpacked."""
    arrow, ipc = _arrow("pyarrow"), _arrow("pyarrow.ipc")
    schema = schema_of(path)
    places = [place for place, field in enumerate(schema) if all_columns or _is_wanted(field, layout)]
    most = max(MAXIMUM_SIZE, 1000 * os.path.getsize(path))
    batches, size = [], 0
    options = ipc.IpcReadOptions(included_fields=places)
    with arrow.OSFile(path) as file, ipc.open_stream(file, options=options) as reader:
        for batch in reader:
            batch.validate(full=True)
            size += batch.nbytes
            if size > most:
                raise LimitError(f"{path}: more than {most} bytes of unpacked columns; expected at most {most}")
            batches.append(batch)
        return arrow.Table.from_batches(batches, reader.schema)


def _without_sound(table: Any, session: str, arrow: Any) -> Any:
    """The table in which a recording with its sound is its path alone."""
    place = table.schema.get_field_index(session) if session else -1
    kind = table.schema.field(place).type if place >= 0 else None
    if kind is None or not arrow.types.is_struct(kind) or kind.get_field_index("path") < 0:
        return table
    which = kind.get_field_index("path")
    chunks = [
        arrow.StructArray.from_arrays([chunk.flatten()[which]], names=["path"]) for chunk in table.column(place).chunks
    ]
    whole = arrow.chunked_array(chunks, arrow.struct([("path", kind.field(which).type)]))
    return table.set_column(place, session, whole)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the names of the files of a folder are those of a data set, or of one with splits."""
    names = set(lines)
    return _SPLITS in names or {_STATE, "dataset_info.json"} <= names


FORMAT = Format(
    name=NAME,
    suffixes=(),
    summary="data set of Hugging Face on disk: a folder of Arrow files",
    carries=CARRIES,
    read=read,
    write=read_only,
    sniff=sniff,
    family="toolkits",
    requires=EXTRA,
    folder=True,
)
