"""Transcripts of NeMo's offline diarization with ASR: the JSON next to the RTTM in `pred_rttms`.

    {"session_id": "talk", "transcription": "good day yes", "speaker_count": 2,
     "words": [{"word": "good", "start_time": 0.5, "end_time": 0.9, "speaker_label": "speaker_0"}, ...]}

A run of words of one speaker becomes a segment.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from .engine.json import Document
from .engine.json_objects import root_of
from .engine.json_places import outline
from .record import Format, read_only
from .schema import Corpus, LabelColumns
from .schema.filling import Filling
from .schema.markup import words
from .source import Source

NAME = "nemo-diar"


def read(source: Source) -> Corpus:
    """Reads the words of a recording.

    >>> text = b'''{"session_id": "talk", "words": [
    ...   {"word": "good", "start_time": 0.5, "end_time": 0.9, "speaker_label": "speaker_0"}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.session, segment.speaker, segment.start, segment.items[0].value
    ('talk', 'speaker_0', 0.5, 'good')
    """
    document = Document.of(source, NAME)
    root = root_of(document)
    session = root.name("session_id")
    rows: list[tuple[str, str, str | None, str | None]] = []
    for word in root.children("words", required=True):
        speaker, span = word.name("speaker_label"), word.span("start_time", "end_time")
        rows += [(speaker, text, *span) for text in words(word.text("word", required=True))]
    document.check()
    segments = Filling(source.name, "session", "speaker", "start", "end", "labels")
    for speaker, run in groupby(rows, itemgetter(0)):
        _, values, starts, ends = map(list, zip(*run, strict=True))
        labels = LabelColumns(values, (starts, ends, None), None)
        segments.add(session, speaker, starts[0], ends[-1], labels)
    return Corpus(segments.table(), format=NAME, path=source.name)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with labels of speakers."""
    return {"/session_id", "/words/*/word", "/words/*/speaker_label"} <= outline(lines)


FORMAT = Format(
    name=NAME,
    suffixes=(".nemo-diar.json",),
    summary="NeMo's diarization with ASR",
    carries=frozenset({"sessions", "speakers", "segment times", "times"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
