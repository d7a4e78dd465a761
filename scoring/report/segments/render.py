"""Renders the reports of a result by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.report import module_of
from scoring.report.segments.options import ReportOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.report import File
    from scoring.segments.result import SegmentResult


def render(result: SegmentResult, name: str, *, rows: str = "auto", width: int = 100) -> Iterator[File]:
    """The one file of a report: the suffix of its name, and its bytes."""
    options = ReportOptions(rows, width)
    yield f".{name}".encode(), module_of("segments", name).render(result, options)
