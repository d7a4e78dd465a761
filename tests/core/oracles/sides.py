"""Texts of sides."""

from __future__ import annotations

from collections.abc import Iterator

from scorelite.core.python.side import FoldedText, Side


def texts_of(side: Side) -> Iterator[bytes]:
    """The texts of a side, all of whose items have to be texts."""
    for item in side.items:
        text = item.text if isinstance(item, FoldedText) else item
        if not isinstance(text, bytes):
            raise ValueError("lists of words; expected texts")
        yield text
