"""Tables of utterances with named columns, as in data sets: the meaning of columns, and segments from rows.

The name of a column shows its role: `text`, `sentence`, `transcription` ... hold the words, `path`, `audio`,
`file_name` ... the recording. Options (`text="raw_text"`) give the role to a column of another name. In a table without
ids and times, each row is one recording, and its id is the name of the audio file. Other columns are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import chain, islice, repeat
from math import inf
from operator import add, attrgetter, gt, methodcaller, sub
from typing import Any

from ...core.file_names import file_stems
from ..errors import MAXIMUM_PROBLEMS, UsageError, argument, short, suggestion
from ..roles import ROLES, SESSIONS, first_usual, plain
from ..schema import Attributes, Corpus, Made, Numbers, Table, Written
from ..schema.markup import BLANKS, first_branches
from ..schema.numbers import exact_texts
from ..values import dataclass, replace
from .clock_times import CLOCK_EXPECTED, no_clock_time, time_numeral
from .features import COLUMNS
from .fields import are_times, times
from .fields import number as number_of
from .json import Json, detail, details, inline, numeral_json
from .spoken import Spoken, details_of, spoken

_LJSPEECH = "; rows of LJSpeech, without a heading: use the format ljspeech"
_SHOWN = 30
"""Names of columns that a message lists."""
FAMILY = ("csv", "tsv", "jsonl", "parquet", "hf-dataset")
CARRIES = frozenset({"ids", "sessions", "channels", "speakers", "segment times"}).union(
    [f"attributes:{name}" for name in FAMILY]
)
"""What tables carry; a table keeps the further columns of each other kind of table."""
_OF_EVENTS = {"end": ("offset",), "text": ("event_label",)}
"""The names of columns next to `onset`, in tables of sound events such as DESED's."""
LABEL = "label"
"""The column of speakers of turns, in tables without texts."""
_OF_ALIGNER = ("begin", "end", LABEL, "type", "speaker")
"""The columns of the Montreal Forced Aligner, whose rows are words and, again, their phones."""
_RECORDINGS = re.compile(
    r"(?:^|[\s_.-])(?:session|recording|meeting|conversation|dialog|dialogue|call|episode|show|file|filename|audio|wav|uri)"
    r"(?:[\s_.-]?(?:id|name|path|file|key|number))?$",
    re.IGNORECASE,
)
"""Names of columns that look like recordings."""
_REFERENCES_ALONE = (
    *("reference", "references", "ref", "ref_text", "reference_text"),
    *("ground_truth", "groundtruth", "gold", "human"),
)
REFERENCES = (*_REFERENCES_ALONE, *ROLES["text"])
HYPOTHESES = (
    *("pred_text", "hypothesis", "hypotheses", "hyp", "hyp_text"),
    *("prediction", "predictions", "predicted_text", "asr_text", "asr", "asr_output", "asr_transcript"),
)
"""Usual names of the columns of references and hypotheses in a table with both; NeMo writes `pred_text`."""
_EITHER = ("transcript", "transcription")


def usual_sides(names: Iterable[str]) -> tuple[str | None, str | None]:
    """The columns of references and hypotheses; next to a reference, a transcript is what was recognised.

    >>> usual_sides(["text", "pred_text"]), usual_sides(["Reference", "Transcript"]), usual_sides(["transcript"])
    (('text', 'pred_text'), ('Reference', 'Transcript'), ('transcript', None))
    """
    written = [*names]
    usual = (*HYPOTHESES, *_EITHER) if first_usual(_REFERENCES_ALONE, written) else HYPOTHESES
    return first_usual(REFERENCES, written), first_usual(usual, written)


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

    @property
    def has_paths(self) -> bool:
        """Whether recordings are named by paths, of which folders and suffixes go; names of sessions stay whole."""
        return plain(self.column("session")) not in SESSIONS

    def has_times(self) -> bool:
        """Whether a column holds times."""
        return any(map(self.column, ("start", "end", "duration")))

    def is_of_turns(self) -> bool:
        """Whether rows are turns of speakers, which need no texts."""
        return all(map(self.column, ("speaker", "start"))) and any(map(self.column, ("end", "duration")))


