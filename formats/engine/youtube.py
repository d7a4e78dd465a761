"""Captions of YouTube in all their forms: events with texts in pieces, in captions by a recogniser words with times.

An event with a text becomes a segment. Pieces with times are words with the times of their begins: a word ends where
the next one begins. There, events overlap because their lines scroll; a segment ends where the next one begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..schema import Attributes, Corpus
from ..schema.filling import Filling
from .cues import LINES, lines_of, spoken, timed_words
from .scrolling import said_once


class Piece(NamedTuple):
    """A text of an event, and how many seconds after the event it begins, if that is known."""

    text: str
    offset: float | None = None


class Event(NamedTuple):
    """The begin and the length of an event in seconds, and the pieces of its text."""

    start: float
    length: float | None
    pieces: Sequence[Piece]


def corpus_of(events: Sequence[Event], name: str, path: str) -> Corpus:
    """The events with texts as segments."""
    shown = [event for event in events if any(piece.text.strip() for piece in event.pieces)]
    # Only recognisers give times of words; other captions may overlap because they are shown at two places.
    scrolls = any(piece.offset is not None for event in shown for piece in event.pieces)
    segments = Filling(path, "start", "end", "text", "labels", "attributes")
    for event, following in zip(shown, [*shown[1:], None], strict=False):
        start, after = event.start, None if following is None else following.start
        end = after or start if event.length is None else round(start + event.length, 3)
        if scrolls and after is not None:
            end = min(end, after)
        end = max(start, end)
        text = "".join([piece.text for piece in event.pieces])
        lines = lines_of(text)
        attributes: Attributes = ((LINES, lines),) if "\n" in lines else ()
        labels = timed_words(_timed(event, end)) if scrolls else None
        bare = spoken(text) if labels is None else None
        segments.add(start, end, bare, labels, attributes)
    return said_once(Corpus(segments.table(), format=name, path=path))


def _timed(event: Event, end: float) -> Iterator[tuple[str, float, float]]:
    """The texts of an event with their times: each lasts until the next one begins."""
    begins = list[float]()
    for piece in event.pieces:
        before = begins[-1] if begins else event.start
        begins.append(before if piece.offset is None else round(event.start + piece.offset, 3))
    for piece, begin, after in zip(event.pieces, begins, [*begins[1:], end], strict=True):
        yield piece.text, min(begin, end), max(begin, min(after, end))
