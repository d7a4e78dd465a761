"""Odd spellings in texts that are not all ASCII: words encoded twice, letters that look alike, two Unicode forms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from formats.schema.markup import words
from scoring.notices.notice import Notice

# As few examples are accidents.
_FEW = 10
# UTF-8 read as Latin-1 or Windows-1252, and encoded again.
_TWICE_ENCODED = re.compile("[\u00c2-\u00df][\u0080-\u00bf]|\u00e2[\u0080\u20ac]|\u00e0[\u00a0-\u00bf][\u0080-\u00bf]")
_ABBREVIATION = re.compile("^[A-Z]{2,}")
_LATIN = re.compile("[A-Za-z]")
_BESIDE_LATIN = re.compile("[A-Za-z][\u0370-\u03ff\u0400-\u04ff]|[\u0370-\u03ff\u0400-\u04ff][A-Za-z]")
_OTHER = re.compile("[\u0370-\u03ff\u0400-\u04ff]")
_LOWER = dict(zip(range(ord("A"), ord("Z") + 1), "abcdefghijklmnopqrstuvwxyz", strict=True))
_APOSTROPHES = re.compile("[\u2018\u2019\u02bc]")
_HYPHENS = re.compile("[\u2010\u2011]")
# Letters of either script that look like letters of the other.
_LIKE_LATIN = frozenset("аеорсухіјѕАВЕКМНОРСТХІЈЅοΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
_LIKE_OTHER = frozenset("aeopcyxijsABEKMHOPCTXIJSZNY")


def of_forms(ref: str, hyp: str) -> Iterator[Notice]:
    """Notices about words that both sides have, spelled with other characters beyond ASCII.

    >>> [notice.name for notice in of_forms("el ni\u00f1o don't", "EL NI\u00d1O don\u2019t")]
    ['case', 'apostrophes']
    """
    forms = [found for found in FORMS if any(found[-1](text) != text for text in (ref, hyp))]
    if not forms:
        return
    sides = {*words(ref)}, {*words(hyp)}
    # ASCII letters of either case are equal already.
    own, other = ({word.translate(_LOWER) for word in side} for side in (sides[0] - sides[1], sides[1] - sides[0]))
    for name, what, advice, form in forms:
        own, other = own - other, other - own
        if example := _in_two_forms(own, other, form) or _in_two_forms(other, own, form):
            yield Notice(name, f"equal words {what}, such as {example!r}, count as different; {advice}")
        own, other = {*map(form, own)}, {*map(form, other)}


def _in_two_forms(own: set[str], other: set[str], form: Callable[[str], str]) -> str:
    """The form that a word of this side has in common with the other side; empty if there is none."""
    formed = {*map(form, other)}
    return next((form(word) for word in sorted(own) if not word.isascii() and form(word) in formed), "")


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
        if _disguised(others, latin, _LIKE_LATIN) != _disguised(latin, others, _LIKE_OTHER):
            return word
    return ""


def _disguised(few: list[str], many: list[str], like: frozenset[str]) -> bool:
    """Whether the letters of one script look like letters of the other, of which the word has more, or two as well."""
    return bool(few) and (len(few) < len(many) or len(few) == len(many) > 1) and {*few} <= like


def _word_at(text: str, place: int) -> str:
    head, tail = text[max(0, place - 40) : place].split(), text[place : place + 40].split()
    before = head[-1] if head and not text[place - 1].isspace() else ""
    return before + (tail[0] if tail else "")


SPELLINGS: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    ("encoded twice", "text that was encoded in UTF-8 twice", _twice_encoded),
    ("look-alike letters", "letters of two scripts that look alike within a word", _look_alike),
)
# Forms of a word that most readers take for one; each includes those before it.
FORMS: tuple[tuple[str, str, str, Callable[[str], str]], ...] = (
    (
        "Unicode forms",
        "in two Unicode forms (NFC and NFD)",
        "bring both sides into one form first, as normalise='nfc' (--normalise nfc) does",
        partial(unicodedata.normalize, "NFC"),
    ),
    (
        "case",
        "with letters beyond ASCII in two cases",
        "normalise='casefold' (--normalise casefold) makes them equal",
        str.lower,
    ),
    (
        "apostrophes",
        "with two kinds of apostrophes or hyphens",
        "bring both sides into one form first",
        lambda text: _HYPHENS.sub("-", _APOSTROPHES.sub("'", text)),
    ),
    (
        "compatible characters",
        "with ligatures, full-width or other compatible characters",
        "normalise='nfkc' (--normalise nfkc) makes them equal",
        partial(unicodedata.normalize, "NFKC"),
    ),
)
