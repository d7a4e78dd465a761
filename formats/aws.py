"""Transcripts of Amazon Transcribe: batch jobs and Call Analytics.

A segment is a turn of one speaker on one channel, as in `speaker_labels`; without speakers, all words of a channel. In
Call Analytics it is an element of `Transcript`, and its speaker the role of the participant, such as AGENT.
Punctuation between words becomes part of the printed form of the word before it; an opening mark, of the word after it.
Other alternatives of a word are kept for writing; they do not become alternations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, groupby, pairwise

from . import vendors
from .engine.json import Document, Json, detail, details, members
from .engine.json_objects import JsonObject, Span, root_of
from .engine.json_places import outline
from .engine.plain_words import PlainWord, Run
from .engine.spoken import BEFORE, Spoken, others
from .engine.word_lists import WordLists, displayed, words_in
from .record import Format
from .schema import Attributes, Corpus, Segment
from .source import Source

NAME = "aws"
_OPENING = "¿¡([{«“‘"
_PLAIN = PlainWord(
    *("content", "start_time", "end_time", "confidence"),
    turns=("channel_label", "speaker_label"),
    fixed=(("type", "pronunciation"),),
    inner="alternatives",
    inside=("content", "confidence"),
    kept=("id", "vocabulary_filter_match"),
    quoted=True,
)
_PLAIN_OF_CALL = PlainWord(
    *("Content", "BeginOffsetMillis", "EndOffsetMillis", "Confidence"), fixed=(("Type", "pronunciation"),), digits=3
)
# The words of a turn of a speaker, which say only when they begin and end.
_PLAIN_OF_TURN = PlainWord(
    *("speaker_label", "start_time", "end_time"), turns=("channel_label",), quoted=True, timed=True
)
# Speaker and turn of words, by channel and begin; a turn is the number of a segment of speakers.
_Turns = dict[tuple[str, float], tuple[str, int]]
_TurnAt = Callable[["tuple[str, ...]", "str | None"], "tuple[str, str, int]"]
_OF_ITEM = frozenset({"start_time", "end_time", "alternatives", "type", "speaker_label", "channel_label"})
_OF_CALL = frozenset({"Type", "Content", "Confidence", "BeginOffsetMillis", "EndOffsetMillis"})
_OF_TURN = frozenset({"Content", "Items", "BeginOffsetMillis", "EndOffsetMillis", "ParticipantRole"})


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads a transcript; `punctuation=True` gives words in their printed form.

    >>> text = b'''{"jobName": "talk", "results": {"transcripts": [{"transcript": "Hi."}], "items": [
    ...   {"type": "pronunciation", "start_time": "0.1", "end_time": "0.5", "alternatives": [{"content": "Hi"}]},
    ...   {"type": "punctuation", "alternatives": [{"content": "."}]}]}}'''
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end, label.attributes[0]
    ('Hi', 0.1, 0.5, ('display', 'Hi.'))
    """
    lists = {"results/items": (_PLAIN,), "results/channel_labels/channels/*/items": (_PLAIN,)}
    lists |= {"results/speaker_labels/segments/*/items": (_PLAIN_OF_TURN,), "Transcript/*/Items": (_PLAIN_OF_CALL,)}
    document = Document.of(source, NAME, lists)
    root = root_of(document)
    if root.has("Transcript"):
        return _call(document, root, source, punctuation)
    results = root.child("results", required=True)
    spans, turns = _turns(results.child("speaker_labels"))
    words = WordLists(NAME, nobody=("", "", -1))
    words.begin()
    # The speaker of a word may follow from its begin.
    for parent in _parents(results):
        turn_at = partial(_turn, turns, parent.name("channel_label"))
        words.read(parent, "items", _PLAIN, partial(_add, turn_at=turn_at), turn_at, required=True)
    session = root.name("jobName")
    document.check()
    opening = "".join(map(_content, words.items_before))
    labels = words.labels(_marks, opening, within=False)
    # Channel and speaker of segments, and the number of their turn.
    channels, speakers, places = ([turn[part] for turn in words.turns] for part in range(3))
    nobody: Span = (None, None)
    of_segments = [spans[place] if place >= 0 else nobody for place in places]
    segments: Sequence[Segment] = vendors.table_of(
        source.name,
        displayed(labels) if punctuation else labels,
        words.first,
        start=[start for start, _ in of_segments],
        end=[end for _, end in of_segments],
        session=[session] * len(of_segments),
        channel=channels,
        speaker=speakers,
    )
    if not words.values:  # nobody spoke, or the words were left out
        text = results.first_child("transcripts").text("transcript").strip()
        segments = (Segment(text=text, session=session),) if text and not words.items_before else ()
    meta = root.rest(frozenset({"jobName", "results"}))
    if extras := results.others("transcripts", "items", "speaker_labels", "channel_labels", "audio_segments"):
        meta += (detail(NAME, "/results", extras),)
    return vendors.sealed(Corpus(segments, meta=meta + words.before(), format=NAME, path=source.name), source)


