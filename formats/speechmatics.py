"""Transcripts of Speechmatics (json-v2).

A segment is a run of results of one speaker on one channel. A punctuation mark is part of the printed form of the word
that it is attached to. Further alternatives are kept for writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from . import vendors
from .engine.json import Document, Json, details, members
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.plain_words import PlainWord
from .engine.spoken import Spoken
from .engine.word_lists import WordLists, displayed
from .record import Format
from .schema import Corpus
from .source import Source

NAME = "speechmatics"
_WORDS = ("word", "entity")
_UNKNOWN = "UU"
"""The speaker of words that were not diarised, as Speechmatics writes it."""
_OF_WORD = frozenset({"start_time", "end_time", "alternatives", "channel", "type"})
_PLAIN = PlainWord(
    *("content", "start_time", "end_time", "confidence"),
    turns=("channel", "speaker"),
    fixed=(("type", "word"),),
    inner="alternatives",
    inside=("content", "confidence", "speaker", "language"),
    kept=("language",),
    kept_inside="/alternative",
)


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads a transcript; `punctuation=True` gives words in their printed form.

    >>> text = b'''{"results": [{"type": "word", "start_time": 0.1, "end_time": 0.5, "alternatives": [
    ...   {"content": "Hi", "confidence": 0.9, "speaker": "S1"}]}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.speaker, segment.items[0].value
    ('S1', 'Hi')
    """
    document = Document.of(source, NAME, None if punctuation else {"results": (_PLAIN,)})
    root = root_of(document)
    if punctuation and isinstance(results := root.members.get("results"), list) and all(map(_is_result, results)):
        root.members["results"] = _attached(results)
    has_entities = not punctuation and any(map(_is_entity, root.values("results")))
    if has_entities:
        root.members["results"] = [word for item in root.values("results") for word in _spoken(item)]
    words = WordLists(NAME, nobody=("", ""))
    words.begin()
    words.read(root, "results", _PLAIN, _add, required=True)
    document.check()
    labels = words.labels(_marks)
    segments = vendors.table_of(
        source.name,
        displayed(labels) if punctuation else labels,
        words.first,
        attributes=words.of_firsts([words.before()]),
        channel=[channel for channel, _ in words.turns],
        speaker=_speakers(words.turns),
    )
    meta = root.rest(frozenset({"results"}))
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source, is_whole=not has_entities)


def _speakers(turns: Sequence[tuple[str, str]]) -> list[str]:
    """The speakers of runs of a channel and a speaker: nobody in a file that tells only its channels apart."""
    is_undiarised = all(channel and speaker == _UNKNOWN for channel, speaker in turns)
    return ["" if is_undiarised else speaker for _, speaker in turns]


def _add(item: JsonObject, words: WordLists) -> None:
    best = item.first_child("alternatives")
    turn = item.name("channel"), best.name("speaker")
    kind = item.text("type", required=True)
    if kind not in _WORDS or not best:
        words.keep(item.members)
        return
    span = item.span("start_time", "end_time")
    attributes = item.rest(_OF_WORD) + vendors.kept(NAME, "type", None if kind == "word" else kind)
    attributes += vendors.kept(NAME, "/alternative", best.others("content", "confidence", "speaker") or None)
    attributes += vendors.kept(NAME, "/alternatives", item.values("alternatives")[1:] or None)
    text = best.text("content", required=True)
    words.add(item.members, text, span, best.confidence("confidence"), attributes, turn=turn)


def _is_result(item: Json) -> bool:
    """Whether an item has a content, as `_attached` needs it; the reader reports any other."""
    alternatives = item.get("alternatives") if type(item) is dict else None
    return type(alternatives) is list and bool(alternatives) and type(alternatives[0]) is dict


def _is_entity(item: Any) -> bool:
    """Whether an item is an entity with the words that were said for it."""
    words = item.get("spoken_form") if type(item) is dict and item.get("type") == "entity" else None
    return type(words) is list and bool(words) and all(map(_is_result, words))


def _spoken(item: Any) -> list[Any]:
    """The words that were said for an entity, such as `twenty five dollars` for `$25`; any other item as it is."""
    if not _is_entity(item):
        return [item]
    of_entity = {"channel": item["channel"]} if "channel" in item else {}
    return [{**of_entity, **word} for word in item["spoken_form"]]


def _attached(results: Sequence[Any]) -> list[Json]:
    """Results in which words that a mark joins (`for-sure`) are one, and a mark that stands alone (`&`) is a word."""
    attached: list[Any] = []
    joins = False
    for item in results:
        attaches = item.get("attaches_to") if item.get("type") == "punctuation" else None
        is_first = not attached
        if joins or (attaches == "both" and not is_first):
            before = attached[-1]
            content = {**before["alternatives"][0], "content": _content(before) + _content(item)}
            attached[-1] = {**before, "end_time": item.get("end_time"), "alternatives": [content]}
        else:
            attached.append({**item, "type": "word"} if attaches == "none" else item)
        joins = attaches == "both" and not is_first
    return attached


def _marks(items: Sequence[Any]) -> tuple[str, str]:
    """The punctuation after a word: the part attached to it, and the part attached to the next word."""
    closing, opening = "", ""
    for mark in items:
        if type(mark) is dict and mark.get("type") == "punctuation":
            if mark.get("attaches_to", "previous") in ("previous", "both"):
                closing += _content(mark)
            else:
                opening += _content(mark)
    return closing, opening


def _content(mark: dict[str, Json]) -> str:
    alternatives = mark.get("alternatives")
    first = alternatives[0] if type(alternatives) is list and alternatives else None
    content = first.get("content") if type(first) is dict else None
    return content if type(content) is str else ""


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    channels, speakers = (spoken.of_words(vendors.texts_or_none(names)) for names in (spoken.channels, spoken.speakers))
    contents = {"content": spoken.words, "confidence": vendors.numerals(spoken.confidences), "speaker": speakers}
    best = vendors.objects(contents, spoken.objects_of_words("/alternative"))
    starts, ends = vendors.numerals(spoken.starts), vendors.numerals(spoken.ends)
    of_words = {
        "type": spoken.values_of_words("type", "word"),
        "start_time": starts,
        "end_time": ends,
        "channel": channels,
        "alternatives": spoken.with_alternatives(best),
    }
    marks = vendors.marks_behind(spoken)
    places = list(marks)
    of_marks = {"content": list(marks.values()), "speaker": [speakers[place] for place in places]}
    items = {
        "type": ["punctuation"] * len(places),
        "start_time": [ends[place] for place in places],
        "end_time": [ends[place] for place in places],
        "channel": [channels[place] for place in places],
        "attaches_to": ["previous"] * len(places),
        "alternatives": [[content] for content in vendors.objects(of_marks, {})],
    }
    behind = spoken.after() | {place: [item] for place, item in zip(places, vendors.objects(items, {}), strict=True)}
    results: list[Json] = list(chain.from_iterable(spoken.lists(vendors.objects(of_words, spoken.extras), behind)))
    extras = details(corpus.meta, NAME)
    return members({"format": extras.get("format", "2.9"), "results": results}, extras)


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with types, times and contents, or none next to members that only this vendor has."""
    shape = outline(lines)
    if {"/results/*/type", "/results/*/alternatives/*/content"} <= shape:
        return True
    return {"/results", "/format", "/metadata"} <= shape and not any(path.startswith("/results/") for path in shape)


CARRIES = frozenset({"channels", "speakers", "times", "confidence", "printed forms"})
FORMAT = Format(
    NAME, (".speechmatics.json",), "Speechmatics json-v2", CARRIES, read, write, sniff, vendors.FAMILY, printed=True
)
