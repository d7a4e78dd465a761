"""Rounding and statistics as in the reference: through 32-bit integers, with sums from left to right."""

from __future__ import annotations

from math import sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    Value = TypeVar("Value")

_LOWEST = -2147483648
_POWERS = (1.0, 10.0, 100.0, 1000.0)
_EXACT_IN_SINGLE = 1 << 24


def integer(value: float) -> int:
    """A 32-bit integer, rounded towards zero; NaN and values out of range become the lowest integer.

    >>> integer(-2.9), integer(3e9), integer(float("nan"))
    (-2, -2147483648, -2147483648)
    """
    if -2147483649.0 < value < 2147483648.0:
        return int(value)
    return _LOWEST


def rounded(value: float, places: int) -> float:
    """A number rounded half away from zero, by way of a 32-bit integer and a single-precision number.

    >>> rounded(12.25, 1), rounded(-0.04, 1), rounded(float("nan"), 3)
    (12.3, 0.0, -2147483.648)
    """
    power = _POWERS[places]
    scaled = value * power + (0.5 if value > 0.0 else -0.5)
    whole = int(scaled) if -2147483649.0 < scaled < 2147483648.0 else _LOWEST
    if whole > _EXACT_IN_SINGLE or whole < -_EXACT_IN_SINGLE:
        whole = _single(whole)
    return whole / power


def _single(whole: int) -> int:
    """The nearest integer that has at most 24 significant bits, half to even."""
    shift = abs(whole).bit_length() - 24
    return round(whole / (1 << shift)) << shift


def percent(part: float, whole: float) -> float:
    """A part in percent of the whole; 0 if the whole is 0.

    >>> percent(1, 8), percent(3, 0)
    (12.5, 0.0)
    """
    return part / whole * 100.0 if whole else 0.0


def summed(values: Iterable[float]) -> float:
    """The sum from left to right, in which rounding errors stay: since Python 3.12, sum() compensates them."""
    total = 0.0
    for value in values:
        total += value
    return total


def statistics(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean, standard deviation (n - 1) and median; zeros without values.

    >>> statistics([1.0, 2.0, 6.0])
    (3.0, 2.6457513110645907, 2.0)
    """
    number = len(values)
    if number == 0:
        return 0.0, 0.0, 0.0
    mean = summed(values) / number
    squares = summed((value - mean) * (value - mean) for value in values)
    if squares == 0.0 or number == 1:
        deviation = 0.0 if squares == 0.0 else float("nan")
    else:
        deviation = sqrt(squares / (number - 1))
    ordered = _ordered(values)
    middle = ordered[number // 2]
    return mean, deviation, middle if number % 2 else (middle + ordered[number // 2 - 1]) / 2


def _ordered(values: Sequence[float]) -> list[float]:
    """Values sorted; NaN equals every value, so its place depends on the sort, which is the reference's."""
    if all(value == value for value in values):
        return sorted(values)
    # The reference compares the sign of the difference: infinity minus itself is NaN, hence equal.
    return merge_sorted(values, lambda first, second: first - second > 0.0)


def merge_sorted(values: Sequence[Value], goes_behind: Callable[[Value, Value], bool]) -> list[Value]:
    """Values in the order in which the C library's merge sort leaves them.

    It compares the same pairs: their choice decides about places where not all values have an order, as NaN has none.
    """
    if len(values) < 2:
        return list(values)
    half = len(values) // 2
    left, right = merge_sorted(values[:half], goes_behind), merge_sorted(values[half:], goes_behind)
    merged: list[Value] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if goes_behind(left[i], right[j]):
            merged.append(right[j])
            j += 1
        else:
            merged.append(left[i])
            i += 1
    return merged + left[i:] + right[j:]
