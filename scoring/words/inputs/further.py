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
    if ref.format in ("kaldi", "kaldi-data"):
        return _of_kaldi(ref, places, timed)
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
    """The column of speakers of a corpus that names them."""
    if ref.table.column("speaker") is None or not any(ref.table.speakers):
        return NO_COLUMNS
    return TableColumns(lambda: {"speaker": _coded(ref.table.speakers, places)})


def _of_kaldi(ref: Corpus, places: Sequence[int], timed: bool) -> TableColumns:
    """The columns of the text of a data folder of Kaldi: speakers, and those of files such as spk2gender."""
    folder = ref.path if ref.format == "kaldi-data" else os.path.dirname(ref.path)
    speakers = os.path.join(folder, _SPEAKERS)
    if not os.path.isfile(speakers) or (ref.format == "kaldi" and os.path.basename(ref.path) != "text"):
        return NO_COLUMNS

    def columns() -> dict[str, CodedColumn]:
        # Imported only now: most runs have no groups.
        from ....formats.kaldi_data import groups_of_folder

        ids = ref.table.ids()
        names: dict[str, Sequence[str | None]] = {"id": [ids[place] for place in places]}
        names["speaker"] = _looked_up(speakers, names["id"])
        is_one_each = names["speaker"] == names["id"]
        made = {} if timed or is_one_each else {"speaker": replace(coded(names["speaker"]), file=speakers)}
        for key, group, path in groups_of_folder(folder):
            if group != "duration" or not timed:
                made[group] = replace(coded(_looked_up(path, names[key])), file=path)
        return made

    return TableColumns(columns)


def _looked_up(path: str, names: Sequence[str | None]) -> list[str | None]:
    """The values that a map of Kaldi has for names; those that it lacks have none."""
    lines = (line.split(maxsplit=1) for line in Source(path).lines())
    values = {line[0]: line[1].strip() for line in lines if len(line) > 1}
    return [values.get(name or "") for name in names]


def _coded(column: Sequence[Value], places: Sequence[int]) -> CodedColumn:
    """The cells of a column at some places."""
    column = taken(column, places)
    return column if isinstance(column, CodedColumn) else coded(column)
