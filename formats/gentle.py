"""Alignments of Gentle: the words of one transcript. A word that was not found in the audio has no times."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from . import vendors
from .engine.json import Document, Json, details, members
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.plain_words import PlainWord
from .engine.spoken import Spoken
from .engine.word_lists import WordLists
from .record import Format
from .schema import Corpus
from .source import Source

NAME = "gentle"
_FOUND, _NOT_FOUND = "success", "not-found-in-audio"
_OF_WORD = frozenset({"word", "start", "end", "case"})
_PLAIN = PlainWord(
    *("word", "start", "end"),
    fixed=(("case", _FOUND),),
    kept=("alignedWord", "endOffset", "phones", "startOffset"),
    timed=True,
)


def read(source: Source) -> Corpus:
    """Reads an alignment.

    >>> text = b'{"transcript": "hi", "words": [{"case": "success", "word": "hi", "start": 0.1, "end": 0.5}]}'
    >>> read(Source(text)).segments[0].items[0].end
    0.5
    """
    document = Document.of(source, NAME, {"words": (_PLAIN,)})
    root = root_of(document)
    words = WordLists(NAME)
    words.begin()
    words.read(root, "words", _PLAIN, _add, required=True)
    transcript = root.text("transcript") if root.has("transcript") else None
    document.check()
    text = vendors.text_alone(root, "transcript", "words")
    meta = root.rest(frozenset({"transcript", "words"}))
    meta += vendors.remembered(NAME, "/transcript", transcript, words.text() if text is None else text)
    segments = vendors.table_of(
        source.name,
        words.labels(),
        words.first,
        texts=words.of_lists([text]),
        attributes=words.of_firsts([words.before()]),
    )
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _add(item: JsonObject, words: WordLists) -> None:
    span = item.span("start", "end")
    case = item.text("case")
    is_usual = case == (_NOT_FOUND if span[0] is None else _FOUND)
    attributes = item.rest(_OF_WORD) + vendors.kept(NAME, "/case", None if is_usual else case)
    words.add(item.members, item.text("word", required=True), span, attributes=attributes)


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
    shape = outline(lines)
    return "/words/*/case" in shape or shape == {"", "/transcript", "/words"}


CARRIES = frozenset({"times"})
FORMAT = Format(
    NAME, (".gentle.json",), "Gentle: words aligned with audio", CARRIES, read, write, sniff, vendors.FAMILY
)
