"""JSON of WhisperX: segments with aligned words and speakers; a word that could not be aligned has no times.

A segment has its own speaker; speakers of single words are kept for writing, and a notice counts those of others. A
file may also be the list of segments alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from . import vendors
from .engine.json import Document, Json, detail, details, inline, members, outline
from .engine.json_objects import listed_in, root_of
from .engine.plain_words import same_words, without_runs
from .engine.spoken import Spoken
from .errors import quantity
from .record import Format
from .schema import NOTICE, Attributes, Corpus, LabelLists
from .source import Source
from .values import replace
from .whisper import Dialect

NAME = "whisperx"
_DIALECT = Dialect(NAME, "score", "")


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'{"segments": [{"start": 0, "end": 1, "text": " Hi", "words": [{"word": "Hi", "score": 0.9}]}]}'
    >>> read(Source(text)).segments[0].items[0].confidence
    0.9
    """
    document = Document.of(
        source, NAME, dict.fromkeys(("*/words", "segments/*/words", "word_segments"), (_DIALECT.plain,))
    )
    if isinstance(document.value, list):
        segments, _ = _DIALECT.segments(listed_in(document), source.name)
        document.check()
        layout: Attributes = (detail(NAME, "/layout", "list"),)
        corpus = Corpus(segments, format=NAME, path=source.name)
        return vendors.sealed(replace(corpus, meta=layout + _of_other_speakers(corpus)), source)
    root = root_of(document)
    rows = root.children("segments", required=True)
    segments, _ = _DIALECT.segments(rows, source.name)
    document.check()
    meta = root.rest(frozenset({"segments", "word_segments"}))
    listed: Any = root.members.get("word_segments")
    corpus = Corpus(segments, format=NAME, path=source.name)
    inside = [word for row in rows for word in row.values("words")]
    is_same = isinstance(listed, list) and _are_columns(corpus) and same_words(listed, inside)
    if listed is not None and not is_same:
        meta += vendors.remembered(NAME, "/words", without_runs(listed), _words(corpus))
    meta += _of_other_speakers(corpus)
    return vendors.sealed(Corpus(corpus.segments, meta=meta, format=NAME, path=source.name), source)


def _of_other_speakers(corpus: Corpus) -> Attributes:
    """A notice if words have another speaker than their segment, as where two people talk in it."""
    labels: LabelLists | None = corpus.table.column("labels")
    if labels is None or labels.labels.attributes is None:
        return ()
    own = [inline(speaker) for speaker in corpus.table.speakers]
    others = 0
    for speaker, first, last in zip(own, labels.first, labels.first[1:], strict=False):
        held = chain.from_iterable(labels.labels.attributes[first:last])
        others += sum(name == f"{NAME}:speaker" and value != speaker for name, value in held)
    if not others:
        return ()
    have = "has" if others == 1 else "have"
    text = f"{quantity(others, 'word')} {have} another speaker than the segment, whose speaker counts"
    return ((f"{NAME}{NOTICE}", text),)


def _are_columns(corpus: Corpus) -> bool:
    """Whether all words are labels without details, so that they would be written as they were read."""
    labels = corpus.table.labels
    return labels is not None and labels.labels.attributes is None


def build(corpus: Corpus) -> Json:
    """The value of a corpus: an object, or a list if the file was one."""
    extras = details(corpus.meta, NAME)
    if extras.get("/layout") == "list":
        return _DIALECT.objects(_DIALECT.spoken(corpus))
    words = vendors.restored(extras, "/words", _words(corpus))
    segments = _DIALECT.objects(_DIALECT.spoken(corpus))
    return members({"segments": segments, "word_segments": words or None}, extras)


def _words(corpus: Corpus) -> list[Json]:
    """The words of all segments that have labels."""
    spoken = Spoken(corpus, NAME, earliest=None)
    spoken.details = {}
    lists = zip(spoken.lists(_DIALECT.words(spoken)), spoken.is_labelled, strict=True)
    return list(chain.from_iterable([words for words, is_labelled in lists if is_labelled]))


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are segments whose words have scores."""
    shape = outline(lines)
    if {"/*/start", "/*/text", "/*/words/*/score"} <= shape:
        return True
    return "/segments/*/words/*/score" in shape or {"/word_segments", "/segments"} <= shape


CARRIES = frozenset({"speakers", "segment times", "times", "confidence"})
FORMAT = Format(
    NAME, (".whisperx.json",), "WhisperX: aligned words and speakers", CARRIES, read, write, sniff, vendors.FAMILY
)
