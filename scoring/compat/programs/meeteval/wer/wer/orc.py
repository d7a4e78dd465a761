"""The optimal reference combination error rate.

>>> orc_word_error_rate({"A": ["a", "c d"], "B": ["e"]}, {"A": "a c", "B": "d e"}).errors
2
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .assignments import moved
from .declared import of_session, of_sessions
from .error_rate import ErrorRate
from .sessions import rows_of, score_spoken, stream_names

__all__ = [
    "OrcErrorRate",
    "apply_orc_assignment",
    "greedy_orc_word_error_rate",
    "greedy_orc_word_error_rate_multifile",
    "orc_word_error_rate",
    "orc_word_error_rate_multifile",
]


@dataclass(frozen=True, repr=False)
class OrcErrorRate(ErrorRate):
    """The error rate with a stream of the hypothesis for each segment of the reference."""

    identifier: ClassVar[str] = "orc-error-rate"

    assignment: tuple[Any, ...]

    @classmethod
    def zero(cls) -> OrcErrorRate:
        """No errors and no words."""
        return cls(0, 0, 0, 0, 0, None, None, ())

    def apply_assignment(self, reference: Any, hypothesis: Any) -> tuple[Any, Any]:
        """Both sides, with segments of the reference in the streams of the hypothesis."""
        return moved(self.assignment, reference, hypothesis), hypothesis


def score_streams(
    measure: str, reference: Any, hypothesis: Any, sorts: tuple[Any, Any], **settings: Any
) -> OrcErrorRate:
    sides = rows_of(reference), rows_of(hypothesis)
    fields, part, (_, names) = score_spoken(measure, sides, sorts, **settings)
    return OrcErrorRate(**fields, assignment=stream_names(measure, part.assigned.assignment, names, sides[0]))


orc_word_error_rate = of_session(
    score_streams, "orc", f"{__name__}.orc_word_error_rate", "The optimal reference combination error rate."
)
greedy_orc_word_error_rate = of_session(
    score_streams,
    "greedy-orc",
    f"{__name__}.greedy_orc_word_error_rate",
    "An upper bound of the optimal reference combination error rate, found greedily.",
)
orc_word_error_rate_multifile = of_sessions(orc_word_error_rate, "The ORC-WER of each session of a structure.")
greedy_orc_word_error_rate_multifile = of_sessions(
    greedy_orc_word_error_rate, "The greedy ORC-WER of each session of a structure."
)


def apply_orc_assignment(assignment: Sequence[Any], reference: Any, hypothesis: Any) -> tuple[Any, Any]:
    """Both sides, with segments of the reference in the streams of the hypothesis."""
    return moved(assignment, reference, hypothesis), hypothesis