def layout_of(names: Iterable[str], options: Mapping[str, str]) -> Layout:
    """The roles of columns with these names.

    >>> layout_of(["client_id", "path", "sentence"], {}).columns
    {'session': 'path', 'speaker': 'client_id', 'text': 'sentence'}
    >>> layout_of(["File Name", "Transcript"], {}).columns
    {'session': 'File Name', 'text': 'Transcript'}
    """
    for role in options:
        if role not in ROLES:
            raise UsageError(f"{role!r} is not a role of a column; expected one of: {', '.join(ROLES)}")
    present = list(names)
    by_role: dict[str, str] = {}
    for role, usual in ROLES.items():
        if plain(by_role.get("start", "")) == "onset":
            usual = (*usual, *_OF_EVENTS.get(role, ()))
        if role == "session" and first_usual(ROLES["start"], present):
            usual = (*SESSIONS, *usual)  # times are those of a recording, whatever the path of the row is
        free = [name for name in present if name not in by_role.values()]
        if role in options:
            name = options[role] if options[role] in free else None
        else:
            name = first_usual(usual, free)
        if name is not None:
            by_role[role] = name
    if "start" not in by_role:
        by_role.pop("duration", None)  # without begins, this is the length of a file
    elif not by_role.keys() & {"text", "speaker"} and (label := first_usual([LABEL], present)):
        by_role["speaker"] = label
    if "text" not in options and is_of_aligner(present):
        by_role["text"] = first_usual([LABEL], present) or ""
    return Layout(by_role)


def is_of_aligner(names: Sequence[str]) -> bool:
    """Whether a table is one of the Montreal Forced Aligner.

    >>> is_of_aligner(["Begin", "End", "Label", "Type", "Speaker"]), is_of_aligner(["begin", "end", "label"])
    (True, False)
    """
    return [*map(plain, names)] == [*_OF_ALIGNER]


def missing(layout: Layout, names: Sequence[str], options: Mapping[str, str]) -> tuple[str, str]:
    """The problem of the names of columns, and what is expected; empty if there is none."""
    for role, name in options.items():
        if layout.column(role) != name and name in names:
            taken = next((other for other, column in layout.columns.items() if column == name), "")
            return f"column {name!r} already holds the {taken}", f"another column for the {role}"
        if layout.column(role) != name:
            return f"no column {name!r} among {shown_names(names)}", f"the name of one of them{suggestion(name, names)}"
    if not layout.column("text") and not layout.is_of_turns():
        wanted = f"one of: {', '.join(ROLES['text'])}, or of turns: speaker, start and end{hint(names, ROLES['text'])}"
        return f"no column of texts among {shown_names(names)}", wanted
    return "", ""


def shown_names(names: Sequence[str]) -> str:
    """The names of columns for a message, and how many more there are.

    >>> shown_names(["id", "text"]), shown_names(["c"] * 32)[-14:]
    ("'id', 'text'", "'c' and 2 more")
    """
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join([repr(short(name)) for name in names[:_SHOWN]]) + more


def hint(names: Sequence[str], usual: Iterable[str]) -> str:
    """The end of a message about names of columns of which none is a usual one: what is odd about them.

    >>> hint(["id|text"], ["text"])
    "; the columns are separated by |: expected commas, such as tr '|' ',' makes them"
    """
    wanted = {*usual}
    if len(names) == 1 and "|" in names[0]:
        if wanted.isdisjoint(names[0].split("|")):
            return _LJSPEECH
        return "; the columns are separated by |: expected commas, such as tr '|' ',' makes them"
    if names and "|" in names[0]:  # texts with commas
        return _LJSPEECH
    return ""


# --- reading -------------------------------------------------------------------------------------

_NO_NAMES = frozenset({dict, list, bool})
_NUMBERS = frozenset({int, float, bytes, Written})


@dataclass(frozen=True, slots=True)
class Wrong:
    """A problem of a cell: its row, the name of its column, what is wrong and what was expected."""

    row: int
    column: str
    what: str
    expected: str


