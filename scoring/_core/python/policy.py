"""The policy of an alignment: the costs of errors, and which of equally cheap steps is taken."""

from __future__ import annotations

from collections.abc import Callable
from operator import index

MOST = 1000000


def check_policy(costs: tuple[int, int, int], ties: str) -> None:
    """Refuse costs (of a substitution, an insertion, a deletion) and ties that the aligners cannot use."""
    substitution, insertion, deletion = costs
    for cost in map(index, (substitution, insertion, deletion)):
        if not 1 <= cost <= MOST:
            raise ValueError(f"cost {cost}; expected a whole number from 1 to {MOST}")
    if sorted(ties) != ["D", "I", "S"]:
        raise ValueError(f"ties '{ties}'; expected an order of S, I and D")


def chooser(ties: str) -> Callable[[float, float, float], str]:
    """The step that is taken where a substitution, a deletion and an insertion lead to these costs.

    >>> chooser("SID")(3, 2, 2), chooser("IDS")(2, 2, 3), chooser("SDI")(2, 2, 2)
    ('I', 'D', 'S')
    """
    before = {a + b: ties.index(a) < ties.index(b) for a, b in ("SD", "SI", "DI")}
    over_deletion, over_insertion, deletion_first = before["SD"], before["SI"], before["DI"]

    def choose(substitution: float, deletion: float, insertion: float) -> str:
        if (substitution <= deletion if over_deletion else substitution < deletion) and (
            substitution <= insertion if over_insertion else substitution < insertion
        ):
            return "S"
        return "D" if (deletion <= insertion if deletion_first else deletion < insertion) else "I"

    return choose
