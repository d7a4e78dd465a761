"""Alignment with compounds: adjacent words of one side may match one word of the other (white paper, whitepaper)."""

from __future__ import annotations

from collections.abc import Sequence

from ... import core
from ...formats.errors import MismatchError, quantity
from ..common.counts import Counts
from ..common.tie_policy import KALDI_ALIGN, Policy, policy_of
from .alignment import Alignment
from .step import Pair


def align(ref: Sequence[str], hyp: Sequence[str], *, policy: Policy | str = KALDI_ALIGN) -> Alignment:
    """Aligns two lists of words with compounds under one of the policies; the words of a compound are one pair.

    A compound costs nothing and is taken only where it is cheaper than all other steps. Case matters.

    >>> print(align(["the", "white", "paper"], ["a", "whitepaper"]))
    REF:  THE white paper
    HYP:  A   whitepaper
    Eval: S
    """
    i = j = 0
    pairs = []
    chosen = policy_of(policy)
    for ref_count, hyp_count in core.steps(ref, hyp, chosen.whole_costs, chosen.ties, True):
        left = " ".join(ref[i : i + ref_count]) if ref_count else None
        right = " ".join(hyp[j : j + hyp_count]) if hyp_count else None
        i += ref_count
        j += hyp_count
        pairs.append(_pair(left, right, ref_count + hyp_count > 2))
    return Alignment(tuple(pairs))


def counts(
    refs: Sequence[Sequence[str]], hyps: Sequence[Sequence[str]], *, policy: Policy | str = KALDI_ALIGN
) -> list[Counts]:
    """Counts of many pairs of lists; all reference words in a compound are correct.

    >>> counts([["the", "white", "paper"]], [["a", "whitepaper"]])
    [Counts(correct=2, substitutions=1, deletions=0, insertions=0)]
    """
    if len(refs) != len(hyps):
        sides = f"{quantity(len(refs), 'reference')}, but {quantity(len(hyps), 'hypothesis')}"
        raise MismatchError(f"{sides}; expected one for each")
    chosen = policy_of(policy)
    numbers = memoryview(core.symbol_counts(refs, hyps, chosen.whole_costs, chosen.ties, True)).cast("i").tolist()
    return [Counts(*numbers[place : place + 4]) for place in range(0, len(numbers), 4)]


def _pair(ref: str | None, hyp: str | None, merged: bool) -> Pair:
    if ref is None:
        return Pair("I", None, hyp)
    if hyp is None:
        return Pair("D", ref, None)
    return Pair("C" if merged or ref == hyp else "S", ref, hyp)
