"""Sides: the texts of the reference or of the hypothesis, one per utterance, not yet cut into words."""

from __future__ import annotations

from .columns import floats, integers
from .packing import Packer, Unpacker, damaged, reduced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Protocol

    class _Read(Protocol):
        """The rows of a file."""

        def column(self, number: int, /) -> list[bytes]:
            """A field of all rows."""


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


class Arc:
    """A word between two numbered nodes, with its times; None is the null word."""

    __slots__ = ("begin", "confidence", "duration", "source", "target", "word")

    def __init__(
        self,
        source: int,
        target: int,
        word: bytes | None,
        begin: float = 0.0,
        duration: float = 0.0,
        confidence: float = 0.0,
    ) -> None:
        self.source = source
        self.target = target
        self.word = word
        self.begin = begin
        self.duration = duration
        self.confidence = confidence

    def times(self) -> tuple[float, float, float]:
        """Begin, duration and confidence."""
        return self.begin, self.duration, self.confidence


if TYPE_CHECKING:
    # A text, a ready list of words, the rows of a ctm segment, or the arcs of a network.
    Item = bytes | FoldedText | tuple[bytes, ...] | Rows | list[Arc]


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


def texts_of(side: Side) -> Iterator[bytes]:
    """The texts of a side, all of whose items have to be texts."""
    for item in side.items:
        text = item.text if isinstance(item, FoldedText) else item
        if not isinstance(text, bytes):
            raise ValueError("lists of words; expected texts")
        yield text


# Texts that were folded have another kind, and another text where the two differ.
_PLAIN_TEXT, _FOLDED, _RAW_TOO, _WORD_LIST, _ROW_LIST, _ARC_LIST, _TIMED_ARCS = range(7)


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
    elif isinstance(item, list):
        _pack_arcs(out, item)
    else:
        out.byte(_WORD_LIST)
        out.number(len(item))
        for word in item:
            out.text(word)


def _pack_arcs(out: Packer, arcs: list[Arc]) -> None:
    timed = any(any(arc.times()) for arc in arcs)
    out.byte(_TIMED_ARCS if timed else _ARC_LIST)
    out.number(len(arcs))
    for arc in arcs:
        out.number(arc.source)
        out.number(arc.target)
        out.byte(arc.word is not None)
        if arc.word is not None:
            out.text(arc.word)
        for number in arc.times() if timed else ():
            out.real(number)


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
    if kind in (_ARC_LIST, _TIMED_ARCS):
        return _unpacked_arcs(data, kind == _TIMED_ARCS)
    if kind != _ROW_LIST:
        raise damaged()
    rows = Rows([], [], [], [])
    for _ in range(data.count()):
        rows.words.append(data.text())
        for column in (rows.begin, rows.duration, rows.confidence):
            column.append(data.real())
    return rows


def _unpacked_arcs(data: Unpacker, timed: bool) -> list[Arc]:
    arcs = []
    for _ in range(data.count(3)):
        source, target, is_word = data.number(), data.number(), data.byte()
        if is_word > 1:
            raise damaged()
        word = data.text() if is_word else None
        arcs.append(Arc(source, target, word, *(data.real() for _ in range(3 * timed))))
    if _problem_of(arcs):
        raise damaged()
    return arcs


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
    columns = [floats(data) for data in (begin, duration, confidence)]
    offsets = integers("q", first)
    if any(len(column) != len(encoded) for column in columns):
        raise ValueError("begin, duration and confidence need one number per word")
    if not offsets or offsets[0] < 0 or offsets[-1] > len(encoded) or sorted(offsets) != offsets:
        raise ValueError(
            "offsets that do not rise or leave the words; expected 0 or more, rising, and at most the number of words"
        )
    items: list[Item] = []
    for k in range(len(offsets) - 1):
        a, b = offsets[k], offsets[k + 1]
        items.append(Rows(encoded[a:b], *(column[a:b] for column in columns)))
    return Side(items)


def networks(items: Sequence[Sequence[tuple[Any, ...]]], /) -> Side:
    """A network per item: arcs, which are source, target, word, and begin, duration and confidence or nothing.

    Nodes are numbers from 0, the start, up to the number of arcs; the end is the one node that no arc leaves. An arc
    comes behind all arcs that lead to its source; of paths that cost the same, earlier arcs are taken. Words are taken
    literally, as in a ready list; None is the null word.

    >>> side = networks([[(0, 1, "a"), (0, 2, "b"), (2, 1, "c"), (1, 3, None), (1, 3, "d")]])
    >>> len(side)
    1
    """
    lattices: list[Item] = []
    for i, item in enumerate(items):
        arcs = [_arc(tuple(arc)) for arc in item]
        problem = _problem_of(arcs)
        if problem:
            raise ValueError(f"network {i}{problem}")
        lattices.append(arcs)
    return Side(lattices)


def _arc(fields: tuple[Any, ...]) -> Arc:
    if len(fields) not in (3, 6):
        expected = "source, target and word, and no more or begin, duration and confidence"
        raise ValueError(f"an arc of {len(fields)} fields; expected {expected}")
    source, target, word, *times = fields
    for node in (source, target):
        if not 0 <= node < 1 << 31:
            raise ValueError(f"node {node}; expected 0 or more")
    if word is not None and not isinstance(word, (str, bytes)):
        raise TypeError("a word must be str, bytes or None")
    return Arc(source, target, None if word is None else _encoded(word), *map(float, times))


def _problem_of(arcs: list[Arc]) -> str:
    """The reason why arcs are no network, to be written behind the number of the network."""
    entered, left = {0}, set()
    for k, arc in enumerate(arcs):
        for node in (arc.source, arc.target):
            if node > len(arcs):
                return f", arc {k}: node {node}; expected 0 to {len(arcs)}, the number of arcs"
        if arc.source not in entered:
            return f", arc {k}: no arc before it leads to node {arc.source}"
        left.add(arc.source)
        if arc.target in left:
            return f", arc {k}: an arc before it has left node {arc.target}"
        entered.add(arc.target)
    ends = len(entered - left)
    return "" if ends == 1 else f" has {ends} ends; expected 1"
