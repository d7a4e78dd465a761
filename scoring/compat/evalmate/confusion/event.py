"""Confusions in numbers of labels."""

from __future__ import annotations

from collections.abc import Sequence

from ..alignment.utils import LabelPair
from .value import Listed, OfValue


class EventConfusion(OfValue[LabelPair]):
    """The confusion of one value in numbers of labels."""

    correct_pairs = Listed("correct", "Pairs of which both labels have this value.")
    insertion_pairs = Listed("insertions", "Pairs without a reference.")
    deletion_pairs = Listed("deletions", "Pairs without a hypothesis.")
    substitution_pairs = Listed("substitutions", "Pairs with another value in the hypothesis, by that value.")
    substitution_out_pairs = Listed("substitutions_out", "Pairs with another value in the reference, by that value.")

    @staticmethod
    def amount(aligned: Sequence[LabelPair]) -> float:
        """The number of pairs."""
        return len(aligned)

    def substitutions_by_count(self) -> list[tuple[str, int]]:
        """Values that the hypothesis has in place of this one, and their numbers; the greatest number first."""
        numbers = [(value, len(pairs)) for value, pairs in self.bins.substitutions.items()]
        return sorted(numbers, key=lambda row: (-row[1], row[0]))
