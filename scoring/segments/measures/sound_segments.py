"""Sound events in segments of fixed length, as sed_eval counts them: a class is active in a segment or not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....formats.errors import UsageError
from ..detections import Detections, SoundEvents, detection_measure, of_class
from ..measure import INFINITY, Recording
from ..slots import Slot, stretch_slots
from ..turns import Cells, Turns, resolved_pair

# Beyond this, a double cannot number segments exactly.
_MOST_SEGMENTS = 2**53


@dataclass(frozen=True, slots=True)
class SoundSegmentSettings:
    """`resolution` is the length of a segment in seconds."""

    resolution: float = 1.0

    def __post_init__(self) -> None:
        check_resolution(self.resolution)

    @property
    def signature(self) -> str:
        """The settings in one line."""
        return f"resolution:{self.resolution:.15g}s"


def check_resolution(resolution: float) -> None:
    """Rejects a resolution that is not a finite number > 0."""
    if not isinstance(resolution, (int, float)) or not 0 < resolution < INFINITY:
        raise UsageError(f"resolution is {resolution!r}; expected seconds > 0")


def by_segments(ref: Turns, hyp: Turns, *, resolution: float = 1.0) -> SoundEvents:
    """Detections in segments of `resolution` seconds: a class is active if it holds in any part of the segment.

    All up to the end of the last label is scored.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> by_segments(turns_of([("car", 0.0, 2.5)]), turns_of([("car", 1.2, 4.0)])).overall.hits
    2
    """
    check_resolution(resolution)
    ref, hyp = resolved_pair(ref, hyp, None)
    names = sorted({*ref.names, *hyp.names})
    latest = max(ref.latest(), hyp.latest())
    if latest / resolution > _MOST_SEGMENTS:
        raise UsageError(f"resolution is {resolution!r} seconds: too fine for {latest} seconds; choose a larger one")
    count = math.ceil(latest * 1 / resolution)
    sides = _whole(ref, resolution, count), _whole(hyp, resolution, count)
    # Neighbouring segments with the same active classes are one cell: a recording of a year needs no table of seconds.
    cells = Cells(sides[0].starts, sides[0].ends, sides[1].starts, sides[1].ends)
    refs, hyps = cells.held(sides[0], names), cells.held(sides[1], names)
    both, numbers = refs & hyps, cells.widths.astype(np.int64)
    wanted, heard, right = refs.sum(axis=0), hyps.sum(axis=0), both.sum(axis=0)
    overall = Detections(
        int(wanted @ numbers),
        int(heard @ numbers),
        int(right @ numbers),
        int((np.minimum(wanted, heard) - right) @ numbers),
        int(np.maximum(wanted - heard, 0) @ numbers),
        int(np.maximum(heard - wanted, 0) @ numbers),
    )
    columns = ((refs @ numbers).tolist(), (hyps @ numbers).tolist(), (both @ numbers).tolist())
    return SoundEvents(overall, {name: of_class(*row) for name, *row in zip(names, *columns, strict=True)})


def whole_segments(turns: Turns, resolution: float) -> Turns:
    """The labels, lengthened to the whole segments in which they hold, in seconds.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> whole_segments(turns_of([("car", 0.2, 2.5)]), 1.0).rows()
    [('car', 0.0, 3.0)]
    """
    whole = _whole(turns, resolution, math.ceil(turns.latest() * 1 / resolution))
    return Turns(whole.names, whole.codes, whole.starts * resolution, whole.ends * resolution)


def _whole(turns: Turns, resolution: float, count: int) -> Turns:
    """The labels with segment numbers in the place of times."""
    starts = np.minimum(np.floor(turns.starts * 1 / resolution), count)
    ends = np.minimum(np.ceil(turns.ends * 1 / resolution), count)
    return Turns(turns.names, turns.codes, starts, ends).where(ends > starts)


def _score(recordings: Sequence[Recording], settings: SoundSegmentSettings) -> list[SoundEvents]:
    return [by_segments(*recording.cropped(), resolution=settings.resolution) for recording in recordings]


def _slots(recording: Recording, score: object, settings: SoundSegmentSettings) -> list[Slot]:
    sides = resolved_pair(*recording.cropped(), None)
    return stretch_slots(*(whole_segments(side, settings.resolution) for side in sides))


MEASURE = detection_measure("sound-segments", SoundSegmentSettings, _score, _slots)
