"""Tables of utterances as lines of JSON with named members, as in data sets of Hugging Face.

The module `columns` defines the roles of members; a line may have fewer or more members than the first one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, repeat
from operator import itemgetter
from typing import Any

from . import vendors
from .engine.columns import CARRIES, LABEL, Layout, columns_detail, columns_from, layout_of, missing
from .engine.features import COLUMNS
from .engine.further_columns import further_of
from .engine.json import Json, Lines, details, lines_of, parse, values_of_lines
from .engine.json_objects import lines_in
from .engine.json_places import outline
from .engine.json_rows import NAMED, NULL, PATH, STRIPPED, TEXT, TIME, PlainRows, Shape
from .engine.json_text import inline, written_lines
from .engine.spoken import Spoken
from .engine.table_cells import MISSING, Rows, rows_of, with_numbers
from .engine.utterances import texts_of, utterances
from .errors import ScoreliteError
from .record import Format
from .roles import ROLES, TIMES
from .schema import Attributes, Corpus, Made, Numbers, Table
from .source import Source
from .values import dataclass

NAME = "jsonl"
_ROW = "/row"
_NAMES = (*chain.from_iterable(ROLES.values()), LABEL)


def read(source: Source, **columns: str) -> Corpus:
    """Reads lines; options name members that have other names than usual: `text="raw_text"`.

    >>> read(Source(b'{"id": "a", "sentence": "good day", "age": 7}\\n')).segments[0].text
    'good day'
    """
    columns = {role: str(name) for role, name in columns.items()}  # a command may give a number
    names = _names_of(source)
    layout = layout_of(names, columns)
    shape = Shape({}) if missing(layout, names, columns)[0] else _shape(layout, columns)
    further = partial(_further, source, names, layout)
    table = vendors.table_of_lines(source, NAME, shape, partial(_table, options=columns), further)
    if not len(table):
        return Corpus(format=NAME, path=source.name)
    return Corpus(table, meta=(columns_detail(names, layout, NAME),), format=NAME, path=source.name)


def _names_of(source: Source) -> list[str]:
    """The names of the members of the first line; none of one that is no object."""
    line = next((line for run in source.runs_of_lines() for line in run if line.strip()), "{}")
    try:
        value = parse(line, source.name)
    except ScoreliteError:
        return []  # is reported with the problems of all lines
    return [*value] if isinstance(value, dict) else []


def _shape(layout: Layout, options: dict[str, str]) -> Shape:
    """The shape of plain lines with these roles; none of lines whose times are milliseconds."""
    if any(map(layout.in_milliseconds, TIMES)):
        return Shape({})
    holds = {"text": TEXT | NULL | STRIPPED, "session": TEXT | NULL | PATH if layout.has_paths else NAMED}
    holds |= dict.fromkeys(("id", "channel", "speaker"), NAMED) | dict.fromkeys(("start", "end", "duration"), TIME)
    members = {role: (layout.column(role), kinds if layout.column(role) else NULL) for role, kinds in holds.items()}
    # Recordings are the ids of lines without them.
    ids = "id" if layout.column("id") or layout.column("start") else "session"
    return Shape(members, sorted({*_NAMES, *options.values(), *layout.columns.values()}), ids=ids, counts_nulls=True)


def _further(
    source: Source, names: Sequence[str], layout: Layout, plain: PlainRows, without: Sequence[str]
) -> Mapping[str, Sequence[str | None]]:
    """The columns but for texts, ids and times, and some others, by name; None where a line has no such member."""
    columns: dict[str, Sequence[str | None]] = {}
    for name in further_of(names, layout):
        if name in without:
            continue
        role = next((role for role, column in layout.columns.items() if column == name), "")
        cells = plain.table.column(role) or [""] * len(plain.table) if role else plain.rows.member(name)
        if cells is None:  # objects and lists
            values: list[Any] = values_of_lines(lines_of(source)[0])
            cells = texts_of([value.get(name) for value in values])
        columns[name] = cells
    return columns


def _table(document: Lines, options: dict[str, str]) -> Table:
    """The table of lines."""
    rows = lines_in(document)
    if not rows:
        document.check()
        return Table(0)
    members = [row.members for row in rows]
    return _Reader(document, members, list(map(bool, rows)), list(map(tuple, members)), options).table()[0]


@dataclass(frozen=True, slots=True)
class _Reader:
    """The lines of a file, and the options."""

    document: Lines
    rows: Sequence[Mapping[str, Json]]
    are_objects: Sequence[bool]
    """Whether each line is an object."""
    names: Sequence[tuple[str, ...]]
    """The names of the members of each line."""
    options: dict[str, str]

    def table(self) -> tuple[Table, Layout]:
        """The lines as columns, those with the same roles together; and the layout of the first one."""
        # The first line decides which names are usual ones in another form, so that no line has two texts.
        usual = {*_NAMES, *self.options.values(), *layout_of(self.names[0], self.options).columns.values()}
        roles = {names: tuple([name for name in names if name in usual]) for names in {*self.names}}
        groups: dict[tuple[str, ...], Sequence[int]] = {key: range(len(self.rows)) for key in roles.values()}
        if len(groups) > 1 or () in self.names:
            groups = _grouped(map(roles.__getitem__, self.names), self.are_objects)
        layouts = [layout_of(names, self.options) for names in groups]
        parts = [(places, self._part(places, layout)) for places, layout in zip(groups.values(), layouts, strict=True)]
        self.document.check()
        attributes = self._attributes(parts, layouts)
        columns: dict[str, Any] = {
            name: _merged([(places, part.column(name)) for places, part in parts]) for name in _FIELDS
        }
        whole = Table(
            len(self.rows), path=self.document.name, lines=self.document.numbers, attributes=attributes, **columns
        )
        whole.nulls = sum(part.nulls for _, part in parts)
        return whole, layouts[0]

    def _part(self, places: Sequence[int], layout: Layout) -> Table:
        """The lines of one layout."""
        rows = self.rows if len(places) == len(self.rows) else [self.rows[place] for place in places]
        if missing(layout, [*rows[0]], self.options)[0]:
            # What all lines lack is said once.
            first = 1 if len(rows) == len(self.rows) else len(rows)
            for place, row in zip(places[:first], rows[:first], strict=True):
                self.document.note((place,), *missing(layout, [*row], self.options))
        cells = {name: list(map(itemgetter(name), rows)) for name in layout.columns.values()}
        numbers = [self.document.numbers[place] for place in places]
        members = partial(_members, rows, {*cells}) if any(map(len(cells).__ne__, map(len, rows))) else None
        table, wrong = utterances(cells, layout, (NAME, self.document.name, numbers), members)
        for problem in wrong:
            self.document.note((places[problem.row], problem.column), problem.what, problem.expected)
        return table

    def _attributes(
        self, parts: Sequence[tuple[Sequence[int], Table]], layouts: Sequence[Layout]
    ) -> Sequence[Attributes] | None:
        """The column of attributes, made when it is looked at; a line with other names than the first keeps these."""
        names = self.names
        distinct = [key for key in dict.fromkeys(names) if key != names[0]]
        if not distinct and parts[0][1].column("attributes") is None:
            return None

        def attributes() -> Sequence[Attributes]:
            columns = [(places, part.column("attributes")) for places, part in parts]
            rows: list[Attributes] = list(_merged(columns, ()) or [()] * len(self.rows))
            roles = {place: layout for (places, _), layout in zip(parts, layouts, strict=True) for place in places}
            first = {key: place for place, key in reversed([*enumerate(names)])}
            own: list[Json] = [{"names": [*key], "roles": {**roles[first[key]].columns}} for key in distinct]
            texts = {key: ((f"{NAME}:{_ROW}", text),) for key, text in zip(distinct, map(inline, own), strict=True)}
            return [more + texts[key] if key in texts else more for more, key in zip(rows, names, strict=True)]

        return Made(len(self.rows), attributes)


def _grouped(keys: Iterable[tuple[str, ...]], is_read: Sequence[bool]) -> dict[tuple[str, ...], Sequence[int]]:
    """The places of the lines with the same roles; a line that is not JSON begins no group."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for place, key in enumerate(keys):
        if key in groups:
            groups[key] += [place]
        elif is_read[place]:
            groups[key] = [place]
    return {**groups}


