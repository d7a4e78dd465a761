"""Costs of an alignment, and which of equally cheap moves is taken."""

from __future__ import annotations

from array import array

from scoring._core.python.words import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring._core.python.rules import Rules
    from scoring._core.python.words import TextWord

    # A step of a path: the word of either side, None where it has none.
    Step = tuple[TextWord | None, TextWord | None]


def _float32(value: float) -> float:
    return array("f", [value])[0]


_NULL_COST = _float32(0.001)


class Costs:
    """What it costs to leave a word out or to put one for another, in single precision."""

    __slots__ = ("_both", "_edit", "_mode", "_optional", "_substitution")

    def __init__(self, rules: Rules) -> None:
        self._mode = "times" if rules.times else "weights" if rules.weights is not None else "words"
        sclite = rules.policy == "sclite"
        self._edit, self._optional, self._substitution = (3.0, 2.0, 4.0) if sclite else (1.0, 1.0, 1.0)
        self._both = 1.0  # two null words

    def edit(self, word: TextWord) -> float:
        """Insertion or deletion of a word."""
        if word.null:
            return _NULL_COST
        if self._mode == "times":
            return _float32(word.duration)
        if self._mode == "weights":
            return _float32(word.weight)
        return self._optional if word.optional else self._edit

    def pair(self, a: TextWord, b: TextWord) -> float:
        """A word of the reference against one of the hypothesis."""
        if self._mode == "times":
            apart = abs(a.begin - b.begin) + abs(a.end - b.end)
            return _float32(apart + (0.0 if same(a, b) else 0.001))
        if self._mode == "weights":
            return 0.0 if same(a, b) else _float32(a.weight + b.weight)
        if a.null and b.null:
            return self._both
        return 0.0 if same(a, b) else self._substitution


# Which of three equal costs wins, by substitution, deletion, insertion.
def _sclite_choice(substitution: float, deletion: float, insertion: float) -> str:
    if substitution <= deletion and substitution <= insertion:
        return "S"
    return "D" if deletion < insertion else "I"


def _kaldi_wer_choice(substitution: float, deletion: float, insertion: float) -> str:
    if substitution < deletion and substitution < insertion:
        return "S"
    return "D" if deletion < insertion else "I"


def _kaldi_align_choice(substitution: float, deletion: float, insertion: float) -> str:
    if substitution <= deletion and substitution <= insertion:
        return "S"
    return "D" if deletion <= insertion else "I"


CHOICES = {"sclite": _sclite_choice, "kaldi_wer": _kaldi_wer_choice, "kaldi_align": _kaldi_align_choice}
