"""Lengths of labels: number, sum, minimum, maximum, mean, median and variance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .turns import Turns


@dataclass(frozen=True, slots=True)
class Lengths:
    """Statistics of lengths in seconds; None where there are no labels."""

    count: int = 0
    total: float = 0.0
    shortest: float | None = None
    longest: float | None = None
    mean: float | None = None
    median: float | None = None
    variance: float | None = None
    """The variance of a population: the mean of the squared distances from the mean."""

    def to_dict(self) -> dict[str, float | None]:
        """Everything by name, ready for JSON."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def lengths_of(seconds: Sequence[float] | NDArray[np.float64]) -> Lengths:
    """The statistics of these lengths.

    >>> lengths_of([1.0, 2.0, 6.0]).mean, lengths_of([1.0, 2.0, 6.0]).median, lengths_of([]).mean
    (3.0, 2.0, None)
    """
    values = np.asarray(seconds, dtype=np.float64)
    if not len(values):
        return Lengths()
    with np.errstate(invalid="ignore"):  # the variance of infinite lengths is NaN
        rest = float(values.mean()), float(np.median(values)), float(values.var())
    return Lengths(len(values), float(values.sum()), float(values.min()), float(values.max()), *rest)


def lengths_by_value(parts: Sequence[Turns]) -> Mapping[str, Lengths]:
    """The statistics of each value over many recordings, sorted.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> lengths = lengths_by_value([turns_of([("a", 0.0, 1.0), ("b", 1.0, 2.0)]), turns_of([("a", 0.0, 3.0)])])
    >>> lengths["a"].mean, lengths["b"].count
    (2.0, 1)
    """
    columns: dict[str, list[NDArray[np.float64]]] = {}
    for turns in parts:
        seconds = turns.ends - turns.starts
        for code, name in enumerate(turns.names):
            columns.setdefault(name, []).append(seconds[turns.codes == code])
    by_value = {name: lengths_of(np.concatenate(columns[name])) for name in sorted(columns)}
    return {name: lengths for name, lengths in by_value.items() if lengths.count}
