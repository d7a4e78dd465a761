"""How much of which value was taken for which: seconds of segments or numbers of events, by value and overall."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any


@dataclass(frozen=True, slots=True)
class Amounts:
    """Correct, substituted, deleted and inserted; a rate whose denominator is 0 is None.

    >>> amounts = Amounts(correct=8.0, substitutions=1.0, deletions=1.0, insertions=2.0, substitutions_out=1.0)
    >>> amounts.total, amounts.error_rate, amounts.recall
    (10.0, 0.4, 0.8)
    >>> print(Amounts(insertions=1.0).error_rate)
    None
    """

    correct: float = 0
    substitutions: float = 0
    """Reference amount of this value to which the hypothesis gives another value."""
    deletions: float = 0
    insertions: float = 0
    substitutions_out: float = 0
    """Hypothesis amount of this value that has another value in the reference."""

    @property
    def total(self) -> float:
        """The amount of the reference."""
        return self.correct + self.substitutions + self.deletions

    @property
    def hypothesis(self) -> float:
        """The amount of the hypothesis."""
        return self.correct + self.substitutions_out + self.insertions

    @property
    def errors(self) -> float:
        """Substitutions, deletions and insertions."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def error_rate(self) -> float | None:
        """Errors divided by the total."""
        return _rate(self.errors, self.total)

    @property
    def accuracy(self) -> float | None:
        """Correct divided by the total and insertions."""
        return _rate(self.correct, self.total + self.insertions)

    @property
    def precision(self) -> float | None:
        """The correct part of the hypothesis."""
        return _rate(self.correct, self.hypothesis)

    @property
    def recall(self) -> float | None:
        """The correct part of the reference."""
        return _rate(self.correct, self.total)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        return self.f_measure()

    def f_measure(self, beta: float = 1.0) -> float | None:
        """The weighted harmonic mean of precision and recall; 0 if nothing is correct, None if both sides are empty."""
        weight = beta * beta
        return _rate((1 + weight) * self.correct, weight * self.total + self.hypothesis)

    def to_dict(self) -> dict[str, float | None]:
        """Amounts and rates by name, ready for JSON."""
        correct, substitutions, deletions, insertions = (
            self.correct,
            self.substitutions,
            self.deletions,
            self.insertions,
        )
        total = correct + substitutions + deletions
        hypothesis = correct + self.substitutions_out + insertions
        # A result has many of these: each costs one call.
        return {
            "correct": correct,
            "substitutions": substitutions,
            "deletions": deletions,
            "insertions": insertions,
            "substitutions_out": self.substitutions_out,
            "total": total,
            "hypothesis": hypothesis,
            "error_rate": (substitutions + deletions + insertions) / total if total else None,
            "accuracy": correct / (total + insertions) if total + insertions else None,
            "precision": correct / hypothesis if hypothesis else None,
            "recall": correct / total if total else None,
            "f1": 2.0 * correct / (total + hypothesis) if total + hypothesis else None,
        }


def _rate(part: float, whole: float) -> float | None:
    return part / whole if whole else None


