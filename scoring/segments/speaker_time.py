"""Seconds of speech that diarisation counts: in sums, by speaker, and of one recording with its mapping of speakers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ..common.counts import Summed


@dataclass(frozen=True, slots=True)
class SpeakerTime(Summed):
    """Seconds of speech, which add up; rates are those of sums.

    >>> time = SpeakerTime(total=10.0, missed=1.0, false_alarm=0.5, confused=0.5)
    >>> time.der, (time + time).correct
    (0.2, 17.0)
    """

    scored: float = 0.0
    """Time that is scored, speech or not."""
    speech: float = 0.0
    """Time in which any speaker of the reference speaks."""
    total: float = 0.0
    """Speech of the reference; time in which two speak counts twice."""
    missed: float = 0.0
    false_alarm: float = 0.0
    confused: float = 0.0
    speakers: int = 0
    jaccard: float = 0.0
    """The sum of the Jaccard error rates of the speakers."""

    @property
    def correct(self) -> float:
        """Speech of the reference that has the right speaker in the hypothesis."""
        return self.total - self.missed - self.confused

    @property
    def der(self) -> float | None:
        """Diarisation error rate: missed, false and confused speech by total; None without speech in the reference."""
        return (self.missed + self.false_alarm + self.confused) / self.total if self.total else None

    @property
    def jer(self) -> float | None:
        """Jaccard error rate: the mean over the speakers of the reference; None without any."""
        return self.jaccard / self.speakers if self.speakers else None

    def to_dict(self) -> dict[str, float | int | None]:
        """Everything by name, ready for JSON."""
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        return {**parts, "correct": self.correct, "der": self.der, "jer": self.jer}


@dataclass(frozen=True, slots=True)
class SpeakerRow:
    """The seconds of one speaker; where several speak at once, errors are shared out evenly.

    A speaker of the hypothesis without a partner has no name, and only false alarms.
    """

    name: str
    partner: str | None
    total: float = 0.0
    correct: float = 0.0
    confused: float = 0.0
    missed: float = 0.0
    false_alarm: float = 0.0

    @property
    def der(self) -> float | None:
        """Confused, missed and false speech by total; None without a partner in the reference."""
        return (self.confused + self.missed + self.false_alarm) / self.total if self.total else None

    @property
    def jer(self) -> None:
        """None: the Jaccard error rate is that of a recording."""
        return None


@dataclass(frozen=True, slots=True)
class Diarised:
    """The score of one recording, and which hypothesis speaker is which reference speaker."""

    name: str
    time: SpeakerTime
    mapping: Mapping[str, str] = field(default_factory=dict)
    """From speakers of the reference to those of the hypothesis."""
    speakers: tuple[SpeakerRow, ...] = ()
    scored: tuple[tuple[float, float], ...] = ()
    """The spans that were scored; given together with the rows of speakers."""

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {**self.time.to_dict(), "mapping": dict(self.mapping)}
