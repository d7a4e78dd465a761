"""Segments moved greedily between streams."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Sequence
from math import inf
from typing import Any

from ....... import core
from .numbered import Numbers, Stream


def greedy_combination_matching(
    segments: Sequence[Sequence[Hashable]],
    streams: Sequence[Sequence[Hashable]],
    initial_assignment: Sequence[int],
    *,
    distancetype: str = "21",
) -> tuple[int, list[int]]:
    """The cost and the stream of each segment; `distancetype` are costs of a substitution, one after the other.

    >>> greedy_combination_matching([[1, 2], [3]], [[3], [1, 2]], [0, 0])
    (0, [1, 0])
    """
    numbers = Numbers()
    return _combined(numbers.streams(segments), numbers.streams(streams), initial_assignment, distancetype)


def greedy_time_constrained_combination_matching(
    segments: Sequence[Iterable[tuple[Any, float, float]]],
    streams: Sequence[Iterable[tuple[Any, float, float]]],
    initial_assignment: Sequence[int],
    *,
    distancetype: str = "21",
) -> tuple[int, list[int]]:
    """The cost and the stream of each segment; words are triples of word, begin and end."""
    numbers = Numbers()
    sides = [[list(words) for words in side] for side in (segments, streams)]
    parts, whole = (
        [numbers.stream([row[0] for row in rows], [row[1:] for row in rows]) for rows in side] for side in sides
    )
    return _combined(parts, whole, initial_assignment, distancetype)


def _combined(
    segments: list[Stream], streams: list[Stream], places: Sequence[int], costs: str
) -> tuple[int, list[int]]:
    if not segments or not streams:
        return sum(len(words) // 4 for words, _, _ in (*segments, *streams)), [0] * len(segments)
    combined, cost = core.combined(segments, streams, array("i", places).tobytes(), costs, inf)
    return cost, array("i", combined).tolist()
