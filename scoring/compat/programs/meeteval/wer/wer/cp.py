"""The concatenated minimum-permutation error rate.

>>> cp_word_error_rate(["a b", "c d"], ["c d", "a"]).assignment
((0, 1), (1, 0))
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .assignments import paired
from .declared import of_session, of_sessions
from .error_rate import ErrorRate
from .sessions import named, rows_of, score_session

__all__ = ["CPErrorRate", "apply_cp_assignment", "cp_word_error_rate", "cp_word_error_rate_multifile"]


@dataclass(frozen=True, repr=False)
class CPErrorRate(ErrorRate):
    """The error rate with an assignment of speakers: pairs of reference and hypothesis."""

    identifier: ClassVar[str] = "cp-error-rate"

    missed_speaker: int
    falarm_speaker: int
    scored_speaker: int
    assignment: tuple[Any, ...] | None = None

    @classmethod
    def zero(cls) -> CPErrorRate:
        """No errors, no words and no speakers."""
        return cls(0, 0, 0, 0, 0, None, None, 0, 0, 0)

    def __add__(self, other: ErrorRate) -> CPErrorRate:
        if not isinstance(other, CPErrorRate):
            raise ValueError(f"{type(other).__name__} cannot be added to {type(self).__name__}")
        names = ("missed_speaker", "falarm_speaker", "scored_speaker")
        speakers = {name: getattr(self, name) + getattr(other, name) for name in names}
        return CPErrorRate(**self._sums(other), **speakers)

    def apply_assignment(
        self,
        reference: Any,
        hypothesis: Any,
        style: str = "ref",
        fallback_keys: Iterable[Any] = string.ascii_letters,
        missing: Any = "",
    ) -> tuple[Any, Any]:
        """Both sides, with equal names for speakers that belong together."""
        if not self.assignment:
            raise AssertionError("the error rate has no assignment; expected that of a single session")
        return paired(self.assignment, (reference, hypothesis), style, fallback_keys, missing)


def score_speakers(
    measure: str, reference: Any, hypothesis: Any, sorts: tuple[Any, Any], **settings: Any
) -> CPErrorRate:
    fields, part, (refs, hyps) = score_session(measure, rows_of(reference), rows_of(hypothesis), sorts, **settings)
    speakers = part.score.speakers
    assignment = tuple((named(refs, ref), named(hyps, hyp)) for ref, hyp in part.assigned.assignment)
    return CPErrorRate(
        **fields,
        missed_speaker=speakers.missed,
        falarm_speaker=speakers.false,
        scored_speaker=speakers.scored,
        assignment=assignment,
    )


cp_word_error_rate = of_session(
    score_speakers, "cp", f"{__name__}.cp_word_error_rate", "The concatenated minimum-permutation error rate."
)
cp_word_error_rate_multifile = of_sessions(cp_word_error_rate, "The cpWER of each session of a structure.")


def apply_cp_assignment(
    assignment: Sequence[tuple[Any, Any]],
    reference: Any,
    hypothesis: Any,
    style: str = "ref",
    fallback_keys: Iterable[Any] = string.ascii_letters,
    missing: Any = "",
) -> tuple[Any, Any]:
    """Both sides, with equal names for speakers that belong together."""
    return paired(assignment, (reference, hypothesis), style, fallback_keys, missing)
