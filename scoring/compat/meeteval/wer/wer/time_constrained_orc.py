"""The time-constrained optimal reference combination error rate."""

from __future__ import annotations

from typing import Any

from .orc import OrcErrorRate, score_streams
from .sessions import timed, timed_multifile

__all__ = [
    "greedy_time_constrained_orc_wer",
    "greedy_time_constrained_orc_wer_multifile",
    "time_constrained_orc_wer",
    "time_constrained_orc_wer_multifile",
]


_timed_orc = timed(
    score_streams, "tcorc", f"{__name__}._timed_orc", "The time-constrained optimal reference combination error rate."
)
greedy_time_constrained_orc_wer = timed(
    score_streams,
    "greedy-tcorc",
    f"{__name__}.greedy_time_constrained_orc_wer",
    "An upper bound of the time-constrained optimal reference combination error rate, found greedily.",
)


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
    return _timed_orc(
        reference,
        hypothesis,
        collar=collar,
        reference_pseudo_word_level_timing=reference_pseudo_word_level_timing,
        hypothesis_pseudo_word_level_timing=hypothesis_pseudo_word_level_timing,
        reference_sort=reference_sort,
        hypothesis_sort=hypothesis_sort,
    )


time_constrained_orc_wer_multifile = timed_multifile(
    time_constrained_orc_wer, "The tcORC-WER of each session of a structure."
)
greedy_time_constrained_orc_wer_multifile = timed_multifile(
    greedy_time_constrained_orc_wer, "The greedy tcORC-WER of each session of a structure."
)
