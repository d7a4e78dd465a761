"""The measures of segments: a line each, whose record MEASURE is found in the module of its name when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from ....formats.errors import UsageError, suggestion

if TYPE_CHECKING:
    from ..measure import Measure


class Entry(NamedTuple):
    """The name of a measure, and what it counts; the module of `sound-events` is `sound_events`."""

    name: str
    summary: str


MEASURES = (
    Entry("classes", "the classes of both sides at every moment, in seconds"),
    Entry("events", "whole labels, paired one to one by overlap"),
    Entry("diarisation", "error rate of who spoke when, with the best mapping of speakers (DER, JER)"),
    Entry("detection", "error rate of when anyone speaks (voice activity detection)"),
    Entry("overlaps", "error rate of when several speak (overlapped speech detection)"),
    Entry("sound-segments", "F1 and error rate in segments of fixed length, as sed_eval counts them"),
    Entry("sound-events", "F1 and error rate of events by onset and offset, as sed_eval counts them"),
    Entry("boundaries", "precision and recall of the ends of labels, with a tolerance"),
    Entry("clusters", "purity and coverage"),
)
NAMES = tuple(entry.name for entry in MEASURES)
# Other spellings of the names.
SPELLINGS = {
    **dict.fromkeys(("diarization", "der"), "diarisation"),
    **dict.fromkeys(("vad", "sad", "speech"), "detection"),
    **dict.fromkeys(("osd", "overlap", "overlapped-speech"), "overlaps"),
    **dict.fromkeys(("identification", "ier"), "classes"),
    **dict.fromkeys(("purity", "coverage"), "clusters"),
}


def check_is_measure(name: str) -> None:
    """Rejects the name of a rate that another measure has next to its error rate."""
    if name.lower() == "jer":
        raise UsageError(
            f"{name!r} is not a measure of its own; the measure 'diarisation' gives it next to the DER, as total.jer "
            "in Python and JSON, and scorelite.jer(refs, hyps) returns it alone"
        )


def measure_of(name: str) -> Measure:
    """The measure of this name."""
    if not isinstance(name, str):
        raise UsageError(f"the measure is of type {type(name).__name__}; expected a name: {', '.join(NAMES)}")
    check_is_measure(name)
    name = SPELLINGS.get(name.lower(), name)
    if name not in NAMES:
        near = suggestion(name, [*NAMES, *SPELLINGS])
        expected = f"expected one of: {', '.join(NAMES)}"
        raise UsageError(f"measure {name!r} is unknown" + (f"{near} ({expected})" if near else f"; {expected}"))
    measure: Measure = import_module(f"scorelite.scoring.segments.measures.{name.replace('-', '_')}").MEASURE
    return measure
