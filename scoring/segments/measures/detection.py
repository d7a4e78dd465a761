"""Speech detection: when anyone speaks; the detection error rate, precision and recall of pyannote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...common.counts import Summed
from ..conventions import DiarisationSettings
from ..measure import Measure, Recording, amount, rate, share
from ..slots import Slot, stretch_slots
from ..turns import Spans, Turns, resolved_pair, speech_of
from .diarisation import Diarised, diarisation


@dataclass(frozen=True, slots=True)
class Detection(Summed):
    """Seconds of speech, which add up; time in which several speak counts once."""

    scored: float = 0.0
    """Time that is scored, speech or not."""
    total: float = 0.0
    """Speech of the reference."""
    missed: float = 0.0
    false_alarm: float = 0.0
    outside: float = 0.0
    """Speech of the hypothesis outside the scored time."""

    @property
    def correct(self) -> float:
        """Speech on both sides."""
        return self.total - self.missed

    @property
    def error_rate(self) -> float | None:
        """The detection error rate: missed and false speech by total; None without speech in the reference."""
        return (self.missed + self.false_alarm) / self.total if self.total else None

    @property
    def precision(self) -> float | None:
        """The part of the hypothesis that is speech; None without any."""
        detected = self.correct + self.false_alarm
        return self.correct / detected if detected else None

    @property
    def recall(self) -> float | None:
        """The part of the speech that was detected; None without any."""
        return self.correct / self.total if self.total else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; None if both sides are silent."""
        both = self.total + self.correct + self.false_alarm
        return 2 * self.correct / both if both else None

    def to_dict(self) -> dict[str, float | None]:
        """Everything by name, ready for JSON."""
        names = ("scored", "total", "missed", "false_alarm", "outside", "correct")
        return {name: getattr(self, name) for name in (*names, "error_rate", "precision", "recall", "f1")}


def detection(
    ref: Turns, hyp: Turns, *, regions: Spans | None = None, settings: DiarisationSettings | None = None
) -> Detection:
    """Scores the speech of one recording within regions (start, end), or within the convention's extent.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> ref = turns_of([("anna", 0.0, 6.0), ("ben", 5.0, 10.0)])
    >>> result = detection(ref, turns_of([("speech", 1.0, 9.0)]))
    >>> result.missed, result.error_rate, result.precision
    (2.0, 0.2, 1.0)
    """
    return detected(Recording("", ref, hyp, None if regions is None else tuple(regions)), settings)


def detected(
    recording: Recording, settings: DiarisationSettings | None, time_of: Callable[[Turns], Turns] | None = None
) -> Detection:
    """Scores one recording: its speech, or other time of both sides."""
    time = _diarised(recording, settings, time_of or _anyone).time
    return Detection(time.scored, time.total, time.missed, time.false_alarm, time.outside)


def _diarised(
    recording: Recording, settings: DiarisationSettings | None, time_of: Callable[[Turns], Turns]
) -> Diarised:
    """Both sides as turns of one speaker, of whom the mapping makes a pair."""
    ref, hyp = resolved_pair(recording.ref, recording.hyp, recording.regions)
    return diarisation(
        time_of(ref),
        time_of(hyp),
        regions=recording.regions,
        settings=settings,
        marks=recording.marks,
        speakers=True,
    )


def _anyone(turns: Turns) -> Turns:
    """Speech as turns of one speaker."""
    speech = speech_of(turns)
    return Turns(("speech",), np.zeros(len(speech), dtype=np.int64), speech.starts, speech.ends)


def slots_of(recording: Recording, settings: DiarisationSettings, time_of: Callable[[Turns], Turns]) -> list[Slot]:
    """The stretches of speech, or of other time, of both sides."""
    ref, hyp = recording.resolved()
    scored = _diarised(recording, settings, time_of).scored
    return stretch_slots(time_of(ref), time_of(hyp), scored=scored, mapping={"speech": "speech"})


MEASURE = Measure(
    name="detection",
    settings=DiarisationSettings,
    kind=Detection,
    names="unused",
    score=lambda recordings, settings: [detected(recording, settings) for recording in recordings],
    total=lambda scores: sum(scores, Detection()),
    columns=(
        (amount("Seconds", "total", 2),),
        (share("Corr", "correct", "total"), share("Miss", "missed", "total"), share("FA", "false_alarm", "total")),
        (rate("Err", "error_rate"), rate("Prec", "precision"), rate("Rec", "recall"), rate("F1", "f1")),
    ),
    counts=("correct", None, "missed", "false_alarm"),
    digits=2,
    slots=lambda recording, score, settings: slots_of(recording, settings, _anyone),
    error_rate="error_rate",
)
