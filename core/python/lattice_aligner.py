"""Alignment of networks: costs add up in the reference's order, which decides ties in single precision."""

from __future__ import annotations

from array import array
from math import inf

from .costs import NEVER, Costs
from .policy import chooser, orders
from .words import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lattice import Arc, Network
    from .rules import Rules
    from .words import Step

# The reference finds no path that costs more than this: its answer is empty.
UNREACHABLE = 999999.875


class Lattice:
    """A network as the matrix needs it: arcs numbered from 1, and the arcs before each; arc 0 is the start."""

    def __init__(self, network: Network, arcs: list[Arc]) -> None:
        number = {id(arc): i + 1 for i, arc in enumerate(arcs)}
        self.words = [arc.word for arc in arcs]
        self.before = [
            [number[id(other)] for other in arc.source.ins] if arc.source is not network.start else [0] for arc in arcs
        ]
        self.last = [number[id(arc)] for arc in network.end.ins] or [0]


def align_networks(rules: Rules, ref: Lattice, hyp: Lattice) -> list[Step]:
    """The cheapest path through two networks.

    `table[i][j]` is the cost of the cheapest way to arc i of the reference and arc j of the hypothesis, and
    `came_from[i][j]` are the arcs before the last step of that way. Of cells of equal cost the first one counts.
    """
    costs, choose = Costs(rules), chooser(rules.ties)
    one_order = len({*orders(rules.ties)}) == 1
    sums = array(costs.code, [0.0, 0.0, 0.0])  # rounds sums to the precision of the array
    table: list[array[float]] = []
    came_from: list[list[tuple[int, int]]] = []
    for i in range(len(ref.words) + 1):
        row, origins = array(costs.code, [inf]) * (len(hyp.words) + 1), [(0, 0)] * (len(hyp.words) + 1)
        table.append(row)
        came_from.append(origins)
        for j in range(len(hyp.words) + 1):
            if not i and not j:
                row[0] = 0.0
                continue
            if not i:
                left = _cheapest(table, [0], hyp.before[j - 1])
                row[j], origins[j] = row[left[1]] + costs.insertion(hyp.words[j - 1]), left
                continue
            word = ref.words[i - 1]
            above = _cheapest(table, ref.before[i - 1], [j])
            if not j:
                row[0], origins[0] = table[above[0]][0] + costs.deletion(word), above
                continue
            other = hyp.words[j - 1]
            left = _cheapest(table, [i], hyp.before[j - 1])
            across = _cheapest(table, ref.before[i - 1], hyp.before[j - 1])
            deletion = NEVER if other.inner and not (word.null or word.wild) else costs.deletion(word)
            insertion = 0.0 if word.wild else NEVER if word.inner and not other.null else costs.insertion(other)
            sums[0] = table[across[0]][across[1]] + costs.pair(word, other)
            sums[1] = table[above[0]][j] + deletion
            sums[2] = row[left[1]] + insertion
            move = choose(one_order or same(word, other), *sums)
            row[j], origins[j] = {"S": (sums[0], across), "D": (sums[1], above), "I": (sums[2], left)}[move]
    return _way_back(ref, hyp, table, came_from)


def _cheapest(table: list[array[float]], rows: list[int], columns: list[int]) -> tuple[int, int]:
    """The first of the cheapest cells where some rows and columns meet, searched row by row."""
    best = rows[0], columns[0]
    if len(rows) == len(columns) == 1:
        return best
    for i in rows:
        for j in columns:
            if table[i][j] < table[best[0]][best[1]]:
                best = i, j
    return best


def _way_back(
    ref: Lattice, hyp: Lattice, table: list[array[float]], came_from: list[list[tuple[int, int]]]
) -> list[Step]:
    i, j = _cheapest(table, ref.last, hyp.last)
    steps: list[Step] = []
    if table[0].typecode == "f" and not table[i][j] < UNREACHABLE:
        return steps
    while i or j:
        before_i, before_j = came_from[i][j]
        # Words that a `<*>` of the reference covers are not counted.
        if before_i != i or not (i and ref.words[i - 1].wild):
            steps.append((None if before_i == i else ref.words[i - 1], None if before_j == j else hyp.words[j - 1]))
        i, j = before_i, before_j
    steps.reverse()
    return steps
