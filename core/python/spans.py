"""Spans: the utterances of a strict transcript file (trn), or of rows of other files."""

from __future__ import annotations

from array import array

from .charset import WHITE
from .columns import integers
from .side import Side
from .strict import is_strict_text, strict_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Spans:
    """Ids and texts of a file of lines."""

    __slots__ = ("_ids", "_lines", "_texts", "comments")

    def __init__(
        self, ids: list[str], texts: list[str], lines: Sequence[int] = (), comments: Sequence[tuple[str, int]] = ()
    ) -> None:
        self._ids = ids
        self._texts = texts
        self._lines = lines or range(1, len(ids) + 1)
        self.comments = list(comments)
        """Comment lines, and the number of utterances before each."""

    def __len__(self) -> int:
        return len(self._ids)

    def id(self, i: int, /) -> str:
        """The id of an utterance."""
        return self._ids[i]

    def text(self, i: int, /) -> str:
        """The text of an utterance."""
        return self._texts[i]

    def line(self, i: int, /) -> int:
        """The line of an utterance, from 1."""
        return self._lines[i]

    def ids(self, places: bytes | None = None, /) -> list[str]:
        """All ids in file order, or those at these places (int64)."""
        return list(self._ids) if places is None else [self._ids[place] for place in integers("q", places)]

    def texts(self, /) -> list[str]:
        """All texts in file order."""
        return list(self._texts)

    def beyond_ascii(self, places: bytes | None = None, /) -> tuple[list[str], int]:
        """The texts that are not ASCII, of all or of those at these places (int64), and the characters of all these."""
        texts = self._texts if places is None else [self._texts[place] for place in integers("q", places)]
        return [text for text in texts if not text.isascii()], sum(map(len, texts))

    def unusual(self, letters: bytes, places: bytes | None = None, /) -> bytes:
        """Which texts, of all or of those at these places (int64), have a character that is not ASCII, a control
        character that is no blank, or one of these letters: their numbers (int64)."""
        plain = {character for character in map(chr, range(0x20, 0x7F)) if character.encode() not in letters}
        plain |= set(WHITE.decode())
        chosen = range(len(self._texts)) if places is None else integers("q", places)
        numbers = [number for number, place in enumerate(chosen) if not plain.issuperset(self._texts[place])]
        return array("q", numbers).tobytes()

    def has(self, letters: bytes, /) -> bool:
        """Whether a text has one of these letters of ASCII."""
        return any(letter in text for letter in letters.decode() for text in self._texts)

    def places(self, other: Spans, /) -> bytes | None:
        """The place of every utterance in another file (int64), -1 if missing; None if both have the same ids in one
        order."""
        if self._ids == other._ids:
            return None
        place_of = {key: place for place, key in enumerate(other._ids)}
        return array("q", [place_of.get(key, -1) for key in self._ids]).tobytes()

    def replaced(self, places: bytes, texts: Sequence[str], /) -> Spans:
        """The utterances without ids, with other texts at these places (int64), which rise."""
        numbers = integers("q", places)
        if len(numbers) != len(texts):
            raise ValueError("places and texts of different numbers")
        if sorted(set(numbers)) != list(numbers):
            raise ValueError("places that do not rise")
        new = self.texts()
        for number, text in zip(numbers, texts, strict=True):
            new[number] = text
        return Spans([""] * len(new), new)

    def side(self, /) -> Side:
        """The texts of all utterances."""
        return Side([text.encode() for text in self._texts])

    def keys(self, /) -> Side:
        """The ids of all utterances as texts of the core."""
        return Side([key.encode() for key in self._ids])

    @property
    def marked(self) -> list[int]:
        """The utterances whose text has a brace."""
        return [place for place, text in enumerate(self._texts) if "{" in text or "}" in text]

    @property
    def ascii(self) -> bool:
        """Whether the file is ASCII."""
        return all(map(str.isascii, (*self._ids, *self._texts, *(line for line, _ in self.comments))))


def trn_spans(data: bytes, threads: int = 1, /) -> Spans | None:
    """The utterances of a transcript file in UTF-8 without a problem, braces aside; None for other files.

    The native core compares their ids with those of another file in so many threads.

    >>> spans = trn_spans(b"one two (a-1)\\n;; note\\n(a-2)\\n")
    >>> spans.ids(), spans.texts(), spans.line(1), spans.comments
    (['a-1', 'a-2'], ['one two', ''], 3, [(';; note', 1)])
    """
    if not is_strict_text(data):
        return None
    ids: list[bytes] = []
    texts: list[bytes] = []
    lines: list[int] = []
    comments = []
    for number, line in enumerate(strict_lines(data), 1):
        if line.startswith((b";;", b"**")):
            comments.append((line.decode(), len(ids)))
            continue
        text, opened, key = line.rstrip(WHITE).rpartition(b"(")
        if not opened and not key:
            continue
        if not opened or key.find(b")") != len(key) - 1 or len(key) < 2:
            return None
        ids.append(key[:-1])
        texts.append(text.strip(WHITE))
        lines.append(number)
    if len(set(ids)) < len(ids):
        return None
    return Spans(list(map(bytes.decode, ids)), list(map(bytes.decode, texts)), lines, comments)
