"""Oddities of both sides that move a number without being errors of recognition, said as notices.

Spaces, marks and forms of letters that only one side has are named; those that both have belong to the text. Rare
characters are searched everywhere, forms of words in a sample of both sides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from formats.engine.tables import RowTable
from formats.schema import Corpus
from formats.schema.markup import words
from scoring.words.alignment import Text
from scoring.words.notices import Notice

# The size of a sample, and the number of texts that are searched at once.
_CHARACTERS = 100_000
_BLOCK = 10_000
_ROWS = 10_000
# As few rows or examples are accidents.
_FEW = 10
_SIDES = ("reference", "hypothesis")
# What one side alone has; joiners of Persian and Indic scripts are letters there, and so not among them.
_MARK = "byte order mark"
_RARE = {
    "no-break spaces": "\u00a0\u2007\u202f",
    "ideographic spaces": "\u3000",
    "zero-width characters": "\u200b\u2060",
    "soft hyphens": "\u00ad",
    "direction marks": "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    _MARK: "\ufeff",
}
# UTF-8 read as Latin-1 or Windows-1252, and encoded again.
_TWICE_ENCODED = re.compile("[\u00c2-\u00df][\u0080-\u00bf]|\u00e2[\u0080\u20ac]|\u00e0[\u00a0-\u00bf][\u0080-\u00bf]")
_ABBREVIATION = re.compile("^[A-Z]{2,}")
_LATIN = re.compile("[A-Za-z]")
_BESIDE_LATIN = re.compile("[A-Za-z][\u0370-\u03ff\u0400-\u04ff]|[\u0370-\u03ff\u0400-\u04ff][A-Za-z]")
_OTHER = re.compile("[\u0370-\u03ff\u0400-\u04ff]")
# Letters of either script that look like letters of the other.
_LIKE_LATIN = frozenset("аеорсухіјѕАВЕКМНОРСТХІЈЅοΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
_LIKE_OTHER = frozenset("aeopcyxijsABEKMHOPCTXIJSZNY")


def of_texts(refs: Sequence[Text], hyps: Sequence[Text]) -> Iterator[Notice]:
    """Notices about the characters of texts.

    >>> [str(notice) for notice in of_texts(["a b"], ["a\\u00a0b"])]
    ['no-break spaces in the hypothesis, none in the reference: they are parts of words']
    """
    has = [_rare(texts) for texts in (refs, hyps)]
    if has == [None, None]:
        return
    for name in _RARE:
        one_sided = [name in (found or ()) for found in has]
        if name != _MARK and one_sided[0] != one_sided[1]:
            side, other = _SIDES if one_sided[0] else _SIDES[::-1]
            yield Notice(name, f"{name} in the {side}, none in the {other}: they are parts of words")
    # One step for both, so that the texts of a pair are in both samples.
    step = max(1, *(sum(map(len, texts)) // _CHARACTERS for texts in (refs, hyps)))
    samples = _sample(refs, step), _sample(hyps, step)
    for place, (found, text) in enumerate(zip(has, samples, strict=True)):
        if _MARK in (found or ()):
            yield Notice(f"{_MARK} {place}", f"a {_MARK} inside the {_SIDES[place]} is part of a word")
        if found is None:
            continue
        for name, what, search in _SPELLINGS:
            if example := search(text):
                yield Notice(f"{name} {place}", f"{what} in the {_SIDES[place]}, such as {example!r}")
    yield from _of_forms(*samples)


def of_corpora(ref: Corpus, hyp: Corpus) -> tuple[Notice, ...]:
    """Notices about words with times: their characters and their rows."""
    texts = of_texts(_texts(ref), _texts(hyp))
    return (*texts, *_of_rows(ref.segments, 0), *_of_rows(hyp.segments, 1))


def _texts(corpus: Corpus) -> Sequence[Text]:
    return corpus.segments.words if isinstance(corpus.segments, RowTable) else corpus.texts()


# --- characters ----------------------------------------------------------------------------------


def _rare(texts: Sequence[Text]) -> set[str] | None:
    """Names of the rare characters that texts have; None for texts of ASCII."""
    found: set[str] = set()
    ascii_only = True
    for begin in range(0, len(texts), _BLOCK):
        block = "\n".join(map(_plain, texts[begin : begin + _BLOCK]))
        if not block.isascii():
            ascii_only = False
            found |= {name for name, characters in _RARE.items() if any(map(block.__contains__, characters))}
    return None if ascii_only else found


def _sample(texts: Sequence[Text], step: int) -> str:
    """Texts from all parts of a side."""
    return "\n".join(map(_plain, texts[::step]))[:_CHARACTERS]


def _plain(text: Text) -> str:
    if isinstance(text, str):
        return text
    return text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else "\n".join(map(_plain, text))


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
