"""Differences of times as a histogram in whole microseconds, with their sums: it adds, and quantiles are exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...formats.errors import UsageError
from ...formats.values import dataclass, field
from ..common.arrays import summed_rows
from ..common.results import Immutable
from .settings import checked

if TYPE_CHECKING:
    from ..common.arrays import Floats, Integers

MICRO = 1_000_000
LONGEST = 1e10
"""The largest time in seconds: whole microseconds of larger ones have no exact sums."""
_MILLI = 1000
# Whole milliseconds below so many are counted in a table; rarer differences are sorted.
_COMMON = 1 << 17


@dataclass(frozen=True, slots=True)
class TimeDifferences(Immutable):
    """Differences of times in seconds; numbers are None without any.

    >>> differences = histogram(np.array([-40_000, 0, 0, 10_000]))
    >>> differences.count, differences.mean, differences.median, differences.median_size, differences.within(20)
    (4, -0.0075, 0.0, 0.005, 0.75)
    """

    table: bytes = field(default=b"", repr=False)
    """Rows of two integers (int64): a difference in microseconds, rising, and how often it comes."""
    total: int = 0
    """The sum of the differences, in microseconds."""
    total_size: int = 0
    """The sum of their sizes, in microseconds."""

    def _rows(self) -> tuple[Integers, Integers]:
        table = np.frombuffer(self.table, np.int64).reshape(-1, 2)
        return table[:, 0], table[:, 1]

    @property
    def count(self) -> int:
        """The number of differences."""
        return int(self._rows()[1].sum())

    @property
    def mean(self) -> float | None:
        """The mean difference."""
        return self.total / self.count / MICRO if self.table else None

    @property
    def mean_size(self) -> float | None:
        """The mean size of the differences."""
        return self.total_size / self.count / MICRO if self.table else None

    @property
    def median(self) -> float | None:
        """The median."""
        return self.quantile(0.5)

    @property
    def median_size(self) -> float | None:
        """The median of the sizes."""
        return self.quantile_of_sizes(0.5)

    def quantile(self, share: float) -> float | None:
        """The quantile of the differences, interpolated linearly.

        >>> histogram(np.array([0, 10_000, 20_000])).quantile(0.75)
        0.015
        """
        return _quantile(*self._rows(), _share(share))

    def quantile_of_sizes(self, share: float) -> float | None:
        """The quantile of the sizes."""
        differences, times = self._rows()
        order = np.argsort(np.abs(differences), kind="stable")
        return _quantile(np.abs(differences)[order], times[order], _share(share))

    def within(self, milliseconds: float) -> float | None:
        """The share of differences of at most this size.

        >>> histogram(np.array([20_000, 20_001])).within(20)
        0.5
        """
        differences, times = self._rows()
        most = float(checked("milliseconds", milliseconds, 0, 1000 * LONGEST, whole=False))
        near = np.abs(differences) <= round(most * _MILLI)
        return int(times[near].sum()) / self.count if self.table else None

    def __add__(self, other: TimeDifferences) -> TimeDifferences:
        table = summed_rows([np.column_stack(part._rows()) for part in (self, other)])
        return TimeDifferences(table.tobytes(), self.total + other.total, self.total_size + other.total_size)


def histogram(microseconds: Floats) -> TimeDifferences:
    """The histogram of differences in whole microseconds.

    >>> histogram(np.array([-500_000, 1_499, 900_000_000])).quantile(1.0)
    900.0
    """
    differences = microseconds.astype(np.int64)
    sizes, rest = np.divmod(differences, _MILLI)
    common = (rest == 0) & (np.abs(sizes) < _COMMON)
    rare, times_of_rare = np.unique(differences[~common], return_counts=True)
    counts = np.bincount(sizes[common] + _COMMON, minlength=2 * _COMMON)
    used = np.flatnonzero(counts)
    values = np.concatenate([(used - _COMMON) * _MILLI, rare])
    table = np.column_stack([values, np.concatenate([counts[used], times_of_rare])])
    sums = int(microseconds.sum()), int(np.abs(microseconds).sum())
    return TimeDifferences(table[np.argsort(values)].astype(np.int64).tobytes(), *sums)


def micro(seconds: Floats) -> Floats:
    """Times in whole microseconds, of which sums and differences are exact."""
    reach = float(np.abs(seconds[np.isfinite(seconds)]).max(initial=0.0))
    if reach > LONGEST:
        raise UsageError(f"times of words up to {reach:.0e} seconds; expected at most {LONGEST:.0e}")
    return np.rint(seconds * MICRO)


def _share(share: float) -> float:
    """A share of all differences: 0.9, not 90."""
    return float(checked("share", share, 0, 1, whole=False))


def _quantile(values: Integers, times: Integers, share: float) -> float | None:
    """The quantile of rising values in microseconds that come so many times, in seconds."""
    if not len(values):
        return None
    ends = np.cumsum(times)
    place = share * (int(ends[-1]) - 1)
    low, high = np.searchsorted(ends, [int(place), int(np.ceil(place))], side="right").tolist()
    first, last = int(values[low]), int(values[high])
    return (first + (last - first) * (place - int(place))) / MICRO