@dataclass(frozen=True, slots=True)
class Confusions:
    """Amounts by value, and by pairs of values for substitutions; these add up.

    >>> total = Confusions(correct={"a": 2}, substituted={("a", "b"): 1}) + Confusions(inserted={"b": 1})
    >>> total.amounts("a").recall, total.amounts("b").insertions, total.overall.error_rate
    (0.6666666666666666, 1, 0.6666666666666666)
    """

    correct: Mapping[str, float] = field(default_factory=dict)
    substituted: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """By value of the reference and value of the hypothesis."""
    deleted: Mapping[str, float] = field(default_factory=dict)
    inserted: Mapping[str, float] = field(default_factory=dict)

    def __add__(self, other: Confusions) -> Confusions:
        if not isinstance(other, Confusions):
            return NotImplemented
        return confusions_of((self, other))

    @property
    def values(self) -> list[str]:
        """All values of either side, sorted."""
        pairs = {value for pair in self.substituted for value in pair}
        return sorted(pairs | self.correct.keys() | self.deleted.keys() | self.inserted.keys())

    @property
    def overall(self) -> Amounts:
        """All values together."""
        substituted = sum(self.substituted.values())
        return Amounts(
            sum(self.correct.values()),
            substituted,
            sum(self.deleted.values()),
            sum(self.inserted.values()),
            substituted,
        )

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa of both sides, where at least one has a value; where the other has none, that is a value, too.

        None where the agreement expected by chance is complete, or nothing is there.

        >>> round(Confusions(correct={"a": 4, "b": 6}, substituted={("a", "b"): 1}, inserted={"b": 1}).kappa, 4)
        0.6842
        """
        margins: tuple[dict[str | None, float], dict[str | None, float]] = ({}, {})
        pairs: list[tuple[str | None, str | None, float]] = [
            *((value, value, amount) for value, amount in self.correct.items()),
            *((ref, hyp, amount) for (ref, hyp), amount in self.substituted.items()),
            *((value, None, amount) for value, amount in self.deleted.items()),
            *((None, value, amount) for value, amount in self.inserted.items()),
        ]
        for *values, amount in pairs:
            for margin, value in zip(margins, values, strict=True):
                margin[value] = margin.get(value, 0.0) + amount
        total = sum(amount for *_, amount in pairs)
        by_chance = sum(amount * margins[1].get(value, 0.0) for value, amount in margins[0].items())
        return _rate(total * sum(self.correct.values()) - by_chance, total * total - by_chance)

    @property
    def uar(self) -> float | None:
        """The unweighted average recall (macro recall): the mean of the recalls of the reference's values.

        >>> Confusions(correct={"a": 8, "b": 1}, substituted={("b", "a"): 1}).uar
        0.75
        """
        return self.mean("recall")

    def amounts(self, value: str) -> Amounts:
        """The amounts of one value."""
        return self.by_value().get(value, Amounts())

    def by_value(self) -> dict[str, Amounts]:
        """The amounts of every value, sorted."""
        # 0 rather than 0.0 keeps numbers of labels integers.
        into: dict[str, float] = dict.fromkeys(self.values, 0)
        out = dict(into)
        for (ref, hyp), amount in self.substituted.items():
            into[ref] += amount
            out[hyp] += amount
        values = list(into)
        columns = (
            map(amounts.get, values, repeat(0)) for amounts in (self.correct, into, self.deleted, self.inserted, out)
        )
        return dict(zip(values, map(Amounts, *columns), strict=True))

    def mean(self, name: str) -> float | None:
        """The mean of a rate over the values that have it; None if none has.

        >>> Confusions(correct={"a": 1}, deleted={"b": 1}).mean("recall")
        0.5
        """
        rates = [getattr(amounts, name) for amounts in self.by_value().values()]
        present = [rate for rate in rates if rate is not None]
        return sum(present) / len(present) if present else None

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        pairs = [{"ref": ref, "hyp": hyp, "amount": amount} for (ref, hyp), amount in sorted(self.substituted.items())]
        values = {value: amounts.to_dict() for value, amounts in self.by_value().items()}
        return {**self.overall.to_dict(), "kappa": self.kappa, "uar": self.uar, "values": values, "confusions": pairs}


def confusions_of(parts: Iterable[Confusions]) -> Confusions:
    """The sum of many, in one pass."""
    parts = list(parts)
    if len(parts) == 1:
        return parts[0]
    names = ("correct", "substituted", "deleted", "inserted")
    sums: dict[str, Any] = {name: defaultdict(int) for name in names}
    for part in parts:
        for name, into in sums.items():
            for value, amount in getattr(part, name).items():
                into[value] += amount
    return Confusions(**{name: dict(into) for name, into in sums.items()})


def of_scores(scored: Iterable[tuple[object, Confusions]], settings: object) -> Confusions:
    """The sum of scores that are confusions, for measures whose scores are."""
    return confusions_of(score for _, score in scored)


def by_value(scores: object, total: Confusions) -> list[tuple[str, Amounts]]:
    """A row for every value, sorted."""
    return list(total.by_value().items())
