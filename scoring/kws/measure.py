"""The record of a measure of keywords: a number that follows from the trials of a result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from .curve import Optimum, Sweep
from .material import Floats
from .rates import Point
from .trials import Trials


class Values(Protocol):
    """A result of keywords, as measures see it."""

    @property
    def trials(self) -> Trials: ...
    @property
    def curve(self) -> Sweep | None: ...
    @property
    def actual(self) -> Point: ...
    @property
    def maximum(self) -> Point: ...
    @property
    def optimum(self) -> Optimum | None: ...
    @property
    def supremum(self) -> Point: ...
    @property
    def average_precisions(self) -> Floats: ...


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that summaries, JSON, pages and reports of keywords show."""

    name: str
    """The name in JSON and in `KwsResult.measures`."""
    title: str
    """The name in summaries."""
    heading: str
    """The name in the report dtl."""
    value: Callable[[Values], float | None]
    """The number; None where it is not defined."""
    note: Callable[[Values], str]
    """What stands behind the number in a summary."""
    threshold: Callable[[Values], str | None] | None = None
    """The threshold at which the number is reached, as text; None for a measure without one."""
    further: Callable[[Values], Mapping[str, float | None]] = lambda values: {}
    """What JSON has beside the number."""
    is_brief: bool = True
    """Whether the first line of a result and tables on pages have it."""

    def to_dict(self, values: Values) -> dict[str, float | None]:
        """The number and what belongs to it by name, ready for JSON."""
        return {self.name: self.value(values), **self.further(values)}
