"""The optimum term-weighted value: at the best threshold for each keyword."""

from __future__ import annotations

from ..measure import Measure

OTWV = Measure(
    name="otwv",
    title="OTWV",
    heading="Optimum (OTWV)",
    value=lambda values: values.optimum.point.value if values.optimum else None,
    note=lambda values: "at the best threshold of each keyword",
)
