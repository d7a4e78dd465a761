"""The time-constrained multiple input, multiple output error rate."""

from __future__ import annotations

from typing import Any

from .mimo import MimoErrorRate, score_interleaved
from .sessions import timed, timed_multifile

__all__ = ["time_constrained_mimo_word_error_rate", "time_constrained_mimo_word_error_rate_multifile"]


_timed_mimo = timed(
    score_interleaved,
    "tcmimo",
    f"{__name__}._timed_mimo",
    "The time-constrained multiple input, multiple output error rate.",
)


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
    return _timed_mimo(
        reference,
        hypothesis,
        collar=collar,
        reference_pseudo_word_level_timing=reference_pseudo_word_level_timing,
        hypothesis_pseudo_word_level_timing=hypothesis_pseudo_word_level_timing,
        reference_sort=reference_sort,
        hypothesis_sort=hypothesis_sort,
    )


time_constrained_mimo_word_error_rate_multifile = timed_multifile(
    time_constrained_mimo_word_error_rate, "The tcMIMO-WER of each session of a structure.", "segment_if_available"
)
