"""Transcripts of Amazon Transcribe, batch jobs.

A segment is a turn of one speaker on one channel, as in `speaker_labels`; without speakers, all words of a channel.
Punctuation between words becomes part of the printed form of the word before it; an opening mark, of the word after it.
Other alternatives of a word are kept for writing; they do not become alternations.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, groupby, pairwise, repeat
from operator import ne

from . import vendors
from .engine.json import Document, Json, Objects, detail, details, members, outline
from .engine.spoken import BEFORE, Spoken, others
from .record import Format
from .schema import Corpus
from .schema.lazy import places_where, taken
from .source import Source

NAME = "aws"
_OPENING = "¿¡([{«“‘"
_ITEM = ("start_time", "end_time", "alternatives", "type", "speaker_label", "channel_label")
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
    document = Document.of(source, NAME)
    root = document.object()
    results = root.child("results", required=True)
    spans, turns_of_words = _turns(results.child("speaker_labels").objects("segments"))
    items = _items(results)
    candidates = places_where(list(map(ne, items.texts("type", required=True), repeat("punctuation"))))
    alternatives = items.picked(candidates).objects("alternatives", required=True)
    best = alternatives.firsts()
    there = best.there_at()
    rows = taken(candidates, there)
    spoken, best = items.picked(rows), best.picked(there)
    starts, ends = (spoken.times(key, quoted=True) for key in ("start_time", "end_time"))
    spoken.order(starts, ends)
    more = vendors.more_of(alternatives)
    attributes = vendors.joined(
        spoken.rest(*_ITEM),
        vendors.attribute(NAME, "/alternative", vendors.members_of(best, NAME, "content", "confidence")),
        vendors.attribute(NAME, "/alternatives", taken(more, there)),
        vendors.attribute(NAME, "/type", [None if kind == "pronunciation" else kind for kind in spoken.texts("type")]),
    )
    confidences = best.confidences("confidence", quoted=True)
    words = vendors.heard(NAME, best.texts("content", required=True), (starts, ends, confidences), attributes)
    channels, speakers = spoken.names("channel_label"), spoken.names("speaker_label")
    session = root.names("jobName")[0]
    document.check()
    names: list[_Turn] = list(zip(channels, speakers, repeat(-1)))
    if turns_of_words:
        times = [-1.0 if start is None else float(start) for start in starts]
        keys = [pair if pair in turns_of_words else ("", pair[1]) for pair in zip(channels, times, strict=True)]
        of_turns = map(turns_of_words.get, keys, repeat(("", -1)))
        rows_of_words = zip(channels, speakers, of_turns, strict=True)
        names = [(channel, speaker or name, place) for channel, speaker, (name, place) in rows_of_words]
    whole = vendors.listed(NAME, items, words, rows, first=[0, len(items)])
    before = whole.before[0]
    opening = "".join(map(_content, others(details(before, NAME), BEFORE)))
    labels = vendors.with_marks(whole, (), _marks, opening)
    of_labels = words.of_labels(names)
    cuts = vendors.turns(of_labels) if of_labels else [0]
    names_of_turns = [of_labels[cut] for cut in cuts[:-1]]
    segments = vendors.table_of(
        source.name,
        vendors.displayed(labels) if punctuation else labels,
        cuts,
        start=[spans[place][0] if place >= 0 else None for _, _, place in names_of_turns],
        end=[spans[place][1] if place >= 0 else None for _, _, place in names_of_turns],
        session=[session] * len(names_of_turns),
        channel=[channel for channel, _, _ in names_of_turns],
        speaker=[speaker for _, speaker, _ in names_of_turns],
    )
    meta = root.meta("jobName", "results")
    extras = details(results.meta("transcripts", "items", "speaker_labels", "channel_labels", "audio_segments"), NAME)
    if extras:
        meta += (detail(NAME, "/results", extras),)
    return vendors.sealed(Corpus(segments, meta=meta + before, format=NAME, path=source.name), source)


def _items(results: Objects) -> Objects:
    items = results.objects("items")
    channels = results.child("channel_labels").objects("channels")
    if items.are_there() or not channels.are_there():
        return items if items.are_there() else results.objects("items", required=True)
    return channels.objects("items")


def _turns(
    segments: Objects,
) -> tuple[list[tuple[str | None, str | None]], dict[tuple[str, float], tuple[str, int]]]:
    """The times of turns, and speaker and turn of words by channel and begin."""
    starts, ends = (segments.times(key, quoted=True) for key in ("start_time", "end_time"))
    segments.order(starts, ends)
    items = segments.objects("items")
    begins = items.times("start_time", quoted=True)
    timed = [row for row, begin in enumerate(begins) if begin is not None]
    of_items = [owner for owner, (first, last) in enumerate(pairwise(items.first)) for _ in range(first, last)]
    items, owners = items.picked(timed), [of_items[row] for row in timed]
    names = {}
    for key in ("channel_label", "speaker_label"):
        of_words = items.names(key)
        lacking = sorted({owner for owner, name in zip(owners, of_words, strict=True) if not name})
        of_turns = dict(zip(lacking, segments.picked(lacking).names(key), strict=True))
        names[key] = [name or of_turns[owner] for owner, name in zip(owners, of_words, strict=True)]
    turns_of_words: dict[tuple[str, float], tuple[str, int]] = {}
    for row, owner, channel, speaker in zip(timed, owners, *names.values(), strict=True):
        key_of_word = channel, float(begins[row] or 0)
        if key_of_word not in turns_of_words:
            turns_of_words[key_of_word] = speaker, owner
    return list(zip(starts, ends, strict=True)), turns_of_words


def _marks(items: Sequence[Json]) -> tuple[str, str]:
    """The punctuation after a word, and the part of it that belongs to the next word."""
    marks = list(map(_content, items))
    return "".join(mark for mark in marks if mark not in _OPENING), "".join(mark for mark in marks if mark in _OPENING)


def _content(item: Json) -> str:
    alternatives = item.get("alternatives") if isinstance(item, dict) else None
    first = alternatives[0] if isinstance(alternatives, list) and alternatives else None
    content = first.get("content") if isinstance(first, dict) else None
    return content if isinstance(content, str) else ""


# --- writing -------------------------------------------------------------------------------------


def build(corpus: Corpus) -> Json:
    """The value of a corpus; the parts that repeat the words in another order are derived again."""
    spoken = Spoken(corpus, NAME)
    extras = details(corpus.meta, NAME)
    results = extras.get("/results")
    names = {session for session in spoken.sessions if session}
    whole = members(_derived(spoken, others(extras, BEFORE)), results if isinstance(results, dict) else {})
    return members({"jobName": " ".join(sorted(names)) or None, "results": whole}, extras)


def _derived(spoken: Spoken, before: Sequence[Json]) -> dict[str, Json]:
    """The parts of the results that are derived from the words; None for a part that the words do not have."""
    contents = {"confidence": spoken.confidences, "content": spoken.words}
    best = vendors.objects(contents, spoken.objects_of_words("/alternative"))
    of_words = {
        "type": spoken.values_of_words("/type", "pronunciation"),
        "alternatives": spoken.with_alternatives(best),
        "start_time": spoken.starts,
        "end_time": spoken.ends,
        "channel_label": spoken.of_words(vendors.texts_or_none(spoken.channels)),
        "speaker_label": spoken.of_words(vendors.texts_or_none(spoken.speakers)),
    }
    behind = spoken.after()
    for place, mark in vendors.marks_behind(spoken).items():
        behind[place] = [{"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": mark}]}]
    printed = [display or text for display, text in zip(spoken.displays, spoken.words, strict=True)]
    for place in [place for place in behind if not spoken.displays[place]]:
        printed[place] += "".join(map(_content, behind[place]))
    items = [*before, *chain.from_iterable(spoken.lists(vendors.objects(of_words, spoken.extras), behind))]
    return {
        "transcripts": [{"transcript": " ".join(["", *printed]).strip()}],
        "speaker_labels": _speaker_labels(spoken),
        "channel_labels": _channel_labels(items),
        "items": items,
    }


def _speaker_labels(spoken: Spoken) -> Json:
    rows = zip(spoken.speakers, spoken.channels, spoken.start, spoken.end, pairwise(spoken.first), strict=True)
    turns: list[Json] = []
    for speaker, channel, start, end, (first, last) in rows:
        times = zip(spoken.starts[first:last], spoken.ends[first:last], strict=True)
        timed = [pair for pair in times if pair[0] is not None]
        if not speaker or not timed:
            continue
        span = (timed[0][0], timed[-1][1]) if start is None or end is None else (start, end)
        of_channel = {"channel_label": channel} if channel else {}
        items: list[Json] = [
            {"start_time": begin, "end_time": stop, **of_channel, "speaker_label": speaker} for begin, stop in timed
        ]
        whole: Json = {
            "start_time": span[0],
            "end_time": span[1],
            **of_channel,
            "speaker_label": speaker,
            "items": items,
        }
        turns.append(whole)
    names = {speaker for speaker in spoken.speakers if speaker}
    return {"speakers": len(names), "segments": turns} if turns else None


def _channel_labels(items: Sequence[Json]) -> Json:
    spoken = [item for item in items if type(item) is dict]
    if True not in ["channel_label" in item for item in spoken]:
        return None
    names: list[str] = []
    last = ""
    for item in spoken:
        if "channel_label" in item:
            label = item["channel_label"]
            last = label if type(label) is str else ""
        names += [last]
    if {*names} <= {""}:
        return None
    places = groupby(sorted(range(len(names)), key=names.__getitem__), names.__getitem__)
    of_channels: list[Json] = [
        {"channel_label": name, "items": [spoken[place] for place in group]} for name, group in places
    ]
    return {"number_of_channels": len(of_channels), "channels": of_channels}


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with transcripts, or with items of pronunciation and punctuation."""
    shape = outline(lines, "results")
    return "/results/transcripts" in shape or {"/results/items/*/alternatives", "/results/items/*/type"} <= shape


CARRIES = frozenset({"sessions", "channels", "speakers", "segment times", "times", "confidence", "printed forms"})
FORMAT = Format(NAME, (".aws.json",), "Amazon Transcribe", CARRIES, read, write, sniff, vendors.FAMILY, printed=True)
