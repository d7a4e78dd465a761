"""Results of batch transcription by Azure Speech.

A segment is a recognized phrase. Its words are the lexical ones, without punctuation; printed forms of the phrase,
further candidates and other members are kept for writing. Times are ticks of 100 nanoseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache, partial
from operator import add

from .engine.json_source import Document, Json, Node, detail, details, dump, members, outline
from .engine.json_words import (
    BEFORE,
    bare_text,
    bounds,
    elements,
    in_seconds,
    labels_of,
    name_json,
    number_json,
    others,
    plain_labels,
    sealed,
    seconds,
    spoken,
    units,
    unsealed,
    words_of,
)
from .engine.word_lists import Cells, Words, are_whole, corpus_of
from .record import Format
from .schema import Corpus, Label, Segment, Written, number_text
from .source import Source

NAME = "azure"
_PER_SECOND = 10_000_000
_TIMES = ("offset", "duration", "offsetInTicks", "durationInTicks", "offsetMilliseconds", "durationMilliseconds")
# Newer services give milliseconds, beside ticks or in place of them.
_UNITS = (("InTicks", _PER_SECOND, "ticks"), ("Milliseconds", 1000, "milliseconds"))
_DURATION = re.compile(r"PT(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\.[0-9]+)?)S)?")


def _times_of_ticks(cells: Cells) -> tuple[list[str], list[str]]:
    """Begins and ends of words from whole ticks."""
    begins = list(map(int, cells["start"]))
    return _in_seconds(begins), _in_seconds(list(map(add, begins, map(int, cells["length"]))))


def _in_seconds(ticks: list[int]) -> list[str]:
    """Ticks as seconds, without zeros behind the point."""
    parts = _parts()
    try:
        return [f"{tick // _PER_SECOND}{parts[tick % _PER_SECOND]}" for tick in ticks]
    except KeyError:
        return [text.rstrip("0").rstrip(".") for text in in_seconds(list(map(str, ticks)), 7)]


@cache
def _parts() -> dict[int, str]:
    """Decimals of seconds by ticks, for whole milliseconds, which the service mostly gives."""
    return {place * _PER_SECOND // 1000: f".{place:03}".rstrip("0").rstrip(".") for place in range(1000)}


_SHAPE = Words(
    NAME,
    (("recognizedPhrases", "*", "nBest", 0, "words"),),
    {
        "word": "value",
        "offsetInTicks": "start",
        "durationInTicks": "length",
        "confidence": "confidence",
        **dict.fromkeys(("offset", "duration", "offsetMilliseconds", "durationMilliseconds"), "unread"),
    },
    needed=frozenset({"value", "start", "length"}),
    are_times=are_whole,
    times=_times_of_ticks,
)


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads phrases; `punctuation=True` gives the printed text of a phrase, without times of words.

    >>> text = b'''{"recognizedPhrases": [{"channel": 0, "offsetInTicks": 1000000, "durationInTicks": 4000000,
    ...   "nBest": [{"lexical": "hi", "display": "Hi."}]}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.channel, segment.start, segment.end, segment.text
    ('0', 0.1, 0.5, 'hi')
    """
    return corpus_of(source, _SHAPE, partial(_corpus, source, punctuation))


def _corpus(source: Source, punctuation: bool, document: Document) -> Corpus:
    root = document.object()
    segments = tuple(_phrase(node, punctuation) for node in root.objects("recognizedPhrases", required=True))
    document.check()
    corpus = Corpus(segments, meta=root.rest("recognizedPhrases"), format=NAME, path=source.name)
    return sealed(corpus, source)


def _phrase(node: Node, punctuation: bool) -> Segment:
    start, end = _times(node)
    attributes = node.rest("channel", "speaker", "nBest", *_TIMES)
    labels: Sequence[Label] | None = None
    text = ""
    candidates = node.objects("nBest")
    if candidates:
        first = candidates[0]
        attributes += (detail(NAME, "/best", details(first.rest("words", "lexical"), NAME)),)
        if candidates[1:]:
            attributes += (detail(NAME, "/candidates", [other.value for other in candidates[1:]]),)
        text = first.text("lexical").strip()
        if punctuation:
            text = first.text("display").strip() or text
        elif first.get("words") is not None:
            labels, before = elements(first.rows("words"), _word, NAME)
            attributes += before
    return Segment(
        channel=node.name("channel"),
        speaker=node.name("speaker"),
        start=start,
        end=end,
        text=text if labels is None else None,
        labels=labels,
        attributes=attributes,
    )


