"""Kaldi's text as MeetEval reads it: a key and a text."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from .base import Base, BaseLine


@dataclass(frozen=True)
class KeyedTextLine(BaseLine):
    """A key with its text.

    >>> KeyedTextLine.parse("  key  a transcript "), KeyedTextLine.parse("key").transcript
    (KeyedTextLine(filename='key', transcript='a transcript'), '')
    """

    filename: str
    transcript: str

    @classmethod
    def parse(cls, line: str, parse_float: Any = Decimal) -> KeyedTextLine:
        """The line of a text."""
        line = line.strip()
        filename, text = line.split(maxsplit=1) if " " in line else (line, "")
        return cls(filename, text)

    @classmethod
    def from_dict(cls, segment: dict[str, Any]) -> KeyedTextLine:
        """The line of a segment."""
        return cls(segment["session_id"], segment["words"])

    def to_seglst_segment(self) -> dict[str, Any]:
        """The line as a segment."""
        return {"session_id": self.filename, "words": self.transcript}


@dataclass(frozen=True)
class KeyedText(Base):
    """The texts of a file."""

    lines: list[KeyedTextLine]
    line_cls: ClassVar[Any] = KeyedTextLine
