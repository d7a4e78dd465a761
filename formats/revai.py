"""Transcripts of Rev AI: monologues of words and of elements between words.

A segment is a monologue. A punctuation element is part of the printed form of the word before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from .engine.json_source import Document, Json, Node, details, dump, members, outline
from .engine.json_words import (
    AFTER,
    BEFORE,
    displayed,
    elements,
    items_after,
    mark_behind,
    name_json,
    number_json,
    others,
    plain_labels,
    sealed,
    spoken,
    unsealed,
    with_displays,
    words_of,
)
from .engine.word_lists import Words, corpus_of
from .record import Format
from .schema import Corpus, Label, Segment
from .source import Source

NAME = "revai"
_SHAPE = Words(
    NAME,
    (("monologues", "*", "elements"),),
    {"value": "value", "ts": "start", "end_ts": "end", "confidence": "confidence", "type": "unread"},
    kinds=("type", ("text",)),
)


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads a transcript; `punctuation=True` gives words in their printed form.

    >>> text = b'''{"monologues": [{"speaker": 0, "elements": [
    ...   {"type": "text", "value": "Hi", "ts": 0.1, "end_ts": 0.5}, {"type": "punct", "value": "."}]}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.speaker, segment.items[0].value, segment.items[0].attributes[0]
    ('0', 'Hi', ('display', 'Hi.'))
    """
    return corpus_of(source, _SHAPE, partial(_corpus, source, punctuation))


def _corpus(source: Source, punctuation: bool, document: Document) -> Corpus:
    root = document.object()
    segments = tuple(_monologue(node, punctuation) for node in root.objects("monologues", required=True))
    document.check()
    corpus = Corpus(segments, meta=root.rest("monologues"), format=NAME, path=source.name)
    return sealed(corpus, source)


def _monologue(node: Node, punctuation: bool) -> Segment:
    found, before = elements(node.rows("elements", required=True), _word, NAME)
    labels = with_displays(found, _marks)
    return Segment(
        speaker=node.name("speaker"),
        labels=displayed(labels) if punctuation else labels,
        attributes=node.rest("speaker", "elements") + before,
    )


def _word(node: Node) -> list[Label]:
    if node.text("type", required=True) != "text":
        return []
    return _SHAPE.labels(node)


def _marks(label: Label) -> tuple[str, str]:
    """The punctuation after a word, up to the first blank."""
    mark = ""
    for other in items_after(label, NAME):
        value = other.get("value") if isinstance(other, dict) and other.get("type") == "punct" else None
        if not isinstance(value, str) or not value.strip():
            break
        mark += value
        if value != value.rstrip():
            break
    return mark.rstrip(), ""


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    monologues: list[Json] = []
    for segment in spoken(corpus):
        found = details(segment.attributes, NAME)
        listed = others(found, BEFORE) + _elements(segment)
        monologues.append(members({"speaker": name_json(segment.speaker), "elements": listed}, found))
    return members({"monologues": monologues}, details(corpus.meta, NAME))


def _elements(segment: Segment) -> list[Json]:
    listed: list[Json] = []
    words = list(words_of(plain_labels(segment), NAME))
    for place, word in enumerate(words, 1):
        known: dict[str, Json] = {
            "type": "text",
            "value": word.text,
            "ts": number_json(word.start),
            "end_ts": number_json(word.end),
            "confidence": number_json(word.confidence),
        }
        listed.append(members(known, word.found))
        if AFTER in word.found:
            listed += others(word.found)
            continue
        if mark := mark_behind(word):
            listed.append({"type": "punct", "value": mark})
        if place < len(words):
            listed.append({"type": "punct", "value": " "})
    return listed


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the transcript in the form of the service."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are monologues."""
    return "/monologues/*/elements" in outline(lines, "monologues", "elements")


FORMAT = Format(
    name=NAME,
    suffixes=(".revai.json",),
    summary="Rev AI",
    carries=frozenset({"speakers", "times", "confidence", "printed forms"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
