"""The best streams of the segments of a single reference, where words have times."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from .numbered import Numbers, interleaved


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
    errors, pairs = interleaved([refs], hyps)
    return errors, pairs[1::2]
