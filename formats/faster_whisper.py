"""Segments of faster-whisper as users store them: a list of segments, or an object with that list and its info."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .engine.json_source import Document, Json, details, dump, members, outline
from .engine.json_words import sealed, spoken, unsealed
from .engine.whisper_segments import Dialect
from .record import Format
from .schema import Corpus
from .source import Source

NAME = "faster-whisper"
_DIALECT = Dialect(NAME, "probability", " ")

_SHAPE = _DIALECT.shape((("segments", "*", "words"), ("*", "words")))


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'[{"id": 1, "start": 0.0, "end": 1.5, "text": " Hi you", "no_speech_prob": 0.1, "words": null}]'
    >>> read(Source(text)).segments[0].text
    'Hi you'
    """
    return _corpus(source, Document.of(source, NAME))


def _corpus(source: Source, document: Document) -> Corpus:
    is_list = isinstance(document.value, list)
    root = document.root if is_list else document.object()
    nodes = root.objects() if is_list else root.objects("segments", required=True)
    rows = root.value.get("segments") if isinstance(root.value, dict) else root.value
    segments = _DIALECT.segments(document, nodes, rows, _SHAPE)
    document.check()
    corpus = Corpus(segments, meta=root.rest("segments"), format=NAME, path=source.name)
    return sealed(corpus, source)


def build(corpus: Corpus) -> Json:
    """The value of a corpus: a list, or an object if the file had further members."""
    found = details(corpus.meta, NAME)
    listed: list[Json] = [_DIALECT.object(segment) for segment in spoken(corpus)]
    return members({"segments": listed}, found) if found else listed


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the file."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether Whisper's segments are in a list, or beside the language info of faster-whisper."""
    shape = outline(lines, "text")
    if {"/*/start", "/*/text"} <= shape and {"/*/no_speech_prob", "/*/avg_logprob", "/*/seek"} & shape:
        return True
    return "/segments/*/text" in shape and bool(
        {"/info/language", "/language_probability", "/info/language_probability"} & shape
    )


FORMAT = Format(
    name=NAME,
    suffixes=(".faster-whisper.json",),
    summary="faster-whisper: its segments in a list",
    carries=frozenset({"speakers", "segment times", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
