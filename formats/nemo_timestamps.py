"""Results of NeMo's `transcribe(..., timestamps=True)` as JSON: a text, and lists of words and segments with times.

    {"text": "good day", "timestamp": {
      "word": [{"word": "good", "start_offset": 1, "end_offset": 3, "start": 0.08, "end": 0.24}, ...],
      "segment": [{"segment": "good day", "start_offset": 1, "end_offset": 6, "start": 0.08, "end": 0.48}]}}

Offsets are frames of the encoder, and are not read. Without segments, or with other words in them, all words are one.
"""

from __future__ import annotations

from collections.abc import Sequence

from .engine.json import Document
from .engine.json_objects import root_of
from .engine.json_places import outline
from .record import Format, read_only
from .schema import Corpus, LabelColumns
from .schema.filling import Filling
from .schema.markup import words
from .source import Source

NAME = "nemo-timestamps"


def read(source: Source) -> Corpus:
    """Reads the words of a recording.

    >>> text = b'''{"text": "hi you", "timestamp": {"word": [
    ...   {"word": "hi", "start": 0.1, "end": 0.4}, {"word": "you", "start": 0.5, "end": 0.9}]}}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.start, segment.end, [label.value for label in segment.items]
    (0.1, 0.9, ['hi', 'you'])
    """
    document = Document.of(source, NAME)
    times = root_of(document).child("timestamp", required=True)
    spoken = [
        (text, *word.span("start", "end"))
        for word in times.children("word", required=True)
        for text in words(word.text("word", required=True))
    ]
    cuts = [(words(row.text("segment", required=True)), row.span("start", "end")) for row in times.children("segment")]
    document.check()
    if [text for texts, _ in cuts for text in texts] != [text for text, _, _ in spoken]:
        cuts = [([text for text, _, _ in spoken], (spoken[0][1], spoken[-1][2]))] if spoken else []
    segments = Filling(source.name, "start", "end", "labels")
    at = 0
    for texts, span in cuts:
        _, starts, ends = map(list, zip(*spoken[at : at + len(texts)], strict=True)) if texts else ([], [], [])
        segments.add(*span, LabelColumns(texts, (starts, ends, None), None))
        at += len(texts)
    return Corpus(segments.table(), format=NAME, path=source.name)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with times below `timestamp`."""
    return {"/text", "/timestamp/word/*/word", "/timestamp/word/*/start"} <= outline(lines)


FORMAT = Format(
    name=NAME,
    suffixes=(".nemo-timestamps.json",),
    summary="NeMo's timestamps",
    carries=frozenset({"segment times", "times"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
