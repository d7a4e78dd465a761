"""Supervisions of Lhotse: one line of JSON for each, with its recording.

Words with times come from the alignment `word`; without one, the words are those of the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

from .engine.fields import difference_text
from .engine.json_source import Json, Node, detail, details, inline, lines_of, members, outline, uniform_lines
from .engine.json_words import (
    bare_text,
    bounds,
    kept,
    labels_of,
    name_json,
    number_json,
    plain_labels,
    restored,
    sealed_line,
    spans,
    spoken,
    unsealed_line,
    whole,
    words_of,
)
from .errors import Problems, Where, quantity
from .record import Format
from .schema import Corpus, Label, Segment, Table, Written, number_text, sum_text
from .schema.markup import BLANKS
from .source import Source
from .values import replace

NAME = "lhotse"
_WORDS = "word"
_EARLIEST = -1e11  # cuts may begin before their recording
_KNOWN = ("id", "recording_id", "start", "duration", "channel", "text", "speaker", "alignment")


def read(source: Source) -> Corpus:
    """Reads supervisions.

    >>> text = b'{"id": "a-1", "recording_id": "a", "start": 0.5, "duration": 1.0, "channel": 0, "text": "hi"}\\n'
    >>> segment, = read(Source(text)).segments
    >>> segment.id, segment.session, segment.channel, segment.start, segment.end, segment.text
    ('a-1', 'a', '0', 0.5, 1.5, 'hi')
    """
    return _by_columns(source) or _by_lines(source)


def _by_columns(source: Source) -> Corpus | None:
    """The corpus of supervisions whose lines are written alike, without alignments; None for any other."""
    cells = uniform_lines(source)
    if not cells or not {"id", "recording_id", "start", "duration", "text"} <= cells.keys():
        return None
    nothing: list[Json] = [None] * len(cells["id"])
    names = [cells["id"], cells["recording_id"], cells["text"]]
    speakers, channels = cells.get("speaker", nothing), cells.get("channel", nothing)
    if any({str} != set(map(type, column)) for column in names):
        return None
    if not {str, int, type(None)}.issuperset(map(type, (*speakers, *channels))):
        return None
    if "alignment" in cells and set(cells["alignment"]) != {None}:
        return None
    times = spans(cells["start"], cells["duration"])
    if times is None:
        return None
    ids, sessions, texts = (list(map(str, column)) for column in names)
    of_speakers, of_channels = (["" if name is None else str(name) for name in found] for found in (speakers, channels))
    table = Table(
        len(ids),
        path=source.name,
        records=lambda: _by_lines(source).segments,
        id=ids,
        session=sessions,
        channel=of_channels if any(of_channels) else None,
        speaker=of_speakers if any(of_speakers) else None,
        start=times[0],
        end=times[1],
        tags=None,
        ignored=None,
        text=list(map(str.strip, texts, repeat(BLANKS))),
        lines=range(1, len(texts) + 1),
    )
    return Corpus(table, format=NAME, path=source.name)


def _by_lines(source: Source) -> Corpus:
    """Reads supervisions line by line, with the place of every problem."""
    problems = Problems()
    segments = []
    for number, document in lines_of(source, NAME, problems):
        if document.root.is_object():
            segments.append(sealed_line(_segment(document.root), document.text, Where(source.name, number), NAME))
    problems.check()
    return Corpus(tuple(segments), format=NAME, path=source.name)


def _segment(node: Node) -> Segment:
    start = node.number("start", required=True, expected="seconds")
    length = node.time("duration", required=True)
    attributes = node.rest(*_KNOWN)
    channel = node.get("channel")
    name = ""
    if channel is not None and isinstance(channel.value, list):
        attributes += (detail(NAME, "/channels", channel.value),)
    else:
        name = node.name("channel")
    alignment = node.child("alignment")
    text = node.text("text") if node.get("text") is not None else None
    segment = Segment(
        id=node.text("id", required=True),
        session=node.text("recording_id", required=True),
        channel=name,
        speaker=node.name("speaker"),
        start=start,
        end=_sum(start, length),
        text=(text or "").strip(BLANKS),
    )
    if alignment.get(_WORDS) is not None:
        labels = tuple(label for item in alignment.children(_WORDS) for label in _label(item))
        segment = replace(segment, text=None, labels=labels)
    if rest := details(alignment.rest(_WORDS), NAME):
        attributes += (detail(NAME, "/alignment", rest),)
    attributes += kept(NAME, "/text", text, bare_text(segment))
    return replace(segment, attributes=attributes)


def _sum(start: Written | None, length: Written | None) -> Written | None:
    if start is None or length is None:
        return None
    return Written(sum_text(number_text(start), number_text(length)))


def _label(node: Node) -> list[Label]:
    """A word of an alignment: symbol, start, duration and optional score."""
    fields = list(node.children())
    if not 3 <= len(fields) <= 4:
        node.note(quantity(len(fields), "value"), "a word, its start, its duration and an optional score")
        return []
    word = fields[0].value
    start, length = fields[1].as_number(expected="seconds"), fields[2].as_time()
    if not isinstance(word, str):
        fields[0].note("not a word", "text")
        return []
    score = fields[3].as_number(expected="a score") if len(fields) == 4 and fields[3].value is not None else None
    return labels_of(word, start, _sum(start, length), format=NAME, confidence=score)


def build(segment: Segment) -> Json:
    """The line of a segment."""
    found = details(segment.attributes, NAME)
    labels = plain_labels(segment) if segment.labels is not None else []
    start, end = bounds(segment, labels)
    channels, rest = found.get("/channels"), found.get("/alignment")
    alignment: dict[str, Json] = dict(rest) if isinstance(rest, dict) else {}
    words = list(words_of(labels, NAME))
    if segment.labels is not None and all(word.start is not None and word.end is not None for word in words):
        listed: list[Json] = [
            [word.text, number_json(word.start), _length(word.start, word.end), number_json(word.confidence)]
            for word in words
        ]
        alignment = {_WORDS: listed, **alignment}
    known: dict[str, Json] = {
        "id": segment.id,
        "recording_id": segment.session,
        "start": number_json(start),
        "duration": _length(start, end),
        "channel": channels if channels and not segment.channel else name_json(segment.channel or "0"),
        "text": restored(found, "/text", bare_text(segment)),
        "speaker": segment.speaker or None,
        "alignment": alignment or None,
    }
    return members(known, found)


def _length(start: float | None, end: float | None) -> Json:
    if start is None or end is None:
        return None
    return Written(difference_text(number_text(end), number_text(start)))


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment."""
    for segment in spoken(corpus, _EARLIEST):
        labels = plain_labels(segment) if segment.labels is not None else []
        whole(*bounds(segment, labels), f"the segment {segment.id!r}", NAME)
        yield inline(unsealed_line(segment, build, NAME)) + "\n"


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are supervisions with a begin in a recording."""
    return {"/id", "/recording_id", "/start", "/duration"} <= outline(lines, "recording_id", "duration")


FORMAT = Format(
    name=NAME,
    suffixes=(".lhotse.jsonl",),
    summary="Lhotse supervisions, a line of JSON each",
    carries=frozenset({"ids", "sessions", "channels", "speakers", "segment times", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="toolkits",
    needs=frozenset({"ids", "sessions", "segment times"}),
    streams="lines",
)
