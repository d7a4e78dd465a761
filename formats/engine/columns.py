"""Tables of utterances with named columns, as in data sets: the meaning of columns, and segments from rows.

The name of a column shows its role: `text`, `sentence`, `transcription` ... hold the words, `path`, `audio`,
`file_name` ... the recording. Options (`text="raw_text"`) give the role to a column of another name. In a table without
ids and times, each row is one recording, and its id is the name of the audio file. Other columns are kept for writing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import chain, repeat
from math import inf
from operator import add, gt, methodcaller
from typing import Any

from ..errors import UsageError
from ..schema import (
    Attributes,
    Corpus,
    LabelLists,
    Made,
    Numbers,
    Segment,
    Table,
    Written,
    number_text,
    sum_text,
    written,
)
from ..schema.markup import BLANKS, are_bare
from ..values import dataclass
from .fields import difference_text, times
from .fields import number as number_of
from .json import Json, detail, details, inline, inlines, texts_json
from .names import file_stem
from .spoken import LATEST, Spoken, details_of
from .windows import bounds, is_sound

FAMILY = ("csv", "tsv", "jsonl", "parquet", "hf-dataset")
COLUMNS = "/columns"
FIELDS = "id", "session", "channel", "speaker", "start", "end", "text", "attributes"
"""What `segment_of` fills of a segment."""
ROLES: dict[str, tuple[str, ...]] = {
    "id": ("id", "utt_id", "utterance_id", "segment_id", "uttid", "key"),
    "session": ("session", "path", "file_name", "audio_filepath", "audio", "file", "recording_id", "filename"),
    "channel": ("channel",),
    "speaker": ("speaker", "speaker_id", "client_id", "spk_id"),
    "start": ("start", "start_time", "begin_time", "begin", "offset"),
    "end": ("end", "end_time", "stop"),
    "duration": ("duration",),
    "text": ("text", "sentence", "transcription", "transcript", "normalized_text", "raw_transcription", "words"),
}
"""The roles of columns, and the usual names of each; the first name that exists wins."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The roles of the columns of a table."""

    columns: Mapping[str, str]

    def column(self, role: str) -> str:
        """The name of the column with a role; empty if there is none."""
        return self.columns.get(role, "")

    def is_known(self, column: str) -> bool:
        """Whether a column has a role."""
        return column in self.columns.values()


def layout_of(names: Iterable[str], options: Mapping[str, str]) -> Layout:
    """The roles of columns with these names.

    >>> layout_of(["client_id", "path", "sentence"], {}).columns
    {'session': 'path', 'speaker': 'client_id', 'text': 'sentence'}
    """
    for role in options:
        if role not in ROLES:
            raise UsageError(f"{role!r} is no role of a column; expected one of: {', '.join(ROLES)}")
    present = list(names)
    by_role: dict[str, str] = {}
    for role, usual in ROLES.items():
        wanted = (options[role],) if role in options else usual
        for name in wanted:
            if name in present and name not in by_role.values():
                by_role[role] = name
                break
    if "start" not in by_role:
        by_role.pop("duration", None)  # without begins, this is the length of a file
    return Layout(by_role)


def missing(layout: Layout, names: Sequence[str], options: Mapping[str, str]) -> tuple[str, str]:
    """The problem of the names of columns, and what is expected; empty if there is none."""
    for role, name in options.items():
        if layout.column(role) != name:
            return f"no column {name!r} among {', '.join(map(repr, names))}", "the column that the option names"
    if not layout.column("text"):
        return f"no column of texts among {', '.join(map(repr, names))}", "one of: " + ", ".join(ROLES["text"])
    return "", ""


# Types of cells that cannot be a problem, by role.
_NAMES, _TEXTS = frozenset({str, int, Written, type(None)}), frozenset({str, type(None)})
_SOUND = {"id": _NAMES, "channel": _NAMES, "speaker": _NAMES, "session": _TEXTS, "text": _TEXTS}


