"""The mean over keywords of average precision."""

from __future__ import annotations

from ..measure import Measure
from ..rates import mean

MAP = Measure(
    name="map",
    title="MAP",
    heading="Mean average precision",
    value=lambda result: mean(result.average_precisions),
    note=lambda result: "mean average precision",
    is_brief=False,
)
