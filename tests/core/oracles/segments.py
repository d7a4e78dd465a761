"""Stretches of utterances in which one of two systems has errors, cut where both have words right."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import TYPE_CHECKING

from scorelite.core.python.columns import integers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    # Four counts (int32) for each utterance, all operations, and the places (int64) between which those of each stand.
    System: TypeAlias = tuple[bytes, bytes, bytes]

_RIGHT, _INSERTED = b"CI"
# What came last: right words behind a cut, an error, or right words behind an error.
_CUT, _ERROR, _SOME_RIGHT = range(3)


def error_segments(first: bytes, second: bytes, buffer: int, /) -> tuple[int, int, int, int, int, int, int, float]:
    """Segments of two systems: their number, reference words, errors of the first and second system, and more.

    Behind these stand the segments in which only the first system has errors, those in which only the second has some,
    segments without errors, which are not counted, and the squared distances of the differences between both systems
    from their mean, summed from left to right (0 without segments).

    Both texts have a line for each utterance: its operations (C, S, D, I). A segment ends with `buffer` adjacent words
    that both have right, and begins with those before its first error. Operations that belong to different references
    leave segments without errors at their ends.

    >>> error_segments(b"CCCSCCC\\n", b"DCCSCCCI\\n", 2)
    (3, 10, 1, 3, 0, 2, 0, 0.6666666666666667)
    """
    lines = first.split(b"\n")[:-1], second.split(b"\n")[:-1]
    _check(*lines, buffer)
    words = ignored = 0
    errors: list[tuple[int, int]] = []
    for first_line, second_line in zip(*lines, strict=True):
        for begins, ends in _cuts(first_line, second_line, buffer):
            parts = [
                side[max(0, begin) : end]
                for side, begin, end in zip((first_line, second_line), begins, ends, strict=True)
            ]
            wrong = len(parts[0]) - parts[0].count(_RIGHT), len(parts[1]) - parts[1].count(_RIGHT)
            if any(wrong):
                words += sum(len(part) - part.count(_INSERTED) for part in parts) // 2
                errors.append(wrong)
            else:
                ignored += 1
    sums = sum(left for left, _ in errors), sum(right for _, right in errors)
    mean = (sums[0] - sums[1]) / len(errors) if errors else 0.0
    squares = 0.0
    for left, right in errors:
        squares += (left - right - mean) * (left - right - mean)
    alone = sum(not right for _, right in errors), sum(not left for left, _ in errors)
    return len(errors), words, *sums, *alone, ignored, squares


def _cuts(first: bytes, second: bytes, buffer: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where each segment begins and ends in both; it may begin before an utterance."""
    i = j = good = 0
    last = 0, 0
    state = _CUT
    while i < len(first):
        while i < len(first) and first[i] == _INSERTED:
            i, state = i + 1, _ERROR
        while j < len(second) and second[j] == _INSERTED:
            j, state = j + 1, _ERROR
        if not (i < len(first) and j < len(second) and first[i] == _RIGHT == second[j]):
            state = _ERROR
        elif state == _CUT:
            last = i, j
        else:
            good = good + 1 if state == _SOME_RIGHT else 1
            state = _SOME_RIGHT
            if good == buffer:
                yield (last[0] - buffer + 1, last[1] - buffer + 1), (i + 1, j + 1)
                last, state = (i, j), _CUT
        i, j = min(i + 1, len(first)), min(j + 1, len(second))
    if state != _CUT or j < len(second):
        yield (last[0] - buffer + 1, last[1] - buffer + 1), (len(first), len(second))


def paired_segments(first: Sequence[bytes], second: Sequence[bytes], buffer: int, /) -> bytes:
    """Two int32 per segment with errors: errors of the first system, errors of the second.

    Both have the operations (C, S, D, I) of each utterance. Segments are separated by `buffer` or more adjacent words
    that both have right, without insertions between them. An utterance whose references differ is one segment.

    >>> array("i", paired_segments([b"CCCSCCC"], [b"DCCSCCCI"], 2)).tolist()
    [0, 1, 1, 1, 0, 1]
    """
    _check(first, second, buffer)
    segments = array("i")
    for of_first, of_second in zip(first, second):  # noqa: B905
        left, right = _slots(of_first), _slots(of_second)
        if len(left) != len(right):
            left, right = [sum(left)], [sum(right)]
        segments.extend(_segments(left, right, buffer))
    return segments.tobytes()


