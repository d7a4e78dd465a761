"""Segments that last much longer than their texts: durations in another unit, or ends that no program knew."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...formats.engine.silence import is_mostly_silent
from ...formats.errors import quantity, short
from ...formats.schema import Corpus

# So many segments are looked at; where most are too long, with so many seconds a letter, the unit is another one.
_SAMPLE = 1000
_FEWEST, _SLOW = 3, 10.0


def long_segments(corpus: Corpus) -> str:
    """A warning about segments that last long for their texts; else nothing.

    >>> from ...formats import Segment
    >>> long_segments(Corpus([Segment(start=0, end=4, text="yes"), Segment(start=5, end=3605, text="good day")]))
    "1 segment is mostly silence, such as the one at 5 s, which lasts 3600 s for 'good day'"
    """
    found = [row for row in _rows(corpus) if is_mostly_silent(row[1], row[2])]
    if not found or corpus.format == "named-turns":  # whose reader says so
        return ""
    start, seconds, text = found[0]
    verb = "is" if len(found) == 1 else "are"
    return (
        f"{quantity(len(found), 'segment')} {verb} mostly silence, such as the one at {start:g} s, which lasts "
        f"{seconds:g} s for {short(repr(text))}"
    )


def other_unit(corpus: Corpus) -> str:
    """A warning about durations of most segments that may be in milliseconds or samples; else nothing.

    >>> from ...formats import Segment
    >>> other_unit(Corpus([Segment(start=0, end=2400, text="so it is"), Segment(start=0, end=900, text="yes")] * 2))
    "segments last up to 2400 s, such as 2400 s for 'so it is': are durations in seconds?"
    """
    rows = [row for row in islice(_rows(corpus), _SAMPLE) if row[2]]
    long = [row for row in rows if is_mostly_silent(row[1], row[2])]
    seconds = sum(row[1] for row in rows)
    if len(long) < _FEWEST or 2 * len(long) < len(rows) or seconds < _SLOW * sum(len(row[2]) for row in rows):
        return ""
    longest = max(row[1] for row in rows)
    return (
        f"segments last up to {longest:g} s, such as {long[0][1]:g} s for {short(repr(long[0][2]))}: are durations in "
        "seconds?"
    )


def _rows(corpus: Corpus) -> Iterator[tuple[float, float, str]]:
    """Begin, length and text of the segments that are scored."""
    table = corpus.table
    if table.words is not None or not table.has_windows() or table.start is None or table.end is None:
        return
    columns = zip(table.start.values, table.end.values, corpus.texts(), table.ignored, strict=True)
    for start, end, text, ignored in columns:
        if not ignored:
            yield start, end - start, text
