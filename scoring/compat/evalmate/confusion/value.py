"""The confusion of one value: its amounts, and its pairs or segments, made when somebody asks for them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from ....segments.confusions import Amounts
from ..alignment.utils import LabelPair, Segment
from ..columns import Bins
from .confusion import Confusion

Aligned = TypeVar("Aligned", LabelPair, Segment)


class Summed(Confusion):
    """A confusion that has all five amounts at once."""

    @property
    @abstractmethod
    def amounts(self) -> Amounts:
        """All five together."""

    @property
    def correct(self) -> float:
        """The amount that both sides have."""
        return self.amounts.correct

    @property
    def insertions(self) -> float:
        """The amount that only the hypothesis has."""
        return self.amounts.insertions

    @property
    def deletions(self) -> float:
        """The amount that only the reference has."""
        return self.amounts.deletions

    @property
    def substitutions(self) -> float:
        """The reference amount that has another value in the hypothesis."""
        return self.amounts.substitutions

    @property
    def substitutions_out(self) -> float:
        """The hypothesis amount that has another value in the reference."""
        return self.amounts.substitutions_out


class OfValue(Summed, Generic[Aligned]):
    """The confusion of one value, which can also be filled by hand.

    Once the lists of pairs or segments have been looked at, the amounts are those of the lists, so that these may be
    changed or replaced.
    """

    def __init__(self, value: str) -> None:
        self.value = value
        self._amounts: Amounts | None = None
        self._make: Callable[[], Bins[Aligned]] = Bins
        self._made: Bins[Aligned] | None = None

    @classmethod
    def of(cls, value: str, amounts: Amounts, make: Callable[[], Bins[Aligned]]) -> OfValue[Aligned]:
        """A confusion with known amounts, whose lists `make` makes."""
        confusion = cls(value)
        confusion._amounts, confusion._make = amounts, make
        return confusion

    @staticmethod
    @abstractmethod
    def amount(aligned: Sequence[Aligned]) -> float:
        """The amount of some pairs or segments."""

    @property
    def bins(self) -> Bins[Aligned]:
        """The pairs or segments by verdict."""
        if self._made is None:
            self._made = self._make()
        return self._made

    @property
    def amounts(self) -> Amounts:
        """All five together."""
        if self._made is None and self._amounts is not None:
            return self._amounts
        bins, amount = self.bins, self.amount
        return Amounts(
            amount(bins.correct),
            sum(map(amount, bins.substitutions.values())),
            amount(bins.deletions),
            amount(bins.insertions),
            sum(map(amount, bins.substitutions_out.values())),
        )


class Listed:
    """A list of pairs or segments of a confusion, as an attribute that can be read and replaced."""

    def __init__(self, name: str, doc: str) -> None:
        self._name = name
        self.__doc__ = doc

    def __get__(self, instance: OfValue[Any] | None, owner: type[Any]) -> Any:
        return self if instance is None else getattr(instance.bins, self._name)

    def __set__(self, instance: OfValue[Any], value: Any) -> None:
        setattr(instance.bins, self._name, value)
