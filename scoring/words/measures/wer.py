"""The word error rate: errors per reference word, above 1 with many insertions."""

from __future__ import annotations

from ....formats.errors import quantity
from ..measure import Measure

WER = Measure(
    name="wer",
    title="WER",
    of_characters="CER",
    of_ids="TER",
    value=lambda result: result.counts.wer,
    note=lambda result: quantity(result.counts.errors, "error"),
    number=lambda result: result.counts.errors,
)
