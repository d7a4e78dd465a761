"""Alignment of networks: costs add up in the reference's order, which decides ties in single precision."""

from __future__ import annotations

from array import array
from itertools import accumulate
from math import inf

from .costs import NEVER, Costs
from .lattice import Arc, Network
from .policy import chooser, orders
from .rules import Rules
from .words import Arcs, same

# The reference finds no path that costs more than this: its answer is empty.
UNREACHABLE = 999999.875


class Lattice:
    """A network as the matrix needs it: arcs numbered from 1, and the arcs before each; arc 0 is the start."""

    __slots__ = ("before", "last", "words")

    def __init__(self, network: Network, arcs: list[Arc]) -> None:
        number = {id(arc): i + 1 for i, arc in enumerate(arcs)}
        self.words = [arc.word for arc in arcs]
        self.before = [
            [number[id(other)] for other in arc.source.ins] if arc.source is not network.start else [0] for arc in arcs
        ]
        self.last = [number[id(arc)] for arc in network.end.ins] or [0]

    def is_linear(self) -> bool:
        """Whether every arc follows the one before it."""
        return all(before == [k] for k, before in enumerate(self.before))


def _lowest_left(row: array[float], before: list[int]) -> int:
    """The first of the smallest cells of a row."""
    best = before[0]
    for j in before[1:]:
        if row[j] < row[best]:
            best = j
    return best


def _lowest_above(table: list[array[float]], before: list[int], j: int) -> int:
    """The first of the smallest cells of a column."""
    best = before[0]
    for i in before[1:]:
        if table[i][j] < table[best][j]:
            best = i
    return best


def _lowest_across(table: list[array[float]], before_a: list[int], before_b: list[int]) -> tuple[int, int]:
    """The first of the smallest cells where some rows and columns meet, searched row by row."""
    i, j = before_a[0], before_b[0]
    for k in before_a:
        for m in before_b:
            if table[k][m] < table[i][j]:
                i, j = k, m
    return i, j


def align_networks(rules: Rules, a: Lattice, b: Lattice) -> list[Arcs]:
    """The cheapest path through two networks, as arcs of both; 0 for none."""
    costs, choose = Costs(rules), chooser(rules.ties)
    one_order = len({*orders(rules.ties)}) == 1
    width = len(b.words) + 1
    insertions = [costs.insertion(word) for word in b.words]
    row, back = array(costs.code, [0.0]) * width, [0] * width
    for j, before in enumerate(b.before, 1):
        left = _lowest_left(row, before)
        row[j], back[j] = row[left] + insertions[j - 1], left
    table, backs = [row], [back]
    columns = _overlap_columns(a, b) if rules.overlap else []
    sums = array(costs.code, [0.0, 0.0, 0.0])  # rounds sums to the precision of the array
    for i, word in enumerate(a.words, 1):
        before_a, deletion = a.before[i - 1], costs.deletion(word)
        first, last = columns[i] if columns else (0, width - 1)
        row, back = array(costs.code, [inf]) * width, [0] * width
        if not first:
            above = _lowest_above(table, before_a, 0)
            row[0], back[0] = table[above][0] + deletion, above * width
        for j in range(max(first, 1), last + 1):
            before_b = b.before[j - 1]
            left = _lowest_left(row, before_b)
            above = _lowest_above(table, before_a, j)
            up, across = _lowest_across(table, before_a, before_b)
            other = b.words[j - 1]
            sums[0] = table[up][across] + costs.pair(word, other)
            sums[1] = table[above][j] + (NEVER if other.inner and not (word.null or word.wild) else deletion)
            sums[2] = row[left] + (0.0 if word.wild else NEVER if word.inner and not other.null else insertions[j - 1])
            move = choose(one_order or same(word, other), *sums)
            if move == "S":
                row[j], back[j] = sums[0], up * width + across
            elif move == "D":
                row[j], back[j] = sums[1], above * width + j
            else:
                row[j], back[j] = sums[2], i * width + left
        table.append(row)
        backs.append(back)
    return _trace_networks(a, b, table, backs)


def _overlap_columns(ref: Lattice, hyp: Lattice) -> list[tuple[int, int]]:
    """The first and last column of each row: arcs of the hypothesis for the start and each arc of the reference.

    Words of the hypothesis that overlap no word from a row on are inserted before it, and those that overlap none up to
    it behind it.
    """
    latest = list(accumulate((word.end for word in hyp.words), max, initial=-inf))
    earliest = [inf, *list(accumulate((word.begin for word in reversed(hyp.words)), min))[::-1]]
    later = list(accumulate((word.begin for word in reversed(ref.words)), min))[::-1]
    all_pass, width, height = _passed_by_all(hyp), len(hyp.words) + 1, len(ref.words) + 1
    first, last = [0] * height, [0] * height
    passed = reached = to = 0
    for a, (begin, end) in enumerate(zip(later, accumulate((word.end for word in ref.words), max), strict=True), 1):
        # Ways may differ behind the last arc that all of them pass.
        while reached + 1 < width and latest[reached + 1] <= begin:
            reached += 1
            if all_pass[reached]:
                passed = reached
        while to + 1 < width and earliest[to + 1] < end:
            to += 1
        to = max(to, reached)
        first[a] = passed
        # In the row before, words are inserted up to the one that is paired here.
        for before in (*ref.before[a - 1], a):
            last[before] = max(last[before], to)
    for a in ref.last:
        last[a] = width - 1
    last[0] = width - 1
    return list(zip(first, last, strict=True))


def _passed_by_all(side: Lattice) -> list[bool]:
    """Whether every way passes an arc; all pass arc 0, the start."""
    least = min(side.last)
    passed = [True] * (len(side.words) + 1)
    for arc in range(len(side.words), 0, -1):
        passed[arc] = least >= arc
        least = min(least, *side.before[arc - 1])
    return passed


def _trace_networks(a: Lattice, b: Lattice, table: list[array[float]], backs: list[list[int]]) -> list[Arcs]:
    i, j = a.last[0], b.last[0]
    for k in a.last:
        for m in b.last:
            if table[k][m] < table[i][j]:
                i, j = k, m
    steps: list[Arcs] = []
    if table[0].typecode == "f" and not table[i][j] < UNREACHABLE:
        return steps
    width = len(b.words) + 1
    while i or j:
        before_i, before_j = divmod(backs[i][j], width)
        if before_i != i or not (i and a.words[i - 1].wild):
            steps.append((0 if before_i == i else i, 0 if before_j == j else j))
        i, j = before_i, before_j
    steps.reverse()
    return steps
