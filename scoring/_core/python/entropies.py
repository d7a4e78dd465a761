"""Sums of logarithms of confidences, for the normalized cross entropy."""

from __future__ import annotations

from math import log

from scoring._core.python.columns import floats

_LOG2E = 1.4426950408889634
_CORRECT = b"C"[0]


def information(
    operations: bytes, confidences: bytes, lowest: float, highest: float, /
) -> tuple[float, float, int, int]:
    """Sums of logarithms over right and over wrong words, number of words, and number of confidences outside 0 to 1.

    A confidence is limited to lowest .. highest; NaN stands for no word.
    """
    column = floats(confidences)
    if len(operations) != len(column):
        raise ValueError("a confidence for every operation expected")
    right = wrong = 0.0
    words = outside = 0
    for operation, confidence in zip(operations, column, strict=True):
        if confidence != confidence:
            continue
        words += 1
        if not lowest <= confidence <= highest:
            outside += confidence < 0.0 or confidence > 1.0
            confidence = lowest if confidence < lowest else highest
        if operation == _CORRECT:
            right += log(confidence) * _LOG2E
        else:
            wrong += log(1.0 - confidence) * _LOG2E
    return right, wrong, words, outside
