"""The maximum term-weighted value: at the best threshold for all keywords."""

from __future__ import annotations

from ..measure import Measure

MTWV = Measure(
    name="mtwv",
    title="MTWV",
    heading="Maximum (MTWV)",
    value=lambda values: values.maximum.value,
    note=lambda values: f"at the best threshold, {values.maximum.threshold_text}",
    threshold=lambda values: values.maximum.threshold_text,
    further=lambda values: {"mtwv_threshold": None if values.curve is None else values.maximum.threshold},
)
