"""Stretches of steps and of words: runs of a mask, and words that repeat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from .steps import Integers, Mask

    Stretches: TypeAlias = "tuple[Integers, Integers]"


def runs(mask: Mask, first: Integers, shortest: int) -> Stretches:
    """The beginnings and ends of runs inside one text each, of at least so many; texts begin at `first`.

    >>> [part.tolist() for part in runs(np.array([1, 1, 0, 1, 1, 1], np.bool_), np.array([0, 4, 6]), 2)]
    [[0, 4], [2, 6]]
    """
    texts = _texts_at(_within_long(lambda places: mask[places], len(mask), shortest), first)
    rows, bounds = _rows_of(texts, first)
    begin, end = _all_runs(mask[rows], bounds, shortest)
    return rows[begin], rows[end - 1] + 1


def _within_long(holds: Callable[[Integers], Mask], count: int, shortest: int) -> Integers:
    """Places inside runs of at least so many, one or more of each; `holds` says where a run goes on."""
    places = np.arange(0, count, shortest)  # Such a run holds one of these.
    places = places[holds(places)]
    size = np.ones(len(places), np.int64)
    for sign in (-1, 1):
        alive = np.arange(len(places))
        for distance in range(1, shortest):
            beside = places[alive] + sign * distance
            inside = (beside >= 0) & (beside < count)
            alive, beside = alive[inside], beside[inside]
            alive = alive[holds(beside)]
            if not len(alive):
                break
            size[alive] += 1
    return places[size >= shortest]


def _texts_at(places: Integers, first: Integers) -> Integers:
    """The texts in which places lie."""
    texts: Integers = np.unique(np.searchsorted(first, places, side="right") - 1)
    return texts


def _rows_of(texts: Integers, first: Integers) -> Stretches:
    """All places of some texts, and where each text begins among them."""
    sizes = first[texts + 1] - first[texts]
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    return np.arange(bounds[-1]) + np.repeat(first[texts] - bounds[:-1], sizes), bounds


def _all_runs(mask: Mask, first: Integers, shortest: int) -> Stretches:
    """Runs as those of `runs`, with a look at every place."""
    breaks = np.zeros(len(mask) + 1, np.bool_)
    breaks[first] = True
    before, behind = breaks[:-1].copy(), breaks[1:].copy()
    before[1:] |= ~mask[:-1]
    behind[:-1] |= ~mask[1:]
    begin, end = np.flatnonzero(mask & before), np.flatnonzero(mask & behind) + 1
    long = end - begin >= shortest
    return begin[long], end[long]


def repeats(words: Any, first: Integers, times: int, longest: int) -> tuple[Integers, Integers, Integers]:
    """The beginnings, ends and periods of stretches in which up to `longest` words come so many times in a row.

    A stretch inside a longer one is left out, and one of several periods has the smallest.

    >>> words = np.array([7, 1, 2, 1, 2, 1, 2, 9, 5, 5, 5])
    >>> [part.tolist() for part in repeats(words, np.array([0, 11]), 3, 8)]
    [[1, 8], [7, 11], [2, 1]]
    """
    parts = []
    for size in range(1, longest + 1):
        starts, ends = _repeats(words, first, size, (times - 1) * size)
        parts.append(np.stack([starts, ends + size, np.full(len(starts), size)]))
    begin, end, period = np.concatenate(parts, axis=1)
    order = np.lexsort((period, -end, begin))
    begin, end, period = begin[order], end[order], period[order]
    farthest = np.maximum.accumulate(np.concatenate([[0], end]))[:-1]
    alone = end > farthest
    return begin[alone], end[alone], period[alone]


def _repeats(words: Any, first: Integers, period: int, shortest: int) -> Stretches:
    """Runs of at least so many words that are those a period later, in the same text."""
    places = _within_long(lambda at: words[at] == words[at + period], max(len(words) - period, 0), shortest)
    texts = _texts_at(places, first)
    rows, bounds = _rows_of(texts[first[texts + 1] - first[texts] >= shortest + period], first)
    spoken = words[rows]
    equal = np.zeros(len(rows), np.bool_)
    equal[: max(len(rows) - period, 0)] = spoken[:-period] == spoken[period:]
    left = np.repeat(bounds[1:], np.diff(bounds)) - np.arange(len(rows))
    begin, end = _all_runs(equal & (left > period), bounds, shortest)
    return rows[begin], rows[end - 1] + 1
