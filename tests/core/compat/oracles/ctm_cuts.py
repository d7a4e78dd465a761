"""Cuts of rows of ctm files at ends of segments."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from itertools import pairwise

from scorelite.core.python.columns import floats


def ctm_cuts(begin: bytes, duration: bytes, ends: bytes, /) -> bytes | None:
    """For each end the first row whose middle is not before it (int64); None if middles fall, or something is NaN.

    Rows before the last cut are looked at no more, even if the next end is earlier. All columns are float64.

    >>> columns = [array("d", column).tobytes() for column in ([0, 1, 2], [0.5, 0.5, 0.5], [1, 3])]
    >>> array("q", ctm_cuts(*columns)).tolist()
    [1, 3]
    """
    begins, durations, times = floats(begin), floats(duration), floats(ends)
    if len(begins) != len(durations):
        raise ValueError("a duration for every begin expected")
    middles = [start + length / 2.0 for start, length in zip(begins, durations, strict=True)]
    comparable = not any(value != value for value in (*middles, *times))
    if not comparable or not all(first <= second for first, second in pairwise(middles)):
        return None
    cuts, cut = array("q"), 0
    for time in times:
        cut = bisect_left(middles, time, cut)
        cuts.append(cut)
    return cuts.tobytes()
