"""Kaldi transcripts in the JSON of BBC services: words with times, confidence and a printed form.

A segment is a turn in `segmentation`; in a file without it, one segment holds all words. A word belongs to the last
turn that begins at or before the word.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from .engine.fields import difference_text
from .engine.json_source import Document, Json, Node, detail, details, dump, members, outline
from .engine.json_words import (
    BEFORE,
    bounds,
    displayed,
    elements,
    number_json,
    others,
    plain_labels,
    printed,
    sealed,
    spoken,
    unsealed,
    words_of,
)
from .engine.word_lists import Words, corpus_of
from .record import Format
from .schema import Corpus, Label, Segment, Written, number_text, sum_text
from .source import Source

NAME = "kaldi-json"
_SHAPE = Words(
    NAME,
    (("words",), ("retval", "words")),
    {
        "word": "value",
        "start": "start",
        "end": "end",
        "confidence": "confidence",
        "punct": "display",
        "index": "unread",
    },
    quoted=frozenset({"start", "end", "confidence"}),
)
# Start, end and speaker.
_Turn = tuple[Written, "Written | None", str]


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads words; `punctuation=True` gives them in their printed form.

    >>> text = b'{"retval": {"words": [{"start": 0.1, "end": 0.5, "confidence": 0.9, "word": "hi", "punct": "Hi."}]}}'
    >>> read(Source(text)).segments[0].items[0].attributes
    (('display', 'Hi.'),)
    """
    return corpus_of(source, _SHAPE, partial(_corpus, source, punctuation))


def _corpus(source: Source, punctuation: bool, document: Document) -> Corpus:
    root = document.object()
    inner = root.child("retval") if root.get("retval") is not None else root
    labels, before = elements(inner.rows("words", required=True), _SHAPE.labels, NAME)
    turns = _turns(inner.child("segmentation"))
    segments = []
    starts = [turn[0] for turn in turns]
    for place, run in _by_turn(labels, starts):
        start, end, speaker = turns[place] if place >= 0 else (None, None, "")
        words = displayed(run) if punctuation else run
        segments.append(Segment(speaker=speaker, start=start, end=end, labels=words, attributes=before))
        before = ()
    document.check()
    meta = inner.rest("words", "punct", "segmentation")
    if inner is not root:
        meta += (detail(NAME, "/outer", details(root.rest("retval"), NAME)),)
    corpus = Corpus(
        tuple(segments or [Segment(labels=(), attributes=before)]), meta=meta, format=NAME, path=source.name
    )
    return sealed(corpus, source)


def _by_turn(labels: Sequence[Label], starts: Sequence[Written]) -> Iterator[tuple[int, Sequence[Label]]]:
    """The labels of each turn, after its number; -1 before all turns."""
    if labels and not starts:
        yield -1, labels
        return
    for place, run in groupby(labels, key=lambda label: bisect_right(starts, label.start or 0) - 1):
        yield place, tuple(run)


def _turns(segmentation: Node) -> list[_Turn]:
    turns: list[_Turn] = []
    for node in segmentation.objects("segments"):
        start, length = node.time("start", required=True), node.time("duration")
        speaker = node.get("speaker")
        name = (
            "" if speaker is None else speaker.name("@id") if isinstance(speaker.value, dict) else node.name("speaker")
        )
        if start is not None:
            end = None if length is None else Written(sum_text(number_text(start), number_text(length)))
            turns.append((start, end, name))
    return sorted(turns, key=lambda turn: turn[0])


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    segments = list(spoken(corpus))
    found = details(corpus.meta, NAME)
    words: list[Json] = []
    for segment in segments:
        words += others(details(segment.attributes, NAME), BEFORE)
        for word in words_of(plain_labels(segment), NAME):
            known: dict[str, Json] = {
                "start": number_json(word.start),
                "confidence": number_json(word.confidence),
                "end": number_json(word.end),
                "word": word.text,
                "punct": word.display or word.text,
                "index": len(words),
            }
            words.append(members(known, word.found))
            words += others(word.found)
    timed = (segment for segment in segments if segment.speaker and _span(segment)[0] is not None)
    turns: list[Json] = [_turn(segment) for segment in timed]
    text = " ".join(filter(None, (printed(plain_labels(segment)) for segment in segments)))
    inner = members(
        {"punct": text, "words": words, "segmentation": {"segments": turns} if turns else None},
        {key: value for key, value in found.items() if key != "/outer"},
    )
    outer = found.get("/outer")
    if corpus.format == NAME and not isinstance(outer, dict):
        return inner
    return members({"action": None, "retval": inner}, outer if isinstance(outer, dict) else {})


def _span(segment: Segment) -> tuple[float | None, float | None]:
    labels = plain_labels(segment) if segment.labels is not None else []
    start, end = bounds(segment, labels)
    # A turn ends with its last word whose end is known; a reader would take a turn without a duration to end there.
    ends = [label.end for label in labels if label.end is not None]
    return start, max(ends, default=None) if end is None else end


def _turn(segment: Segment) -> Json:
    start, end = _span(segment)
    length = None
    if start is not None and end is not None:
        length = Written(difference_text(number_text(end), number_text(start)))
    known: dict[str, Json] = {"start": number_json(start), "duration": length, "speaker": {"@id": segment.speaker}}
    return members({"@type": "Segment", **known}, {})


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the transcript in the form of the service."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with a printed form."""
    shape = outline(lines, "words", "word")
    return bool({"/retval/words/*/word", "/words/*/punct"} & shape)


FORMAT = Format(
    name=NAME,
    suffixes=(".kaldi.json",),
    summary="Kaldi transcripts as the BBC writes them",
    carries=frozenset({"speakers", "segment times", "times", "confidence", "printed forms"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
