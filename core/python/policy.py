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
    if "".join(sorted(letters_of(ties))) not in ("DIS", "DIMS"):
        raise ValueError(f"ties '{ties}'; expected an order of S, I and D, or of S, I, D and M")
    if has_ends(ties) and (substitution, insertion, deletion) != (1, 1, 1):
        raise ValueError(f"ties '{ties}' with other costs than 1, 1 and 1")


def has_ends(ties: str) -> bool:
    """Whether equal words at both ends are matched first, and long pairs are cut in halves: `=` at both ends."""
    return len(ties) > 2 and ties[0] == ties[-1] == "="


def letters_of(ties: str) -> str:
    """The order of ties without `=` at both ends."""
    return ties[1:-1] if has_ends(ties) else ties


def orders(ties: str) -> tuple[str, str]:
    """The order of steps where the last words are unequal, and where they are equal; S is a match there.

    >>> orders("SID"), orders("=DSIM=")
    (('SID', 'SID'), ('DSI', 'DIS'))
    """
    letters = letters_of(ties)
    if "M" not in letters:
        return letters, letters
    return letters.replace("M", ""), letters.replace("S", "").replace("M", "S")


def chooser(ties: str) -> Callable[[bool, float, float, float], str]:
    """The step where the last words are equal or not, and a pair, a deletion and an insertion lead to these costs.

    >>> chooser("SID")(False, 3, 2, 2), chooser("IDS")(True, 2, 2, 3), chooser("SDI")(False, 2, 2, 2)
    ('I', 'D', 'S')
    >>> chooser("DSIM")(True, 2, 3, 2), chooser("DSIM")(False, 2, 3, 2)
    ('I', 'S')
    """
    ranks = [{letter: rank for rank, letter in enumerate(order)} for order in orders(ties)]

    def choose(equal: bool, pair: float, deletion: float, insertion: float) -> str:
        rank = ranks[equal]
        return min((pair, rank["S"], "S"), (deletion, rank["D"], "D"), (insertion, rank["I"], "I"))[2]

    return choose
