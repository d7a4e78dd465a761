"""Odd spellings in texts that are not all ASCII: words encoded twice, and letters that look alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

# As few examples are accidents.
_FEW = 10
# UTF-8 read as Latin-1 or Windows-1252, and encoded again.
_TWICE_ENCODED = re.compile("[\u00c2-\u00df][\u0080-\u00bf]|\u00e2[\u0080\u20ac]|\u00e0[\u00a0-\u00bf][\u0080-\u00bf]")
_ABBREVIATION = re.compile("^[A-Z]{2,}")
_LATIN = re.compile("[A-Za-z]")
_BESIDE_LATIN = re.compile("[A-Za-z][\u0370-\u03ff\u0400-\u04ff]|[\u0370-\u03ff\u0400-\u04ff][A-Za-z]")
_OTHER = re.compile("[\u0370-\u03ff\u0400-\u04ff]")
# Letters of either script that look like letters of the other.
_LIKE_LATIN = frozenset("аеорсухіјѕАВЕКМНОРСТХІЈЅοΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
_LIKE_OTHER = frozenset("aeopcyxijsABEKMHOPCTXIJSZNY")


def _twice_encoded(text: str) -> str:
    """A word that is UTF-8 encoded twice; empty if there is none."""
    for match in islice(_TWICE_ENCODED.finditer(text), _FEW):
        word = _word_at(text, match.start())
        for codec in ("cp1252", "latin-1"):
            try:
                if len(word.encode(codec).decode("utf-8")) < len(word):
                    return word
            except UnicodeError:
                continue
    return ""


def _look_alike(text: str) -> str:
    """A word with letters of another script that look like its own; empty if there is none."""
    for match in islice(_BESIDE_LATIN.finditer(text), 1000):
        word = _word_at(text, match.start())
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
    ("encoded twice", "text encoded in UTF-8 twice", _twice_encoded),
    ("look-alike letters", "letters of two scripts that look alike within a word", _look_alike),
)
