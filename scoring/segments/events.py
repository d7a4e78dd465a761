"""Events: whole labels of the reference against whole labels of the hypothesis, in numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from formats.errors import UsageError
from scoring.segments.bipartite import Edges, matching, near, overlapping
from scoring.segments.confusions import Confusions
from scoring.segments.moments import Extents
from scoring.segments.turns import Turns, resolved_pair

if TYPE_CHECKING:
    from scoring.segments.turns import Codes


@dataclass(frozen=True, slots=True)
class EventSettings:
    """Which labels may be a pair, and what a pair costs; a pair is kept where it costs less than having none."""

    minimum_overlap: float = 0.05
    """Seconds that both must share; 0 asks for any overlap."""
    start_within: float | None = None
    """Instead of an overlap: how many seconds the starts may lie apart."""
    end_within: float | None = None
    every_overlap: bool = False
    """Every overlapping pair counts, not only the best one-to-one choice."""
    substitution: float = 2.0
    non_overlap: float = 1.0
    """The cost of a pair that shares nothing; less in proportion to the part of the reference label that is shared."""
    deletion: float = 10.0
    insertion: float = 10.0

    def __post_init__(self) -> None:
        if self.end_within is not None and self.start_within is None:
            raise UsageError("end_within needs start_within")


@dataclass(frozen=True, slots=True)
class EventPairs:
    """The labels of one recording and their partners: the index on the other side, or -1."""

    ref: Turns
    hyp: Turns
    pairs: tuple[tuple[int, int], ...]

    def rows(self) -> list[tuple[Literal["C", "S", "D", "I"], int, int]]:
        """Every label in the order of time: what became of it, and its indices."""
        taken = {index for index, _ in self.pairs}, {index for _, index in self.pairs}
        rows: list[tuple[Literal["C", "S", "D", "I"], int, int]] = []
        for i, j in self.pairs:
            same = self.ref.names[self.ref.codes[i]] == self.hyp.names[self.hyp.codes[j]]
            rows.append(("C" if same else "S", i, j))
        rows += [("D", index, -1) for index in range(len(self.ref)) if index not in taken[0]]
        rows += [("I", -1, index) for index in range(len(self.hyp)) if index not in taken[1]]
        return sorted(rows, key=self._time)

    def _time(self, row: tuple[str, int, int]) -> tuple[float, int, int]:
        _, i, j = row
        return float(self.ref.starts[i] if i >= 0 else self.hyp.starts[j]), i, j

    def confusions(self) -> Confusions:
        """The numbers of labels by value."""
        table = np.array(self.pairs, dtype=np.int64).reshape(-1, 2)
        return counted(*_events([(self.ref, self.hyp)]), table[:, 0], table[:, 1])


def event_pairs(
    recordings: Sequence[tuple[Turns, Turns]], settings: EventSettings | None = None
) -> list[EventPairs]:
    """Pairs of labels, for many recordings at once.

    >>> from scoring.segments.turns import turns_of
    >>> ref, hyp = turns_of([("up", 5.0, 6.0)]), turns_of([("up", 5.1, 5.9), ("up", 9.0, 9.5)])
    >>> event_pairs([(ref, hyp)])[0].rows()
    [('C', 0, 0), ('I', -1, 1)]
    """
    sides = [resolved_pair(ref, hyp, None) for ref, hyp in recordings]
    refs, hyps = _events(sides)
    chosen = paired(refs, hyps, settings or EventSettings())
    cuts = np.searchsorted(chosen.ref, refs.first).tolist()
    found: list[EventPairs] = []
    for number, (ref, hyp) in enumerate(sides):
        own = slice(cuts[number], cuts[number + 1])
        columns = chosen.ref[own] - refs.first[number], chosen.hyp[own] - hyps.first[number]
        pairs = zip(*(column.tolist() for column in columns), strict=True)
        found.append(EventPairs(ref, hyp, tuple(pairs)))
    return found


def event_counts(recordings: Sequence[tuple[Turns, Turns]], settings: EventSettings | None = None) -> Confusions:
    """The numbers of labels by value over many recordings."""
    refs, hyps = _events([resolved_pair(ref, hyp, None) for ref, hyp in recordings])
    chosen = paired(refs, hyps, settings or EventSettings())
    return counted(refs, hyps, chosen.ref, chosen.hyp)


@dataclass(frozen=True, slots=True, eq=False)
class Events:
    """One side of many recordings, label after label; numbers of values go by `names`, which both sides share."""

    names: Sequence[str]
    codes: Codes
    extents: Extents
    first: Sequence[int]
    """Where the labels of each recording begin, and where the last ones end."""

    def __len__(self) -> int:
        return len(self.codes)


def _events(sides: Sequence[tuple[Turns, Turns]]) -> tuple[Events, Events]:
    """Both sides of many recordings with common numbers of values."""
    numbers: dict[str, int] = {}
    for pair in sides:
        for turns in pair:
            for name in turns.names:
                numbers.setdefault(name, len(numbers))
    return _side([ref for ref, _ in sides], numbers), _side([hyp for _, hyp in sides], numbers)


def _side(parts: Sequence[Turns], numbers: Mapping[str, int]) -> Events:
    sizes = [len(turns) for turns in parts]
    codes = [np.array([numbers[name] for name in turns.names], dtype=np.int64)[turns.codes] for turns in parts]
    extents = Extents(
        np.concatenate([turns.starts for turns in parts] or [np.empty(0)]),
        np.concatenate([turns.ends for turns in parts] or [np.empty(0)]),
        np.repeat(np.arange(len(parts)), sizes),
    )
    every = np.concatenate(codes) if codes else np.empty(0, dtype=np.int64)
    return Events(tuple(numbers), every, extents, [0, *np.cumsum(sizes).tolist()])


def paired(refs: Events, hyps: Events, settings: EventSettings) -> Edges:
    """The pairs that are chosen, of all recordings."""
    sides = refs.extents, hyps.extents
    if settings.start_within is None:
        edges = overlapping(*sides, minimum=settings.minimum_overlap)
    else:
        edges = near(*sides, start_within=settings.start_within, end_within=settings.end_within)
    return edges if settings.every_overlap else cheapest(edges, refs, hyps, settings)


def cheapest(edges: Edges, refs: Events, hyps: Events, settings: EventSettings) -> Edges:
    """The one-to-one choice of candidate pairs that costs least."""
    lengths = (refs.extents.ends - refs.extents.starts)[edges.ref]
    with np.errstate(invalid="ignore"):  # an endless overlap is no part of an endless label
        missing = 1.0 - np.divide(edges.overlap, lengths, out=np.zeros(len(edges)), where=lengths > 0)
    if np.isnan(missing).any():
        raise ValueError("labels without end have no overlap ratio: give both sides their ends")
    costs = settings.non_overlap * missing + settings.substitution * (refs.codes[edges.ref] != hyps.codes[edges.hyp])
    return edges.where(matching(edges.ref, edges.hyp, settings.insertion + settings.deletion - costs))


def counted(ref: Events, hyp: Events, refs: Codes, hyps: Codes) -> Confusions:
    """The numbers of labels by value, given the indices of the pairs."""
    correct: dict[str, float] = {}
    substituted: dict[tuple[str, str], float] = {}
    size = max(len(ref.names), 1)
    kinds, counts = np.unique(ref.codes[refs] * size + hyp.codes[hyps], return_counts=True)
    for kind, count in zip(kinds.tolist(), counts.tolist(), strict=True):
        row, column = divmod(kind, size)
        if row == column:
            correct[ref.names[row]] = count
        else:
            substituted[ref.names[row], ref.names[column]] = count
    return Confusions(correct, substituted, _alone(ref, refs), _alone(hyp, hyps))


def _alone(side: Events, taken: Codes) -> dict[str, float]:
    """How many labels of each value are in no pair."""
    alone = np.ones(len(side), dtype=bool)
    alone[taken] = False
    counts = np.bincount(side.codes[alone], minlength=len(side.names)).tolist()
    return {name: count for name, count in zip(side.names, counts, strict=True) if count}
