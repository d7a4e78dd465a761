"""Responses of Google Speech-to-Text, versions 1 and 2, bare or inside a finished operation.

A segment is a result, cut where the speaker changes. With diarization the service repeats all words in the last result,
with speakers: only that result counts then. Further alternatives are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from itertools import repeat

from .engine.json_source import Document, Json, Node, Rows, Run, detail, details, dump, members, outline
from .engine.json_words import (
    BEFORE,
    bare_text,
    labels_of,
    name_json,
    number_json,
    others,
    plain_labels,
    sealed,
    spoken,
    turns,
    unsealed,
    words_of,
)
from .engine.word_lists import Cells, Words, are_numbers, corpus_of
from .record import Format
from .schema import Corpus, Label, Segment, Written, number_text
from .source import Source

NAME = "google"
_STARTS = ("startTime", "startOffset", "start_time", "start_offset")
_ENDS = ("endTime", "endOffset", "end_time", "end_offset")
_SPEAKERS = ("speakerLabel", "speaker_label", "speakerTag", "speaker_tag")
_CHANNELS = ("channelTag", "channel_tag")
_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)s")
_CONTINUES = "/continues"


def _are_durations(texts: Sequence[str]) -> bool:
    """Whether all texts are plain numbers of seconds with their unit."""
    return all(map(str.endswith, texts, repeat("s"))) and are_numbers(_numbers(texts))


def _numbers(texts: Sequence[str]) -> list[str]:
    return [text[:-1] for text in texts]


def _times(cells: Cells) -> tuple[list[str], list[str]]:
    """The times of words from durations such as `1.300s`."""
    return _numbers(cells["start"]), _numbers(cells["end"])


_SHAPE = Words(
    NAME,
    (("results", "*", "alternatives", 0, "words"), ("response", "results", "*", "alternatives", 0, "words")),
    {
        "word": "value",
        "confidence": "confidence",
        **dict.fromkeys(_STARTS, "start"),
        **dict.fromkeys(_ENDS, "end"),
        **dict.fromkeys(_SPEAKERS, "speaker"),
    },
    needed=frozenset({"value", "start", "end"}),
    quoted=frozenset({"start", "end"}),
    are_times=_are_durations,
    times=_times,
)


def read(source: Source) -> Corpus:
    """Reads results.

    >>> text = b'''{"results": [{"alternatives": [{"transcript": "hi", "confidence": 0.9, "words": [
    ...   {"startTime": "0.100s", "endTime": "0.500s", "word": "hi"}]}]}]}'''
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end
    ('hi', 0.100, 0.500)
    """
    return corpus_of(source, _SHAPE, partial(_corpus, source))


def _corpus(source: Source, document: Document) -> Corpus:
    root = document.object()
    inner = root.child("response") if root.get("response") is not None else root
    results = inner.objects("results", required=True)
    if _repeats(results):
        results = results[-1:]
    segments = tuple(segment for result in results for segment in _result(result))
    document.check()
    corpus = Corpus(segments, meta=root.rest("results", "response"), format=NAME, path=source.name)
    return sealed(corpus, source)


def _first(result: Node) -> Node | None:
    alternatives = result.objects("alternatives")
    return alternatives[0] if alternatives else None


def _repeats(results: Sequence[Node]) -> bool:
    """Whether the last result alone has speakers and repeats the words of all others."""
    firsts = [*map(_first, results)]
    found = [first.rows("words") if first else None for first in firsts]
    if len(found) < 2:
        return False
    speakers = [_values(rows, _speaker, _named) for rows in found]
    if not any(speakers[-1]) or any(map(any, speakers[:-1])):
        return False
    words = [
        _values(rows, lambda word: word.text("word"), lambda run: run.values) or _transcript(first)
        for first, rows in zip(firsts, found, strict=True)
    ]
    return [word for part in words[:-1] for word in part] == words[-1]


def _transcript(first: Node | None) -> list[str]:
    """The words of a transcript, for a result that does not list them."""
    return first.text("transcript").split() if first and first.get("transcript") is not None else []


def _values(rows: Rows | None, of_node: Callable[[Node], str], of_run: Callable[[Run], Sequence[str]]) -> list[str]:
    """A value of each word of a list, in order."""
    if rows is None:
        return []
    values = [] if rows.run is None else list(of_run(rows.run))
    for place in rows.others:
        values.insert(place, of_node(rows.nodes[place]))
    return values


def _result(result: Node) -> list[Segment]:
    channel = next(filter(None, map(result.name, _CHANNELS)), "")
    attributes = result.rest("alternatives", *_CHANNELS)
    first = _first(result)
    if first is None:
        return [Segment(channel=channel, labels=(), attributes=(*attributes, detail(NAME, "/empty", True)))]
    if found := details(first.rest("transcript", "words"), NAME):
        attributes += (detail(NAME, "/alternative", found),)
    if more := result.objects("alternatives")[1:]:
        attributes += (detail(NAME, "/alternatives", [other.value for other in more]),)
    if first.get("words") is None:
        return [Segment(channel=channel, text=first.text("transcript").strip(), attributes=attributes)]
    segments = []
    for speaker, labels, before in turns(first.rows("words"), _word, _speaker, NAME, _named):
        segments.append(Segment(channel=channel, speaker=speaker, labels=labels, attributes=attributes + before))
        attributes = (detail(NAME, _CONTINUES, True),)
    return segments


def _named(run: Run) -> Sequence[str]:
    return ["" if name == "0" else name for name in run.speakers] if "0" in run.speakers else run.speakers


def _speaker(word: Node) -> str:
    return next((name for name in map(word.name, _SPEAKERS) if name not in ("", "0")), "")


def _word(node: Node) -> list[Label]:
    start, end = _time(node, _STARTS), _time(node, _ENDS)
    if start is None and end is not None and node.get("endOffset") is not None:
        start = Written("0")  # version 2 omits zero
    node.order(start, end)
    return labels_of(
        node.text("word", required=True),
        start,
        end,
        format=NAME,
        confidence=node.confidence("confidence"),
        attributes=node.rest("word", "confidence", *_STARTS, *_ENDS, *_SPEAKERS),
    )


def _time(node: Node, keys: Sequence[str]) -> Written | None:
    """A time, as `1.300s` or as an object of seconds and nanos."""
    for key in keys:
        found = node.get(key)
        if found is None:
            continue
        if isinstance(found.value, dict):
            whole = found.number("seconds", quoted=True) or 0
            nanos = found.number("nanos", quoted=True) or 0
            total = Decimal(str(whole)) + Decimal(str(nanos)).scaleb(-9)
            if total < 0:
                found.note(f"{total} is negative", "seconds >= 0")
                return None
            return Written(f"{total:f}")
        match = _DURATION.fullmatch(found.value) if isinstance(found.value, str) else None
        if match is None:
            found.note(f"{found.shown()} is not a duration", "seconds such as '1.300s'")
            return None
        return Written(match[1])
    return None


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    groups: list[list[Segment]] = []
    for segment in spoken(corpus):
        if groups and _CONTINUES in details(segment.attributes, NAME) and groups[-1][0].channel == segment.channel:
            groups[-1].append(segment)
        else:
            groups.append([segment])
    return members({"results": [_object(group) for group in groups]}, details(corpus.meta, NAME))


def _object(segments: Sequence[Segment]) -> Json:
    found = details(segments[0].attributes, NAME)
    first, more = found.get("/alternative"), found.get("/alternatives")
    known: dict[str, Json] = {"transcript": " ".join(filter(None, map(bare_text, segments)))}
    if any(segment.labels is not None for segment in segments):
        known["words"] = [word for segment in segments for word in _words(segment)]
    alternatives: list[Json] = [] if found.get("/empty") else [members(known, first if isinstance(first, dict) else {})]
    alternatives += more if isinstance(more, list) else []
    return members({"alternatives": alternatives, "channelTag": name_json(segments[0].channel)}, found)


def _words(segment: Segment) -> Iterator[Json]:
    yield from others(details(segment.attributes, NAME), BEFORE)
    for word in words_of(plain_labels(segment), NAME):
        speaker = name_json(segment.speaker)
        known: dict[str, Json] = {
            "startTime": _duration(word.start),
            "endTime": _duration(word.end),
            "word": word.text,
            "confidence": number_json(word.confidence),
            "speakerTag" if isinstance(speaker, int) else "speakerLabel": speaker,
        }
        yield members(known, word.found)
        yield from others(word.found)


def _duration(time: float | None) -> Json:
    if time is None:
        return None
    written = number_text(time) + "s"
    # A number may have been written with an exponent or a sign.
    return written if _DURATION.fullmatch(written) else number_text(abs(float(time))) + "s"


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the response in the form of version 1."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with alternatives, without members that only Watson has."""
    shape = outline(lines, "results", "alternatives", "transcript")
    shape |= {path.removeprefix("/response") for path in shape}
    watson = {"/result_index", "/results/*/final", "/results/*/alternatives/*/timestamps"}
    return "/results/*/alternatives/*/transcript" in shape and not watson & shape


FORMAT = Format(
    name=NAME,
    suffixes=(".google.json",),
    summary="Google Speech-to-Text",
    carries=frozenset({"channels", "speakers", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
