"""Transcripts of Speechmatics (json-v2).

A segment is a run of results of one speaker on one channel. A punctuation mark is part of the printed form of the word
that it is attached to. Further alternatives are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from .json import Document, Json, details, dump, members, outline
from .record import Format
from .schema import Corpus
from .source import Source
from .vendors import (
    Spoken,
    attribute,
    displayed,
    heard,
    joined,
    listed,
    marks_behind,
    members_of,
    more_of,
    numerals,
    objects,
    runs_of,
    sealed,
    table_of,
    texts_or_none,
    unsealed,
    with_marks,
)

NAME = "speechmatics"
_WORDS = ("word", "entity")


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads a transcript; `punctuation=True` gives words in their printed form.

    >>> text = b'''{"results": [{"type": "word", "start_time": 0.1, "end_time": 0.5, "alternatives": [
    ...   {"content": "Hi", "confidence": 0.9, "speaker": "S1"}]}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.speaker, segment.items[0].value
    ('S1', 'Hi')
    """
    document = Document.of(source, NAME)
    root = document.object()
    items = root.objects("results", required=True)
    alternatives = items.objects("alternatives")
    best = alternatives.firsts()
    kinds = items.texts("type", required=True)
    rows = [row for row, kind in enumerate(kinds) if kind in _WORDS and best.is_there(row)]
    channels, speakers = items.names("channel"), best.names("speaker")
    spoken, best, more = items.picked(rows), best.picked(rows), more_of(alternatives)
    starts, ends = spoken.times("start_time"), spoken.times("end_time")
    spoken.order(starts, ends)
    attributes = joined(
        spoken.rest("start_time", "end_time", "alternatives", "channel"),
        attribute(NAME, "/alternative", members_of(best, NAME, "content", "confidence", "speaker")),
        attribute(NAME, "/alternatives", [more[row] for row in rows]),
    )
    numbers = starts, ends, best.confidences("confidence")
    words = heard(NAME, best.texts("content", required=True), numbers, attributes)
    document.check()
    whole = listed(NAME, items, words, rows)
    names = words.of_labels([(channels[row], speakers[row]) for row in rows])
    runs = runs_of(names, whole.first, ("", ""))
    labels = with_marks(NAME, whole.labels, runs.first, _marks)
    segments = table_of(
        source.name,
        displayed(labels) if punctuation else labels,
        runs.first,
        attributes=runs.of_firsts(whole.before, ()),
        channel=list(map(itemgetter(0), runs.names)),
        speaker=list(map(itemgetter(1), runs.names)),
    )
    return sealed(Corpus(segments, meta=root.meta("results"), format=NAME, path=source.name), source)


def _marks(items: Sequence[Any]) -> tuple[str, str]:
    """The punctuation after a word: the part attached to it, and the part attached to the next word."""
    closing, opening = "", ""
    for mark in items:
        if isinstance(mark, dict) and mark.get("type") == "punctuation":
            if mark.get("attaches_to", "previous") in ("previous", "both"):
                closing += _content(mark)
            else:
                opening += _content(mark)
    return closing, opening


def _content(mark: dict[str, Json]) -> str:
    alternatives = mark.get("alternatives")
    first = alternatives[0] if isinstance(alternatives, list) and alternatives else None
    content = first.get("content") if isinstance(first, dict) else None
    return content if isinstance(content, str) else ""


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    channels, speakers = (spoken.of_words(texts_or_none(names)) for names in (spoken.channels, spoken.speakers))
    contents = {"content": spoken.words, "confidence": numerals(spoken.confidences), "speaker": speakers}
    best = objects(contents, spoken.objects_of_words("/alternative"))
    starts, ends = numerals(spoken.starts), numerals(spoken.ends)
    of_words = {
        "type": spoken.values_of_words("type", "word"),
        "start_time": starts,
        "end_time": ends,
        "channel": channels,
        "alternatives": spoken.with_alternatives(best),
    }
    marks = marks_behind(spoken)
    places = list(marks)
    of_marks = {"content": list(marks.values()), "speaker": [speakers[place] for place in places]}
    items = {
        "type": ["punctuation"] * len(places),
        "start_time": [ends[place] for place in places],
        "end_time": [ends[place] for place in places],
        "channel": [channels[place] for place in places],
        "attaches_to": ["previous"] * len(places),
        "alternatives": [[content] for content in objects(of_marks, {})],
    }
    behind = spoken.after() | {place: [item] for place, item in zip(places, objects(items, {}), strict=True)}
    results: list[Json] = list(chain.from_iterable(spoken.lists(objects(of_words, spoken.found), behind)))
    found = details(corpus.meta, NAME)
    return members({"format": found.get("format", "2.9"), "results": results}, found)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the transcript in the form of the service."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with types, times and contents."""
    shape = outline(lines, "results", "type", "alternatives")
    return {"/results/*/type", "/results/*/alternatives/*/content"} <= shape


FORMAT = Format(
    name=NAME,
    suffixes=(".speechmatics.json",),
    summary="Speechmatics json-v2",
    carries=frozenset({"channels", "speakers", "times", "confidence", "printed forms"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
