"""The match error rate: errors per aligned pair, never above 1."""

from __future__ import annotations

from ..measure import Measure

MER = Measure(
    name="mer",
    title="MER",
    value=lambda sums: sums.counts.mer,
    note=lambda sums: "errors per aligned pair: never above 100 %",
    number=lambda sums: sums.counts.errors,
)
