"""Responses of Deepgram to recorded audio.

A segment is a run of words of one speaker on one channel. `punctuated_word` is the printed form of a word. Further
alternatives, paragraphs and utterances are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from .engine.json_source import Document, Json, Node, detail, details, dump, members, outline
from .engine.json_words import (
    BEFORE,
    bare_text,
    displayed,
    name_json,
    number_json,
    others,
    plain_labels,
    printed,
    sealed,
    spoken,
    turns,
    unsealed,
    words_of,
)
from .engine.word_lists import Words, corpus_of
from .record import Format
from .schema import Attributes, Corpus, Segment
from .source import Source

NAME = "deepgram"
_SHAPE = Words(
    NAME,
    (("results", "channels", "*", "alternatives", 0, "words"),),
    {
        "word": "value",
        "start": "start",
        "end": "end",
        "confidence": "confidence",
        "punctuated_word": "display",
        "speaker": "speaker",
    },
)


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads a response; `punctuation=True` gives words in their printed form.

    >>> text = b'''{"results": {"channels": [{"alternatives": [{"transcript": "Hi.", "words": [
    ...   {"word": "hi", "start": 0.1, "end": 0.5, "confidence": 0.9, "punctuated_word": "Hi."}]}]}]}}'''
    >>> read(Source(text)).segments[0].items[0].value, read(Source(text), punctuation=True).segments[0].items[0].value
    ('hi', 'Hi.')
    """
    return corpus_of(source, _SHAPE, partial(_corpus, source, punctuation))


def _corpus(source: Source, punctuation: bool, document: Document) -> Corpus:
    root = document.object()
    results = root.child("results", required=True)
    channels = results.objects("channels", required=True)
    segments: list[Segment] = []
    for place, channel in enumerate(channels):
        segments += _channel(channel, str(place) if len(channels) > 1 else "", punctuation)
    document.check()
    meta = root.rest("results")
    if found := details(results.rest("channels"), NAME):
        meta += (detail(NAME, "/results", found),)
    return sealed(Corpus(tuple(segments), meta=meta, format=NAME, path=source.name), source)


def _channel(node: Node, name: str, punctuation: bool) -> list[Segment]:
    alternatives = node.objects("alternatives", required=True)
    attributes: Attributes = (detail(NAME, "/channel", details(node.rest("alternatives"), NAME)),)
    if not alternatives:
        return [Segment(channel=name, labels=(), attributes=attributes)]
    first = alternatives[0]
    attributes += (detail(NAME, "/alternative", details(first.rest("transcript", "words"), NAME)),)
    if alternatives[1:]:
        attributes += (detail(NAME, "/alternatives", [other.value for other in alternatives[1:]]),)
    if first.get("words") is None:
        return [Segment(channel=name, text=first.text("transcript").strip(), attributes=attributes)]
    segments = []
    for speaker, labels, before in turns(first.rows("words"), _SHAPE.labels, lambda word: word.name("speaker"), NAME):
        labels = displayed(labels) if punctuation else labels
        segments.append(Segment(channel=name, speaker=speaker, labels=labels, attributes=attributes + before))
        attributes = ()
    return segments


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    channels: dict[str, list[Segment]] = {}
    for segment in spoken(corpus):
        channels.setdefault(segment.channel, []).append(segment)
    found = details(corpus.meta, NAME)
    beside = found.get("/results")
    listed: list[Json] = [_channel_object(segments) for segments in channels.values()]
    results = members({"channels": listed}, beside if isinstance(beside, dict) else {})
    return members({"metadata": found.get("metadata"), "results": results}, found)


def _channel_object(segments: Sequence[Segment]) -> Json:
    found: dict[str, Json] = {}
    for segment in reversed(segments):
        found.update(details(segment.attributes, NAME))
    beside, first, more = (found.get(key) for key in ("/channel", "/alternative", "/alternatives"))
    known: dict[str, Json] = {"transcript": " ".join(filter(None, map(_text, segments)))}
    if any(segment.labels is not None for segment in segments):
        known["words"] = [word for segment in segments for word in _words(segment)]
    alternatives: list[Json] = [members(known, first if isinstance(first, dict) else {})]
    alternatives += more if isinstance(more, list) else []
    if isinstance(beside, dict) and not isinstance(first, dict):
        alternatives = []
    return members({"alternatives": alternatives}, beside if isinstance(beside, dict) else {})


def _text(segment: Segment) -> str:
    return bare_text(segment) if segment.labels is None else printed(plain_labels(segment))


def _words(segment: Segment) -> Iterator[Json]:
    yield from others(details(segment.attributes, NAME), BEFORE)
    for word in words_of(plain_labels(segment), NAME):
        known: dict[str, Json] = {
            "word": word.text,
            "start": number_json(word.start),
            "end": number_json(word.end),
            "confidence": number_json(word.confidence),
            "punctuated_word": word.display or None,
            "speaker": name_json(segment.speaker),
        }
        yield members(known, word.found)
        yield from others(word.found)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the response in the form of the service."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results by channel."""
    return "/results/channels/*/alternatives" in outline(lines, "results", "channels")


FORMAT = Format(
    name=NAME,
    suffixes=(".deepgram.json",),
    summary="Deepgram",
    carries=frozenset({"channels", "speakers", "times", "confidence", "printed forms"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
