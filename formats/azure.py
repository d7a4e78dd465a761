"""Results of Azure Speech: batch transcription, also of version 2, fast transcription, and real-time recognition.

A segment is a recognized phrase. Its words are the lexical ones, without punctuation; printed forms of the phrase,
other candidates and members are kept for writing. Times are ticks of 100 nanoseconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from decimal import Decimal

from . import vendors
from .engine.json import Cells, Document, Json, details, members, outline, shown
from .engine.json_objects import JsonObject, Span, root_of
from .engine.plain_words import PlainWord
from .engine.spoken import Spoken
from .engine.word_lists import WordLists
from .record import Format
from .schema import Attributes, Corpus
from .source import Source

NAME = "azure"
_PER_SECOND = 10_000_000
_TIMES = ("offset", "duration", "offsetInTicks", "durationInTicks", "offsetMilliseconds", "durationMilliseconds")
_OF_PHRASE = frozenset({"channel", "speaker", "nBest", *_TIMES})
_OF_WORD = frozenset({"word", "confidence", *_TIMES})
_PLAIN = PlainWord(
    *("word", "offsetInTicks", "durationInTicks", "confidence"),
    ignored=("offset", "duration"),
    digits=7,
    timed=True,
    lasts=True,
)
_PLAIN_OF_FAST = PlainWord(
    "word", "offsetMilliseconds", "durationMilliseconds", "confidence", digits=3, timed=True, lasts=True
)
_SHAPES = _PLAIN, _PLAIN_OF_FAST
# Newer services give milliseconds, in addition to ticks or instead of them.
_UNITS = (("InTicks", _PER_SECOND, "ticks"), ("Milliseconds", 1000, "milliseconds"))
_DURATION = re.compile(r"PT(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\.[0-9]+)?)S)?")


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads phrases; `punctuation=True` gives the printed text of a phrase, without times of words.

    >>> text = b'''{"recognizedPhrases": [{"channel": 0, "offsetInTicks": 1000000, "durationInTicks": 4000000,
    ...   "nBest": [{"lexical": "hi", "display": "Hi."}]}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.channel, segment.start, segment.end, segment.text
    ('0', 0.1, 0.5, 'hi')
    """
    document = Document.of(_as_batch(source), NAME, {"recognizedPhrases/*/nBest/0/words": _SHAPES})
    root = root_of(document)
    phrases = root.children("recognizedPhrases", required=True)
    words = WordLists(NAME)
    spans = list[Span]()
    texts = list[str | None]()
    attributes = list[Attributes]()
    for phrase in phrases:
        spans.append(_span(phrase))
        best = phrase.first_child("nBest")
        words.begin()
        if not punctuation:
            words.read(best, "words", _SHAPES, _add)
        text = best.text("lexical").strip()
        if punctuation:
            texts.append(best.text("display").strip() or text)
        else:
            texts.append(None if best.has("words") else text)
        attributes.append(
            phrase.rest(_OF_PHRASE)
            + vendors.kept(NAME, "/best", best.others("words", "lexical") if best else None)
            + vendors.kept(NAME, "/candidates", phrase.values("nBest")[1:] or None)
            + words.before()
        )
    channels, speakers = ([phrase.name(key) for phrase in phrases] for key in ("channel", "speaker"))
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
    meta = root.rest(frozenset({"recognizedPhrases"}))
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _as_batch(source: Source) -> Source:
    """Other results as batch transcription has them today; any other file as it is."""
    if b"hrases" in source.data and b'"phrases"' not in source.data:
        return source
    try:
        answer = json.loads(source.text)
    except (ValueError, RecursionError):
        return source  # the reader reports the problem with its place
    if not isinstance(answer, (dict, list)):
        return source
    files = _objects(answer.get("AudioFileResults")) if isinstance(answer, dict) else []
    if isinstance(answer, dict) and isinstance(answer.get("phrases"), list):
        made = list(map(_fast_phrase, _objects(answer["phrases"])))
    elif len(files) == 1:
        made = list(map(_live_phrase, _objects(files[0].get("SegmentResults"))))
    elif isinstance(answer, list) or "NBest" in answer:
        made = list(map(_live_phrase, _objects(answer if isinstance(answer, list) else [answer])))
    else:
        return source
    text = json.dumps({"recognizedPhrases": made}, ensure_ascii=False)
    return Source(text.encode("utf-8", "surrogatepass"), name=source.name)


# Names of members in place of those of batch transcription.
_FAST = {
    "channel": "channel",
    "speaker": "speaker",
    "text": "display",
    "confidence": "confidence",
    "words": "words",
    "offset": "offsetMilliseconds",
    "offsetMilliseconds": "offsetMilliseconds",
    "duration": "durationMilliseconds",
    "durationMilliseconds": "durationMilliseconds",
}
_REAL_TIME = {
    "Channel": "channel",
    "ChannelNumber": "channel",
    "SpeakerId": "speaker",
    "Offset": "offsetInTicks",
    "Duration": "durationInTicks",
    "NBest": "nBest",
    "Lexical": "lexical",
    "Display": "display",
    "Confidence": "confidence",
    "Words": "words",
    "Word": "word",
}


def _fast_phrase(phrase: dict[str, Json]) -> dict[str, Json]:
    """A phrase of fast transcription with the names of batch transcription."""
    made = _renamed(phrase, _FAST)
    words: list[Json] = [_renamed(word, {**_FAST, "text": "word"}) for word in _objects(made.pop("words", None))]
    text = made.pop("display", "")
    best: dict[str, Json] = {"confidence": made.pop("confidence", None), "lexical": text, "display": text}
    return {**made, "nBest": [{**best, "words": words} if words else best]}


def _live_phrase(phrase: dict[str, Json]) -> dict[str, Json]:
    """A result of real-time recognition, or of version 2, with the names of batch transcription."""
    candidates: list[Json] = []
    for candidate in _objects(phrase.get("NBest")):
        members_of = _renamed(candidate, _REAL_TIME)
        best: dict[str, Json] = {name: value for name, value in members_of.items() if value is not None}
        if "words" in best:
            best["words"] = [_renamed(word, _REAL_TIME) for word in _objects(best["words"])]
        candidates.append(best)
    return {**_renamed(phrase, _REAL_TIME), "nBest": candidates}


def _renamed(value: dict[str, Json], names: dict[str, str]) -> dict[str, Json]:
    return {names[name]: member for name, member in value.items() if name in names}


def _objects(value: Json) -> list[dict[str, Json]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _add(item: JsonObject, words: WordLists) -> None:
    span = _span(item)
    text, confidence = item.text("word", required=True), item.confidence("confidence")
    words.add(item.members, text, span, confidence, item.rest(_OF_WORD))


def _span(item: JsonObject) -> Span:
    """Begin and end in seconds, without needless zeros."""
    start, size = _seconds(item, "offset"), _seconds(item, "duration")
    end = vendors.end_of(start, size)
    return start if end is None else _short(start), _short(end)


def _seconds(item: JsonObject, key: str) -> str | None:
    """A time in seconds, from the first member that the object has."""
    for suffix, per_second, unit in _UNITS:
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
