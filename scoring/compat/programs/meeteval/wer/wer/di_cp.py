"""The diarization-invariant error rates, found greedily."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .assignments import moved
from .declared import TIMED, TIMED_SESSIONS, of_session, of_sessions
from .error_rate import ErrorRate
from .sessions import rows_of, score_spoken, stream_names

__all__ = [
    "DICPErrorRate",
    "apply_dicp_assignment",
    "greedy_di_cp_word_error_rate",
    "greedy_di_cp_word_error_rate_multifile",
    "greedy_di_tcp_word_error_rate",
    "greedy_di_tcp_word_error_rate_multifile",
]


@dataclass(frozen=True)
class DICPErrorRate(ErrorRate):
    """The error rate with a speaker of the reference for each segment of the hypothesis."""

    identifier: ClassVar[str] = "di-cp-error-rate"

    assignment: tuple[Any, ...]

    @classmethod
    def zero(cls) -> DICPErrorRate:
        """No errors and no words."""
        return cls(0, 0, 0, 0, 0, None, None, ())

    def apply_assignment(self, reference: Any, hypothesis: Any) -> tuple[Any, Any]:
        """Both sides, with segments of the hypothesis in the streams of the reference."""
        return reference, moved(self.assignment, hypothesis, reference)


def _di(measure: str, reference: Any, hypothesis: Any, sorts: tuple[Any, Any], **settings: Any) -> DICPErrorRate:
    sides = rows_of(reference), rows_of(hypothesis)
    fields, part, (names, _) = score_spoken(measure, sides, sorts, **settings)
    return DICPErrorRate(**fields, assignment=stream_names(measure, part.assigned.assignment, names, sides[1]))


greedy_di_cp_word_error_rate = of_session(
    _di, "di-cp", f"{__name__}.greedy_di_cp_word_error_rate", "The diarization-invariant error rate, found greedily."
)
greedy_di_tcp_word_error_rate = of_session(
    _di,
    "di-tcp",
    f"{__name__}.greedy_di_tcp_word_error_rate",
    "The time-constrained diarization-invariant error rate, found greedily.",
    TIMED,
)


def apply_dicp_assignment(assignment: Sequence[Any], reference: Any, hypothesis: Any) -> tuple[Any, Any]:
    """Both sides, with segments of the hypothesis in the streams of the reference."""
    return reference, moved(assignment, hypothesis, reference)


greedy_di_cp_word_error_rate_multifile = of_sessions(
    greedy_di_cp_word_error_rate, "The greedy DI-cpWER of each session of a structure."
)
greedy_di_tcp_word_error_rate_multifile = of_sessions(
    greedy_di_tcp_word_error_rate, "The greedy DI-tcpWER of each session of a structure.", TIMED_SESSIONS
)
