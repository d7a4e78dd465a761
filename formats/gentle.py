"""Alignments of Gentle: the words of one transcript. A word that was not found in the audio has no times."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from . import vendors
from .engine.json import Document, Json, details, members, outline
from .engine.spoken import Spoken
from .record import Format
from .schema import Corpus
from .source import Source

NAME = "gentle"
_FOUND, _NOT_FOUND = "success", "not-found-in-audio"


def read(source: Source) -> Corpus:
    """Reads an alignment.

    >>> text = b'{"transcript": "hi", "words": [{"case": "success", "word": "hi", "start": 0.1, "end": 0.5}]}'
    >>> read(Source(text)).segments[0].items[0].end
    0.5
    """
    document = Document.of(source, NAME)
    root = document.object()
    items = root.objects("words", required=True)
    starts, ends = items.times("start"), items.times("end")
    items.order(starts, ends)
    cases = zip(items.texts("case"), starts, strict=True)
    odd_cases = [None if case == (_NOT_FOUND if start is None else _FOUND) else case for case, start in cases]
    attributes = vendors.joined(items.rest("word", "start", "end", "case"), vendors.attribute(NAME, "/case", odd_cases))
    words = vendors.heard(NAME, items.texts("word", required=True), (starts, ends, [None] * len(items)), attributes)
    transcript = root.texts("transcript")[0] if root.has("transcript") else None
    document.check()
    whole = vendors.listed(NAME, items, words)
    text = " ".join(whole.labels.values)
    meta = root.meta("transcript", "words") + vendors.remembered(NAME, "/transcript", transcript, text)
    segments = vendors.table_of(source.name, whole.labels, whole.first, attributes=whole.before)
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    cases: list[Json] = [_NOT_FOUND if start is None else _FOUND for start in spoken.starts]
    for place in [place for place, more in spoken.extras.items() if "/case" in more]:
        cases[place] = spoken.extras[place]["/case"]
    of_words = {
        "case": cases,
        "word": spoken.words,
        "start": vendors.numerals(spoken.starts),
        "end": vendors.numerals(spoken.ends),
    }
    words: list[Json] = list(chain.from_iterable(spoken.lists(vendors.objects(of_words, spoken.extras))))
    extras = details(corpus.meta, NAME)
    text = vendors.restored(extras, "/transcript", " ".join(filter(None, spoken.texts)))
    return members({"transcript": text, "words": words}, extras)


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with a case of success or failure."""
    shape = outline(lines, "words")
    return "/words/*/case" in shape or shape == {"", "/transcript", "/words"}


CARRIES = frozenset({"times"})
FORMAT = Format(
    NAME, (".gentle.json",), "Gentle: words aligned with audio", CARRIES, read, write, sniff, vendors.FAMILY
)
