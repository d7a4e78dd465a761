"""Confusions in numbers of labels."""

from __future__ import annotations

from typing import ClassVar

from .confusion import AMOUNTS, OfValue


class EventConfusion(OfValue):
    """The confusion of one value in numbers of labels.

    `correct_pairs`, `insertion_pairs` and `deletion_pairs` are lists, `substitution_pairs` and `substitution_out_pairs`
    lists by the value of the other side.
    """

    LISTS: ClassVar = {name: name.replace("ions", "ion") + "_pairs" for name in AMOUNTS}

    def substitutions_by_count(self) -> list[tuple[str, int]]:
        """Values that the hypothesis has in place of this one, and their numbers; the greatest number first."""
        numbers = [(value, len(pairs)) for value, pairs in self.substitution_pairs.items()]
        return sorted(numbers, key=lambda row: (-row[1], row[0]))
