"""Confusions between keywords: false alarms where another keyword was said, or the same one was already found."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise

import numpy as np

from .result import KwsResult
from .totals import Columns, Totals

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Confusions:
    """Misses and false alarms by keyword, each counted once; keywords are indices into `Totals.keywords`."""

    substituted: Counter[Pair] = field(default_factory=Counter)
    """False alarms that overlap a missed reference: the keyword that was said, and the one that was found."""
    overlapped: Counter[Pair] = field(default_factory=Counter)
    """False alarms that overlap a reference which was found, or is the partner of another false alarm."""
    inserted: Counter[int] = field(default_factory=Counter)
    """Other false alarms."""
    deleted: Counter[int] = field(default_factory=Counter)
    """Other misses."""


def confusions(result: KwsResult) -> Confusions:
    """Confusions of the keywords that take part in the sums."""
    totals = result.ordered()
    confused = Confusions()
    evaluated = np.ones(len(totals.entries), dtype=np.bool_) if totals.pooled else result.trials.evaluated
    for _, _, part in places(totals):
        _add(confused, part.taken(np.flatnonzero(evaluated[part.keyword])))
    return confused


def places(totals: Totals) -> Iterator[tuple[str, str, Columns]]:
    """Recording, channel and trials of each place of ordered totals."""
    columns = totals.columns
    codes = columns.recording.astype(np.int64) * max(len(totals.channels), 1) + columns.channel
    bounds = [0, *(np.flatnonzero(codes[1:] != codes[:-1]) + 1).tolist(), len(codes)]
    for first, last in pairwise(bounds):
        if first == last:
            continue
        part = columns.taken(slice(first, last))
        yield totals.recordings[part.recording[0]], totals.channels[part.channel[0]], part


def likeness(first: str, second: str) -> float:
    """Likeness of two texts, from 0 to 1: twice the characters that they share in order, by those of both.

    >>> likeness("fresh bread", "fresh"), likeness("a", "b")
    (0.625, 0.0)
    """
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def _add(total: Confusions, part: Columns) -> None:
    """Adds the trials of one place; longer overlaps and missed references are matched first."""
    missed = np.flatnonzero(part.target & ~part.yes).tolist()
    alarms = np.flatnonzero(~part.target & part.yes).tolist()
    keyword = part.keyword.tolist()
    free, left = set(missed), set(alarms)
    overlaps = sorted(_overlaps(part, alarms), reverse=True)
    for _, alarm, reference in overlaps:
        if reference in free and alarm in left and keyword[reference] != keyword[alarm]:
            total.substituted[keyword[reference], keyword[alarm]] += 1
            free.remove(reference)
            left.remove(alarm)
    for _, alarm, reference in overlaps:
        if alarm in left:
            total.overlapped[keyword[reference], keyword[alarm]] += 1
            left.remove(alarm)
    total.deleted.update(keyword[reference] for reference in free)
    total.inserted.update(keyword[alarm] for alarm in left)


def _overlaps(part: Columns, alarms: list[int]) -> Iterator[tuple[float, int, int]]:
    """Seconds, row of the false alarm and row of the reference, for all pairs that overlap."""
    targets = np.flatnonzero(part.target)
    targets = targets[np.argsort(part.ref_begin[targets], kind="stable")]
    begins, ends = part.ref_begin[targets].tolist(), part.ref_end[targets].tolist()
    longest = max((end - begin for begin, end in zip(begins, ends, strict=True)), default=0.0)
    for alarm in alarms:
        begin, end = float(part.begin[alarm]), float(part.end[alarm])
        for place in range(bisect_left(begins, begin - longest), bisect_left(begins, end)):
            seconds = min(end, ends[place]) - max(begin, begins[place])
            if seconds > 0:
                yield seconds, alarm, int(targets[place])
