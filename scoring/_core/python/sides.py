"""Sides: the texts of the reference or of the hypothesis, one per utterance, not yet cut into words."""

from __future__ import annotations

from scoring._core.python.columns import floats, integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Rows:
    """The rows of one ctm segment: word, begin, duration, confidence."""

    __slots__ = ("begin", "confidence", "duration", "words")

    def __init__(self, words: list[bytes], begin: list[float], duration: list[float], confidence: list[float]) -> None:
        self.words = words
        self.begin = begin
        self.duration = duration
        self.confidence = confidence


if TYPE_CHECKING:
    # A text, a ready list of words, or the rows of a ctm segment.
    Item = bytes | tuple[bytes, ...] | Rows


class Side:
    """The texts of one side, one per utterance, not yet cut into words."""

    __slots__ = ("_items", "_unfolded")

    def __init__(self, items: list[Item], unfolded: list[bytes] | None = None) -> None:
        self._items = items
        self._unfolded = unfolded

    def __len__(self) -> int:
        return len(self._items)

    def item(self, i: int) -> Item:
        """A text, a ready list of words, or the rows of a ctm segment."""
        return self._items[i]

    def unfolded(self, i: int) -> bytes | None:
        """The text before it was folded, if this side comes from a transcript file."""
        return None if self._unfolded is None else self._unfolded[i]


def texts(items: Sequence[str | bytes | Sequence[str] | Sequence[bytes]], /) -> Side:
    """A text per item; an item that is itself a sequence is a ready list of words and taken literally."""
    return Side([_encoded(item) if isinstance(item, (str, bytes)) else tuple(map(_encoded, item)) for item in items])


def _encoded(text: str | bytes) -> bytes:
    if isinstance(text, str):
        return text.encode("utf-8", "surrogateescape")
    if not isinstance(text, bytes):
        raise TypeError("a word must be str or bytes")
    return text


def rows(words: Sequence[bytes], begin: bytes, duration: bytes, confidence: bytes, first: bytes, /) -> Side:
    """The words of ctm rows, one utterance between each two of the offsets `first`."""
    columns = [floats(data) for data in (begin, duration, confidence)]
    offsets = integers("q", first)
    if any(len(column) != len(words) for column in columns):
        raise ValueError("begin, duration and confidence need one number per word")
    if not offsets or offsets[0] < 0 or offsets[-1] > len(words) or sorted(offsets) != offsets:
        raise ValueError("offsets must rise and stay inside the words")
    items: list[Item] = []
    for k in range(len(offsets) - 1):
        a, b = offsets[k], offsets[k + 1]
        items.append(Rows(list(words[a:b]), *(column[a:b] for column in columns)))
    return Side(items)
