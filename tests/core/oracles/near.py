"""Pairs of times that are near each other."""

from __future__ import annotations

from scorelite.core.python.columns import integers


def near_pairs(ref: bytes, hyp: bytes, distance: int, /) -> int:
    """The most pairs of times (int64, rising) that are no further apart than the distance, one to one.

    Each time takes the first one of the other side that is near and free: no choice makes more pairs.

    >>> from array import array
    >>> near_pairs(array("q", [10, 20, 50]).tobytes(), array("q", [15, 24, 80]).tobytes(), 5)
    2
    """
    refs, hyps = integers("q", ref), integers("q", hyp)
    pairs = i = j = 0
    while i < len(refs) and j < len(hyps):
        gap = hyps[j] - refs[i]
        i += gap >= -distance
        j += gap <= distance
        pairs += -distance <= gap <= distance
    return pairs