def utterances(
    cells: Mapping[str, Sequence[Json]],
    layout: Layout,
    where: tuple[str, str, Sequence[int]],
    others: Callable[[], Sequence[Attributes]] | None = None,
) -> tuple[Table, list[Wrong]]:
    """The table of columns, and the problems of their cells, in the order of the rows.

    `where` are the format, the path of the file and the lines of the rows. `others` gives the attributes of members
    without a role; they come from the cells where it is missing.
    """
    owner, path, lines = where
    reader = _Reader(cells, layout, len(lines))
    names = {role: reader.names(role) for role in ("id", "channel", "speaker")}
    paths = reader.paths()
    sessions = paths if paths is None or not layout.has_paths else file_stems(paths)
    times = reader.times()
    texts = reader.texts()
    if not layout.column("id") and not layout.column("start"):
        names["id"] = sessions
    parts = [] if paths == sessions else [("/path", layout.column("session"), _moved(paths or (), sessions or ()))]
    if layout.column("duration"):
        name = layout.column("duration")
        parts.append(("/duration", name, [row for row, cell in enumerate(cells[name]) if cell not in (None, "")]))
    table = Table(
        len(texts),
        grammar="plain" if texts else None,
        path=path,
        id=names["id"],
        session=sessions,
        channel=names["channel"],
        speaker=names["speaker"],
        start=times[0],
        end=times[1],
        text=texts,
        lines=lines,
        attributes=_attributes(cells, (owner, layout), parts, others),
    )
    table.nulls = cells[layout.column("text")].count(None) if layout.column("text") else 0
    return table, sorted(reader.wrong, key=attrgetter("row"))


def _moved(paths: Sequence[str], stems: Sequence[str]) -> list[int]:
    """The rows whose recordings are named otherwise than their files."""
    return [row for row, (path, stem) in enumerate(zip(paths, stems, strict=True)) if path != stem]


def _are_texts(cell: Json) -> bool:
    return isinstance(cell, list) and {*map(type, cell)} == {str}


def one_of_several() -> str:
    """The advice for a cell that holds several references."""
    files = argument("result.references(other)", "--references FILE")
    return f"text; several references are one line of trn, such as {{ good day / hello there }} (id), or files: {files}"


