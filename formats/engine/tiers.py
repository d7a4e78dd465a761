"""Tiers that are levels of one speech, such as words and their phones: a reader of texts wants one of them."""

from __future__ import annotations

from itertools import permutations

from ..errors import UsageError
from ..schema import Corpus

WITH_TIERS = ("textgrid", "textgrid-short", "eaf", "exb")
"""Formats whose reader chooses tiers by name."""
_DIGITS = 3


def refuse_levels(corpus: Corpus) -> None:
    """Raises UsageError where one tier of a file divides the segments of another one.

    Each segment of the first begins where one of the second begins, and ends where one ends; turns of two speakers
    rarely do so.
    """
    if corpus.format not in WITH_TIERS:
        return
    starts: dict[str, list[float]] = {}
    ends: dict[str, list[float]] = {}
    for segment in corpus.segments:
        if segment.start is not None and segment.end is not None and segment.end > segment.start:
            starts.setdefault(segment.speaker, []).append(round(segment.start, _DIGITS))
            ends.setdefault(segment.speaker, []).append(round(segment.end, _DIGITS))
    for whole, parts in permutations(starts, 2):
        if len(starts[parts]) < max(len(starts[whole]), 2):
            continue
        if {*starts[whole]} <= {*starts[parts]} and {*ends[whole]} <= {*ends[parts]}:
            raise UsageError(
                f"{corpus.path}: tier {parts!r} divides the segments of tier {whole!r}, as phones divide words; "
                "expected one tier: tiers=[NAME] (--tier NAME)"
            )
