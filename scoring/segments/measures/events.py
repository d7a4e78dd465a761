"""Events in numbers: whole labels of the reference against whole labels of the hypothesis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from ....formats.errors import UsageError, check_flags
from ..bipartite import Edges, matching, near, overlapping
from ..confusions import Confusions, by_value, confusions_of, of_scores
from ..measure import Measure, Recording, check_amounts, error_columns, rate
from ..moments import Extents
from ..slots import Slot
from ..turns import Turns, resolved_pair

if TYPE_CHECKING:
    from ..moments import Times
    from ..turns import Codes, Mask


@dataclass(frozen=True, slots=True)
class EventSettings:
    """Which labels may be a pair, and the costs of pairs; a pair must cost less than a deletion and an insertion."""

    minimum_overlap: float = 0.05
    """Seconds that a pair must share; 0 allows any overlap."""
    start_within: float | None = None
    """Seconds by which the starts may differ, in the place of an overlap."""
    end_within: float | None = None
    """Seconds by which the ends must differ less; it needs start_within."""
    every_overlap: bool = False
    """Every candidate pair counts, not only the best one-to-one choice."""
    substitution: float = 2.0
    non_overlap: float = 1.0
    """The cost of a pair without overlap; it falls with the part of the reference label that the pair shares."""
    deletion: float = 10.0
    insertion: float = 10.0

    def __post_init__(self) -> None:
        check_flags(self)
        names = "minimum_overlap", "substitution", "non_overlap", "deletion", "insertion"
        limits = [name for name in ("start_within", "end_within") if getattr(self, name) is not None]
        check_amounts(**{name: getattr(self, name) for name in (*names, *limits)})
        if self.end_within is not None and self.start_within is None:
            raise UsageError("end_within needs start_within: give both")

    @property
    def signature(self) -> str:
        """The settings in one line; costs are those of substitution, non-overlap, deletion and insertion."""
        parts = ["every-overlap" if self.every_overlap else "one-to-one"]
        start = self.start_within
        parts.append(f"overlap:{self.minimum_overlap:.15g}s" if start is None else f"start:{start:.15g}s")
        if self.end_within is not None:
            parts.append(f"end:{self.end_within:.15g}s")
        costs = (self.substitution, self.non_overlap, self.deletion, self.insertion)
        if costs != (2.0, 1.0, 10.0, 10.0):
            parts.append("costs:" + "/".join(f"{cost:.15g}" for cost in costs))
        return "|".join(parts)


@dataclass(frozen=True, slots=True)
class EventPairs:
    """The labels of one recording, and the indices of those that are pairs."""

    ref: Turns
    hyp: Turns
    pairs: tuple[tuple[int, int], ...]

    def rows(self) -> list[tuple[Literal["C", "S", "D", "I"], int, int]]:
        """Every pair and every single label in the order of time: verdict and indices; -1 stands for no label."""
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

    def slots(self) -> list[Slot]:
        """A slot for every pair of labels, and for every label without a partner."""
        ref, hyp = self.ref, self.hyp
        return [
            Slot(
                (ref.names[ref.codes[i]],) if i >= 0 else (),
                (hyp.names[hyp.codes[j]],) if j >= 0 else (),
                (float(ref.starts[i]), float(ref.ends[i])) if i >= 0 else None,
                (float(hyp.starts[j]), float(hyp.ends[j])) if j >= 0 else None,
                verdict,
            )
            for verdict, i, j in self.rows()
        ]

    def confusions(self) -> Confusions:
        """The numbers of labels by value."""
        table = np.array(self.pairs, dtype=np.int64).reshape(-1, 2)
        return counted(*_events([(self.ref, self.hyp)]), table[:, 0], table[:, 1])


def event_pairs(recordings: Sequence[tuple[Turns, Turns]], settings: EventSettings | None = None) -> list[EventPairs]:
    """The pairs of labels of many recordings.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> ref, hyp = turns_of([("up", 5.0, 6.0)]), turns_of([("up", 5.1, 5.9), ("up", 9.0, 9.5)])
    >>> event_pairs([(ref, hyp)])[0].rows()
    [('C', 0, 0), ('I', -1, 1)]
    """
    sides = [resolved_pair(ref, hyp, None) for ref, hyp in recordings]
    refs, hyps = _events(sides)
    chosen = paired(refs, hyps, settings or EventSettings())
    cuts = np.searchsorted(chosen.ref, refs.first).tolist()
    all_pairs: list[EventPairs] = []
    for number, (ref, hyp) in enumerate(sides):
        chunk = slice(cuts[number], cuts[number + 1])
        columns = chosen.ref[chunk] - refs.first[number], chosen.hyp[chunk] - hyps.first[number]
        pairs = zip(*(column.tolist() for column in columns), strict=True)
        all_pairs.append(EventPairs(ref, hyp, tuple(pairs)))
    return all_pairs


def event_counts(recordings: Sequence[tuple[Turns, Turns]], settings: EventSettings | None = None) -> Confusions:
    """The numbers of labels by value over many recordings."""
    refs, hyps = _events([resolved_pair(ref, hyp, None) for ref, hyp in recordings])
    chosen = paired(refs, hyps, settings or EventSettings())
    return counted(refs, hyps, chosen.ref, chosen.hyp)


@dataclass(frozen=True, slots=True, eq=False)
class Events:
    """One side of many recordings, label after label; codes are indices of `names`, which both sides share."""

    names: Sequence[str]
    codes: Codes
    extents: Extents
    first: Sequence[int]
    """The index of the first label of each recording, and the number of all labels."""

    def __len__(self) -> int:
        return len(self.codes)


def _events(sides: Sequence[tuple[Turns, Turns]]) -> tuple[Events, Events]:
    """Both sides of many recordings with common codes of values."""
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
    """The chosen pairs of all recordings."""
    sides = refs.extents, hyps.extents
    if settings.start_within is None:
        edges = overlapping(*sides, minimum=settings.minimum_overlap)
    else:
        edges = near(*sides, start_within=settings.start_within, end_within=settings.end_within)
    if settings.every_overlap:
        return edges
    lengths = (refs.extents.ends - refs.extents.starts)[edges.ref]
    return cheapest(edges, lengths, refs.codes[edges.ref] != hyps.codes[edges.hyp], settings)


def cheapest(edges: Edges, lengths: Times, differ: Mask, settings: EventSettings) -> Edges:
    """The one-to-one choice of candidate pairs with the least costs.

    Of each pair `lengths` has the seconds of the reference label, and `differ` tells whether the values differ.
    """
    with np.errstate(invalid="ignore"):  # an infinite overlap of an infinite label has no ratio
        missing = 1.0 - np.divide(edges.overlap, lengths, out=np.zeros(len(edges)), where=lengths > 0)
    if np.isnan(missing).any():
        raise ValueError("labels without an end have no overlap ratio; add the ends on one side")
    costs = settings.non_overlap * missing + settings.substitution * differ
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
    """The number of labels of each value that are in no pair."""
    alone = np.ones(len(side), dtype=bool)
    alone[taken] = False
    counts = np.bincount(side.codes[alone], minlength=len(side.names)).tolist()
    return {name: count for name, count in zip(side.names, counts, strict=True) if count}


def _score(recordings: Sequence[Recording], settings: EventSettings) -> list[Confusions]:
    return [event_pair.confusions() for event_pair in event_pairs([each.cropped() for each in recordings], settings)]


def _slots(recording: Recording, score: object, settings: EventSettings) -> list[Slot]:
    return event_pairs([recording.cropped()], settings)[0].slots()


MEASURE = Measure(
    name="events",
    settings=EventSettings,
    kind=Confusions,
    names="shared",
    score=_score,
    total=confusions_of,
    columns=error_columns("# Lab", "total", "correct"),
    counts=("correct", "substitutions", "deletions", "insertions"),
    digits=0,
    slots=_slots,
    error_rate="error_rate",
    of_summaries=(rate("UAR", "uar"),),
    overall=lambda total: total.overall,
    rows=by_value,
    confusions=of_scores,
)
