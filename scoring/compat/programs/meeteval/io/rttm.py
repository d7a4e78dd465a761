"""RTTM files as MeetEval reads them: who speaks when."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from .base import Base, BaseLine
from .opened import channel_of, number

_UNKNOWN = "<NA>"
_FIELDS = 10


@dataclass(frozen=True)
class RTTMLine(BaseLine):
    """A turn.

    >>> RTTMLine.parse("SPEAKER rec 1 130.430000 2.350 <NA> <NA> juliet <NA>").duration
    Decimal('2.350')
    """

    type: str = "SPEAKER"
    filename: str = _UNKNOWN
    channel: int | str = "1"
    begin_time: Any = 0
    duration: Any = 0
    orthography: str = _UNKNOWN
    speaker_type: str = _UNKNOWN
    speaker_id: str = _UNKNOWN
    confidence: str = _UNKNOWN
    signal_look_ahead_time: str = _UNKNOWN

    @classmethod
    def parse(cls, line: str, parse_float: Any = Decimal) -> RTTMLine:
        """The line of a text; the last field may be missing."""
        values = line.split()
        if len(values) not in (_FIELDS - 1, _FIELDS):
            raise AssertionError(f"{len(values)} fields in {line!r}; expected 9 or 10")
        kind, filename, channel, begin, duration, *rest = [*values, _UNKNOWN][:_FIELDS]
        times = number(begin, parse_float), number(duration, parse_float)
        return cls(kind, filename, channel_of(channel, begin), *times, *rest)

    @classmethod
    def from_dict(cls, segment: dict[str, Any]) -> RTTMLine:
        """The line of a segment."""
        return cls(
            filename=segment["session_id"],
            channel=segment.get("channel", cls.channel),
            speaker_id=segment["speaker"],
            begin_time=segment["start_time"],
            duration=segment["end_time"] - segment["start_time"],
        )

    def to_seglst_segment(self) -> dict[str, Any]:
        """The line as a segment."""
        segment = {
            "session_id": self.filename,
            "speaker": self.speaker_id,
            "start_time": self.begin_time,
            "end_time": self.begin_time + self.duration,
        }
        return segment if self.channel == RTTMLine.channel else {**segment, "channel": self.channel}


@dataclass(frozen=True)
class RTTM(Base):
    """The turns of an RTTM file."""

    lines: list[RTTMLine]
    line_cls: ClassVar[Any] = RTTMLine
    comment: ClassVar[str | None] = ";"
