"""Boundaries: where labels end, matched with a tolerance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ....formats.values import dataclass
from ...common.counts import Matched
from ...maths.r_value import combined, r_value
from ..measure import Column, Measure, Recording, amount, check_amounts, rate
from ..slots import Slot
from ..turns import Turns, resolved_pair

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    Times: TypeAlias = NDArray[np.float64]

# Seconds by which the difference of two decimal times may be off as binary numbers: 1.02 - 1 is more than 0.02.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class BoundarySettings:
    """`collar` is how many seconds a boundary may be off, on each side."""

    collar: float = 0.5

    def __post_init__(self) -> None:
        check_amounts(collar=self.collar)

    @property
    def signature(self) -> str:
        """The settings in one line."""
        return f"tolerance:{self.collar:.15g}s"


@dataclass(frozen=True, slots=True)
class Boundaries(Matched):
    """Numbers of boundaries, which add up; a rate is None where there is no boundary."""

    reference_near: int = 0
    """Boundaries of the reference with one of the hypothesis within the tolerance, be it that of another one, too."""
    hypothesis_near: int = 0
    """Boundaries of the hypothesis with one of the reference within the tolerance."""

    @property
    def substituted(self) -> int:
        """Always 0: a boundary is matched or not."""
        return 0

    @property
    def missed(self) -> int:
        """Boundaries of the reference without a match."""
        return self.reference - self.matched

    @property
    def inserted(self) -> int:
        """Boundaries of the hypothesis without a match."""
        return self.hypothesis - self.matched

    @property
    def over_segmentation(self) -> float | None:
        """How many boundaries are too many, by those of the reference; below 0 for too few."""
        return self.hypothesis / self.reference - 1 if self.reference else None

    @property
    def r_value(self) -> float | None:
        """The R-value of the matched boundaries."""
        return r_value(self.matched, self.reference, self.hypothesis)

    @property
    def r_value_lenient(self) -> float | None:
        """The R-value as scripts of unsupervised segmentation have it, in which a boundary may be a match twice.

        Its over-segmentation is recall by precision, less 1; None without a match.
        """
        if not self.hypothesis_near or not self.reference:
            return None
        recall = self.reference_near / self.reference
        return combined(recall, recall * self.hypothesis / self.hypothesis_near - 1)

    def to_dict(self) -> dict[str, float | None]:
        """Numbers and rates by name, ready for JSON."""
        names = (
            *("reference", "hypothesis", "matched", "precision", "recall", "f1", "over_segmentation", "r_value"),
            *("reference_near", "hypothesis_near", "r_value_lenient"),
        )
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True)
class BoundaryPairs:
    """The times of boundaries: matched pairs, those missed by the hypothesis, and those it has inserted."""

    pairs: tuple[tuple[float, float], ...]
    missed: tuple[float, ...]
    inserted: tuple[float, ...]

    def numbers(self, tolerance: float) -> Boundaries:
        """How many there are, and how many have any boundary of the other side within the tolerance."""
        refs = sorted([*(ref for ref, _ in self.pairs), *self.missed])
        hyps = sorted([*(hyp for _, hyp in self.pairs), *self.inserted])
        sides = np.array(refs), np.array(hyps)
        near = _near(*sides, tolerance), _near(*sides[::-1], tolerance)
        return Boundaries(len(refs), len(hyps), len(self.pairs), *near)

    def slots(self) -> list[Slot]:
        """A slot for every pair, and for every boundary without a match; the times are the names."""
        slots = [_slot(ref, hyp, "C") for ref, hyp in self.pairs]
        slots += [_slot(time, None, "D") for time in self.missed]
        slots += [_slot(None, time, "I") for time in self.inserted]
        return sorted(slots, key=lambda slot: slot.begin)


def _near(times: Times, others: Times, tolerance: float) -> int:
    """How many times have one of the others, which rise, within the tolerance."""
    if not len(others):
        return 0
    behind = np.searchsorted(others, times)
    around = (others[np.clip(behind + shift, 0, len(others) - 1)] for shift in (-1, 0))
    return int(np.count_nonzero(np.logical_or(*(np.abs(times - other) <= tolerance + _ROUNDING for other in around))))


def _slot(ref: float | None, hyp: float | None, verdict: str) -> Slot:
    refs, hyps = (() if time is None else (f"{time:.2f}",) for time in (ref, hyp))
    return Slot(refs, hyps, None if ref is None else (ref, ref), None if hyp is None else (hyp, hyp), verdict)


def boundaries(ref: Turns, hyp: Turns, *, tolerance: float = 0.5) -> Boundaries:
    """Counts the ends of labels, except the last, that lie within `tolerance` of each other, one to one.

    As many pairs are made as possible; taking the closest first, as pyannote does, may make fewer.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> ref = turns_of([("a", 0.0, 1.0), ("b", 1.0, 2.0), ("a", 2.0, 4.0)])
    >>> hyp = turns_of([("a", 0.0, 1.2), ("b", 1.2, 3.0), ("a", 3.0, 4.0)])
    >>> boundaries(ref, hyp)
    Boundaries(reference=2, hypothesis=2, matched=1, reference_near=1, hypothesis_near=1)
    """
    return boundary_pairs(ref, hyp, tolerance=tolerance).numbers(tolerance)


def boundary_pairs(ref: Turns, hyp: Turns, *, tolerance: float = 0.5) -> BoundaryPairs:
    """The boundaries of both sides, paired in their order."""
    check_amounts(tolerance=tolerance)
    ref, hyp = resolved_pair(ref, hyp, None)
    refs, hyps = (_inner_ends(side) for side in (ref, hyp))
    pairs: list[tuple[float, float]] = []
    missed: list[float] = []
    inserted: list[float] = []
    i = j = 0
    while i < len(refs) and j < len(hyps):
        if abs(refs[i] - hyps[j]) <= tolerance + _ROUNDING:
            pairs.append((refs[i], hyps[j]))
            i, j = i + 1, j + 1
        elif refs[i] < hyps[j]:
            missed.append(refs[i])
            i += 1
        else:
            inserted.append(hyps[j])
            j += 1
    return BoundaryPairs(tuple(pairs), (*missed, *refs[i:]), (*inserted, *hyps[j:]))


def _inner_ends(turns: Turns) -> list[float]:
    """The ends of all labels except the last; labels with equal times count once."""
    times = sorted(set(zip(turns.starts.tolist(), turns.ends.tolist(), strict=True)))
    return sorted(end for _, end in times[:-1])


def _score(recordings: Sequence[Recording], settings: BoundarySettings) -> list[Boundaries]:
    return [boundaries(*recording.cropped(), tolerance=settings.collar) for recording in recordings]


def _slots(recording: Recording, score: object, settings: BoundarySettings) -> list[Slot]:
    return boundary_pairs(*recording.cropped(), tolerance=settings.collar).slots()


MEASURE = Measure(
    name="boundaries",
    settings=BoundarySettings,
    kind=Boundaries,
    names="unused",
    score=_score,
    total=lambda scores: sum(scores, Boundaries()),
    columns=(
        (amount("# Ref", "reference"), amount("# Hyp", "hypothesis")),
        (rate("Prec", "precision"), rate("Rec", "recall"), rate("F1", "f1")),
        (rate("R", "r_value"), rate("OS", "over_segmentation")),
    ),
    counts=("matched", "substituted", "missed", "inserted"),
    of_summaries=(Column("compared", lambda _: "ends of labels except the last", unit=""),),
    digits=0,
    slots=_slots,
)
