"""The actual term-weighted value: at the decisions of the system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..measure import Measure

if TYPE_CHECKING:
    from ..result import KwsResult


def _note(result: KwsResult) -> str:
    """Who decides which detections count: the system, or the threshold where it decides nothing."""
    threshold = result.origin.threshold
    if threshold is None:
        return "at the decisions of the system"
    return f"at scores of {threshold:.15g} and above (--threshold)"


ATWV = Measure(
    name="atwv",
    title="ATWV",
    heading="Actual (ATWV)",
    value=lambda result: result.actual.value,
    note=_note,
)