def utterances(
    cells: Mapping[str, Sequence[Json]],
    layout: Layout,
    where: tuple[str, str, int | Sequence[int]],
    make: Callable[[], Sequence[Segment]],
) -> Table | None:
    """The table of columns in which no cell can be a problem, else None.

    `make` gives the segments, from which odd details of rows come; `where` are format, path and the line of the first
    row, or of each.
    """
    owner, path, first = where
    if "" in cells:
        return None
    for role, kinds in _SOUND.items():
        if not kinds.issuperset(map(type, cells.get(layout.column(role), ()))):
            return None
    times = _times_of(cells, layout)
    if times is None:
        return None
    spoken = cells[layout.column("text")]
    read = spoken if {*map(type, spoken)} == {str} else [text if isinstance(text, str) else "" for text in spoken]
    texts = list(map(str.strip, read, repeat(BLANKS)))  # type: ignore[arg-type]
    sessions = _stems(cells[layout.column("session")]) if layout.column("session") else None
    names = {
        role: ["" if name is None else str(name) for name in cells[layout.column(role)]]
        if layout.column(role)
        else None
        for role in ("id", "channel", "speaker")
    }
    if not layout.column("id") and not layout.column("start"):
        names["id"] = sessions
    table = Table(
        len(texts),
        path=path,
        records=make,
        id=names["id"],
        session=sessions,
        channel=names["channel"],
        speaker=names["speaker"],
        start=times[0],
        end=times[1],
        tags=None,
        ignored=None,
        text=texts,
        lines=range(first, first + len(texts)) if isinstance(first, int) else first,
        **_details(cells, layout, owner, sessions),
    )
    table.nulls = spoken.count(None)
    return table


def _details(
    cells: Mapping[str, Sequence[Json]], layout: Layout, format: str, sessions: Sequence[str] | None
) -> dict[str, Any]:
    """The column of attributes, where the cells of other columns and the paths of recordings are all that is kept;
    nothing where it has to come from the segments."""
    used = [cells[layout.column(role)] for role in ("id", "channel", "speaker", "text") if layout.column(role)]
    if any({*map(type, column)} != {str} for column in used) or layout.column("duration"):
        return {}
    spoken = used[-1]
    if list(map(str.strip, spoken, repeat(BLANKS))) != spoken:  # type: ignore[arg-type]
        return {}
    others = {name: cells[name] for name in cells if not layout.is_known(name)}
    paths = cells[layout.column("session")] if sessions is not None else ()
    are_moved = sessions is not None and paths != sessions
    if not others and not are_moved:
        return {"attributes": None}

    def attributes() -> list[Attributes]:
        parts = [zip(repeat(f"{format}:{name}"), _inline(column)) for name, column in others.items()]
        rows: list[Attributes] = list(zip(*parts, strict=False)) if parts else [()] * len(spoken)
        if not are_moved:
            return rows
        moved = zip(rows, sessions or (), paths, zip(repeat(f"{format}:/path"), _inline(paths)), strict=False)
        return [row if stem == path else (*row, path_pair) for row, stem, path, path_pair in moved]

    return {"attributes": Made(len(spoken), attributes)}


def _inline(cells: Sequence[Json]) -> Iterable[str]:
    return texts_json(cells) if {*map(type, cells)} == {str} else map(inline, cells)  # type: ignore[arg-type]


def _stems(paths: Sequence[Json]) -> list[str]:
    """The names of recordings, from the paths of their files."""
    stem_of = {path: file_stem(str(path or "")) for path in {*paths}}
    return list(map(stem_of.__getitem__, paths))


def _times_of(cells: Mapping[str, Sequence[Json]], layout: Layout) -> tuple[Numbers | None, Numbers | None] | None:
    """Begins and ends; None where one of them is missing in some row, or might have a problem."""
    columns: dict[str, Numbers | None] = {}
    for role in ("start", "end", "duration"):
        name = layout.column(role)
        columns[role] = _numbers(cells[name]) if name else None
        if name and columns[role] is None:
            return None
    start, end, length = columns.values()
    if start is not None and end is None and length is not None:
        sums = map(add, map(Decimal, start.texts()), map(Decimal, length.texts()))
        end = Numbers.read(list(map(format, sums, repeat("f"))))
    if start is not None and end is not None and any(map(gt, start.values, end.values)):
        return None
    return start, end


