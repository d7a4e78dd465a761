"""Transcripts of Amazon Transcribe, batch jobs.

A segment is a turn of one speaker on one channel, as in `speaker_labels`; without speakers, all words of a channel.
Punctuation between words becomes part of the printed form of the word before it; an opening mark, of the word after it.
Other alternatives of a word are kept for writing; they do not become alternations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, repeat

from .engine.fields import number_text
from .engine.json_columns import Shape, corpus_of
from .engine.json_source import Document, Json, Node, Run, detail, details, dump, members, outline
from .engine.json_words import (
    AFTER,
    BEFORE,
    Word,
    displayed,
    elements,
    items_after,
    labels_of,
    mark_behind,
    others,
    plain_labels,
    sealed,
    spoken,
    unsealed,
    with_displays,
    words_of,
)
from .record import Format
from .schema import Corpus, Label, Segment, Written
from .source import Source

NAME = "aws"
_OPENING = "¿¡([{«“‘"
_ITEM = ("start_time", "end_time", "alternatives", "type", "speaker_label", "channel_label")
_MEMBERS = frozenset(_ITEM)
_SHAPES = (
    Shape(
        "items",
        (("results", "items"), ("results", "channel_labels", "channels", "*", "items")),
        {
            ("type",): "unread",
            ("start_time",): "start",
            ("end_time",): "end",
            ("speaker_label",): "speaker",
            ("channel_label",): "channel",
            ("alternatives", 0, "content"): "value",
            ("alternatives", 0, "confidence"): "confidence",
        },
        {("type",): frozenset({"pronunciation"})},
        inner=("alternatives", 0),
        quoted=frozenset({"start", "end", "confidence"}),
    ),
)
# Three plain numbers.
_DECIMALS = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,15})?(?: [0-9]{1,15}(?:\.[0-9]{1,15})?){2}").fullmatch
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
    return corpus_of(source, NAME, _SHAPES, partial(_corpus, source, punctuation))


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
        self._of_labels: list[_Turn] = []
        self.before: tuple[tuple[str, str], ...] = ()
        self._read_turns(results.child("speaker_labels"))

    def _read_turns(self, labels: Node) -> None:
        for segment in labels.objects("segments"):
            times = segment.time("start_time", quoted=True), segment.time("end_time", quoted=True)
            segment.order(*times)
            for item in segment.objects("items"):
                start = item.time("start_time", quoted=True)
                if start is not None:
                    speaker = item.name("speaker_label") or segment.name("speaker_label")
                    key = item.name("channel_label") or segment.name("channel_label"), start
                    self._turns.setdefault(key, (speaker, len(self._spans)))
            self._spans.append(times)

    def segments(self, session: str, punctuation: bool) -> tuple[Segment, ...]:
        """The turns with their labels."""
        labels, self.before = elements(self._items(), self._item, NAME, self._taken)
        opening = "".join(map(_content, others(details(self.before, NAME), BEFORE)))
        shown = with_displays(labels, _marks, opening)
        segments = []
        last = 0
        for (channel, speaker, place), run in groupby(self._of_labels):
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

    def _items(self) -> list[Node | Run]:
        items = self._results.rows("items")
        channels = self._results.child("channel_labels").objects("channels")
        if items or not channels:
            return items if items else self._results.rows("items", required=True)
        return [item for channel in channels for item in channel.rows("items")]

    def _taken(self, run: Run) -> None:
        """Notes channel, speaker and turn of words that were read as columns."""
        known = self._turns
        nobody = "", -1
        if not known:
            self._of_labels += zip(run.channels, run.speakers, repeat(-1))
            return
        starts = map(float, run.numbers[0]) if run.numbers[0] else repeat(None)
        for start, channel, named in zip(starts, run.channels, run.speakers, strict=False):
            speaker, place = nobody
            if start is not None:
                found = known.get((channel, start))
                speaker, place = found or known.get(("", start), nobody)
            self._of_labels.append((channel, named or speaker, place))

    def _item(self, item: Node) -> list[Label]:
        if (plain := _plain(item.value)) is not None:
            return self._placed(*plain)
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
        labels = labels_of(
            first.text("content", required=True), start, end, format=NAME, confidence=confidence, attributes=attributes
        )
        return self._placed(labels, start, item.name("channel_label"), item.name("speaker_label"))

    def _placed(self, labels: list[Label], start: Written | None, channel: str, named: str) -> list[Label]:
        """The labels of an item, after their channel, speaker and turn were noted."""
        key = (channel, start) if start is not None else None
        speaker, place = self._turns.get(key, self._turns.get(("", key[1]), ("", -1))) if key else ("", -1)
        self._of_labels += [(channel, named or speaker, place)] * len(labels)
        return labels


def _plain(value: Json) -> tuple[list[Label], Written, str, str] | None:
    """Labels, begin, channel and speaker of an item in which nothing can be a problem; None for any other item."""
    if type(value) is not dict or value.get("type") != "pronunciation" or not _MEMBERS.issuperset(value):
        return None
    alternatives = value.get("alternatives")
    first = alternatives[0] if isinstance(alternatives, list) and len(alternatives) == 1 else None
    if not isinstance(first, dict) or len(first) != 2:
        return None
    content, confidence = first.get("content"), first.get("confidence")
    channel, speaker = value.get("channel_label", ""), value.get("speaker_label", "")
    start, end = value.get("start_time"), value.get("end_time")
    if not (isinstance(content, str) and isinstance(confidence, str)):
        return None
    if not (isinstance(channel, str) and isinstance(speaker, str) and isinstance(start, str) and isinstance(end, str)):
        return None
    if not _DECIMALS(f"{start} {end} {confidence}"):
        return None
    begin, stop = Written(start), Written(end)
    if stop < begin:
        return None
    labels = labels_of(content, begin, stop, format=NAME, confidence=Written(confidence))
    return labels, begin, channel, speaker


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
