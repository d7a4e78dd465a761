"""Segments of faster-whisper as users store them: a list of segments, or an object with that list and its info."""

from __future__ import annotations

from collections.abc import Sequence

from . import vendors
from .engine.json import Document, Json, details, members
from .engine.json_objects import listed_in, root_of
from .engine.json_places import outline
from .engine.whole_words import join_words
from .record import Format
from .schema import Attributes, Corpus
from .source import Source
from .whisper import Dialect

NAME = "faster-whisper"
_MEMBERS = ("no_speech_prob", "avg_logprob", "seek", "words/*/probability")
# What transcribe() knows of the language, where users keep it: `vars(info)`, or its members in an object of their own.
_INFO = frozenset(
    {"/info/language", "/language_probability", "/info/language_probability", "/metadata/language_probability"}
)
_DIALECT = Dialect(NAME, "probability", " ")


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'[{"id": 1, "start": 0.0, "end": 1.5, "text": " Hi you", "no_speech_prob": 0.1, "words": null}]'
    >>> read(Source(text)).segments[0].text
    'Hi you'
    """
    document = Document.of(source, NAME, {f"{top}*/words": (_DIALECT.plain,) for top in ("", "segments/")})
    join_words(document.value)
    meta: Attributes = ()
    if isinstance(document.value, list):
        rows = listed_in(document)
    else:
        root = root_of(document)
        rows, meta = root.children("segments", required=True), root.rest(frozenset({"segments"}))
    segments, _ = _DIALECT.segments(rows, source.name)
    document.check()
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def build(corpus: Corpus) -> Json:
    """The value of a corpus: a list, or an object if the file had other members."""
    extras = details(corpus.meta, NAME)
    listed = _DIALECT.objects(_DIALECT.spoken(corpus))
    return members({"segments": listed}, extras) if extras else listed


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the segments are a list, stand next to faster-whisper's language info, or have no text next to them."""
    shape = outline(lines)
    if {"/*/start", "/*/text"} <= shape and {f"/*/{path}" for path in _MEMBERS} & shape:
        return True
    if {"/segments/*/start", "/segments/*/text"} <= shape and {f"/segments/*/{path}" for path in _MEMBERS} & shape:
        return not {"/text", "/word_segments", "/segments/*/words/*/score"} & shape
    has_segments = "/segments/*/text" in shape or ("/segments" in shape and "/segments/*" not in shape)
    return has_segments and not _INFO.isdisjoint(shape)


CARRIES = frozenset({"speakers", "segment times", "times", "confidence"})
FORMAT = Format(
    NAME,
    (".faster-whisper.json",),
    "faster-whisper: its segments in a list",
    CARRIES,
    read,
    write,
    sniff,
    vendors.FAMILY,
)
