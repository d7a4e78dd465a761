"""Words assigned to segments by time."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from itertools import accumulate
from math import inf

from .columns import floats


def assigned(start: bytes, end: bytes, middle: bytes, attach: bool, /) -> tuple[bytes, bytes, bytes, bytes]:
    """The words of each segment, both in order of time, by the middles of words (float64), as sclite assigns them.

    These are the words, one segment after the other, and the first of each segment (int64); then words outside all
    segments (int64), and how far they are from the nearest one (float64). With `attach`, a word outside belongs to the
    next segment, or to the last one.

    >>> columns = [array("d", times).tobytes() for times in ([0, 2], [2, 3], [1, 2.5, 9])]
    >>> words, first, outside, distances = assigned(*columns, False)
    >>> array("q", words).tolist(), array("q", first).tolist(), array("q", outside).tolist()
    ([0, 1], [0, 1, 2], [2])
    """
    begins, exact_ends = floats(start), floats(end)
    if len(begins) != len(exact_ends) or not begins:
        raise ValueError("begins and ends of segments expected, as many of both")
    # sclite keeps times of segments in single precision, which decides about words whose middle is a segment's end.
    ends = array("f", exact_ends).tolist()
    starts = list(map(min, array("f", begins), begins))
    latest = list(accumulate(ends, max))
    last = len(starts) - 1
    words_of: list[list[int]] = [[] for _ in starts]
    strays, distances = array("q"), array("d")
    reached, passed = 0, -inf
    for word, time in enumerate(floats(middle)):
        # A word goes no further back than the words before it.
        passed = max(passed, time)
        while reached < last and passed >= latest[reached]:
            reached += 1
        if starts[reached] <= time < ends[reached]:
            words_of[reached].append(word)
            continue
        segment = bisect_right(latest, time)
        is_stray = segment > last or time < starts[segment]
        if is_stray:
            strays.append(word)
            before = time - latest[segment - 1] if segment else inf
            distances.append(min(before, inf if segment > last else starts[segment] - time))
        if attach or not is_stray:
            words_of[reached if attach else segment].append(word)
    first = array("q", accumulate(map(len, words_of), initial=0))
    words = array("q", [word for words in words_of for word in words])
    return words.tobytes(), first.tobytes(), strays.tobytes(), distances.tobytes()
