"""JSON of WhisperX: segments with aligned words and speakers; a word that could not be aligned has no times.

A segment has its own speaker; speakers of single words are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .engine.json_source import Document, Json, Node, details, dump, members, outline
from .engine.json_words import kept, plain_labels, restored, sealed, spoken, unsealed
from .engine.whisper_segments import Dialect
from .record import Format
from .schema import Corpus, Segment, Table
from .source import Source

NAME = "whisperx"
_DIALECT = Dialect(NAME, "score", "")

_SHAPE = _DIALECT.shape((("segments", "*", "words"),))


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'{"segments": [{"start": 0, "end": 1, "text": " Hi", "words": [{"word": "Hi", "score": 0.9}]}]}'
    >>> read(Source(text)).segments[0].items[0].confidence
    0.9
    """
    return _corpus(source, Document.of(source, NAME))


def _corpus(source: Source, document: Document) -> Corpus:
    root = document.object()
    whole = root.value if isinstance(root.value, dict) else {}
    nodes = root.objects("segments", required=True)
    segments = _DIALECT.segments(document, nodes, whole.get("segments"), _SHAPE)
    document.check()
    meta = root.rest("segments", "word_segments")
    listed = whole.get("word_segments")
    if listed is not None and not _are_columns_of(listed, root, segments):
        meta += kept(NAME, "/words", listed, _words(segments))
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _are_columns_of(listed: Json, root: Node, read: Sequence[Segment]) -> bool:
    """Whether the listed words are those of the segments, all of which were read as columns."""
    segments = root.objects("segments")
    if Table.of(read).labels is None and any(segment.run("words") is None for segment in segments):
        return False
    return listed == [word.value for segment in segments for word in segment.children("words")]


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    segments = list(spoken(corpus))
    found = details(corpus.meta, NAME)
    listed: list[Json] = [_DIALECT.object(segment) for segment in segments]
    words = restored(found, "/words", _words(segments))
    return members({"segments": listed, "word_segments": words or None}, found)


def _words(segments: Sequence[Segment]) -> list[Json]:
    return [
        word for segment in segments if segment.labels is not None for word in _DIALECT.words(plain_labels(segment))
    ]


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the file in the form of the program."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are segments whose words have scores."""
    shape = outline(lines, "segments")
    return "/segments/*/words/*/score" in shape or {"/word_segments", "/segments/*/text"} <= shape


FORMAT = Format(
    name=NAME,
    suffixes=(".whisperx.json",),
    summary="WhisperX: aligned words and speakers",
    carries=frozenset({"speakers", "segment times", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
