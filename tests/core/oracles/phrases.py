"""Phrases: words in a row that are looked for in texts, and what may stand for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

SMALL = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"abcdefghijklmnopqrstuvwxyz")


class PhraseTable:
    """Phrases, each with the rest of an alternation behind its words; one that has to be read otherwise has none.

    Where capitals are equal, phrases have none.

    >>> PhraseTable([b"gonna"], [b" / going to }"], False).written(b"we are Gonna  go")
    b'we are { Gonna / going to }  go'
    """

    def __init__(self, phrases: Sequence[bytes], rests: Sequence[bytes], sensitive: bool) -> None:
        if len(phrases) != len(rests):
            raise ValueError("phrases and texts that are not as many")
        self._sensitive = sensitive
        self._rests: dict[tuple[bytes, ...], bytes] = {}
        self._sizes: dict[bytes, list[int]] = {}
        """How many words the phrases with a first word have."""
        for phrase, rest in zip(phrases, rests, strict=True):
            words = tuple(phrase.split())
            if not words:
                raise ValueError("a phrase without words")
            self._rests[words] = b"" if words in self._rests else rest
            sizes = self._sizes.setdefault(words[0], [])
            if len(words) not in sizes:
                sizes.append(len(words))

    def keys(self, words: Sequence[bytes]) -> Sequence[bytes]:
        """Words as they are compared."""
        return words if self._sensitive else [word.translate(SMALL) for word in words]

    def at(self, keys: Sequence[bytes], start: int) -> Iterator[tuple[int, bytes]]:
        """The number of words, and the rest, of each phrase that begins at one of some words."""
        for size in self._sizes.get(keys[start], ()):
            rest = self._rests.get(tuple(keys[start : start + size]))
            if rest is not None and start + size <= len(keys):
                yield size, rest

    def written(self, text: bytes) -> bytes | None:
        """A text with alternations; None where phrases overlap, or one has to be read otherwise."""
        words = _words_of(text)
        keys = self.keys([word for word, _ in words])
        pieces, done, last = [], 0, 0
        for start in range(len(words)):
            for size, rest in self.at(keys, start):
                if start < last or not rest:
                    return None
                begin, last = words[start][1], start + size
                end = words[last - 1][1] + len(words[last - 1][0])
                pieces += [text[done:begin], b"{ ", text[begin:end], rest]
                done = end
        return b"".join([*pieces, text[done:]])


def _words_of(text: bytes) -> list[tuple[bytes, int]]:
    """The words of a text, each with its place."""
    words, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        words.append((word, at))
        at += len(word)
    return words
