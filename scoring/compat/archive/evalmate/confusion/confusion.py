"""The base classes of confusions: five amounts, their rates, and the lists of pairs or segments behind them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, ClassVar

from ..columns import Aligned

AMOUNTS = ("correct", "insertions", "deletions", "substitutions", "substitutions_out")


def _amount_of(name: str, doc: str) -> Any:
    return property(lambda confusion: confusion._amount(name), doc=doc)


class Confusion:
    """Five amounts and their rates; a rate whose denominator is 0 is 0. Subclasses have the amounts."""

    correct: float = _amount_of("correct", "The amount that both sides have.")
    insertions: float = _amount_of("insertions", "The amount that only the hypothesis has.")
    deletions: float = _amount_of("deletions", "The amount that only the reference has.")
    substitutions: float = _amount_of("substitutions", "The reference amount that has another value in the hypothesis.")
    substitutions_out: float = _amount_of(
        "substitutions_out", "The hypothesis amount that has another value in the reference."
    )

    def _amount(self, name: str) -> float:
        raise NotImplementedError(name)

    # Sums in this order: another would differ in the last bit, and so might a rounded report.

    @property
    def total(self) -> float:
        """The amount of the reference."""
        return self.correct + self.deletions + self.substitutions

    @property
    def true_positives(self) -> float:
        """Correct."""
        return self.correct

    @property
    def false_negatives(self) -> float:
        """Deletions and substitutions."""
        return self.deletions + self.substitutions

    @property
    def false_positives(self) -> float:
        """Insertions, and substitutions for other values."""
        return self.insertions + self.substitutions_out

    @property
    def error_rate(self) -> float:
        """Substitutions, deletions and insertions by total."""
        return _rate(self.substitutions + self.deletions + self.insertions, self.total)

    @property
    def accuracy(self) -> float:
        """Correct by total and insertions; 0 for an infinite reference."""
        return max(0.0, _rate(self.correct, self.total + self.insertions))

    @property
    def precision(self) -> float:
        """Correct by the amount of the hypothesis."""
        return _rate(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> float:
        """Correct by total."""
        return _rate(self.correct, self.total)

    def f_measure(self, beta: float = 1) -> float:
        """The weighted harmonic mean of precision and recall; ZeroDivisionError if both are 0."""
        precision, recall, square = float(self.precision), float(self.recall), beta * beta
        return (1 + square) * (precision * recall) / (square * precision + recall)


def _rate(part: float, whole: float) -> float:
    return 0.0 if whole <= 0 else part / whole


class OfValue(Confusion):
    """The confusion of one value, which can also be filled by hand.

    Once the lists of pairs or segments have been looked at, the amounts are those of the lists, so that these may be
    changed or replaced.
    """

    LISTS: ClassVar[dict[str, str]]
    """The attribute with the pairs or segments of each amount."""

    def __init__(self, value: str) -> None:
        self.value = value
        self._sums: dict[str, float] = dict.fromkeys(AMOUNTS, 0)
        self._aligned: Aligned[Any] | None = None
        self._places: list[tuple[str, str | None, Any]] = []

    @staticmethod
    def measure(aligned: list[Any]) -> float:
        """The amount of some pairs or segments: their number."""
        return len(aligned)

    def counted(self, aligned: Aligned[Any], name: str, other: str | None, amount: float, places: Any) -> None:
        """Adds what this value has in common with another value, or with no value."""
        self._aligned = aligned
        self._sums[name] += amount
        self._places.append((name, other, places))

    def _amount(self, name: str) -> float:
        if self.LISTS[name] not in vars(self):
            return self._sums[name]
        listed = getattr(self, self.LISTS[name])
        return sum(map(self.measure, listed.values())) if isinstance(listed, dict) else self.measure(listed)

    def __getattr__(self, attribute: str) -> Any:
        """Makes all lists when one of them is looked at."""
        if attribute not in self.LISTS.values():
            raise AttributeError(attribute)
        lists: dict[str, Any] = {name: defaultdict(list) if "sub" in name else [] for name in AMOUNTS}
        for name, other, places in self._places:
            items = [self._aligned.items[place] for place in places.tolist()] if self._aligned else []
            if other is None:
                lists[name] = items
            else:
                lists[name][other] = items
        for name, listed in lists.items():
            vars(self).setdefault(self.LISTS[name], listed)
        return vars(self)[attribute]
