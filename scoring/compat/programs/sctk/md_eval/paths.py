"""Alignment of two rows of events as md-eval does it: the best path of pairs in order, with poor paths left early."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .reading import Event

Scorer = Callable[[Event | None, Event | None], float | None]


@dataclass(frozen=True, slots=True)
class _Step:
    """The end of a path: its score, the last system event of its beginning, and whether its own event is paired."""

    score: float
    before: int
    paired: bool


def aligned(refs: Sequence[Event], hyps: Sequence[Event], score: Scorer, most: float) -> list[tuple[int, int]]:
    """Pairs of places in both rows on the path with the greatest score.

    Paths that are worse than the best by `most` or more are not followed with a deletion.
    """
    inserted = [0.0]
    for hyp in hyps:
        inserted.append(inserted[-1] + (score(None, hyp) or 0.0))
    ends = [{-1: _Step(0.0, -1, False)}]
    for ref in refs:
        ends.append(_extended(ends[-1], ref, hyps, inserted, score, most))
    if not refs or not hyps:
        return []
    last = ends[-1]
    totals = [(last[place].score + (inserted[-1] - inserted[place + 1]), -place) for place in sorted(last)]
    # The last event's paths are compared with all that is left inserted; of equal ones the first is taken.
    place = -max(totals)[1]
    pairs = []
    for number in range(len(refs), 0, -1):
        step = ends[number][place]
        if step.paired:
            pairs.append((number - 1, place))
        place = step.before
        if place < 0:
            break
    return pairs[::-1]


def _extended(
    before: dict[int, _Step], ref: Event, hyps: Sequence[Event], inserted: list[float], score: Scorer, most: float
) -> dict[int, _Step]:
    totals = {place: step.score + inserted[-1] - inserted[place + 1] for place, step in before.items()}
    threshold = max(totals.values()) - most
    deleted = score(ref, None) or 0.0
    extended = {
        place: _Step(before[place].score + deleted, place, False)
        for place, total in totals.items()
        if total > threshold
    }
    places = sorted(before)
    for number, hyp in enumerate(hyps):
        gain = score(ref, hyp)
        if gain is None:
            continue
        for place in places:
            if place >= number:
                break
            value = gain + before[place].score + inserted[number] - inserted[place + 1]
            if number not in extended or value > extended[number].score:
                extended[number] = _Step(value, place, True)
    return extended
