"""Steps that change characters: lower case, punctuation, Unicode forms."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scoring.normalise.change import Change
from scoring.normalise.difference import differences


@dataclass(frozen=True, slots=True)
class Characters:
    """A function of a whole text as a step, logged word by word."""

    name: str
    whole: Callable[[str], str]
    summary: str
    """The rule in words: part of the signature, so that another function needs another summary."""

    def lines(self) -> Iterator[str]:
        """The summary."""
        yield self.summary

    def apply(self, texts: Sequence[str], *, log: bool) -> tuple[list[str], list[Change]]:
        """The new texts and, with `log`, a change for every word that is other than before."""
        result = [self.whole(text) for text in texts]
        changes = [
            Change(number, start, end, before, after, self.name)
            for number, (old, new) in enumerate(zip(texts, result, strict=True))
            if log and old != new
            for start, end, before, after in differences(old, new)
        ]
        return result, changes


def without_punctuation(text: str, keep_marks: bool = True) -> str:
    """The text with blanks for punctuation and symbols; an apostrophe between letters stays.

    >>> without_punctuation("it's 5 o'clock, isn’t it?")
    "it's 5 o'clock  isn’t it "
    """
    pieces = list(text)
    for place, letter in enumerate(text):
        if letter in "'’" and 0 < place < len(text) - 1 and text[place - 1].isalnum() and text[place + 1].isalnum():
            continue
        if unicodedata.category(letter)[0] in ("PS" if keep_marks else "PSM"):
            pieces[place] = " "
    return "".join(pieces)


def squeezed(text: str) -> str:
    """Words with one blank between them.

    >>> squeezed(" a\\t b ")
    'a b'
    """
    return " ".join(text.split())


LOWER = Characters("lower", str.lower, "lower case, as Unicode's full mapping")
PUNCTUATION = Characters("punctuation", without_punctuation, "punctuation and symbols to blanks, but not don't")
BLANKS = Characters("blanks", squeezed, "one blank between words")