def _call(document: Document, root: JsonObject, source: Source, punctuation: bool) -> Corpus:
    """The corpus of a result of Call Analytics."""
    rows = root.children("Transcript")
    words = WordLists(NAME)
    texts = list[str | None]()
    attributes = list[Attributes]()
    for row in rows:
        words.begin()
        words.read(row, "Items", _PLAIN_OF_CALL, _add_of_call)
        texts.append(None if words.has_words() else row.text("Content").strip())
        attributes.append(row.rest(_OF_TURN) + words.before())
    spans = list(map(_span_of_call, rows))
    session, speakers = root.name("JobName"), [row.name("ParticipantRole") for row in rows]
    document.check()
    labels = words.labels(_marks)
    segments = vendors.table_of(
        source.name,
        displayed(labels) if punctuation else labels,
        words.first,
        texts=texts,
        attributes=attributes,
        start=[start for start, _ in spans],
        end=[end for _, end in spans],
        session=[session] * len(rows),
        speaker=speakers,
    )
    meta = root.rest(frozenset({"JobName", "Transcript"}))
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _add_of_call(item: JsonObject, words: WordLists) -> None:
    text = item.text("Content", required=True)
    if item.text("Type", required=True) == "punctuation":
        words.keep({"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": text}]})
        return
    confidence = item.confidence("Confidence", quoted=isinstance(item.members.get("Confidence"), str))
    words.add(item.members, text, _span_of_call(item), confidence, item.rest(_OF_CALL))


def _span_of_call(row: JsonObject) -> Span:
    """Begin and end in seconds."""
    start, end = row.span("BeginOffsetMillis", "EndOffsetMillis", "milliseconds")
    return vendors.seconds_text(start, 1000), vendors.seconds_text(end, 1000)


def _parents(results: JsonObject) -> list[JsonObject]:
    """The objects with items: the results, or channels where these alone name the channels of items."""
    channels = results.child("channel_labels").children("channels")
    return channels if channels and not any(map(_has_channel, results.values("items"))) else [results]


def _has_channel(item: Json | Run) -> bool:
    """Whether an item, or a run of words, names its channel."""
    if isinstance(item, Run):
        return item.names[0] != ""
    return isinstance(item, dict) and bool(item.get("channel_label"))


def _add(item: JsonObject, words: WordLists, turn_at: _TurnAt) -> None:
    is_mark = item.text("type", required=True) == "punctuation"
    best = None if is_mark else item.first_child("alternatives", required=True)
    if not best:
        words.keep(item.members)
        return
    span = item.span("start_time", "end_time", quoted=True)
    kind = item.text("type")
    attributes = item.rest(_OF_ITEM)
    attributes += vendors.kept(NAME, "/alternative", best.others("content", "confidence") or None)
    attributes += vendors.kept(NAME, "/alternatives", item.values("alternatives")[1:] or None)
    attributes += vendors.kept(NAME, "/type", None if kind == "pronunciation" else kind)
    confidence, text = best.confidence("confidence", quoted=True), best.text("content", required=True)
    turn = turn_at((item.name("channel_label"), item.name("speaker_label")), span[0])
    words.add(item.members, text, span, confidence, attributes, turn=turn)


def _turn(turns: _Turns, usual: str, names: tuple[str, ...], start: str | None) -> tuple[str, str, int]:
    """Channel, speaker and turn of a word; `usual` is the channel of those that name none."""
    channel, speaker = names[0] or usual, names[1]
    if not turns:
        return channel, speaker, -1
    time = -1.0 if start is None else float(start)
    name, turn = turns.get((channel, time)) or turns.get(("", time)) or ("", -1)
    return channel, speaker or name, turn


def _turns(labels: JsonObject) -> tuple[list[Span], _Turns]:
    """The times of turns, and speaker and turn of words by channel and begin."""
    spans: list[Span] = []
    turns: _Turns = {}
    for number, segment in enumerate(labels.children("segments")):
        spans.append(segment.span("start_time", "end_time", quoted=True))
        names = segment.name("channel_label"), segment.name("speaker_label")
        for item in words_in(segment, "items", _PLAIN_OF_TURN):
            if isinstance(item, Run):
                channel = item.names[0] or names[0]
                for start, speaker in zip(item.column(1), item.column(0), strict=True):
                    turns.setdefault((channel, float(start)), (speaker, number))
                continue
            time = item.time("start_time", quoted=True)
            if time is not None:
                channel, speaker = item.name("channel_label") or names[0], item.name("speaker_label") or names[1]
                turns.setdefault((channel, float(time)), (speaker, number))
    return spans, turns


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
    """Whether there are results with transcripts, items of pronunciation and punctuation, or turns of participants."""
    shape = outline(lines)
    return (
        "/results/transcripts" in shape
        or {"/results/items/*/alternatives", "/results/items/*/type"} <= shape
        or "/Transcript/*/Items/*/BeginOffsetMillis" in shape
    )


CARRIES = frozenset({"sessions", "channels", "speakers", "segment times", "times", "confidence", "printed forms"})
FORMAT = Format(
    NAME,
    (".aws.json",),
    "Amazon Transcribe: batch jobs and Call Analytics",
    CARRIES,
    read,
    write,
    sniff,
    vendors.FAMILY,
    printed=True,
)
