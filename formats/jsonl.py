"""Tables of utterances as lines of JSON with named members, as in data sets of Hugging Face.

The module `columns` defines the roles of members; a line may have fewer or more members than the first one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import Any

from . import vendors
from .engine.columns import (
    COLUMNS,
    MISSING,
    ROLES,
    Layout,
    cells_of,
    columns_detail,
    columns_from,
    columns_of,
    extras_of,
    is_foreign,
    layout_of,
    missing,
    segment_of,
    utterances,
)
from .engine.json import (
    NOTHING,
    Json,
    Lines,
    detail,
    inlines,
    outline,
    plain_numbers,
    written_lines,
)
from .engine.spoken import Spoken, check_times
from .record import Format
from .schema import Attributes, Corpus, Made, Numbers, Segment, Table
from .source import Source
from .values import dataclass, replace

NAME = "jsonl"
_ROW = "/row"


def read(source: Source, **columns: str) -> Corpus:
    """Reads lines; options name members that have other names than usual: `text="raw_text"`.

    >>> read(Source(b'{"id": "a", "sentence": "good day", "age": 7}\\n')).segments[0].text
    'good day'
    """
    document = Lines(source, NAME)
    values = document.rows().values
    layouts: dict[tuple[str, ...], _Row] = {}
    rows = []
    for value in values:
        names = tuple(value)
        if names not in layouts:
            layouts[names] = _Row(names, layout_of(names, columns))
        rows += [layouts[names]]
    if not rows:
        document.check()
        return Corpus(format=NAME, path=source.name)
    reader = _Reader(document, values, rows, columns)
    segments = reader.table()
    meta = (columns_detail(rows[0].names, rows[0].layout, NAME),)
    corpus = Corpus(vendors.sealed_lines(segments, document), meta=meta, format=NAME, path=source.name)
    corpus.table.nulls = segments.nulls
    return corpus


@dataclass(frozen=True, slots=True)
class _Reader:
    """The lines of a file, the layout of each, and the options."""

    document: Lines
    values: Sequence[dict[str, Json]]
    rows: Sequence[_Row]
    options: dict[str, str]

    def table(self) -> Table:
        """The lines as columns: those with the same members together, and one by one where one may have a problem."""
        size = len(self.rows)
        groups: dict[int, list[int]] = {}
        for place, row in enumerate(self.rows):
            if id(row) in groups:
                groups[id(row)] += [place]
            else:
                groups[id(row)] = [place]
        parts = [(places, self._usual(self.rows[places[0]], places)) for places in groups.values()]
        odd = sorted([place for places, part in parts if part is None for place in places])
        segments = list(map(self._segment, odd))
        self.document.check()
        tables: list[tuple[Sequence[int], Table]] = [(places, part) for places, part in parts if part is not None]
        tables += [(odd, Table.of(segments))] if odd else []
        columns: dict[str, Any] = {name: _merged(name, tables, size) for name in _FIELDS}
        attributes = self._attributes(tables[0][1] if len(tables) == 1 else None)
        whole = Table(size, path=self.document.name, lines=self.document.numbers, attributes=attributes, **columns)
        lacking = [place for place in odd if self.values[place].get(self.rows[place].layout.column("text")) is None]
        whole.nulls = sum(table.nulls for _, table in tables) + len(lacking)
        return whole

    def _usual(self, first: _Row, places: Sequence[int]) -> Table | None:
        """The lines of a layout, if none of them can be a problem."""
        if missing(first.layout, first.names, self.options)[0]:
            return None
        times = {first.layout.column(role) for role in ("start", "end", "duration")}
        cells: dict[str, list[Json]] = {}
        for name in first.names:
            cells[name] = [self.values[place][name] for place in places]
            if first.layout.is_known(name):
                cells[name] = plain_numbers(cells[name], is_text=name in times)
        where = (NAME, self.document.name, [self.document.numbers[place] for place in places])
        return utterances(cells, first.layout, where, lambda: list(map(self._segment, places)))

    def _attributes(self, table: Table | None) -> Made[Attributes]:
        """The column of attributes, made when it is looked at: that of a table, or of all segments."""

        def attributes() -> Sequence[Attributes]:
            if table is not None:
                return table.column("attributes") or [()] * len(self.rows)
            return [self._segment(place).attributes for place in range(len(self.rows))]

        return Made(len(self.rows), attributes)

    def _segment(self, place: int) -> Segment:
        """The segment of a line by itself, with the place of every problem."""
        row = self.rows[place]
        if self.values[place] is NOTHING:
            return Segment()
        value = dict(zip(row.names, plain_numbers([self.values[place][name] for name in row.names]), strict=True))
        what, expected = missing(row.layout, row.names, self.options)
        if what:
            self.document.note((place,), what, expected)

        def note(column: str, what: str, expected: str) -> None:
            self.document.note((place, column), what, expected)

        segment = segment_of(value, row.layout, NAME, note)
        if row is self.rows[0]:
            return segment
        is_own: dict[str, Json] = {"names": list(row.names), "roles": dict(row.layout.columns)}
        return replace(segment, attributes=(*segment.attributes, detail(NAME, _ROW, is_own)))


def _merged(name: str, tables: Sequence[tuple[Sequence[int], Table]], size: int) -> Any:
    """A column of several tables, each of which has some of the rows."""
    if len(tables) == 1:
        return tables[0][1].texts() if name == "text" else tables[0][1].column(name)
    cells: list[Any] = [None if name in ("start", "end") else ""] * size
    for places, table in tables:
        column = table.texts() if name == "text" else table.column(name)
        for place, cell in zip(places, column or (), strict=False):
            cells[place] = cell
    if name != "text" and cells.count(None) + cells.count("") == size:
        return None
    return Numbers.of(cells) if name in ("start", "end") else cells


_FIELDS = ("id", "session", "channel", "speaker", "start", "end", "text")


@dataclass(frozen=True, slots=True)
class _Row:
    """The layout of a line, from which lines are built."""

    names: Sequence[str]
    layout: Layout


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment; without empty members, if the segments are from another format."""
    yield from written_lines(_values(corpus))


