"""Times of labels that are wrong as a whole: the rate if they were shifted, in another unit, or ends for durations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..notices.notice import Explanation
from ..notices.times import TimeChange, Timed, best_change, changes_of, explanation_of
from .measure import Measure, Recording, Settings
from .turns import Turns

# With a lower rate, nothing is looked for.
_LEAST = 0.01


def of_times(
    recordings: Sequence[Recording], measure: Measure, settings: Settings, now: float | None
) -> Explanation | None:
    """The change of times that takes most of an error rate away, if there is one.

    >>> from scorelite.scoring.segments.api import score_segments
    >>> ref = [("anna", 4.0 * at, 4.0 * at + 2.0 + at / 9) for at in range(12)]
    >>> hyp = [("x", start + 1.0, end + 1.0) for _, start, end in ref]
    >>> print(*score_segments({"talk": ref}, {"talk": hyp}, measure="diarisation").notices)
    with the times of the hypothesis 1.00 s earlier DER would be 0.0 % instead of 72.7 %: do the times of both sides \
start at the same moment? subtract 1.00 from every time of the hypothesis
    """
    if now is None or now < _LEAST:
        return None
    named = measure.names == "shared"
    columns: dict[object, tuple[Timed, Timed]] = {
        each.name: (_timed(each.ref, named=named), _timed(each.hyp, named=named)) for each in recordings
    }

    def rate_of(change: TimeChange) -> float | None:
        changed = [_changed(each, change) for each in recordings]
        if change.name == "shift" and not _is_within(changed):
            return None  # what meets by chance while the rest moves out of the scored time
        scores = measure.score(changed, settings)
        return measure.rate(measure.total(scores))

    found = best_change(changes_of(columns), rate_of, now)
    if found is None:
        return None
    return explanation_of(*found, now, measure="DER" if measure.error_rate == "der" else "the error rate")


def _is_within(recordings: Sequence[Recording]) -> bool:
    """Whether most labels of the hypothesis begin before the end, and end after the begin, of the reference's."""
    within = 0
    for each in recordings:
        if len(each.ref):
            within += int(np.sum((each.hyp.starts < each.ref.last) & (each.hyp.ends > each.ref.starts.min())))
    return 2 * within >= sum(len(each.hyp) for each in recordings)


def _timed(turns: Turns, *, named: bool) -> Timed:
    """Labels as items, whose keys are their names where these mean the same on both sides."""
    keys = [turns.names[code] for code in turns.codes.tolist()] if named else [""] * len(turns)
    return Timed(keys, turns.starts.tolist(), turns.ends.tolist())


def _changed(recording: Recording, change: TimeChange) -> Recording:
    """A recording with the times of one side after a change."""
    turns = recording.ref if change.side == 0 else recording.hyp
    rows = list(zip(turns.starts.tolist(), turns.ends.tolist(), strict=True))
    starts = np.array([change.start(start, recording.name) for start, _ in rows])
    ends = np.array([change.end(start, end, recording.name) for start, end in rows])
    turns = Turns(turns.names, turns.codes, starts, ends)
    # The marks of a reference have its times.
    return replace(recording, ref=turns, marks=()) if change.side == 0 else replace(recording, hyp=turns)
