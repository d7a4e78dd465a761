"""Lengths of words from the texts of their begins and ends."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

_LONGEST = 15  # bytes of a number
_NAN = float("nan")
_EXACT = 1 << 53  # whole numbers up to this one are exact in double precision


def lengths(begins: Sequence[object], ends: Sequence[object], /) -> tuple[bytes, bytes]:
    """Begins and lengths (float64) of words, from texts of their begins and ends, exact in decimal digits.

    NaN where one is no short text of digits and perhaps a point, or where an end lies before its begin.

    >>> [array("d", column).tolist() for column in lengths(["0.1", "2", "3"], ["0.30", "2.5", "2"])]
    [[0.1, 2.0, nan], [0.2, 0.5, nan]]
    """
    if len(begins) != len(ends):
        raise ValueError("begins and ends that are not as many")
    rows = list(map(_length, map(_digits, begins), map(_digits, ends)))
    return array("d", [start for start, _ in rows]).tobytes(), array("d", [size for _, size in rows]).tobytes()


def _length(begin: tuple[int, int] | None, end: tuple[int, int] | None) -> tuple[float, float]:
    """The begin and the length of a word, from digits; NaN where they are not exact."""
    if begin is None or end is None:
        return _NAN, _NAN
    decimals = max(begin[1], end[1])
    first, last = (number * 10 ** (decimals - behind) for number, behind in (begin, end))
    if not first <= last <= _EXACT:
        return _NAN, _NAN
    return begin[0] / 10 ** begin[1], (last - first) / 10**decimals


def _digits(text: object) -> tuple[int, int] | None:
    """The digits of a text as a whole number, and how many of them stand behind the point."""
    if type(text) is not str or len(text) > _LONGEST:
        return None
    whole, _, part = text.partition(".")
    return (int(whole + part), len(part)) if text.isascii() and (whole + part).isdigit() else None
