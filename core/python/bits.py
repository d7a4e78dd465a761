"""Long plain pairs, a column of the matrix at a time: the differences between its cells are the bits of whole numbers.

A gap gains nothing, a match `gains[0]` units and a substitution `gains[1]`. Cells below each other then differ by so
many units at most. Plane k of a column has a bit where they differ by k or more. What passes down a column is the carry
of an addition (Myers 1999, Hyyro 2003; Loving, Hernandez and Benson 2014). The state before every 512th column is kept,
from which the columns behind it are made again on the way back.
"""

from __future__ import annotations

from math import gcd

from .policy import orders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    # Planes of a column, before or behind a word of the hypothesis: differences of at least one unit, two, and three.
    State = tuple[int, int, int]
    # Cells to which a cheapest path leads by a substitution or match, by a deletion, and by an insertion.
    Ways = tuple[int, int, int]

LEAST = 1 << 14
"""Cells of the smallest matrix that is filled so: a table of numbers is as fast for smaller ones."""
_EVERY = 512


def gains_of(costs: tuple[int, int, int]) -> tuple[int, int]:
    """The gains of a match and of a substitution in lowest terms; -1 for a substitution that two gaps undercut.

    >>> gains_of((4, 3, 3)), gains_of((1, 1, 1)), gains_of((2, 1, 1)), gains_of((9, 2, 2))
    ((3, 1), (2, 1), (1, 0), (1, -1))
    """
    substitution, insertion, deletion = costs
    match = insertion + deletion
    gain = match - substitution
    if gain < 0:
        return 1, -1
    divisor = gcd(match, gain)
    return match // divisor, gain // divisor


def moves_of(gains: tuple[int, int], ties: str, ref: Sequence[Hashable], hyp: Sequence[Hashable]) -> list[str] | None:
    """The steps from the end to the beginning, as letters S, D and I; None for gains that need other arithmetic.

    >>> moves_of((3, 1), "SID", "abc", "axbc")
    ['S', 'S', 'I', 'S']
    """
    column = _COLUMNS.get(gains)
    if column is None:
        return None
    masks: dict[Hashable, int] = {}
    for row, key in enumerate(ref):
        masks[key] = masks.get(key, 0) | 1 << row
    full = (1 << len(ref)) - 1
    equal = [masks.get(key, 0) for key in hyp]
    states = [(0, 0, 0)]
    for begin in range(0, len(hyp), _EVERY):
        state = states[-1]
        for mask in equal[begin : begin + _EVERY]:
            state = column(mask, full, state)[0]
        states.append(state)
    return _walked(column, equal, full, states, (len(ref), orders(ties)))


def _walked(
    column: Callable[[int, int, State], tuple[State, Ways]],
    equal: list[int],
    full: int,
    states: list[State],
    goal: tuple[int, tuple[str, str]],
) -> list[str]:
    """The steps from the last row to the beginning, by these orders of ties."""
    i, order = goal
    j = len(equal)
    moves: list[str] = []
    ways: list[Ways] = []
    block = len(states)
    while i and j:
        if j <= block * _EVERY:  # the columns before it are those of the next block
            block = (j - 1) // _EVERY
            state, ways = states[block], []
            for mask in equal[block * _EVERY : j]:
                state, way = column(mask, full, state)
                ways.append(way)
        bit = i - 1
        letters, way = order[equal[j - 1] >> bit & 1], ways[j - 1 - block * _EVERY]
        move = next(letter for letter in letters if way["SDI".index(letter)] >> bit & 1)
        moves.append(move)
        i -= move != "I"
        j -= move != "D"
    return moves + ["D"] * i + ["I"] * j


def _three(equal: int, full: int, state: State) -> tuple[State, Ways]:
    """The next column where a match gains three units and a substitution one."""
    v1, v2, v3 = state
    n1 = full ^ v1
    g3 = equal & n1
    h3 = ((n1 + g3) ^ n1 ^ g3) & full
    o3 = equal | h3
    below = v1 & ~v2
    g2 = g3 | below & o3
    x2 = g2 | n1
    h2 = ((x2 + g2) ^ x2 ^ g2) & full
    h1 = (n1 | below & (equal | h2) | v2 & ~v3 & o3) << 1 & full
    pair = equal | full ^ (h2 | v2)
    less = h2 & ~v2 | h3 & ~v3
    more = v2 & ~h2 | v3 & ~h3
    ways = (
        pair,
        full ^ (pair | more) | pair & (equal & h3 | h1 & ~equal),
        full ^ (pair | less) | pair & (equal & v3 | v1 & ~equal),
    )
    q1, q2 = h1 & ~h2, h2 & ~h3
    e2, e3 = equal | v2, equal | v3
    n1 = full ^ h1
    return (n1 | q1 & e2 | q2 & e3, n1 & e2 | q1 & e3, n1 & e3), ways


def _two(equal: int, full: int, state: State) -> tuple[State, Ways]:
    """The next column where a match gains two units and a substitution one."""
    v1, v2, _ = state
    n1 = full ^ v1
    g2 = equal & n1
    h2 = ((n1 + g2) ^ n1 ^ g2) & full
    h1 = (n1 | v1 & ~v2 & (equal | h2)) << 1 & full
    ways = (
        equal | full ^ (h2 | v2),
        h2 | h1 & ~(equal | v2),
        v2 | v1 & ~(equal | h2),
    )
    e2 = equal | v2
    n1 = full ^ h1
    return (n1 | h1 & ~h2 & e2, n1 & e2, 0), ways


def _single(equal: int, full: int, state: State) -> tuple[State, Ways]:
    """The next column where a match gains one unit, and a substitution nothing."""
    v1 = state[0]
    n1 = full ^ v1
    g1 = equal & n1
    h1 = ((n1 + g1) ^ n1 ^ g1) & full
    ways = (equal | full ^ (h1 | v1), h1 | full ^ (equal | v1), v1 | full ^ (equal | h1))
    return ((equal | v1) & ~h1, 0, 0), ways


def _never(equal: int, full: int, state: State) -> tuple[State, Ways]:
    """The next column where a match gains one unit, and nothing is substituted."""
    after, (_, deletion, insertion) = _single(equal, full, state)
    return after, (equal, deletion, insertion)


_COLUMNS = {(3, 1): _three, (2, 1): _two, (1, 0): _single, (1, -1): _never}
