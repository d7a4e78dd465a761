"""STM files as MeetEval reads them: recording, channel, speaker, begin, end and text."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from .base import Base, BaseLine
from .opened import channel_of, number
from .rttm import RTTM

__all__ = ["STM", "STMLine"]


@dataclass(frozen=True)
class STMLine(BaseLine):
    """A segment with its text.

    >>> STMLine.parse("rec1 0 A 10 20 Hello World").transcript
    'Hello World'
    """

    filename: str
    channel: int | str
    speaker_id: str
    begin_time: Any
    end_time: Any
    transcript: str

    @classmethod
    def parse(cls, line: str, parse_float: Any = Decimal) -> STMLine:
        """The line of a text."""
        try:
            filename, channel, speaker, begin, end, *text = line.strip().split(maxsplit=5)
            times = number(begin, parse_float), number(end, parse_float)
            return cls(filename, channel_of(channel, begin), speaker, *times, text[0] if text else "")
        except (ValueError, ArithmeticError) as error:
            raise ValueError(f"Unable to parse STM line: {line}") from error

    @classmethod
    def from_dict(cls, segment: dict[str, Any]) -> STMLine:
        """The line of a segment."""
        times = segment["start_time"], segment["end_time"]
        return cls(segment["session_id"], segment.get("channel", 1), segment["speaker"], *times, segment["words"])

    def to_seglst_segment(self) -> dict[str, Any]:
        """The line as a segment."""
        return {
            "session_id": self.filename,
            "channel": self.channel,
            "speaker": self.speaker_id,
            "start_time": self.begin_time,
            "end_time": self.end_time,
            "words": self.transcript,
        }


@dataclass(frozen=True)
class STM(Base):
    """The segments of an STM file."""

    lines: list[STMLine]
    line_cls: ClassVar[Any] = STMLine
    comment: ClassVar[str | None] = ";"

    def to_rttm(self) -> RTTM:
        """The segments without their texts."""
        return RTTM.new(self.to_seglst())

    def utterance_transcripts(self) -> list[str]:
        """The texts in the order of their begins."""
        return [line.transcript for line in sorted(self.lines, key=lambda line: line.begin_time)]

    def merged_transcripts(self) -> str:
        """The texts in the order of their begins, as one."""
        return " ".join(self.utterance_transcripts())
