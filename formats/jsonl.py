"""Tables of utterances as lines of JSON with named members, as in data sets of Hugging Face.

The module `columns` defines the roles of members; a line may have fewer or more members than the first one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, repeat
from typing import Any

from .engine.columns import (
    COLUMNS,
    ROLES,
    Layout,
    columns_detail,
    columns_from,
    columns_of,
    layout_of,
    missing,
    row_of,
    segment_of,
    utterances,
    written_columns,
)
from .engine.spoken import spoken
from .json import NOTHING, Json, Lines, detail, details, inline, inlines, numerals_json, outline, texts_json
from .record import Format
from .schema import Corpus, Made, Numbers, Segment, Table
from .source import Source
from .values import dataclass, replace
from .vendors import sealed_lines, unchanged_lines, unsealed_line

NAME = "jsonl"
_ROW = "/row"
_PIECE = 512  # lines written together


def read(source: Source, **columns: str) -> Corpus:
    """Reads lines; options name members that have other names than usual: `text="raw_text"`.

    >>> read(Source(b'{"id": "a", "sentence": "good day", "age": 7}\\n')).segments[0].text
    'good day'
    """
    document = Lines(source, NAME, as_bytes=False)
    values = document.rows().values
    known: dict[tuple[str, ...], _Row] = {}
    rows = []
    for value in values:
        names = tuple(value)
        if names not in known:
            known[names] = _Row(names, layout_of(names, columns))
        rows += [known[names]]
    if not rows:
        document.check()
        return Corpus(format=NAME, path=source.name)
    reader = _Reader(document, values, rows, columns)
    segments = reader.table()
    meta = (columns_detail(rows[0].names, rows[0].layout, NAME),)
    corpus = Corpus(sealed_lines(segments, document), meta=meta, format=NAME, path=source.name)
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
        """The lines like the first one as columns, into which each other line puts what it has."""
        first, size = self.rows[0], len(self.rows)
        usual = [place for place, row in enumerate(self.rows) if row is first]
        table = self._usual(first, usual)
        odd = sorted({*range(size)} - {*usual}) if table is not None else range(size)
        segments = dict(zip(odd, map(self._segment, odd), strict=True))
        self.document.check()
        if table is not None and not segments:
            return Table(
                size,
                path=table.path,
                **{name: table.column(name) for name in _FIELDS},
                lines=table.lines,
                **self._attributes(table),
            )
        columns: dict[str, Any] = {}
        for name in _FIELDS:
            column = None if table is None else table.column(name)
            cells = [None if name in ("start", "end") else ""] * size
            for place, cell in zip(usual, column or (), strict=False):
                cells[place] = cell
            for place, segment in segments.items():
                cells[place] = getattr(segment, name)
            columns[name] = cells if any(cell not in ("", None) for cell in cells) or name == "text" else None
            if columns[name] is not None and name in ("start", "end"):
                columns[name] = Numbers.of(cells)
        whole = Table(size, path=self.document.name, **columns, lines=self.document.numbers, **self._attributes(None))
        whole.nulls = sum(
            value.get(row.layout.column("text")) is None for value, row in zip(self.values, self.rows, strict=True)
        )
        return whole

    def _usual(self, first: _Row, places: Sequence[int]) -> Table | None:
        if missing(first.layout, first.names, self.options)[0]:
            return None
        cells = {name: [self.values[place][name] for place in places] for name in first.names}
        lines = [self.document.numbers[place] for place in places]
        where = (NAME, self.document.name, lines)
        return utterances(cells, first.layout, where, lambda: list(map(self._segment, places)))

    def _attributes(self, table: Table | None) -> Mapping[str, Any]:
        """The column of attributes."""

        def attributes() -> Sequence[Any]:
            if table is not None:
                return table.column("attributes") or [()] * len(self.rows)
            return [self._segment(place).attributes for place in range(len(self.rows))]

        return {"attributes": Made(len(self.rows), attributes)}

    def _segment(self, place: int) -> Segment:
        """The segment of a line by itself, with the place of every problem."""
        value, row = self.values[place], self.rows[place]
        if value is NOTHING:
            return Segment()
        what, expected = missing(row.layout, row.names, self.options)
        if what:
            self.document.note((place,), what, expected)

        def note(column: str, what: str, expected: str) -> None:
            self.document.note((place, column), what, expected)

        segment = segment_of(value, row.layout, NAME, note)
        if row is self.rows[0]:
            return segment
        own: dict[str, Json] = {"names": list(row.names), "roles": dict(row.layout.columns)}
        return replace(segment, attributes=(*segment.attributes, detail(NAME, _ROW, own)))


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
    columns = written_columns(corpus)
    if columns is not None:
        yield from _in_columns(columns)
        return
    own = any(key == f"{NAME}:{COLUMNS}" for key, _ in corpus.meta)
    unchanged = unchanged_lines(corpus.table, NAME) if own else None
    if unchanged is not None:
        yield from [line + "\n" for line in inlines(unchanged)]
        return
    segments = list(spoken(corpus))
    usual = _Row(*columns_of(corpus, segments, NAME))
    for segment in segments:
        row = usual
        found = details(segment.attributes, NAME).get(_ROW) if own else None
        if isinstance(found, dict):
            row = _Row(*columns_from(found))
        value = unsealed_line(segment, row.build, NAME)
        if not own and isinstance(value, dict):
            words = row.layout.column("text")
            value = {name: member for name, member in value.items() if member not in (None, "") or name == words}
        yield inline(value) + "\n"


def _in_columns(columns: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The lines of columns, without empty members."""
    texts = columns["text"]
    members = []
    for name, column in columns.items():
        values = numerals_json(column) if name in ("start", "end") else texts_json(column)
        is_kept = repeat(True) if column is texts else column
        members.append([f'"{name}": {value}' if kept else "" for value, kept in zip(values, is_kept, strict=False)])
    rows = zip(*members, strict=True)
    while some := list(islice(rows, _PIECE)):
        yield "".join([f"{{{', '.join(filter(None, row))}}}\n" for row in some])


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
