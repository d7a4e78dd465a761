"""The sentence error rate: the part of the utterances that have an error."""

from __future__ import annotations

from ....formats.errors import quantity
from ..measure import Measure

SER = Measure(
    name="ser",
    title="SER",
    value=lambda sums: sums.sentence_errors / sums.sentences if sums.sentences else None,
    note=lambda sums: f"{quantity(sums.sentence_errors, 'utterance')} with an error",
    number=lambda sums: sums.sentence_errors,
    further=lambda sums: {"sentences": sums.sentences, "sentence_errors": sums.sentence_errors},
)
