"""Results of Azure Speech: batch transcription, also of version 2, fast transcription, and real-time recognition.

A segment is a recognized phrase. Its words are the lexical ones, without punctuation; printed forms of the phrase,
other candidates and members are kept for writing. Times are ticks of 100 nanoseconds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import partial

from . import vendors
from .engine.json import Cells, Document, Json, details, members, shown
from .engine.json_objects import JsonObject, Span, listed_in, root_of
from .engine.json_places import outline
from .engine.plain_words import PlainWord
from .engine.spoken import Spoken
from .engine.word_lists import WordLists
from .record import Format
from .schema import Attributes, Corpus
from .source import Source
from .values import dataclass

NAME = "azure"
_PER_SECOND = 10_000_000
_TICKS, _MILLISECONDS = ("InTicks", _PER_SECOND, "ticks"), ("Milliseconds", 1000, "milliseconds")
_DURATION = re.compile(r"PT(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\.[0-9]+)?)S)?")


@dataclass(frozen=True, slots=True)
class _Answer:
    """The names of members in a kind of answer."""

    channels: tuple[str, ...] = ("channel",)
    speaker: str = "speaker"
    candidates: str = "nBest"
    """Empty where a phrase has one text, and its words."""
    lexical: str = "lexical"
    display: str = "display"
    words: str = "words"
    word: str = "word"
    confidence: str = "confidence"
    times: tuple[str, str] = ("offset", "duration")
    units: tuple[tuple[str, int, str], ...] = (_TICKS, _MILLISECONDS)
    """What follows the names of times that are numbers, the units in a second, and their name."""

    def plain(self) -> tuple[PlainWord, ...]:
        """Usual words, by the units of their times."""
        shapes = list[PlainWord]()
        for suffix, per_second, _ in self.units:
            begin, size = (time + suffix for time in self.times)
            digits, ignored = len(str(per_second)) - 1, self.times if suffix else ()
            roles = self.word, begin, size, self.confidence
            shapes.append(PlainWord(*roles, ignored=ignored, digits=digits, timed=True, lasts=True))
        return tuple(shapes)

    def of_time(self) -> frozenset[str]:
        """The names of times."""
        return frozenset({*self.times, *[time + suffix for time in self.times for suffix, _, _ in self.units]})

    def of_phrase(self) -> frozenset[str]:
        """The members of a phrase that are read."""
        of_text = (self.candidates,) if self.candidates else (self.lexical, self.words)
        return frozenset({*self.channels, self.speaker, *of_text}) | self.of_time()

    def candidate(self, members_of: Mapping[str, Json]) -> dict[str, Json]:
        """The members of a candidate, with the names of batch transcription."""
        names = {self.lexical: "lexical", self.display: "display", self.words: "words", self.confidence: "confidence"}
        return {names.get(key, key): value for key, value in members_of.items()}


_BATCH = _Answer()
_FAST = _Answer(
    candidates="", lexical="text", display="text", word="text", units=(_MILLISECONDS, ("", 1000, "milliseconds"))
)
_REAL_TIME = _Answer(
    *(("Channel", "ChannelNumber"), "SpeakerId", "NBest", "Lexical", "Display", "Words", "Word", "Confidence"),
    times=("Offset", "Duration"),
    units=(("", _PER_SECOND, "ticks"),),
)


_PATHS = {
    "recognizedPhrases/*/nBest/0/words": _BATCH.plain(),
    "phrases/*/words": _FAST.plain(),
    **{f"{top}NBest/0/Words": _REAL_TIME.plain() for top in ("", "*/", "AudioFileResults/0/SegmentResults/*/")},
}


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads phrases; `punctuation=True` gives the printed text of a phrase, without times of words.

    >>> text = b'''{"recognizedPhrases": [{"channel": 0, "offsetInTicks": 1000000, "durationInTicks": 4000000,
    ...   "nBest": [{"lexical": "hi", "display": "Hi."}]}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.channel, segment.start, segment.end, segment.text
    ('0', 0.1, 0.5, 'hi')
    """
    document = Document.of(source, NAME, _PATHS)
    answer, phrases, meta = _phrases(document)
    words = WordLists(NAME)
    spans = list[Span]()
    texts = list[str | None]()
    attributes = list[Attributes]()
    known, plain = answer.of_phrase(), answer.plain()
    for phrase in phrases:
        spans.append(_span(phrase, answer))
        best = phrase.first_child(answer.candidates) if answer.candidates else phrase
        words.begin()
        if not punctuation:
            words.read(best, answer.words, plain, partial(_add, answer=answer))
        text = best.text(answer.lexical).strip()
        if punctuation:
            texts.append(best.text(answer.display).strip() or text)
        else:
            texts.append(None if vendors.lists_words(best, answer.words, text) else text)
        others = best.others(answer.words, answer.lexical) if best and answer.candidates else None
        candidates = phrase.children(answer.candidates)[1:] if answer.candidates else []
        attributes.append(
            phrase.rest(known)
            + vendors.kept(NAME, "/best", None if others is None else answer.candidate(others))
            + vendors.kept(NAME, "/candidates", [answer.candidate(each.members) for each in candidates] or None)
            + words.before()
        )
    channels = [vendors.first_name(phrase, answer.channels) for phrase in phrases]
    speakers = [phrase.name(answer.speaker) for phrase in phrases]
    document.check()
    segments = vendors.table_of(
        source.name,
        words.labels(),
        words.first,
        texts=texts,
        attributes=attributes,
        start=[start for start, _ in spans],
        end=[end for _, end in spans],
        channel=channels,
        speaker=speakers,
    )
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _phrases(document: Document) -> tuple[_Answer, list[JsonObject], Attributes]:
    """The kind of an answer, its phrases, and the members beside them that are kept."""
    if isinstance(document.value, list):
        return _REAL_TIME, listed_in(document), ()
    root = root_of(document)
    if root.has("phrases"):
        return _FAST, root.children("phrases"), ()
    if "NBest" in root.members:
        return _REAL_TIME, [root], ()
    files = root.children("AudioFileResults")
    if len(files) == 1:
        return _REAL_TIME, files[0].children("SegmentResults"), ()
    phrases = root.children("recognizedPhrases", required=True)
    return _BATCH, phrases, root.rest(frozenset({"recognizedPhrases"}))


