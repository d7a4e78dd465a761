"""Lagging of simultaneous output behind the audio: AL, LAAL, YAAL, AP and DAL, as SimulEval and OmniSTEval define them.

Ma et al. (2019) for AL, Papi et al. (2022) for LAAL, Polák et al. (2025) for YAAL and its long form, Cho and Esipova
(2016) for AP, Cherry and Foster (2019) for DAL.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ...formats.values import dataclass
from ..common.counts import Summed
from ..common.results import Immutable

if TYPE_CHECKING:
    from ..common.arrays import Floats, Integers, Mask

_NANO = 1_000_000_000
NAMES = ("AL", "LAAL", "YAAL", "AP", "DAL")


@dataclass(frozen=True, slots=True)
class Units(Immutable):
    """Stretches of audio with the words that were written for them."""

    delays: Floats
    """How much audio had passed when each word was written; rising within a unit."""
    first: Integers
    """The places between which the delays of each unit stand; none is empty."""
    source: Floats
    """The length of each unit."""
    reference: Integers
    """The words of the reference of each unit."""
    end: Floats
    """Where YAAL stops: the length of the unit, or in its long form what is left of the recording."""


def lags(units: Units) -> dict[str, Floats]:
    """The lagging of each unit, in the unit of its times, but for AP, which is a share; NaN where there is none.

    >>> one = Units(np.array([1.0, 1.5, 2.5]), np.array([0, 3]), np.array([2.0]), np.array([4]), np.array([2.0]))
    >>> {name: values.tolist() for name, values in lags(one).items()}["AL"]
    [1.1666666666666667]
    """
    delays, first = units.delays, units.first
    written = np.diff(first)
    unit = np.repeat(np.arange(len(written)), written)
    place = np.arange(len(delays)) - first[unit]
    with np.errstate(divide="ignore", invalid="ignore"):
        behind = _first_place(delays >= units.source[unit], place, first)
        late = delays[first[:-1]] > units.source
        words = np.maximum(written, units.reference)
        lag = {
            name: delays - place * (units.source / number)[unit]
            for name, number in (("AL", units.reference), ("LAAL", words), ("DAL", written))
        }
        until = np.minimum(behind + 1, written)
        average = {name: np.bincount(unit, lag[name] * (place < until[unit])) / until for name in ("AL", "LAAL")}
        before = _first_place(delays >= units.end[unit], place, first)
        delay = np.array([np.maximum.accumulate(lag["DAL"][low:high]).mean() for low, high in pairwise(first.tolist())])
        return {
            **{name: np.where(late, delays[first[:-1]], values) for name, values in average.items()},
            "YAAL": np.bincount(unit, lag["LAAL"] * (place < before[unit])) / before,
            "AP": np.bincount(unit, delays) / (units.source * units.reference),
            "DAL": delay,
        }


def _first_place(mask: Mask, place: Integers, first: Integers) -> Integers:
    """The first place of each unit where something holds; the number of its places where it does nowhere."""
    sizes = np.repeat(np.diff(first), np.diff(first))
    found: Integers = np.minimum.reduceat(np.where(mask, place, sizes), first[:-1])
    return found


@dataclass(frozen=True, slots=True)
class Lag(Summed):
    """The mean of one lagging measure over the units in which it is defined."""

    total: int = 0
    """The sum in billionths."""
    units: int = 0
    left_out: int = 0
    """Units without a value, such as those of which a log does not tell the times or the reference."""

    @property
    def mean(self) -> float | None:
        """The mean; None without units."""
        return self.total / self.units / _NANO if self.units else None


def lag_of(values: Floats) -> Lag:
    """The mean of values, of which NaN is none.

    >>> lag_of(np.array([0.5, 1.0, np.nan])).mean
    0.75
    """
    billionths = np.rint(values * _NANO)
    finite = billionths[np.isfinite(billionths)]
    # Whole numbers of Python: hours in billionths may not fit in 64 bits.
    return Lag(sum(map(int, finite.tolist())), len(finite), len(values) - len(finite))
