"""Transcripts of AssemblyAI; times are milliseconds.

A segment is an utterance; in a file without utterances, a run of words of one speaker. Punctuation is part of words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from .engine.json_source import Document, Json, Node, details, dump, members, outline
from .engine.json_words import (
    BEFORE,
    bare_text,
    bounds,
    channel_and_speaker,
    elements,
    in_seconds,
    labels_of,
    number_json,
    others,
    plain_labels,
    sealed,
    seconds,
    spoken,
    turns,
    units,
    unsealed,
    words_of,
)
from .engine.word_lists import Cells, Words, are_whole, corpus_of
from .record import Format
from .schema import Corpus, Label, Segment, Written
from .source import Source

NAME = "assemblyai"
_PER_SECOND = 1000


def _times(cells: Cells) -> tuple[list[str], list[str]]:
    """The times of words from whole milliseconds."""
    return in_seconds(cells["start"], 3), in_seconds(cells["end"], 3)


_SHAPE = Words(
    NAME,
    (("words",), ("utterances", "*", "words")),
    {
        "text": "value",
        "start": "start",
        "end": "end",
        "confidence": "confidence",
        "speaker": "speaker",
        "channel": "channel",
    },
    needed=frozenset({"value", "start", "end"}),
    are_times=are_whole,
    times=_times,
)


def read(source: Source) -> Corpus:
    """Reads a transcript.

    >>> text = b'{"text": "Hi.", "words": [{"text": "Hi.", "start": 100, "end": 500, "confidence": 0.9}]}'
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end
    ('Hi.', 0.100, 0.500)
    """
    return corpus_of(source, _SHAPE, partial(_corpus, source))


def _corpus(source: Source, document: Document) -> Corpus:
    root = document.object()
    if root.get("utterances") is not None:
        segments = [_utterance(node) for node in root.objects("utterances")]
    elif root.get("words") is not None:
        segments = [
            Segment(channel=channel, speaker=speaker, labels=labels, attributes=before)
            for (channel, _, speaker), labels, before in (
                (name.partition("\n"), labels, before)
                for name, labels, before in turns(root.rows("words"), _word, _who, NAME, channel_and_speaker)
            )
        ]
    else:
        segments = [Segment(text=root.text("text", required=True).strip())]
    document.check()
    corpus = Corpus(tuple(segments), meta=root.rest("text", "words", "utterances"), format=NAME, path=source.name)
    return sealed(corpus, source)


def _who(node: Node) -> str:
    return node.name("channel") + "\n" + node.name("speaker")


def _utterance(node: Node) -> Segment:
    start, end = _time(node, "start"), _time(node, "end")
    node.order(start, end)
    labels, before = elements(node.rows("words"), _word, NAME)
    text = node.text("text").strip()
    return Segment(
        channel=node.name("channel"),
        speaker=node.name("speaker"),
        start=start,
        end=end,
        text=None if labels or not text else text,
        labels=None if text and not labels else labels,
        attributes=(*node.rest("speaker", "channel", "start", "end", "text", "words"), *before),
    )


def _time(node: Node, key: str) -> Written | None:
    found = node.get(key)
    number = None if found is None else found.as_number(expected="milliseconds")
    if found is not None and number is not None and number < 0:
        found.note(f"{number} is negative", "milliseconds >= 0")
        return None
    return seconds(number, _PER_SECOND)


def _word(node: Node) -> list[Label]:
    start, end = _time(node, "start"), _time(node, "end")
    node.order(start, end)
    return labels_of(
        node.text("text", required=True),
        start,
        end,
        format=NAME,
        confidence=node.confidence("confidence"),
        attributes=node.rest("text", "start", "end", "confidence", "speaker", "channel"),
    )


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    segments = list(spoken(corpus))
    found = details(corpus.meta, NAME)
    # A reader takes the utterances alone, where there are any, and else the words alone, where there are any.
    utterances: list[Json] = list(map(_object, segments)) if any(segment.speaker for segment in segments) else []
    words: list[Json] = [word for segment in segments for word in _words(segment)]
    known: dict[str, Json] = {
        "text": " ".join(filter(None, map(bare_text, segments))),
        "words": words if any(segment.labels is not None for segment in segments) else None,
        "utterances": utterances or None,
    }
    return members(known, found)


def _object(segment: Segment) -> Json:
    start, end = bounds(segment, plain_labels(segment))
    known: dict[str, Json] = {
        "speaker": segment.speaker or None,
        "channel": segment.channel or None,
        "text": bare_text(segment),
        "start": units(start, _PER_SECOND),
        "end": units(end, _PER_SECOND),
        "words": None if segment.labels is None else list(_words(segment)),
    }
    return members(known, details(segment.attributes, NAME))


def _words(segment: Segment) -> Iterator[Json]:
    yield from others(details(segment.attributes, NAME), BEFORE)
    for word in words_of(plain_labels(segment), NAME):
        known: dict[str, Json] = {
            "text": word.text,
            "start": units(word.start, _PER_SECOND),
            "end": units(word.end, _PER_SECOND),
            "confidence": number_json(word.confidence),
            "speaker": segment.speaker or None,
            "channel": segment.channel or None,
        }
        yield members(known, word.found)
        yield from others(word.found)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the transcript in the form of the service; times are rounded to milliseconds."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with texts and times, and the whole text."""
    shape = outline(lines, "text", "words")
    return {"/text", "/words/*/text", "/words/*/start", "/words/*/end"} <= shape or (
        {"/utterances/*/words/*/text", "/utterances/*/start"} <= shape
    )


FORMAT = Format(
    name=NAME,
    suffixes=(".assemblyai.json",),
    summary="AssemblyAI",
    carries=frozenset({"channels", "speakers", "segment times", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
