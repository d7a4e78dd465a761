"""Alignments of Gentle: the words of one transcript. A word that was not found in the audio has no times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from .engine.json_source import Document, Json, Node, detail, details, dump, members, outline
from .engine.json_words import (
    BEFORE,
    bare_text,
    elements,
    kept,
    labels_of,
    number_json,
    others,
    plain_labels,
    restored,
    sealed,
    spoken,
    unsealed,
    words_of,
)
from .engine.word_lists import Words, corpus_of
from .record import Format
from .schema import Corpus, Label, Segment
from .source import Source

NAME = "gentle"
_FOUND, _NOT_FOUND = "success", "not-found-in-audio"


_SHAPE = Words(
    NAME,
    (("words",),),
    {"word": "value", "start": "start", "end": "end", "case": "unread"},
    kinds=("case", (_FOUND,)),
    needed=frozenset({"value", "start", "end"}),
)


def read(source: Source) -> Corpus:
    """Reads an alignment.

    >>> text = b'{"transcript": "hi", "words": [{"case": "success", "word": "hi", "start": 0.1, "end": 0.5}]}'
    >>> read(Source(text)).segments[0].items[0].end
    0.5
    """
    return corpus_of(source, _SHAPE, partial(_corpus, source))


def _corpus(source: Source, document: Document) -> Corpus:
    root = document.object()
    labels, before = elements(root.rows("words", required=True), _word, NAME)
    segments = (Segment(labels=labels, attributes=before),)
    transcript = root.text("transcript") if root.get("transcript") is not None else None
    document.check()
    meta = root.rest("transcript", "words") + kept(NAME, "/transcript", transcript, _text(segments))
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _word(node: Node) -> list[Label]:
    start, end = node.time("start"), node.time("end")
    node.order(start, end)
    attributes = node.rest("word", "start", "end", "case")
    case = node.text("case")
    if case != (_NOT_FOUND if start is None else _FOUND):
        attributes += (detail(NAME, "/case", case),)
    return labels_of(node.text("word", required=True), start, end, format=NAME, attributes=attributes)


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    segments = list(spoken(corpus))
    found = details(corpus.meta, NAME)
    words: list[Json] = []
    for segment in segments:
        words += others(details(segment.attributes, NAME), BEFORE)
        for word in words_of(plain_labels(segment), NAME):
            case = _NOT_FOUND if word.start is None else _FOUND
            known: dict[str, Json] = {
                "case": word.found.get("/case", case),
                "word": word.text,
                "start": number_json(word.start),
                "end": number_json(word.end),
            }
            words.append(members(known, word.found))
            words += others(word.found)
    return members({"transcript": restored(found, "/transcript", _text(segments)), "words": words}, found)


def _text(segments: Sequence[Segment]) -> str:
    return " ".join(filter(None, map(bare_text, segments)))


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the alignment in the form of the program."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with a case of success or failure."""
    return "/words/*/case" in outline(lines, "words", "case")


FORMAT = Format(
    name=NAME,
    suffixes=(".gentle.json",),
    summary="Gentle: words aligned with audio",
    carries=frozenset({"times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
