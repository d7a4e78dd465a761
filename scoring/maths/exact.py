"""Exact paired tests of two systems: sign test, McNemar's test, Wilcoxon's signed ranks; and corrections for many."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, prod, sqrt

from ...formats.values import dataclass

# Beyond so many pairs the signed ranks are approximated by a normal distribution.
_MOST_RANKED = 200
# Beyond so many tosses the tail is bounded first: its digits grow with their number, so a sum of all takes its square.
_MOST_SUMMED = 2000
_BITS = 256
# Factors of a binomial coefficient that are multiplied at once.
_FACTORS = 64


@dataclass(frozen=True, slots=True)
class ExactTest:
    """Pairs in which the first system is better, those in which the second is, and the two-sided p-value."""

    name: str
    first: int
    second: int
    p: float

    @property
    def defined_p(self) -> float | None:
        """The p-value; None where no pair differs."""
        return self.p if self.first or self.second else None


def binomial_p(first: int, second: int) -> float:
    """The probability of a split at least as uneven as this among tosses of a fair coin.

    >>> binomial_p(0, 5), binomial_p(3, 3)
    (0.0625, 1.0)
    """
    number, smaller = first + second, min(first, second)
    if number > _MOST_SUMMED:
        low, high = _bounds(number, smaller)
        if low == high:
            return low
    tail, ways = 0, 1
    for k in range(smaller + 1):
        tail += ways
        ways = ways * (number - k) // (k + 1)
    return min(1.0, 2 * tail / (1 << number))


def _bounds(number: int, smaller: int) -> tuple[float, float]:
    """Bounds of the p-value, which are mostly the same number: sums of integers whose last bits are cut off."""
    # The terms in units of the last one, from the largest to those that vanish; each lacks less than one bit a step.
    ratios, term, steps = 0, 1 << _BITS, 0
    while term:
        ratios += term
        term = term * (smaller - steps) // (number - smaller + steps + 1)
        steps += 1
    largest, exponent, cuts = _coefficient(number, smaller)
    low = largest * ratios
    high = (largest + (largest * cuts >> _BITS) + 1) * (ratios + (steps + 1) * (smaller + 1))
    shift = number + _BITS - 1 - exponent
    return min(1.0, low / (1 << shift)), min(1.0, high / (1 << shift))


def _coefficient(number: int, chosen: int) -> tuple[int, int, int]:
    """A binomial coefficient: its first bits, the power of two behind them, and how often bits were cut off."""
    mantissa, exponent, cuts = 1 << 2 * _BITS, -2 * _BITS, 0
    for begin in range(0, chosen, _FACTORS):
        end = min(begin + _FACTORS, chosen)
        mantissa = mantissa * prod(range(number - end + 1, number - begin + 1)) // prod(range(begin + 1, end + 1))
        excess = mantissa.bit_length() - 2 * _BITS
        mantissa >>= excess
        exponent += excess
        cuts += 1
    return mantissa, exponent, cuts


def sign_test(first: Sequence[float], second: Sequence[float]) -> ExactTest:
    """The sign test on error rates; pairs without difference do not count.

    >>> sign_test([1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6, 6])
    ExactTest(name='sign test', first=5, second=0, p=0.0625)
    """
    better = sum(left < right for left, right in zip(first, second, strict=True))
    worse = sum(left > right for left, right in zip(first, second, strict=True))
    return ExactTest("sign test", better, worse, binomial_p(better, worse))


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> ExactTest:
    """McNemar's exact test on utterances with an error: only those that one system alone has right count.

    >>> mcnemar([True, False, True], [True, True, False]).p
    1.0
    """
    better = sum(right and not left for left, right in zip(first, second, strict=True))
    worse = sum(left and not right for left, right in zip(first, second, strict=True))
    return mcnemar_of(better, worse)


def mcnemar_of(first: int, second: int) -> ExactTest:
    """McNemar's exact test of the number of utterances that each system alone has right."""
    return ExactTest("McNemar", first, second, binomial_p(first, second))


def signed_ranks(first: Sequence[float], second: Sequence[float]) -> ExactTest:
    """Wilcoxon's signed rank test on error rates, exact also with ties; pairs without difference do not count.

    >>> signed_ranks([1, 2, 3, 4, 5, 6], [2, 4, 6, 8, 10, 12]).p
    0.03125
    """
    differences = [right - left for left, right in zip(first, second, strict=True) if left != right]
    # Twice the mean ranks are whole numbers.
    order = sorted(map(abs, differences))
    places: dict[float, tuple[int, int]] = {}
    for place, value in enumerate(order, 1):
        places[value] = (places.get(value, (place, place))[0], place)
    ranks = [sum(places[abs(value)]) for value in differences]
    positive = sum(rank for rank, value in zip(ranks, differences, strict=True) if value > 0)
    better = sum(value > 0 for value in differences)
    p = _ranked_p(ranks, min(positive, sum(ranks) - positive))
    return ExactTest("Wilcoxon", better, len(differences) - better, p)


def _ranked_p(ranks: list[int], smaller: int) -> float:
    """Twice the probability of a rank sum at most this small, over all signs."""
    if not ranks:
        return 1.0
    total = sum(ranks)
    if len(ranks) > _MOST_RANKED:
        deviation = sqrt(sum(rank * rank for rank in ranks)) / 2
        return min(1.0, erfc(max(0.0, total / 2 - smaller - 0.5) / deviation / sqrt(2)))
    # The ways to each sum stand in one integer, side by side, each in more bits than all ways together need.
    bits = len(ranks) + 1
    mask = (1 << bits * (smaller + 1)) - 1
    ways = 1
    for rank in ranks:
        ways += ways << bits * rank & mask
    # The remainder by all bits of a number set is the sum of the numbers.
    return min(1.0, 2 * (ways % ((1 << bits) - 1)) / (1 << len(ranks)))


def holm(values: Sequence[float]) -> list[float]:
    """P-values corrected after Holm (1979): the chance of any false difference stays below the level.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    corrected = [0.0] * len(values)
    highest = 0.0
    for place, number in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - place) * values[number]))
        corrected[number] = highest
    return corrected


def benjamini_hochberg(values: Sequence[float]) -> list[float]:
    """P-values corrected after Benjamini and Hochberg (1995): the share of false differences stays below the level.

    >>> [round(value, 4) for value in benjamini_hochberg([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    corrected = [0.0] * len(values)
    lowest = 1.0
    for place, number in enumerate(order):
        lowest = min(lowest, len(values) * values[number] / (len(values) - place))
        corrected[number] = lowest
    return corrected
