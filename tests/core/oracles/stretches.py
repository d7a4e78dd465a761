"""Stretches of rows: wanted bytes in a row, steps of alignments, and words that repeat."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import TYPE_CHECKING

from scorelite.core.python.columns import integers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorelite.core.python.batch import Batch


def stretches(rows: bytes, firsts: bytes, wanted: bytes, least: int, /) -> tuple[bytes, bytes]:
    """Beginnings and ends (int64) of stretches of wanted bytes, of at least so many, inside one text each.

    Texts are rows between two places (int64).

    >>> texts = array("q", [0, 4, 7]).tobytes()
    >>> [array("q", part).tolist() for part in stretches(b"DDCDDDD", texts, b"D", 2)]
    [[0, 4], [2, 7]]
    """
    check_least(least, 1)
    found = [
        run for begin, end in _texts(firsts, len(rows)) for run in _runs(begin, end, least, lambda k: rows[k] in wanted)
    ]
    first, last = array("q", [run[0] for run in found]), array("q", [run[1] for run in found])
    return first.tobytes(), last.tobytes()


def step_stretches(batch: Batch, operations: bytes, least: int, /) -> tuple[bytes, bytes]:
    """Beginnings and ends (int64) of stretches of some operations, of at least so many, inside one utterance each."""
    return stretches(*batch.letters(), operations, least)


def step_errors(batch: Batch, utterances: bytes, begins: bytes, ends: bytes, /) -> bytes:
    """How many steps of utterances between two places, which are counted in the utterance, are not correct (int64)."""
    columns = [integers("q", column) for column in (utterances, begins, ends)]
    if len({*map(len, columns)}) > 1:
        raise ValueError("columns of different lengths")
    errors = array("q")
    for place, begin, end in zip(*columns, strict=True):
        letters = batch.operations(place)
        if not 0 <= begin <= end <= len(letters):
            raise ValueError(f"steps from {begin} to {end} of {len(letters)}")
        errors.append(end - begin - letters.count("C", begin, end))
    return errors.tobytes()


def check_least(number: int, least: int) -> None:
    if number < least:
        raise ValueError(f"{number} where at least {least} is expected")


def _texts(firsts: bytes, size: int) -> Iterator[tuple[int, int]]:
    """The places of texts, none of which lies outside."""
    for begin, end in pairwise(integers("q", firsts)):
        if not 0 <= begin <= end <= size:
            raise ValueError(f"a text from {begin} to {end} of {size} rows")
        yield begin, end


def _runs(begin: int, end: int, least: int, holds: Callable[[int], bool]) -> Iterator[tuple[int, int]]:
    """The runs of places that hold, of at least so many."""
    first = begin
    for place in range(begin, end + 1):
        if place == end or not holds(place):
            if place - first >= least:
                yield first, place
            first = place + 1


def loops(first: int, words: Sequence[int], times: int, longest: int) -> Iterator[tuple[int, int, int]]:
    """Beginning, end and period of each stretch of a text whose words stand from this place on."""
    found = []
    for size in range(1, min(longest, len(words) // times) + 1):
        for begin, end in _runs(0, len(words) - size, (times - 1) * size, lambda k: words[k] == words[k + size]):  # noqa: B023
            found.append((begin, -end - size, size))
    farthest = 0
    for begin, ended, size in sorted(found):
        if -ended > farthest:
            farthest = -ended
            yield first + begin, first + farthest, size
