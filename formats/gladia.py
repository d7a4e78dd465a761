"""Transcripts of Gladia, as its service answers, or sends to a webhook; times are seconds.

A segment is an utterance. Every word but the first of an utterance begins with a blank, and has its punctuation.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import vendors
from .engine.json import Document, Json, details, members
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.word_lists import WordLists
from .record import Format
from .schema import Corpus, Segment, Table
from .schema.markup import BLANKS
from .source import Source
from .whisper import Dialect

NAME = "gladia"
_TOPS = ("result/transcription/", "payload/transcription/", "transcription/", "")
_AROUND = frozenset({"result", "payload", "transcription", "utterances", "full_transcript"})


class _Gladia(Dialect):
    def add(self, item: JsonObject, words: WordLists) -> None:
        """Adds a word."""
        text = item.text(self.key, required=True).strip(BLANKS)
        span, confidence = item.span("start", "end"), item.confidence(self.confidence)
        words.add(item.members, self.lead + text, span, confidence, item.rest(self._known))


_DIALECT = _Gladia(NAME, "confidence", " ")


def read(source: Source) -> Corpus:
    """Reads a transcript.

    >>> text = b'''{"result": {"transcription": {"full_transcript": "Hi you.", "utterances": [
    ...   {"text": "Hi you.", "start": 0.1, "end": 0.9, "confidence": 0.9, "channel": 0, "speaker": 0, "words": [
    ...     {"word": "Hi", "start": 0.1, "end": 0.5}, {"word": " you.", "start": 0.5, "end": 0.9}]}]}}}'''
    >>> [label.value for label in read(Source(text)).segments[0].items]
    ['Hi', 'you.']
    """
    document = Document.of(source, NAME, {f"{top}utterances/*/words": (_DIALECT.plain,) for top in _TOPS})
    root = place = root_of(document)
    for key in ("result", "payload", "transcription"):
        place = place.child(key) if place.has(key) else place
    rows = place.children("utterances", required=True)
    segments, _ = _DIALECT.segments(rows, source.name)
    channels = [row.name("channel") for row in rows]
    if text := "" if rows else place.text("full_transcript").strip():
        segments = (Segment(text=text),)
    document.check()
    if len({*channels}) > 1:
        segments = Table.of(segments).changed(channel=channels)
    corpus = Corpus(segments, meta=root.rest(_AROUND), format=NAME, path=source.name)
    return vendors.sealed(corpus, source)


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = _DIALECT.spoken(corpus)
    rows: list[Json] = _DIALECT.objects(spoken)
    for row, channel in zip(rows, vendors.names_json(spoken.channels), strict=True):
        if channel is not None and isinstance(row, dict):
            row["channel"] = channel
    transcription: Json = {"full_transcript": " ".join(filter(None, spoken.texts)), "utterances": rows}
    return members({"result": {"transcription": transcription}}, details(corpus.meta, NAME))


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are a full transcript and utterances, or these are in a transcription."""
    shape = outline(lines)
    return any(
        {f"/{top}full_transcript", f"/{top}utterances"} <= shape or f"/{top}utterances/*/words/*/word" in shape
        for top in _TOPS
    )


CARRIES = frozenset({"channels", "speakers", "segment times", "times", "confidence"})
FORMAT = Format(NAME, (".gladia.json",), "Gladia", CARRIES, read, write, sniff, vendors.FAMILY)
