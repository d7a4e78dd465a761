"""One step of an alignment, and how often two words are aligned."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ...formats.guessed import Missing, answer, listed
from ..common.answers import Answers

TYPE_CHECKING = False

Operation: TypeAlias = Literal["C", "S", "D", "I"]


class Pair(NamedTuple):
    """One step of an alignment: correct, substituted, deleted or inserted; a side without a word is None.

    Times in seconds and confidences are given where the files have them. A tuple, because there is one for every word:
    `operation, ref, hyp, *_ = pair`.
    """

    operation: Operation
    ref: str | None
    hyp: str | None
    ref_start: float | None = None
    ref_end: float | None = None
    ref_confidence: float | None = None
    hyp_start: float | None = None
    hyp_end: float | None = None
    hyp_confidence: float | None = None

    def data(self) -> dict[str, float]:
        """The times and confidences that are known, by name."""
        return {name: value for name, value in zip(self._fields[3:], self[3:], strict=True) if value is not None}

    def _attribute_for(self, name: str) -> str:
        """The end of a message about a name: the field that stands for it, or all."""
        return answer(name, Answers("attributes of pairs"), self._fields) or listed("Pair", self._fields)

    def __repr__(self) -> str:
        fields = {"operation": self.operation, "ref": self.ref, "hyp": self.hyp, **self.data()}
        return f"Pair({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


if not TYPE_CHECKING:  # checkers know which fields there are

    def _refused(pair: Pair, name: str) -> object:
        raise AttributeError(Missing(pair, name))

    Pair.__getattr__ = _refused


class Confusion(NamedTuple):
    """Two words, and how often they are aligned; None means no word."""

    ref: str | None
    hyp: str | None
    count: int  # type: ignore[assignment]  # a tuple's method, which nobody needs here
