"""Tables of utterances and speakers for other programs, and utterances read back from such a table."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from operator import add
from typing import Any

from ...formats.engine.labels import Definitions
from ...formats.optional import library
from ...formats.schema.coded import coded
from ...formats.values import field_names
from ..common.arrow import Column, whole_column_of
from ..common.counts import RATES
from .alignment import Carried
from .table_columns import of_columns
from .utterance_table import Timeline, UtteranceTable

COUNTS = ("correct", "substitutions", "deletions", "insertions")
INFORMATION = ("right_information", "wrong_information", "confident_words", "odd_confidences")
"""Columns of the information of confidences, in the order of `scorelite.scoring.words.information.Row`."""
OURS = frozenset(
    (
        *("id", "ref", "hyp", "start", "end", "tags"),
        *("reference", "errors", "wer", "cer", "key", "signature"),
        *COUNTS,
        *INFORMATION,
    )
)
"""Names of columns that tables of utterances have."""
_PLACES = frozenset(("session", "channel", "speaker"))


def utterance_columns(table: UtteranceTable, speakers: Sequence[str] | None, unit: str) -> dict[str, Column]:
    """A row for each utterance: id, place and counts; places are None where the files have no times."""
    timeline = table.timeline
    nothing = [None] * len(table)
    places: dict[str, Column] = {
        "session": ("text", timeline.sessions if timeline else nothing),
        "channel": ("text", timeline.channels if timeline else nothing),
        "speaker": ("text", timeline.speakers if timeline else speakers or nothing),
        "start": ("number", timeline.start if timeline else nothing),
        "end": ("number", timeline.end if timeline else nothing),
        "tags": ("texts", timeline.tags if timeline else nothing),
    }
    numbers = table.numbers()
    counted = _counted([numbers[place::4] for place in range(4)], unit)
    columns = {"id": ("text", table.names()), **places, **counted, **_information_columns(table)}
    further: dict[str, Column] = {
        _written(name, timeline is not None): ("text", [*column]) for name, column in table.columns.items()
    }
    return columns | further


def _written(name: str, is_timed: bool) -> str:
    """The name of another column in a table of utterances: one that we use ourselves gets an underscore.

    Recordings, channels and speakers that a table names are ours as well, where its utterances have no times.
    """
    plain = name.rstrip("_")
    return f"{name}_" if plain in OURS or (is_timed and plain in _PLACES) else name


def _information_columns(table: UtteranceTable) -> dict[str, Column]:
    """The information of confidences; None where it is not known."""
    if table.information:
        columns = list(zip(*table.information, strict=True))
    else:
        columns = [(None,) * len(table)] * len(INFORMATION)
    return {name: ("number", column) for name, column in zip(INFORMATION, columns, strict=True)}


def speaker_columns(table: UtteranceTable, speakers: Iterable[str], unit: str) -> dict[str, Column]:
    """A row for each speaker: utterances and counts."""
    sums: dict[str, list[int]] = {}
    numbers = iter(table.numbers().tolist())
    for name, *counts in zip(speakers, numbers, numbers, numbers, numbers, strict=True):
        row = [1, *counts, int(any(counts[1:]))]
        sums[name] = list(map(add, sums[name], row)) if name in sums else row
    return group_columns("speaker", list(sums), list(sums.values()), unit)


def group_columns(
    group: str, names: Sequence[str | None], rows: Sequence[Sequence[int]], unit: str
) -> dict[str, Column]:
    """A row for each value of a group; `rows` are utterances, the four counts, and utterances with an error."""
    columns = [[row[column] for row in rows] for column in range(6)]
    return {
        group: ("text", names),
        "utterances": ("integer", columns[0]),
        **_counted(columns[1:5], unit),
        "utterance_errors": ("integer", columns[5]),
    }


def _counted(columns: Sequence[Sequence[int] | memoryview], unit: str) -> dict[str, Column]:
    """The four counts, and what follows from them."""
    # Only now: tables are for libraries that have it loaded.
    np = library("numpy", purpose="tables", install="'scorelite[all]'")
    counts: list[Any] = [np.array(column, dtype="int64") for column in columns]
    correct, substitutions, deletions, insertions = counts
    reference = correct + substitutions + deletions
    errors = substitutions + deletions + insertions
    rates = (errors / np.maximum(reference, 1)).tolist()
    for place in np.flatnonzero(reference == 0).tolist():
        rates[place] = None
    of_counts: dict[str, Column] = {name: ("integer", column) for name, column in zip(COUNTS, counts, strict=True)}
    return of_counts | {
        "reference": ("integer", reference),
        "errors": ("integer", errors),
        RATES[unit]: ("number", rates),
    }


def table_metadata(table: UtteranceTable) -> dict[str, Any]:
    """Everything about utterances that is no column."""
    metadata: dict[str, Any] = {"made_up": table.made_up, "timeline": None}
    if table.columns:
        metadata["columns"] = [*table.columns]
    if (timeline := table.timeline) is not None:
        carried = {name: getattr(timeline.carried, name) for name in field_names(Carried)}
        labels = {name: getattr(timeline.definitions, name) for name in field_names(Definitions)}
        metadata["timeline"] = {"windows": timeline.windows, "carried": carried, "definitions": labels}
    return metadata


def timeline_of(places: Mapping[str, Any], stored: Mapping[str, Any]) -> Timeline:
    """The timeline of columns of places and of the metadata of `table_metadata`."""
    return Timeline(
        **places,
        windows=stored["windows"],
        carried=Carried(**stored["carried"]),
        definitions=Definitions(**{name: tuple(map(tuple, rows)) for name, rows in stored["definitions"].items()}),
    )


def table_of_arrow(table: Any, metadata: Mapping[str, Any]) -> UtteranceTable:
    """The utterances of a table that has the columns of `utterance_columns`."""
    counts = zip(*(whole_column_of(table, name, "integer") for name in COUNTS), strict=True)
    packed = array("i", [number for row in counts for number in row]).tobytes()
    made_up, stored = metadata["made_up"], metadata["timeline"]
    ids = tuple(whole_column_of(table, "id", "text")) if stored or not made_up else None
    further = {name: _written(name, bool(stored)) for name in metadata.get("columns", ())}
    columns = of_columns({name: coded(table.column(written).to_pylist()) for name, written in further.items()})
    if not stored:
        return UtteranceTable(packed, ids, made_up, columns=columns)
    places: dict[str, Any] = {
        f"{name}s": tuple(whole_column_of(table, name, "text")) for name in ("session", "channel", "speaker")
    } | {name: tuple(whole_column_of(table, name, "number")) for name in ("start", "end")}
    places["tags"] = tuple(map(tuple, whole_column_of(table, "tags", "texts")))
    timeline = timeline_of(places, stored)
    names = table.schema.names
    if not len(table) or any(name not in names or table.column(name).null_count for name in INFORMATION):
        return UtteranceTable(packed, ids, made_up, timeline, columns=columns)
    rows = zip(*(whole_column_of(table, name, "number") for name in INFORMATION), strict=True)
    information = tuple([(right, wrong, int(words), int(odd)) for right, wrong, words, odd in rows])
    return UtteranceTable(packed, ids, made_up, timeline, information, columns)
