"""The base class of confusions: five amounts, and the rates that follow from them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ....segments.confusions import Amounts

AMOUNTS = ("correct", "substitutions", "deletions", "insertions", "substitutions_out")


class Confusion(ABC):
    """Five amounts and their rates; a rate whose denominator is 0 is 0."""

    @property
    @abstractmethod
    def correct(self) -> float:
        """The amount that both sides have."""

    @property
    @abstractmethod
    def insertions(self) -> float:
        """The amount that only the hypothesis has."""

    @property
    @abstractmethod
    def deletions(self) -> float:
        """The amount that only the reference has."""

    @property
    @abstractmethod
    def substitutions(self) -> float:
        """The reference amount that has another value in the hypothesis."""

    @property
    @abstractmethod
    def substitutions_out(self) -> float:
        """The hypothesis amount that has another value in the reference."""

    @property
    def amounts(self) -> Amounts:
        """All five together."""
        return Amounts(**{name: getattr(self, name) for name in AMOUNTS})

    # Sums in this order: another would differ in the last bit, and so might a rounded report.

    @property
    def total(self) -> float:
        """The amount of the reference."""
        amounts = self.amounts
        return amounts.correct + amounts.deletions + amounts.substitutions

    @property
    def true_positives(self) -> float:
        """Correct."""
        return self.correct

    @property
    def false_negatives(self) -> float:
        """Deletions and substitutions."""
        amounts = self.amounts
        return amounts.deletions + amounts.substitutions

    @property
    def false_positives(self) -> float:
        """Insertions, and substitutions for other values."""
        amounts = self.amounts
        return amounts.insertions + amounts.substitutions_out

    @property
    def error_rate(self) -> float:
        """Substitutions, deletions and insertions by total."""
        amounts = self.amounts
        return _rate(amounts.substitutions + amounts.deletions + amounts.insertions, self.total)

    @property
    def accuracy(self) -> float:
        """Correct by total and insertions; 0 for an infinite reference."""
        amounts = self.amounts
        return max(0.0, _rate(amounts.correct, self.total + amounts.insertions))

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
