"""The time-constrained optimal reference combination error rate."""

from __future__ import annotations

from typing import Any

from .orc import OrcErrorRate, score_streams
from .sessions import timed_multifile, timing

__all__ = [
    "greedy_time_constrained_orc_wer",
    "greedy_time_constrained_orc_wer_multifile",
    "time_constrained_orc_wer",
    "time_constrained_orc_wer_multifile",
]


def time_constrained_orc_wer(
    reference: Any,
    hypothesis: Any,
    collar: Any,
    reference_pseudo_word_level_timing: str | None = "character_based",
    hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
    hypothesis_sort: Any = "segment",
    reference_sort: Any = "segment",
) -> OrcErrorRate:
    """The time-constrained optimal reference combination error rate."""
    if reference_sort == "word":
        raise ValueError('reference_sort="word" is not supported: segments stay whole')
    settings = timing(collar, reference_pseudo_word_level_timing, hypothesis_pseudo_word_level_timing)
    return score_streams("tcorc", reference, hypothesis, (reference_sort, hypothesis_sort), **settings)


def greedy_time_constrained_orc_wer(
    reference: Any,
    hypothesis: Any,
    *,
    collar: Any,
    reference_pseudo_word_level_timing: str | None = "character_based",
    hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
    reference_sort: Any = "segment",
    hypothesis_sort: Any = "segment",
) -> OrcErrorRate:
    """An upper bound of the time-constrained optimal reference combination error rate, found greedily."""
    settings = timing(collar, reference_pseudo_word_level_timing, hypothesis_pseudo_word_level_timing)
    return score_streams("greedy-tcorc", reference, hypothesis, (reference_sort, hypothesis_sort), **settings)


time_constrained_orc_wer_multifile = timed_multifile(
    time_constrained_orc_wer, "The tcORC-WER of each session of a structure."
)
greedy_time_constrained_orc_wer_multifile = timed_multifile(
    greedy_time_constrained_orc_wer, "The greedy tcORC-WER of each session of a structure."
)
