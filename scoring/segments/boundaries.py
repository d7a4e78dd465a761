"""Where things change, and whether clusters are pure: boundaries with a tolerance, purity and coverage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formats.errors import UsageError
from scoring.segments.turns import Cells, Turns, resolved_pair

if TYPE_CHECKING:
    from scoring.segments.turns import Floats


@dataclass(frozen=True, slots=True)
class Boundaries:
    """Numbers of boundaries; sums of these are these. A rate is None where there is no boundary."""

    reference: int = 0
    hypothesis: int = 0
    matched: int = 0

    def __add__(self, other: Boundaries) -> Boundaries:
        if not isinstance(other, Boundaries):
            return NotImplemented
        return Boundaries(
            self.reference + other.reference, self.hypothesis + other.hypothesis, self.matched + other.matched
        )

    @property
    def precision(self) -> float | None:
        """Matched by those of the hypothesis."""
        return self.matched / self.hypothesis if self.hypothesis else None

    @property
    def recall(self) -> float | None:
        """Matched by those of the reference."""
        return self.matched / self.reference if self.reference else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        both = self.reference + self.hypothesis
        return 2 * self.matched / both if both else None


def boundaries(ref: Turns, hyp: Turns, *, tolerance: float = 0.5) -> Boundaries:
    """Counts the ends of labels, but for the last, that lie within `tolerance` of each other, one to one.

    As many pairs are made as possible; taking the closest first, as pyannote does, may make fewer.

    >>> from scoring.segments.turns import turns_of
    >>> ref = turns_of([("a", 0.0, 1.0), ("b", 1.0, 2.0), ("a", 2.0, 4.0)])
    >>> hyp = turns_of([("a", 0.0, 1.2), ("b", 1.2, 3.0), ("a", 3.0, 4.0)])
    >>> boundaries(ref, hyp)
    Boundaries(reference=2, hypothesis=2, matched=1)
    """
    return boundary_pairs(ref, hyp, tolerance=tolerance).numbers()


@dataclass(frozen=True, slots=True)
class BoundaryPairs:
    """The times of boundaries that were found, of those that were missed, and of those that are none."""

    pairs: tuple[tuple[float, float], ...]
    missed: tuple[float, ...]
    made_up: tuple[float, ...]

    def numbers(self) -> Boundaries:
        """How many there are."""
        matched = len(self.pairs)
        return Boundaries(matched + len(self.missed), matched + len(self.made_up), matched)


def boundary_pairs(ref: Turns, hyp: Turns, *, tolerance: float = 0.5) -> BoundaryPairs:
    """The boundaries of both sides, paired in their order."""
    if not tolerance >= 0:
        raise UsageError(f"a tolerance of {tolerance!r} seconds is none")
    ref, hyp = resolved_pair(ref, hyp, None)
    refs, hyps = (_inner_ends(side) for side in (ref, hyp))
    pairs: list[tuple[float, float]] = []
    missed: list[float] = []
    made_up: list[float] = []
    i = j = 0
    while i < len(refs) and j < len(hyps):
        if abs(refs[i] - hyps[j]) <= tolerance:
            pairs.append((refs[i], hyps[j]))
            i, j = i + 1, j + 1
        elif refs[i] < hyps[j]:
            missed.append(refs[i])
            i += 1
        else:
            made_up.append(hyps[j])
            j += 1
    return BoundaryPairs(tuple(pairs), (*missed, *refs[i:]), (*made_up, *hyps[j:]))


def _inner_ends(turns: Turns) -> list[float]:
    """The ends of all labels but the last; labels with the same times are one."""
    times = sorted(set(zip(turns.starts.tolist(), turns.ends.tolist(), strict=True)))
    return sorted(end for _, end in times[:-1])


@dataclass(frozen=True, slots=True)
class Clusters:
    """Seconds of either side, and the part of it that the best partner of each name accounts for; sums add up."""

    reference: float = 0.0
    hypothesis: float = 0.0
    covered: float = 0.0
    pure: float = 0.0

    def __add__(self, other: Clusters) -> Clusters:
        if not isinstance(other, Clusters):
            return NotImplemented
        return Clusters(
            self.reference + other.reference,
            self.hypothesis + other.hypothesis,
            self.covered + other.covered,
            self.pure + other.pure,
        )

    @property
    def purity(self) -> float | None:
        """The part of the hypothesis in which each of its names stays with its best name of the reference."""
        return self.pure / self.hypothesis if self.hypothesis else None

    @property
    def coverage(self) -> float | None:
        """The part of the reference in which each of its names stays with its best name of the hypothesis."""
        return self.covered / self.reference if self.reference else None


def clusters(ref: Turns, hyp: Turns) -> Clusters:
    """Purity and coverage of the names of the hypothesis.

    >>> from scoring.segments.turns import turns_of
    >>> found = clusters(turns_of([("a", 0.0, 6.0), ("b", 6.0, 10.0)]), turns_of([("x", 0.0, 10.0)]))
    >>> found.purity, found.coverage
    (0.6, 1.0)
    """
    ref, hyp = resolved_pair(ref, hyp, None)
    cells = Cells(ref.starts, ref.ends, hyp.starts, hyp.ends)
    shared = _shared(ref, hyp, cells)
    return Clusters(
        float(((cells.counts(ref) > 0) @ cells.widths).sum()),
        float(((cells.counts(hyp) > 0) @ cells.widths).sum()),
        float(shared.max(axis=1, initial=0.0).sum()),
        float(shared.max(axis=0, initial=0.0).sum()),
    )


def best_names(ref: Turns, hyp: Turns) -> dict[str, str]:
    """For each name of the hypothesis that of the reference with which it shares most, if it shares anything.

    >>> from scoring.segments.turns import turns_of
    >>> best_names(turns_of([("a", 0.0, 6.0), ("b", 6.0, 10.0)]), turns_of([("x", 0.0, 7.0), ("y", 8.0, 9.0)]))
    {'x': 'a', 'y': 'b'}
    """
    ref, hyp = resolved_pair(ref, hyp, None)
    shared = _shared(ref, hyp, Cells(ref.starts, ref.ends, hyp.starts, hyp.ends))
    if not len(ref.names):
        return {}
    best = shared.argmax(axis=0).tolist()
    return {name: ref.names[best[place]] for place, name in enumerate(hyp.names) if shared[best[place], place] > 0}


def _shared(ref: Turns, hyp: Turns, cells: Cells) -> Floats:
    """Seconds that each name of the reference shares with each of the hypothesis."""
    hyps = (cells.counts(hyp) > 0).astype(np.float64)
    shared: Floats = ((cells.counts(ref) > 0) * cells.widths) @ hyps.T
    return shared
