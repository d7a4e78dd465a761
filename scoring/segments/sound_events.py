"""Sound events as the DCASE challenges score them: by segments of fixed length, and by onsets and offsets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from formats.errors import UsageError
from scoring.segments.bipartite import Edges, matching, near
from scoring.segments.events import EventPairs
from scoring.segments.turns import Cells, Turns, resolved_pair

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Beyond these, a number of a segment is no longer exact.
_MOST_SEGMENTS = 2**53


@dataclass(frozen=True, slots=True)
class Detections:
    """How often something was detected, missed or made up; sums of these are these.

    >>> found = Detections(reference=10, hypothesis=9, hits=7, substitutions=1, deletions=2, insertions=1)
    >>> found.error_rate, round(found.f1, 3)
    (0.4, 0.737)
    """

    reference: int = 0
    hypothesis: int = 0
    hits: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0

    def __add__(self, other: Detections) -> Detections:
        if not isinstance(other, Detections):
            return NotImplemented
        return Detections(
            self.reference + other.reference,
            self.hypothesis + other.hypothesis,
            self.hits + other.hits,
            self.substitutions + other.substitutions,
            self.deletions + other.deletions,
            self.insertions + other.insertions,
        )

    @property
    def precision(self) -> float | None:
        """Hits by what was detected."""
        return self.hits / self.hypothesis if self.hypothesis else None

    @property
    def recall(self) -> float | None:
        """Hits by what was there."""
        return self.hits / self.reference if self.reference else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        both = self.reference + self.hypothesis
        return 2 * self.hits / both if both else None

    @property
    def error_rate(self) -> float | None:
        """Substitutions, deletions and insertions by what was there."""
        errors = self.substitutions + self.deletions + self.insertions
        return errors / self.reference if self.reference else None

    def to_dict(self) -> dict[str, float | None]:
        """Numbers and rates by name, ready for JSON."""
        names = ("reference", "hypothesis", "hits", "substitutions", "deletions", "insertions")
        rates = ("precision", "recall", "f1", "error_rate")
        return {name: getattr(self, name) for name in names + rates}


@dataclass(frozen=True, slots=True)
class SoundEvents:
    """The overall numbers, and those of each class by itself, in which nothing is substituted."""

    overall: Detections = Detections()
    classes: Mapping[str, Detections] = field(default_factory=dict)

    def __add__(self, other: SoundEvents) -> SoundEvents:
        if not isinstance(other, SoundEvents):
            return NotImplemented
        names = sorted({*self.classes, *other.classes})
        nothing = Detections()
        classes = {name: self.classes.get(name, nothing) + other.classes.get(name, nothing) for name in names}
        return SoundEvents(self.overall + other.overall, classes)

    def mean(self, rate: str) -> float | None:
        """The mean of a rate over the classes that have it."""
        rates = [getattr(found, rate) for found in self.classes.values()]
        known = [value for value in rates if value is not None]
        return sum(known) / len(known) if known else None


def by_segments(ref: Turns, hyp: Turns, *, resolution: float = 1.0, length: float | None = None) -> SoundEvents:
    """Counts in segments of `resolution` seconds: a class is there if it holds in any part of the segment.

    `length` is how many seconds are scored, instead of all up to the last label.

    >>> from scoring.segments.turns import turns_of
    >>> by_segments(turns_of([("car", 0.0, 2.5)]), turns_of([("car", 1.2, 4.0)])).overall.hits
    2
    """
    if not resolution > 0:
        raise UsageError(f"a resolution of {resolution!r} seconds is none")
    ref, hyp = resolved_pair(ref, hyp, None if length is None else [(0.0, length)])
    names = sorted({*ref.names, *hyp.names})
    latest = max(ref.latest(), hyp.latest()) if length is None else length
    if latest / resolution > _MOST_SEGMENTS:
        raise UsageError(f"a resolution of {resolution!r} seconds is too fine for {latest} seconds")
    count = math.ceil(latest * 1 / resolution)
    sides = _whole(ref, resolution, count), _whole(hyp, resolution, count)
    # Segments in which the same holds are one cell: a recording of a year is no table of its seconds.
    cells = Cells(sides[0].starts, sides[0].ends, sides[1].starts, sides[1].ends)
    refs, hyps = _rows(sides[0], cells, names), _rows(sides[1], cells, names)
    both, numbers = refs & hyps, cells.widths.astype(np.int64)
    wanted, given, right = refs.sum(axis=0), hyps.sum(axis=0), both.sum(axis=0)
    overall = Detections(
        int(wanted @ numbers),
        int(given @ numbers),
        int(right @ numbers),
        int((np.minimum(wanted, given) - right) @ numbers),
        int(np.maximum(wanted - given, 0) @ numbers),
        int(np.maximum(given - wanted, 0) @ numbers),
    )
    columns = ((refs @ numbers).tolist(), (hyps @ numbers).tolist(), (both @ numbers).tolist())
    return SoundEvents(overall, {name: _class(*row) for name, *row in zip(names, *columns, strict=True)})


def whole_segments(turns: Turns, resolution: float) -> Turns:
    """The labels as long as all segments in which they hold, in seconds.

    >>> from scoring.segments.turns import turns_of
    >>> whole_segments(turns_of([("car", 0.2, 2.5)]), 1.0).rows()
    [('car', 0.0, 3.0)]
    """
    whole = _whole(turns, resolution, math.ceil(turns.latest() * 1 / resolution))
    return Turns(whole.names, whole.codes, whole.starts * resolution, whole.ends * resolution)


def _whole(turns: Turns, resolution: float, count: int) -> Turns:
    """The labels with the numbers of their segments for times."""
    starts = np.minimum(np.floor(turns.starts * 1 / resolution), count)
    ends = np.minimum(np.ceil(turns.ends * 1 / resolution), count)
    return Turns(turns.names, turns.codes, starts, ends).where(ends > starts)


def _rows(turns: Turns, cells: Cells, names: list[str]) -> NDArray[np.bool_]:
    """For every name a row of the cells in which it holds."""
    table = np.zeros((len(names), len(cells)), dtype=bool)
    if len(turns.names):
        table[np.searchsorted(names, turns.names)] = cells.counts(turns) > 0
    return table


def _class(reference: int, hypothesis: int, hits: int) -> Detections:
    return Detections(reference, hypothesis, hits, 0, reference - hits, hypothesis - hits)


@dataclass(frozen=True, slots=True)
class OnsetSettings:
    """How far onset and offset may be off: `collar` seconds, and for the offset also a part of the length."""

    collar: float = 0.2
    length_part: float = 0.5
    onset: bool = True
    offset: bool = True

    def __post_init__(self) -> None:
        if not self.collar >= 0 or not self.length_part >= 0:
            raise UsageError("collar and length_part must be numbers from 0 on")


def by_onsets(ref: Turns, hyp: Turns, settings: OnsetSettings | None = None) -> SoundEvents:
    """Counts of whole events: as many hits as one-to-one pairs of equal classes can give.

    Events that are left over and lie right in time are substitutions, paired in the order of the labels.

    >>> from scoring.segments.turns import turns_of
    >>> by_onsets(turns_of([("car", 1.0, 2.0)]), turns_of([("car", 1.1, 2.4), ("dog", 5.0, 6.0)])).overall
    Detections(reference=1, hypothesis=2, hits=1, substitutions=0, deletions=0, insertions=1)
    """
    found = onset_pairs(ref, hyp, settings)
    pairs = np.array(found.pairs, dtype=np.int64).reshape(-1, 2)
    names = sorted({*ref.names, *hyp.names})
    same = found.confusions().correct
    hits = int(sum(same.values()))
    substitutions = len(pairs) - hits
    numbers = zip(names, _counts(found.ref, names), _counts(found.hyp, names), strict=True)
    return SoundEvents(
        Detections(
            len(found.ref),
            len(found.hyp),
            hits,
            substitutions,
            len(found.ref) - len(pairs),
            len(found.hyp) - len(pairs),
        ),
        {name: _class(wanted, given, int(same.get(name, 0))) for name, wanted, given in numbers},
    )


def onset_pairs(ref: Turns, hyp: Turns, settings: OnsetSettings | None = None) -> EventPairs:
    """Those pairs: hits, and substitutions behind them."""
    ref, hyp = resolved_pair(ref, hyp, None)
    edges = _close(ref, hyp, settings or OnsetSettings())
    numbers = {name: number for number, name in enumerate(ref.names)}
    known = np.array([numbers.get(name, -1) for name in hyp.names], dtype=np.int64)
    same = edges.where(known[hyp.codes[edges.hyp]] == ref.codes[edges.ref])
    hit = same.where(matching(same.ref, same.hyp, np.ones(len(same))))
    hits = zip(hit.ref.tolist(), hit.hyp.tolist(), strict=True)
    return EventPairs(ref, hyp, (*hits, *_leftovers(edges, hit)))


def _close(ref: Turns, hyp: Turns, settings: OnsetSettings) -> Edges:
    """The pairs that are right in time."""
    edges = near(ref.extents, hyp.extents, start_within=settings.collar if settings.onset else np.inf)
    if settings.offset:
        allowed = np.maximum(settings.collar, settings.length_part * (ref.ends - ref.starts))
        edges = edges.where(np.abs(ref.ends[edges.ref] - hyp.ends[edges.hyp]) <= allowed[edges.ref])
    return edges


def _leftovers(edges: Edges, hit: Edges) -> list[tuple[int, int]]:
    """The pairs that can be made of what is left, each label taking the first partner that is free."""
    done, taken = {*hit.ref.tolist()}, {*hit.hyp.tolist()}
    pairs: list[tuple[int, int]] = []
    for ref, hyp in zip(edges.ref.tolist(), edges.hyp.tolist(), strict=True):
        if ref not in done and hyp not in taken:
            done.add(ref)
            taken.add(hyp)
            pairs.append((ref, hyp))
    return pairs


def _counts(turns: Turns, names: list[str]) -> list[int]:
    found = dict(zip(turns.names, np.bincount(turns.codes, minlength=len(turns.names)).tolist(), strict=True))
    return [found.get(name, 0) for name in names]
