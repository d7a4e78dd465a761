"""The time-constrained optimal reference combination error rate."""

from __future__ import annotations

from typing import Any

from .declared import TIMED, TIMED_SESSIONS, of_session, of_sessions, parameters
from .orc import OrcErrorRate, score_streams

__all__ = [
    "greedy_time_constrained_orc_wer",
    "greedy_time_constrained_orc_wer_multifile",
    "time_constrained_orc_wer",
    "time_constrained_orc_wer_multifile",
]


def _score_whole(
    measure: str, reference: Any, hypothesis: Any, sorts: tuple[Any, Any], **settings: Any
) -> OrcErrorRate:
    if sorts[0] == "word":
        raise ValueError('reference_sort="word" is not supported: segments stay whole')
    return score_streams(measure, reference, hypothesis, sorts, **settings)


time_constrained_orc_wer = of_session(
    _score_whole,
    "tcorc",
    f"{__name__}.time_constrained_orc_wer",
    "The time-constrained optimal reference combination error rate.",
    parameters(
        "reference hypothesis collar reference_pseudo_word_level_timing hypothesis_pseudo_word_level_timing "
        "hypothesis_sort reference_sort"
    ),
)
greedy_time_constrained_orc_wer = of_session(
    score_streams,
    "greedy-tcorc",
    f"{__name__}.greedy_time_constrained_orc_wer",
    "An upper bound of the time-constrained optimal reference combination error rate, found greedily.",
    TIMED,
)
time_constrained_orc_wer_multifile = of_sessions(
    time_constrained_orc_wer, "The tcORC-WER of each session of a structure.", TIMED_SESSIONS
)
greedy_time_constrained_orc_wer_multifile = of_sessions(
    greedy_time_constrained_orc_wer, "The greedy tcORC-WER of each session of a structure.", TIMED_SESSIONS
)
