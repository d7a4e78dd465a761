"""Times of words, estimated from those of their segments."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

from ....... import core
from ...io.seglst import SegLST, asseglst

_Interval: TypeAlias = "tuple[Any, Any]"
Segment: TypeAlias = "dict[str, Any]"


def word_times(rows: list[Segment], texts: list[list[str]], timing: str | None) -> tuple[array[float], array[float]]:
    """Start and end of every word; an empty word has the time of its segment."""
    counts = array("i", map(len, texts)).tobytes()
    lengths = array("i", [len(word) or 1 for words in texts for word in words]).tobytes()
    starts, ends = (array("d", [float(row[key]) for row in rows]).tobytes() for key in ("start_time", "end_time"))
    if timing is None or timing == "none":
        timing = "full_segment"  # segments of one word, which has their times
    begin, end = core.word_times(counts, lengths, starts, ends, timing, 0.0)
    return array("d", begin), array("d", end)


def misplaced_words(rows: Iterable[Segment], timing: str | None) -> tuple[int, int]:
    """How many words of a speaker are at another place if they are sorted by their start, and the number of words.

    >>> segments = [{"words": "a b", "start_time": 0, "end_time": 9}, {"words": "c", "start_time": 1, "end_time": 2}]
    >>> misplaced_words(segments, "character_based")
    (2, 3)
    """
    listed = list(rows)
    starts = word_times(listed, [row["words"].split() or [""] for row in listed], timing)[0]
    if not any(first > second for first, second in pairwise(starts)):
        return 0, len(starts)
    order = sorted(range(len(starts)), key=starts.__getitem__)
    return sum(place != number for place, number in enumerate(order)), len(starts)


def get_pseudo_word_level_timings(t: Any, strategy: str | None) -> Any:
    """Segments of one word each, whose times `strategy` estimates from those of the segments; in the form of `t`.

    >>> segment = {"words": "abc b", "start_time": 0, "end_time": 4}
    >>> [row["end_time"] for row in get_pseudo_word_level_timings(SegLST([segment]), "character_based")]
    [3.0, 4.0]
    """
    if strategy not in _STRATEGIES:
        raise KeyError(strategy)
    estimate = _STRATEGIES[strategy]
    rows = []
    for row in asseglst(t, required_keys=("words", "start_time", "end_time")):
        # A segment without words stays one: its speaker may have no other.
        words = row["words"].split() or [""]
        times = estimate((row["start_time"], row["end_time"]), words)
        for word, (start, end) in zip(words, times, strict=True):
            rows.append({**row, "words": word, "start_time": start, "end_time": end})
    timed = SegLST(rows)
    return t.new(timed) if hasattr(t, "new") else timed.segments


def _parts(interval: _Interval, sizes: Sequence[int]) -> list[_Interval]:
    """Parts of an interval in proportion to their sizes; a single part is the interval itself."""
    if len(sizes) == 1:
        return [interval]
    ends = list(accumulate(sizes))
    unit = (interval[1] - interval[0]) / ends[-1]
    return [(interval[0] + unit * start, interval[0] + unit * end) for start, end in pairwise([0, *ends])]


def _by_characters(interval: _Interval, words: Sequence[str]) -> list[_Interval]:
    return _parts(interval, [len(word) for word in words])


def _equal(interval: _Interval, words: Sequence[str]) -> list[_Interval]:
    return _parts(interval, [1] * len(words))


def _equal_points(interval: _Interval, words: Sequence[str]) -> list[_Interval]:
    if len(words) == 1:
        return _points([interval])
    length = (interval[1] - interval[0]) / len(words)
    return [(interval[0] + place * length + length / 2,) * 2 for place in range(len(words))]


def _points(intervals: Iterable[_Interval]) -> list[_Interval]:
    return [((start + end) / 2,) * 2 for start, end in intervals]


def _as_they_are(interval: _Interval, words: Sequence[str]) -> list[_Interval]:
    if len(words) != 1:
        raise ValueError(
            f"{len(words)} words in the segment {interval}; expected one word, or another strategy than 'none'"
        )
    return [interval]


_STRATEGIES: dict[str | None, Callable[[_Interval, Sequence[str]], list[_Interval]]] = {
    "equidistant_intervals": _equal,
    "equidistant_points": _equal_points,
    "full_segment": lambda interval, words: [interval] * len(words),
    "character_based": _by_characters,
    "character_based_points": lambda interval, words: _points(_by_characters(interval, words)),
    "none": _as_they_are,
    None: _as_they_are,
}
