"""The pieces in which two texts differ, for the log: whole words wherever possible."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Words or blanks that are looked through for the next pair of equal words.
_REACH = 40


def differences(before: str, after: str) -> Iterator[tuple[int, int, str, str]]:
    """Pieces to replace one after another: start, end, old, new; places count in the text as the pieces before left it.

    >>> list(differences("Hello big World", "hello big world"))
    [(0, 5, 'Hello', 'hello'), (10, 15, 'World', 'world')]
    """
    old, new = _pieces(before), _pieces(after)
    i = j = place = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            place += len(old[i])
            i, j = i + 1, j + 1
            continue
        next_i, next_j = _meeting(old, new, i, j)
        gone, come = "".join(old[i:next_i]), "".join(new[j:next_j])
        yield place, place + len(gone), gone, come
        place += len(come)
        i, j = next_i, next_j


def _meeting(old: list[str], new: list[str], i: int, j: int) -> tuple[int, int]:
    """The nearest places at which both texts go on alike; the ends if there are none."""
    if i < len(old) and j < len(new) and _alike(old, new, i + 1, j + 1):
        return i + 1, j + 1
    for steps in range(1, _REACH):
        for k in range(steps + 1):
            if _alike(old, new, i + steps - k, j + k):
                return i + steps - k, j + k
    return len(old), len(new)


def _alike(old: list[str], new: list[str], i: int, j: int) -> bool:
    if i >= len(old) or j >= len(new):
        return i == len(old) and j == len(new)
    return old[i] == new[j]


def _pieces(text: str) -> list[str]:
    """Words and the white space between them."""
    return re.findall(r"\s+|\S+", text)
