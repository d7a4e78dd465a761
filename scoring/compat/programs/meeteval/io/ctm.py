"""CTM files as MeetEval reads them: words with times; the name of a file is its speaker."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from .base import Base, BaseLine
from .opened import channel_of, number
from .seglst import BaseABC, SegLST, asseglst
from .stm import STM, STMLine

__all__ = ["CTM", "CTMGroup", "CTMLine"]

# The log line of MeetEval.
_WARNING = (
    "CTM files do not support speaker IDs, so using them is fragile. CTM files should only be used when compatibility "
    "with other tools (e.g., asclite) is required. If compatibility is not important, consider using STM files "
    "instead. Each CTM file path is treated as a separate speaker, where the file name is interpreted as the "
    "speaker ID."
)


@cache
def _warn_once() -> None:
    logging.getLogger("meeteval").warning(_WARNING)


@dataclass(frozen=True)
class CTMLine(BaseLine):
    """A word with its time.

    >>> CTMLine.parse("rec1 0 10 2 Hello 1").serialize()
    'rec1 0 10 2 Hello 1'
    """

    filename: str
    channel: int | str
    begin_time: Any
    duration: Any
    word: str
    confidence: Any = None

    @classmethod
    def parse(cls, line: str, parse_float: Any = Decimal) -> CTMLine:
        """The line of a text."""
        try:
            filename, channel, begin, duration, word, *rest = line.strip().split()
            if len(rest) > 1:
                raise ValueError(f"{len(rest)} fields behind the word")
            times = number(begin, parse_float), number(duration, parse_float)
            if times[1] < 0:
                raise ValueError("a duration below 0")
            return cls(filename, channel_of(channel, begin), *times, word, rest[0] if rest else None)
        except (ValueError, ArithmeticError) as error:
            raise ValueError(f"Unable to parse CTM line: {line}") from error

    @classmethod
    def from_dict(cls, segment: dict[str, Any]) -> CTMLine:
        """The line of a segment, which is a single word."""
        if " " in segment["words"]:
            raise AssertionError(f"a segment of several words: {segment}")
        duration = segment["end_time"] - segment["start_time"]
        begin, word = segment["start_time"], segment["words"]
        return cls(segment["session_id"], segment["channel"], begin, duration, word, segment.get("confidence"))

    def to_seglst_segment(self) -> dict[str, Any]:
        """The line as a segment."""
        segment = {
            "session_id": self.filename,
            "channel": self.channel,
            "start_time": self.begin_time,
            "end_time": self.begin_time + self.duration,
            "words": self.word,
        }
        return segment if self.confidence is None else {**segment, "confidence": self.confidence}

    def serialize(self) -> str:
        """The line as text."""
        return super().serialize().removesuffix(" None" if self.confidence is None else "")


@dataclass(frozen=True)
class CTM(Base):
    """The words of a CTM file: those of one speaker."""

    lines: list[CTMLine]
    line_cls: ClassVar[Any] = CTMLine
    comment: ClassVar[str | None] = ";;"

    @classmethod
    def parse(cls, s: str, parse_float: Any = Decimal) -> CTM:
        """The lines of a text, without comments."""
        _warn_once()
        return super().parse("\n".join(map(str.strip, s.split("\n"))), parse_float)

    def merged_transcripts(self) -> str:
        """The words in the order of their begins, as one text."""
        return " ".join(line.word for line in sorted(self.lines, key=lambda line: line.begin_time))

    @classmethod
    def new(cls, s: Any, **defaults: Any) -> CTM:  # type: ignore[override]
        """The words of segments of one speaker."""
        speakers = {segment.get("speaker") for segment in asseglst(s)}
        if len(speakers) > 1:
            raise ValueError(
                f"CTM only supports a single speaker, but found {len(speakers)} speakers ({speakers}). Use CTMGroup."
            )
        return super().new(s, **defaults)


@dataclass(frozen=True)
class CTMGroup(BaseABC):
    """CTM files by speaker."""

    ctms: dict[str, CTM]

    @classmethod
    def load(cls, ctm_files: Any, parse_float: Any = Decimal) -> CTMGroup:
        """The files of speakers, which are named as their files."""
        files = [ctm_files] if isinstance(ctm_files, (str, Path)) else ctm_files
        return cls({str(file): CTM.load(file, parse_float) for file in files})

    def grouped_by_filename(self) -> dict[str, CTMGroup]:
        """The words of each recording."""
        groups = {speaker: ctm.grouped_by_filename() for speaker, ctm in self.ctms.items()}
        names = dict.fromkeys(name for group in groups.values() for name in group)
        return {
            name: CTMGroup({speaker: group.get(name, CTM([])) for speaker, group in groups.items()}) for name in names
        }

    def grouped_by_speaker_id(self) -> dict[str, CTM]:
        """The words of each speaker."""
        return self.ctms

    @classmethod
    def new(cls, s: Any, **defaults: Any) -> CTMGroup:  # type: ignore[override]
        """The words of segments."""
        segments = asseglst(s).map(lambda segment: {**defaults, **segment})
        return cls({speaker: CTM.new(of_speaker) for speaker, of_speaker in segments.groupby("speaker").items()})

    def to_seglst(self) -> SegLST:
        """The words as segments of their speakers."""
        rows = [{**row, "speaker": speaker} for speaker, ctm in self.ctms.items() for row in ctm.to_seglst()]
        return SegLST(rows)

    @classmethod
    def merge(cls, *o: CTMGroup) -> CTMGroup:
        """The files of several groups, which share no speaker."""
        by_name: dict[str, CTM] = {}
        for each in o:
            shared = by_name.keys() & each.ctms.keys()
            if shared:
                raise ValueError(f"CTMGroup.merge() does not support duplicate keys: {shared}")
            by_name |= each.ctms
        return cls(by_name)

    def to_stm(self) -> STM:
        """The words as segments of an STM file."""
        rows = [
            (line.filename, 1, speaker, line.begin_time, line.begin_time + line.duration, line.word)
            for group in self.grouped_by_filename().values()
            for speaker, ctm in group.ctms.items()
            for line in ctm.lines
        ]
        return STM([STMLine(*row) for row in rows])
