"""The multiple input, multiple output error rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .assignments import moved_by_speaker
from .declared import of_session, of_sessions
from .error_rate import ErrorRate
from .sessions import named, rows_of, score_session

__all__ = ["MimoErrorRate", "apply_mimo_assignment", "mimo_word_error_rate", "mimo_word_error_rate_multifile"]


@dataclass(frozen=True, repr=False)
class MimoErrorRate(ErrorRate):
    """The error rate with pairs of a speaker of the reference and a stream, one for each segment."""

    identifier: ClassVar[str] = "mimo-error-rate"

    assignment: Any

    @classmethod
    def zero(cls) -> MimoErrorRate:
        """No errors and no words."""
        return cls(0, 0, 0, 0, 0, None, None, ())

    def apply_assignment(self, reference: Any, hypothesis: Any) -> tuple[Any, Any]:
        """Both sides, with segments of the reference in the streams of the hypothesis, in the order found."""
        return moved_by_speaker(self.assignment, reference, hypothesis), hypothesis


def score_interleaved(
    measure: str, reference: Any, hypothesis: Any, sorts: tuple[Any, Any], **settings: Any
) -> MimoErrorRate:
    fields, part, (refs, hyps) = score_session(measure, rows_of(reference), rows_of(hypothesis), sorts, **settings)
    if measure == "tcmimo":
        return MimoErrorRate(**fields, assignment=None)
    pairs = part.assigned.assignment
    return MimoErrorRate(**fields, assignment=[(named(refs, ref), named(hyps, hyp)) for ref, hyp in pairs])


mimo_word_error_rate = of_session(
    score_interleaved, "mimo", f"{__name__}.mimo_word_error_rate", "The multiple input, multiple output error rate."
)
mimo_word_error_rate_multifile = of_sessions(mimo_word_error_rate, "The MIMO-WER of each session of a structure.")


def apply_mimo_assignment(assignment: Sequence[tuple[Any, Any]], reference: Any, hypothesis: Any) -> tuple[Any, Any]:
    """Both sides, with segments of the reference in the streams of the hypothesis, in the order found."""
    return moved_by_speaker(assignment, reference, hypothesis), hypothesis
