"""JSON of OpenAI's Whisper (`--output_format json`) and of its service (`json`, `verbose_json`).

A segment has words if the file has word timestamps, else its text. The service gives words beside segments without a
link between them: then the segments keep their texts, and the words are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .engine.whisper_segments import Dialect
from .json import Document, Json, Objects, details, dump, members, outline
from .record import Format
from .schema import Corpus, Segment
from .source import Source
from .vendors import kept, restored, sealed, table_of, unsealed

NAME = "whisper"
# Members of `json` and `verbose_json`.
_ANSWER = {"/text", "/task", "/language", "/duration", "/segments", "/words", "/usage"}
_DIALECT = Dialect(NAME, "probability", " ")
_OF_SERVICE = Dialect(NAME, "probability", "")


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'{"text": " Hi you", "segments": [{"start": 0.0, "end": 1.5, "text": " Hi you"}], "language": "en"}'
    >>> segment, = read(Source(text)).segments
    >>> segment.text, segment.end
    ('Hi you', 1.5)
    """
    document = Document.of(source, NAME)
    root = document.object()
    text = root.texts("text")[0]
    rows = root.objects("segments")
    # Some services answer with an empty list of segments beside a text.
    if root.has("segments") and (rows.are_there() or not (text.strip() or root.has("words"))):
        segments, texts = _DIALECT.segments(rows, source.name)
    else:
        segments, texts = _without_segments(root, text, source.name)
    document.check()
    meta = root.meta("text", "segments") + kept(NAME, "/text", text if root.has("text") else None, "".join(texts))
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _without_segments(root: Objects, text: str, path: str) -> tuple[Sequence[Segment], list[str]]:
    """One segment with the words or the text of a response without segments, and the text to write for it."""
    if root.has("words"):
        words = _OF_SERVICE.word.heard(root.objects("words"))
        text = "".join([_DIALECT.lead + value for value in words.labels.values])
        return table_of(path, words.labels, [0, len(words.labels)]), [text]
    if not root.has("text"):
        root.note(0, "neither 'segments' nor 'text'", "a transcript of Whisper")
    return (Segment(text=text.strip()),), [_DIALECT.lead + text.strip() if text.strip() else ""]


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = _DIALECT.spoken(corpus)
    found = details(corpus.meta, NAME)
    text = restored(found, "/text", "".join(_DIALECT.texts(spoken)))
    return members({"text": text, "segments": _DIALECT.objects(spoken)}, found)


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