def _values(corpus: Corpus) -> Sequence[Json]:
    is_own = any(key == f"{NAME}:{COLUMNS}" for key, _ in corpus.meta)
    if is_own:
        check_times(corpus)
        unchanged = vendors.unchanged_lines(corpus.table, NAME)
        if unchanged is not None:
            return unchanged
    elif is_foreign(corpus):
        return _lines(corpus)
    segments = Spoken(corpus, NAME)
    usual = columns_of(corpus.meta, segments, extras_of(segments), NAME)
    values: Sequence[Any] = vendors.unsealed_lines(segments, partial(_built, usual=usual, is_own=is_own))
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
    """The lines of segments: those with the same members together."""
    extras = extras_of(segments)
    layouts: list[Any] = [None] * segments.size
    for place in [place for place, more in segments.details.items() if _ROW in more] if is_own else ():
        row = segments.details[place][_ROW]
        layouts[place] = row if isinstance(row, dict) else None
    lines: list[Any] = [None] * segments.size
    groups: dict[str, list[int]] = {}
    for place, text in enumerate(inlines(layouts)):
        if text in groups:
            groups[text] += [place]
        else:
            groups[text] = [place]
    for places in groups.values():
        layout = layouts[places[0]]
        cells = cells_of(segments, extras, usual if layout is None else columns_from(layout), places)
        rows: Iterable[Any] = map(dict, map(zip, repeat([*cells]), zip(*cells.values(), strict=True)))
        if any(MISSING in column for column in cells.values()):
            rows = [{name: cell for name, cell in row.items() if cell is not MISSING} for row in rows]
        for place, row in zip(places, rows, strict=True):
            lines[place] = row
    return lines


def _lines(corpus: Corpus) -> list[Json]:
    """The lines of segments of another format, without empty members."""
    table = corpus.table
    is_bare = table.written is not None and not table.has("attributes")
    words = Spoken(corpus, NAME, earliest=None if is_bare else 0.0)
    start, end = words.bounds()
    names = {"id": words.table.ids(), "session": words.sessions, "channel": words.channels, "speaker": words.speakers}
    columns: dict[str, Sequence[Json]] = {
        ROLES[role][0]: vendors.texts_or_none(column) for role, column in names.items()
    }
    times = {ROLES["start"][0]: vendors.numerals(start), ROLES["end"][0]: vendors.numerals(end)}
    return vendors.objects({**columns, **times, ROLES["text"][0]: words.texts}, {})


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line is an object with a text and an id, recording or speaker, and of no other tool."""
    if not lines or not lines[0].rstrip().endswith("}"):
        return False
    shape = outline(lines[:1])
    texts = {f"/{name}" for name in ROLES["text"]}
    others = {f"/{name}" for role in ("id", "session", "speaker") for name in ROLES[role]}
    if "/audio_filepath" in shape or {"/recording_id", "/duration"} <= shape:
        return False
    if any(path.startswith(("/words/", "/segments/", "/result", "/utterances/", "/alternatives")) for path in shape):
        return False
    return bool(texts & shape) and bool(others & shape)


FORMAT = Format(
    name=NAME,
    suffixes=(".hf.jsonl",),
    summary="table of utterances as lines of JSON with named members",
    carries=frozenset({"ids", "sessions", "channels", "speakers", "segment times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="toolkits",
    streams="lines",
)
