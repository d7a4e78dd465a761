"""How words are made alike: case, and characters as words."""

from __future__ import annotations

import re

_ASCII_PAIR = re.compile(r"([\x01-\x7f])\s+([\x01-\x7f])")


def lowered(text: str) -> str:
    """Small letters one by one, without the rule for a sigma at the end of a word, as Perl has them.

    >>> lowered("ΣΑΣ")
    'σασ'
    """
    return text.lower() if "Σ" not in text else "".join(character.lower() for character in text)


def folded(text: str, bytewise: bool = False) -> str:
    """What stays of a text when case does not count; where text stands for bytes, only ASCII letters have case."""
    return _ascii_lowered(text) if bytewise else text.casefold()


def normalized(text: str, normalize: str, bytewise: bool = False) -> str:
    """A text as it is looked up."""
    if normalize != "lowercase":
        return text
    return _ascii_lowered(text) if bytewise else lowered(text)


def split_characters(text: str, *, keep_ascii: bool, drop_hyphens: bool) -> str:
    """Characters with blanks between them.

    Two ASCII characters are put together again wherever they meet, so that ASCII words stay whole; a blank between two
    ASCII words is lost in that, as in KWSEval.

    >>> split_characters("ab中国", keep_ascii=True, drop_hyphens=False)
    'ab 中 国'
    """
    text = " ".join(text)
    if keep_ascii:
        for _ in range(2):  # once misses every other meeting
            text = _ASCII_PAIR.sub(r"\1\2", text)
    if drop_hyphens:
        text = text.replace("-", " ")
    return " ".join(text.split())


def _ascii_lowered(text: str) -> str:
    return text.encode("latin-1", "surrogatepass").lower().decode("latin-1")
