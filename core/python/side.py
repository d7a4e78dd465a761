"""Sides: the texts of the reference or of the hypothesis, one per utterance, not yet cut into words."""

from __future__ import annotations

from array import array
from itertools import pairwise

from .columns import floats, integers
from .not_pickled import NotPickled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol, TypeAlias

    class _Read(Protocol):
        """The rows of a file."""

        def column(self, number: int, /) -> list[bytes]:
            """A field of all rows."""

    # A text, a ready list of words, or the rows of a ctm segment.
    Item: TypeAlias = "bytes | FoldedText | tuple[bytes, ...] | Rows"


class FoldedText:
    """A text of a transcript file, which was folded when it was read, and the text before that."""

    def __init__(self, text: bytes, raw: bytes) -> None:
        self.text = text
        self.raw = raw


class Rows:
    """The rows of one ctm segment: word, begin, duration, confidence."""

    def __init__(self, words: list[bytes], begin: list[float], duration: list[float], confidence: list[float]) -> None:
        self.words = words
        self.begin = begin
        self.duration = duration
        self.confidence = confidence


class Side(NotPickled):
    """The texts of one side, one per utterance, not yet cut into words."""

    def __init__(self, items: list[Item]) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)

    def take(self, index: bytes, /) -> Side:
        """The texts at these places (int64), in this order."""
        return Side([self.items[place] for place in integers("q", index)])


def texts(items: Sequence[str | bytes | Sequence[str] | Sequence[bytes]], /) -> Side:
    """A text per item; an item that is itself a sequence is a ready list of words and taken literally."""
    return Side([_encoded(item) if isinstance(item, (str, bytes)) else tuple(map(_encoded, item)) for item in items])


def _encoded(text: str | bytes) -> bytes:
    if isinstance(text, str):
        return text.encode("utf-8", "surrogateescape")
    if not isinstance(text, bytes):
        raise TypeError("a word must be str or bytes")
    return text


def rows(
    words: Sequence[str | bytes] | _Read, begin: bytes, duration: bytes, confidence: bytes, first: bytes, /
) -> Side:
    """The words of ctm rows, as texts or as the rows of a file, one utterance between each two of the offsets."""
    encoded = words.column(4) if hasattr(words, "column") else list(map(_encoded, words))
    begins, durations, confidences = floats(begin), floats(duration), floats(confidence)
    offsets = integers("q", first)
    if not len(begins) == len(durations) == len(confidences) == len(encoded):
        raise ValueError("begin, duration and confidence need one number per word")
    if not offsets or offsets[0] < 0 or offsets[-1] > len(encoded) or sorted(offsets) != offsets:
        raise ValueError(
            "offsets that do not rise or leave the words; expected 0 or more, rising, and at most the number of words"
        )
    items: list[Item] = []
    for start, end in pairwise(offsets):
        items.append(Rows(encoded[start:end], begins[start:end], durations[start:end], confidences[start:end]))
    return Side(items)


def text_prefixes(texts: Side, marks: bytes, /) -> tuple[list[bytes], bytes]:
    """The different parts of texts before a mark, and for each text the number of its own (int32), -1 without a mark.

    A text is cut at the first of the marks that it has: at its first place.

    >>> names, numbers = text_prefixes(Side([b"a_b-c", b"d_e", b"f"]), b"-_")
    >>> names, integers("i", numbers)
    ([b'a_b', b'd'], [0, 1, -1])
    """
    numbers: dict[bytes, int] = {}
    codes = array("i")
    for text in texts.items:
        assert isinstance(text, bytes)
        mark = next((mark for mark in marks if mark in text), None)
        codes.append(-1 if mark is None else numbers.setdefault(text[: text.index(mark)], len(numbers)))
    return list(numbers), codes.tobytes()
