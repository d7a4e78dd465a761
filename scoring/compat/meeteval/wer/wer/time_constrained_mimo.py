"""The time-constrained multiple input, multiple output error rate."""

from __future__ import annotations

from typing import Any

from .mimo import MimoErrorRate, score_interleaved
from .sessions import timed_multifile, timing

__all__ = ["time_constrained_mimo_word_error_rate", "time_constrained_mimo_word_error_rate_multifile"]


def time_constrained_mimo_word_error_rate(
    reference: Any,
    hypothesis: Any,
    collar: Any,
    reference_pseudo_word_level_timing: str | None = "character_based",
    hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
    reference_sort: Any = "segment",
    hypothesis_sort: Any = "segment",
) -> MimoErrorRate:
    """The time-constrained multiple input, multiple output error rate."""
    settings = timing(collar, reference_pseudo_word_level_timing, hypothesis_pseudo_word_level_timing)
    return score_interleaved("tcmimo", reference, hypothesis, (reference_sort, hypothesis_sort), **settings)


time_constrained_mimo_word_error_rate_multifile = timed_multifile(
    time_constrained_mimo_word_error_rate, "The tcMIMO-WER of each session of a structure.", "segment_if_available"
)
