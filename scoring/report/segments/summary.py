"""The summary in percent (`sys`): a row for each class, speaker or recording, and the sum."""

from __future__ import annotations

from collections.abc import Iterator

from ...segments.totals import Totals
from ..engine.sheet import drawn
from .options import ReportOptions
from .sheet import noun, percentages


def render(result: Totals, options: ReportOptions) -> Iterator[bytes]:
    """The summary in percent."""
    yield drawn(percentages(result, options), f"SEGMENT SUMMARY PERCENTAGES by {noun(result, options).upper()}")
