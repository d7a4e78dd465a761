"""The record of a measure of words: a number that follows from the sums of a score."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...formats.values import dataclass
from ..common.counts import Counts, percent
from ..common.settings import Settings
from .information import Information

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Sums(Protocol):
        """A result of words, totals or sums of batches, of which measures are made."""

        @property
        def counts(self) -> Counts: ...
        @property
        def sentences(self) -> int: ...
        @property
        def sentence_errors(self) -> int: ...
        @property
        def settings(self) -> Settings: ...

        def summed_information(self) -> Information | None: ...


def _nothing(sums: Sums) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that summaries, JSON and tables of every result of words show, whatever it was added up of."""

    name: str
    """The name in JSON and in `Totals.measures`."""
    title: str
    """The name in summaries."""
    value: Callable[[Sums], float | None]
    """The number, computed from sums; None where it is not defined."""
    note: Callable[[Sums], str]
    """What stands behind the number in a summary."""
    number: Callable[[Sums], int] | None = None
    """How many errors a rate counts, for tables; None for a measure that these leave out."""
    further: Callable[[Sums], Mapping[str, int]] = _nothing
    """What JSON has beside the number."""
    of_characters: str = ""
    """The title where characters are compared, if it is another one."""
    is_rate: bool = True
    """Whether the number is a rate, shown in percent; others have three decimals, and no line where not defined."""

    def title_of(self, sums: Sums) -> str:
        """The title, which may be another one where characters are compared."""
        return self.of_characters or self.title if sums.settings.unit == "character" else self.title

    def head(self, sums: Sums) -> str:
        """The title and the number as the first columns of a line; empty for a measure that has no line."""
        value = self.value(sums)
        if self.is_rate:
            return f"{self.title_of(sums)} {percent(value):>10}"
        return "" if value is None else f"{self.title_of(sums)} {value:>8.3f}  "

    def to_dict(self, sums: Sums) -> dict[str, float | None]:
        """The number and what belongs to it by name, ready for JSON."""
        return {**self.further(sums), self.name: self.value(sums)}
