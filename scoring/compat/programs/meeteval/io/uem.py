"""UEM files as MeetEval reads them: one region of each recording."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from .base import Base, BaseLine
from .opened import number


@dataclass(frozen=True)
class UEMLine(BaseLine):
    """A region.

    >>> UEMLine.parse("S01 1 60.001 79.003").end_time
    Decimal('79.003')
    """

    filename: str
    channel: int | str = "<NA>"
    begin_time: Any = 0
    end_time: Any = 0

    @classmethod
    def parse(cls, line: str, parse_float: Any = Decimal) -> UEMLine:
        """The line of a text."""
        filename, channel, begin, end = line.split()
        parsed = cls(
            filename,
            int(channel) if channel.isdigit() else channel,
            number(begin, parse_float),
            number(end, parse_float),
        )
        if parsed.begin_time > parsed.end_time:
            raise AssertionError(f"a region that ends before it begins: {line}")
        return parsed


@dataclass(frozen=True)
class UEM(Base):
    """The regions of a UEM file."""

    lines: list[UEMLine]
    line_cls: ClassVar[Any] = UEMLine

    @classmethod
    def load(cls, file: Any, parse_float: Any = Decimal) -> UEM:
        """The regions of one file or of several."""
        loaded = super().load(file, parse_float)
        loaded._check()
        return loaded

    @classmethod
    def parse(cls, s: str, parse_float: Any = Decimal) -> UEM:
        """The regions of a text."""
        parsed = super().parse(s, parse_float)
        parsed._check()
        return parsed

    def _check(self) -> None:
        if len(self.filenames()) < len(self.lines):
            raise ValueError(
                "UEM file contains duplicate filenames, but only a single scoring region per filename is supported: "
                f"{self}"
            )

    def __getitem__(self, item: Any) -> Any:
        if not isinstance(item, str):
            return super().__getitem__(item)
        return {line.filename: line for line in self.lines}[item]
