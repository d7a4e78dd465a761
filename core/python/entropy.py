"""Confidences of words: sums of logarithms for the normalized cross entropy, sorted columns, and the DET curve."""

from __future__ import annotations

from array import array
from itertools import pairwise
from math import log, sqrt

from .columns import floats, integers

_LOG2E = 1.4426950408889634
_CORRECT = ord("C")


def information_rows(
    operations: bytes, confidences: bytes, places: bytes, lowest: float, highest: float, /
) -> tuple[bytes, bytes, bytes, bytes]:
    """For the stretches of operations between places (int64): sums of logarithms over right and over wrong words
    (float64), numbers of words, and of confidences outside 0 to 1 (int32).

    A confidence is limited to lowest .. highest; NaN stands for no word.
    """
    column, bounds = floats(confidences), integers("q", places)
    if len(operations) != len(column):
        raise ValueError("a confidence for every operation expected")
    rights, wrongs, numbers, outsides = array("d"), array("d"), array("i"), array("i")
    for begin, end in pairwise(bounds):
        if not 0 <= begin <= end <= len(operations):
            raise ValueError("places outside of the operations, or in disorder")
        right = wrong = 0.0
        words = outside = 0
        for operation, confidence in zip(operations[begin:end], column[begin:end], strict=True):
            if confidence != confidence:
                continue
            words += 1
            outside += not 0.0 <= confidence <= 1.0
            confidence = min(max(confidence, lowest), highest)
            if operation == _CORRECT:
                right += log(confidence) * _LOG2E
            else:
                wrong += log(1.0 - confidence) * _LOG2E
        rights.append(right)
        wrongs.append(wrong)
        numbers.append(words)
        outsides.append(outside)
    return rights.tobytes(), wrongs.tobytes(), numbers.tobytes(), outsides.tobytes()


def sorted_confidences(operations: bytes, confidences: bytes, /) -> tuple[bytes, bytes, bytes, bytes]:
    """Confidences (float64) of words in their order, and a byte each that says whether the word is right.

    Then the confidences of right words and of wrong words. NaN stands for no word. Words of equal confidence keep their
    order.

    >>> values, flags, *sides = sorted_confidences(b"CSD", array("d", [0.9, 0.2, float("nan")]).tobytes())
    >>> [array("d", column).tolist() for column in (values, *sides)], list(flags)
    ([[0.2, 0.9], [0.9], [0.2]], [0, 1])
    """
    column = floats(confidences)
    if len(operations) != len(column):
        raise ValueError("a confidence for every operation expected")
    words = [(value, operation == _CORRECT) for operation, value in zip(operations, column, strict=True)]
    words = sorted([word for word in words if word[0] == word[0]], key=lambda word: word[0])
    values = array("d", [value for value, _ in words]).tobytes()
    right = array("d", [value for value, is_right in words if is_right]).tobytes()
    wrong = array("d", [value for value, is_right in words if not is_right]).tobytes()
    return values, bytes([is_right for _, is_right in words]), right, wrong


def det_curve(right: bytes, wrong: bytes, most: int, /) -> bytes:
    """Lines of a DET curve, at most so many, from sorted confidences of right and of wrong words (float64).

    A line has the shares of right words lost and of wrong words kept, as normal deviates, for a rising threshold.
    """
    rights, wrongs = floats(right), floats(wrong)
    if len(rights) + len(wrongs) < 2:
        return b""
    lines = [b"%f %f\n" % (_deviate(0.0005), _deviate(0.5))]
    lost = dropped = 0
    # Without right (or wrong) words their share is 0/0, and one point too many is left out.
    miss = b"%f" % _deviate(0.0) if rights else b"nan"
    alarm = b"%f" % _deviate(1.0) if wrongs else b"nan"
    while lost < len(rights) - 1 or dropped < len(wrongs) - 1:
        # NaN is neither less nor greater; the loop ends nevertheless.
        if lost + 1 < len(rights) and (dropped + 1 >= len(wrongs) or rights[lost + 1] <= wrongs[dropped + 1]):
            lost += 1
            miss = b"%f" % _deviate(lost / len(rights))
        else:
            dropped += 1
            alarm = b"%f" % _deviate((len(wrongs) - dropped) / len(wrongs))
        lines.append(miss + b" " + alarm + b"\n")
    return b"".join(lines[: max(0, most)])


def _deviate(probability: float) -> float:
    """The normal deviate of a probability, by the approximation of Beasley and Springer.

    >>> round(_deviate(0.5), 6), round(_deviate(0.975), 3)
    (0.0, 1.96)
    """
    epsilon = 2.2204e-16
    probability = 1 - epsilon if probability >= 1.0 else epsilon if probability <= 0.0 else probability
    offset = probability - 0.5
    if abs(offset) <= 0.42:
        r = offset * offset
        above = ((-25.4410604963 * r + 41.3911977353) * r - 18.6150006252) * r + 2.5066282388
        below = (((3.1308290983 * r - 21.0622410182) * r + 23.0833674374) * r - 8.4735109309) * r + 1.0
        return offset * above / below
    r = sqrt(-log(1.0 - probability if offset > 0.0 else probability))
    above = ((2.3212127685 * r + 4.8501412713) * r - 2.2979647913) * r - 2.7871893113
    value = above / ((1.6370678189 * r + 3.5438892476) * r + 1.0)
    return -value if offset < 0 else value


def milliseconds(seconds: bytes, /) -> int:
    """The sum of lengths of time (float64), each rounded to milliseconds, halves to even numbers.

    >>> milliseconds(array("d", [0.0104, 0.0104]).tobytes())
    20
    """
    return sum([round(1000.0 * length) for length in floats(seconds)])
