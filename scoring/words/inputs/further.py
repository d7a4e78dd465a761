"""Other columns of a reference's table, such as accent and gender, for the utterances of a score."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ....formats.schema import Corpus
from ....formats.schema.coded import CodedColumn, Value, coded
from ....formats.schema.lazy import taken
from ....formats.source import Source
from ....formats.values import replace
from ..table_columns import NO_COLUMNS, TableColumns
from .columns import TABLES

_SPEAKERS = "utt2spk"


def columns_of(ref: Corpus, places: Sequence[int], without: Sequence[str] = (), *, timed: bool = False) -> TableColumns:
    """The other columns of the segments at these places; `without` are columns that hold texts of either side.

    Where utterances are `timed`, their timeline has the speakers.

    >>> from scorelite import read
    >>> columns = columns_of(read(b"id,text,accent\\na,hi,us\\nb,ho,uk\\n", format="csv"), [1])
    >>> columns.row(0)
    {'accent': 'uk'}
    """
    if ref.format not in (*TABLES, "lhotse"):
        return NO_COLUMNS if timed else _speakers_of(ref, places)
    # Imported only now: most runs read no table.
    from ....formats.engine.further_columns import further_columns, further_names

    names = further_names(ref)
    if names is not None and {*names} <= {*without} and (timed or ref.table.start is None):
        return NO_COLUMNS

    def columns() -> dict[str, CodedColumn]:
        cells = further_columns(ref, tuple(without))
        made = {name: replace(_coded(column, places), file=ref.path) for name, column in cells.items()}
        table = ref.table
        if "duration" not in made and table.start is not None and table.end is not None:
            from ..ranges import durations

            seconds = durations(table.start, table.end)
            made["duration"] = coded([seconds[place] for place in places])
        if "start" not in made and table.start is not None and not timed:
            from ..ranges import seconds_of

            made["start"] = coded(seconds_of(taken(table.start, places)))
        return made

    return TableColumns(columns)


def _speakers_of(ref: Corpus, places: Sequence[int]) -> TableColumns:
    """The column of speakers of a corpus that names them, such as a data folder of Kaldi."""
    if ref.format == "kaldi":
        beside = os.path.join(os.path.dirname(ref.path), _SPEAKERS)
        is_of_folder = os.path.basename(ref.path) == "text" and os.path.isfile(beside)
        return TableColumns(lambda: {"speaker": _in_file(beside, ref, places)}) if is_of_folder else NO_COLUMNS
    if ref.table.column("speaker") is None or not any(ref.table.speakers):
        return NO_COLUMNS
    return TableColumns(lambda: {"speaker": _coded(ref.table.speakers, places)})


def _in_file(path: str, ref: Corpus, places: Sequence[int]) -> CodedColumn:
    """The speakers of a file of Kaldi's, of the utterances at these places; those that it lacks have none."""
    speakers = dict(line.split()[:2] for line in Source(path).lines() if len(line.split()) > 1)
    ids = ref.table.ids()
    return replace(coded([speakers.get(ids[place]) for place in places]), file=path)


def _coded(column: Sequence[Value], places: Sequence[int]) -> CodedColumn:
    """The cells of a column at some places."""
    column = taken(column, places)
    return column if isinstance(column, CodedColumn) else coded(column)
