"""Transcripts of Amazon Transcribe, batch jobs.

A segment is a turn of one speaker on one channel, as in `speaker_labels`; without speakers, all words of a channel.
Punctuation between words becomes part of the printed form of the word before it; an opening mark, of the word after it.
Other alternatives of a word are kept for writing; they do not become alternations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, repeat

from .engine.json_source import Document, Json, Node, Rows, Run, detail, details, dump, members, outline
from .engine.json_words import (
    AFTER,
    BEFORE,
    Word,
    displayed,
    items_after,
    joined,
    labels_of,
    mark_behind,
    named,
    others,
    plain_labels,
    sealed,
    spoken,
    unsealed,
    with_displays,
    words_of,
)
from .engine.word_lists import Words, with_columns
from .record import Format
from .schema import Corpus, Label, Segment, Written, number_text
from .source import Source

NAME = "aws"
_OPENING = "¿¡([{«“‘"
_ITEM = ("start_time", "end_time", "alternatives", "type", "speaker_label", "channel_label")
_SHAPE = Words(
    NAME,
    (("results", "items"), ("results", "channel_labels", "channels", "*", "items")),
    {
        "type": "unread",
        "start_time": "start",
        "end_time": "end",
        "speaker_label": "speaker",
        "channel_label": "channel",
    },
    kinds=("type", ("pronunciation",)),
    inner=("alternatives", {"content": "value", "confidence": "confidence"}),
    quoted=frozenset({"start", "end", "confidence"}),
)
_TURNS = Words(
    NAME,
    (("results", "speaker_labels", "segments", "*", "items"),),
    {
        "start_time": "start",
        "end_time": "unread",
        "speaker_label": "speaker",
        "channel_label": "channel",
    },
    needed=frozenset({"start"}),
    quoted=frozenset({"start"}),
)
# Channel, speaker and turn of a label; the turn is an index into the segments of speakers.
_Turn = tuple[str, str, int]


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads a transcript; `punctuation=True` gives words in their printed form.

    >>> text = b'''{"jobName": "talk", "results": {"transcripts": [{"transcript": "Hi."}], "items": [
    ...   {"type": "pronunciation", "start_time": "0.1", "end_time": "0.5", "alternatives": [{"content": "Hi"}]},
    ...   {"type": "punctuation", "alternatives": [{"content": "."}]}]}}'''
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end, label.attributes[0]
    ('Hi', 0.1, 0.5, ('display', 'Hi.'))
    """
    return _corpus(source, punctuation, with_columns(Document.of(source, NAME), _SHAPE, _TURNS))


def _corpus(source: Source, punctuation: bool, document: Document) -> Corpus:
    root = document.object()
    results = root.child("results", required=True)
    reader = _Reader(results)
    segments = reader.segments(root.name("jobName"), punctuation)
    document.check()
    meta = root.rest("jobName", "results")
    found = details(results.rest("transcripts", "items", "speaker_labels", "channel_labels", "audio_segments"), NAME)
    if found:
        meta += (detail(NAME, "/results", found),)
    meta += reader.before
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


