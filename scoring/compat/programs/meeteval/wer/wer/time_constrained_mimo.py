"""The time-constrained multiple input, multiple output error rate."""

from __future__ import annotations

from .declared import TIMED_SESSIONS_IF_AVAILABLE, of_session, of_sessions, parameters
from .mimo import score_interleaved

__all__ = ["time_constrained_mimo_word_error_rate", "time_constrained_mimo_word_error_rate_multifile"]

time_constrained_mimo_word_error_rate = of_session(
    score_interleaved,
    "tcmimo",
    f"{__name__}.time_constrained_mimo_word_error_rate",
    "The time-constrained multiple input, multiple output error rate.",
    parameters(
        "reference hypothesis collar reference_pseudo_word_level_timing hypothesis_pseudo_word_level_timing "
        "reference_sort hypothesis_sort"
    ),
)
time_constrained_mimo_word_error_rate_multifile = of_sessions(
    time_constrained_mimo_word_error_rate,
    "The tcMIMO-WER of each session of a structure.",
    TIMED_SESSIONS_IF_AVAILABLE,
)
