"""SegLST, the segments of MeetEval and of the CHiME challenges: objects with session, speaker, words and times.

Some tools write numbers as texts; these are read as numbers.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice, repeat
from math import inf
from operator import gt

from .engine.json_source import (
    Document,
    Json,
    Node,
    details,
    dump,
    members,
    numerals_json,
    one_line,
    outline,
    text_json,
    texts_json,
)
from .engine.json_words import bare_text, bounds, number_json, plain_labels, sealed, spoken, unsealed
from .record import Format
from .schema import Corpus, Numbers, Segment, Table
from .schema.markup import BLANKS, are_bare
from .source import Source

NAME = "seglst"
_NAMES = "session_id", "channel", "speaker"
_TIMES = "start_time", "end_time"
_USUAL = ({*_NAMES, *_TIMES, "words"}, {*_NAMES, *_TIMES, "words"} - {"channel"})

# The form of `dump` for an object that does not fit on one line, and a length that certainly does not fit.
_ROW = '{\n    %s%s"start_time": %s,\n    "end_time": %s,\n    "words": %s%s\n  }'
_LONG = 150
_SEVERAL = 2
_PIECE = 16
_BLANKS, _GAP = " \t\n\r", r"[ \t\n\r]*"
_NUMBER, _TEXT = "([0-9.]+)", r'([^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*)'


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'[{"session_id": "a", "speaker": "anna", "words": "hi", "start_time": 0.5, "end_time": 1.5}]'
    >>> segment, = read(Source(text)).segments
    >>> segment.session, segment.speaker, segment.start, segment.end, segment.text
    ('a', 'anna', 0.5, 1.5, 'hi')
    """
    table = _table(source)
    if table is not None:
        return Corpus(table, format=NAME, path=source.name)
    document = Document.of(source, NAME)
    segments = tuple(map(_segment, document.root.objects()))
    document.check()
    return sealed(Corpus(segments, format=NAME, path=source.name), source)


def _table(source: Source) -> Table | None:
    """The segments of a file whose objects have the usual members and values alone; None for any other file."""
    columns = _columns(source.text)
    if columns is None:
        return None
    spans = [columns.pop(key) for key in _TIMES]
    numbers = [values for column in spans if (values := _seconds(column)) is not None]
    texts = columns["words"]
    if len(numbers) < 2 or any(map(gt, *numbers)) or list(map(str.strip, texts, repeat(BLANKS))) != texts:
        return None
    if "\\" in source.text and not "".join(texts).isprintable():
        return None
    start, end = (Numbers.read(found, array("d", values)) for found, values in zip(spans, numbers, strict=True))
    session, channel, speaker = (columns.get(key) for key in _NAMES)
    return Table(
        len(texts),
        path=source.name,
        session=session,
        channel=channel,
        speaker=speaker,
        start=start,
        end=end,
        text=texts,
    )


def _columns(text: str) -> dict[str, list[str]] | None:
    """The members of all objects by name; None where members or their types are not the usual ones."""
    try:
        names = tuple(json.JSONDecoder().raw_decode(text, text.index("{"))[0])
    except (ValueError, RecursionError):
        return None
    if set(names) not in _USUAL:
        return None
    pattern = _pattern(text, names)
    if pattern is None:
        return None
    # The text before an object, its members, and so on; between two objects stands a comma.
    parts = re.split(pattern, text)
    between = {part.strip(_BLANKS) for part in set(parts[len(names) + 1 : -1 : len(names) + 1])}
    if (parts[0].strip(_BLANKS), parts[-1].strip(_BLANKS)) != ("[", "]") or between - {","}:
        return None
    found = {name: parts[place :: len(names) + 1] for place, name in enumerate(names, 1)}
    try:
        for name in {*names} - {*_TIMES} if "\\" in text else ():
            found[name] = [json.loads(f'"{value}"') if "\\" in value else value for value in found[name]]
    except ValueError:
        return None
    return None if any("" in found.get(name, ()) for name in _NAMES) else found


