"""Sums of lengths of time."""

from __future__ import annotations

from .columns import floats


def milliseconds(seconds: bytes, /) -> int:
    """The sum of lengths of time (float64), each rounded to milliseconds, halves to even numbers.

    >>> from array import array
    >>> milliseconds(array("d", [0.0104, 0.0104]).tobytes())
    20
    """
    return sum([round(1000.0 * length) for length in floats(seconds)])
