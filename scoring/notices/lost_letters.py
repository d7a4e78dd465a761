"""Letters that an encoding lost: question marks or replacement characters where the other side has letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .cause import Attempt
from .notice import SIDES
from .sample import Sample

_LOST = re.compile("[?\ufffd]+")
_BEYOND = re.compile("[?\x80-\U0010ffff]+")
_FEW = 3


def lost_letters(sample: Sample) -> Iterator[Attempt]:
    """The fact that letters beyond ASCII are lost on one side, and the attempt with the words of the other side."""
    if sample.odd_letters.isdisjoint("?\ufffd"):
        return
    for place, side in enumerate(SIDES):
        restored: dict[str, str] = {}
        others = 0
        texts = []
        for text, other in zip(sample.sides[place], sample.sides[1 - place], strict=True):
            words = text.split()
            if not _LOST.search(text):
                texts.append(text)
                continue
            found = _restored(words, other.split())
            others += sum(bool(_LOST.search(word)) for word in words) - sum(word in found for word in words)
            restored |= found
            texts.append(" ".join([found.get(word, word) for word in words]))
        # Question marks at the ends of words are punctuation, except where most stand for letters.
        if len(restored) < _FEW or others > len(restored) or not _are_inside(restored):
            continue
        lost, whole = next(iter(restored.items()))
        condition = f"letters beyond ASCII are lost in the {side}, such as in {lost!r} for {whole!r}"
        advice = f"write the {side} again, as UTF-8"
        yield Attempt(condition, fact=True, advice=advice)
        yield Attempt(f"{condition}; with them", texts=sample.with_side(place, texts), advice=advice)


def _restored(words: Sequence[str], others: Sequence[str]) -> dict[str, str]:
    """The words of the other side by words that have lost letters of them."""
    whole = {
        _BEYOND.sub("?", word.casefold()): word
        for word in others
        if not word.isascii() and all(letter.isascii() or letter.isalpha() for letter in word)
    }
    there = {word.casefold() for word in others}
    found: dict[str, str] = {}
    for word in words:
        other = whole.get(_BEYOND.sub("?", word.casefold()), "")
        # Each sign stands for a letter, or for a byte of one; a word next to a question mark is not lost.
        if _LOST.search(word) and 0 < len(other) <= len(word) and word.strip("?").casefold() not in there:
            found[word] = other
    return found


def _are_inside(words: dict[str, str]) -> bool:
    """Whether a sign is not the last letter of some word, or is no punctuation at all."""
    return any("\ufffd" in word or "?" in word.rstrip("?") for word in words)
