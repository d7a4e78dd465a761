"""Stretches of utterances in which one of two systems has errors, cut where both have words right."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_RIGHT, _INSERTED = b"CI"
# What came last: right words behind a cut, an error, or right words behind an error.
_CUT, _ERROR, _SOME_RIGHT = range(3)


def error_segments(first: Sequence[bytes], second: Sequence[bytes], buffer: int, /) -> bytes:
    """Three int32 per segment: reference words, errors of the first system, errors of the second.

    Both have the operations (C, S, D, I) of each utterance. A segment ends with `buffer` adjacent words that both have
    right, and begins with those before its first error. Operations that belong to different references leave segments
    without errors at their ends.

    >>> array("i", error_segments([b"CCCSCCC"], [b"DCCSCCCI"], 2)).tolist()
    [3, 0, 1, 5, 1, 1, 2, 0, 1]
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} utterances; expected equally many")
    if buffer < 1:
        raise ValueError(f"buffer {buffer}; expected 1 or more")
    found = array("i")
    for one, two in zip(first, second, strict=True):
        for begins, ends in _cuts(one, two, buffer):
            left, right = (side[max(0, begin) : end] for side, begin, end in zip((one, two), begins, ends, strict=True))
            words = len(left) - left.count(_INSERTED) + len(right) - right.count(_INSERTED)
            found.extend((words // 2, len(left) - left.count(_RIGHT), len(right) - right.count(_RIGHT)))
    return found.tobytes()


def _cuts(one: bytes, two: bytes, buffer: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where each segment begins and ends in both; it may begin before an utterance."""
    i = j = good = 0
    last = 0, 0
    state = _CUT
    while i < len(one):
        while i < len(one) and one[i] == _INSERTED:
            i, state = i + 1, _ERROR
        while j < len(two) and two[j] == _INSERTED:
            j, state = j + 1, _ERROR
        if not (i < len(one) and j < len(two) and one[i] == _RIGHT == two[j]):
            state = _ERROR
        elif state == _CUT:
            last = i, j
        else:
            good = good + 1 if state == _SOME_RIGHT else 1
            state = _SOME_RIGHT
            if good == buffer:
                yield (last[0] - buffer + 1, last[1] - buffer + 1), (i + 1, j + 1)
                last, state = (i, j), _CUT
        i, j = min(i + 1, len(one)), min(j + 1, len(two))
    if state != _CUT or j < len(two):
        yield (last[0] - buffer + 1, last[1] - buffer + 1), (len(one), len(two))
