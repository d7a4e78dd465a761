"""Tables of utterances as lines of JSON with named members, as in data sets of Hugging Face.

The module `columns` defines the roles of members; a line may have fewer or more members than the first one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, repeat

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
from .engine.json_source import (
    Document,
    Json,
    detail,
    details,
    inline,
    lines_of,
    numerals_json,
    outline,
    texts_json,
    uniform_lines,
)
from .engine.json_words import sealed_line, spoken, unsealed_line
from .engine.packed import Packing
from .errors import Problems, Where
from .record import Format
from .schema import Corpus, Segment
from .source import Source
from .values import dataclass, replace

NAME = "jsonl"
_ROW = "/row"
_PIECE = 512  # lines written together


def read(source: Source, **columns: str) -> Corpus:
    """Reads lines; options name members that have other names than usual: `text="raw_text"`.

    >>> read(Source(b'{"id": "a", "sentence": "good day", "age": 7}\\n')).segments[0].text
    'good day'
    """
    return _by_columns(source, columns) or by_lines(source, columns)


def _by_columns(source: Source, options: dict[str, str]) -> Corpus | None:
    """The corpus of a table without problems and times whose lines have the same members; None for any other."""
    cells = uniform_lines(source)
    if not cells:
        return None
    names = list(cells)
    layout = layout_of(names, options)
    if missing(layout, names, options)[0]:
        return None
    table = utterances(cells, layout, (NAME, source.name, 1), lambda: by_lines(source, options).segments)
    if table is None:
        return None
    return Corpus(table, meta=(columns_detail(names, layout, NAME),), format=NAME, path=source.name)


def by_lines(source: Source, columns: dict[str, str]) -> Corpus:
    """Reads a table line by line, with the place of every problem."""
    problems = Problems()
    segments = Packing(len(source.text))
    first: _Row | None = None
    known: dict[tuple[str, ...], _Row] = {}
    for number, document in lines_of(source, NAME, problems):
        value = document.value
        if document.root.is_object() and isinstance(value, dict):
            names = tuple(value)
            row = known.get(names) or known.setdefault(names, _Row(names, layout_of(names, columns)))
            first = first or row
            segment = _segment(document, value, row, columns)
            if row is not first:
                own: dict[str, Json] = {"names": list(names), "roles": dict(row.layout.columns)}
                segment = replace(segment, attributes=(*segment.attributes, detail(NAME, _ROW, own)))
            segments.append(sealed_line(segment, document.text, Where(source.name, number), NAME))
    problems.check()
    meta = (columns_detail(first.names, first.layout, NAME),) if first else ()
    return Corpus(segments.segments(), meta=meta, format=NAME, path=source.name)


@dataclass(frozen=True, slots=True)
class _Row:
    """The layout of a line, from which lines are built."""

    names: Sequence[str]
    layout: Layout

    def build(self, segment: Segment) -> Json:
        """The line of a segment."""
        return row_of(segment, self.names, self.layout)


def _segment(document: Document, value: dict[str, Json], row: _Row, columns: dict[str, str]) -> Segment:
    what, expected = missing(row.layout, row.names, columns)
    if what:
        document.note((), what, expected)

    def note(column: str, what: str, expected: str) -> None:
        document.note((column,), what, expected)

    return segment_of(value, row.layout, NAME, note)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment; without empty members, if the segments are from another format."""
    columns = written_columns(corpus)
    if columns is not None:
        yield from _in_columns(columns)
        return
    segments = list(spoken(corpus))
    usual = _Row(*columns_of(corpus, segments, NAME))
    own = any(key == f"{NAME}:{COLUMNS}" for key, _ in corpus.meta)
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
