"""Pieces in which two texts differ, for the log of a normalisation: whole words wherever possible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

Piece: TypeAlias = "tuple[int, str, str]"
"""A start, the old piece there, and the new one."""

# Words that are looked through for the next pair of equal words.
_REACH = 20


def differences(before: str, after: str) -> Iterator[Piece]:
    """Pieces to replace one after another; a start counts letters in the text as the pieces before left it.

    >>> list(differences("Hello big World", "hello big world"))
    [(0, 'Hello', 'hello'), (10, 'World', 'world')]
    """
    old, new = _pieces(before), _pieces(after)
    # Even places hold white space, possibly none; odd places hold words.
    i = j = start = 0
    while i < len(old):
        next_i, next_j = (i, j) if _alike(old, new, i + 1, j + 1) else _meeting(old, new, i + 1, j + 1)
        # Up to the white space before the next pair of equal words.
        gone, come = old[i : next_i + 1], new[j : next_j + 1]
        size = sum(map(len, come))
        same = 0
        if gone[0] == come[0]:
            same = len(gone.pop(0))
            come.pop(0)
        if gone and come and gone[-1] == come[-1]:
            gone.pop()
            come.pop()
        if gone or come:
            yield start + same, "".join(gone), "".join(come)
        start += size + len("".join(new[next_j + 1 : next_j + 2]))
        i, j = next_i + 2, next_j + 2


def _meeting(old: list[str], new: list[str], i: int, j: int) -> tuple[int, int]:
    """The white space before the nearest words at which both texts go on alike; that at the ends if there are none."""
    if _alike(old, new, i + 2, j + 2):
        return i + 1, j + 1
    for steps in range(2, 2 * _REACH, 2):
        for k in range(0, steps + 1, 2):
            if _alike(old, new, i + steps - k, j + k):
                return i + steps - k - 1, j + k - 1
    return len(old) - 1, len(new) - 1


def _alike(old: list[str], new: list[str], i: int, j: int) -> bool:
    """Whether the words at these places are equal, or both texts end there."""
    if i >= len(old) or j >= len(new):
        return i == len(old) and j == len(new)
    return old[i] == new[j]


def _pieces(text: str) -> list[str]:
    """White space and words in turns, white space first and last."""
    return re.split(r"(\S+)", text)
