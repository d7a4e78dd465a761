"""Spelling of words: letter case, and characters as words."""

from __future__ import annotations

import re

_ASCII_PAIR = re.compile(r"([\x01-\x7f])\s+([\x01-\x7f])")


def lowered(text: str) -> str:
    """Text in lower case, letter by letter as Perl does it: without the rule for a sigma at the end of a word.

    >>> lowered("ΣΑΣ")
    'σασ'
    """
    return text.lower() if "Σ" not in text else "".join(character.lower() for character in text)


def folded(text: str, bytewise: bool = False) -> str:
    """Text for a comparison without case; `bytewise` text stands for bytes, of which only ASCII letters have case."""
    return _ascii_lowered(text) if bytewise else text.casefold()


def normalized(text: str, normalize: str, bytewise: bool = False) -> str:
    """Text as it is looked up: in lower case if the keyword list says `lowercase`."""
    if normalize != "lowercase":
        return text
    return _ascii_lowered(text) if bytewise else lowered(text)


def split_characters(text: str, *, keep_ascii: bool, drop_hyphens: bool) -> str:
    """Characters separated by blanks.

    With `keep_ascii`, two ASCII characters are joined again wherever they meet, so that ASCII words stay whole; a blank
    between two ASCII words is lost, as in KWSEval.

    >>> split_characters("ab中国", keep_ascii=True, drop_hyphens=False)
    'ab 中 国'
    """
    text = " ".join(text)
    if keep_ascii:
        for _ in range(2):  # one pass misses every other pair
            text = _ASCII_PAIR.sub(r"\1\2", text)
    if drop_hyphens:
        text = text.replace("-", " ")
    return " ".join(text.split())


def _ascii_lowered(text: str) -> str:
    return text.encode("latin-1", "surrogatepass").lower().decode("latin-1")
