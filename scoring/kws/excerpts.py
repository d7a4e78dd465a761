"""Excerpts of the control file: which of them holds something, and how many seconds they cover."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

from ...formats.ecf import Ecf
from ...formats.errors import UsageError
from .convention import SPLIT_TYPE, Convention
from .material import Bools, Excerpts, Floats, Ints

_SPLIT_WEIGHT = 0.5


def containing(excerpts: Excerpts, place: Ints, begin: Floats, end: Floats) -> Ints:
    """First excerpt that holds each stretch of time whole, -1 where none does."""
    excerpt_of = np.full(len(place), -1, dtype=np.int64)
    order = np.argsort(place, kind="stable")
    sorted_places = place[order]
    first = np.searchsorted(sorted_places, excerpts.place, side="left").tolist()
    last = np.searchsorted(sorted_places, excerpts.place, side="right").tolist()
    for number, (low, high) in enumerate(zip(first, last, strict=True)):
        rows = order[low:high]
        inside = (excerpt_of[rows] < 0) & (begin[rows] >= excerpts.begin[number]) & (end[rows] <= excerpts.end[number])
        excerpt_of[rows[inside]] = number
    return excerpt_of


def pattern(text: str) -> re.Pattern[str]:
    """Regular expression of the user's that must match a whole name; case does not matter."""
    try:
        return re.compile(f"^{text}$", re.IGNORECASE)
    except re.error as error:
        raise UsageError(f"{text!r} is not a regular expression: {error}") from None


def file_patterns(texts: Sequence[str], convention: Convention) -> list[re.Pattern[str]]:
    """Patterns of `file/channel`, separated by commas where the convention says so."""
    parts = texts if convention.whole_patterns else [part for text in texts for part in text.split(",")]
    return [pattern(part) for part in parts]


def chosen_places(places: Sequence[tuple[str, str]], patterns: Sequence[re.Pattern[str]]) -> Bools:
    """Mask of the pairs of file and channel that match a pattern; all of them without patterns."""
    return np.array(
        [not patterns or any(p.search(f"{file}/{channel}") for p in patterns) for file, channel in places],
        dtype=np.bool_,
    )


@dataclass(frozen=True, slots=True)
class Stretch:
    """Stretch of one channel of a recording that was searched, or its number of segments where segments are trials."""

    recording: str
    channel: str
    source: str
    """Source type, such as cts or bnews."""
    begin: float
    end: float
    segments: int = 0


def stretches(ecf: Ecf, patterns: Sequence[re.Pattern[str]]) -> tuple[Stretch, ...]:
    """Stretches of a control file in recordings and channels that match a pattern, sorted by recording."""
    parts = [
        Stretch(item.file, item.channel, item.source_type, item.begin, item.end)
        for item in ecf.excerpts
        if not patterns or any(p.search(f"{item.file}/{item.channel}") for p in patterns)
    ]
    return tuple(sorted(parts, key=lambda stretch: stretch.recording))


def seconds(searched: Sequence[Stretch], convention: Convention) -> float:
    """Seconds that were searched.

    Channels of a recording that are searched at the same time count once, split channels count half.
    """
    by_recording: dict[str, list[Stretch]] = {}
    for stretch in searched:
        by_recording.setdefault(stretch.recording, []).append(stretch)
    covered = _cut if convention.cut_excerpts else _covered
    return fsum(
        covered(sorted(stretches_of_recording, key=lambda stretch: (stretch.begin, stretch.end)))
        for stretches_of_recording in by_recording.values()
    )


def _covered(searched: Sequence[Stretch]) -> float:
    """Seconds covered by the stretches of one recording, which are sorted by time."""
    total, covered = 0.0, float("-inf")
    for stretch in searched:
        total += _weight(stretch) * max(0.0, stretch.end - max(stretch.begin, covered))
        covered = max(covered, stretch.end)
    return total


def _cut(searched: Sequence[Stretch]) -> float:
    """Seconds of the stretches of one recording, each cut where the next one begins.

    KWSEval loses the rest of an excerpt that holds another one.
    """
    total = 0.0
    begins = [*(stretch.begin for stretch in searched[1:]), float("inf")]
    for stretch, following in zip(searched, begins, strict=True):
        total += _weight(stretch) * (min(stretch.end, following) - stretch.begin)
    return total


def _weight(stretch: Stretch) -> float:
    return _SPLIT_WEIGHT if stretch.source == SPLIT_TYPE else 1.0