class _Reader:
    """Finds the speaker and the turn of every item."""

    def __init__(self, results: Node) -> None:
        self._results = results
        self._spans: list[tuple[Written | None, Written | None]] = []
        self._turns: dict[tuple[str, float], tuple[str, int]] = {}
        self.before: tuple[tuple[str, str], ...] = ()
        self._read_turns(results.child("speaker_labels"))

    def _read_turns(self, labels: Node) -> None:
        for segment in labels.objects("segments"):
            times = segment.time("start_time", quoted=True), segment.time("end_time", quoted=True)
            segment.order(*times)
            name = cache(segment.name)
            for start, channel, speaker in _starts(segment):
                key = channel or name("channel_label"), start
                self._turns.setdefault(key, (speaker or name("speaker_label"), len(self._spans)))
            self._spans.append(times)

    def segments(self, session: str, punctuation: bool) -> tuple[Segment, ...]:
        """The turns with their labels."""
        labels, turns, self.before = named(self._items(), _item, NAME, self._turn, self._turns_of)
        opening = "".join(map(_content, others(details(self.before, NAME), BEFORE)))
        shown = with_displays(labels, _marks, opening)
        segments = []
        last = 0
        for (channel, speaker, place), run in groupby(turns):
            start, end = self._spans[place] if place >= 0 else (None, None)
            first, last = last, last + sum(1 for _ in run)
            turn = shown[first:last]
            segments.append(
                Segment(
                    session=session,
                    channel=channel,
                    speaker=speaker,
                    start=start,
                    end=end,
                    labels=displayed(turn) if punctuation else turn,
                )
            )
        return tuple(segments)

    def _items(self) -> Rows:
        items = self._results.rows("items")
        channels = self._results.child("channel_labels").objects("channels")
        if items.nodes or not channels:
            return items if items.nodes else self._results.rows("items", required=True)
        return joined([channel.rows("items") for channel in channels])

    def _turns_of(self, run: Run) -> list[_Turn]:
        """Channel, speaker and turn of words in columns."""
        known = self._turns
        starts = run.numbers[0]
        if not known or starts is None:
            return list(zip(run.channels, run.speakers, repeat(-1)))
        nobody = "", -1
        turns = []
        for start, channel, speaker in zip(map(float, starts), run.channels, run.speakers, strict=True):
            name, place = known.get((channel, start)) or known.get(("", start), nobody)
            turns.append((channel, speaker or name, place))
        return turns

    def _turn(self, item: Node) -> _Turn:
        """Channel, speaker and turn of a word; nothing of an item that is none."""
        if item.text("type") == "punctuation" or not item.objects("alternatives"):
            return "", "", -1
        channel, start = item.name("channel_label"), item.time("start_time", quoted=True)
        name, place = "", -1
        if start is not None:
            name, place = self._turns.get((channel, start)) or self._turns.get(("", start), (name, place))
        return channel, item.name("speaker_label") or name, place


def _starts(segment: Node) -> Iterator[tuple[float, str, str]]:
    """Begin, channel and speaker of the items of a segment."""
    run = segment.run("items")
    if run is not None and run.numbers[0]:
        yield from zip(map(float, run.numbers[0]), run.channels, run.speakers, strict=True)
        return
    for item in segment.objects("items"):
        start = item.time("start_time", quoted=True)
        if start is not None:
            yield start, item.name("channel_label"), item.name("speaker_label")


def _item(item: Node) -> list[Label]:
    if item.text("type", required=True) == "punctuation":
        return []
    alternatives = item.objects("alternatives", required=True)
    if not alternatives:
        return []
    first = alternatives[0]
    start, end = item.time("start_time", quoted=True), item.time("end_time", quoted=True)
    item.order(start, end)
    attributes = item.rest(*_ITEM)
    if found := details(first.rest("content", "confidence"), NAME):
        attributes += (detail(NAME, "/alternative", found),)
    if alternatives[1:]:
        attributes += (detail(NAME, "/alternatives", [node.value for node in alternatives[1:]]),)
    if (kind := item.text("type")) != "pronunciation":
        attributes += (detail(NAME, "/type", kind),)
    confidence = first.confidence("confidence", quoted=True)
    content = first.text("content", required=True)
    return labels_of(content, start, end, format=NAME, confidence=confidence, attributes=attributes)


def _marks(label: Label) -> tuple[str, str]:
    """The punctuation after a word, and the part of it that belongs to the next word."""
    if not label.attributes:
        return "", ""
    marks = list(map(_content, items_after(label, NAME)))
    return "".join(mark for mark in marks if mark not in _OPENING), "".join(mark for mark in marks if mark in _OPENING)


def _content(item: Json) -> str:
    alternatives = item.get("alternatives") if isinstance(item, dict) else None
    first = alternatives[0] if isinstance(alternatives, list) and alternatives else None
    content = first.get("content") if isinstance(first, dict) else None
    return content if isinstance(content, str) else ""


# --- writing -------------------------------------------------------------------------------------


