"""Normalized cross entropy: the information of confidences beyond the share of correct words."""

from __future__ import annotations

from ..measure import Measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _value(result: Any) -> float | None:
    information = result.summed_information()
    if information is None:
        return None
    # Imported only now: most words have no confidences.
    from ..normalized_cross_entropy import normalized

    return normalized(result.counts, information)


NCE = Measure(
    name="nce",
    title="NCE",
    value=_value,
    note=lambda result: "information of confidences: 1 perfect, 0 none, below 0 misleading",
    is_rate=False,
)
