"""The captions of YouTube in JSON (`fmt=json3`), as yt-dlp saves them: events with texts in pieces.

    {"wireMagic": "pb3", "events": [
      {"tStartMs": 1000, "dDurationMs": 2500, "segs": [{"utf8": "Good"}, {"utf8": " day.", "tOffsetMs": 400}]}]}

An event with a text becomes a segment. In captions by a recogniser, pieces are words with the times of their begins: a
word ends where the next one begins. There, events overlap because their lines scroll; a segment ends where the next
one begins. Events without texts define windows, and events of a line break alone make lines scroll.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .engine.cues import LINES, lines_of, spoken, subtitles, timed_words
from .engine.json import Document
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.scrolling import said_once
from .record import read_only
from .schema import Attributes, Corpus
from .schema.filling import Filling
from .source import Source

NAME = "json3"


def read(source: Source) -> Corpus:
    """Reads the events of a file.

    >>> text = b'{"events": [{"tStartMs": 1000, "dDurationMs": 2500, "segs": [{"utf8": "Good day."}]}]}'
    >>> segment = read(Source(text)).segments[0]
    >>> segment.text, segment.start, segment.end
    ('Good day.', 1.0, 3.5)
    """
    document = Document.of(source, NAME, {})
    events = [
        (event, pieces)
        for event in root_of(document).children("events")
        if (pieces := event.children("segs")) and any(piece.text("utf8").strip() for piece in pieces)
    ]
    # Only recognisers give times of words; other captions may overlap because they are shown at two places.
    scrolls = any(piece.has("tOffsetMs") for _, pieces in events for piece in pieces)
    starts = [_seconds(event, "tStartMs") or 0.0 for event, _ in events]
    segments = Filling(source.name, "start", "end", "text", "labels", "attributes")
    for (event, pieces), start, after in zip(events, starts, [*starts[1:], None], strict=False):
        length = _seconds(event, "dDurationMs")
        end = after or start if length is None else round(start + length, 3)
        if scrolls and after is not None:
            end = min(end, after)
        end = max(start, end)
        text = "".join([piece.text("utf8") for piece in pieces])
        lines = lines_of(text)
        attributes: Attributes = ((LINES, lines),) if "\n" in lines else ()
        labels = timed_words(_timed(pieces, start, end)) if scrolls else None
        bare = spoken(text) if labels is None else None
        segments.add(start, end, bare, labels, attributes)
    document.check()
    return said_once(Corpus(segments.table(), format=NAME, path=source.name))


def _seconds(row: JsonObject, key: str) -> float | None:
    """The seconds of a member that is a number of milliseconds."""
    written = row.time(key, "milliseconds", quoted=True)
    return None if written is None else float(written) / 1000


def _timed(pieces: Sequence[JsonObject], start: float, end: float) -> Iterator[tuple[str, float, float]]:
    """The texts of an event with their times: each lasts until the next one begins."""
    begins = [round(start + (_seconds(piece, "tOffsetMs") or 0.0), 3) for piece in pieces]
    for piece, begin, after in zip(pieces, begins, [*begins[1:], end], strict=True):
        yield piece.text("utf8"), min(begin, end), max(begin, min(after, end))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are events with begins in milliseconds."""
    return "/events/*/tStartMs" in outline(lines)


FORMAT = subtitles(NAME, (".json3",), "JSON of YouTube's captions, with word times", (read, read_only, sniff), "times")
