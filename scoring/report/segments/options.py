"""The options of reports of segments."""

from __future__ import annotations

from dataclasses import dataclass

from ....formats.errors import UsageError

ROWS = ("auto", "class", "file")


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """The rows of a table, and the width of a listing in columns."""

    rows: str = "auto"
    width: int = 100

    def __post_init__(self) -> None:
        if self.rows not in ROWS:
            raise UsageError(f"rows {self.rows!r} is unknown; expected one of: {', '.join(ROWS)}")
        if self.width < 1:
            raise UsageError(f"width is {self.width}; expected 1 or more")
