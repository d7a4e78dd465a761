"""The actual term-weighted value: at the decisions of the system."""

from __future__ import annotations

from typing import Any

from ....formats.errors import arguments_in
from ..measure import Measure


def _note(result: Any) -> str:
    """Who decides which detections count: the system, or the threshold where it decides nothing."""
    if result.origin.threshold is None:
        return "at the decisions of the system"
    least = f"{result.origin.threshold:.15g}"
    return arguments_in(f"at scores of {least} and above (threshold={least} (--threshold {least}))")


ATWV = Measure(
    name="atwv",
    title="ATWV",
    heading="Actual (ATWV)",
    value=lambda result: result.actual.value,
    note=_note,
)
