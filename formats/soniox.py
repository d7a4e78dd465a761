"""Transcripts of Soniox: tokens, which are parts of words; times are milliseconds.

A token that begins with a blank begins a word; punctuation belongs to the word before it. A segment is a run of words
of one speaker. Translations, which have no times, and marks such as `<end>` are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from . import vendors
from .engine.json import Document, Json, details, members
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.spoken import Spoken
from .engine.word_lists import WordLists
from .record import Format
from .schema import Corpus
from .schema.markup import BLANKS
from .source import Source

NAME = "soniox"
_PER_SECOND = 1000
_MARKS = frozenset({"<end>", "<fin>"})


def read(source: Source) -> Corpus:
    """Reads a transcript.

    >>> text = b'''{"text": "Hello you.", "tokens": [
    ...   {"text": "Hel", "start_ms": 100, "end_ms": 200, "confidence": 0.9, "speaker": "1"},
    ...   {"text": "lo", "start_ms": 200, "end_ms": 300, "confidence": 0.8, "speaker": "1"},
    ...   {"text": " you", "start_ms": 400, "end_ms": 500, "speaker": "1"}, {"text": ".", "speaker": "1"}]}'''
    >>> [(label.value, label.start, label.end, label.confidence) for label in read(Source(text)).segments[0].items]
    [('Hello', 0.100, 0.300, 0.8), ('you.', 0.400, 0.500, None)]
    """
    document = Document.of(source, NAME)
    root = root_of(document)
    words = WordLists(NAME)
    words.begin()
    word: list[JsonObject] = []
    for token in root.children("tokens", required=True):
        text = token.text("text", required=True)
        if text in _MARKS or token.text("translation_status") == "translation":
            continue
        if word and (text.startswith(tuple(BLANKS)) or token.name("speaker") != word[0].name("speaker")):
            _add(word, words)
            word = []
        word.append(token)
    if word:
        _add(word, words)
    document.check()
    texts = words.of_lists([vendors.text_alone(root, "text", "tokens")])
    segments = vendors.table_of(source.name, words.labels(), words.first, texts=texts, speaker=words.turns)
    corpus = Corpus(segments, meta=root.rest(frozenset({"text", "tokens"})), format=NAME, path=source.name)
    return vendors.sealed(corpus, source)


def _add(tokens: Sequence[JsonObject], words: WordLists) -> None:
    """Adds the word of some tokens, with the lowest of their confidences."""
    text = "".join([token.text("text") for token in tokens]).strip(BLANKS)
    if not text:
        return
    starts = [start for token in tokens if (start := token.time("start_ms", "milliseconds")) is not None]
    ends = [end for token in tokens if (end := token.time("end_ms", "milliseconds")) is not None]
    start, end = next(iter(starts), None), next(reversed(ends), None)
    tokens[0].check_order(start, end)
    span = vendors.seconds_text(start, _PER_SECOND), vendors.seconds_text(end, _PER_SECOND)
    confidences = [sure for token in tokens if (sure := token.confidence("confidence")) is not None]
    sure = min(confidences, key=float, default=None)
    words.add({}, text, span, sure, turn=tokens[0].name("speaker"))


def build(corpus: Corpus) -> Json:
    """The value of a corpus, with a token for each word."""
    spoken = Spoken(corpus, NAME)
    of_words = {
        "text": [" " * bool(place) + word for place, word in enumerate(spoken.words)],
        "start_ms": vendors.units_of(spoken.starts, _PER_SECOND),
        "end_ms": vendors.units_of(spoken.ends, _PER_SECOND),
        "confidence": vendors.numerals(spoken.confidences),
        "speaker": spoken.of_words(vendors.texts_or_none(spoken.speakers)),
    }
    tokens: Json = [*chain.from_iterable(spoken.lists(vendors.objects(of_words, spoken.extras)))]
    return members({"text": " ".join(filter(None, spoken.texts)), "tokens": tokens}, details(corpus.meta, NAME))


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are tokens with times in milliseconds."""
    return {"/tokens/*/text", "/tokens/*/start_ms"} <= outline(lines)


CARRIES = frozenset({"speakers", "times", "confidence"})
FORMAT = Format(NAME, (".soniox.json",), "Soniox", CARRIES, read, write, sniff, vendors.FAMILY)
