"""Slots: pairs of labels, pairs of boundaries, or stretches of time, each with its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from .turns import Cells, Spans, Turns

# The verdict on a stretch that does not count.
NOT_SCORED = "-"


@dataclass(frozen=True, slots=True)
class Slot:
    """The names of both sides that stand against each other, when they hold, and the verdict.

    The verdict is C, S, D or I; stretches of time may have several of S, D and I, or NOT_SCORED. A side without a name
    has no span.
    """

    refs: tuple[str, ...]
    hyps: tuple[str, ...]
    ref_span: tuple[float, float] | None
    hyp_span: tuple[float, float] | None
    verdict: str

    @property
    def begin(self) -> float:
        """When the reference begins, or the hypothesis if it stands alone."""
        span = self.ref_span or self.hyp_span
        assert span is not None, "a slot has a side"
        return span[0]

    def steps(self) -> Iterator[tuple[str, str | None, str | None]]:
        """One verdict, reference and hypothesis after the other; a missing side is None, NOT_SCORED has no steps.

        >>> list(Slot(("a", "b", "c"), ("b", "d"), (0.0, 1.0), (0.0, 1.0), "SD").steps())
        [('C', 'b', 'b'), ('S', 'a', 'd'), ('D', 'c', None)]
        """
        if self.verdict == NOT_SCORED:
            return
        if len(self.refs) <= 1 and len(self.hyps) <= 1:
            yield self.verdict, next(iter(self.refs), None), next(iter(self.hyps), None)
            return
        both = set(self.refs) & set(self.hyps)
        yield from (("C", name, name) for name in self.refs if name in both)
        lost, gained = ([name for name in side if name not in both] for side in (self.refs, self.hyps))
        for ref, hyp in zip_longest(lost, gained):
            yield "I" if ref is None else "D" if hyp is None else "S", ref, hyp


def stretch_slots(
    ref: Turns, hyp: Turns, *, scored: Spans | None = None, mapping: Mapping[str, str] | None = None
) -> list[Slot]:
    """A slot for every stretch of time in which something holds; names of a side are sorted.

    `mapping` gives names of the hypothesis those of the reference.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> for slot in stretch_slots(turns_of([("a", 0.0, 4.0)]), turns_of([("a", 1.0, 5.0)]), scored=[(0.0, 4.0)]):
    ...     print(slot.begin, slot.refs, slot.hyps, slot.verdict)
    0.0 ('a',) () D
    1.0 ('a',) ('a',) C
    4.0 () ('a',) -
    """
    spans = np.array([] if scored is None else scored, dtype=np.float64).reshape(-1, 2)
    cells = Cells(ref.starts, ref.ends, hyp.starts, hyp.ends, spans.ravel())
    counts = np.ones(len(cells)) if scored is None else cells.covered(spans[:, 0], spans[:, 1])
    names = mapping or {}
    edges = cells.edges.tolist()
    slots: list[Slot] = []
    columns = zip(edges, edges[1:], _held(cells, ref), _held(cells, hyp), counts.tolist(), strict=False)
    for begin, end, refs, heard, counted in columns:
        hyps = {names.get(name, name) for name in heard}
        if refs or hyps:
            verdict = _verdict(refs, hyps) if counted else NOT_SCORED
            span = begin, end
            slots.append(
                Slot(tuple(sorted(refs)), tuple(sorted(hyps)), span if refs else None, span if hyps else None, verdict)
            )
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
    """All errors of a stretch, S before D before I; C if there are none."""
    right = len(refs & hyps)
    numbers = min(len(refs), len(hyps)) - right, len(refs) - len(hyps), len(hyps) - len(refs)
    return "".join(verdict for verdict, number in zip("SDI", numbers, strict=True) if number > 0) or "C"
