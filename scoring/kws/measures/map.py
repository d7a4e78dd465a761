"""The mean over keywords of average precision."""

from __future__ import annotations

from typing import Any

from ..measure import Measure


def _value(result: Any) -> float | None:
    # Imported only now: the list of measures needs no numpy.
    from ..term_weighted_value import mean

    return mean(result.average_precisions)


MAP = Measure(
    name="map",
    title="MAP",
    heading="Mean average precision",
    value=_value,
    note=lambda result: "mean average precision",
    is_brief=False,
)
