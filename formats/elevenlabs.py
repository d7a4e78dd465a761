"""Transcripts of ElevenLabs Scribe; times are seconds.

A segment is a run of words of one speaker on one channel. Punctuation is part of words. Audio events, such as
`(laughter)`, are no words; they are kept for writing. Spaces between words are written anew, from the end of one word
to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from . import vendors
from .engine.json import Document, Json, details, members
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.plain_words import PlainWord
from .engine.spoken import BEFORE, Spoken, others
from .engine.word_lists import WordLists
from .record import Format
from .schema import Attributes, Corpus
from .source import Source
from .values import replace

NAME = "elevenlabs"
_OF_ROOT = frozenset({"text", "words"})
_OF_CHANNEL = frozenset({"text", "words", "channel_index"})
_OF_WORD = frozenset({"text", "start", "end", "type", "speaker_id"})
_PLAIN = PlainWord(
    *("text", "start", "end"),
    turns=("speaker_id",),
    fixed=(("type", "word"),),
    kept=("logprob",),
    blank=(("text", " "), ("type", "spacing")),
    of_blank=("start", "end", "speaker_id", "logprob"),
)


def read(source: Source) -> Corpus:
    """Reads a transcript.

    >>> text = b'''{"language_code": "eng", "text": "Hi. (laughter)", "words": [
    ...   {"text": "Hi.", "start": 0.1, "end": 0.5, "type": "word", "speaker_id": "speaker_0"},
    ...   {"text": "(laughter)", "start": 0.6, "end": 1.5, "type": "audio_event", "speaker_id": "speaker_0"}]}'''
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end
    ('Hi.', 0.1, 0.5)
    """
    document = Document.of(source, NAME, {"words": (_PLAIN,), "transcripts/*/words": (_PLAIN,)})
    root = root_of(document)
    channels = root.children("transcripts") if root.has("transcripts") else None
    words = WordLists(NAME, is_blank=_PLAIN.is_blank)
    texts = list[str | None]()
    attributes = list[Attributes]()
    for part in [root] if channels is None else channels:
        text = part.text("text", required=not part.has("words")).strip()
        words.begin()
        words.read(part, "words", _PLAIN, _add)
        texts.append(None if vendors.lists_words(part, "words", text) else text)
        others = None if channels is None else part.others(*_OF_CHANNEL)
        attributes.append(() if channels is None else vendors.kept(NAME, "/transcript", others) + words.before())
    numbers = [
        part.name("channel_index") if part.has("channel_index") else str(place)
        for place, part in enumerate(channels or ())
    ]
    document.check()
    segments = vendors.table_of(
        source.name,
        words.labels(),
        words.first,
        texts=words.of_lists(texts),
        attributes=words.of_firsts(attributes),
        channel=words.of_lists(numbers or [""]),
        speaker=words.turns,
    )
    meta = root.rest(_OF_ROOT) + words.before() if channels is None else root.rest(frozenset({"transcripts"}))
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _add(item: JsonObject, words: WordLists) -> None:
    if (item.text("type") or "word") != "word":
        words.keep(item.members)
        return
    text, span = item.text("text", required=True), item.span("start", "end")
    words.add(item.members, text, span, attributes=item.rest(_OF_WORD), turn=item.name("speaker_id"))


def build(corpus: Corpus) -> Json:
    """The value of a corpus: a transcript, or one for each channel."""
    extras = details(corpus.meta, NAME)
    table = corpus.table
    said = zip(table.channels, table.ignored, table.texts(), strict=True)
    channels = [*dict.fromkeys(channel for channel, is_ignored, text in said if text and not is_ignored)]
    if channels == [""] or not channels:
        return members(_transcript(corpus, others(extras, BEFORE)), extras)
    return members({"transcripts": [_of_channel(corpus, channel) for channel in channels]}, extras)


def _of_channel(corpus: Corpus, channel: str) -> Json:
    rows = [row for row, name in enumerate(corpus.table.channels) if name == channel]
    part = replace(corpus, segments=corpus.table.picked(rows))
    of_first = Spoken(part, NAME).details.get(0, {})
    kept = of_first.get("/transcript")
    named = {"channel_index": vendors.name_json(channel) if channel else ""}
    return members(_transcript(part, others(of_first, BEFORE)) | named, kept if isinstance(kept, dict) else {})


def _transcript(corpus: Corpus, before: Sequence[Json]) -> dict[str, Json]:
    spoken = Spoken(corpus, NAME)
    starts, ends = vendors.numerals(spoken.starts), vendors.numerals(spoken.ends)
    speakers = spoken.of_words(vendors.texts_or_none(spoken.speakers))
    of_words = {
        "text": spoken.words,
        "start": starts,
        "end": ends,
        "type": ["word"] * len(spoken.words),
        "speaker_id": speakers,
    }
    size = max(len(spoken.words) - 1, 0)
    of_spaces = {
        "text": [" "] * size,
        "start": ends[:size],
        "end": starts[1:],
        "type": ["spacing"] * size,
        "speaker_id": speakers[:size],
    }
    behind: dict[int, list[Json]] = {place: [space] for place, space in enumerate(vendors.objects(of_spaces, {}))}
    lists = spoken.lists(vendors.objects(of_words, spoken.extras), behind | spoken.after())
    has_words = any(spoken.is_labelled) or any(spoken.speakers)
    return {
        "text": " ".join(filter(None, spoken.texts)),
        "words": [*before, *chain.from_iterable(lists)] if has_words else None,
    }


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with types, or texts with the probability of their language."""
    shape = outline(lines)
    if "/transcripts/*/language_code" in shape or {"/words/*/text", "/words/*/type"} <= shape:
        return True
    return {"/text", "/language_code", "/language_probability"} <= shape


CARRIES = frozenset({"channels", "speakers", "times"})
FORMAT = Format(NAME, (".elevenlabs.json",), "ElevenLabs Scribe", CARRIES, read, write, sniff, vendors.FAMILY)