class _Reader:
    """Reads the columns of roles; notes the first problems of each."""

    def __init__(self, cells: Mapping[str, Sequence[Json]], layout: Layout, size: int) -> None:
        self._cells, self._layout, self._size = cells, layout, size
        self.wrong: list[Wrong] = []

    def _column(self, role: str) -> Sequence[Json] | None:
        name = self._layout.column(role)
        return self._cells[name] if name else None

    def _note(self, role: str, rows: Iterable[int], whats: Iterable[str], expected: str) -> None:
        name = self._layout.column(role)
        for row, what in islice(zip(rows, whats, strict=False), MAXIMUM_PROBLEMS + 1):
            self.wrong.append(Wrong(row, name, what, expected))

    def _refuse(self, role: str, cells: Sequence[Json], rows: Sequence[int], what: str, expected: str) -> None:
        """Notes cells of a wrong kind."""
        self._note(role, rows, (f"{inline(cells[row])} is not {what}" for row in rows), expected)

    def names(self, role: str) -> Sequence[str] | None:
        """The names of a role; empty where a row has none."""
        cells = self._column(role)
        if cells is None:
            return None
        if not _NO_NAMES.isdisjoint(map(type, cells)):
            rows = [row for row, cell in enumerate(cells) if type(cell) in _NO_NAMES]
            self._refuse(role, cells, rows, "a name", "text or a number")
        texts = texts_of(cells)
        return [text or "" for text in texts] if None in texts else texts

    def paths(self) -> Sequence[str] | None:
        """The paths of recordings; an object with the sound itself has it under `path`."""
        column = self._column("session")
        if column is None or {*map(type, column)} == {str}:
            return column  # type: ignore[return-value]
        if not self._layout.has_paths:
            return self.names("session")
        cells = [cell.get("path") if type(cell) is dict else cell for cell in column]
        rows = [row for row, cell in enumerate(cells) if type(cell) is not str and cell is not None]
        self._refuse("session", cells, rows, "a path", "text")
        return [cell if type(cell) is str else "" for cell in cells]

    def texts(self) -> list[str]:
        """The words."""
        cells = self._column("text") or [None] * self._size
        if {*map(type, cells)} != {str}:
            rows = [row for row, cell in enumerate(cells) if type(cell) is not str and cell is not None]
            is_list = any(_are_texts(cells[row]) for row in rows)
            self._refuse("text", cells, rows, "text", one_of_several() if is_list else "text")
            cells = [cell if type(cell) is str else "" for cell in cells]
        return list(map(str.strip, cells, repeat(BLANKS)))  # type: ignore[arg-type]

    def times(self) -> tuple[Numbers | None, Numbers | None]:
        """Begins and ends; an end that is missing comes from the duration."""
        start, end, length = (self._times_of(role) for role in ("start", "end", "duration"))
        if length is not None and start is not None:
            ends: list[Any] = [None] * self._size if end is None else [*end.texts_or_none()]
            columns = start.texts_or_none(), ends, length.texts_or_none()
            rows = [row for row, (a, b, c) in enumerate(zip(*columns, strict=True)) if a and c and not b]
            begins, lengths = ([column[row] or "" for row in rows] for column in (columns[0], columns[2]))
            for row, text in zip(rows, exact_texts(add, begins, lengths), strict=True):
                ends[row] = text
            end = Numbers.some(ends)
        if start is not None and end is not None and any(map(gt, start.values, end.values)):
            rows = [row for row, (a, b) in enumerate(zip(start.values, end.values, strict=True)) if a > b]
            whats = (f"end {end[row]} is before begin {start[row]}" for row in rows)
            role = "end" if self._layout.column("end") else "duration"
            self._note(role, rows, whats, "end >= begin")
        if not self._layout.column("text") and self._layout.is_of_turns() and not self.wrong:
            self._check_turns(start, end)
        return start, end

    def _check_turns(self, start: Numbers | None, end: Numbers | None) -> None:
        """Notes turns without times, which are nothing but these."""
        for role, column in (("start", start), ("end" if self._layout.column("end") else "duration", end)):
            rows = [row for row in range(self._size) if column is None or column[row] is None]
            self._note(role, rows, repeat("no time"), "seconds")

    def _times_of(self, role: str) -> Numbers | None:
        """The times of a role as they were written; None if no row has one."""
        cells = self._column(role)
        if cells is None:
            return None
        texts: Sequence[str | None] = texts_of(cells)
        if None in texts or "" in texts:
            texts = [text or None for text in texts]
        if any(text is not None and (":" in text or "," in text) for text in texts):
            texts = [text and (time_numeral(text) or text) for text in texts]
        some = [text for text in texts if text is not None] if None in texts else texts
        values = times(some)  # type: ignore[arg-type]
        if values is not None:
            return Numbers.some(texts, values if None not in texts else None)
        problems = {text: _time_problem(text) for text in {*some} if text is not None}
        rows = [row for row, text in enumerate(texts) if text and problems[text][0]]
        for expected in (CLOCK_EXPECTED, "finite seconds >= 0"):
            odd = [row for row in rows if problems[texts[row] or ""][1] == expected]
            self._note(role, odd, (problems[texts[row] or ""][0] for row in odd), expected)
        wrong = {*rows}
        return Numbers.some([None if row in wrong else text for row, text in enumerate(texts)])


def _time_problem(text: str) -> tuple[str, str]:
    """The problem of a time, and what is expected; empty where there is none."""
    value = number_of(text)
    if value is None:
        return no_clock_time(text), CLOCK_EXPECTED
    return ("", "") if 0 <= value < inf else (f"{text} is not a time", "finite seconds >= 0")


def texts_of(cells: Sequence[Json]) -> Sequence[Any]:
    """The texts of cells, numbers as the file has them; None for null."""
    kinds = {*map(type, cells)}
    if kinds == {str}:
        return cells
    if kinds == {bytes}:
        return b"\n".join(cells).decode().split("\n")  # type: ignore[arg-type]
    return [cell if type(cell) is str or cell is None else inline(cell) for cell in cells]


