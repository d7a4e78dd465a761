"""Transcripts of AssemblyAI; times are milliseconds.

A segment is an utterance; in a file without utterances, a run of words of one speaker. Punctuation is part of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from . import vendors
from .engine.json import Document, Json, details, members
from .engine.json_objects import JsonObject, Span, root_of
from .engine.json_places import outline
from .engine.json_shapes import error_in
from .engine.plain_words import PlainWord
from .engine.spoken import Spoken
from .engine.word_lists import WordLists
from .errors import NoTranscriptError
from .record import Format
from .schema import Attributes, Corpus, Segment
from .source import Source

NAME = "assemblyai"
_PER_SECOND = 1000
_OF_ROOT = frozenset({"text", "words", "utterances"})
_OF_UTTERANCE = frozenset({"speaker", "channel", "start", "end", "text", "words"})
_OF_WORD = frozenset({"text", "start", "end", "confidence", "speaker", "channel"})
_PLAIN = PlainWord("text", "start", "end", "confidence", ignored=("channel", "speaker"), digits=3)
_PLAIN_IN_TURN = PlainWord("text", "start", "end", "confidence", turns=("channel", "speaker"), digits=3)


def read(source: Source) -> Corpus:
    """Reads a transcript.

    >>> text = b'{"text": "Hi.", "words": [{"text": "Hi.", "start": 100, "end": 500, "confidence": 0.9}]}'
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end
    ('Hi.', 0.100, 0.500)
    """
    document = Document.of(source, NAME, {"utterances/*/words": (_PLAIN,), "words": (_PLAIN_IN_TURN,)})
    root = root_of(document)
    if root.members.get("status") == "error":
        raise NoTranscriptError(source.name, error_in(root.members))
    text = root.text("text", required=not root.has("utterances") and not root.has("words")).strip()
    if utterances := root.children("utterances"):
        segments = _utterances(document, utterances)
    elif vendors.lists_words(root, "words", text):
        segments = _words(document, root)
    else:
        segments = (Segment(text=text),)
        document.check()
    meta = root.rest(_OF_ROOT)
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _utterances(document: Document, rows: Sequence[JsonObject]) -> Sequence[Segment]:
    words = WordLists(NAME, nobody=("", ""))
    spans = list[Span]()
    texts = list[str | None]()
    attributes = list[Attributes]()
    for row in rows:
        spans.append(_span(row))
        words.begin()
        words.read(row, "words", _PLAIN, _add)
        text = row.text("text").strip()
        texts.append(text if text and not words.has_words() else None)
        attributes.append(row.rest(_OF_UTTERANCE) + words.before())
    channels, speakers = ([row.name(key) for row in rows] for key in ("channel", "speaker"))
    document.check()
    return vendors.table_of(
        document.name,
        words.labels(),
        words.first,
        texts=texts,
        attributes=attributes,
        start=[start for start, _ in spans],
        end=[end for _, end in spans],
        channel=channels,
        speaker=speakers,
    )


def _words(document: Document, root: JsonObject) -> Sequence[Segment]:
    words = WordLists(NAME, nobody=("", ""))
    words.begin()
    words.read(root, "words", _PLAIN_IN_TURN, _add_in_turn)
    document.check()
    return vendors.table_of(
        document.name,
        words.labels(),
        words.first,
        attributes=words.of_firsts([words.before()]),
        channel=[channel for channel, _ in words.turns],
        speaker=[speaker for _, speaker in words.turns],
    )


def _add(item: JsonObject, words: WordLists, turn: tuple[str, str] = ("", "")) -> None:
    span = _span(item)
    text, confidence = item.text("text", required=True), item.confidence("confidence")
    words.add(item.members, text, span, confidence, item.rest(_OF_WORD), turn=turn)


def _add_in_turn(item: JsonObject, words: WordLists) -> None:
    _add(item, words, (item.name("channel"), item.name("speaker")))


def _span(row: JsonObject) -> Span:
    """Begin and end in seconds."""
    start, end = row.span("start", "end", "milliseconds")
    for key, time in (("start", start), ("end", end)):
        if time is not None and not float(time).is_integer():
            row.report(f"{time} is no whole number", "milliseconds, as AssemblyAI writes them, not seconds", key)
    return vendors.seconds_text(start, _PER_SECOND), vendors.seconds_text(end, _PER_SECOND)


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    names = {"speaker": vendors.texts_or_none(spoken.speakers), "channel": vendors.texts_or_none(spoken.channels)}
    of_words = {
        "text": spoken.words,
        "start": vendors.units_of(spoken.starts, _PER_SECOND),
        "end": vendors.units_of(spoken.ends, _PER_SECOND),
        "confidence": vendors.numerals(spoken.confidences),
        **{key: spoken.of_words(column) for key, column in names.items()},
    }
    lists = spoken.lists(vendors.objects(of_words, spoken.extras))
    # A reader takes the utterances alone, where there are any, and else the words alone, where there are any.
    utterances: list[Json] = []
    if any(spoken.speakers):
        start, end = (vendors.units_of(times, _PER_SECOND) for times in spoken.bounds())
        of_segments = {
            **names,
            "text": spoken.texts,
            "start": start,
            "end": end,
            "words": [
                words if is_labelled else None for words, is_labelled in zip(lists, spoken.is_labelled, strict=True)
            ],
        }
        utterances = list(vendors.objects(of_segments, spoken.details))
    basics: dict[str, Json] = {
        "text": " ".join(filter(None, spoken.texts)),
        "words": list(chain.from_iterable(lists)) if any(spoken.is_labelled) else None,
        "utterances": utterances or None,
    }
    return members(basics, details(corpus.meta, NAME))


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with texts and times, and the whole text; words of ElevenLabs have types, too."""
    shape = outline(lines)
    if {"/words/*/type", "/language_probability"} & shape:
        return False
    return (
        {"/text", "/words/*/text", "/words/*/start", "/words/*/end"} <= shape
        or {"/utterances/*/words/*/text", "/utterances/*/start"} <= shape
        or ({"/id", "/status", "/text", "/words"} <= shape and "/words/*" not in shape)  # nothing was heard
    )


CARRIES = frozenset({"channels", "speakers", "segment times", "times", "confidence"})
FORMAT = Format(NAME, (".assemblyai.json",), "AssemblyAI", CARRIES, read, write, sniff, vendors.FAMILY)
