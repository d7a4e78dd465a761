"""The optimum term-weighted value: at the best threshold for each keyword."""

from __future__ import annotations

from ..measure import Measure

OTWV = Measure(
    name="otwv",
    title="OTWV",
    heading="Optimum (OTWV)",
    value=lambda result: result.optimum.point.value if result.optimum else None,
    note=lambda result: "at the best threshold of each keyword",
)
