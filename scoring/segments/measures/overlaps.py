"""Overlapped speech detection: when two or more speakers speak at once; error rate, precision and recall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..conventions import MD_EVAL, Convention, DiarisationSettings, convention_of
from ..measure import Recording
from ..turns import Cells, Turns, joined, speech_of, turns_of
from .detection import MEASURE as DETECTION
from .detection import detected, slots_of
from .diarisation import extent_of


@dataclass(frozen=True, slots=True)
class OverlapsSettings:
    """`collar` is in seconds on each side of a boundary."""

    collar: float = 0.0
    convention: Convention | Mapping[str, Any] | str = MD_EVAL

    def __post_init__(self) -> None:
        object.__setattr__(self, "convention", convention_of(self.convention))
        self.of_detection()  # checks them

    @property
    def signature(self) -> str:
        """The settings in one line."""
        return f"{convention_of(self.convention).name}|collar:{self.collar:.15g}s each side"

    def of_detection(self) -> DiarisationSettings:
        """The settings by which the overlaps of both sides are compared as speech is."""
        return DiarisationSettings(self.collar, "include", self.convention)


def overlapped(turns: Turns) -> Turns:
    """The time in which two or more speakers speak.

    >>> overlapped(turns_of([("anna", 0.0, 3.0), ("ben", 2.0, 5.0), ("ben", 2.5, 2.8)])).rows()
    [('speech', 2.0, 3.0)]
    """
    voices = joined(speech_of(turns))
    cells = Cells(voices.starts, voices.ends)
    spans = cells.spans(cells.covered(voices.starts, voices.ends) > 1)
    return turns_of([("speech", start, end) for start, end in spans])


def _whole(recording: Recording, settings: OverlapsSettings) -> Recording:
    """The recording with regions: without them, all that the convention scores, which may begin before any overlap."""
    if recording.regions is not None:
        return recording
    convention = convention_of(settings.convention)
    marks = recording.marks if convention.marks else ()
    return replace(recording, regions=tuple(extent_of(*recording.resolved(), convention, marks)))


MEASURE = replace(
    DETECTION,
    name="overlaps",
    settings=OverlapsSettings,
    score=lambda recordings, settings: [
        detected(_whole(recording, settings), settings.of_detection(), overlapped) for recording in recordings
    ],
    slots=lambda recording, score, settings: slots_of(_whole(recording, settings), settings.of_detection(), overlapped),
)
