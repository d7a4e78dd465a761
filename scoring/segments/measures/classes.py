"""Classes in seconds: at every moment the values of the reference against those of the hypothesis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..confusions import Confusions, by_value, confusions_of, of_scores
from ..measure import Column, Measure, Recording, check_amounts, error_columns, rate, signed_duration
from ..slots import Slot, stretch_slots
from ..turns import MOST_ENTRIES, PART, Cells, Spans, Turns, resolved_pair

if TYPE_CHECKING:
    from ..turns import Codes, Floats, Mask


@dataclass(frozen=True, slots=True)
class ClassSettings:
    """Boundaries closer than `merge` seconds to the one before count as one (evalmate: 0.01)."""

    merge: float = 0.0
    min_duration: float = 0.0
    """Labels of either side that are shorter, in seconds, are left out before scoring."""

    def __post_init__(self) -> None:
        check_amounts(merge=self.merge, min_duration=self.min_duration)

    @property
    def signature(self) -> str:
        """The settings in one line."""
        return f"merge:{self.merge:.15g}s{signed_duration(self.min_duration)}"


def class_times(ref: Turns, hyp: Turns, *, merge: float = 0.0, regions: Spans | None = None) -> Confusions:
    """Seconds by value. Boundaries closer than `merge` to the one before count as one, at the time of the first.

    Where several values hold at once, the values of both sides are correct; of the others the first of the reference
    is taken for the first of the hypothesis, by name, and so on; the rest is deleted or inserted.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> ref = turns_of([("music", 0.0, 5.0), ("speech", 5.0, 11.0)])
    >>> hyp = turns_of([("music", 0.0, 4.0), ("speech", 4.0, 12.0)])
    >>> times = class_times(ref, hyp)
    >>> times.correct, times.substituted, times.inserted
    ({'music': 4.0, 'speech': 6.0}, {('music', 'speech'): 1.0}, {'speech': 1.0})
    """
    ref, hyp = resolved_pair(ref, hyp, regions)
    if merge > 0:
        ref, hyp = merged_boundaries(ref, hyp, merge)
    cells = Cells(
        ref.starts,
        ref.ends,
        hyp.starts,
        hyp.ends,
        np.array(regions if regions is not None else (), dtype=np.float64).ravel(),
    )
    if not len(cells):
        return Confusions()
    widths = cells.scored_widths(regions)
    if _single(ref) and _single(hyp):
        return _of_single(ref, hyp, cells, widths)
    if len({*ref.names, *hyp.names}) * len(cells) <= MOST_ENTRIES:
        return _of_several(ref, hyp, cells, widths)
    return confusions_of(_of_parts(ref, hyp, cells, widths))


def _of_parts(ref: Turns, hyp: Turns, cells: Cells, widths: Floats) -> Iterator[Confusions]:
    """Seconds by value in parts of the time, in which few of many values hold."""
    for first in range(0, len(cells), PART):
        part = cells.part(first, first + PART)
        sides = [side.within(part.edges[0], part.edges[-1]) for side in (ref, hyp)]
        yield _of_several(sides[0], sides[1], part, widths[first : first + PART])


def merged_boundaries(ref: Turns, hyp: Turns, merge: float) -> tuple[Turns, Turns]:
    """Both sides, each boundary that is closer than `merge` to the one before moved to the first of them."""
    times = np.sort(np.concatenate([ref.starts, ref.ends, hyp.starts, hyp.ends]))
    if not len(times):
        return ref, hyp
    begins = np.ones(len(times), dtype=bool)
    begins[1:] = ~(np.diff(times) < merge)
    firsts = times[begins]

    def snapped(turns: Turns) -> Turns:
        starts, ends = (firsts[np.searchsorted(firsts, column, "right") - 1] for column in (turns.starts, turns.ends))
        moved = Turns(turns.names, turns.codes, starts, ends)
        return moved.where(ends > starts)

    return snapped(ref), snapped(hyp)


def _single(turns: Turns) -> bool:
    """True if at most one label holds at any time."""
    order = np.argsort(turns.starts, kind="stable")
    return bool((turns.starts[order[1:]] >= turns.ends[order[:-1]]).all())


def _of_single(ref: Turns, hyp: Turns, cells: Cells, widths: Floats) -> Confusions:
    """Seconds by value where each side has at most one value at a time."""
    rows, columns = len(ref.names), len(hyp.names)
    pairs = _codes(ref, cells) * (columns + 1) + _codes(hyp, cells)
    table = np.bincount(pairs, weights=widths, minlength=(rows + 1) * (columns + 1)).reshape(rows + 1, columns + 1)
    correct: dict[str, float] = {}
    substituted: dict[tuple[str, str], float] = {}
    deleted: dict[str, float] = {}
    inserted: dict[str, float] = {}
    for row, column in zip(*(places.tolist() for places in np.nonzero(table)), strict=True):
        amount = float(table[row, column])
        if row == rows:
            if column < columns:
                inserted[hyp.names[column]] = amount
        elif column == columns:
            deleted[ref.names[row]] = amount
        elif ref.names[row] == hyp.names[column]:
            correct[ref.names[row]] = amount
        else:
            substituted[ref.names[row], hyp.names[column]] = amount
    return Confusions(correct, substituted, deleted, inserted)


def _codes(turns: Turns, cells: Cells) -> Codes:
    """The code that holds in each cell; where none does, the number of names."""
    nothing = len(turns.names)
    if not len(turns):
        return np.full(len(cells), nothing)
    order = np.argsort(turns.starts, kind="stable")
    places = np.searchsorted(turns.starts[order], cells.edges[:-1], "right") - 1
    label = order[np.maximum(places, 0)]
    holds = (places >= 0) & (cells.edges[:-1] < turns.ends[label])
    return np.where(holds, turns.codes[label], nothing)


def _of_several(ref: Turns, hyp: Turns, cells: Cells, widths: Floats) -> Confusions:
    """Seconds by value where several values may hold at once: first the common values, then the others by cell."""
    names = sorted({*ref.names, *hyp.names})
    refs, hyps = cells.held(ref, names), cells.held(hyp, names)
    substituted: dict[tuple[str, str], float] = {}
    deleted: dict[str, float] = {}
    inserted: dict[str, float] = {}
    seconds = (refs & hyps) @ widths
    correct = {names[row]: float(seconds[row]) for row in np.flatnonzero(seconds).tolist()}
    for lost, gained, width in _remainders(refs & ~hyps, hyps & ~refs, widths):
        pairs = zip(lost, gained, strict=False)
        for row, column in pairs:
            key = names[row], names[column]
            substituted[key] = substituted.get(key, 0.0) + width
        for row in lost[len(gained) :]:
            deleted[names[row]] = deleted.get(names[row], 0.0) + width
        for column in gained[len(lost) :]:
            inserted[names[column]] = inserted.get(names[column], 0.0) + width
    return Confusions(correct, substituted, deleted, inserted)


def _remainders(lost: Mask, gained: Mask, widths: Floats) -> Iterator[tuple[list[int], list[int], float]]:
    """The names of one side alone, and for how long; cells of equal names are taken together."""
    busy = np.flatnonzero((lost.any(axis=0) | gained.any(axis=0)) & (widths > 0))
    if not len(busy):
        return
    columns = np.packbits(np.concatenate([lost[:, busy], gained[:, busy]]), axis=0).T
    kinds, first, kind = np.unique(columns, axis=0, return_index=True, return_inverse=True)
    seconds = np.bincount(kind.ravel(), weights=widths[busy], minlength=len(kinds))
    for place, width in zip(busy[first].tolist(), seconds.tolist(), strict=True):
        yield np.flatnonzero(lost[:, place]).tolist(), np.flatnonzero(gained[:, place]).tolist(), width


def _score(recordings: Sequence[Recording], settings: ClassSettings) -> list[Confusions]:
    return [
        class_times(recording.ref, recording.hyp, merge=settings.merge, regions=recording.regions)
        for recording in recordings
    ]


def _slots(recording: Recording, score: object, settings: ClassSettings) -> list[Slot]:
    ref, hyp = recording.resolved()
    if settings.merge > 0:
        ref, hyp = merged_boundaries(ref, hyp, settings.merge)
    return stretch_slots(ref, hyp, scored=recording.regions)


def _kappa(total: Confusions) -> str:
    return "-" if total.kappa is None else f"{total.kappa:.3f}"


MEASURE = Measure(
    name="classes",
    settings=ClassSettings,
    kind=Confusions,
    names="shared",
    score=_score,
    total=confusions_of,
    columns=error_columns("Seconds", "total", "correct", digits=2),
    counts=("correct", "substitutions", "deletions", "insertions"),
    digits=2,
    slots=_slots,
    error_rate="error_rate",
    of_summaries=(Column("kappa", _kappa, unit=""), rate("UAR", "uar")),
    overall=lambda total: total.overall,
    rows=by_value,
    confusions=of_scores,
)
