"""The best combination of segments into streams, by dictionaries of all states that may lead to it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import product
from time import monotonic

from scorelite.core.python.columns import integers

from .combining import combined
from .streams import Columns, Stream, is_timed, overlap, stream_of

State = tuple[int, ...]
# By state: the cost, and the pairs of reference and stream that led to it.
Layer = dict[State, tuple[int, tuple[tuple[int, int], ...]]]

_CELL = 12
_MOST = 255


def best_combination(
    segments: Iterable[Columns], streams: Iterable[Columns], places: bytes, memory: int, seconds: float, /
) -> tuple[bytes, int, int]:
    """The stream of each segment (int32) with the fewest errors found, these, and a number that none undercuts.

    Which of equally good combinations is found is not specified.
    """
    parts, sides = list(segments), list(streams)
    start, cost = combined(parts, sides, places, "1", seconds)
    surplus = abs(sum(len(part[0]) // 4 for part in parts) - sum(len(side[0]) // 4 for side in sides))
    best = interleaved([parts], sides, memory, seconds) if surplus < cost else None
    if best is None:
        return start, cost, min(surplus, cost)
    if best[1] == cost:
        return start, cost, cost
    return array("i", integers("i", best[0])[1::2]).tobytes(), best[1], best[1]


def interleaved(
    refs: Iterable[Iterable[Columns]], streams: Iterable[Columns], memory: int, seconds: float, /
) -> tuple[bytes, int] | None:
    """Reference and stream (int32) of one segment after the other with the fewest errors, and these.

    None if the table of all states takes more bytes or seconds.
    """
    sides = [list(map(stream_of, ref)) for ref in refs]
    hyps = list(map(stream_of, streams))
    if len(sides) > _MOST or not 0 < len(hyps) <= _MOST:
        raise ValueError("references and streams; expected up to 255 of each, and one stream or more")
    cells = 1
    for size in [*map(len, sides), *map(len, hyps)]:
        cells *= size + 1
    if cells * _CELL > memory:
        return None
    end = monotonic() + seconds
    states = list(product(*(range(len(hyp) + 1) for hyp in reversed(hyps))))
    layers: dict[State, Layer] = {}
    layers[(0,) * len(sides)] = {state[::-1]: (sum(state), ()) for state in states}
    for done in product(*(range(len(side) + 1) for side in reversed(sides))):
        if any(done):
            if monotonic() >= end:
                return None
            layers[done[::-1]] = _layer(layers, done[::-1], sides, hyps)
    cost, pairs = layers[tuple(map(len, sides))][tuple(map(len, hyps))]
    return array("i", [number for pair in pairs for number in pair]).tobytes(), cost


def _layer(layers: dict[State, Layer], done: State, sides: Sequence[Sequence[Stream]], hyps: Sequence[Stream]) -> Layer:
    """The best way to every state of the streams, behind these numbers of segments of the references."""
    layer: Layer = {}
    for r, count in enumerate(done):
        if not count:
            continue
        before = layers[done[:r] + (count - 1,) + done[r + 1 :]]
        for s in _choices(sides[r][count - 1], hyps):
            hyp = hyps[s]
            for start in [state for state in before if not state[s]]:
                line = [(*start[:s], j, *start[s + 1 :]) for j in range(len(hyp) + 1)]
                row = _advanced([before[state] for state in line], sides[r][count - 1], hyp)
                for state, (cost, way) in zip(line, row, strict=True):
                    if state not in layer or cost < layer[state][0]:
                        layer[state] = cost, (*way, (r, s))
    return layer


def _choices(segment: Stream, hyps: Sequence[Stream]) -> Sequence[int]:
    """The streams that a segment may take: with times those that have a word beside one of its words, else the last.

    Where none has, all words of the segment are deleted, wherever it goes; MeetEval gives it to the last stream.
    """
    near = [s for s, hyp in enumerate(hyps) if not segment.words or _meets(segment, hyp)]
    return near or [len(hyps) - 1]


def _meets(segment: Stream, hyp: Stream) -> bool:
    """Whether a word of a segment overlaps one of a stream; without times, all do."""
    return not is_timed(segment, hyp) or any(
        overlap(segment, i, hyp, j) for i in range(len(segment)) for j in range(len(hyp))
    )


_Mark = tuple[int, tuple[tuple[int, int], ...]]


def _advanced(row: list[_Mark], segment: Stream, hyp: Stream) -> list[_Mark]:
    """The costs behind a segment along one stream, each with the way to the place where the segment began."""
    timed = is_timed(segment, hyp)
    for i, word in enumerate(segment.words):
        above, row = row, [(row[0][0] + 1, row[0][1])]
        for j, other in enumerate(hyp.words):
            meet = not timed or overlap(segment, i, hyp, j)
            if meet and word == other:
                row.append(above[j])
                continue
            choices = [row[j], above[j + 1], *([above[j]] if meet else [])]
            best = min(choices, key=lambda mark: mark[0])
            row.append((best[0] + 1, best[1]))
    return row
