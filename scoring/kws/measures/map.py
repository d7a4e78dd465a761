"""The mean over keywords of average precision."""

from __future__ import annotations

from ..measure import Measure
from ..rates import mean

MAP = Measure(
    name="map",
    title="MAP",
    heading="Mean average precision",
    value=lambda values: mean(values.average_precisions),
    note=lambda values: "mean average precision",
    is_brief=False,
)