def paired_sums(
    first: System, second: System, buffer: int, /
) -> tuple[list[tuple[int, int]], tuple[int, int], tuple[int, int, int]]:
    """Sums over the utterances of two systems, from which paired tests are made.

    The number of utterances with each difference of errors (second less first), the utterances that the first or the
    second system alone has right, and the number of segments with errors with the sums of their differences and of the
    squares of these. Without places an utterance is one segment.

    >>> first = array("i", [6, 1, 0, 0]).tobytes(), b"CCCSCCC", array("q", [0, 7]).tobytes()
    >>> second = array("i", [6, 0, 1, 1]).tobytes(), b"DCCCCCCI", array("q", [0, 8]).tobytes()
    >>> paired_sums(first, second, 2)
    ([(1, 1)], (0, 0), (3, 1, 3))
    """
    (one_counts, one_steps), (two_counts, two_steps) = _system(*first), _system(*second)
    errors = [
        [sum(counts[place + 1 : place + 4]) for place in range(0, len(counts), 4)]
        for counts in (one_counts, two_counts)
    ]
    _check(errors[0], errors[1], buffer)
    groups: dict[int, int] = {}
    for before, after in zip(*errors, strict=True):
        groups[after - before] = groups.get(after - before, 0) + 1
    if one_steps is None or two_steps is None:
        differences = [right - left for left, right in zip(*errors, strict=True) if left or right]
    else:
        pairs = integers("i", paired_segments(one_steps, two_steps, buffer))
        differences = [right - left for left, right in zip(pairs[::2], pairs[1::2], strict=True)]
    alone = [
        sum(not mine and other > 0 for mine, other in zip(*sides, strict=True)) for sides in (errors, errors[::-1])
    ]
    segments = len(differences), sum(differences), sum(difference * difference for difference in differences)
    return sorted(groups.items()), (alone[0], alone[1]), segments


def _system(counts: bytes, letters: bytes, places: bytes) -> tuple[list[int], list[bytes] | None]:
    """The counts of a system, and the operations of each utterance; None without places."""
    numbers, ends = integers("i", counts), integers("q", places)
    if len(numbers) % 4:
        raise ValueError("counts that are not four for each utterance")
    if not ends:
        return numbers, None
    if len(ends) != len(numbers) // 4 + 1 or ends[0] != 0 or ends[-1] != len(letters) or ends != sorted(ends):
        raise ValueError("places that do not divide the letters among the utterances")
    return numbers, [letters[begin:end] for begin, end in pairwise(ends)]


def _check(first: Sequence[object], second: Sequence[object], buffer: int) -> None:
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} utterances; expected equally many")
    if buffer < 1:
        raise ValueError(f"buffer {buffer}; expected 1 or more")


def _segments(left: list[int], right: list[int], buffer: int) -> Iterator[int]:
    """The errors of both in each segment, one after the other."""
    # Places alternate between gaps with insertions and words. Only places with errors matter, and the number of words
    # between two of them.
    last = None
    in_left = in_right = 0
    for place in sorted({*_wrong(left), *_wrong(right)}):
        if last is not None and place // 2 - (last + 1) // 2 >= buffer:
            yield from (in_left, in_right)
            in_left = in_right = 0
        in_left += left[place]
        in_right += right[place]
        last = place
    if last is not None:
        yield from (in_left, in_right)


def _wrong(slots: list[int]) -> list[int]:
    return [place for place, errors in enumerate(slots) if errors]


def _slots(operations: bytes) -> list[int]:
    """Errors in each gap and at each word of the reference: gap, word, gap, word ... gap."""
    slots = [0]
    for letter in operations:
        if letter == _INSERTED:
            slots[-1] += 1
        else:
            slots += (int(letter != _RIGHT), 0)
    return slots
