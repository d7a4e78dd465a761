"""Responses of Deepgram to recorded audio.

A segment is a run of words of one speaker on one channel. `punctuated_word` is the printed form of a word. Further
alternatives, paragraphs and utterances are kept for writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from . import vendors
from .engine.json import Document, Json, detail, details, members
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.plain_words import PlainWord
from .engine.spoken import Spoken
from .engine.word_lists import WordLists, displayed
from .record import Format
from .schema import Attributes, Corpus
from .source import Source

NAME = "deepgram"
_OF_WORD = frozenset({"word", "start", "end", "confidence", "punctuated_word", "speaker"})
_PLAIN = PlainWord(
    *("word", "start", "end", "confidence", "punctuated_word"),
    turns=("speaker",),
    kept=("speaker_confidence", "language", "sentiment", "sentiment_score"),
)


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads a response; `punctuation=True` gives words in their printed form.

    >>> text = b'''{"results": {"channels": [{"alternatives": [{"transcript": "Hi.", "words": [
    ...   {"word": "hi", "start": 0.1, "end": 0.5, "confidence": 0.9, "punctuated_word": "Hi."}]}]}]}}'''
    >>> read(Source(text)).segments[0].items[0].value, read(Source(text), punctuation=True).segments[0].items[0].value
    ('hi', 'Hi.')
    """
    document = Document.of(source, NAME, {"results/channels/*/alternatives/0/words": (_PLAIN,)})
    root = root_of(document)
    results = root.child("results", required=True)
    channels = results.children("channels", required=True)
    words = WordLists(NAME)
    texts = list[str | None]()
    attributes = list[Attributes]()
    for channel in channels:
        best = channel.first_child("alternatives", required=True)
        words.begin()
        words.read(best, "words", _PLAIN, _add)
        texts.append(vendors.text_alone(best, "transcript", "words"))
        of_best = best.others("transcript", "words") if best else None
        attributes.append(
            vendors.kept(NAME, "/channel", channel.others("alternatives"))
            + vendors.kept(NAME, "/alternative", of_best)
            + vendors.kept(NAME, "/alternatives", channel.values("alternatives")[1:] or None)
            + words.before()
        )
    document.check()
    labels = words.labels()
    names = [str(place) if len(channels) > 1 else "" for place in range(len(channels))]
    segments = vendors.table_of(
        source.name,
        displayed(labels) if punctuation else labels,
        words.first,
        texts=words.of_lists(texts),
        attributes=words.of_firsts(attributes),
        channel=words.of_lists(names),
        speaker=words.turns,
    )
    meta = root.rest(frozenset({"results"}))
    if extras := results.others("channels"):
        meta += (detail(NAME, "/results", extras),)
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _add(item: JsonObject, words: WordLists) -> None:
    span = item.span("start", "end")
    words.add(
        item.members,
        item.text("word", required=True),
        span,
        item.confidence("confidence"),
        item.rest(_OF_WORD),
        display=item.text("punctuated_word"),
        turn=item.name("speaker"),
    )


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


def drops(corpus: Corpus) -> frozenset[str]:
    """Names of channels, unless they are the numbers that channels have by their order."""
    names = [*dict.fromkeys(corpus.table.channels)]
    numbers = [str(place) if len(names) > 1 else "" for place in range(len(names))]
    return frozenset(() if names == numbers else ("channels",))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results by channel."""
    return "/results/channels/*/alternatives" in outline(lines)


CARRIES = frozenset({"channels", "speakers", "times", "confidence", "printed forms"})
FORMAT = Format(
    NAME, (".deepgram.json",), "Deepgram", CARRIES, read, write, sniff, vendors.FAMILY, printed=True, drops=drops
)