def build(corpus: Corpus) -> Json:
    """The value of a corpus; the parts that repeat the words in another order are derived again."""
    segments = list(spoken(corpus))
    found = details(corpus.meta, NAME)
    parts = _derived(segments, others(found, BEFORE))
    results = found.get("/results")
    names = {segment.session for segment in segments if segment.session}
    whole = members(parts, results if isinstance(results, dict) else {})
    return members({"jobName": " ".join(sorted(names)) or None, "results": whole}, found)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the transcript in the form of the service."""
    yield from dump(unsealed(corpus, build, NAME))


def _derived(segments: Sequence[Segment], before: Sequence[Json]) -> dict[str, Json]:
    """The parts of the results that are derived from the words; None for a part that the words do not have."""
    items: list[Json] = list(before)
    text: list[str] = []
    for segment in segments:
        for word in words_of(plain_labels(segment), NAME):
            items.append(_object(word, segment))
            punctuation = _punctuation(word)
            items += punctuation
            text += [" ", _printed(word, punctuation)]
    transcript = "".join(text).strip()
    return {
        "transcripts": [{"transcript": transcript}],
        "speaker_labels": _speaker_labels(segments),
        "channel_labels": _channel_labels(items),
        "items": items,
    }


def _printed(word: Word, punctuation: Sequence[Json]) -> str:
    return word.display or word.text + "".join(map(_content, punctuation))


def _object(word: Word, segment: Segment) -> Json:
    first = word.found.get("/alternative")
    more = word.found.get("/alternatives")
    alternative = members(
        {"confidence": None if word.confidence is None else number_text(word.confidence), "content": word.text},
        first if isinstance(first, dict) else {},
    )
    return members(
        {
            "type": word.found.get("/type", "pronunciation"),
            "alternatives": [alternative, *(more if isinstance(more, list) else [])],
            "start_time": _time(word.start),
            "end_time": _time(word.end),
            "channel_label": segment.channel or None,
            "speaker_label": segment.speaker or None,
        },
        word.found,
    )


def _time(time: float | None) -> Json:
    return None if time is None else number_text(time)


def _punctuation(word: Word) -> list[Json]:
    if AFTER in word.found:
        return others(word.found)
    mark = mark_behind(word)
    if not mark:
        return []
    return [{"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": mark}]}]


def _speaker_labels(segments: Sequence[Segment]) -> Json:
    turns: list[Json] = []
    for segment in segments:
        words = [word for word in words_of(plain_labels(segment), NAME) if word.start is not None]
        if not segment.speaker or not words:
            continue
        times = {"start_time": _time(words[0].start), "end_time": _time(words[-1].end)}
        if segment.start is not None and segment.end is not None:
            times = {"start_time": _time(segment.start), "end_time": _time(segment.end)}
        channel = {"channel_label": segment.channel} if segment.channel else {}
        of_words: list[Json] = [
            {"start_time": _time(word.start), "end_time": _time(word.end), **channel, "speaker_label": segment.speaker}
            for word in words
        ]
        turns.append({**times, **channel, "speaker_label": segment.speaker, "items": of_words})
    names = {segment.speaker for segment in segments if segment.speaker}
    return {"speakers": len(names), "segments": turns} if turns else None


def _channel_labels(items: Sequence[Json]) -> Json:
    channels: dict[str, list[Json]] = {}
    last = ""
    for item in items:
        if isinstance(item, dict):
            name = item.get("channel_label", last)
            last = name if isinstance(name, str) else ""
            channels.setdefault(last, []).append(item)
    if set(channels) <= {""}:
        return None
    listed: list[Json] = [{"channel_label": name, "items": channels[name]} for name in sorted(channels)]
    return {"number_of_channels": len(listed), "channels": listed}


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with transcripts, or with items of pronunciation and punctuation."""
    shape = outline(lines, "results")
    return "/results/transcripts" in shape or {"/results/items/*/alternatives", "/results/items/*/type"} <= shape


FORMAT = Format(
    name=NAME,
    suffixes=(".aws.json",),
    summary="Amazon Transcribe",
    carries=frozenset({"sessions", "channels", "speakers", "segment times", "times", "confidence", "printed forms"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
