"""Transcripts of AssemblyAI; times are milliseconds.

A segment is an utterance; in a file without utterances, a run of words of one speaker. Punctuation is part of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import itemgetter

from . import vendors
from .engine.json import Cells, Document, Json, Objects, details, members, outline
from .engine.spoken import Spoken
from .record import Format
from .schema import Corpus, Segment
from .source import Source

NAME = "assemblyai"
_PER_SECOND = 1000


def read(source: Source) -> Corpus:
    """Reads a transcript.

    >>> text = b'{"text": "Hi.", "words": [{"text": "Hi.", "start": 100, "end": 500, "confidence": 0.9}]}'
    >>> label, = read(Source(text)).segments[0].items
    >>> label.value, label.start, label.end
    ('Hi.', 0.100, 0.500)
    """
    document = Document.of(source, NAME)
    root = document.object()
    if root.has("utterances"):
        segments = _utterances(document, root.objects("utterances"))
    elif root.has("words"):
        segments = _words(document, root.objects("words"))
    else:
        segments = (Segment(text=root.texts("text", required=True)[0].strip()),)
        document.check()
    meta = root.meta("text", "words", "utterances")
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _utterances(document: Document, rows: Objects) -> Sequence[Segment]:
    starts, ends = _times(rows)
    items = rows.objects("words")
    words = _heard(items)
    texts = list(map(str.strip, rows.texts("text")))
    channels, speakers = rows.names("channel"), rows.names("speaker")
    document.check()
    lists = vendors.listed(NAME, items, words)
    bounds = zip(texts, lists.first, lists.first[1:], strict=False)
    return vendors.table_of(
        document.name,
        lists.labels,
        lists.first,
        texts=[text if text and begin == end else None for text, begin, end in bounds],
        attributes=vendors.joined(rows.rest("speaker", "channel", "start", "end", "text", "words"), lists.before),
        start=starts,
        end=ends,
        channel=channels,
        speaker=speakers,
    )


def _words(document: Document, items: Objects) -> Sequence[Segment]:
    words = _heard(items)
    names = words.of_labels(list(zip(items.names("channel"), items.names("speaker"), strict=True)))
    document.check()
    whole = vendors.listed(NAME, items, words)
    runs = vendors.runs_of(names, whole.first, ("", ""))
    return vendors.table_of(
        document.name,
        whole.labels,
        runs.first,
        attributes=runs.of_firsts(whole.before, ()),
        channel=list(map(itemgetter(0), runs.names)),
        speaker=list(map(itemgetter(1), runs.names)),
    )


def _heard(items: Objects) -> vendors.Heard:
    times = _times(items)
    texts = items.texts("text", required=True)
    rest = items.rest("text", "start", "end", "confidence", "speaker", "channel")
    return vendors.heard(NAME, texts, (*times, items.confidences("confidence")), rest)


def _times(rows: Objects) -> tuple[Cells, Cells]:
    start, end = (vendors.seconds_of(rows.times(key, expected="milliseconds"), _PER_SECOND) for key in ("start", "end"))
    rows.order(start, end)
    return start, end


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
    """Whether there are words with texts and times, and the whole text."""
    shape = outline(lines, "text", "words")
    return (
        {"/text", "/words/*/text", "/words/*/start", "/words/*/end"} <= shape
        or {"/utterances/*/words/*/text", "/utterances/*/start"} <= shape
        or ({"/id", "/status", "/text", "/words"} <= shape and "/words/*" not in shape)  # nothing was heard
    )


CARRIES = frozenset({"channels", "speakers", "segment times", "times", "confidence"})
FORMAT = Format(NAME, (".assemblyai.json",), "AssemblyAI", CARRIES, read, write, sniff, vendors.FAMILY)
