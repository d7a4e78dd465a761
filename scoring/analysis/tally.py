"""Counts of one row of an analysis by utterance: two systems are compared by them, and utterances found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...formats.values import dataclass

if TYPE_CHECKING:
    from ..common.arrays import Floats, Integers, Mask


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
    >>> tally = Tally("name", (np.array([1]), np.array([2])), places=np.array([3]), size=5)
    >>> tally.total, [column.tolist() for column in tally.columns]
    (0.5, [[0, 0, 0, 1, 0], [0, 0, 0, 2, 0]])
    """

    name: str
    numbers: tuple[Any, ...]
    """The columns, of all utterances or of those at `places`: of a rate, the errors, and the words by which they are
    divided."""
    value: Callable[[Sequence[Any]], Floats] = rate
    """The values of sums of the columns."""
    is_rate: bool = True
    """Whether people read the value in percent."""
    owners: Mask | None = None
    """The utterances that have the row, if it is not those in which a column is not 0."""
    places: Integers | None = None
    """The utterances that have the row, in their order, where the columns are of these alone, and all others have 0:
    thousands of rows take no more than what they tell."""
    size: int = 0
    """With `places`, how many utterances there are."""
    others: tuple[Any, ...] = ()
    """With `places`, further columns, which are of all utterances."""

    @property
    def columns(self) -> tuple[Any, ...]:
        """A number of each utterance in each column."""
        if self.places is None:
            return self.numbers
        return (*(self._spread(numbers) for numbers in self.numbers), *self.others)

    def _spread(self, numbers: Any) -> Any:
        """Numbers of some utterances as those of all."""
        column = np.zeros(self.size, numbers.dtype)
        column[self.places] = numbers
        return column

    @property
    def there(self) -> Mask:
        """The utterances that have the row, as a mask."""
        if self.places is not None:
            some: Mask = self._spread(np.ones(len(self.places), np.bool_))
            return some
        if self.owners is not None:
            return self.owners
        mask: Mask = np.logical_or.reduce([column != 0 for column in self.numbers])
        return mask

    @property
    def held(self) -> tuple[Integers, Any]:
        """The utterances that have the row, and their numbers in the first column."""
        if self.places is not None:
            return self.places, self.numbers[0]
        places = np.flatnonzero(self.there)
        return places, self.numbers[0][places]

    @property
    def total(self) -> float | None:
        """The value of all utterances; None where it has none."""
        value = float(self.value([column.sum() for column in (*self.numbers, *self.others)]))
        return None if np.isnan(value) else value
