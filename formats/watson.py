"""Responses of IBM Watson Speech to Text.

A segment is a result, cut where the speaker changes in `speaker_labels`. Further alternatives and details of speakers
are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from .engine.json_source import Document, Json, Node, detail, details, dump, members, outline
from .engine.json_words import (
    bare_text,
    labels_of,
    name_json,
    number_json,
    plain_labels,
    sealed,
    spoken,
    unsealed,
    words_of,
)
from .engine.word_lists import Words, with_columns
from .errors import quantity
from .record import Format
from .schema import Corpus, Label, LabelColumns, Segment, Written
from .source import Source

NAME = "watson"
_CONTINUES = "/continues"
_IN_ALTERNATIVE = ("results", "*", "alternatives", 0)
_TIMED = Words(NAME, ((*_IN_ALTERNATIVE, "timestamps"),), {0: "value", 1: "start", 2: "end"})
_SURE = Words(NAME, ((*_IN_ALTERNATIVE, "word_confidence"),), {0: "value", 1: "confidence"})


def read(source: Source) -> Corpus:
    """Reads results.

    >>> text = b'''{"result_index": 0, "results": [{"final": true, "alternatives": [{"transcript": "hi ",
    ...   "timestamps": [["hi", 0.1, 0.5]], "word_confidence": [["hi", 0.9]]}]}]}'''
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end, label.confidence
    ('hi', 0.1, 0.5, 0.9)
    """
    return _corpus(source, with_columns(Document.of(source, NAME), _TIMED, _SURE))


def _corpus(source: Source, document: Document) -> Corpus:
    root = document.object()
    speakers: dict[float | None, str] = {}
    for node in root.objects("speaker_labels"):
        start = node.time("from", required=True)
        if start is not None:
            speakers[start] = node.name("speaker")
    segments = tuple(
        segment for result in root.objects("results", required=True) for segment in _result(result, speakers)
    )
    document.check()
    meta = root.rest("results", "speaker_labels")
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _result(result: Node, speakers: dict[float | None, str]) -> list[Segment]:
    attributes = result.rest("alternatives")
    alternatives = result.objects("alternatives", required=True)
    if not alternatives:
        return [Segment(labels=(), attributes=(*attributes, detail(NAME, "/empty", True)))]
    first = alternatives[0]
    if found := details(first.rest("transcript", "timestamps", "word_confidence"), NAME):
        attributes += (detail(NAME, "/alternative", found),)
    if alternatives[1:]:
        attributes += (detail(NAME, "/alternatives", [other.value for other in alternatives[1:]]),)
    if first.get("timestamps") is None:
        return [Segment(text=first.text("transcript").strip(), attributes=attributes)]
    segments = []
    labels = _labels(first)
    if not speakers and labels:
        return [Segment(labels=labels, attributes=attributes)]
    last = 0
    for speaker, run in groupby(speakers.get(start, "") for start in _starts(labels)):
        begin, last = last, last + sum(1 for _ in run)
        segments.append(Segment(speaker=speaker, labels=labels[begin:last], attributes=attributes))
        attributes = (detail(NAME, _CONTINUES, True),)
    return segments or [Segment(labels=(), attributes=attributes)]


def _starts(labels: Sequence[Label]) -> Iterable[float | None]:
    """The begin of every word."""
    if isinstance(labels, LabelColumns) and labels.numbers[0]:
        return map(float, labels.numbers[0])
    return [label.start for label in labels]


def _labels(alternative: Node) -> Sequence[Label]:
    timed, sure = alternative.run("timestamps"), alternative.run("word_confidence")
    if timed is not None and alternative.get("word_confidence") is None:
        return timed.labels()
    if timed is None or sure is None or len(timed.values) != len(sure.values):
        return _labels_of_nodes(alternative)
    start, end, _ = timed.numbers
    return LabelColumns(timed.values, (start, end, sure.numbers[2]), None)


def _labels_of_nodes(alternative: Node) -> tuple[Label, ...]:
    confidences = [_confidence(node) for node in alternative.children("word_confidence")]
    labels: list[Label] = []
    for place, node in enumerate(alternative.children("timestamps")):
        parts = list(node.children())
        if len(parts) != 3:
            node.note(quantity(len(parts), "value"), "a word, its begin and its end")
            continue
        word, start, end = parts[0].value, parts[1].as_time(), parts[2].as_time()
        node.order(start, end)
        if not isinstance(word, str):
            parts[0].note("not a word", "text")
            continue
        confidence = confidences[place] if place < len(confidences) else None
        labels += labels_of(word, start, end, format=NAME, confidence=confidence)
    return tuple(labels)


def _confidence(node: Node) -> Written | None:
    parts = list(node.children())
    if len(parts) != 2:
        node.note(quantity(len(parts), "value"), "a word and its confidence")
        return None
    return parts[1].as_number(expected="a confidence")


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    groups: list[list[Segment]] = []
    labels: list[Json] = []
    for segment in spoken(corpus):
        if groups and _CONTINUES in details(segment.attributes, NAME):
            groups[-1].append(segment)
        else:
            groups.append([segment])
        if segment.speaker:
            labels += _speakers(segment)
    found = details(corpus.meta, NAME)
    known: dict[str, Json] = {
        "result_index": found.get("result_index", 0),
        "results": [_object(group) for group in groups],
        "speaker_labels": labels or None,
    }
    return members(known, found)


def _speakers(segment: Segment) -> Iterator[Json]:
    for word in words_of(plain_labels(segment), NAME):
        if word.start is not None:
            yield {
                "from": number_json(word.start),
                "to": number_json(word.end),
                "speaker": name_json(segment.speaker),
            }


def _object(segments: Sequence[Segment]) -> Json:
    found = details(segments[0].attributes, NAME)
    first, more = found.get("/alternative"), found.get("/alternatives")
    text = " ".join(filter(None, map(bare_text, segments)))
    known: dict[str, Json] = {"transcript": text + " " if text else ""}
    words = [
        word for segment in segments if segment.labels is not None for word in words_of(plain_labels(segment), NAME)
    ]
    if any(segment.labels is not None for segment in segments) and all(
        word.start is not None and word.end is not None for word in words
    ):
        known["timestamps"] = [[word.text, number_json(word.start), number_json(word.end)] for word in words]
    if words and all(word.confidence is not None for word in words):
        known["word_confidence"] = [[word.text, number_json(word.confidence)] for word in words]
    alternatives: list[Json] = [] if found.get("/empty") else [members(known, first if isinstance(first, dict) else {})]
    alternatives += more if isinstance(more, list) else []
    return members({"final": found.get("final", True), "alternatives": alternatives}, found)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the response in the form of the service."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with alternatives, and `final` or timestamps."""
    shape = outline(lines, "results", "alternatives")
    own = {"/result_index", "/results/*/final", "/results/*/alternatives/*/timestamps"}
    return "/results/*/alternatives/*/transcript" in shape and bool(own & shape)


FORMAT = Format(
    name=NAME,
    suffixes=(".watson.json",),
    summary="IBM Watson Speech to Text",
    carries=frozenset({"speakers", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