def _attributes(
    cells: Mapping[str, Sequence[Json]],
    owner: tuple[str, Layout],
    parts: Sequence[tuple[str, str, Sequence[int]]],
    others: Callable[[], Sequence[Attributes]] | None,
) -> Sequence[Attributes] | None:
    """The attributes of rows, made when they are looked at: members without a role, the cells of `parts`, each the
    key, the column and the rows, and the cells that cannot be derived from the segments again."""
    family, layout = owner
    size = len(next(iter(cells.values()), ()))
    unknown = [name for name in cells if not layout.is_known(name)]
    exact = {name: rows for role in _EXACT if (name := layout.column(role)) and (rows := _odd_rows(role, cells[name]))}
    if others is None and not unknown and not exact and not any(rows for _, _, rows in parts):
        return None

    def attributes() -> Sequence[Attributes]:
        pairs = [zip(repeat(f"{family}:{name}"), map(inline, cells[name])) for name in unknown]
        rows: list[Attributes] = list(zip(*pairs, strict=True)) if pairs else [()] * size
        rows = rows if others is None else list(others())
        for key, name, places in parts:
            _append(rows, places, f"{family}:{key}", [cells[name][row] for row in places])
        whole: dict[int, dict[str, Json]] = {row: {} for row in sorted({*chain.from_iterable(exact.values())})}
        for name, places in exact.items():
            for row in places:
                whole[row][name] = cells[name][row]
        _append(rows, [*whole], f"{family}:/cells", [*whole.values()])
        return rows

    if others is None:
        return _OfCells(size, attributes, {name: cells[name] for name in unknown})
    return Made(size, attributes)


class _OfCells(Made[Attributes]):
    """Attributes of rows that are cells of columns, which are kept: readers of columns need no attributes."""

    __slots__ = ("columns",)

    def __init__(
        self, size: int, make: Callable[[], Sequence[Attributes]], columns: Mapping[str, Sequence[Json]]
    ) -> None:
        super().__init__(size, make)
        self.columns = columns


def _append(rows: list[Attributes], places: Sequence[int], key: str, values: Sequence[Json]) -> None:
    """Appends the attribute of a key to the rows at these places."""
    for row, value in zip(places, values, strict=True):
        rows[row] += ((key, inline(value)),)


_EXACT = "id", "channel", "speaker", "text", "start", "end"


def _odd_rows(role: str, cells: Sequence[Json]) -> list[int]:
    """The rows whose cells cannot be derived from the segments again."""
    if role == "text":
        stripped = list(map(str.strip, [cell if type(cell) is str else "" for cell in cells], repeat(BLANKS)))
        if stripped == cells:
            return []
        return [row for row, (cell, text) in enumerate(zip(cells, stripped, strict=True)) if cell != text]
    kinds = {str, *_NUMBERS} if role in ("start", "end") else {str}
    return [row for row, cell in enumerate(cells) if type(cell) not in kinds] if {*map(type, cells)} - kinds else []


def table_of(
    ids: Sequence[str],
    texts: Sequence[str],
    layout: Layout,
    path: str,
    make: Callable[[], Table],
    nulls: int,
    further: Callable[[Sequence[str]], Mapping[str, Sequence[str | None]]] | None = None,
) -> Table:
    """The table of utterances without times; what else a row has comes from the table that `make` reads.

    `further` reads what `further_columns` gives, where that takes less.
    """
    # Names without a column are missing, or come from the ids.
    columns: dict[str, Any] = dict.fromkeys({"session", "channel", "speaker"} - layout.columns.keys())
    columns |= dict.fromkeys(("start", "end", "tags", "ignored", "labels"))
    table = Table(len(texts), path=path, others=make, id=ids, text=texts, **columns)
    table.nulls = nulls
    table.further = further
    return table


# --- writing -------------------------------------------------------------------------------------

MISSING = object()
"""What a column holds where a row has no such member."""


