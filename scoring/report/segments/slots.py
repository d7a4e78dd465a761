"""What the listing of a recording shows: pairs of labels, pairs of boundaries, or stretches of time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from scoring.report.segments.table import Slot
from scoring.segments.turns import Cells, Spans, Turns

if TYPE_CHECKING:
    from scoring.segments.boundaries import BoundaryPairs
    from scoring.segments.events import EventPairs

# How a stretch is marked that does not count.
NOT_SCORED = "-"


def label_slots(found: EventPairs) -> list[Slot]:
    """A slot for every pair of labels, and for every label without a partner."""
    ref, hyp = found.ref, found.hyp
    return [
        Slot(
            float(ref.starts[i] if i >= 0 else hyp.starts[j]),
            ref.names[ref.codes[i]] if i >= 0 else "",
            hyp.names[hyp.codes[j]] if j >= 0 else "",
            verdict,
        )
        for verdict, i, j in found.rows()
    ]


def boundary_slots(found: BoundaryPairs) -> list[Slot]:
    """A slot for every pair of boundaries, and for every boundary without a partner, with their times."""
    slots = [Slot(ref, f"{ref:.2f}", f"{hyp:.2f}", "C") for ref, hyp in found.pairs]
    slots += [Slot(time, f"{time:.2f}", "", "D") for time in found.missed]
    slots += [Slot(time, "", f"{time:.2f}", "I") for time in found.made_up]
    return sorted(slots, key=lambda slot: slot.begin)


def stretch_slots(
    ref: Turns, hyp: Turns, *, scored: Spans | None = None, mapping: Mapping[str, str] | None = None
) -> list[Slot]:
    """A slot for every stretch of time in which something holds; names of one side are joined by `+`.

    `mapping` gives names of the hypothesis those of the reference; what is not scored is marked by `-`.

    >>> from scoring.segments.turns import turns_of
    >>> for slot in stretch_slots(turns_of([("a", 0.0, 4.0)]), turns_of([("a", 1.0, 5.0)]), scored=[(0.0, 4.0)]):
    ...     print(slot.begin, slot.ref, slot.hyp, slot.verdict)
    0.0 a  D
    1.0 a a C
    4.0  a -
    """
    spans = np.array([] if scored is None else scored, dtype=np.float64).reshape(-1, 2)
    cells = Cells(ref.starts, ref.ends, hyp.starts, hyp.ends, spans.ravel())
    counts = np.ones(len(cells)) if scored is None else cells.covered(spans[:, 0], spans[:, 1])
    names = mapping or {}
    slots: list[Slot] = []
    columns = zip(cells.edges.tolist(), _held(cells, ref), _held(cells, hyp), counts.tolist(), strict=False)
    for begin, refs, found, counted in columns:
        hyps = {names.get(name, name) for name in found}
        if refs or hyps:
            verdict = _verdict(refs, hyps) if counted else NOT_SCORED
            slots.append(Slot(begin, "+".join(sorted(refs)), "+".join(sorted(hyps)), verdict))
    return slots


def _held(cells: Cells, turns: Turns) -> Iterator[set[str]]:
    """The names that hold in each cell."""
    holds: Sequence[Sequence[int]] = [np.flatnonzero(row).tolist() for row in cells.counts(turns)]
    by_cell: list[set[str]] = [set() for _ in range(len(cells))]
    for name, places in zip(turns.names, holds, strict=True):
        for place in places:
            by_cell[place].add(name)
    return iter(by_cell)


def _verdict(refs: set[str], hyps: set[str]) -> str:
    """Whatever is wrong, S before D before I; C if nothing is."""
    right = len(refs & hyps)
    numbers = min(len(refs), len(hyps)) - right, len(refs) - len(hyps), len(hyps) - len(refs)
    return "".join(verdict for verdict, number in zip("SDI", numbers, strict=True) if number > 0) or "C"
