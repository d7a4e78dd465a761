"""Single-precision arithmetic, as Kaldi uses it for percentages and bootstrap sums."""

from __future__ import annotations

from math import inf, isnan, nan, sqrt
from struct import Struct

_SINGLE = Struct("f")


def single(value: float) -> float:
    """The nearest single-precision number.

    >>> single(0.1)
    0.10000000149011612
    """
    try:
        rounded: float = _SINGLE.unpack(_SINGLE.pack(value))[0]
    except OverflowError:
        return inf if value > 0 else -inf
    return rounded


def quotient(dividend: float, divisor: float) -> float:
    """A quotient as IEEE 754 defines it, also for a divisor of 0."""
    if divisor:
        return dividend / divisor
    return nan if not dividend or isnan(dividend) else inf if dividend > 0 else -inf


def root(value: float) -> float:
    """A square root; NaN for negative numbers."""
    return nan if isnan(value) or value < 0 else sqrt(value)


def percent(part: int, whole: int) -> float:
    """A percentage as Kaldi's compute-wer computes it, with one rounding more than needed.

    >>> "%.2f" % percent(1462, 1491)
    '98.06'
    """
    return single(quotient(100.0 * single(part), single(whole)))


def shown(value: float) -> bytes:
    """A number with two decimals; NaN has the sign that the processor gives it.

    >>> shown(12.125), shown(nan), shown(inf)
    (b'12.12', b'-nan', b'inf')
    """
    return b"-nan" if isnan(value) else b"%.2f" % value
