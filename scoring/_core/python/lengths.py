"""Lengths of words from the texts of their begins and ends."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

_LONGEST = 15  # bytes of a number
_EXACT = 1 << 53  # whole numbers up to this one are exact in double precision


def lengths(begins: Sequence[object], ends: Sequence[object], /) -> tuple[bytes, bytes] | None:
    """Begins and lengths (float64) of words, from texts of their begins and ends, exact in decimal digits.

    None where one is no short text of digits and perhaps a point, or where an end lies before its begin.

    >>> [array("d", column).tolist() for column in lengths(["0.1", "2"], ["0.30", "2.5"]) or ()]
    [[0.1, 2.0], [0.2, 0.5]]
    """
    from_to = list(map(_digits, begins)), list(map(_digits, ends))
    if None in from_to[0] or None in from_to[1]:
        return None
    if len(begins) != len(ends):
        raise ValueError("begins and ends that are not as many")
    starts, sizes = array("d"), array("d")
    for (begin, begin_decimals), (end, end_decimals) in zip(*from_to, strict=True):  # type: ignore[misc]
        decimals = max(begin_decimals, end_decimals)
        first, last = begin * 10 ** (decimals - begin_decimals), end * 10 ** (decimals - end_decimals)
        if not first <= last <= _EXACT:
            return None
        starts.append(begin / 10**begin_decimals)
        sizes.append((last - first) / 10**decimals)
    return starts.tobytes(), sizes.tobytes()


def _digits(text: object) -> tuple[int, int] | None:
    """The digits of a text as a whole number, and how many of them stand behind the point."""
    if type(text) is not str or len(text) > _LONGEST:
        return None
    whole, _, part = text.partition(".")
    return (int(whole + part), len(part)) if text.isascii() and (whole + part).isdigit() else None
