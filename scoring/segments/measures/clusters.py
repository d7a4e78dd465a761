"""Clusters: whether each name of one side stays with one name of the other, as purity and coverage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...common.counts import Summed
from ..measure import Measure, Recording, amount, rate
from ..slots import Slot, stretch_slots
from ..turns import Cells, Turns, resolved_pair

if TYPE_CHECKING:
    from ..turns import Floats, Spans


@dataclass(frozen=True, slots=True)
class ClusterSettings:
    """No settings: purity and coverage have none."""

    @property
    def signature(self) -> str:
        """The settings in one line."""
        return "by-time"


@dataclass(frozen=True, slots=True)
class Clusters(Summed):
    """Seconds of either side, and the part of it that each name shares with its best partner; these add up."""

    reference: float = 0.0
    hypothesis: float = 0.0
    covered: float = 0.0
    pure: float = 0.0

    @property
    def mixed(self) -> float:
        """Seconds of the hypothesis in which a name is not with its best name of the reference."""
        return self.hypothesis - self.pure

    @property
    def purity(self) -> float | None:
        """The part of the hypothesis in which each of its names is with its best name of the reference."""
        return self.pure / self.hypothesis if self.hypothesis else None

    @property
    def coverage(self) -> float | None:
        """The part of the reference in which each of its names is with its best name of the hypothesis."""
        return self.covered / self.reference if self.reference else None

    def to_dict(self) -> dict[str, float | None]:
        """Seconds and rates by name, ready for JSON."""
        names = ("reference", "hypothesis", "covered", "pure", "purity", "coverage")
        return {name: getattr(self, name) for name in names}


def clusters(ref: Turns, hyp: Turns, *, regions: Spans | None = None) -> Clusters:
    """Purity and coverage of the names of the hypothesis, within regions (start, end) if there are any.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> both = clusters(turns_of([("a", 0.0, 6.0), ("b", 6.0, 10.0)]), turns_of([("x", 0.0, 10.0)]))
    >>> both.purity, both.coverage
    (0.6, 1.0)
    """
    ref, hyp, cells, widths = _cut(ref, hyp, regions)
    shared = _shared(ref, hyp, cells, widths)
    return Clusters(
        float(((cells.counts(ref) > 0) @ widths).sum()),
        float(((cells.counts(hyp) > 0) @ widths).sum()),
        float(shared.max(axis=1, initial=0.0).sum()),
        float(shared.max(axis=0, initial=0.0).sum()),
    )


def best_names(ref: Turns, hyp: Turns, *, regions: Spans | None = None) -> dict[str, str]:
    """For each name of the hypothesis the name of the reference that shares most seconds with it, if any does.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> best_names(turns_of([("a", 0.0, 6.0), ("b", 6.0, 10.0)]), turns_of([("x", 0.0, 7.0), ("y", 8.0, 9.0)]))
    {'x': 'a', 'y': 'b'}
    """
    ref, hyp, cells, widths = _cut(ref, hyp, regions)
    shared = _shared(ref, hyp, cells, widths)
    if not len(ref.names):
        return {}
    best = shared.argmax(axis=0).tolist()
    return {name: ref.names[best[place]] for place, name in enumerate(hyp.names) if shared[best[place], place] > 0}


def _cut(ref: Turns, hyp: Turns, regions: Spans | None) -> tuple[Turns, Turns, Cells, Floats]:
    """Both sides with their open ends closed, the cells of their time, and the scored seconds of each cell."""
    ref, hyp = resolved_pair(ref, hyp, regions)
    cells = Cells(
        ref.starts,
        ref.ends,
        hyp.starts,
        hyp.ends,
        np.array(regions if regions is not None else (), dtype=np.float64).ravel(),
    )
    return ref, hyp, cells, cells.scored_widths(regions)


def _shared(ref: Turns, hyp: Turns, cells: Cells, widths: Floats) -> Floats:
    """Seconds that each name of the reference shares with each of the hypothesis."""
    hyps = (cells.counts(hyp) > 0).astype(np.float64)
    shared: Floats = ((cells.counts(ref) > 0) * widths) @ hyps.T
    return shared


def _score(recordings: Sequence[Recording], settings: ClusterSettings) -> list[Clusters]:
    return [clusters(each.ref, each.hyp, regions=each.regions) for each in recordings]


def _slots(recording: Recording, score: object, settings: ClusterSettings) -> list[Slot]:
    mapping = best_names(recording.ref, recording.hyp, regions=recording.regions)
    return stretch_slots(*recording.resolved(), scored=recording.regions, mapping=mapping)


MEASURE = Measure(
    name="clusters",
    settings=ClusterSettings,
    kind=Clusters,
    names="free",
    score=_score,
    total=lambda scores: sum(scores, Clusters()),
    columns=(
        (amount("Ref sec", "reference", 2), amount("Hyp sec", "hypothesis", 2)),
        (rate("Purity", "purity"), rate("Coverage", "coverage")),
    ),
    counts=("pure", "mixed", None, None),
    digits=2,
    slots=_slots,
)
