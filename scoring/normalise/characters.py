"""Functions of letters as steps: lower case, punctuation, Unicode forms."""

from __future__ import annotations

import unicodedata
from functools import partial

from .operation import Function, Operation

_APOSTROPHES = "'\u2019\u02bc"


def lower_letter(letter: str) -> str | None:
    """The lower case of a letter; None for the capital sigma, which depends on its place in the word."""
    return None if letter == "Σ" else letter.lower()


def without_punctuation(text: str, categories: str) -> str:
    """The text with blanks for letters of these categories; an apostrophe between letters becomes that of ASCII.

    >>> without_punctuation("it's 5 o'clock, isn’t it?", "PS")
    "it's 5 o'clock  isn't it "
    """
    pieces = list(text)
    for place, letter in enumerate(text):
        if (
            letter in _APOSTROPHES
            and 0 < place < len(text) - 1
            and text[place - 1].isalnum()
            and text[place + 1].isalnum()
        ):
            pieces[place] = "'"
        elif unicodedata.category(letter)[0] in categories:
            pieces[place] = " "
    return "".join(pieces)


def _punctuation_letter(letter: str, categories: str) -> str | None:
    return None if letter in _APOSTROPHES else " " if unicodedata.category(letter)[0] in categories else letter


def joins(letter: str) -> bool:
    """Whether a letter may change, or be changed by, the letter before it in a composed form of Unicode."""
    first = unicodedata.normalize("NFKD", letter)[:1]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff" or "\ud7b0" <= first <= "\ud7ff"


LOWER = Function("lower", "lower case, as Unicode's full mapping", str.lower, lower_letter, by_words=True)
PUNCTUATION = Function(
    "punctuation",
    "blanks for punctuation and symbols, but ' for an apostrophe between letters",
    partial(without_punctuation, categories="PS"),
    partial(_punctuation_letter, categories="PS"),
    by_words=True,
)
BLANKS = Operation("blanks", "squeeze", (True,))
