"""Pairs of references and detections: as many as possible, and among those the best sum of scores and overlaps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..maths.shortest_paths import Assignment
from .material import Bools, Floats, Ints
from .orders import ordered

TIME_WEIGHT = 1e-8
SCORE_WEIGHT = 1e-6
_SHORTEST = 1e-5
# Above every difference between the weights of two pairs, so that one more pair is worth any such difference.
_UNMATCHED = 3.0


def windows(detections: tuple[Ints, Floats, Bools], references: tuple[Ints, Floats, Floats]) -> tuple[Ints, Ints, Ints]:
    """Detections that may belong to each reference: those of its group whose middle lies between two times.

    `detections` are group, middle and whether the system rejected them; `references` are group, earliest and latest
    middle. Gives the detections in order, and for each reference the first place in that order and the place after the
    last one. Of detections with equal middles, accepted ones come first.
    """
    (group, middle, rejected), (reference_group, low, high) = detections, references
    order = ordered(group, middle, rejected)
    size, count = len(group), len(reference_group)
    values = np.concatenate([middle, low, high])
    groups = np.concatenate([group, reference_group, reference_group])
    # At equal times the lower bound sorts before the detections and the upper bound after them: both are inclusive.
    kinds = np.concatenate([np.ones(size, np.int8), np.zeros(count, np.int8), np.full(count, 2, np.int8)])
    ranks = ordered(groups, values, kinds)
    before = np.empty(len(ranks), dtype=np.int64)
    before[ranks] = np.cumsum(kinds[ranks] == 1)
    return order, before[size : size + count], before[size + count :]


def overlaps(reference: tuple[Floats, Floats], detection: tuple[Floats, Floats]) -> Floats:
    """Overlap of each pair of (begin, end) in lengths of its reference; negative where there is a gap."""
    length = reference[1] - reference[0]
    overlap = np.minimum(reference[1], detection[1]) - np.maximum(reference[0], detection[0])
    result: Floats = overlap / np.where(length > _SHORTEST, length, _SHORTEST)
    return result


def shares(score: Floats, lowest: Floats, highest: Floats) -> Floats:
    """Place of each score in its range, from 0 to 1."""
    with np.errstate(invalid="ignore"):
        span = highest - lowest
        share = (score - lowest) / np.where(span > _SHORTEST, span, _SHORTEST)
    # An infinite or undefined score does not tell which pair is better.
    return np.nan_to_num(share, nan=0.0, posinf=1.0, neginf=0.0)


def weights(overlap: Floats, share: Floats) -> Floats:
    """Worth of each pair beyond being a pair: the better score counts, then the longer overlap."""
    # KWSEval adds this to whole numbers and takes pairs that rounding makes equal for ties. Rounding here is the same;
    # ties are then broken by order.
    result: Floats = (2.0 + (1 + TIME_WEIGHT * overlap + SCORE_WEIGHT * share)) - 3.0
    return result


@dataclass(frozen=True, slots=True)
class Windows:
    """Detections that may belong to each reference, with the weights of these pairs, reference by reference."""

    first: Ints
    last: Ints
    """Place after the last detection."""
    weights: Floats

    @property
    def starts(self) -> Ints:
        """Place of the first weight of each reference."""
        sizes = self.last - self.first
        result: Ints = np.cumsum(sizes) - sizes
        return result


def match(windows: Windows) -> Ints:
    """Place of the detection of each reference, -1 for none; ties fall to the earlier detection."""
    first, last = windows.first, windows.last
    chosen = np.full(len(first), -1, dtype=np.int64)
    busy = np.flatnonzero(last > first)
    order = busy[np.lexsort((last[busy], first[busy]))]
    if not len(order):
        return chosen
    reach = np.maximum.accumulate(last[order])
    fresh = np.concatenate([[True], first[order][1:] >= reach[:-1]])
    bounds = np.append(np.flatnonzero(fresh), len(order))
    alone = np.diff(bounds) == 1
    starts = windows.starts
    single = order[bounds[:-1][alone]]
    chosen[single] = _best_of_single(single, windows, starts)
    for component in np.flatnonzero(~alone).tolist():
        members = order[bounds[component] : bounds[component + 1]]
        chosen[members] = _match_component(members, windows, starts)
    return chosen


def _best_of_single(single: Ints, windows: Windows, starts: Ints) -> Ints:
    """Best detection of each reference that competes with no other."""
    if not len(single):
        return single
    first = windows.first[single]
    sizes = windows.last[single] - first
    owner = np.repeat(np.arange(len(single)), sizes)
    offset = np.arange(len(owner)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    values = windows.weights[starts[single][owner] + offset]
    order = np.lexsort((offset, -values, owner))
    best = order[np.cumsum(sizes) - sizes]
    result: Ints = first + offset[best]
    return result


def _match_component(members: Ints, windows: Windows, starts: Ints) -> list[int]:
    """Detections of references that compete with each other: the assignment of least cost."""
    bounds = [(int(windows.first[m]), int(windows.last[m]), int(starts[m])) for m in members.tolist()]
    weights_of_words = [windows.weights[start : start + last - first] for first, last, start in bounds]
    top = max(float(weights.max()) for weights in weights_of_words)
    base = min(first for first, _, _ in bounds)
    rows = [
        (range(first - base, last - base), (top - weights).tolist())
        for (first, last, _), weights in zip(bounds, weights_of_words, strict=True)
    ]
    columns = Assignment(rows, max(last for _, last, _ in bounds) - base, _UNMATCHED).columns()
    return [column + base if column >= 0 else -1 for column in columns]
