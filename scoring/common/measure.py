"""The record of a measure: a number that follows from the sums of a result."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...formats.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that summaries, JSON and tables of every result of a wing show, whatever it was added up of."""

    name: str
    """The name in JSON and in `result.measures`."""
    title: str
    """The name in summaries."""
    value: Callable[[Any], float | None]
    """The number of a result; None where it is not defined."""
    note: Callable[[Any], str]
    """What stands behind the number in a summary."""
    named: Callable[[Any], Mapping[str, float | None]] | None = None
    """What JSON has of a result, if that is more than the number."""

    def name_of(self, result: Any) -> str:
        """The name in the measures of a result."""
        return self.name

    def to_dict(self, result: Any) -> Mapping[str, float | None]:
        """The number, and what belongs to it, by name."""
        return self.named(result) if self.named else {self.name: self.value(result)}
