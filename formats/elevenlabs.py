"""Transcripts of ElevenLabs Scribe; times are seconds.

A segment is a run of words of one speaker. Punctuation is part of words. Audio events, such as `(laughter)`, are no
words; they are kept for writing. Spaces between words are written anew, from the end of one word to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from . import vendors
from .engine.json import Document, Json, details, members, outline
from .engine.json_objects import JsonObject, root_of
from .engine.plain_words import PlainWord
from .engine.spoken import BEFORE, Spoken, others
from .engine.word_lists import WordLists
from .record import Format
from .schema import Corpus, Segment
from .source import Source

NAME = "elevenlabs"
_OF_ROOT = frozenset({"text", "words"})
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
    document = Document.of(source, NAME, {"words": (_PLAIN,)})
    root = root_of(document)
    if root.has("transcripts"):
        root.report("transcripts of several channels", "one of them, as jq '.transcripts[0]' writes it")
    text = root.text("text", required=not root.has("words") and not root.has("transcripts")).strip()
    words = WordLists(NAME, is_blank=_PLAIN.is_blank)
    words.begin()
    words.read(root, "words", _PLAIN, _add)
    document.check()
    segments: Sequence[Segment] = (Segment(text=text),)
    if vendors.lists_words(root, "words", text):
        segments = vendors.table_of(source.name, words.labels(), words.first, speaker=words.turns)
    meta = root.rest(_OF_ROOT) + words.before()
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _add(item: JsonObject, words: WordLists) -> None:
    if (item.text("type") or "word") != "word":
        words.keep(item.members)
        return
    text, span = item.text("text", required=True), item.span("start", "end")
    words.add(item.members, text, span, attributes=item.rest(_OF_WORD), turn=item.name("speaker_id"))


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    extras = details(corpus.meta, NAME)
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
    basics: dict[str, Json] = {
        "text": " ".join(filter(None, spoken.texts)),
        "words": [*others(extras, BEFORE), *chain.from_iterable(lists)] if has_words else None,
    }
    return members(basics, extras)


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with types, or texts with the probability of their language."""
    shape = outline(lines)
    if "/transcripts/*/language_code" in shape or {"/words/*/text", "/words/*/type"} <= shape:
        return True
    return {"/text", "/language_code", "/language_probability"} <= shape


CARRIES = frozenset({"speakers", "times"})
FORMAT = Format(NAME, (".elevenlabs.json",), "ElevenLabs Scribe", CARRIES, read, write, sniff, vendors.FAMILY)
