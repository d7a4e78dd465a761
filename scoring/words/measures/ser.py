"""The sentence error rate: the part of the utterances that have an error."""

from __future__ import annotations

from ....formats.errors import quantity
from ..measure import Measure

SER = Measure(
    name="ser",
    title="SER",
    value=lambda result: result.sentence_errors / result.sentences if result.sentences else None,
    note=lambda result: f"{quantity(result.sentence_errors, 'utterance')} with an error",
    number=lambda result: result.sentence_errors,
    named=lambda result: {
        "sentences": result.sentences,
        "sentence_errors": result.sentence_errors,
        "ser": result.ser,
    },
)
