"""The word error rate: errors per reference word, above 1 with many insertions."""

from __future__ import annotations

from ....formats.errors import quantity
from ..measure import Measure

WER = Measure(
    name="wer",
    title="WER",
    of_characters="CER",
    value=lambda sums: sums.counts.wer,
    note=lambda sums: quantity(sums.counts.errors, "error"),
    number=lambda sums: sums.counts.errors,
)
