"""Sides: the texts of the reference or of the hypothesis, one per utterance, not yet cut into words."""

from __future__ import annotations

from scoring._core.python.columns import floats, integers
from scoring._core.python.packing import Packer, Unpacker, damaged, reduced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class FoldedText:
    """A text of a transcript file, which was folded when it was read, and the text before that."""

    __slots__ = ("raw", "text")

    def __init__(self, text: bytes, raw: bytes) -> None:
        self.text = text
        self.raw = raw


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
    Item = bytes | FoldedText | tuple[bytes, ...] | Rows


class Side:
    """The texts of one side, one per utterance, not yet cut into words."""

    __slots__ = ("items",)

    def __init__(self, items: list[Item]) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)

    def take(self, index: bytes, /) -> Side:
        """The texts at these places (int64), in this order."""
        return Side([self.items[i] for i in integers("q", index)])

    def __reduce__(self, /) -> tuple[object, ...]:
        """The pickled state, for either core."""
        out = Packer()
        out.number(len(self.items))
        for item in self.items:
            _pack(out, item)
        return reduced("side_from", bytes(out.data))


# Texts that were folded have another kind, and another text where the two differ.
_PLAIN_TEXT, _FOLDED, _RAW_TOO, _WORD_LIST, _ROW_LIST = range(5)


def _pack(out: Packer, item: Item) -> None:
    if isinstance(item, bytes):
        out.byte(_PLAIN_TEXT)
        out.text(item)
    elif isinstance(item, FoldedText):
        out.byte(_FOLDED if item.text == item.raw else _RAW_TOO)
        out.text(item.text)
        if item.text != item.raw:
            out.text(item.raw)
    elif isinstance(item, Rows):
        out.byte(_ROW_LIST)
        out.number(len(item.words))
        for word, *times in zip(item.words, item.begin, item.duration, item.confidence, strict=True):
            out.text(word)
            for number in times:
                out.real(number)
    else:
        out.byte(_WORD_LIST)
        out.number(len(item))
        for word in item:
            out.text(word)


def side_from(state: bytes, /) -> Side:
    """A side from its pickled state."""
    data = Unpacker(state)
    side = Side([_unpacked(data) for _ in range(data.count(2))])
    data.finish()
    return side


def _unpacked(data: Unpacker) -> Item:
    kind = data.byte()
    if kind == _PLAIN_TEXT:
        return data.text()
    if kind in (_FOLDED, _RAW_TOO):
        text = data.text()
        return FoldedText(text, text if kind == _FOLDED else data.text())
    if kind == _WORD_LIST:
        return tuple(data.text() for _ in range(data.count()))
    if kind != _ROW_LIST:
        raise damaged()
    rows = Rows([], [], [], [])
    for _ in range(data.count()):
        rows.words.append(data.text())
        for column in (rows.begin, rows.duration, rows.confidence):
            column.append(data.real())
    return rows


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