def _add(item: JsonObject, words: WordLists, answer: _Answer) -> None:
    span, text = _span(item, answer), item.text(answer.word, required=True)
    known = answer.of_time() | {answer.word, answer.confidence}
    words.add(item.members, text, span, item.confidence(answer.confidence), item.rest(known))


def _span(item: JsonObject, answer: _Answer) -> Span:
    """Begin and end in seconds, without needless zeros."""
    start, size = (_seconds(item, time, answer) for time in answer.times)
    end = vendors.end_of(start, size)
    return start if end is None else _short(start), _short(end)


def _seconds(item: JsonObject, key: str, answer: _Answer) -> str | None:
    """A time in seconds, from the first member that the object has."""
    for suffix, per_second, unit in answer.units:
        if item.has(key + suffix):
            return vendors.seconds_text(item.time(key + suffix, unit), per_second)
    value = item.members.get(key)
    if value is None:
        return None
    match = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if match is None or not any(match.groups()):
        item.report(f"{shown(value)} is not a duration", "a duration such as 'PT1M2.5S'", key)
        return None
    hours, minutes, rest = (Decimal(part or 0) for part in match.groups())
    return f"{hours * 3600 + minutes * 60 + rest:f}"


def _short(time: str | None) -> str | None:
    """A time without trailing zeros."""
    return time.rstrip("0").rstrip(".") if time and "." in time else time


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    of_words = {
        "word": spoken.words,
        **_ticks(spoken.starts, spoken.ends),
        "confidence": vendors.numerals(spoken.confidences),
    }
    lists = zip(spoken.is_labelled, spoken.lists(vendors.objects(of_words, spoken.extras)), strict=True)
    best, more = spoken.remembered("/best"), spoken.remembered("/candidates")
    firsts = {row: remembered for row, remembered in enumerate(best) if type(remembered) is dict}
    words: list[Json] = [items if is_labelled else None for is_labelled, items in lists]
    candidates: list[Json] = (
        [[first] for first in vendors.objects({"lexical": spoken.texts, "words": words}, firsts)] if words else []
    )
    sizes = zip(spoken.first, spoken.first[1:], strict=False)
    for row, (begin, end) in enumerate(sizes):
        is_there = row in firsts or (begin < end if spoken.is_labelled[row] else spoken.texts[row])
        others = more[row]
        if not is_there or type(others) is list:
            candidates[row] = [
                *(candidates[row] if is_there else []),  # type: ignore[misc]
                *(others if isinstance(others, list) else []),
            ]
    statuses: list[Json] = ["Success"] * spoken.size
    for row, remembered in spoken.details.items():
        statuses[row] = remembered.get("recognitionStatus", "Success")
    of_segments = {
        "recognitionStatus": statuses,
        "channel": vendors.names_json([channel or "0" for channel in spoken.channels]),
        "speaker": vendors.names_json(spoken.speakers),
        **_ticks(*spoken.bounds()),
        "nBest": candidates,
    }
    phrases: list[Json] = list(vendors.objects(of_segments, spoken.details))
    return members({"recognizedPhrases": phrases}, details(corpus.meta, NAME))


def _ticks(starts: Cells, ends: Cells) -> dict[str, list[Json]]:
    offsets, untils = vendors.units_of(starts, _PER_SECOND), vendors.units_of(ends, _PER_SECOND)
    pairs = zip(offsets, untils, strict=True)
    sizes = [None if offset is None or until is None else until - offset for offset, until in pairs]
    return {
        "offset": _durations(offsets),
        "duration": _durations(sizes),
        "offsetInTicks": list(offsets),
        "durationInTicks": list(sizes),
    }


def _durations(column: Sequence[int | None]) -> list[Json]:
    """Durations in the form of .NET, such as PT1H2M3.5S or PT0S."""
    ticks = [tick or 0 for tick in column]
    minute = 60 * _PER_SECOND
    seconds = [_short(vendors.in_seconds(str(tick % minute), 7)) for tick in ticks]
    texts = [
        f"PT{f'{tick // minute // 60}H' if tick >= 60 * minute else ''}"
        f"{f'{tick // minute % 60}M' if tick // minute % 60 else ''}{f'{second}S' if tick % minute or not tick else ''}"
        for tick, second in zip(ticks, seconds, strict=True)
    ]
    return [None if tick is None else text for tick, text in zip(column, texts, strict=True)]


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are recognized phrases, phrases next to their texts, or results with candidates."""
    shape = outline(lines)
    return (
        bool({"/recognizedPhrases", "/combinedRecognizedPhrases", "/combinedPhrases"} & shape)
        or "/AudioFileResults/*/CombinedResults" in shape
        or {"/RecognitionStatus", "/NBest/*/Lexical"} <= shape
        or {"/*/RecognitionStatus", "/*/NBest/*/Lexical"} <= shape
    )


CARRIES = frozenset({"channels", "speakers", "segment times", "times", "confidence"})
FORMAT = Format(
    NAME,
    (".azure.json",),
    "Azure Speech: batch, fast and real-time transcription",
    CARRIES,
    read,
    write,
    sniff,
    vendors.FAMILY,
    printed=True,
)
