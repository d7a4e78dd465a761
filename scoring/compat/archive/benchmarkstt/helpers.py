"""Helpers of several modules."""

from __future__ import annotations

# Pictures of control characters. Those of 7F to 9F are wrong pictures, as in the original.
_PICTURES = {code: chr(0x2400 | code) for code in (*range(0x20), *range(0x7F, 0xA0))} | {ord(" "): "·"}


def make_printable(char: str) -> str:
    """The text with pictures of control characters and with middle dots for blanks.

    >>> make_printable("a b\\n")
    'a·b␊'
    """
    return char.translate(_PICTURES)
