"""Responses of Google Speech-to-Text, versions 1 and 2, bare or inside a finished operation.

A segment is a result, cut where the speaker changes. With diarization the service repeats the words of all results in
the last one, with speakers: only that result counts then. Further alternatives are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import chain, pairwise

from . import vendors
from .engine.json import Cells, Document, Json, Objects, detail, details, members, outline, shown
from .engine.spoken import Spoken
from .record import Format
from .schema import Corpus, number_text
from .source import Source

NAME = "google"
_STARTS = ("startTime", "startOffset", "start_time", "start_offset")
_ENDS = ("endTime", "endOffset", "end_time", "end_offset")
_SPEAKERS = ("speakerLabel", "speaker_label", "speakerTag", "speaker_tag")
_CHANNELS = ("channelTag", "channel_tag")
_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)s")
_DURATIONS = re.compile(rf"(?:{_DURATION.pattern}\n)*")
_CONTINUES = "/continues"
_MARKS = re.compile(r"[\W_]+")


def read(source: Source) -> Corpus:
    """Reads results.

    >>> text = b'''{"results": [{"alternatives": [{"transcript": "hi", "confidence": 0.9, "words": [
    ...   {"startTime": "0.100s", "endTime": "0.500s", "word": "hi"}]}]}]}'''
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end
    ('hi', 0.100, 0.500)
    """
    document = Document.of(source, NAME)
    root = document.object()
    results = (root.child("response") if root.has("response") else root).objects("results", required=True)
    results = results.picked(range(_first_new(results), len(results)))
    alternatives = results.objects("alternatives")
    best = alternatives.firsts()
    items = best.objects("words")
    starts, ends = _times(items, _STARTS), _times(items, _ENDS)
    offsets = items.cells("endOffset")
    for row, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if start is None and end is not None and offsets[row] is not None:
            starts[row] = "0"  # version 2 omits zero
    items.order(starts, ends)
    basics = ("word", "confidence", *_STARTS, *_ENDS, *_SPEAKERS)
    texts = items.texts("word", required=True)
    words = vendors.heard(NAME, texts, (starts, ends, items.confidences("confidence")), items.rest(*basics))
    speakers = words.of_labels(vendors.first_names(items, _SPEAKERS, ("", "0")))
    channels = vendors.first_names(results, _CHANNELS)
    alone = vendors.texts_alone(best, "transcript", "words")
    document.check()
    of_results = vendors.listed(NAME, items, words)
    runs = vendors.runs_of(speakers, of_results.first)
    attributes = vendors.joined(
        results.rest("alternatives", *_CHANNELS),
        vendors.attribute(NAME, "/empty", [None if is_there else True for is_there in best.there()]),
        vendors.attribute(NAME, "/alternative", vendors.members_of(best, NAME, "transcript", "words")),
        vendors.attribute(NAME, "/alternatives", vendors.more_of(alternatives)),
        of_results.before,
    )
    segments = vendors.table_of(
        source.name,
        of_results.labels,
        runs.first,
        texts=runs.of_owners(alone),
        attributes=runs.of_firsts(attributes or (), (detail(NAME, _CONTINUES, True),)),
        channel=runs.of_owners(channels),
        speaker=runs.names,
    )
    return vendors.sealed(
        Corpus(segments, meta=root.meta("results", "response"), format=NAME, path=source.name), source
    )


def _first_new(results: Objects) -> int:
    """The first result that counts: the last one that repeats the words of all results before it."""
    best = results.objects("alternatives").firsts()
    items = best.objects("words")
    texts, there = items.texts("word"), items.there()
    transcripts = best.texts("transcript")
    speakers = vendors.first_names(items, _SPEAKERS, ("", "0"))
    if len(results) == 1 or not any(speakers):
        return 0
    first, had_speakers = 0, False
    before = list[str]()
    for row, (begin, end) in enumerate(pairwise(items.first)):
        spoken = [text for text, is_there in zip(texts[begin:end], there[begin:end], strict=True) if is_there]
        words = _bare_words(spoken)
        transcript = _bare_words(transcripts[row].split())
        has_speakers = any(speakers[begin:end])
        added = words[len(before) :]
        # The transcript has the added words alone; a result that only assigns speakers to words has none.
        is_continued = "".join(added) == "".join(transcript) and (transcript or (has_speakers and not had_speakers))
        if before and words[: len(before)] == before and is_continued:
            first, before = row, words
        else:
            before += words or transcript
        had_speakers = had_speakers or has_speakers
    return first


def _bare_words(words: Sequence[str]) -> list[str]:
    """Words for comparison: the repetition may lack the last mark, and Japanese words have their reading after `|`."""
    texts = [_MARKS.sub("", word.partition("|")[0]) for word in words]
    return list(filter(None, texts))


def _times(items: Objects, keys: Sequence[str]) -> Cells:
    """Times as `1.300s` or as objects of seconds and nanos, under the first of several keys."""
    times: Cells = [None] * len(items)
    pending = list(range(len(items)))
    for key in keys:
        cells = items.cells(key)
        rows = [row for row in pending if cells[row] is not None]
        texts = [text for row in rows if type(text := cells[row]) is str] if rows else []
        if len(texts) == len(rows) and _DURATIONS.fullmatch("\n".join([*texts, ""])):
            for row, text in zip(rows, texts, strict=True):
                times[row] = text[:-1]
        else:
            for row in rows:
                times[row] = _time(items, row, key)
        pending = [row for row in pending if cells[row] is None] if rows else pending
    return times


def _time(items: Objects, row: int, key: str) -> str | None:
    """A time that is no usual text."""
    value = items.cells(key)[row]
    if isinstance(value, dict):
        of_time = items.picked([row]).child(key)
        whole, nanos = (of_time.numbers(name, quoted=True)[0] for name in ("seconds", "nanos"))
        total = Decimal(whole or 0) + Decimal(nanos or 0).scaleb(-9)
        if total < 0:
            items.note(row, f"{total} is negative", "seconds >= 0", key)
            return None
        return f"{total:f}"
    match = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        items.note(row, f"{shown(value)} is not a duration", "seconds such as '1.300s'", key)
        return None
    return match[1]


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    of_speakers: dict[str, Json] = {name: vendors.name_json(name) for name in {*spoken.speakers}}
    speakers = spoken.of_words([of_speakers[name] for name in spoken.speakers])
    of_words = {
        "startTime": _durations(spoken.starts),
        "endTime": _durations(spoken.ends),
        "word": spoken.words,
        "confidence": vendors.numerals(spoken.confidences),
        "speakerTag": [name if type(name) is int else None for name in speakers],
        "speakerLabel": [name if type(name) is str else None for name in speakers],
    }
    lists = spoken.lists(vendors.objects(of_words, spoken.extras))
    firsts = [
        row
        for row, channel in enumerate(spoken.channels)
        if not (
            row and channel == spoken.channels[row - 1] and row in spoken.details and _CONTINUES in spoken.details[row]
        )
    ]
    groups = list(pairwise([*firsts, spoken.size]))
    of_best: dict[str, Sequence[Json]] = {
        "transcript": [" ".join(filter(None, spoken.texts[first:last])) for first, last in groups],
        "words": [
            list(chain.from_iterable(lists[first:last])) if True in spoken.is_labelled[first:last] else None
            for first, last in groups
        ],
    }
    extras = {place: spoken.details[row] for place, row in enumerate(firsts) if row in spoken.details}
    remembered = {place: first for place, more in extras.items() if isinstance(first := more.get("/alternative"), dict)}
    alternatives: list[Json] = [[best] for best in vendors.objects(of_best, remembered)] if firsts else []
    for place, more in extras.items():
        others = more.get("/alternatives")
        alternatives[place] = [
            *([] if more.get("/empty") else alternatives[place]),  # type: ignore[misc]
            *(others if isinstance(others, list) else []),
        ]
    channels = vendors.names_json([spoken.channels[row] for row in firsts])
    results = vendors.objects({"alternatives": alternatives, "channelTag": channels}, extras)
    return members({"results": results}, details(corpus.meta, NAME))


def _durations(times: Cells) -> list[Json]:
    """Times with their unit."""
    texts = [None if text is None else text + "s" for text in times]
    if _DURATIONS.fullmatch("\n".join([*filter(None, texts), ""])):
        return texts  # type: ignore[return-value]
    # A number may have been written with an exponent or a sign.
    return [
        text if text is None or time is None or _DURATION.fullmatch(text) else number_text(abs(float(time))) + "s"
        for time, text in zip(times, texts, strict=True)
    ]


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with alternatives, without members that only Watson has."""
    shape = outline(lines, "results", "alternatives", "transcript")
    shape |= {path.removeprefix("/response") for path in shape}
    watson = {"/result_index", "/results/*/final", "/results/*/alternatives/*/timestamps"}
    return "/results/*/alternatives/*/transcript" in shape and not watson & shape


CARRIES = frozenset({"channels", "speakers", "times", "confidence"})
FORMAT = Format(NAME, (".google.json",), "Google Speech-to-Text", CARRIES, read, write, sniff, vendors.FAMILY)
