"""Renders the reports of results and totals by name."""

from __future__ import annotations

from collections.abc import Iterator

from ....formats.errors import UsageError
from ...segments.result import SegmentResult
from ...segments.totals import Totals
from .. import File, module_of
from . import OF_SUMS
from .options import ReportOptions


def render(result: Totals, name: str, *, rows: str = "auto", width: int = 100) -> Iterator[File]:
    """The one file of a report: the suffix of its name, and its bytes."""
    options = ReportOptions(rows, width)
    if name not in OF_SUMS and not isinstance(result, SegmentResult):
        raise UsageError(f"report {name!r} needs labels, which totals do not store; use the result itself")
    yield f".{name}".encode(), module_of("segments", name).render(result, options)
