"""Events: whole labels of the reference against whole labels of the hypothesis, in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from formats.errors import UsageError
from scoring.align.bipartite import Edges, matching, near, overlapping
from scoring.align.turns import Turns, resolved_pair
from scoring.evaluate.confusions import Confusions, confusions_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.align.turns import Codes


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
        return _counted(self.ref, self.hyp, table[:, 0], table[:, 1])


def event_pairs(
    recordings: Sequence[tuple[Turns, Turns]], settings: EventSettings | None = None
) -> list[EventPairs]:
    """Pairs of labels, for many recordings at once.

    >>> from scoring.align.turns import turns_of
    >>> ref, hyp = turns_of([("up", 5.0, 6.0)]), turns_of([("up", 5.1, 5.9), ("up", 9.0, 9.5)])
    >>> event_pairs([(ref, hyp)])[0].rows()
    [('C', 0, 0), ('I', -1, 1)]
    """
    sides, starts, chosen = _matched(recordings, settings or EventSettings())
    found = []
    for (ref, hyp), begin, end in zip(sides, starts, starts[1:], strict=False):
        pairs = zip(chosen.ref[begin:end].tolist(), chosen.hyp[begin:end].tolist(), strict=True)
        found.append(EventPairs(ref, hyp, tuple(pairs)))
    return found


def event_counts(recordings: Sequence[tuple[Turns, Turns]], settings: EventSettings | None = None) -> Confusions:
    """The numbers of labels by value over many recordings."""
    sides, starts, chosen = _matched(recordings, settings or EventSettings())
    return confusions_of(
        _counted(ref, hyp, chosen.ref[begin:end], chosen.hyp[begin:end])
        for (ref, hyp), begin, end in zip(sides, starts, starts[1:], strict=False)
    )


def _matched(
    recordings: Sequence[tuple[Turns, Turns]], settings: EventSettings
) -> tuple[list[tuple[Turns, Turns]], list[int], Edges]:
    """Both sides with their ends closed; where the pairs of each recording begin, and where the last end; the pairs."""
    sides = [resolved_pair(ref, hyp, None) for ref, hyp in recordings]
    edges = [_candidates(ref, hyp, settings) for ref, hyp in sides]
    sizes = [len(found) for found in edges]
    if not any(sizes):
        return sides, [0] * (len(sides) + 1), _joined(edges)
    if settings.every_overlap:
        return sides, [0, *np.cumsum(sizes).tolist()], _joined(edges)
    gains = [_gains(ref, hyp, found, settings) for (ref, hyp), found in zip(sides, edges, strict=True)]
    offsets = [np.cumsum([len(pair[side]) for pair in sides]) - [len(pair[side]) for pair in sides] for side in (0, 1)]
    whole = _joined(edges)
    chosen = matching(
        whole.ref + np.repeat(offsets[0], sizes), whole.hyp + np.repeat(offsets[1], sizes), np.concatenate(gains)
    )
    before = np.concatenate([[0], np.cumsum(chosen)])
    return sides, [0, *before[np.cumsum(sizes)].tolist()], whole.where(chosen)


def _candidates(ref: Turns, hyp: Turns, settings: EventSettings) -> Edges:
    columns = ref.starts, ref.ends, hyp.starts, hyp.ends
    if settings.start_within is None:
        return overlapping(*columns, minimum=settings.minimum_overlap)
    return near(*columns, start_within=settings.start_within, end_within=settings.end_within)


def _gains(ref: Turns, hyp: Turns, edges: Edges, settings: EventSettings) -> NDArray[np.float64]:
    """What a pair is worth: the cost of having none less its own."""
    lengths = (ref.ends - ref.starts)[edges.ref]
    missing = 1.0 - edges.overlap / lengths
    differs = _common(hyp, ref)[hyp.codes[edges.hyp]] != ref.codes[edges.ref]
    costs = settings.non_overlap * missing + settings.substitution * differs
    gains: NDArray[np.float64] = settings.insertion + settings.deletion - costs
    return gains


def _common(hyp: Turns, ref: Turns) -> Codes:
    """For each name of the hypothesis its number in the reference, or -1."""
    numbers = {name: number for number, name in enumerate(ref.names)}
    return np.array([numbers.get(name, -1) for name in hyp.names], dtype=np.int64)


def _joined(edges: Sequence[Edges]) -> Edges:
    if not edges:
        none = np.empty(0, dtype=np.int64)
        return Edges(none, none, np.empty(0))
    return Edges(
        np.concatenate([found.ref for found in edges]),
        np.concatenate([found.hyp for found in edges]),
        np.concatenate([found.overlap for found in edges]),
    )


def _counted(ref: Turns, hyp: Turns, refs: Codes, hyps: Codes) -> Confusions:
    """The numbers of labels by value, given the indices of the pairs."""
    correct: dict[str, float] = {}
    substituted: dict[tuple[str, str], float] = {}
    codes = ref.codes[refs] * max(len(hyp.names), 1) + hyp.codes[hyps]
    for code, count in zip(*(part.tolist() for part in np.unique(codes, return_counts=True)), strict=True):
        row, column = divmod(code, max(len(hyp.names), 1))
        if ref.names[row] == hyp.names[column]:
            correct[ref.names[row]] = count
        else:
            substituted[ref.names[row], hyp.names[column]] = count
    return Confusions(correct, substituted, _alone(ref, refs), _alone(hyp, hyps))


def _alone(turns: Turns, paired: Codes) -> dict[str, float]:
    """How many labels of each value are in no pair."""
    alone = np.ones(len(turns), dtype=bool)
    alone[paired] = False
    counts = np.bincount(turns.codes[alone], minlength=len(turns.names)).tolist()
    return {name: count for name, count in zip(turns.names, counts, strict=True) if count}
