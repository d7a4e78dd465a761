"""Streams: the words of one speaker or channel as numbers, with or without times, and their alignment."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import inf

from scorelite.core.python.columns import floats, integers
from scorelite.core.python.policy import check_policy, chooser

Columns = tuple[bytes, bytes, bytes]
"""Words (int32, numbers from 1), begins and ends (float64); without times both are empty."""
Costs = tuple[int, int, int]

_MOST = 1 << 28


class Stream:
    """The words of a stream; only words whose times overlap are paired."""

    __slots__ = ("begins", "ends", "timed", "words")

    def __init__(self, words: list[int], begins: list[float], ends: list[float]) -> None:
        self.words = words
        self.begins = begins
        self.ends = ends
        self.timed = bool(begins or ends)
        for word in words:
            if not 1 <= word <= _MOST:
                raise ValueError(f"word number {word}; expected 1 to {_MOST}")
        if self.timed and not len(words) == len(begins) == len(ends):
            raise ValueError(
                f"stream of {len(words)} words, {len(begins)} begins and {len(ends)} ends; expected equal lengths"
            )

    def __len__(self) -> int:
        return len(self.words)

    def reversed(self) -> Stream:
        """The stream from its end to its beginning."""
        return Stream(self.words[::-1], self.begins[::-1], self.ends[::-1])


def stream_of(columns: Columns) -> Stream:
    """The stream that columns hold."""
    if len(columns) != 3:
        raise ValueError(f"stream of {len(columns)} columns; expected words, begins and ends")
    return Stream(integers("i", columns[0]), floats(columns[1]), floats(columns[2]))


def is_timed(ref: Stream, hyp: Stream) -> bool:
    """Whether times decide which words are paired."""
    if ref.timed != hyp.timed and ref.words and hyp.words:
        raise ValueError("only one of two streams has times")
    return ref.timed and hyp.timed


def stream_costs(refs: Iterable[Columns], hyps: Iterable[Columns], pairs: bytes, costs: Costs, ties: str, /) -> bytes:
    """The costs (int64) of aligning these pairs (int32) of streams."""
    check_policy(costs, ties)
    left, right = list(map(stream_of, refs)), list(map(stream_of, hyps))
    places = integers("i", pairs)
    if len(places) % 2:
        raise ValueError("an odd number of places; expected pairs")
    for k, place in enumerate(places):
        if not 0 <= place < len(right if k % 2 else left):
            raise ValueError(f"no stream {place}")
    place_pairs = zip(places[::2], places[1::2])  # noqa: B905
    return array("q", [_table(left[i], right[j], costs)[-1][-1] for i, j in place_pairs]).tobytes()


def stream_steps(ref: Columns, hyp: Columns, costs: Costs, ties: str, /) -> bytes:
    """The steps of the alignment of two streams: C, S, D and I.

    >>> from array import array
    >>> column = lambda *words: (array("i", words).tobytes(), b"", b"")
    >>> stream_steps(column(1, 2, 3), column(1, 4), (1, 1, 1), "IDS")
    b'CSD'
    """
    check_policy(costs, ties)
    left, right = stream_of(ref), stream_of(hyp)
    table = _table(left, right, costs)
    timed, choose = is_timed(left, right), chooser(ties)
    band = _band(left, right) if timed else [(0, len(right))] * len(left)
    steps = bytearray()
    i, j = len(left), len(right)
    while i or j:
        # Outside the band of words that may overlap, only gaps are left.
        move = "I" if not i or j > band[i - 1][1] else "D" if j <= band[i - 1][0] else ""
        if not move:
            equal = left.words[i - 1] == right.words[j - 1]
            pair = table[i - 1][j - 1] + (0 if equal else costs[0])
            meet = not timed or overlap(left, i - 1, right, j - 1)
            move = choose(equal, pair if meet else inf, table[i - 1][j] + costs[2], table[i][j - 1] + costs[1])
            if move == "S" and equal:
                move = "C"
        i -= move != "I"
        j -= move != "D"
        steps += move.encode()
    steps.reverse()
    return bytes(steps)


def stream_bounds(refs: Iterable[Columns], hyps: Iterable[Columns], /) -> bytes:
    """Numbers of errors (int64) that no alignment undercuts: row by row, of every pair of streams.

    An alignment has at least as many errors as the longer side has words that are not in common.
    """
    right = [stream_of(hyp).words for hyp in hyps]
    bounds = array("q")
    for ref in refs:
        words = stream_of(ref).words
        for other in right:
            bounds.append(max(len(words), len(other)) - sum((Counter(words) & Counter(other)).values()))
    return bounds.tobytes()


def _band(ref: Stream, hyp: Stream) -> list[tuple[int, int]]:
    """For every reference word, the hypothesis words before and behind which no path through it pairs words.

    No word from it on overlaps a word before the first, and no word up to it overlaps one from the second on.
    """
    latest = list(accumulate(hyp.ends, max))
    earliest = list(accumulate(reversed(hyp.begins), min))[::-1]
    later = list(accumulate(reversed(ref.begins), min))[::-1]
    band = []
    for begin, end in zip(later, accumulate(ref.ends, max)):  # noqa: B905
        first = bisect_right(latest, begin)
        band.append((first, max(first, bisect_left(earliest, end))))
    return band


def overlap(ref: Stream, i: int, hyp: Stream, j: int) -> bool:
    return ref.begins[i] < hyp.ends[j] and hyp.begins[j] < ref.ends[i]


def _table(ref: Stream, hyp: Stream, costs: Costs) -> Sequence[list[int]]:
    """The costs of aligning all beginnings of both streams."""
    substitution, insertion, deletion = costs
    timed = is_timed(ref, hyp)
    table = [[insertion * j for j in range(len(hyp) + 1)]]
    for i, word in enumerate(ref.words):
        above = table[-1]
        row = [above[0] + deletion]
        for j, other in enumerate(hyp.words):
            best = min(above[j + 1] + deletion, row[j] + insertion)
            if not timed or overlap(ref, i, hyp, j):
                best = min(best, above[j] + (0 if word == other else substitution))
            row.append(best)
        table.append(row)
    return table
