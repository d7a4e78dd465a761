"""Segments combined into streams: which segment belongs to which stream, improved greedily one after the other."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from time import monotonic

from scorelite.core.python.columns import integers

from .streams import Columns, Stream, is_timed, stream_of

_MOST_ROUNDS = 49


def combined(
    segments: Iterable[Columns], streams: Iterable[Columns], places: bytes, costs: str, seconds: float, /
) -> tuple[bytes, int]:
    """The stream of each segment (int32) after moving segments greedily, and the cost.

    `costs` are digits: with each of these costs of a substitution, segments move until none does. After so many seconds
    no segment moves.
    """
    end = monotonic() + seconds
    parts, sides = list(map(stream_of, segments)), list(map(stream_of, streams))
    assigned = integers("i", places)
    if len(assigned) != len(parts):
        raise ValueError(f"{len(parts)} segments, but {len(assigned)} streams")
    for place in assigned:
        if not 0 <= place < len(sides):
            raise ValueError(f"no stream {place}")
    for part in parts:
        for side in sides:
            is_timed(part, side)
    for digit in costs:
        if digit not in "12":
            raise ValueError(f"costs '{costs}'; expected digits 1 and 2")
    total = 0
    for digit in costs:
        combiner = _Combiner(parts, sides, int(digit), end)
        for _ in range(_MOST_ROUNDS):
            moved, total = combiner.improve(assigned)
            if not moved:
                break
    return array("i", assigned).tobytes(), total


class _Combiner:
    """A column holds the costs of aligning what was read so far with every beginning of a stream."""

    def __init__(self, segments: list[Stream], streams: list[Stream], substitution: int, end: float) -> None:
        self._segments = segments
        self._streams = streams
        self._substitution = substitution
        self._end = end
        self._reversed = [part.reversed() for part in segments], [stream.reversed() for stream in streams]

    def improve(self, streams: list[int]) -> tuple[bool, int]:
        """A round over all segments, each of which may move; whether to go on, and the cost."""
        behind = self._behind(streams)
        count = range(len(self._streams))
        costs = [columns[0][0] for columns in behind]
        before = [list(range(len(stream) + 1)) for stream in self._streams]
        following = [0 for _ in count]
        moved = False
        for place, part in enumerate(self._segments):
            current = streams[place]
            after = [self._advance(before[s], part, self._streams[s]) for s in count]
            with_it, without = list(costs), list(costs)
            for s in count:
                if s == current:
                    without[s] = _least(before[s], behind[s][following[s] + 1])
                else:
                    with_it[s] = _least(after[s], behind[s][following[s]])
            best = current
            for s in count:
                if with_it[s] - without[s] < with_it[best] - without[best]:
                    best = s
            before[best] = after[best]
            following[current] += 1
            if best != current:
                costs[best], costs[current] = with_it[best], without[current]
                streams[place] = best
                moved = True
            if monotonic() >= self._end:
                return False, sum(costs)
        return moved, sum(costs)

    def _behind(self, assigned: list[int]) -> list[list[list[int]]]:
        """The columns behind each segment of a stream, first to last; the last is that of the end of the stream."""
        columns = [[list(range(len(stream) + 1))] for stream in self._streams]
        parts, streams = self._reversed
        for place in reversed(range(len(parts))):
            s = assigned[place]
            columns[s].append(self._advance(columns[s][-1], parts[place], streams[s]))
        return [[column[::-1] for column in reversed(rows)] for rows in columns]

    def _advance(self, column: list[int], part: Stream, stream: Stream) -> list[int]:
        timed = is_timed(part, stream)
        for i, word in enumerate(part.words):
            row = [column[0] + 1]
            for j, other in enumerate(stream.words):
                best = min(column[j + 1], row[j]) + 1
                if not timed or (part.begins[i] < stream.ends[j] and stream.begins[j] < part.ends[i]):
                    best = min(best, column[j] + (0 if word == other else self._substitution))
                row.append(best)
            column = row
        return column


def _least(before: list[int], behind: list[int]) -> int:
    return min(map(sum, zip(before, behind)))  # noqa: B905
