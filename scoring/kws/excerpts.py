"""Excerpts of the control file: which of them holds something, and how many seconds of each recording they cover."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from formats.ecf import Ecf, Excerpt
from formats.errors import UsageError
from scoring.kws.convention import Convention
from scoring.kws.material import Bools, Excerpts, Floats, Ints

SPLIT_WEIGHT = 0.5


def containing(excerpts: Excerpts, place: Ints, begin: Floats, end: Floats) -> Ints:
    """First excerpt that holds each stretch of time whole, -1 where none does."""
    found = np.full(len(place), -1, dtype=np.int64)
    order = np.argsort(place, kind="stable")
    sorted_places = place[order]
    first = np.searchsorted(sorted_places, excerpts.place, side="left").tolist()
    last = np.searchsorted(sorted_places, excerpts.place, side="right").tolist()
    for number, (low, high) in enumerate(zip(first, last, strict=True)):
        rows = order[low:high]
        inside = (found[rows] < 0) & (begin[rows] >= excerpts.begin[number]) & (end[rows] <= excerpts.end[number])
        found[rows[inside]] = number
    return found


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


def seconds(
    ecf: Ecf,
    convention: Convention,
    *,
    files: Sequence[re.Pattern[str]] = (),
    source_types: Sequence[re.Pattern[str]] = (),
) -> dict[str, float]:
    """Seconds that are searched in each recording.

    Channels of a recording that are searched at the same time count once, split channels count half.
    """
    by_file: dict[str, list[Excerpt]] = {}
    for excerpt in ecf.excerpts:
        if source_types and not any(p.search(excerpt.source_type) for p in source_types):
            continue
        if files and not any(p.search(f"{excerpt.file}/{excerpt.channel}") for p in files):
            continue
        by_file.setdefault(excerpt.file, []).append(excerpt)
    covered = _cut if convention.cut_excerpts else _covered
    return {
        file: covered(sorted(excerpts, key=lambda excerpt: (excerpt.begin, excerpt.end)))
        for file, excerpts in by_file.items()
    }


def _covered(excerpts: Sequence[Excerpt]) -> float:
    """Seconds covered by the excerpts of one recording, which are sorted by time."""
    total, covered = 0.0, float("-inf")
    for excerpt in excerpts:
        total += _weight(excerpt) * max(0.0, excerpt.end - max(excerpt.begin, covered))
        covered = max(covered, excerpt.end)
    return total


def _cut(excerpts: Sequence[Excerpt]) -> float:
    """Seconds of the excerpts of one recording, each cut where the next one begins.

    KWSEval loses the rest of an excerpt that holds another one.
    """
    total = 0.0
    begins = [*(excerpt.begin for excerpt in excerpts[1:]), float("inf")]
    for excerpt, following in zip(excerpts, begins, strict=True):
        total += _weight(excerpt) * (min(excerpt.end, following) - excerpt.begin)
    return total


def _weight(excerpt: Excerpt) -> float:
    return SPLIT_WEIGHT if excerpt.source_type == "splitcts" else 1.0
