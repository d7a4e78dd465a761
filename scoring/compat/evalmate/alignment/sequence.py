"""Alignment by the order of labels; their times do not count."""

from __future__ import annotations

from collections.abc import Callable

from ..annotations import Label
from ..levenshtein import edit_path
from .aligner import EventAligner, Labels
from .utils import LabelPair


class LevenshteinAligner(EventAligner):
    """Pairs labels in their order with the least costs; costs may be fractions."""

    def __init__(
        self,
        deletion_cost: float = 3,
        insertion_cost: float = 3,
        substitution_cost: float = 4,
        custom_substitution_cost_function: Callable[[Label, Label], float] | None = None,
    ) -> None:
        self.deletion_cost = deletion_cost
        self.insertion_cost = insertion_cost
        self.substitution_cost = substitution_cost
        self.custom_substitution_cost_function = custom_substitution_cost_function

    def align(self, ref_labels: Labels, hyp_labels: Labels) -> list[LabelPair]:
        """The pairs, in order."""
        refs, hyps = list(ref_labels), list(hyp_labels)
        pairs, _ = self._path(refs, hyps)
        return [LabelPair(None if i is None else refs[i], None if j is None else hyps[j]) for i, j in pairs]

    def calculate_edit_distance(self, ref_labels: Labels, hyp_labels: Labels) -> float:
        """The costs of the cheapest alignment."""
        return self._path(list(ref_labels), list(hyp_labels))[1]

    def _path(self, refs: list[Label], hyps: list[Label]) -> tuple[list[tuple[int | None, int | None]], float]:
        custom = self.custom_substitution_cost_function

        def asked(row: int, column: int) -> float:
            return custom(refs[row], hyps[column]) if custom is not None else self.substitution_cost

        return edit_path(
            [label.value for label in refs],
            [label.value for label in hyps],
            deletion=self.deletion_cost,
            insertion=self.insertion_cost,
            substitution=self.substitution_cost if custom is None else asked,
        )
