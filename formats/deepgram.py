"""Responses of Deepgram to recorded audio.

A segment is a run of words of one speaker on one channel. `punctuated_word` is the printed form of a word. Further
alternatives, paragraphs and utterances are kept for writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from . import vendors
from .engine.json import Document, Json, detail, details, members, outline
from .engine.spoken import Spoken
from .record import Format
from .schema import Corpus
from .source import Source

NAME = "deepgram"
_WORD = vendors.Vendor(NAME, "word", "start", "end", "confidence", "punctuated_word", others=("speaker",))


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
    texts = vendors.texts_alone(best, "transcript", "words")
    document.check()
    of_channels = vendors.listed(NAME, items, words)
    runs = vendors.runs_of(speakers, of_channels.first)
    attributes = vendors.joined(
        vendors.attribute(NAME, "/channel", vendors.members_of(channels, NAME, "alternatives", always=True)),
        vendors.attribute(NAME, "/alternative", vendors.members_of(best, NAME, "transcript", "words", always=True)),
        vendors.attribute(NAME, "/alternatives", vendors.more_of(alternatives)),
        of_channels.before,
    )
    names = [str(place) if len(channels) > 1 else "" for place in range(len(channels))]
    segments = vendors.table_of(
        source.name,
        vendors.displayed(of_channels.labels) if punctuation else of_channels.labels,
        runs.first,
        texts=runs.of_owners(texts),
        attributes=runs.of_firsts(attributes or (), ()),
        channel=runs.of_owners(names),
        speaker=runs.names,
    )
    meta = root.meta("results")
    if extras := details(results.meta("channels"), NAME):
        meta += (detail(NAME, "/results", extras),)
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    members_of_words = {
        "word": spoken.words,
        "start": vendors.numerals(spoken.starts),
        "end": vendors.numerals(spoken.ends),
        "confidence": vendors.numerals(spoken.confidences),
        "punctuated_word": vendors.texts_or_none(spoken.displays),
        "speaker": spoken.of_words(vendors.names_json(spoken.speakers)),
    }
    lists = spoken.lists(vendors.objects(members_of_words, spoken.extras))
    shown = zip(spoken.is_labelled, spoken.printed(), spoken.texts, strict=True)
    texts = [printed if is_labelled else text for is_labelled, printed, text in shown]
    channels: dict[str, list[int]] = {}
    for row, channel in enumerate(spoken.channels):
        channels.setdefault(channel, []).append(row)
    listed: list[Json] = []
    for rows in channels.values():
        extras: dict[str, Json] = {}
        for row in reversed(rows):
            extras |= spoken.details.get(row, {})
        basics: dict[str, Json] = {"transcript": " ".join([texts[row] for row in rows if texts[row]])}
        if True in [spoken.is_labelled[row] for row in rows]:
            basics["words"] = list(chain.from_iterable([lists[row] for row in rows]))
        listed.append(_channel(basics, extras))
    extras = details(corpus.meta, NAME)
    beside = extras.get("/results")
    results = members({"channels": listed}, beside if isinstance(beside, dict) else {})
    return members({"metadata": extras.get("metadata"), "results": results}, extras)


def _channel(basics: dict[str, Json], extras: dict[str, Json]) -> Json:
    beside, first, more = (extras.get(key) for key in ("/channel", "/alternative", "/alternatives"))
    alternatives: list[Json] = [members(basics, first if isinstance(first, dict) else {})]
    alternatives += more if isinstance(more, list) else []
    if isinstance(beside, dict) and not isinstance(first, dict):
        alternatives = []
    return members({"alternatives": alternatives}, beside if isinstance(beside, dict) else {})


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results by channel."""
    return "/results/channels/*/alternatives" in outline(lines, "results", "channels")


CARRIES = frozenset({"channels", "speakers", "times", "confidence", "printed forms"})
FORMAT = Format(NAME, (".deepgram.json",), "Deepgram", CARRIES, read, write, sniff, vendors.FAMILY, printed=True)
