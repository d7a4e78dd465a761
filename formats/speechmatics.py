"""Transcripts of Speechmatics (json-v2).

A segment is a run of results of one speaker on one channel. A punctuation mark is part of the printed form of the word
that it is attached to. Further alternatives are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from .engine.json_source import Document, Json, Node, detail, details, dump, members, outline
from .engine.json_words import (
    AFTER,
    BEFORE,
    Word,
    channel_and_speaker,
    displayed,
    items_after,
    labels_of,
    mark_behind,
    number_json,
    others,
    plain_labels,
    sealed,
    spoken,
    turns,
    unsealed,
    with_displays,
    words_of,
)
from .engine.word_lists import Words, corpus_of
from .record import Format
from .schema import Corpus, Label, Segment
from .source import Source

NAME = "speechmatics"
_WORDS = ("word", "entity")
_SHAPE = Words(
    NAME,
    (("results",),),
    {"start_time": "start", "end_time": "end", "channel": "channel"},
    kinds=("type", _WORDS),
    inner=("alternatives", {"content": "value", "confidence": "confidence", "speaker": "speaker"}),
)


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads a transcript; `punctuation=True` gives words in their printed form.

    >>> text = b'''{"results": [{"type": "word", "start_time": 0.1, "end_time": 0.5, "alternatives": [
    ...   {"content": "Hi", "confidence": 0.9, "speaker": "S1"}]}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.speaker, segment.items[0].value
    ('S1', 'Hi')
    """
    return corpus_of(source, _SHAPE, partial(_corpus, source, punctuation))


def _corpus(source: Source, punctuation: bool, document: Document) -> Corpus:
    root = document.object()
    segments = []
    results = root.rows("results", required=True)
    for name, labels, before in turns(results, _word, _who, NAME, channel_and_speaker):
        channel, _, speaker = name.partition("\n")
        labels = with_displays(labels, _marks)
        labels = displayed(labels) if punctuation else labels
        segments.append(Segment(channel=channel, speaker=speaker, labels=labels, attributes=before))
    document.check()
    corpus = Corpus(tuple(segments), meta=root.rest("results"), format=NAME, path=source.name)
    return sealed(corpus, source)


def _first(node: Node) -> Node | None:
    alternatives = node.objects("alternatives")
    return alternatives[0] if alternatives else None


def _who(node: Node) -> str:
    first = _first(node)
    return node.name("channel") + "\n" + (first.name("speaker") if first else "")


def _word(node: Node) -> list[Label]:
    first = _first(node)
    if node.text("type", required=True) not in _WORDS or first is None:
        return []
    start, end = node.time("start_time"), node.time("end_time")
    node.order(start, end)
    attributes = node.rest("start_time", "end_time", "alternatives", "channel")
    if found := details(first.rest("content", "confidence", "speaker"), NAME):
        attributes += (detail(NAME, "/alternative", found),)
    if more := node.objects("alternatives")[1:]:
        attributes += (detail(NAME, "/alternatives", [other.value for other in more]),)
    content = first.text("content", required=True)
    confidence = first.confidence("confidence")
    return labels_of(content, start, end, format=NAME, confidence=confidence, attributes=attributes)


def _marks(label: Label) -> tuple[str, str]:
    """The punctuation after a word: the part attached to it, and the part attached to the next word."""
    closing, opening = "", ""
    for mark in items_after(label, NAME):
        if isinstance(mark, dict) and mark.get("type") == "punctuation":
            if mark.get("attaches_to", "previous") in ("previous", "both"):
                closing += _content(mark)
            else:
                opening += _content(mark)
    return closing, opening


def _content(mark: dict[str, Json]) -> str:
    alternatives = mark.get("alternatives")
    first = alternatives[0] if isinstance(alternatives, list) and alternatives else None
    content = first.get("content") if isinstance(first, dict) else None
    return content if isinstance(content, str) else ""


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    results: list[Json] = []
    for segment in spoken(corpus):
        results += others(details(segment.attributes, NAME), BEFORE)
        for word in words_of(plain_labels(segment), NAME):
            results.append(_object(word, segment))
            results += others(word.found) if AFTER in word.found else _punctuation(word, segment)
    found = details(corpus.meta, NAME)
    return members({"format": found.get("format", "2.9"), "results": results}, found)


def _object(word: Word, segment: Segment) -> Json:
    first = word.found.get("/alternative")
    more = word.found.get("/alternatives")
    known: dict[str, Json] = {
        "content": word.text,
        "confidence": number_json(word.confidence),
        "speaker": segment.speaker or None,
    }
    alternatives: list[Json] = [members(known, first if isinstance(first, dict) else {})]
    alternatives += more if isinstance(more, list) else []
    result: dict[str, Json] = {
        "type": word.found.get("type", "word"),
        "start_time": number_json(word.start),
        "end_time": number_json(word.end),
        "channel": segment.channel or None,
        "alternatives": alternatives,
    }
    return members(result, word.found)


def _punctuation(word: Word, segment: Segment) -> list[Json]:
    """The marks after a word from another format, from its printed form."""
    mark = mark_behind(word)
    if not mark:
        return []
    known: dict[str, Json] = {"content": mark, "speaker": segment.speaker or None}
    result: dict[str, Json] = {
        "type": "punctuation",
        "start_time": number_json(word.end),
        "end_time": number_json(word.end),
        "channel": segment.channel or None,
        "attaches_to": "previous",
        "alternatives": [members(known, {})],
    }
    return [members(result, {})]


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the transcript in the form of the service."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with types, times and contents."""
    shape = outline(lines, "results", "type", "alternatives")
    return {"/results/*/type", "/results/*/alternatives/*/content"} <= shape


FORMAT = Format(
    name=NAME,
    suffixes=(".speechmatics.json",),
    summary="Speechmatics json-v2",
    carries=frozenset({"channels", "speakers", "times", "confidence", "printed forms"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
