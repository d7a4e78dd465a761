"""Times at another frame rate: each cue stays on its frames, which follow each other faster or slower."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial

from ..errors import UsageError
from ..schema import Corpus
from ..values import replace
from .shifting import with_times

_PAIR = re.compile(r"(\d{1,3}(?:\.\d{1,6})?):(\d{1,3}(?:\.\d{1,6})?)")
_NTSC = Fraction(1000, 1001)
_ROUNDED = Fraction(5, 1000)
"""Rates of NTSC are published with two or three decimals."""
_DIGITS = 3


def ratio_of(fps: str) -> Fraction:
    """The factor of all times; 23.976, 29.97 and 59.94 are exactly 24, 30 and 60 times 1000/1001.

    >>> ratio_of("25:23.976"), ratio_of("30:29.97")
    (Fraction(1001, 960), Fraction(1001, 1000))
    """
    match = _PAIR.fullmatch(fps) if isinstance(fps, str) else None
    before, after = map(_exact, match.groups()) if match else (Fraction(0), Fraction(0))
    if not before or not after or before == after:
        raise UsageError(
            f"fps={fps!r} (--fps {fps}): expected two different frame rates, such as 25:23.976; to read or write "
            "frames: frame_rate=25 (--option frame_rate=25)"
        )
    return before / after


def at_frame_rate(corpus: Corpus, fps: str) -> Corpus:
    """The corpus with all times as they are at another frame rate, to the millisecond.

    >>> from ..schema import Segment
    >>> at_frame_rate(Corpus((Segment(start=10.0, end=11.0),)), "25:24").segments[0].end
    11.458
    """
    scaled = partial(_scaled, ratio=ratio_of(fps))
    segments = [
        replace(
            segment,
            start=None if segment.start is None else scaled(segment.start),
            end=None if segment.end is None else scaled(segment.end),
            labels=None if segment.labels is None else tuple([with_times(item, scaled) for item in segment.labels]),
        )
        for segment in corpus.segments
    ]
    regions = [replace(region, start=scaled(region.start), end=scaled(region.end)) for region in corpus.regions]
    return replace(corpus, segments=tuple(segments), regions=tuple(regions))


def _exact(text: str) -> Fraction:
    rate = Fraction(text)
    ntsc = round(rate / _NTSC) * _NTSC
    return ntsc if rate.denominator > 1 and abs(ntsc - rate) < _ROUNDED else rate


def _scaled(time: float, ratio: Fraction) -> float:
    return float(round(Fraction(repr(float(time))) * ratio, _DIGITS))
