"""Transcripts of Rev AI: monologues of words and of elements between words.

A segment is a monologue. A punctuation element is part of the printed form of the word before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from . import vendors
from .engine.json import Document, Json, details, members
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.plain_words import PlainWord
from .engine.spoken import Spoken
from .engine.word_lists import WordLists, displayed
from .record import Format
from .schema import Attributes, Corpus
from .source import Source

NAME = "revai"
_OF_MONOLOGUE = frozenset({"speaker", "elements"})
_OF_WORD = frozenset({"type", "value", "ts", "end_ts", "confidence"})
_PLAIN = PlainWord(
    "value", "ts", "end_ts", "confidence", fixed=(("type", "text"),), blank=(("type", "punct"), ("value", " "))
)


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads a transcript; `punctuation=True` gives words in their printed form.

    >>> text = b'''{"monologues": [{"speaker": 0, "elements": [
    ...   {"type": "text", "value": "Hi", "ts": 0.1, "end_ts": 0.5}, {"type": "punct", "value": "."}]}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.speaker, segment.items[0].value, segment.items[0].attributes[0]
    ('0', 'Hi', ('display', 'Hi.'))
    """
    document = Document.of(source, NAME, None if punctuation else {"monologues/*/elements": (_PLAIN,)})
    root = root_of(document)
    if punctuation:
        for value in map(_object, _list(root.members.get("monologues"))):
            if isinstance(elements := value.get("elements"), list):
                value["elements"] = _whole_words(elements)
    monologues = root.children("monologues", required=True)
    words = WordLists(NAME, is_blank=_PLAIN.is_blank)
    attributes = list[Attributes]()
    for monologue in monologues:
        words.begin()
        words.read(monologue, "elements", _PLAIN, _add, required=True)
        attributes.append(monologue.rest(_OF_MONOLOGUE) + words.before())
    speakers = [monologue.name("speaker") for monologue in monologues]
    document.check()
    labels = words.labels(_marks)
    segments = vendors.table_of(
        source.name,
        displayed(labels) if punctuation else labels,
        words.first,
        attributes=attributes,
        speaker=speakers,
    )
    meta = root.rest(frozenset({"monologues"}))
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _add(item: JsonObject, words: WordLists) -> None:
    if item.text("type", required=True) != "text":
        words.keep(item.members)
        return
    span = item.span("ts", "end_ts")
    text = item.text("value", required=True)
    words.add(item.members, text, span, item.confidence("confidence"), item.rest(_OF_WORD))


def _object(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _whole_words(elements: Sequence[Json]) -> list[Json]:
    """Elements in which words without a blank between them (`co-founder`, `30%`) are one word.

    Where punctuation was left out, there are no blanks at all, and words stay.
    """
    values = [_object(element).get("value") for element in elements]
    if not any(isinstance(value, str) and value.isspace() for value in values):
        return list(elements)
    whole: list[Json] = []
    for element, value in zip(elements, values, strict=True):
        # The word before, and the mark between it and this one.
        size = 2 if _object(whole[-1] if whole else None).get("type") == "punct" else 1
        before = list(map(_object, whole[-size:]))
        texts = [*[each.get("value") for each in before], value]
        joined = "".join(map(str, texts))
        words = [each.get("type") for each in (before[:1] or [{}])] + [_object(element).get("type")]
        if words == ["text", "text"] and all(isinstance(text, str) for text in texts) and joined.split() == [joined]:
            whole[-size:] = [{**before[0], "value": joined, "end_ts": _object(element).get("end_ts")}]
        else:
            whole.append(element)
    return whole


def _marks(items: Sequence[Any]) -> tuple[str, str]:
    """The punctuation after a word, up to the first blank."""
    mark = ""
    for item in items:
        value = item.get("value") if isinstance(item, dict) and item.get("type") == "punct" else None
        if not isinstance(value, str) or not value.strip():
            break
        mark += value
        if value != value.rstrip():
            break
    return mark.rstrip(), ""


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    of_words = {
        "type": ["text"] * len(spoken.words),
        "value": spoken.words,
        "ts": vendors.numerals(spoken.starts),
        "end_ts": vendors.numerals(spoken.ends),
        "confidence": vendors.numerals(spoken.confidences),
    }
    blank: dict[str, Json] = dict(_PLAIN.blank)
    behind: dict[int, list[Json]] = {
        place: [blank] for first, last in pairwise(spoken.first) for place in range(first, last - 1)
    }
    for place, mark in vendors.marks_behind(spoken).items():
        behind[place] = [{"type": "punct", "value": mark}, *behind.get(place, [])]
    lists = spoken.lists(vendors.objects(of_words, spoken.extras), behind | spoken.after())
    of_segments = {"speaker": vendors.names_json(spoken.speakers), "elements": lists}
    return members({"monologues": vendors.objects(of_segments, spoken.details)}, details(corpus.meta, NAME))


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are monologues."""
    shape = outline(lines)
    return "/monologues/*/elements" in shape or shape == {"", "/monologues"}


CARRIES = frozenset({"speakers", "times", "confidence", "printed forms"})
FORMAT = Format(NAME, (".revai.json",), "Rev AI", CARRIES, read, write, sniff, vendors.FAMILY, printed=True)
