"""The policy of an alignment: the costs of errors, and which of equally cheap steps is taken."""

from __future__ import annotations

from operator import index

from ..work import NeedsNativeCore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 1000000


def check_policy(costs: tuple[int, int, int], ties: str) -> None:
    """Refuses costs (of a substitution, an insertion, a deletion) and ties that the aligners cannot use.

    Ties with `=` at both ends, which match equal ends first and cut long pairs in halves, need the native core.
    """
    substitution, insertion, deletion = costs
    for cost in map(index, (substitution, insertion, deletion)):
        if not 1 <= cost <= MOST:
            raise ValueError(f"cost {cost}; expected a whole number from 1 to {MOST}")
    has_ends = len(ties) > 2 and ties[0] == ties[-1] == "="
    if "".join(sorted(ties[1:-1] if has_ends else ties)) not in ("DIS", "DIMS"):
        raise ValueError(f"ties '{ties}'; expected an order of S, I and D, or of S, I, D and M")
    if has_ends and (substitution, insertion, deletion) != (1, 1, 1):
        raise ValueError(f"ties '{ties}' with other costs than 1, 1 and 1")
    if has_ends:
        raise NeedsNativeCore


def orders(ties: str) -> tuple[str, str]:
    """The order of steps where the last words are unequal, and where they are equal; S is a match there.

    >>> orders("SID"), orders("DSIM")
    (('SID', 'SID'), ('DSI', 'DIS'))
    """
    if "M" not in ties:
        return ties, ties
    return ties.replace("M", ""), ties.replace("S", "").replace("M", "S")


def chooser(ties: str) -> Callable[[bool, float, float, float], str]:
    """The step where the last words are equal or not, and a pair, a deletion and an insertion lead to these costs.

    >>> chooser("SID")(False, 3, 2, 2), chooser("IDS")(True, 2, 2, 3), chooser("SDI")(False, 2, 2, 2)
    ('I', 'D', 'S')
    >>> chooser("DSIM")(True, 2, 3, 2), chooser("DSIM")(False, 2, 3, 2)
    ('I', 'S')
    """
    orders_of_ties = orders(ties)

    def choose(is_equal: bool, pair: float, deletion: float, insertion: float) -> str:
        cost_of = {"S": pair, "D": deletion, "I": insertion}
        # The first of the cheapest steps, in the order of ties.
        return min(orders_of_ties[is_equal], key=cost_of.__getitem__)

    return choose
