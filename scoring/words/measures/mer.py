"""The match error rate: errors per aligned pair, at most 1."""

from __future__ import annotations

from ..measure import Measure

MER = Measure(
    name="mer",
    title="MER",
    value=lambda result: result.counts.mer,
    note=lambda result: "errors per aligned pair, at most 100 %",
    number=lambda result: result.counts.errors,
)