class Rows:
    """The segments that a table is written from, with the details of tables that they keep, by row."""

    def __init__(self, segments: Spoken) -> None:
        self.segments = segments
        self.start, self.end = segments.bounds()
        bounds = {"start": self.start, "end": self.end}
        self._timed = {role: column for role, column in bounds.items() if column.count(None) < len(column)}
        extras: dict[int, dict[str, Json]] = {}
        attributes = segments.table.column("attributes")
        for family in FAMILY if attributes is not None else ():
            for row, more in details_of(attributes, family).items():
                extras[row] = extras[row] | more if row in extras else more
        self.extras = dict(sorted(extras.items()))

    def columns(self, meta: Attributes, target: str) -> tuple[list[str], Layout]:
        """The names of the columns: those of the file that a corpus was read from, and of times that it has got, else
        those that its segments need."""
        names: list[str] = []
        roles: dict[str, str] = {}
        for other in FAMILY:
            remembered = details(meta, other).get(COLUMNS)
            if isinstance(remembered, dict):
                names, layout = columns_from(remembered)
                if other == target:
                    return self.with_times(names, layout, range(len(self.start)))
                roles = dict(layout.columns)
        ids, sessions = self.segments.table.ids(), self.segments.sessions
        needed = {
            "id": any(ids),
            "session": any(sessions),
            "channel": any(self.segments.channels),
            "speaker": any(self.segments.speakers),
            "start": "start" in self._timed,
            "end": "end" in self._timed,
            "text": True,
        }
        alone = bool(names) and "id" not in roles and [*ids] == [*sessions]
        for role, is_needed in needed.items():
            is_there = role in roles or (role == "end" and "duration" in roles) or (role == "id" and alone)
            if is_needed and not is_there:
                roles[role] = ROLES[role][0]
        riding = dict.fromkeys(chain.from_iterable(self.extras.values()))
        wanted = dict.fromkeys((*names, *roles.values(), *(name for name in riding if not name.startswith("/"))))
        return list(wanted), Layout(roles)

    def with_times(self, names: Sequence[str], layout: Layout, places: Sequence[int]) -> tuple[list[str], Layout]:
        """The columns of rows of a file, and those of times that the rows at these places have got since."""
        roles = dict(layout.columns)
        for role, bounds in self._timed.items():
            is_there = role in roles or (role == "end" and "duration" in roles)
            if not is_there and any(bounds[place] is not None for place in places):
                roles[role] = ROLES[role][0]
        return list(dict.fromkeys((*names, *roles.values()))), Layout(roles)

    def cells(self, columns: tuple[Sequence[str], Layout], places: Sequence[int]) -> dict[str, list[Any]]:
        """The cells of the rows at these places, by the names of the columns; `MISSING` where a row has none. Times are
        texts."""
        names, layout = columns
        segments = self.segments
        rows = list(map(self.extras.get, places, repeat({})))
        start, end = _at(self.start, places), _at(self.end, places)
        paths = list(map(methodcaller("get", "/path"), rows))
        by_role: dict[str, list[Any]] = {
            "id": _at(segments.table.ids(), places),
            "session": _paths(paths, _at(segments.sessions, places)),
            "channel": _at(segments.channels, places),
            "speaker": _at(segments.speakers, places),
            "start": start,
            "end": end,
            "text": _at(segments.texts, places),
        }
        if layout.column("duration"):
            by_role["duration"] = _durations(start, end, list(map(methodcaller("get", "/duration"), rows)))
        cells = {layout.column(role): column for role, column in by_role.items() if layout.column(role)}
        _restore(cells, rows)
        for name in names:
            if name not in cells:
                cells[name] = list(map(methodcaller("get", name, MISSING), rows))
        return {name: cells[name] for name in names}


def rows_of(corpus: Corpus, format: str) -> Rows:
    """The segments of a corpus; an error for times that readers would refuse."""
    table = corpus.table
    texts = first_branches(table.texts()) if table.written is not None and table.grammar == "sclite" else None
    plain = corpus if texts is None else replace(corpus, segments=table.changed("plain", text=texts))
    rows = Rows(Spoken(plain, format, earliest=None))
    times = [[None if text is None else float(text) for text in column] for column in (rows.start, rows.end)]
    some = [time for column in times for time in column if time is not None]
    pairs = zip(*times, strict=True)
    if not are_times(some) or any(a is not None and b is not None and a > b for a, b in pairs):
        for _ in spoken(corpus):
            pass  # the first wrong one is rejected
    return rows


