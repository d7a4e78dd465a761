"""Responses of Google Speech-to-Text, versions 1 and 2: bare, in a finished operation, or of a batch of one recording.

A segment is a result, cut where the speaker changes. A result without words lasts from the end of the result before to
its own end. With diarization the service repeats the words of all results in
the last one, with speakers: only that result counts then. Further alternatives are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import chain, pairwise

from . import vendors
from .engine.json import Cells, Document, Json, detail, details, members, shown
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.json_text import inline
from .engine.plain_words import PlainWord, Run
from .engine.spoken import Spoken
from .engine.word_lists import WordLists, words_in
from .errors import quantity
from .record import Format
from .schema import Attributes, Corpus, number_text
from .source import Source

NAME = "google"
_STARTS = ("startTime", "startOffset", "start_time", "start_offset")
_ENDS = ("endTime", "endOffset", "end_time", "end_offset")
_SPEAKERS = ("speakerLabel", "speaker_label", "speakerTag", "speaker_tag")
_CHANNELS = ("channelTag", "channel_tag")
_RESULT_ENDS = ("resultEndTime", "resultEndOffset", "result_end_time", "result_end_offset")
_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)s")
_DURATIONS = re.compile(rf"(?:{_DURATION.pattern}\n)*")
_OF_BATCH = re.compile(r"/results/gs:[^/]*/(?:inlineResult/)?transcript/results")
_CONTINUES = "/continues"
_OF_RESULT = frozenset({"alternatives", *_CHANNELS})
_OF_BARE_RESULT = _OF_RESULT.union(_RESULT_ENDS)
_OF_WORD = frozenset({"word", "confidence", *_STARTS, *_ENDS, *_SPEAKERS})
_MARKS = re.compile(r"[\W_]+")
_PLAIN = PlainWord("word", "startTime", "endTime", "confidence", turns=("speakerTag",), nobody="0", suffix="s")
_PLAIN_V2 = PlainWord(
    "word", "startOffset", "endOffset", "confidence", turns=("speakerLabel",), nobody="0", suffix="s", timed=True
)
_SHAPES = _PLAIN, _PLAIN_V2


def read(source: Source) -> Corpus:
    """Reads results.

    >>> text = b'''{"results": [{"alternatives": [{"transcript": "hi", "confidence": 0.9, "words": [
    ...   {"startTime": "0.100s", "endTime": "0.500s", "word": "hi"}]}]}]}'''
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end
    ('hi', 0.100, 0.500)
    """
    document = Document.of(source, NAME, {f"{top}results/*/alternatives/0/words": _SHAPES for top in ("", "response/")})
    root = root_of(document)
    answer = _of_recording(document, root.child("response") if root.has("response") else root)
    results = answer.children("results", required=not answer.has("totalBilledTime"))
    has_speakers = "speaker" in source.text
    results, interim = vendors.without_interim(results[_first_new(results) if has_speakers else 0 :], NAME, "isFinal")
    words = WordLists(NAME)
    texts = list[str | None]()
    attributes = list[Attributes]()
    channels = [vendors.first_name(result, _CHANNELS) for result in results]
    spans = _spans(results, channels)
    for result, (_, end) in zip(results, spans, strict=True):
        best = result.first_child("alternatives")
        words.begin()
        words.read(best, "words", _SHAPES, _add)
        texts.append(vendors.text_alone(best, "transcript", "words"))
        attributes.append(
            result.rest(_OF_RESULT if end is None else _OF_BARE_RESULT)
            + vendors.kept(NAME, "/empty", None if best else True)
            + vendors.kept(NAME, "/alternative", best.others("transcript", "words") or None)
            + vendors.kept(NAME, "/alternatives", result.values("alternatives")[1:] or None)
            + words.before()
        )
    document.check()
    segments = vendors.table_of(
        source.name,
        words.labels(),
        words.first,
        texts=words.of_lists(texts),
        attributes=words.of_firsts(attributes, (detail(NAME, _CONTINUES, True),)),
        start=words.of_lists([start for start, _ in spans]),
        end=words.of_lists([end for _, end in spans]),
        channel=words.of_lists(channels),
        speaker=words.turns,
    )
    meta = (*root.rest(frozenset({"results", "response"})), *interim)
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source, is_whole=not interim)


def _of_recording(document: Document, answer: JsonObject) -> JsonObject:
    """The answer for a recording: itself, or what a batch holds for its only recording."""
    names = answer.members.get("results")
    if not isinstance(names, dict):
        return answer
    recordings, name = answer.child("results"), next(iter(names), "gs://...")
    if len(names) != 1:
        where = "".join([f".{step}" for step in recordings.path()])
        what = f"one recording, as jq '{where}[{inline(name)}].transcript' writes it to a file of its own"
        recordings.report(quantity(len(names), "recording"), what)
        document.check()
    recording = recordings.child(name)
    recording = recording.child("inlineResult") if recording.has("inlineResult") else recording
    return recording.child("transcript", required=True)


def _add(item: JsonObject, words: WordLists) -> None:
    start, end = _time(item, _STARTS), _time(item, _ENDS)
    if start is None and end is not None and item.has("endOffset"):
        start = "0"  # version 2 omits zero
    item.check_order(start, end)
    confidence, text = item.confidence("confidence"), item.text("word", required=True)
    turn = vendors.first_name(item, _SPEAKERS, ("", "0"))
    words.add(item.members, text, (start, end), confidence, item.rest(_OF_WORD), turn=turn)


def _spans(results: Sequence[JsonObject], channels: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """The start and end of each result without words: words have times of their own."""
    spans: list[tuple[str | None, str | None]] = []
    last = dict.fromkeys(channels, "0")
    for result, channel in zip(results, channels, strict=True):
        end, start = _time(result, _RESULT_ENDS), last[channel]
        best = result.first_child("alternatives")
        is_known = end is not None and float(end) >= float(start)
        is_alone = vendors.text_alone(best, "transcript", "words") is not None
        spans.append((start, end) if is_known and is_alone else (None, None))
        last[channel] = end if end is not None else start
    return spans


def _first_new(results: Sequence[JsonObject]) -> int:
    """The first result that counts: the last one that repeats the words of all results before it."""
    first, had_speakers = 0, False
    before = list[str]()
    for row, result in enumerate(results):
        best = result.first_child("alternatives")
        texts = list[str]()
        has_speakers = False
        for item in words_in(best, "words", *_SHAPES):
            if isinstance(item, Run):
                texts += item.column(0)
                has_speakers = has_speakers or item.names != ("",)
            else:
                texts.append(item.text("word"))
                has_speakers = has_speakers or vendors.first_name(item, _SPEAKERS, ("", "0")) != ""
        words = _bare_words(texts)
        transcript = _bare_words(best.text("transcript").split())
        added = words[len(before) :]
        # The transcript has the added words alone; a result that only assigns speakers to words has none.
        is_continued = "".join(added) == "".join(transcript) and (transcript or (has_speakers and not had_speakers))
        if before and words[: len(before)] == before and is_continued:
            first, before = row, words
        else:
            before += words or transcript
        had_speakers = had_speakers or has_speakers
    return first if had_speakers else 0


def _bare_words(words: Sequence[str]) -> list[str]:
    """Words for comparison: the repetition may lack the last mark, and Japanese words have their reading after `|`."""
    texts = [_MARKS.sub("", word.partition("|")[0]) for word in words]
    return list(filter(None, texts))


def _time(item: JsonObject, keys: Sequence[str]) -> str | None:
    """A time as `1.300s` or as an object of seconds and nanos, under the first of several keys."""
    key = next(filter(item.has, keys), "")
    value = item.members.get(key)
    if value is None:
        return None
    if isinstance(value, dict):
        of_time = item.child(key)
        whole, nanos = (of_time.number(name, quoted=True) for name in ("seconds", "nanos"))
        total = Decimal(whole or 0) + Decimal(nanos or 0).scaleb(-9)
        if total < 0:
            item.report(f"{total} is negative", "seconds >= 0", key)
            return None
        return f"{total:f}"
    match = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        item.report(f"{shown(value)} is not a duration", "seconds such as '1.300s'", key)
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
    ends = [None if spoken.is_labelled[row] else spoken.end[row] for row in firsts]
    of_results = {"alternatives": alternatives, "channelTag": channels, "resultEndTime": _durations(ends)}
    results = vendors.objects(of_results, extras)
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
    """Whether there are results with alternatives, without members that only Watson has, or a bill for silence."""
    shape = outline(lines)
    if "/totalBilledTime" in shape and shape <= {"", "/totalBilledTime", "/requestId"}:
        return True
    shape |= {path.removeprefix("/response") for path in shape}
    if any(map(_OF_BATCH.match, shape)):
        return True
    watson = {"/result_index", "/results/*/final", "/results/*/alternatives/*/timestamps"}
    return "/results/*/alternatives/*/transcript" in shape and not watson & shape


CARRIES = frozenset({"channels", "speakers", "times", "confidence"})
FORMAT = Format(NAME, (".google.json",), "Google Speech-to-Text", CARRIES, read, write, sniff, vendors.FAMILY)
