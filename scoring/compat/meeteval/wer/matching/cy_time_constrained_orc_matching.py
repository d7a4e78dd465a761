"""The best streams of the segments of a single reference, where words have times."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from typing import Any

from ..... import _core as core
from .numbered import MEMORY, SECONDS, Numbers


def time_constrained_orc_levenshtein_distance(
    reference: Sequence[Sequence[Hashable]],
    hypothesis: Sequence[Sequence[Hashable]],
    reference_timings: Sequence[Sequence[Any]],
    hypothesis_timings: Sequence[Sequence[Any]],
) -> tuple[int, list[int]]:
    """The number of errors and the stream of each segment; only words whose times overlap are paired."""
    numbers = Numbers()
    refs, hyps = (
        [numbers.stream(*each) for each in zip(words, times, strict=True)]
        for words, times in ((reference, reference_timings), (hypothesis, hypothesis_timings))
    )
    best = core.interleaved([refs], hyps, MEMORY, SECONDS)
    if best is None:
        raise MemoryError(
            "the table of this session takes more than 4 GB, or an hour; expected fewer or shorter streams"
        )
    return best[1], array("i", best[0])[1::2].tolist()
