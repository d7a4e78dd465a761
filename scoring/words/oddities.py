"""Oddities of both sides that move a number without being errors of recognition: found in samples, said as notices.

Spaces, marks and forms of letters that only one side has are named; those that both have belong to the text. Samples
bound the cost: the first 100,000 characters of each side, and columns of words with times.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice

from formats.engine.tables import RowTable
from formats.schema import Corpus, TextTable, UtteranceTable, text_of
from formats.schema.markup import words
from scoring.words.notices import Notice

_CHARACTERS = 100_000
_TEXTS = 5_000
_ROWS = 10_000
# As few rows or examples are accidents.
_FEW = 10
_SIDES = ("reference", "hypothesis")
# What one side alone has; joiners of Persian and Indic scripts are letters there, and so not among them.
_ONE_SIDED = {
    "no-break spaces": "\u00a0\u2007\u202f",
    "ideographic spaces": "\u3000",
    "zero-width characters": "\u200b\u2060",
    "soft hyphens": "\u00ad",
    "direction marks": "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
}
_MARK = "\ufeff"
# UTF-8 read as Latin-1 or Windows-1252, and encoded again.
_TWICE_ENCODED = re.compile("[\u00c2-\u00df][\u0080-\u00bf]|\u00e2[\u0080\u20ac]|\u00e0[\u00a0-\u00bf][\u0080-\u00bf]")
_ABBREVIATION = re.compile("^[A-Z]{2,}")
_LATIN = re.compile("[A-Za-z]")
_BESIDE_LATIN = re.compile("[A-Za-z][\u0370-\u03ff\u0400-\u04ff]|[\u0370-\u03ff\u0400-\u04ff][A-Za-z]")
_OTHER = re.compile("[\u0370-\u03ff\u0400-\u04ff]")
# Letters of either script that look like letters of the other.
_LIKE_LATIN = frozenset("аеорсухіјѕАВЕКМНОРСТХІЈЅοΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
_LIKE_OTHER = frozenset("aeopcyxijsABEKMHOPCTXIJSZNY")


def oddities(ref: Corpus, hyp: Corpus) -> tuple[Notice, ...]:
    """Notices about both sides."""
    return (*_of_texts(_sample(ref), _sample(hyp)), *_of_rows(ref.segments, 0), *_of_rows(hyp.segments, 1))


def _sample(corpus: Corpus) -> str:
    segments = corpus.segments
    if isinstance(segments, RowTable):
        return " ".join(segments.words[:_CHARACTERS])[:_CHARACTERS]
    if isinstance(segments, (TextTable, UtteranceTable)):
        return "\n".join(segments.texts()[:_TEXTS])[:_CHARACTERS]
    texts = map(text_of, islice(segments, _TEXTS))
    return "\n".join(texts)[:_CHARACTERS]


# --- characters ----------------------------------------------------------------------------------


def _of_texts(ref: str, hyp: str) -> Iterator[Notice]:
    """Notices about characters.

    >>> [str(notice) for notice in _of_texts("a b", "a\\u00a0b")]
    ['no-break spaces in the hypothesis, none in the reference: they are parts of words']
    """
    if ref.isascii() and hyp.isascii():
        return
    for name, characters in _ONE_SIDED.items():
        has = [any(map(text.__contains__, characters)) for text in (ref, hyp)]
        if has[0] != has[1]:
            side, other = _SIDES if has[0] else _SIDES[::-1]
            yield Notice(name, f"{name} in the {side}, none in the {other}: they are parts of words")
    for place, text in enumerate((ref, hyp)):
        if text.isascii():
            continue
        if _MARK in text:
            yield Notice(f"byte order mark {place}", f"a byte order mark inside the {_SIDES[place]} is part of a word")
        for name, what, search in _SPELLINGS:
            if example := search(text):
                yield Notice(f"{name} {place}", f"{what} in the {_SIDES[place]}, such as {example!r}")
    yield from _of_forms(ref, hyp)


def _of_forms(ref: str, hyp: str) -> Iterator[Notice]:
    """A notice about words that both sides have in different Unicode forms."""
    if all(unicodedata.is_normalized("NFC", text) for text in (ref, hyp)):
        return
    sides = {*words(ref)}, {*words(hyp)}
    for own, other in (sides, sides[::-1]):
        for word in sorted(own - other):
            if not word.isascii() and (composed := unicodedata.normalize("NFC", word)) != word and composed in other:
                text = f"equal words in two Unicode forms (NFC and NFD), such as {composed!r}, count as different"
                yield Notice("Unicode forms", f"{text}; bring both sides into one form first")
                return


def _twice_encoded(text: str) -> str:
    """A word that is UTF-8 encoded twice; empty if there is none."""
    for found in islice(_TWICE_ENCODED.finditer(text), _FEW):
        word = _word_at(text, found.start())
        for codec in ("cp1252", "latin-1"):
            try:
                if len(word.encode(codec).decode("utf-8")) < len(word):
                    return word
            except UnicodeError:
                continue
    return ""


def _look_alike(text: str) -> str:
    """A word with letters of another script that look like its own; empty if there is none."""
    for found in islice(_BESIDE_LATIN.finditer(text), 1000):
        word = _word_at(text, found.start())
        # An abbreviation with an ending, such as SMS and a Russian one, is a word of two scripts.
        rest = _ABBREVIATION.sub("", word)
        latin, others = _LATIN.findall(rest), _OTHER.findall(rest)
        few, like = (others, _LIKE_LATIN) if len(others) < len(latin) else (latin, _LIKE_OTHER)
        if few and len(latin) != len(others) and {*few} <= like:
            return word
    return ""


def _word_at(text: str, place: int) -> str:
    head, tail = text[max(0, place - 40) : place].split(), text[place : place + 40].split()
    before = head[-1] if head and not text[place - 1].isspace() else ""
    return before + (tail[0] if tail else "")


_SPELLINGS: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    ("encoded twice", "text that was encoded in UTF-8 twice", _twice_encoded),
    ("look-alike letters", "letters of two scripts that look alike within a word", _look_alike),
)


# --- words with times ----------------------------------------------------------------------------


def _of_rows(table: object, place: int) -> Iterator[Notice]:
    """Notices about words with times."""
    if not isinstance(table, RowTable) or len(table.words) < _FEW:
        return
    side = _SIDES[place]
    if _is_doubled(table):
        yield Notice(f"rows twice {place}", f"every row of the {side} stands there twice")
    begin, duration = table.begin[:_ROWS], table.duration[:_ROWS]
    pairs = list(zip(begin, duration, begin[1:], strict=False))
    overlapping = sum(start < following < start + length for start, length, following in pairs)
    if all(map(float.__ge__, duration, begin)) and 10 * overlapping >= 9 * len(pairs):
        text = f"every word of the {side} overlaps the next: the fourth field looks like an end, not a duration"
        yield Notice(f"ends as durations {place}", text)
    if any(confidence > 1 for confidence in table.confidence[:_ROWS]):
        yield Notice(f"confidences {place}", f"confidences above 1 in the {side}; expected probabilities from 0 to 1")


def _is_doubled(table: RowTable) -> bool:
    """Whether rows are repeated, one by one or as a whole."""
    half, odd = divmod(len(table.words), 2)
    if odd:
        return False
    columns = table.words, table.begin, table.duration
    return any(
        all(column[one] == column[other] for column in columns)
        for one, other in ((slice(0, None, 2), slice(1, None, 2)), (slice(0, half), slice(half, None)))
    )
