"""What holds when, in seconds: at every moment the values of the reference against those of the hypothesis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from scoring.segments.confusions import Confusions
from scoring.segments.turns import Cells, Spans, Turns, resolved_pair

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.segments.turns import Codes, Floats, Mask


def class_times(ref: Turns, hyp: Turns, *, merge: float = 0.0, regions: Spans | None = None) -> Confusions:
    """Seconds by value. Boundaries closer than `merge` to the one before count as one, at the time of the first.

    Where several values hold at once, those that both sides have are correct; of the others the first of the
    reference is taken for the first of the hypothesis, by name, and so on; what is left over is deleted or inserted.

    >>> from scoring.segments.turns import turns_of
    >>> ref = turns_of([("music", 0.0, 5.0), ("speech", 5.0, 11.0)])
    >>> hyp = turns_of([("music", 0.0, 4.0), ("speech", 4.0, 12.0)])
    >>> found = class_times(ref, hyp)
    >>> found.correct, found.substituted, found.inserted
    ({'music': 4.0, 'speech': 6.0}, {('music', 'speech'): 1.0}, {'speech': 1.0})
    """
    ref, hyp = resolved_pair(ref, hyp, regions)
    if merge > 0:
        ref, hyp = merged_boundaries(ref, hyp, merge)
    spans = np.array(regions if regions is not None else [], dtype=np.float64).reshape(-1, 2)
    cells = Cells(ref.starts, ref.ends, hyp.starts, hyp.ends, spans.ravel())
    if not len(cells):
        return Confusions()
    widths = cells.widths
    if regions is not None:
        widths = np.where(cells.covered(spans[:, 0], spans[:, 1]) > 0, np.where(np.isinf(widths), 0.0, widths), 0.0)
    if _single(ref) and _single(hyp):
        return _of_single(ref, hyp, cells, widths)
    return _of_several(ref, hyp, cells, widths)


def merged_boundaries(ref: Turns, hyp: Turns, merge: float) -> tuple[Turns, Turns]:
    """Both sides with boundaries that are closer than `merge` to the one before at the time of the first of them."""
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
    """Whether no two labels hold at once."""
    order = np.argsort(turns.starts, kind="stable")
    return bool((turns.starts[order[1:]] >= turns.ends[order[:-1]]).all())


def _of_single(ref: Turns, hyp: Turns, cells: Cells, widths: Floats) -> Confusions:
    """Seconds where each side has one value at a time."""
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
    """The code that holds in each cell; the number of names where none does."""
    nothing = len(turns.names)
    if not len(turns):
        return np.full(len(cells), nothing)
    order = np.argsort(turns.starts, kind="stable")
    places = np.searchsorted(turns.starts[order], cells.edges[:-1], "right") - 1
    label = order[np.maximum(places, 0)]
    holds = (places >= 0) & (cells.edges[:-1] < turns.ends[label])
    return np.where(holds, turns.codes[label], nothing)


def _of_several(ref: Turns, hyp: Turns, cells: Cells, widths: Floats) -> Confusions:
    """Seconds where values may hold at once: first what is common, then the rest, one cell after the other."""
    names = sorted({*ref.names, *hyp.names})
    refs, hyps = _rows(ref, cells, names), _rows(hyp, cells, names)
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


def _rows(turns: Turns, cells: Cells, names: list[str]) -> Mask:
    """For every name of a list a row of the cells in which it holds."""
    table: NDArray[np.bool_] = np.zeros((len(names), len(cells)), dtype=bool)
    if len(turns.names):
        table[np.searchsorted(names, turns.names)] = cells.counts(turns) > 0
    return table


def _remainders(lost: Mask, gained: Mask, widths: Floats) -> Iterator[tuple[list[int], list[int], float]]:
    """Names that only one side has, and for how long; cells with the same names together."""
    busy = np.flatnonzero((lost.any(axis=0) | gained.any(axis=0)) & (widths > 0))
    if not len(busy):
        return
    columns = np.packbits(np.concatenate([lost[:, busy], gained[:, busy]]), axis=0).T
    kinds, first, kind = np.unique(columns, axis=0, return_index=True, return_inverse=True)
    seconds = np.bincount(kind.ravel(), weights=widths[busy], minlength=len(kinds))
    for place, width in zip(busy[first].tolist(), seconds.tolist(), strict=True):
        yield np.flatnonzero(lost[:, place]).tolist(), np.flatnonzero(gained[:, place]).tolist(), width
