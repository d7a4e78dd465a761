"""Width of text on a terminal, by which alignments and tables of ours are padded."""

from __future__ import annotations


def display_width(text: str) -> int:
    """The number of columns that a text takes: two for a Chinese character, none for a combining one.

    >>> display_width("day"), display_width("天气"), display_width("e\\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    columns: int = wcswidth(text)
    return columns if columns >= 0 else len(text)  # control characters have no width


def padded(text: str, columns: int) -> str:
    """A text with blanks behind it, up to a width.

    >>> padded("天气", 6)
    '天气  '
    """
    return text + " " * (columns - display_width(text))
