"""The captions of YouTube in JSON (`fmt=json3`), as yt-dlp saves them: events with texts in pieces.

    {"wireMagic": "pb3", "events": [
      {"tStartMs": 1000, "dDurationMs": 2500, "segs": [{"utf8": "Good"}, {"utf8": " day.", "tOffsetMs": 400}]}]}

Events without texts define windows, and events of a line break alone make lines scroll.
"""

from __future__ import annotations

from collections.abc import Sequence

from .engine.cues import subtitles
from .engine.json import Document
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.youtube import Event, Piece, corpus_of
from .record import read_only
from .schema import Corpus
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
    events = [*map(_event, root_of(document).children("events"))]
    document.check()
    return corpus_of(events, NAME, source.name)


def _event(event: JsonObject) -> Event:
    start, length = _seconds(event, "tStartMs"), _seconds(event, "dDurationMs")
    return Event(start or 0.0, length, [*map(_piece, event.children("segs"))])


def _piece(piece: JsonObject) -> Piece:
    return Piece(piece.text("utf8"), _seconds(piece, "tOffsetMs"))


def _seconds(row: JsonObject, key: str) -> float | None:
    """The seconds of a member that is a number of milliseconds."""
    written = row.time(key, "milliseconds", quoted=True)
    return None if written is None else float(written) / 1000


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are events with begins in milliseconds."""
    return "/events/*/tStartMs" in outline(lines)


FORMAT = subtitles(NAME, (".json3",), "JSON of YouTube's captions, with word times", (read, read_only, sniff), "times")
