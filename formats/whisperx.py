"""JSON of WhisperX: segments with aligned words and speakers; a word that could not be aligned has no times.

A segment has its own speaker; speakers of single words are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from .engine.json_columns import corpus_of
from .engine.json_source import Document, Doubt, Json, Run, details, dump, members, outline
from .engine.json_words import kept, plain_labels, restored, sealed, spoken, unsealed
from .engine.whisper_segments import Dialect
from .record import Format
from .schema import Corpus, Label, LabelColumns, Segment
from .source import Source

NAME = "whisperx"
_DIALECT = Dialect(NAME, "score", "")

_SHAPES = (
    _DIALECT.shape((("segments", "*", "words"),)),
    _DIALECT.shape((("word_segments",),), "word_segments"),
)


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'{"segments": [{"start": 0, "end": 1, "text": " Hi", "words": [{"word": "Hi", "score": 0.9}]}]}'
    >>> read(Source(text)).segments[0].items[0].confidence
    0.9
    """
    return corpus_of(source, NAME, _SHAPES, partial(_corpus, source))


def _corpus(source: Source, document: Document) -> Corpus:
    root = document.object()
    segments = tuple(map(_DIALECT.segment, root.objects("segments", required=True)))
    document.check()
    whole = root.value if isinstance(root.value, dict) else {}
    meta = root.rest("segments", "word_segments")
    if (run := root.run("word_segments")) is None:
        meta += kept(NAME, "/words", whole.get("word_segments"), _words(segments))
    elif not _are_those(run, segments):
        raise Doubt
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _are_those(run: Run, segments: Sequence[Segment]) -> bool:
    """Whether the words of a run are those of the segments, with equal texts of numbers."""
    parts = [_columns(segment.labels) for segment in segments if isinstance(segment.labels, LabelColumns)]
    if len(parts) == len(segments):
        return all(map(_are_equal, _columns(run.labels()), zip(*parts, strict=True)))
    return _numerals(run.labels()) == _numerals([label for segment in segments for label in plain_labels(segment)])


def _columns(labels: LabelColumns) -> tuple[Iterable[object], ...]:
    """The columns of words; one of None where there is none."""
    nothing = [None] * len(labels)
    return labels.values, *(column or nothing for column in labels.numbers), labels.attributes or [()] * len(labels)


def _are_equal(whole: Iterable[object], parts: Iterable[Iterable[object]]) -> bool:
    return list(whole) == list(chain.from_iterable(parts))


def _numerals(labels: Sequence[Label]) -> list[object]:
    """The words with their numbers as texts."""
    return [
        (label.value, str(label.start), str(label.end), str(label.confidence), label.attributes) for label in labels
    ]


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
