"""Lexicons: the words that -S may build from characters."""

from __future__ import annotations

from collections.abc import Sequence

from .charset import Charset
from .words import TextWord


class Lexicon:
    """Words, looked up as the reference does: by halving, whether or not the list is sorted."""

    def __init__(self, words: Sequence[bytes], charset: Charset) -> None:
        self._charset = charset
        self._keys = [self._key(word) for word in words]
        self.longest = max([1, *map(len, self._keys)])

    def _key(self, word: bytes) -> list[tuple[int, bytes]]:
        # Short characters sort before long ones.
        return [(self._charset.size(character, 0), character) for character in self._charset.characters(word)]

    def __contains__(self, word: bytes) -> bool:
        low, high = 0, len(self._keys)
        while low < high:
            middle = (low + high) // 2
            order = self._order(word, self._keys[middle])
            if order == 0:
                return True
            if order < 0:
                high = middle
            else:
                low = middle + 1
        return False

    def _order(self, word: bytes, key: Sequence[tuple[int, bytes]]) -> int:
        """The order of a word and a key; characters are read up to the first that differs, as the reference does."""
        at = 0
        for other in key:
            if at >= len(word):
                return -1
            size = self._charset.size(word, at)
            character = size, word[at : at + size]
            if character != other:
                return -1 if character < other else 1
            at += size
        return int(at < len(word))


def join(a: TextWord, b: TextWord) -> TextWord:
    """The word that two neighbours make together."""
    if a.optional and b.optional:
        word = TextWord(b"(" + a.key + b.key + b")")
        word.key = a.key + b.key
        word.optional = True
    elif a.value == b"@":
        word = TextWord(b.key)
    elif b.value == b"@":
        word = TextWord(a.key)
    else:
        word = TextWord(a.key + b.key)
    word.null = word.value == b"@" and (a.null or b.null)
    word.fragment = a.fragment and b.fragment
    word.begin, word.end = a.begin, b.end
    word.duration = word.end - word.begin
    word.weight = a.weight + b.weight
    word.confidence = (a.confidence + b.confidence) / 2.0
    return word
