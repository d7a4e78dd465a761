"""Tables of utterances as lines of JSON with named members, as in data sets of Hugging Face.

The module `columns` defines the roles of members; a line may have fewer or more members than the first one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from . import vendors
from .engine.columns import (
    COLUMNS,
    ROLES,
    Layout,
    columns_detail,
    columns_from,
    columns_of,
    is_foreign,
    layout_of,
    missing,
    row_of,
    segment_of,
    utterances,
)
from .engine.json import (
    NOTHING,
    Json,
    Lines,
    detail,
    details,
    inline,
    inlines,
    outline,
    plain_numbers,
)
from .engine.spoken import spoken
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

    def build(self, segment: Segment) -> Json:
        """The line of a segment."""
        return row_of(segment, self.names, self.layout)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment; without empty members, if the segments are from another format."""
    is_own = any(key == f"{NAME}:{COLUMNS}" for key, _ in corpus.meta)
    unchanged = None
    if is_own:
        vendors.check_times(corpus)
        unchanged = vendors.unchanged_lines(corpus.table, NAME)
    if unchanged is None and is_foreign(corpus):
        unchanged = _lines(corpus)
    if unchanged is not None:
        yield from [line + "\n" for line in inlines(unchanged)]
        return
    segments = list(spoken(corpus))
    usual = _Row(*columns_of(corpus, segments, NAME))
    for segment in segments:
        row = usual
        columns_of_row = details(segment.attributes, NAME).get(_ROW) if is_own else None
        if isinstance(columns_of_row, dict):
            row = _Row(*columns_from(columns_of_row))
        value = vendors.unsealed_line(segment, row.build, NAME)
        if not is_own and isinstance(value, dict):
            words = row.layout.column("text")
            value = {name: member for name, member in value.items() if member not in (None, "") or name == words}
        yield inline(value) + "\n"


def _lines(corpus: Corpus) -> list[Json]:
    """The lines of segments of another format, without empty members."""
    table = corpus.table
    is_bare = table.written is not None and not table.has("attributes")
    words = vendors.Spoken(corpus, NAME, earliest=None if is_bare else 0.0)
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