def with_numbers(cells: dict[str, list[Any]], layout: Layout) -> dict[str, list[Any]]:
    """The cells with numbers in place of the texts of times."""
    for name in filter(None, map(layout.column, ("start", "end"))):
        cells[name] = [numeral_json(cell).encode() if type(cell) is str else cell for cell in cells[name]]
    return cells


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


# --- other columns -------------------------------------------------------------------------------

_NEMO = "nemo"
_KEYS = frozenset({"id", "text", "start", "end", "duration"})


def column_names(corpus: Corpus) -> Sequence[str]:
    """The columns of the table that a corpus was read from; none of another corpus."""
    return _columns_of(corpus)[0]


def further_names(corpus: Corpus) -> Sequence[str] | None:
    """The columns of a table, or of its first line, without texts, ids and times; None where only a look at all rows
    tells them."""
    if corpus.format == _NEMO:
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
    if isinstance(attributes, _OfCells):
        columns = attributes.columns
        if columns.keys() == {*names} and all({*map(type, columns[name])} == {str} for name in names):
            return {name: columns[name] for name in names}
    values: dict[str, list[Json]] = {name: [None] * size for name in names}
    for row, cells in details_of(attributes, corpus.format).items():
        for name, cell in cells.items():
            if name in values:
                values[name][row] = cell
            elif not name.startswith("/"):
                values[name] = [None] * size
                values[name][row] = cell
    return values


def _columns_of(corpus: Corpus) -> tuple[list[str], Layout]:
    """The columns of the table that a corpus was read from; of another corpus none, but for speakers of a manifest."""
    if corpus.format == _NEMO:
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
    suspects = [name for name in names if not layout.is_known(name) and _RECORDINGS.search(name)]
    columns = _cells_of(corpus, suspects) if suspects else {}
    for name in suspects:
        recordings = [*dict.fromkeys(text for text in texts_of(columns[name]) if text)]
        if len(recordings) > 1:
            shown = ", ".join(map(short, recordings[:3])) + (" ..." if len(recordings) > 3 else "")
            raise UsageError(
                f"{corpus.path}: no column of recordings, but {name!r} looks like one ({shown}); expected it under the "
                "name session, or no such column where all rows are one recording"
            )


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


def _at(column: Sequence[Any], places: Sequence[int]) -> list[Any]:
    return list(column) if len(places) == len(column) else [column[place] for place in places]


def _paths(paths: Sequence[Json], sessions: list[str]) -> list[Any]:
    """The paths of recordings where these still have the names of their files, else the names."""
    if paths.count(None) == len(paths):
        return sessions
    names = [path.get("path") if type(path) is dict else path for path in paths]
    stems = file_stems([name if type(name) is str else "" for name in names])
    columns = zip(paths, names, stems, sessions, strict=True)
    return [path if type(name) is str and stem == session else session for path, name, stem, session in columns]


def _restore(cells: Mapping[str, list[Any]], rows: Sequence[Mapping[str, Json]]) -> None:
    """Puts the cells of the file back where they mean what is written."""
    exact = [(place, more) for place, more in enumerate(map(methodcaller("get", "/cells"), rows)) if type(more) is dict]
    for name, column in cells.items():
        values = [(place, more[name]) for place, more in exact if name in more]
        now = _plain([column[place] for place, _ in values])
        for (place, value), text, kept in zip(values, now, _plain([value for _, value in values]), strict=True):
            if text == kept:
                column[place] = value


def _plain(values: Sequence[Json]) -> list[str]:
    """The texts of cells without blanks around them."""
    return list(map(str.strip, [text or "" for text in texts_of(values)], repeat(BLANKS)))


def _durations(starts: Sequence[str | None], ends: Sequence[str | None], read: Sequence[Json]) -> list[Json]:
    """The lengths of rows, as they were read where they are the same."""
    column = list(read)
    rows = [row for row, times in enumerate(zip(starts, ends, strict=True)) if None not in times]
    texts = exact_texts(sub, *([column[row] or "" for row in rows] for column in (ends, starts)))
    for row, length, text in zip(rows, texts, texts_of([read[row] for row in rows]), strict=True):
        is_same = text == length or (text and number_of(text) is not None and Decimal(text) == Decimal(length))
        column[row] = column[row] if is_same else numeral_json(length).encode()
    return column
