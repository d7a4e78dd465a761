"""One row of the sparse table of an analysis: the utterances that have it, and whole numbers of each of them.

Sums of its columns are the numbers that are shown, two systems are compared by samples of its utterances, and the page
marks these utterances.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...formats.values import dataclass
from ..maths.stretches import different

if TYPE_CHECKING:
    from ..common.arrays import Floats, Integers, Mask
    from .breakdown import SummedRow


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
    """One row by utterance: columns of counts, whose sums give the value of any set of utterances.

    >>> tally = Tally("name", {"wrong": np.array([1, 0]), "words": np.array([2, 3])}, np.array([1, 3]), 5)
    >>> tally.total, [column.tolist() for column in tally.columns]
    (0.2, [[0, 1, 0, 0, 0], [0, 2, 0, 3, 0]])
    """

    name: str
    numbers: Mapping[str, Any]
    """Columns of the utterances at `places`; all other utterances have 0."""
    places: Integers
    """The utterances that have the row, in ascending order."""
    size: int
    """How many utterances there are."""
    compared: Sequence[Sequence[str]] = ()
    """The sums from which the value comes, each with the columns that make it, such as three kinds of errors; if it is
    empty, each column is one sum."""
    of_all: tuple[Any, ...] = ()
    """More sums, from columns of all utterances, such as the words by which errors are divided."""
    value: Callable[[Sequence[Any]], Floats] = rate
    """The value of the sums."""
    is_rate: bool = True
    """Whether people read the value in percent."""

    @property
    def at_places(self) -> tuple[Any, ...]:
        """The compared columns of the utterances at `places`."""
        compared = self.compared or [[name] for name in self.numbers]
        return tuple(sum(self.numbers[name] for name in names) for names in compared)

    @property
    def columns(self) -> tuple[Any, ...]:
        """The compared columns of all utterances."""
        return (*map(self._spread, self.at_places), *self.of_all)

    def _spread(self, numbers: Any) -> Any:
        """Numbers of some utterances as those of all."""
        column = np.zeros(self.size, numbers.dtype)
        column[self.places] = numbers
        return column

    @property
    def there(self) -> Mask:
        """The utterances that have the row, as a mask."""
        mask: Mask = self._spread(np.ones(len(self.places), np.bool_))
        return mask

    @property
    def sums(self) -> tuple[Any, ...]:
        """The sums of all utterances, such as errors and words."""
        return tuple(column.sum() for column in (*self.at_places, *self.of_all))

    @property
    def total(self) -> float | None:
        """The value over all utterances; None if undefined."""
        value = float(self.value(self.sums))
        return None if np.isnan(value) else value


def tally_of(
    name: str,
    utterances: Integers,
    numbers: Mapping[str, Any],
    size: int,
    *,
    largest: Collection[str] = (),
    **more: Any,
) -> Tally:
    """A row from what happens in utterances, each of which is named as often as something happens in it.

    The numbers of one utterance add up; of the columns `largest`, the largest one counts.

    >>> tally = tally_of("loop", np.array([3, 1, 3]), {"places": 1, "longest": [4, 5, 6]}, 5, largest=["longest"])
    >>> tally.places.tolist(), {column: numbers.tolist() for column, numbers in tally.numbers.items()}
    ([1, 3], {'places': [1, 2], 'longest': [5, 6]})
    """
    places = different(np.sort(utterances))
    at = np.searchsorted(places, utterances)
    columns = {}
    for column, of_each in numbers.items():
        if column in largest:
            columns[column] = np.zeros(len(places), np.int64)
            np.maximum.at(columns[column], at, of_each)
        else:
            weights = np.broadcast_to(of_each, at.shape)
            columns[column] = np.bincount(at, weights, len(places)).astype(np.int64)
    return Tally(name, columns, places, size, **more)


def rows_of(kind: type[SummedRow], tallies: Iterable[Tally]) -> tuple[Any, ...]:
    """The records of rows: their names, and the sums of their columns, or the largest numbers of some."""
    rows = []
    for tally in tallies:
        sums = {
            name: int(column.max(initial=0) if name in kind.LARGEST else column.sum())
            for name, column in tally.numbers.items()
        }
        rows.append(kind(tally.name, **sums))  # type: ignore[call-arg]
    return tuple(rows)
