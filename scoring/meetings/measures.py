"""The measures of meetings: one record each."""

from __future__ import annotations

from formats.errors import unknown
from scoring.meetings.exact import MIMO, ORC, TCMIMO, TCORC
from scoring.meetings.greedy import DI_CP, DI_TCP, GREEDY_ORC, GREEDY_TCORC
from scoring.meetings.measure import Measure
from scoring.meetings.speakers import CP, TCP, WER

MEASURES: tuple[Measure, ...] = (WER, CP, TCP, ORC, TCORC, MIMO, TCMIMO, GREEDY_ORC, GREEDY_TCORC, DI_CP, DI_TCP)
NAMES = tuple(measure.name for measure in MEASURES)


def measure_of(name: str) -> Measure:
    """The measure of this name."""
    for measure in MEASURES:
        if measure.name == name:
            return measure
    raise unknown("measure", name, NAMES)
