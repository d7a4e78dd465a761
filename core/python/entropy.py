"""Confidences of words: sums of logarithms for the normalized cross entropy, sorted columns, and the DET curve."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log, sqrt
from operator import itemgetter

from .columns import floats, integers

_LOG2E = 1.4426950408889634
_CORRECT = b"C"[0]


def information_rows(
    operations: bytes, confidences: bytes, places: bytes, lowest: float, highest: float, /
) -> tuple[bytes, bytes, bytes, bytes]:
    """For the stretches of operations between places (int64): sums of logarithms over right and over wrong words
    (float64), numbers of words, and of confidences outside 0 to 1 (int32).

    A confidence is limited to lowest .. highest; NaN stands for no word.
    """
    column = floats(confidences)
    if len(operations) != len(column):
        raise ValueError("a confidence for every operation expected")
    right, wrong, words, outside = array("d"), array("d"), array("i"), array("i")
    for begin, end in pairwise(integers("q", places)):
        if not 0 <= begin <= end <= len(operations):
            raise ValueError("places outside of the operations, or in disorder")
        row = _information(operations[begin:end], column[begin:end], lowest, highest)
        right.append(row[0])
        wrong.append(row[1])
        words.append(row[2])
        outside.append(row[3])
    return right.tobytes(), wrong.tobytes(), words.tobytes(), outside.tobytes()


def _information(
    operations: bytes, confidences: Sequence[float], lowest: float, highest: float
) -> tuple[float, float, int, int]:
    right = wrong = 0.0
    words = outside = 0
    for operation, confidence in zip(operations, confidences, strict=True):
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
    words = sorted([word for word in words if word[0] == word[0]], key=itemgetter(0))
    right, wrong = ([value for value, side in words if side == kind] for kind in (True, False))
    columns = [array("d", column).tobytes() for column in ([value for value, _ in words], right, wrong)]
    return columns[0], bytes(side for _, side in words), columns[1], columns[2]


def det_curve(right: bytes, wrong: bytes, most: int, /) -> bytes:
    """Lines of a DET curve, at most so many, from sorted confidences of right and of wrong words (float64).

    A line has the shares of right words lost and of wrong words kept, as normal deviates, for a rising threshold.
    """
    lines = list(_curve(floats(right), floats(wrong)))
    return b"".join(lines[: max(0, most)])


def _curve(right: Sequence[float], wrong: Sequence[float]) -> Iterator[bytes]:
    if len(right) + len(wrong) < 2:
        return
    yield b"%f %f\n" % (_deviate(0.0005), _deviate(0.5))
    lost = dropped = 0
    all_right, all_wrong = len(right), len(wrong)
    # Without right (or wrong) words their share is 0/0, and one point too many is left out.
    miss, alarm = (b"%f" % _deviate(share) if number else b"nan" for share, number in ((0.0, right), (1.0, wrong)))
    while lost < all_right - 1 or dropped < all_wrong - 1:
        # NaN is neither less nor greater; the loop ends nevertheless.
        if lost + 1 < all_right and (dropped + 1 >= all_wrong or right[lost + 1] <= wrong[dropped + 1]):
            lost += 1
            miss = b"%f" % _deviate(lost / all_right)
        else:
            dropped += 1
            alarm = b"%f" % _deviate((all_wrong - dropped) / all_wrong)
        yield miss + b" " + alarm + b"\n"


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
