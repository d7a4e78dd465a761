"""The maximum term-weighted value: at the best threshold for all keywords."""

from __future__ import annotations

from ..measure import Measure

MTWV = Measure(
    name="mtwv",
    title="MTWV",
    heading="Maximum (MTWV)",
    value=lambda result: result.maximum.value,
    note=lambda result: f"at the best threshold, {result.maximum.threshold_text}",
    threshold=lambda result: result.maximum.threshold_text,
    named=lambda result: {
        "mtwv": result.mtwv,
        "mtwv_threshold": None if result.curve is None else result.maximum.threshold,
    },
)
