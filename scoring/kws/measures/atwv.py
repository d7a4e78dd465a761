"""The actual term-weighted value: at the decisions of the system."""

from __future__ import annotations

from ..measure import Measure

ATWV = Measure(
    name="atwv",
    title="ATWV",
    heading="Actual (ATWV)",
    value=lambda values: values.actual.value,
    note=lambda values: "at the decisions of the system",
)
