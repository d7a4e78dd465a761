"""Transcripts of AssemblyAI; times are milliseconds.

A segment is an utterance; in a file without utterances, a run of words of one speaker. Punctuation is part of words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import itemgetter

from .json import Cells, Document, Json, Objects, details, dump, members, outline
from .record import Format
from .schema import Corpus, Segment
from .source import Source
from .vendors import (
    Heard,
    Spoken,
    heard,
    joined,
    listed,
    numerals,
    objects,
    runs_of,
    sealed,
    seconds_of,
    table_of,
    texts_or_none,
    units_of,
    unsealed,
)

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
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _utterances(document: Document, rows: Objects) -> Sequence[Segment]:
    starts, ends = _times(rows)
    items = rows.objects("words")
    words = _heard(items)
    texts = [text.strip() for text in rows.texts("text")]
    channels, speakers = rows.names("channel"), rows.names("speaker")
    document.check()
    lists = listed(NAME, items, words)
    bounds = zip(texts, lists.first, lists.first[1:], strict=False)
    return table_of(
        document.name,
        lists.labels,
        lists.first,
        texts=[text if text and begin == end else None for text, begin, end in bounds],
        attributes=joined(rows.rest("speaker", "channel", "start", "end", "text", "words"), lists.before),
        start=starts,
        end=ends,
        channel=channels,
        speaker=speakers,
    )


def _words(document: Document, items: Objects) -> Sequence[Segment]:
    words = _heard(items)
    names = words.of_labels(list(zip(items.names("channel"), items.names("speaker"), strict=True)))
    document.check()
    whole = listed(NAME, items, words)
    runs = runs_of(names, whole.first, ("", ""))
    return table_of(
        document.name,
        whole.labels,
        runs.first,
        attributes=runs.of_firsts(whole.before, ()),
        channel=list(map(itemgetter(0), runs.names)),
        speaker=list(map(itemgetter(1), runs.names)),
    )


def _heard(items: Objects) -> Heard:
    times = _times(items)
    texts = items.texts("text", required=True)
    rest = items.rest("text", "start", "end", "confidence", "speaker", "channel")
    return heard(NAME, texts, (*times, items.confidences("confidence")), rest)


def _times(rows: Objects) -> tuple[Cells, Cells]:
    start, end = (seconds_of(rows.times(key, expected="milliseconds"), _PER_SECOND) for key in ("start", "end"))
    rows.order(start, end)
    return start, end


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    names = {"speaker": texts_or_none(spoken.speakers), "channel": texts_or_none(spoken.channels)}
    of_words = {
        "text": spoken.words,
        "start": units_of(spoken.starts, _PER_SECOND),
        "end": units_of(spoken.ends, _PER_SECOND),
        "confidence": numerals(spoken.confidences),
        **{key: spoken.of_words(column) for key, column in names.items()},
    }
    lists = spoken.lists(objects(of_words, spoken.found))
    # A reader takes the utterances alone, where there are any, and else the words alone, where there are any.
    utterances: list[Json] = []
    if any(spoken.speakers):
        start, end = (units_of(times, _PER_SECOND) for times in spoken.bounds())
        of_segments = {
            **names,
            "text": spoken.texts,
            "start": start,
            "end": end,
            "words": [
                words if is_labelled else None for words, is_labelled in zip(lists, spoken.is_labelled, strict=True)
            ],
        }
        utterances = list(objects(of_segments, spoken.details))
    known: dict[str, Json] = {
        "text": " ".join(filter(None, spoken.texts)),
        "words": list(chain.from_iterable(lists)) if any(spoken.is_labelled) else None,
        "utterances": utterances or None,
    }
    return members(known, details(corpus.meta, NAME))


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the transcript in the form of the service; times are rounded to milliseconds."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with texts and times, and the whole text."""
    shape = outline(lines, "text", "words")
    return {"/text", "/words/*/text", "/words/*/start", "/words/*/end"} <= shape or (
        {"/utterances/*/words/*/text", "/utterances/*/start"} <= shape
    )


FORMAT = Format(
    name=NAME,
    suffixes=(".assemblyai.json",),
    summary="AssemblyAI",
    carries=frozenset({"channels", "speakers", "segment times", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
