"""Alignment in which adjacent words of one side may stand together for one word of the other: white paper, whitepaper.

This is the readable aligner, a cell at a time. It is asked only where two words could be one; whatever else is aligned
goes through the core.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.align import KALDI_ALIGN, Policy, policy
from scoring.align.words import Alignment, Pair

Costs = tuple[int, int, int]
Merges = dict[tuple[int, object], list[int]]
# How many words of the reference and of the hypothesis a step takes.
Step = tuple[int, int]
_MOVES = {"S": (1, 1), "I": (0, 1), "D": (1, 0)}


def possible(ref: Sequence[str], hyp: Sequence[str]) -> bool:
    """Whether two adjacent words of one side begin a word of the other; if not, there is no compound.

    >>> possible(["white", "paper"], ["whitepaper"]), possible(["white", "paper"], ["white", "papers"])
    (True, False)
    """
    return _begun(ref, hyp) or _begun(hyp, ref)


def _begun(parts: Sequence[str], wholes: Sequence[str]) -> bool:
    text = "\0" + "\0".join(wholes)
    # Every pair of neighbours is looked for, and all of it happens in C: this is asked of every utterance.
    return any(map(text.__contains__, map("\0".__add__, map(str.__add__, parts, parts[1:]))))


def merges(parts: Sequence[str], wholes: Sequence[str]) -> Merges:
    """How many words before a place make up a word of the other side: by place and word, the smallest number first.

    >>> merges(["a", "b", "c"], ["bc", "x"])
    {(3, 'bc'): [2]}
    """
    known = set(wholes)
    longest = max(map(len, wholes), default=0)
    found: Merges = {}
    for end in range(2, len(parts) + 1):
        merged = parts[end - 1]
        for length in range(2, end + 1):
            merged = parts[end - length] + merged
            if len(merged) > longest:
                break
            if merged in known:
                found.setdefault((end, merged), []).append(length)
    return found


def steps(ref: Sequence[object], hyp: Sequence[object], costs: Costs, ties: str) -> list[Step]:
    """The cheapest steps without compounds.

    Costs are those of a substitution, an insertion and a deletion; of equally cheap last steps the first one in `ties`
    is taken.
    """
    return _traced(ref, hyp, costs, ties, {}, {})


def steps_merging(ref: Sequence[str], hyp: Sequence[str], costs: Costs, ties: str) -> list[Step]:
    """The cheapest steps where a compound costs nothing; it is taken only where it is cheaper than anything else."""
    return _traced(ref, hyp, costs, ties, merges(ref, hyp), merges(hyp, ref))


def _traced(
    ref: Sequence[object], hyp: Sequence[object], costs: Costs, ties: str, ref_merges: Merges, hyp_merges: Merges
) -> list[Step]:
    """Fills the table of costs and goes back through it.

    Costs are kept four times as large, which leaves room for the rank of a move among equally cheap ones.
    """
    substitution, insertion, deletion = (4 * cost for cost in costs)
    first, second, third = (_MOVES[letter] for letter in ties)
    kinds = (first, second, third)
    across, left, up = (kinds.index(_MOVES[letter]) for letter in "SID")
    table = [[insertion * place for place in range(len(hyp) + 1)]]
    moves: list[list[Step]] = [[_MOVES["I"]] * (len(hyp) + 1)]
    for i, ref_word in enumerate(ref, 1):
        above, row, made = table[-1], [deletion * i], [_MOVES["D"]]
        value = row[0]
        for j, hyp_word in enumerate(hyp, 1):
            diagonal = above[j - 1] + across if ref_word == hyp_word else above[j - 1] + substitution + across
            value = min(diagonal, value + insertion + left, above[j] + deletion + up)
            move = kinds[value & 3]
            value &= ~3
            if ref_merges or hyp_merges:
                value, move = _merged(table, i, j, ref_merges.get((i, hyp_word), ()), (value, move), False)
                value, move = _merged(table, i, j, hyp_merges.get((j, ref_word), ()), (value, move), True)
            row.append(value)
            made.append(move)
        table.append(row)
        moves.append(made)
    return _back(moves, len(ref), len(hyp))


def _merged(
    table: list[list[int]], i: int, j: int, lengths: Sequence[int], best: tuple[int, Step], of_hyp: bool
) -> tuple[int, Step]:
    """The best move into a cell, after a look at the compounds that end there."""
    for length in lengths:
        step = (1, length) if of_hyp else (length, 1)
        cost = table[i - step[0]][j - step[1]]
        if cost < best[0]:
            best = cost, step
    return best


def _back(moves: list[list[Step]], i: int, j: int) -> list[Step]:
    found = []
    while i or j:
        step = moves[i][j]
        found.append(step)
        i -= step[0]
        j -= step[1]
    found.reverse()
    return found


def align(ref: Sequence[str], hyp: Sequence[str], *, policy: Policy | str = KALDI_ALIGN) -> Alignment:
    """Aligns two lists of words with compounds under one of the policies; the words of a compound stand in one pair.

    >>> print(align(["the", "white", "paper"], ["a", "whitepaper"]))
    REF:  THE white paper
    HYP:  A   whitepaper
    Eval: S
    """
    chosen = _policy(policy)
    i = j = 0
    pairs = []
    for ref_count, hyp_count in steps_merging(ref, hyp, chosen.costs, chosen.ties):
        left = " ".join(ref[i : i + ref_count]) if ref_count else None
        right = " ".join(hyp[j : j + hyp_count]) if hyp_count else None
        i += ref_count
        j += hyp_count
        pairs.append(_pair(left, right, ref_count + hyp_count > 2))
    return Alignment(tuple(pairs))


_policy = policy


def _pair(ref: str | None, hyp: str | None, merged: bool) -> Pair:
    if ref is None:
        return Pair("I", None, hyp)
    if hyp is None:
        return Pair("D", ref, None)
    return Pair("C" if merged or ref == hyp else "S", ref, hyp)