def _word(node: Node) -> list[Label]:
    start, end = _times(node)
    return labels_of(
        node.text("word", required=True),
        start,
        end,
        format=NAME,
        confidence=node.confidence("confidence"),
        attributes=node.rest("word", "confidence", *_TIMES),
    )


def _times(node: Node) -> tuple[Written | None, Written | None]:
    """Begin and end, from ticks, else from durations."""
    start, length = _time(node, "offset"), _time(node, "duration")
    if start is None or length is None:
        return start, None
    end = Decimal(number_text(start)) + Decimal(number_text(length))
    return _short(Decimal(number_text(start))), _short(end)


def _time(node: Node, key: str) -> Written | None:
    for suffix, per_second, unit in _UNITS:
        count = node.get(key + suffix)
        if count is None:
            continue
        number = count.as_number(expected=unit)
        if number is not None and number < 0:
            count.note(f"{number} is negative", f"{unit} >= 0")
            return None
        return seconds(number, per_second)
    written = node.get(key)
    if written is None:
        return None
    match = _DURATION.fullmatch(written.value) if isinstance(written.value, str) else None
    if match is None or not any(match.groups()):
        written.note(f"{written.shown()} is not a duration", "a duration such as 'PT1M2.5S'")
        return None
    hours, minutes, rest = (Decimal(part or 0) for part in match.groups())
    return Written(f"{hours * 3600 + minutes * 60 + rest:f}")


def _short(time: Decimal) -> Written:
    text = f"{time:f}"
    return Written(text.rstrip("0").rstrip(".") if "." in text else text)


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    phrases: list[Json] = [_object(segment) for segment in spoken(corpus)]
    return members({"recognizedPhrases": phrases}, details(corpus.meta, NAME))


def _object(segment: Segment) -> Json:
    found = details(segment.attributes, NAME)
    best, more = found.get("/best"), found.get("/candidates")
    labels = plain_labels(segment) if segment.labels is not None else []
    known: dict[str, Json] = {"lexical": bare_text(segment)}
    if segment.labels is not None:
        known["words"] = others(found, BEFORE) + list(_words(labels))
    candidates: list[Json] = []
    if labels or isinstance(best, dict) or segment.text:
        candidates.append(members(known, best if isinstance(best, dict) else {}))
    candidates += more if isinstance(more, list) else []
    phrase: dict[str, Json] = {
        "recognitionStatus": found.get("recognitionStatus", "Success"),
        "channel": name_json(segment.channel or "0"),
        "speaker": name_json(segment.speaker),
        **_ticks(*bounds(segment, labels)),
        "nBest": candidates,
    }
    return members(phrase, found)


def _words(labels: Sequence[Label]) -> Iterator[Json]:
    for word in words_of(labels, NAME):
        known: dict[str, Json] = {
            "word": word.text,
            **_ticks(word.start, word.end),
            "confidence": number_json(word.confidence),
        }
        yield members(known, word.found)
        yield from others(word.found)


def _ticks(start: float | None, end: float | None) -> dict[str, Json]:
    offset, until = units(start, _PER_SECOND), units(end, _PER_SECOND)
    length = None if offset is None or until is None else until - offset
    return {
        "offset": _iso(offset),
        "duration": _iso(length),
        "offsetInTicks": offset,
        "durationInTicks": length,
    }


def _iso(ticks: int | None) -> Json:
    """A duration in the form of .NET, such as PT1H2M3.5S or PT0S."""
    if ticks is None:
        return None
    minutes, rest = divmod(ticks, 60 * _PER_SECOND)
    hours, minutes = divmod(minutes, 60)
    seconds_text = _short(Decimal(rest) / _PER_SECOND).written
    text = f"{hours}H" * bool(hours) + f"{minutes}M" * bool(minutes) + f"{seconds_text}S" * bool(rest)
    return "PT" + (text or "0S")


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the results in the form of the service."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are recognized phrases."""
    return bool({"/recognizedPhrases", "/combinedRecognizedPhrases"} & outline(lines))


FORMAT = Format(
    name=NAME,
    suffixes=(".azure.json",),
    summary="Azure Speech, batch transcription",
    carries=frozenset({"channels", "speakers", "segment times", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
