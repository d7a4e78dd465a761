"""Binary TextGrids of Praat, as the short text that Praat would write."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from ..errors import Where, fail
from ..source import BINARY_TEXTGRID

_WIDE = 0xFFFF
"""The length that says that a text is in UTF-16."""


def as_text(data: bytes, name: str) -> str:
    r"""The short text of a binary TextGrid.

    >>> tier = b"\x08TextTier\0\x01a" + struct.pack(">ddid", 0, 2, 1, 1.5) + b"\0\x02hi"
    >>> as_text(BINARY_TEXTGRID + struct.pack(">dd?i", 0, 2, True, 1) + tier, "a.TextGrid").split()
    ['"ooTextFile"', '"TextGrid"', '0.0', '2.0', '<exists>', '1', '"TextTier"', '"a"', '0.0', '2.0', '1', '1.5', '"hi"']
    """
    binary = _Binary(bytes(data))
    try:
        return "\n".join(['"ooTextFile"', '"TextGrid"', *binary.tokens()])
    except (struct.error, UnicodeDecodeError):
        fail(Where(name, 1), f"a binary TextGrid that ends within a tier, after {len(data):,} bytes", "the whole file")


class _Binary:
    """Reads numbers and texts of a file one after another."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = len(BINARY_TEXTGRID)

    def tokens(self) -> Iterator[str]:
        """The numbers and texts, as the short form has them."""
        yield from self._numbers(2)
        (exists,) = self._taken("?")
        yield "<exists>" if exists else "<absent>"
        (tiers,) = self._taken("i") if exists else (0,)
        yield str(tiers)
        for _ in range(tiers):
            (length,) = self._taken("B")
            kind = self._bytes(length).decode("latin-1")
            yield _quoted(kind)
            yield self._text()
            yield from self._numbers(2)
            (items,) = self._taken("i")
            yield str(items)
            for _ in range(items):
                yield from self._numbers(1 if kind == "TextTier" else 2)
                yield self._text()

    def _taken(self, kinds: str) -> tuple[int, ...]:
        values = struct.unpack_from(f">{kinds}", self._data, self._at)
        self._at += struct.calcsize(f">{kinds}")
        return values

    def _numbers(self, count: int) -> Iterator[str]:
        yield from map(repr, self._taken("d" * count))

    def _text(self) -> str:
        (length,) = self._taken("H")
        if length != _WIDE:
            return _quoted(self._bytes(length).decode("latin-1"))
        (length,) = self._taken("H")
        return _quoted(self._bytes(2 * length).decode("utf-16-be"))

    def _bytes(self, length: int) -> bytes:
        (taken,) = struct.unpack_from(f"{length}s", self._data, self._at)
        self._at += length
        return bytes(taken)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
