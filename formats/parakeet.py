"""Transcripts of parakeet-mlx (`--output-format json`): sentences, and the tokens of their words.

    {"text": "Good day.", "sentences": [{"text": "Good day.", "start": 0.5, "end": 1.2,
      "tokens": [{"text": " Good", "start": 0.5, "end": 0.8, "confidence": 0.9}, ...]}]}

A sentence becomes a segment. A token that begins with a blank begins a word; a word has the lowest confidence of its
tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from .engine.json import Document
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .record import Format, read_only
from .schema import Corpus, LabelColumns
from .schema.filling import Filling
from .schema.markup import words
from .source import Source

NAME = "parakeet"

# The text of a word, its begin, its end and its confidence.
_Word = tuple[str, str | None, str | None, str | None]


def read(source: Source) -> Corpus:
    """Reads sentences.

    >>> text = b'''{"text": "Hi you.", "sentences": [{"text": "Hi you.", "start": 0.1, "end": 0.9, "tokens": [
    ...   {"text": " Hi", "start": 0.1, "end": 0.4}, {"text": " yo", "start": 0.5, "end": 0.7, "confidence": 0.8},
    ...   {"text": "u.", "start": 0.7, "end": 0.9, "confidence": 0.9}]}]}'''
    >>> [(label.value, label.start, label.end, label.confidence) for label in read(Source(text)).segments[0].items]
    [('Hi', 0.1, 0.4, None), ('you.', 0.5, 0.9, 0.8)]
    """
    document = Document.of(source, NAME)
    segments = Filling(source.name, "start", "end", "text", "labels")
    for sentence in root_of(document).children("sentences", required=True):
        text, span = sentence.text("text", required=True), sentence.span("start", "end")
        spoken = _words(sentence.children("tokens"))
        if [word for word, *_ in spoken] == words(text):
            values, starts, ends, confidences = map(list, zip(*spoken, strict=True)) if spoken else ([], [], [], [])
            segments.add(*span, None, LabelColumns(values, (starts, ends, confidences), None))
        else:
            segments.add(*span, " ".join(words(text)), None)
    document.check()
    return Corpus(segments.table(), format=NAME, path=source.name)


def _words(tokens: Sequence[JsonObject]) -> list[_Word]:
    """The words of tokens."""
    made: list[_Word] = []
    for token in tokens:
        piece, (start, end) = token.text("text", required=True), token.span("start", "end")
        sure = token.confidence("confidence")
        if made and not piece.startswith(" "):
            text, begin, _, before = made[-1]
            known = [value for value in (before, sure) if value is not None]
            made[-1] = (text + piece.strip(), begin, end, min(known, key=float, default=None))
        elif piece.strip():
            made.append((piece.strip(), start, end, sure))
    return made


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are sentences with tokens that have times."""
    return {"/text", "/sentences/*/text", "/sentences/*/tokens/*/start"} <= outline(lines)


FORMAT = Format(
    name=NAME,
    suffixes=(".parakeet.json",),
    summary="parakeet-mlx",
    carries=frozenset({"segment times", "times", "confidence"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
