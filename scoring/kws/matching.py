"""Pairs of references and detections: as many as can be, among those the best sum of scores and overlaps."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np

from scoring.kws.material import Bools, Floats, Ints

TIME_WEIGHT = 1e-8
SCORE_WEIGHT = 1e-6
_SHORTEST = 1e-5
# More than any difference between the weights of two pairs, so that another pair is worth every such difference.
_UNMATCHED = 3.0


def windows(
    group: Ints, middle: Floats, rejected: Bools, reference_group: Ints, low: Floats, high: Floats
) -> tuple[Ints, Ints, Ints]:
    """Which detections may belong to each reference: those of its group whose middle is between two times.

    Gives the detections in order, and the first and last + 1 place in that order for each reference. Of detections at
    the same time those that were not rejected come first.
    """
    order = np.lexsort((rejected, middle, group))
    size, references = len(group), len(reference_group)
    values = np.concatenate([middle, low, high])
    groups = np.concatenate([group, reference_group, reference_group])
    # At equal times the lower bound comes before the detections and the upper bound after them: both include.
    kinds = np.concatenate([np.ones(size, np.int8), np.zeros(references, np.int8), np.full(references, 2, np.int8)])
    ranks = np.lexsort((kinds, values, groups))
    before = np.empty(len(ranks), dtype=np.int64)
    before[ranks] = np.cumsum(kinds[ranks] == 1)
    return order, before[size : size + references], before[size + references :]


def weights(
    begin: tuple[Floats, Floats], end: tuple[Floats, Floats], score: Floats, lowest: Floats, highest: Floats
) -> Floats:
    """What a pair is worth beside being a pair; times are of (reference, detection)."""
    overlap = np.minimum(*end) - np.maximum(*begin)
    length = end[0] - begin[0]
    time = overlap / np.where(length > _SHORTEST, length, _SHORTEST)
    with np.errstate(invalid="ignore"):
        span = highest - lowest
        share = (score - lowest) / np.where(span > _SHORTEST, span, _SHORTEST)
    # An infinite or undefined score says nothing about which pair is better.
    share = np.nan_to_num(share, nan=0.0, posinf=1.0, neginf=0.0)
    # KWSEval adds this to whole numbers, and what it loses by that it takes for a tie. So do we, and ties are broken by
    # order, not by rounding.
    result: Floats = (2.0 + (1 + TIME_WEIGHT * time + SCORE_WEIGHT * share)) - 3.0
    return result


def match(first: Ints, last: Ints, edges: Floats, starts: Ints) -> Ints:
    """For each reference the place of its detection, -1 without one.

    `first` and `last` are the windows of the references, `edges` the weights of all pairs, a reference after the
    other from `starts` on. Ties fall to the earlier detection.
    """
    chosen = np.full(len(first), -1, dtype=np.int64)
    busy = np.flatnonzero(last > first)
    order = busy[np.lexsort((last[busy], first[busy]))]
    if not len(order):
        return chosen
    reach = np.maximum.accumulate(last[order])
    fresh = np.concatenate([[True], first[order][1:] >= reach[:-1]])
    bounds = np.append(np.flatnonzero(fresh), len(order))
    alone = np.diff(bounds) == 1
    single = order[bounds[:-1][alone]]
    _best_of_single(single, first, last, edges, starts, chosen)
    for component in np.flatnonzero(~alone).tolist():
        members = order[bounds[component] : bounds[component + 1]]
        _match_component(members, first, last, edges, starts, chosen)
    return chosen


def _best_of_single(single: Ints, first: Ints, last: Ints, edges: Floats, starts: Ints, chosen: Ints) -> None:
    """References that compete with no other take their best detection."""
    if not len(single):
        return
    sizes = last[single] - first[single]
    owner = np.repeat(np.arange(len(single)), sizes)
    offset = np.arange(len(owner)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    values = edges[starts[single][owner] + offset]
    order = np.lexsort((offset, -values, owner))
    best = order[np.cumsum(sizes) - sizes]
    chosen[single] = first[single] + offset[best]


def _match_component(members: Ints, first: Ints, last: Ints, edges: Floats, starts: Ints, chosen: Ints) -> None:
    """References that compete: an assignment of least cost."""
    base = int(first[members].min())
    rows = []
    top = max(float(edges[starts[m] : starts[m] + last[m] - first[m]].max()) for m in members.tolist())
    for member in members.tolist():
        size = int(last[member] - first[member])
        begin = int(starts[member])
        rows.append((int(first[member]) - base, (top - edges[begin : begin + size]).tolist()))
    width = int(last[members].max()) - base
    for member, column in zip(members.tolist(), assign(rows, width), strict=True):
        chosen[member] = column + base if column >= 0 else -1


def assign(rows: Sequence[tuple[int, Sequence[float]]], width: int) -> list[int]:
    """The column for each row that makes the cost least, -1 for none, which costs more than any pair.

    A row is its first column and the costs from there on. Shortest augmenting paths, a row at a time.

    >>> assign([(0, [0.0, 1.0]), (0, [0.5])], 2)
    [1, 0]
    """
    count = len(rows)
    # Columns from `width` on stand for leaving a row alone, the last row first, so that ties favour the first rows.
    potential = [0.0] * (width + count)
    row_of = [-1] * (width + count)
    column_of = [-1] * count
    for row in range(count):
        _augment(row, rows, width, potential, row_of, column_of)
    return [column if column < width else -1 for column in column_of]


def _augment(
    start: int,
    rows: Sequence[tuple[int, Sequence[float]]],
    width: int,
    potential: list[float],
    row_of: list[int],
    column_of: list[int],
) -> None:
    """Gives a row a column, moving others along the cheapest path."""
    distance: dict[int, float] = {}
    previous: dict[int, int] = {}
    settled: dict[int, float] = {}
    heap: list[tuple[float, int]] = []
    row, reached = start, 0.0
    while True:
        begin, costs = rows[row]
        # Reduced costs are relative to the column by which this row was reached, which costs nothing more.
        own = column_of[row]
        slack = _cost(rows, width, row, own) - potential[own] if own >= 0 else 0.0
        for column, cost in [*enumerate(costs, begin), (_alone(rows, width, row), _UNMATCHED)]:
            if column in settled:
                continue
            length = reached + cost - potential[column] - slack
            if length < distance.get(column, float("inf")):
                distance[column] = length
                previous[column] = row
                heapq.heappush(heap, (length, column))
        while True:
            reached, column = heapq.heappop(heap)
            if column not in settled and reached == distance[column]:
                break
        if row_of[column] < 0:
            break
        settled[column] = reached
        row = row_of[column]
    for other, length in settled.items():
        potential[other] -= reached - length
    while True:
        row = previous[column]
        row_of[column], column_of[row], column = row, column, column_of[row]
        if row == start:
            return


def _alone(rows: Sequence[tuple[int, Sequence[float]]], width: int, row: int) -> int:
    return width + len(rows) - 1 - row


def _cost(rows: Sequence[tuple[int, Sequence[float]]], width: int, row: int, column: int) -> float:
    if column >= width:
        return _UNMATCHED
    begin, costs = rows[row]
    return costs[column - begin]