def _numbers(cells: Sequence[Json]) -> Numbers | None:
    """The times of a column; None where one needs a closer look."""
    kinds = {*map(type, cells)}
    if kinds == {str}:
        texts = [str(cell) for cell in cells]
    elif kinds <= {int, float, Written}:
        texts = list(map(repr, cells))
    else:
        return None
    values = times(texts)
    return None if values is None or not all(texts) else Numbers.read(texts, values)


def table_of(
    ids: Sequence[str],
    texts: Sequence[str],
    layout: Layout,
    path: str,
    make: Callable[[], Sequence[Segment]],
    nulls: int,
) -> Table:
    """The table of utterances without times; what else a row has comes from its segment, which `make` reads."""
    columns: dict[str, Any] = dict.fromkeys(("start", "end", "tags", "ignored"))
    # Other names come from the segments.
    columns |= dict.fromkeys({"session", "channel", "speaker"} - layout.columns.keys())
    table = Table(len(texts), path=path, records=make, id=ids, text=texts, **columns)
    table.nulls = nulls
    return table


# Adds a problem: name of the column, what is wrong, what was expected.
Note = Callable[[str, str, str], None]


def segment_of(row: Mapping[str, Json], layout: Layout, format: str, note: Note) -> Segment:
    """The segment of a row."""
    attributes = tuple(detail(format, column, value) for column, value in row.items() if not layout.is_known(column))
    # A column without a name, such as the index that pandas writes, has no role; a missing role has no name either.
    if "" in row:
        row = {column: value for column, value in row.items() if column}
    name = {role: _name(row, layout.column(role), note) for role in ("id", "channel", "speaker")}
    path = _path(row.get(layout.column("session")), layout.column("session"), note)
    start, end = (_time(row, layout.column(role), note) for role in ("start", "end"))
    if path != file_stem(path):
        attributes += (detail(format, "/path", row[layout.column("session")]),)
    length = _time(row, layout.column("duration"), note)
    if length is not None:
        if start is not None and end is None:
            end = Written(sum_text(number_text(start), number_text(length)))
        attributes += (detail(format, "/duration", row[layout.column("duration")]),)
    if start is not None and end is not None and end < start:
        note(
            layout.column("end") or layout.column("duration"),
            f"end {end} is before begin {start}",
            "an end at or after the begin",
        )
    text = row.get(layout.column("text"))
    if text is not None and not isinstance(text, str):
        note(layout.column("text"), f"{inline(text)} is not text", "text")
    alone = not layout.column("id") and not layout.column("start")
    return Segment(
        id=file_stem(path) if alone else name["id"],
        session=file_stem(path),
        channel=name["channel"],
        speaker=name["speaker"],
        start=start,
        end=end,
        text=text.strip(BLANKS) if isinstance(text, str) else "",
        attributes=attributes + _exact(row, layout, format),
    )


def _exact(row: Mapping[str, Json], layout: Layout, format: str) -> Attributes:
    """The cells that cannot be derived from the segment again."""
    exact: dict[str, Json] = {}
    for role in ("id", "channel", "speaker", "text", "start", "end"):
        column = layout.column(role)
        value = row.get(column)
        plain = isinstance(value, str) and (value == value.strip(BLANKS) or role != "text")
        if column in row and not plain and not (role in ("start", "end") and isinstance(value, (int, float))):
            exact[column] = value
    return (detail(format, "/cells", exact),) if exact else ()


def _name(row: Mapping[str, Json], column: str, note: Note) -> str:
    value = row.get(column)
    if isinstance(value, (dict, list, bool)):
        note(column, f"{inline(value)} is not a name", "text or a number")
        return ""
    return "" if value is None else str(value)


def _path(value: Json, column: str, note: Note) -> str:
    """The path of a recording; an object with the sound itself has it under `path`."""
    if isinstance(value, dict):
        value = value.get("path")
    if value is None or isinstance(value, str):
        return value or ""
    note(column, f"{inline(value)} is not a path", "text")
    return ""