def _pattern(text: str, names: Sequence[str]) -> str | None:
    """A pattern for objects that are written like the first one, with the same blanks."""
    usual = f"{_GAP},{_GAP}".join(
        f'"{name}"{_GAP}:{_GAP}' + (_NUMBER if name in _TIMES else f'"{_TEXT}"') for name in names
    )
    first = re.compile(rf"\{{{_GAP}{usual}{_GAP}\}}").search(text)
    if first is None:
        return None
    begin, found = first.start(), ""
    for place, name in enumerate(names, 1):
        found += re.escape(text[begin : first.start(place)]) + (_NUMBER if name in _TIMES else _TEXT)
        begin = first.end(place)
    return found + re.escape(text[begin : first.end()])


def _seconds(texts: Sequence[str]) -> list[float] | None:
    """The values of texts of digits and points; None where one is not a JSON number or is too large."""
    try:
        values: list[float] = json.loads(f"[{','.join(texts)}]")
    except ValueError:
        return None
    return values if max(values) < inf else None


def _segment(node: Node) -> Segment:
    start, end = node.time("start_time", quoted=True), node.time("end_time", quoted=True)
    node.order(start, end)
    return Segment(
        session=node.name("session_id"),
        channel=node.name("channel"),
        speaker=node.name("speaker"),
        start=start,
        end=end,
        text=node.text("words", required=True).strip(BLANKS),
        attributes=node.rest("session_id", "channel", "speaker", "words", "start_time", "end_time"),
    )


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    listed: list[Json] = []
    for segment in spoken(corpus):
        start, end = bounds(segment, plain_labels(segment) if segment.labels is not None else ())
        known: dict[str, Json] = {
            "session_id": segment.session or None,
            "speaker": segment.speaker or None,
            "start_time": number_json(start),
            "end_time": number_json(end),
            "words": bare_text(segment),
            "channel": segment.channel or None,
        }
        listed.append(members(known, details(segment.attributes, NAME)))
    return listed


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the list."""
    if _is_bare(corpus.table):
        yield from _rows(corpus.table)
    else:
        yield from dump(unsealed(corpus, build, NAME))


def _is_bare(table: Table) -> bool:
    """Whether every segment of the table is written with its text unchanged."""
    texts = table.written
    if texts is None or len(table) < _SEVERAL or not table.has_windows() or table.has("attributes"):
        return False
    return (table.grammar == "plain" or are_bare(texts)) and not table.has("ignored")


def _rows(table: Table) -> Iterator[str]:
    """The text of the list, from columns."""
    sessions = _named('"session_id": {},\n    ', table.sessions)
    speakers = _named('"speaker": {},\n    ', table.speakers)
    channels = _named(',\n    "channel": {}', table.channels)
    assert table.start is not None
    assert table.end is not None
    starts, ends = map(numerals_json, (table.start.texts(), table.end.texts()))
    values = zip(sessions, speakers, starts, ends, texts_json(table.texts()), channels, strict=True)
    rows = (row if len(row) > _LONG else one_line(row, "\n  ") for row in map(_ROW.__mod__, values))
    before = "[\n  "
    while rows_of_piece := list(islice(rows, _PIECE)):
        yield before + ",\n  ".join(rows_of_piece)
        before = ",\n  "
    yield "\n]\n"


def _named(pattern: str, names: Sequence[str]) -> Iterator[str]:
    """A member for every name; empty for an empty name."""
    known = {name: pattern.format(text_json(name)) if name else "" for name in set(names)}
    return map(known.__getitem__, names)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there is a list of objects with sessions and words."""
    return {"/*/session_id", "/*/words"} <= outline(lines, "session_id", "words")


FORMAT = Format(
    name=NAME,
    suffixes=(".seglst.json", ".seglst"),
    summary="MeetEval SegLST: a list of segments",
    carries=frozenset({"sessions", "channels", "speakers", "segment times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="toolkits",
    needs=frozenset({"sessions"}),
)
