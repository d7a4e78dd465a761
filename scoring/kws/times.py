"""Times of words or detections that are wrong as a whole: the value if they were shifted, in another unit ..."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..notices.times import TimeChange, Timed, best_change, changes_of
from .alignment import Aligned
from .material import Floats, Inputs, Ints

# Recordings and detections that are looked at.
_RECORDINGS, _LOOKED = 60, 10_000
# So few occurrences or detections fit other times by accident.
_FEW = 10
_SIDES = "transcript", "detections"


def of_times(aligned: Aligned, atwv: float | None, atwv_of: Callable[[Inputs], float | None]) -> tuple[str, ...]:
    """The change of times that brings ATWV much nearer to 1, with the value after it; nothing where none does.

    `atwv_of` scores other inputs in the same way.
    """
    if atwv is None or min(aligned.is_target.sum(), aligned.material.detections.yes.sum()) < _FEW:
        return ()

    def loss_after(change: TimeChange) -> float | None:
        value = atwv_of(_changed(aligned, change))
        return None if value is None else 1 - value

    # False alarms of a long list cost far more than all words.
    most = max(1.0, (1 - atwv) / 2)
    found = best_change(changes_of(_columns(aligned)), loss_after, 1 - atwv, most=most)
    if found is None:
        return ()
    change, loss = found
    text = f"{change.condition(_SIDES)} ATWV would be {1 - loss:.4f} instead of {atwv:.4f}"
    return (f"{text}: {change.advice(_SIDES)}",)


def _columns(aligned: Aligned) -> dict[object, tuple[Timed, Timed]]:
    """Occurrences and detections in each recording, by keyword."""
    material, spans = aligned.material, aligned.spans
    detections = material.detections
    targets = aligned.reference[aligned.is_target]
    keywords = aligned.keyword[aligned.is_target]
    columns: dict[object, tuple[Timed, Timed]] = {}
    used = np.unique(aligned.place[aligned.is_target])[:_RECORDINGS]
    most = _LOOKED // max(1, len(used))
    for place in used.tolist():
        rows = np.flatnonzero(spans.place[targets] == place)[:most]
        refs = _timed(keywords[rows], spans.begin[targets[rows]], spans.end[targets[rows]])
        rows = np.flatnonzero((detections.place == place) & detections.yes)[:most]
        hyps = _timed(material.units[detections.unit[rows]], detections.begin[rows], detections.end[rows])
        columns[place] = refs, hyps
    return columns


def _timed(keys: Ints, begin: Floats, end: Floats) -> Timed:
    return Timed(keys.tolist(), begin.tolist(), end.tolist())


def _changed(aligned: Aligned, change: TimeChange) -> Inputs:
    """Inputs with the times of words, or of detections, after a change."""
    material = aligned.material
    inputs, places = material.inputs, material.detections.place.tolist()
    if change.side == 0:
        lexemes = inputs.rttm.lexemes
        begins, durations = _moved(change, lexemes.begins, lexemes.durations, material.words.place.tolist())
        return replace(inputs, rttm=replace(inputs.rttm, lexemes=replace(lexemes, begins=begins, durations=durations)))
    detected = inputs.detected
    columns = _moved(change, detected.begins.tolist(), detected.durations.tolist(), places)
    begins_of, durations_of = map(np.array, columns)
    return replace(inputs, detected=replace(detected, begins=begins_of, durations=durations_of))


def _moved(
    change: TimeChange, begins: list[float], durations: list[float], places: list[int]
) -> tuple[list[float], list[float]]:
    rows = list(zip(begins, durations, places, strict=True))
    starts = [change.start(begin, place) for begin, _, place in rows]
    ends = [change.end(begin, begin + size, place) for begin, size, place in rows]
    return starts, [end - start for start, end in zip(starts, ends, strict=True)]
