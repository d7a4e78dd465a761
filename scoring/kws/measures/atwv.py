"""The actual term-weighted value: at the decisions of the system."""

from __future__ import annotations

from ..measure import Measure

ATWV = Measure(
    name="atwv",
    title="ATWV",
    heading="Actual (ATWV)",
    value=lambda result: result.actual.value,
    note=lambda result: "at the decisions of the system",
)
