"""Texts of Arrow arrays, and texts as keys."""

from __future__ import annotations

from array import array as column_of

from .columns import integers
from .side import Side, texts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_WORD = (1 << 64) - 1


def arrow_texts(array: Any, /) -> Side:
    """A text per value of an Arrow array; null is an empty text."""
    values = array.to_pylist()
    if any(value is not None and not isinstance(value, (str, bytes)) for value in values):
        raise TypeError("an Arrow array of other values; expected texts")
    return Side([value.encode() if isinstance(value, str) else value or b"" for value in values])


def text_keys(texts: Side, /) -> bytes:
    """A number (uint64) for each text, which is equal for equal texts.

    >>> column_of("Q", text_keys(Side([b"", b"a", b"a"]))).tolist()[1:]
    [198367012849983736, 198367012849983736]
    """
    return column_of("Q", map(_key, texts_of(texts))).tobytes()


def text_prefixes(texts: Side, marks: bytes, /) -> tuple[list[bytes], bytes]:
    """The different parts of texts before a mark, and for each text the number of its own (int32), -1 without a mark.

    A text is cut at the first of the marks that it has: at its first place.

    >>> names, numbers = text_prefixes(Side([b"a_b-c", b"d_e", b"f"]), b"-_")
    >>> names, integers("i", numbers)
    ([b'a_b', b'd'], [0, 1, -1])
    """
    numbers: dict[bytes, int] = {}
    codes = column_of("i")
    for text in texts_of(texts):
        mark = next((mark for mark in marks if mark in text), None)
        codes.append(-1 if mark is None else numbers.setdefault(text[: text.index(mark)], len(numbers)))
    return list(numbers), codes.tobytes()


def least_texts(texts: Side, groups: bytes, n: int, /) -> list[bytes | None]:
    """The first text of each group (int32) in the order of bytes; None for an empty group."""
    of = integers("i", groups)
    if len(of) != len(texts):
        raise ValueError(f"{len(of)} groups for {len(texts)} texts; expected one each")
    least: list[bytes | None] = [None] * max(n, 0)
    for text, group in zip(texts_of(texts), of, strict=True):
        if group >= n:
            raise ValueError(f"group {group}; expected less than {n}")
        if group < 0:
            continue
        first = least[group]
        if first is None or text < first:
            least[group] = text
    return least


def _key(text: bytes) -> int:
    """FNV-1a, whose bits are then mixed, so that each of them depends on all bytes."""
    key = 0xCBF29CE484222325
    for byte in text:
        key = (key ^ byte) * 0x100000001B3 & _WORD
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    key = (key ^ key >> 27) * 0x94D049BB133111EB & _WORD
    return key ^ key >> 31
