"""Columns of the table that a corpus was read from, such as accent and age, without texts, ids and times."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..errors import UsageError, short
from ..schema import Corpus
from .columns import FAMILY, Layout, columns_from, without_texts
from .features import COLUMNS
from .json import Json, details
from .spoken import details_of
from .utterances import OfCells, texts_of

_MICROPHONES = ("ct_wav_file_name",)
"""Columns of files of the speakers' own microphones in one meeting, as in NOTSOFAR-1."""
_RECORDINGS = re.compile(
    r"(?:^|[\s_.-])(?:session|recording|meeting|conversation|dialog|dialogue|call|episode|show|file|filename|audio|wav|uri)"
    r"(?:[\s_.-]?(?:id|name|path|file|key|number))?$",
    re.IGNORECASE,
)
"""Names of columns that look like recordings."""
_MANIFESTS = ("nemo", "lhotse")
_CUSTOM = "custom"
"""The member of a supervision that holds the fields of its corpus."""
_KEYS = frozenset({"id", "text", "start", "end", "duration"})


def column_names(corpus: Corpus) -> Sequence[str]:
    """The columns of the table that a corpus was read from; none of another corpus."""
    return _columns_of(corpus)[0]


def has_columns_of_times(corpus: Corpus) -> bool:
    """Whether the table that a corpus was read from has columns of begins and ends, whatever rows it has."""
    _, layout = _columns_of(corpus)
    return bool(layout.column("start") and (layout.column("end") or layout.column("duration")))


def further_names(corpus: Corpus) -> Sequence[str] | None:
    """The columns of a table, or of its first line, without texts, ids and times; None where only a look at all rows
    tells them."""
    if corpus.format in _MANIFESTS:
        return None
    return further_of(*_columns_of(corpus))


def further_columns(corpus: Corpus, without: Sequence[str] = ()) -> Mapping[str, Sequence[str | None]]:
    """The cells of the columns other than texts, ids and times, by name: texts as the file has them, None for null.

    Columns named in `without` are left out.

    >>> from scorelite import read
    >>> columns = further_columns(read(b"id,text,accent,speaker\\na,hi,us,ann\\n", format="csv"))
    >>> {name: list(column) for name, column in columns.items()}
    {'accent': ['us'], 'speaker': ['ann']}
    """
    table = corpus.table
    if table.further is not None:
        return table.further(without)
    names, layout = _columns_of(corpus)
    values = _cells_of(corpus, [name for name in names if not layout.is_known(name)])
    keys = _keys(layout)
    columns: dict[str, Sequence[str | None]] = {
        name: texts_of(column) for name, column in values.items() if name not in keys
    }
    by_role = {"session": table.sessions, "channel": table.channels, "speaker": table.speakers}
    for role, column in by_role.items():
        if (name := layout.column(role)) and name not in keys:
            columns[name] = column
    wanted = [name for name in dict.fromkeys((*names, *columns)) if name in columns and name not in without]
    return {name: columns[name] for name in wanted}


def _cells_of(corpus: Corpus, names: Sequence[str]) -> Mapping[str, Sequence[Json]]:
    """The cells of columns without a role, by name, and of members that only some rows have."""
    attributes, size = corpus.table.column("attributes"), len(corpus.table)
    if isinstance(attributes, OfCells):
        columns = attributes.columns
        if columns.keys() == {*names} and all({*map(type, columns[name])} == {str} for name in names):
            return {name: columns[name] for name in names}
    values: dict[str, list[Json]] = {name: [None] * size for name in names}
    for row, cells in details_of(attributes, corpus.format).items():
        inside = cells.get(_CUSTOM) if corpus.format == "lhotse" else None
        for name, cell in {**cells, **(inside if isinstance(inside, dict) else {})}.items():
            if name in values:
                values[name][row] = cell
            elif not name.startswith("/"):
                values[name] = [None] * size
                values[name][row] = cell
    return values


def _columns_of(corpus: Corpus) -> tuple[list[str], Layout]:
    """The columns of the table that a corpus was read from; of another corpus none, but for speakers of a manifest."""
    if corpus.format in _MANIFESTS:
        return [], Layout({"speaker": "speaker"} if corpus.table.has("speaker") else {})
    remembered = details(corpus.meta, corpus.format).get(COLUMNS)
    return columns_from(remembered if isinstance(remembered, dict) else {})


def check_recordings(corpus: Corpus) -> None:
    """Rejects a table whose rows would be one recording while a column without a role names several."""
    if corpus.format not in FAMILY:
        return
    names, layout = _columns_of(corpus)
    if layout.column("session"):
        return
    known = {*_MICROPHONES, *filter(layout.is_known, names)}
    suspects = [name for name in names if name not in known and _RECORDINGS.search(name)]
    columns = _cells_of(corpus, suspects) if suspects else {}
    for name in suspects:
        recordings = [*dict.fromkeys(text for text in texts_of(columns[name]) if text)]
        if len(recordings) > 1:
            shown = ", ".join(map(short, recordings[:3])) + (" ..." if len(recordings) > 3 else "")
            raise UsageError(
                f"{corpus.path}: no column of recordings, but {name!r} looks like one ({shown}); expected it under the "
                "name session, or no such column where all rows are one recording"
            )


def check_texts(corpus: Corpus) -> None:
    """Rejects a table of turns without a column of texts, where words are to be scored."""
    if corpus.format not in FAMILY:
        return
    names, layout = _columns_of(corpus)
    if names and not layout.column("text") and not any(corpus.texts()):
        what, expected = without_texts(names)
        raise UsageError(f"{corpus.path}: {what}; expected {expected}")


def path_column(corpus: Corpus) -> str:
    """The column of paths whose files name the rows of a table; empty where ids do, or nothing."""
    _, layout = _columns_of(corpus)
    return layout.column("session") if layout.has_paths and not layout.column("id") else ""


def further_of(names: Sequence[str], layout: Layout) -> list[str]:
    """The columns that are no texts, ids or times."""
    keys = _keys(layout)
    return [name for name in names if name not in keys]


def _keys(layout: Layout) -> set[str]:
    """The columns of texts, ids and times; recordings are the ids of a table without them."""
    roles = _KEYS if layout.column("id") else _KEYS | {"session"}
    return {layout.column(role) for role in roles}
