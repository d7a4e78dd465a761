"""Pairs of times as text."""

from __future__ import annotations

from scoring._core.python.columns import floats

# Decimals that both cores show.
_MOST = 6


def shown_times(times: bytes, decimals: int, before: bytes, between: bytes, behind: bytes, /) -> list[bytes]:
    """A text for each pair of times (float64), which are shown with so many decimals.

    >>> from array import array
    >>> shown_times(array("d", [0.125, 2]).tobytes(), 2, b"from ", b" to ", b"")
    [b'from 0.12 to 2.00']
    """
    if not 0 <= decimals <= _MOST:
        raise ValueError(f"{decimals} decimals; expected 0 to {_MOST}")
    column = floats(times)
    if len(column) % 2:
        raise ValueError("an odd number of times; expected two for each text")
    pairs = zip(column[::2], column[1::2], strict=True)
    return [b"%b%.*f%b%.*f%b" % (before, decimals, begin, between, decimals, end, behind) for begin, end in pairs]
