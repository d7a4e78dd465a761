"""Counts of one row of an analysis by utterance: two systems are compared by them, and utterances found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...formats.values import dataclass

if TYPE_CHECKING:
    from ..common.arrays import Floats, Mask


def rate(sums: Sequence[Any]) -> Floats:
    """The first sum by the second one; NaN where that is 0.

    >>> rate([np.array([1, 0]), np.array([4, 0])]).tolist()
    [0.25, nan]
    """
    above, below = (np.asarray(part, np.float64) for part in sums)
    values: Floats = np.divide(above, below, out=np.full(below.shape, np.nan), where=below != 0)
    return values


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """One row by utterance: columns whose sums over any utterances give the value of these.

    >>> tally = Tally("names", (np.array([1, 0]), np.array([2, 2])))
    >>> tally.total, tally.there.tolist()
    (0.25, [True, True])
    """

    name: str
    columns: tuple[Any, ...]
    """Numbers of each utterance: of a rate, the errors, and the words by which they are divided."""
    value: Callable[[Sequence[Any]], Floats] = rate
    """The values of sums of the columns."""
    is_rate: bool = True
    """Whether people read the value in percent."""
    owners: Mask | None = None
    """The utterances that have the row, if it is not those in which a column is not 0."""

    @property
    def there(self) -> Mask:
        """The utterances that have the row."""
        if self.owners is not None:
            return self.owners
        mask: Mask = np.logical_or.reduce([column != 0 for column in self.columns])
        return mask

    @property
    def total(self) -> float | None:
        """The value of all utterances; None where it has none."""
        value = float(self.value([column.sum() for column in self.columns]))
        return None if np.isnan(value) else value
