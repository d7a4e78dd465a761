"""The time-constrained error rates of single streams and of speakers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .alignment import align, format_alignment, print_alignment
from .cp import score_speakers
from .declared import TIMED, TIMED_SESSIONS, of_session, of_sessions
from .error_rate import ErrorRate
from .sessions import rows_of, score_session
from .word_timing import get_pseudo_word_level_timings

__all__ = [
    "align",
    "format_alignment",
    "get_pseudo_word_level_timings",
    "index_alignment_to_kaldi_alignment",
    "print_alignment",
    "tcp_word_error_rate",
    "tcp_word_error_rate_multifile",
    "time_constrained_minimum_permutation_word_error_rate",
    "time_constrained_siso_word_error_rate",
]


def _score_single(measure: str, reference: Any, hypothesis: Any, sorts: tuple[Any, Any], **settings: Any) -> ErrorRate:
    sides = []
    for data, name in ((reference, "reference"), (hypothesis, "hypothesis")):
        rows = rows_of(data)
        speakers = {row.get("speaker") for row in rows}
        if len(speakers) > 1:
            raise ValueError(f"{len(speakers)} speakers in the {name}; expected a single one")
        sides.append([{**row, "speaker": 0} for row in rows])
    fields, _, _ = score_session(measure, sides[0], sides[1], sorts, **settings)
    return ErrorRate(**fields)


time_constrained_siso_word_error_rate = of_session(
    _score_single,
    "tcp",
    f"{__name__}.time_constrained_siso_word_error_rate",
    "The time-constrained error rate of one stream against another.",
    TIMED,
)
time_constrained_minimum_permutation_word_error_rate = of_session(
    score_speakers,
    "tcp",
    f"{__name__}.time_constrained_minimum_permutation_word_error_rate",
    "The time-constrained concatenated minimum-permutation error rate.",
    TIMED,
)
tcp_word_error_rate = time_constrained_minimum_permutation_word_error_rate
tcp_word_error_rate_multifile = of_sessions(
    tcp_word_error_rate, "The tcpWER of each session of a structure.", TIMED_SESSIONS
)


def index_alignment_to_kaldi_alignment(
    alignment: Iterable[tuple[int | None, int | None]],
    reference: Sequence[Any],
    hypothesis: Sequence[Any],
    eps: Any = "*",
) -> list[tuple[Any, Any]]:
    """Pairs of words for pairs of places; `eps` stands for a gap.

    >>> index_alignment_to_kaldi_alignment([(0, 0), (None, 1)], "a", "ab")
    [('a', 'a'), ('*', 'b')]
    """
    return [(eps if ref is None else reference[ref], eps if hyp is None else hypothesis[hyp]) for ref, hyp in alignment]
