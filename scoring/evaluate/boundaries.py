"""Where things change, and whether clusters are pure: boundaries with a tolerance, purity and coverage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from formats.errors import UsageError
from scoring.align.turns import Cells, Turns, resolved_pair


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

    >>> from scoring.align.turns import turns_of
    >>> ref = turns_of([("a", 0.0, 1.0), ("b", 1.0, 2.0), ("a", 2.0, 4.0)])
    >>> hyp = turns_of([("a", 0.0, 1.2), ("b", 1.2, 3.0), ("a", 3.0, 4.0)])
    >>> boundaries(ref, hyp)
    Boundaries(reference=2, hypothesis=2, matched=1)
    """
    if not tolerance >= 0:
        raise UsageError(f"a tolerance of {tolerance!r} seconds is none")
    ref, hyp = resolved_pair(ref, hyp, None)
    refs, hyps = (_inner_ends(side) for side in (ref, hyp))
    matched = i = j = 0
    while i < len(refs) and j < len(hyps):
        if abs(refs[i] - hyps[j]) <= tolerance:
            matched, i, j = matched + 1, i + 1, j + 1
        elif refs[i] < hyps[j]:
            i += 1
        else:
            j += 1
    return Boundaries(len(refs), len(hyps), matched)


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

    >>> from scoring.align.turns import turns_of
    >>> found = clusters(turns_of([("a", 0.0, 6.0), ("b", 6.0, 10.0)]), turns_of([("x", 0.0, 10.0)]))
    >>> found.purity, found.coverage
    (0.6, 1.0)
    """
    ref, hyp = resolved_pair(ref, hyp, None)
    cells = Cells(ref.starts, ref.ends, hyp.starts, hyp.ends)
    if not len(cells):
        return Clusters()
    refs, hyps = cells.counts(ref) > 0, cells.counts(hyp) > 0
    shared = (refs * cells.widths) @ hyps.T.astype(np.float64)
    return Clusters(
        float((refs @ cells.widths).sum()),
        float((hyps @ cells.widths).sum()),
        float(shared.max(axis=1, initial=0.0).sum()),
        float(shared.max(axis=0, initial=0.0).sum()),
    )
