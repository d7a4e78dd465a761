"""The actual term-weighted value: at the decisions of the system."""

from __future__ import annotations

from typing import Any

from ....formats.errors import argument
from ..measure import Measure


def _note(result: Any) -> str:
    """Who decides which detections count: the system, or the threshold where it decides nothing."""
    threshold: float | None = result.origin.threshold
    if threshold is None:
        return "at the decisions of the system"
    return f"at scores of {threshold:.15g} and above ({argument('the threshold', '--threshold')})"


ATWV = Measure(
    name="atwv",
    title="ATWV",
    heading="Actual (ATWV)",
    value=lambda result: result.actual.value,
    note=_note,
)
