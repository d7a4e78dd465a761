"""The supremum term-weighted value: with a perfect decision about each detection."""

from __future__ import annotations

from ..measure import Measure

STWV = Measure(
    name="stwv",
    title="STWV",
    heading="Supremum (STWV)",
    value=lambda result: result.supremum.value,
    note=lambda result: "if every detection were judged right",
)
