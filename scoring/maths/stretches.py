"""Places that rise, and stretches of them: which are there, which lie in which text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ..common.arrays import Integers, Mask


class Stretches(NamedTuple):
    """Stretches of the places of an axis, each of one class; those of the next class begin behind the whole axis."""

    begin: Integers
    end: Integers
    """The places behind the last ones."""

    def joined(self) -> Stretches:
        """The stretches in their order, those that overlap or touch as one.

        >>> [part.tolist() for part in Stretches(np.array([7, 0, 2]), np.array([9, 3, 5])).joined()]
        [[0, 7], [5, 9]]
        """
        if not len(self.begin):
            return self
        order = np.argsort(self.begin, kind="stable")
        begin, reach = self.begin[order], np.maximum.accumulate(self.end[order])
        firsts = np.concatenate([[0], np.flatnonzero(begin[1:] > reach[:-1]) + 1])
        return Stretches(begin[firsts], reach[np.append(firsts[1:], len(reach)) - 1])

    def places(self) -> Integers:
        """The places of all stretches, one stretch behind the other."""
        sizes = self.end - self.begin
        ends = np.cumsum(sizes)
        places: Integers = np.arange(ends[-1] if len(ends) else 0) + np.repeat(self.end - ends, sizes)
        return places


def different(rising: Integers) -> Integers:
    """The different numbers among some that rise; `numpy.unique` would load what takes longer than this."""
    return rising[np.diff(rising, prepend=-1) > 0]


def among(numbers: Integers, rising: Integers) -> Mask:
    """Which numbers are among some that rise; `numpy.isin` would load what takes longer than this."""
    if not len(rising):
        return np.zeros(len(numbers), np.bool_)
    mask: Mask = rising[np.minimum(np.searchsorted(rising, numbers), len(rising) - 1)] == numbers
    return mask


def owners_of(places: Integers, first: Integers) -> Integers:
    """The texts in which some places lie, which are known by the first place of each."""
    owners: Integers = np.searchsorted(first, places, side="right") - 1
    return owners
