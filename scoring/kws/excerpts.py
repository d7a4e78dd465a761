"""Which excerpt of the control file something lies in, and how long the excerpts are together."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from formats.ecf import Ecf, Excerpt
from formats.errors import UsageError
from scoring.kws.material import Bools, Excerpts, Floats, Ints

SPLIT_WEIGHT = 0.5


def containing(excerpts: Excerpts, place: Ints, begin: Floats, end: Floats) -> Ints:
    """For each stretch the first excerpt that holds it whole, -1 where none does."""
    found = np.full(len(place), -1, dtype=np.int64)
    order = np.argsort(place, kind="stable")
    sorted_places = place[order]
    for number in range(len(excerpts.place)):
        low, high = np.searchsorted(sorted_places, excerpts.place[number], side="left"), None
        high = np.searchsorted(sorted_places, excerpts.place[number], side="right")
        rows = order[low:high]
        inside = (found[rows] < 0) & (begin[rows] >= excerpts.begin[number]) & (end[rows] <= excerpts.end[number])
        found[rows[inside]] = number
    return found


def pattern(text: str) -> re.Pattern[str]:
    """A regular expression of the user's for whole names, whatever their case."""
    try:
        return re.compile(f"^{text}$", re.IGNORECASE)
    except re.error as error:
        raise UsageError(f"{text!r} is no regular expression: {error}") from None


def file_patterns(texts: Sequence[str], strict: bool) -> list[re.Pattern[str]]:
    """Patterns of `file/channel`; commas separate them, except in KWSEval, whose help says they do."""
    parts = texts if strict else [part for text in texts for part in text.split(",")]
    return [pattern(part) for part in parts]


def chosen_places(places: Sequence[tuple[str, str]], patterns: Sequence[re.Pattern[str]]) -> Bools:
    """Which pairs of file and channel are asked for."""
    return np.array(
        [not patterns or any(p.search(f"{file}/{channel}") for p in patterns) for file, channel in places],
        dtype=np.bool_,
    )


def duration(
    ecf: Ecf,
    *,
    source_types: Sequence[re.Pattern[str]] = (),
    files: Sequence[re.Pattern[str]] = (),
    strict: bool = False,
) -> float:
    """How long the excerpts are together: channels of a file at the same time count once, split channels half."""
    by_file: dict[str, list[Excerpt]] = {}
    for excerpt in ecf.excerpts:
        if source_types and not any(p.search(excerpt.source_type) for p in source_types):
            continue
        if files and not any(p.search(f"{excerpt.file}/{excerpt.channel}") for p in files):
            continue
        by_file.setdefault(excerpt.file, []).append(excerpt)
    total = 0.0
    for excerpts in by_file.values():
        excerpts.sort(key=lambda excerpt: (excerpt.begin, excerpt.end))
        total = _added(total, excerpts, strict)
    return total


def _added(total: float, excerpts: Sequence[Excerpt], strict: bool) -> float:
    """The total with the excerpts of one file, sorted by begin."""
    covered = float("-inf")
    for number, excerpt in enumerate(excerpts):
        if strict:
            # KWSEval cuts an excerpt where the next one begins, and loses what is left of one that holds another.
            following = excerpts[number + 1].begin if number + 1 < len(excerpts) else excerpt.end
            length = min(excerpt.end, following) - excerpt.begin
        else:
            length = max(0.0, excerpt.end - max(excerpt.begin, covered))
            covered = max(covered, excerpt.end)
        total += length * (SPLIT_WEIGHT if excerpt.source_type == "splitcts" else 1)
    return total
