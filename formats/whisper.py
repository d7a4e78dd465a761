"""JSON of OpenAI's Whisper (`--output_format json`) and of its service (`json`, `verbose_json`).

A segment has words if the file has word timestamps, else its text. The service gives words beside segments without a
link between them: then the segments keep their texts, and the words are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .engine.json_source import Document, Json, Node, details, dump, members, outline
from .engine.json_words import kept, restored, sealed, spoken, unsealed
from .engine.whisper_segments import Dialect
from .record import Format
from .schema import Corpus, Segment, Table
from .source import Source

NAME = "whisper"
# Members of `json` and `verbose_json`.
_ANSWER = {"/text", "/task", "/language", "/duration", "/segments", "/words", "/usage"}
_DIALECT = Dialect(NAME, "probability", " ")

_OF_SERVICE = Dialect(NAME, "probability", "").shape(())
_SHAPE = _DIALECT.shape((("segments", "*", "words"),))


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'{"text": " Hi you", "segments": [{"start": 0.0, "end": 1.5, "text": " Hi you"}], "language": "en"}'
    >>> segment, = read(Source(text)).segments
    >>> segment.text, segment.end
    ('Hi you', 1.5)
    """
    return _corpus(source, Document.of(source, NAME))


def _corpus(source: Source, document: Document) -> Corpus:
    root = document.object()
    text = root.text("text")
    # Some services answer with an empty list of segments beside a text.
    if root.get("segments") is not None and (root.objects("segments") or not (text.strip() or root.get("words"))):
        rows = root.value["segments"] if isinstance(root.value, dict) else None
        segments = _DIALECT.segments(document, root.objects("segments"), rows, _SHAPE)
    else:
        segments = _without_segments(root, text)
    document.check()
    read = text if root.get("text") is not None else None
    meta = root.rest("text", "segments") + kept(NAME, "/text", read, "".join(_texts(segments)))
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _without_segments(root: Node, text: str) -> tuple[Segment, ...]:
    """One segment with the words or the text of a response without segments."""
    if root.get("words") is not None:
        words = tuple(label for node in root.objects("words") for label in _OF_SERVICE.labels(node))
        return (Segment(labels=words),)
    if root.get("text") is None:
        root.note("neither 'segments' nor 'text'", "a transcript of Whisper")
    return (Segment(text=text.strip()),)


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    segments = list(spoken(corpus))
    found = details(corpus.meta, NAME)
    listed: list[Json] = [_DIALECT.object(segment) for segment in segments]
    return members({"text": restored(found, "/text", "".join(_texts(segments))), "segments": listed}, found)


def _texts(segments: Sequence[Segment]) -> Iterable[str]:
    """The texts to write for all segments."""
    table = Table.of(segments)
    if table.labels is None and table.written is None:
        return map(_DIALECT.text, segments)
    lead = _DIALECT.lead
    return [lead + text if text else "" for text in table.texts()]


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the file in the form of the program."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are a text and segments with members that only Whisper has, or one answer of its service."""
    shape = outline(lines, "text")
    if _is_answer(lines, shape):
        return True
    listed = "/segments/*/text" in shape and "/text" in shape
    known = {"/segments/*/seek", "/segments/*/tokens", "/segments/*/no_speech_prob", "/segments/*/words/*/probability"}
    own = bool(known & shape) or {"/task", "/language"} <= shape
    return listed and own and not {"/info", "/language_probability", "/info/language_probability"} & shape


def _is_answer(lines: Sequence[str], shape: frozenset[str]) -> bool:
    """Whether one object has a text and no members but those of the service; Vosk has blanks before its colons."""
    if "/text" not in shape or "/text/*" in shape or "/segments/*/words/*/score" in shape:
        return False
    own = {path for path in shape if path.count("/") == 1}
    objects = sum(line.startswith("{") for line in lines)
    return own <= _ANSWER and objects == 1 and not any('"text" :' in line for line in lines)


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
