"""Points of a timeline, of which some have no time of their own: EAF, EXB."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from ..errors import quantity

_MILLISECOND = Decimal("0.001")


def interpolated(times: Sequence[str | None]) -> tuple[list[str | None], int]:
    """The times of points in their order, and how many are new: a point without one lies in equal steps between its
    neighbours, as ELAN and EXMARaLDA draw it. A point that has no time on one side stays without.

    >>> interpolated([None, "0.500", None, None, "2.000", None])
    ([None, '0.500', '1.000', '1.500', '2.000', None], 2)
    """
    filled = list(times)
    known = [place for place, time in enumerate(times) if time is not None]
    added = 0
    for first, last in pairwise(known):
        begin, end = Decimal(times[first] or 0), Decimal(times[last] or 0)
        if begin > end:
            continue  # the points are not in order of time, so nothing lies between these two
        for place in range(first + 1, last):
            time = begin + (end - begin) * (place - first) / (last - first)
            # Rounding must not pass a neighbour that is written more exactly.
            filled[place] = str(min(max(time.quantize(_MILLISECOND), begin), end))
            added += 1
    return filled, added


def of_interpolated(added: int, points: str) -> list[str]:
    """The notice about points of a timeline whose times are interpolated, if there are any."""
    return [f"{quantity(added, points)} without a time: placed between the neighbours, in equal steps"] if added else []
