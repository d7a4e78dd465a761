"""Words of texts as numbers, and times for words whose segments alone have times."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from scorelite.core.python.columns import floats, integers

_NAMES = "character_based, character_based_points, equidistant_intervals, equidistant_points or full_segment"


def numbered(texts: Iterable[str], /) -> tuple[bytes, bytes, bytes]:
    """Words cut at white space and numbered from 1 by first use, words per text, and characters per word, int32.

    >>> array("i", numbered(["one two", "", "two"])[0]).tolist()
    [1, 2, 2]
    """
    numbers: dict[str, int] = {}
    words, counts, lengths = array("i"), array("i"), array("i")
    for text in texts:
        if not isinstance(text, str):
            raise TypeError("a text is not a str")
        text.encode()  # half a character is an error
        words_of_text = text.split()
        words.extend(numbers.setdefault(word, len(numbers) + 1) for word in words_of_text)
        counts.append(len(words_of_text))
        lengths.extend(map(len, words_of_text))
    return words.tobytes(), counts.tobytes(), lengths.tobytes()


def word_times(
    counts: bytes, lengths: bytes, starts: bytes, ends: bytes, timing: str, collar: float, /
) -> tuple[bytes, bytes]:
    """Begins and ends (float64) of words within their segments, widened by the collar.

    >>> span = array("d", [0.0]).tobytes(), array("d", [3.0]).tobytes()
    >>> begins, _ = word_times(array("i", [2]).tobytes(), array("i", [2, 1]).tobytes(), *span, "character_based", 0.0)
    >>> array("d", begins).tolist()
    [0.0, 2.0]
    """
    if timing not in TIMINGS:
        raise ValueError(f"timing '{timing}'; expected {_NAMES}")
    sizes, widths = integers("i", counts), integers("i", lengths)
    first, last = floats(starts), floats(ends)
    if not len(sizes) == len(first) == len(last) or sum(sizes) != len(widths):
        raise ValueError("columns of different lengths")
    times = array("d"), array("d")
    at = 0
    for count, start, end in zip(sizes, first, last):  # noqa: B905
        for begin, stop in TIMINGS[timing](start, end, widths[at : at + count]):
            times[0].append(begin - collar)
            times[1].append(stop + collar)
        at += count
    return times[0].tobytes(), times[1].tobytes()


Span = tuple[float, float]


def _cut(start: float, end: float, widths: Sequence[int]) -> Iterator[Span]:
    """Intervals with these shares of a segment; a single word has all of it."""
    if len(widths) < 2:
        return iter([(start, end)] * len(widths))
    places = list(accumulate(widths, initial=0))
    unit = (end - start) / places[-1]
    return ((start + unit * a, start + unit * b) for a, b in pairwise(places))


def _even(start: float, end: float, widths: Sequence[int]) -> Iterator[Span]:
    return _cut(start, end, [1] * len(widths))


def _even_points(start: float, end: float, widths: Sequence[int]) -> Iterator[Span]:
    if len(widths) < 2:
        return _middles(_cut(start, end, widths))
    half = (end - start) / len(widths) / 2
    return ((begin + half, begin + half) for begin, _ in _even(start, end, widths))


def _middles(spans: Iterator[Span]) -> Iterator[Span]:
    return (((end + begin) / 2, (end + begin) / 2) for begin, end in spans)


TIMINGS: dict[str, Callable[[float, float, Sequence[int]], Iterator[Span]]] = {
    "character_based": _cut,
    "character_based_points": lambda start, end, widths: _middles(_cut(start, end, widths)),
    "equidistant_intervals": _even,
    "equidistant_points": _even_points,
    "full_segment": lambda start, end, widths: iter([(start, end)] * len(widths)),
}
