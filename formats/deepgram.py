"""Responses of Deepgram to recorded audio.

A segment is a run of words of one speaker on one channel. `punctuated_word` is the printed form of a word. Further
alternatives, paragraphs and utterances are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from .json import Document, Json, detail, details, dump, members, outline
from .record import Format
from .schema import Corpus
from .source import Source
from .vendors import (
    Spoken,
    Vendor,
    attribute,
    displayed,
    joined,
    listed,
    members_of,
    more_of,
    names_json,
    numerals,
    objects,
    runs_of,
    sealed,
    table_of,
    texts_alone,
    texts_or_none,
    unsealed,
)

NAME = "deepgram"
_WORD = Vendor(NAME, "word", "start", "end", "confidence", "punctuated_word", others=("speaker",))


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads a response; `punctuation=True` gives words in their printed form.

    >>> text = b'''{"results": {"channels": [{"alternatives": [{"transcript": "Hi.", "words": [
    ...   {"word": "hi", "start": 0.1, "end": 0.5, "confidence": 0.9, "punctuated_word": "Hi."}]}]}]}}'''
    >>> read(Source(text)).segments[0].items[0].value, read(Source(text), punctuation=True).segments[0].items[0].value
    ('hi', 'Hi.')
    """
    document = Document.of(source, NAME)
    root = document.object()
    results = root.child("results", required=True)
    channels = results.objects("channels", required=True)
    alternatives = channels.objects("alternatives", required=True)
    best = alternatives.firsts()
    items = best.objects("words")
    words = _WORD.heard(items)
    speakers = words.of_labels(items.names("speaker"))
    texts = texts_alone(best, "transcript", "words")
    document.check()
    of_channels = listed(NAME, items, words)
    runs = runs_of(speakers, of_channels.first)
    attributes = joined(
        attribute(NAME, "/channel", members_of(channels, NAME, "alternatives", always=True)),
        attribute(NAME, "/alternative", members_of(best, NAME, "transcript", "words", always=True)),
        attribute(NAME, "/alternatives", more_of(alternatives)),
        of_channels.before,
    )
    names = [str(place) if len(channels) > 1 else "" for place in range(len(channels))]
    segments = table_of(
        source.name,
        displayed(of_channels.labels) if punctuation else of_channels.labels,
        runs.first,
        texts=runs.of_owners(texts),
        attributes=runs.of_firsts(attributes or (), ()),
        channel=runs.of_owners(names),
        speaker=runs.names,
    )
    meta = root.meta("results")
    if found := details(results.meta("channels"), NAME):
        meta += (detail(NAME, "/results", found),)
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    members_of_words = {
        "word": spoken.words,
        "start": numerals(spoken.starts),
        "end": numerals(spoken.ends),
        "confidence": numerals(spoken.confidences),
        "punctuated_word": texts_or_none(spoken.displays),
        "speaker": spoken.of_words(names_json(spoken.speakers)),
    }
    lists = spoken.lists(objects(members_of_words, spoken.found))
    shown = zip(spoken.is_labelled, spoken.printed(), spoken.texts, strict=True)
    texts = [printed if is_labelled else text for is_labelled, printed, text in shown]
    channels: dict[str, list[int]] = {}
    for row, channel in enumerate(spoken.channels):
        channels.setdefault(channel, []).append(row)
    listed: list[Json] = []
    for rows in channels.values():
        found: dict[str, Json] = {}
        for row in reversed(rows):
            found |= spoken.details.get(row, {})
        known: dict[str, Json] = {"transcript": " ".join([texts[row] for row in rows if texts[row]])}
        if any([spoken.is_labelled[row] for row in rows]):
            known["words"] = list(chain.from_iterable([lists[row] for row in rows]))
        listed.append(_channel(known, found))
    found = details(corpus.meta, NAME)
    beside = found.get("/results")
    results = members({"channels": listed}, beside if isinstance(beside, dict) else {})
    return members({"metadata": found.get("metadata"), "results": results}, found)


def _channel(known: dict[str, Json], found: dict[str, Json]) -> Json:
    beside, first, more = (found.get(key) for key in ("/channel", "/alternative", "/alternatives"))
    alternatives: list[Json] = [members(known, first if isinstance(first, dict) else {})]
    alternatives += more if isinstance(more, list) else []
    if isinstance(beside, dict) and not isinstance(first, dict):
        alternatives = []
    return members({"alternatives": alternatives}, beside if isinstance(beside, dict) else {})


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the response in the form of the service."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results by channel."""
    return "/results/channels/*/alternatives" in outline(lines, "results", "channels")


FORMAT = Format(
    name=NAME,
    suffixes=(".deepgram.json",),
    summary="Deepgram",
    carries=frozenset({"channels", "speakers", "times", "confidence", "printed forms"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