def _members(rows: Sequence[Mapping[str, Json]], used: set[str]) -> list[Attributes]:
    """The attributes of members without a role."""
    return [
        tuple([(f"{NAME}:{name}", inline(value)) for name, value in row.items() if name not in used]) for row in rows
    ]


def _merged(columns: Sequence[tuple[Sequence[int], Any]], nothing: object = "") -> Any:
    """A column of several parts, each of which has some of the rows; None if none has it."""
    if len(columns) == 1:
        return columns[0][1]
    some = [(places, column) for places, column in columns if column is not None]
    if not some:
        return None
    cells: list[Any] = [nothing] * sum(len(places) for places, _ in columns)
    are_times = all(type(column) is Numbers for _, column in some)
    for places, column in some:
        for place, cell in zip(places, column.texts_or_none() if are_times else column, strict=True):
            cells[place] = cell
    return Numbers.some([cell or None for cell in cells]) if are_times else cells


_FIELDS = ("id", "session", "channel", "speaker", "start", "end", "text")


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment; without empty members, if the segments are from another format."""
    yield from written_lines(_values(corpus))


def _values(corpus: Corpus) -> Sequence[Json]:
    is_own = any(key == f"{NAME}:{COLUMNS}" for key, _ in corpus.meta)
    rows = rows_of(corpus, NAME)
    unchanged = vendors.unchanged_lines(corpus.table, NAME) if is_own else None
    if unchanged is not None:
        return unchanged
    remembered = details(corpus.meta, NAME).get(COLUMNS)
    usual = columns_from(remembered) if isinstance(remembered, dict) else rows.columns(corpus.meta, NAME)
    build = partial(_built, usual=usual, is_own=is_own)
    values: Sequence[Any] = vendors.unsealed_lines(rows.segments, build)
    if is_own:
        return values
    words = usual[1].column("text")
    return [
        {name: member for name, member in value.items() if member not in (None, "") or name == words}
        if type(value) is dict
        else value
        for value in values
    ]


def _built(segments: Spoken, usual: tuple[Sequence[str], Layout], is_own: bool) -> list[Json]:
    """The lines of segments: those with the same roles together."""
    rows = Rows(segments)
    layouts: list[Any] = [None] * segments.size
    for place in [place for place, more in segments.details.items() if _ROW in more] if is_own else ():
        row = segments.details[place][_ROW]
        layouts[place] = row if isinstance(row, dict) else None
    lines: list[Any] = [None] * segments.size
    groups: dict[str, list[int]] = {}
    for place, text in enumerate(map(inline, layouts)):
        if text in groups:
            groups[text] += [place]
        else:
            groups[text] = [place]
    for places in groups.values():
        own = layouts[places[0]]
        columns = rows.with_times(*(usual if own is None else columns_from(own)), places)
        cells = with_numbers(rows.cells(columns, places), columns[1])
        objects: Iterable[Any] = map(dict, map(zip, repeat([*cells]), zip(*cells.values(), strict=True)))
        if any(MISSING in column for column in cells.values()):
            objects = [{name: cell for name, cell in row.items() if cell is not MISSING} for row in objects]
        for place, value in zip(places, objects, strict=True):
            lines[place] = value
    return lines


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line is an object with a text and an id, recording or speaker, and of no other tool."""
    lines = [line for line in lines if line.strip()]
    if not lines or not lines[0].rstrip().endswith("}"):
        return False
    shape = outline(lines[:1])
    if "/audio_filepath" in shape or "/tokens/*/start_ms" in shape or {"/recording_id", "/duration"} <= shape:
        return False
    if any(path.startswith(("/words/", "/segments/", "/result", "/utterances/", "/alternatives")) for path in shape):
        return False
    layout = layout_of([path[1:] for path in sorted(shape)], {})
    if layout.is_of_turns():
        return True
    is_named = any(map(layout.column, ("id", "session", "speaker")))
    return bool(layout.column("text")) and (is_named or _are_plain(lines, shape))


def _are_plain(lines: Sequence[str], shape: frozenset[str]) -> bool:
    """Whether several lines are objects of plain members; one alone is an answer of Whisper, Vosk has blanks."""
    objects = sum(line.startswith("{") for line in lines)
    return objects > 1 and all(path.count("/") < 2 for path in shape) and '"text" :' not in lines[0]


FORMAT = Format(
    name=NAME,
    suffixes=(".hf.jsonl",),
    summary="table of utterances as JSON lines with named members",
    carries=CARRIES,
    read=read,
    write=write,
    sniff=sniff,
    family="toolkits",
    streams="lines",
)
