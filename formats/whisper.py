"""What OpenAI's Whisper writes with `--output_format json`, and what its service answers as `json` or `verbose_json`.

A segment has its words if word timestamps were asked for, else its text. Where the service gives words beside segments,
nothing says which belongs to which: the segments keep their texts, the words ride along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from formats.engine.json_source import Document, Json, Node, details, dump, members, outline
from formats.engine.json_words import kept, restored, sealed, spoken, unsealed
from formats.engine.whisper_segments import Dialect
from formats.record import Format
from formats.schema import Corpus, Segment
from formats.source import Source

NAME = "whisper"
_DIALECT = Dialect(NAME, "probability", " ")


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'{"text": " Hi you", "segments": [{"start": 0.0, "end": 1.5, "text": " Hi you"}], "language": "en"}'
    >>> segment, = read(Source(text)).segments
    >>> segment.text, segment.end
    ('Hi you', 1.5)
    """
    document = Document.of(source, NAME)
    root = document.object()
    text = root.text("text")
    if root.get("segments") is not None:
        segments = tuple(map(_DIALECT.segment, root.objects("segments")))
    else:
        segments = _without_segments(root, text)
    document.check()
    read = text if root.get("text") is not None else None
    meta = root.rest("text", "segments") + kept(NAME, "/text", read, _text(segments))
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _without_segments(root: Node, text: str) -> tuple[Segment, ...]:
    """One segment of the words, or of the text, of an answer that has no segments."""
    if root.get("words") is not None:
        words = tuple(label for node in root.objects("words") for label in Dialect(NAME, "probability", "").word(node))
        return (Segment(labels=words),)
    if root.get("text") is None:
        root.note("neither 'segments' nor 'text'", "a transcript of Whisper")
    return (Segment(text=text.strip()),)


def build(corpus: Corpus) -> Json:
    """The file of a corpus."""
    segments = list(spoken(corpus))
    found = details(corpus.meta, NAME)
    listed: list[Json] = [_DIALECT.object(segment) for segment in segments]
    return members({"text": restored(found, "/text", _text(segments)), "segments": listed}, found)


def _text(segments: Sequence[Segment]) -> str:
    return "".join(map(_DIALECT.text, segments))


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the file as Whisper writes it."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are segments with what only Whisper knows of them, beside a text."""
    shape = outline(lines, "text")
    listed = "/segments/*/text" in shape and "/text" in shape
    known = {"/segments/*/seek", "/segments/*/tokens", "/segments/*/no_speech_prob", "/segments/*/words/*/probability"}
    own = bool(known & shape) or {"/task", "/language"} <= shape
    return listed and own and not {"/info", "/language_probability", "/info/language_probability"} & shape


FORMAT = Format(
    name=NAME,
    suffixes=(".whisper.json",),
    summary="OpenAI Whisper",
    carries=frozenset({"speakers", "segment times", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
