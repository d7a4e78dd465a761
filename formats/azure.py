"""Results of Azure Speech: batch transcription, also of version 2, fast transcription, and real-time recognition.

A segment is a recognized phrase. Its words are the lexical ones, without punctuation; printed forms of the phrase,
further candidates and other members are kept for writing. Times are ticks of 100 nanoseconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import repeat

from . import vendors
from .engine.json import Cells, Document, Json, Objects, details, members, outline, shown
from .engine.spoken import Spoken
from .record import Format
from .schema import Corpus
from .source import Source

NAME = "azure"
_PER_SECOND = 10_000_000
_TIMES = ("offset", "duration", "offsetInTicks", "durationInTicks", "offsetMilliseconds", "durationMilliseconds")
# Newer services give milliseconds, beside ticks or in place of them.
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
    document = Document.of(_as_batch(source), NAME)
    root = document.object()
    phrases = root.objects("recognizedPhrases", required=True)
    start, end = _times(phrases)
    candidates = phrases.objects("nBest")
    best = candidates.firsts()
    texts: list[str | None] = list(map(str.strip, best.texts("lexical")))
    items = (phrases.picked([]) if punctuation else best).objects("words")
    words = _heard(items)
    before = None
    labels, first = words.labels, [0] * (len(phrases) + 1)
    if punctuation:
        shown_texts = [text.strip() for text in best.texts("display")]
        texts = [shown_text or text for shown_text, text in zip(shown_texts, texts, strict=True)]
    channels, speakers = phrases.names("channel"), phrases.names("speaker")
    document.check()
    if not punctuation:
        lists = vendors.listed(NAME, items, words)
        labels, first, before = lists.labels, list(lists.first), lists.before
        has_words = [cell is not None for cell in best.cells("words")]
        texts = [None if is_labelled else text for is_labelled, text in zip(has_words, texts, strict=True)]
    attributes = vendors.joined(
        phrases.rest("channel", "speaker", "nBest", *_TIMES),
        vendors.attribute(NAME, "/best", vendors.members_of(best, NAME, "words", "lexical", always=True)),
        vendors.attribute(NAME, "/candidates", vendors.more_of(candidates)),
        before,
    )
    segments = vendors.table_of(
        source.name,
        labels,
        first,
        texts=texts,
        attributes=attributes,
        start=start,
        end=end,
        channel=channels,
        speaker=speakers,
    )
    return vendors.sealed(Corpus(segments, meta=root.meta("recognizedPhrases"), format=NAME, path=source.name), source)


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


def _heard(items: Objects) -> vendors.Heard:
    times = _times(items)
    texts = items.texts("word", required=True)
    rest = items.rest("word", "confidence", *_TIMES)
    return vendors.heard(NAME, texts, (*times, items.confidences("confidence")), rest)


def _times(rows: Objects) -> tuple[Cells, Cells]:
    """Begins and ends, from ticks, else from durations."""
    starts, sizes = _column(rows, "offset"), _column(rows, "duration")
    ends = vendors.sums(starts, sizes)
    short = _short(starts)
    return [text if end is None else shorter for text, shorter, end in zip(starts, short, ends, strict=True)], _short(
        ends
    )


def _column(rows: Objects, key: str) -> Cells:
    """Times in seconds, each from the first member that an object has."""
    times: Cells = [None] * len(rows)
    pending = list(range(len(rows)))
    for suffix, per_second, unit in _UNITS:
        cells = rows.cells(key + suffix)
        there = [row for row in pending if cells[row] is not None]
        if there:
            counts = rows.picked(there).times(key + suffix, expected=unit)
            for row, text in zip(there, vendors.seconds_of(counts, per_second), strict=True):
                times[row] = text
            pending = [row for row in pending if cells[row] is None]
    cells = rows.cells(key)
    for row in [row for row in pending if cells[row] is not None]:
        value = cells[row]
        match = _DURATION.fullmatch(value) if isinstance(value, str) else None
        if match is None or not any(match.groups()):
            rows.note(row, f"{shown(value)} is not a duration", "a duration such as 'PT1M2.5S'", key)
            continue
        hours, minutes, rest = (Decimal(part or 0) for part in match.groups())
        times[row] = f"{hours * 3600 + minutes * 60 + rest:f}"
    return times


def _short(times: Cells) -> Cells:
    """Times without zeros behind the point."""
    texts = ["" if text is None else text for text in times]
    bare = map(str.rstrip, map(str.rstrip, texts, repeat("0")), repeat("."))
    return [short if text and "." in text else text for text, short in zip(times, bare, strict=True)]


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
    seconds = _short(list(vendors.in_seconds([str(tick % minute) for tick in ticks], 7)))
    texts = [
        f"PT{f'{tick // minute // 60}H' if tick >= 60 * minute else ''}"
        f"{f'{tick // minute % 60}M' if tick // minute % 60 else ''}{f'{second}S' if tick % minute or not tick else ''}"
        for tick, second in zip(ticks, seconds, strict=True)
    ]
    return [None if tick is None else text for tick, text in zip(column, texts, strict=True)]


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are recognized phrases, phrases beside their texts, or results with candidates."""
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
