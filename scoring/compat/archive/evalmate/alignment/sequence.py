"""Alignment by the order of labels; their times do not count."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add, itemgetter
from typing import TypeAlias

from ...... import core
from ..annotations import Label
from .aligner import EventAligner, Labels
from .utils import LabelPair

# The numbers of labels of either side that each step takes.
_Steps: TypeAlias = "list[tuple[int, int]]"
_INSERTION, _DELETION, _PAIR = (0, 1), (1, 0), (1, 1)
# The greatest cost that the core takes.
_MOST = 1_000_000


class LevenshteinAligner(EventAligner):
    """Pairs labels in their order with the least costs; costs may be fractions.

    Of equally cheap alignments the one with insertions as late as possible is chosen, then the one with deletions as
    late as possible.
    """

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
        costs = self.substitution_cost, self.insertion_cost, self.deletion_cost
        whole = all(1 <= cost <= _MOST and cost == int(cost) for cost in costs)
        if whole and self.custom_substitution_cost_function is None:
            whole_costs = int(costs[0]), int(costs[1]), int(costs[2])
            values = [label.value for label in refs], [label.value for label in hyps]
            steps: _Steps = core.steps(*values, whole_costs, "IDS", False)
        else:
            steps = self._steps(refs, hyps)
        left, right = iter(refs), iter(hyps)
        return [LabelPair(next(left) if ref else None, next(right) if hyp else None) for ref, hyp in steps]

    def calculate_edit_distance(self, ref_labels: Labels, hyp_labels: Labels) -> float:
        """The costs of the cheapest alignment."""
        # Not `sum`, which newer releases of Python round otherwise.
        pairs = self.align(ref_labels, hyp_labels)
        return reduce(add, (self._cost(pair.ref, pair.hyp) for pair in pairs), 0)

    def _cost(self, ref: Label | None, hyp: Label | None) -> float:
        if ref is None or hyp is None:
            return self.insertion_cost if ref is None else self.deletion_cost
        if ref.value == hyp.value:
            return 0
        custom = self.custom_substitution_cost_function
        return self.substitution_cost if custom is None else custom(ref, hyp)

    def _steps(self, refs: list[Label], hyps: list[Label]) -> _Steps:
        """The path with costs that the core does not take: fractions, and those of a function."""
        rows: list[list[tuple[float, tuple[int, int]]]] = [[(0, _PAIR)]]
        for _ in hyps:
            rows[0].append((rows[0][-1][0] + self.insertion_cost, _INSERTION))
        for ref in refs:
            above = rows[-1]
            row = [(above[0][0] + self.deletion_cost, _DELETION)]
            for place, hyp in enumerate(hyps):
                inserted = row[-1][0] + self.insertion_cost, _INSERTION
                deleted = above[place + 1][0] + self.deletion_cost, _DELETION
                paired = above[place][0] + self._cost(ref, hyp), _PAIR
                row.append(min(inserted, deleted, paired, key=itemgetter(0)))
            rows.append(row)
        path: _Steps = []
        i, j = len(refs), len(hyps)
        while i or j:
            path.append(rows[i][j][1])
            i, j = i - path[-1][0], j - path[-1][1]
        return path[::-1]