def _time(row: Mapping[str, Json], column: str, note: Note) -> Written | None:
    value = row.get(column)
    if value is None or value == "":
        return None
    text = inline(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value
    number = number_of(text) if isinstance(text, str) else None
    if number is None or not isinstance(text, str):
        note(column, f"{value if isinstance(value, str) else inline(value)!r} is not a number", "seconds")
        return None
    if not 0 <= number < float("inf"):
        note(column, f"{text} is not a time", "finite seconds >= 0")
        return None
    return Written(text)


# --- writing -------------------------------------------------------------------------------------


def written_columns(corpus: Corpus, target: str = "") -> dict[str, Sequence[str]] | None:
    """The names and texts of the columns of a corpus of bare texts without details of tables; None for any other.

    A corpus that was read from a file of the target format keeps its columns.

    >>> written_columns(Corpus(Table(1, speaker=["anna"], text=["hi"])))
    {'speaker': ['anna'], 'text': ['hi']}
    """
    table = corpus.table
    remembered = details(corpus.meta, target).get(COLUMNS) if target and len(corpus.meta) == 1 else None
    if table.has("ignored") or (corpus.meta and not isinstance(remembered, dict)):
        return None
    keys = {key for pairs in table.column("attributes") or () for key, _ in pairs}
    if any(key.partition(":")[0] in FAMILY for key in keys):
        return None
    lists: LabelLists | None = table.column("labels") if table.written is None else None
    if lists is not None and (lists.odd or not is_sound(table, lists)):
        return None
    latest = LATEST if keys else inf  # only details of other formats make a late time an error
    texts = table.texts()
    if table.grammar != "plain" and not are_bare(texts):
        return None
    names = {role: table.column(role) for role in ("id", "session", "channel", "speaker") if table.has(role)}
    start, end = bounds(table, lists)
    times = {role: column for role, column in (("start", start), ("end", end)) if column is not None}
    if not all(column.is_complete() and _are_times(column.values, latest) for column in times.values()):
        return None
    if start is not None and end is not None and any(map(gt, start.values, end.values)):
        return None
    columns = {**names, **{role: column.texts() for role, column in times.items()}, "text": texts}
    if not isinstance(remembered, dict):
        return {ROLES[role][0]: column for role, column in columns.items()}
    names_read, layout = columns_from(remembered)
    roles = {name: role for role, name in layout.columns.items()}
    # Nothing of the table may lack a column, and no column may need more than the table has.
    if not columns.keys() <= layout.columns.keys() or {*names_read} != {*roles} or "duration" in layout.columns:
        return None
    nothing = [""] * len(texts)
    return {name: columns.get(roles[name], nothing) for name in names_read}


def is_foreign(corpus: Corpus) -> bool:
    """Whether no table of this family left details in a corpus, nor lines from which it could be written."""
    attributes = {key for pairs in (corpus.meta, *(corpus.table.column("attributes") or ())) for key, _ in pairs}
    has_lines = corpus.format in FAMILY or corpus.table.column("original") is not None
    return not has_lines and {*FAMILY}.isdisjoint([key.partition(":")[0] for key in attributes])


def _are_times(values: Sequence[float], latest: float) -> bool:
    return min(values, default=0.0) >= 0 and max(values, default=0.0) < latest


def extras_of(segments: Spoken) -> dict[int, dict[str, Json]]:
    """The details of tables that attributes keep, by row."""
    extras: dict[int, dict[str, Json]] = {}
    for other in FAMILY:
        for row, more in details_of(segments.table.column("attributes"), other).items():
            extras[row] = extras[row] | more if row in extras else more
    return dict(sorted(extras.items()))


def columns_of(
    meta: Attributes, segments: Spoken, extras: Mapping[int, Mapping[str, Json]], target: str
) -> tuple[list[str], Layout]:
    """The names of the columns of a corpus: those of the file that it was read from, else those that its segments
    need."""
    names: list[str] = []
    roles: dict[str, str] = {}
    for other in FAMILY:
        columns = details(meta, other).get(COLUMNS)
        if isinstance(columns, dict):
            names, layout = columns_from(columns)
            if other == target:
                return names, layout
            roles = dict(layout.columns)
    start, end = segments.bounds()
    ids = segments.table.ids()
    needed = {
        "id": any(ids),
        "session": any(segments.sessions),
        "channel": any(segments.channels),
        "speaker": any(segments.speakers),
        "start": start.count(None) < len(start),
        "end": end.count(None) < len(end),
        "text": True,
    }
    alone = bool(names) and "id" not in roles and [*ids] == [*segments.sessions]
    for role, is_needed in needed.items():
        is_there = role in roles or (role == "end" and "duration" in roles) or (role == "id" and alone)
        if is_needed and not is_there:
            roles[role] = ROLES[role][0]
    riding = dict.fromkeys(chain.from_iterable(extras.values()))
    wanted = dict.fromkeys((*names, *roles.values(), *(name for name in riding if not name.startswith("/"))))
    return list(wanted), Layout(roles)


def columns_from(remembered: dict[str, Json]) -> tuple[list[str], Layout]:
    """The names and the layout in an attribute."""
    names, roles = remembered.get("names"), remembered.get("roles")
    return (
        [str(name) for name in names] if isinstance(names, list) else [],
        Layout({role: str(name) for role, name in roles.items()} if isinstance(roles, dict) else {}),
    )


def columns_detail(names: Sequence[str], layout: Layout, format: str) -> tuple[str, str]:
    """The attribute that keeps the columns of a file."""
    return detail(format, COLUMNS, {"names": list(names), "roles": dict(layout.columns)})


MISSING = object()
"""What a column holds where a row has no such member."""


def cells_of(
    segments: Spoken,
    extras: Mapping[int, Mapping[str, Json]],
    columns: tuple[Sequence[str], Layout],
    places: Sequence[int],
) -> dict[str, list[Any]]:
    """The cells of the segments at these places, by the names of the columns; `MISSING` where a row has none."""
    names, layout = columns
    rows = list(map(extras.get, places, repeat({})))
    start, end = ([times[place] for place in places] for times in segments.bounds())
    paths = list(map(methodcaller("get", "/path"), rows))
    by_role: dict[str, list[Any]] = {
        "id": _at(segments.table.ids(), places),
        "session": _paths(paths, _at(segments.sessions, places)),
        "channel": _at(segments.channels, places),
        "speaker": _at(segments.speakers, places),
        "start": list(written(start)),
        "end": list(written(end)),
        "text": _at(segments.texts, places),
    }
    if layout.column("duration"):
        lengths = map(methodcaller("get", "/duration"), rows)
        by_role["duration"] = list(map(_duration, start, end, lengths))
    cells = {layout.column(role): column for role, column in by_role.items() if layout.column(role)}
    _restore(cells, rows)
    for name in names:
        if name not in cells:
            cells[name] = list(map(methodcaller("get", name, MISSING), rows))
    return {name: cells[name] for name in names}


def _at(column: Sequence[Any], places: Sequence[int]) -> list[Any]:
    return [column[place] for place in places]


def _paths(paths: Sequence[Json], sessions: list[str]) -> list[Any]:
    """The paths of recordings where these still have the names of their files, else the names."""
    if paths.count(None) == len(paths):
        return sessions
    names = [path.get("path") if isinstance(path, dict) else path for path in paths]
    stems = {name: file_stem(name) for name in {name for name in names if isinstance(name, str)}}
    rows = zip(paths, names, sessions, strict=True)
    return [path if type(name) is str and stems[name] == session else session for path, name, session in rows]


def _restore(cells: Mapping[str, list[Any]], rows: Sequence[Mapping[str, Json]]) -> None:
    """Puts the cells of the file back where they mean what is written."""
    exact = [(place, more) for place, more in enumerate(map(methodcaller("get", "/cells"), rows)) if type(more) is dict]
    for name, column in cells.items():
        values = [(place, more[name]) for place, more in exact if name in more]
        now = _plain([column[place] for place, _ in values])
        for (place, value), text, plain in zip(values, now, _plain([value for _, value in values]), strict=True):
            if text == plain:
                column[place] = value


def _plain(values: Sequence[Json]) -> list[str]:
    """The texts of cells without blanks around them."""
    texts = list(map(str.strip, [value if isinstance(value, str) else "" for value in values], repeat(BLANKS)))
    odd = [place for place, value in enumerate(values) if value is not None and not isinstance(value, str)]
    for place, text in zip(odd, inlines([values[place] for place in odd]), strict=True):
        texts[place] = text
    return texts


def _duration(start: str | None, end: str | None, read: Json) -> Json:
    if start is None or end is None:
        return read
    length = difference_text(end, start)
    number = None if read is None else number_of(read if isinstance(read, str) else inline(read))
    return read if number is not None and Decimal(inline(read).strip('"')) == Decimal(length) else Written(length)
