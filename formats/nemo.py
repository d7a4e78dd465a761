"""Manifests of NVIDIA NeMo: one line of JSON for each utterance, with the path of its audio.

The session is the name of the audio file without folder and suffix. `offset` is the begin of the utterance in it (0
without `offset`); with `duration` it gives the times. `text="pred_text"` reads the output of a recogniser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from operator import add
from typing import Any

from .engine.fields import difference_text
from .engine.json_source import Json, Node, detail, details, inline, lines_of, members, outline, uniform_lines
from .engine.json_words import bare_text, bounds, number_json, plain_labels, sealed_line, spans, spoken, unsealed_line
from .engine.names import file_stem
from .engine.word_lists import member_columns
from .errors import Problems, Where
from .record import Format
from .schema import Corpus, Made, Segment, Table, Written, number_text, sum_text
from .schema.markup import BLANKS
from .source import Source
from .values import replace

NAME = "nemo"
_TEXT, _NO_OFFSET = "/text", "/no offset"


def read(source: Source, *, text: str = "text", id: str = "") -> Corpus:
    """Reads a manifest; `text` names the key of the words, `id` that of ids, which a manifest need not have.

    >>> corpus = read(Source(b'{"audio_filepath": "a/talk.wav", "offset": 0.5, "duration": 1.0, "text": "hi"}\\n'))
    >>> segment, = corpus.segments
    >>> segment.session, segment.start, segment.end, segment.text
    ('talk', 0.5, 1.5, 'hi')
    """
    return (None if id else _by_columns(source, text)) or by_lines(source, text, id)


def _by_columns(source: Source, text: str) -> Corpus | None:
    """The corpus of a manifest without problems whose lines have the same members and times; None for any other."""
    cells = uniform_lines(source)
    if not cells or not {"audio_filepath", "duration", text} <= cells.keys():
        return None
    nothing: list[Json] = [""] * len(cells[text])
    columns = [cells["audio_filepath"], cells[text], cells.get("speaker", nothing)]
    if any({str} != set(map(type, column)) for column in columns):
        return None
    times = spans(cells.get("offset", [Written("0")] * len(nothing)), cells["duration"])
    if times is None:
        return None
    paths, texts, speakers = (list(map(str, column)) for column in columns)
    table = Table(
        len(paths),
        path=source.name,
        records=lambda: by_lines(source, text, "").segments,
        id=None,
        session=list(map(file_stem, paths)),
        channel=None,
        speaker=speakers if any(speakers) else None,
        start=times[0],
        end=times[1],
        tags=None,
        ignored=None,
        text=list(map(str.strip, texts, repeat(BLANKS))),
        lines=range(1, len(texts) + 1),
        **_attributes(cells, text),
    )
    return Corpus(table, format=NAME, path=source.name)


def _attributes(cells: Mapping[str, list[Json]], text: str) -> dict[str, Any]:
    """The column of attributes; nothing where it has to come from the segments."""
    size, known = len(cells[text]), ("offset", "duration", text, "speaker")
    columns = member_columns(NAME, size, {key: column for key, column in cells.items() if key not in known})
    if columns is None:
        return {}
    derived = [detail(NAME, _TEXT, text)] * (text != "text") + [detail(NAME, _NO_OFFSET, True)] * (
        "offset" not in cells
    )
    return {"attributes": Made(size, lambda: list(map(add, columns, repeat((*derived,)))))}


def by_lines(source: Source, text: str, id: str) -> Corpus:
    """Reads a manifest line by line, with the place of every problem."""
    problems = Problems()
    segments = []
    for line, document in lines_of(source, NAME, problems):
        if document.root.is_object():
            segment = _segment(document.root, text)
            if id:
                segment = replace(segment, id=document.root.name(id) or document.root.text(id, required=True))
            segments.append(sealed_line(segment, document.text, Where(source.name, line), NAME))
    problems.check()
    return Corpus(tuple(segments), format=NAME, path=source.name)


def _segment(node: Node, text: str) -> Segment:
    path = node.text("audio_filepath", required=True)
    offset, length = node.time("offset"), node.time("duration")
    attributes = node.rest("offset", "duration", text, "speaker")
    if text != "text":
        attributes += (detail(NAME, _TEXT, text),)
    start, end = offset, None
    if length is not None:
        if offset is None:
            start, attributes = Written("0"), (*attributes, detail(NAME, _NO_OFFSET, True))
        end = Written(sum_text(number_text(start or 0.0), number_text(length)))
    speaker = node.name("speaker")
    return Segment(
        session=file_stem(path),
        speaker=speaker,
        start=start,
        end=end,
        text=node.text(text, required=True).strip(BLANKS) if _is_there(node, text) else "",
        attributes=attributes,
    )


def _is_there(node: Node, text: str) -> bool:
    """Whether words are expected: a manifest of audio to recognise has none."""
    return text != "text" or (isinstance(node.value, dict) and node.value.get("text") is not None)


def build(segment: Segment) -> Json:
    """The line of a segment."""
    found = details(segment.attributes, NAME)
    key = found.get(_TEXT)
    path = found.get("audio_filepath")
    start, end = bounds(segment, plain_labels(segment) if segment.labels is not None else ())
    known: dict[str, Json] = {
        "audio_filepath": path if isinstance(path, str) and file_stem(path) == segment.session else segment.session,
        "offset": None if found.get(_NO_OFFSET) and start == 0 else number_json(start),
        "duration": _length(start, end),
        key if isinstance(key, str) else "text": bare_text(segment),
        "speaker": segment.speaker or None,
    }
    return members(known, found)


def _length(start: float | None, end: float | None) -> Json:
    if start is None or end is None:
        return None
    return Written(difference_text(number_text(end), number_text(start)))


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment."""
    for segment in spoken(corpus):
        yield inline(unsealed_line(segment, build, NAME)) + "\n"


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are paths of audio with durations or texts."""
    shape = outline(lines, "audio_filepath")
    return "/audio_filepath" in shape and bool({"/duration", "/text", "/pred_text"} & shape)


FORMAT = Format(
    name=NAME,
    suffixes=(".nemo.jsonl", ".nemo.json"),
    summary="NVIDIA NeMo manifest, a line of JSON an utterance",
    carries=frozenset({"sessions", "speakers", "segment times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="toolkits",
    needs=frozenset({"sessions"}),
    streams="lines",
)
