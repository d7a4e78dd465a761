"""Levenshtein distances, with and without times, by the native core."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from typing import Any

from ....... import core
from ......common.tie_policy import KALDI_WER
from .numbered import Numbers

_Words = Sequence[Hashable]


def levenshtein_distance(
    reference: _Words,
    hypothesis: _Words,
    cost_del: int = 1,
    cost_ins: int = 1,
    cost_sub: int = 1,
    cost_cor: int = 0,
) -> int:
    """The cost of the cheapest alignment.

    >>> levenshtein_distance("abc", "abd"), levenshtein_distance("a", "a", 1, 1, 2, 2)
    (1, 2)
    """
    return _distance((reference, None), (hypothesis, None), (cost_del, cost_ins, cost_sub, cost_cor))


def time_constrained_levenshtein_distance(
    reference: _Words,
    hypothesis: _Words,
    reference_timing: Sequence[Any],
    hypothesis_timing: Sequence[Any],
    cost_del: int = 1,
    cost_ins: int = 1,
    cost_sub: int = 1,
    cost_cor: int = 0,
    prune: Any = "auto",
) -> int:
    """The cost of the cheapest alignment that pairs only words whose times overlap; `prune` changes nothing."""
    sides = (reference, reference_timing), (hypothesis, hypothesis_timing)
    return _distance(*sides, (cost_del, cost_ins, cost_sub, cost_cor))


def time_constrained_levenshtein_distance_with_alignment(
    reference: _Words,
    hypothesis: _Words,
    reference_timing: Sequence[Any],
    hypothesis_timing: Sequence[Any],
    cost_del: int = 1,
    cost_ins: int = 1,
    cost_sub: int = 1,
    cost_cor: int = 0,
    prune: Any = "auto",
) -> dict[str, Any]:
    """The cheapest alignment as pairs of places, None for a gap, and its errors."""
    numbers = Numbers()
    sides = numbers.stream(reference, reference_timing), numbers.stream(hypothesis, hypothesis_timing)
    costs, _ = _shifted((cost_del, cost_ins, cost_sub, cost_cor))
    if min(costs) < 1:
        raise ValueError("costs of 0, or a correct word that costs more than the step in its place")
    steps = core.stream_steps(*sides, costs, KALDI_WER.ties).decode()
    deletions, insertions, substitutions = map(steps.count, "DIS")
    paid = cost_del * deletions + cost_ins * insertions + cost_sub * substitutions
    return {
        "total": paid + cost_cor * steps.count("C"),
        "correct": steps.count("C"),
        "insertions": insertions,
        "deletions": deletions,
        "substitutions": substitutions,
        "alignment": _places(steps),
    }


def _places(steps: str) -> list[tuple[int | None, int | None]]:
    ref = hyp = 0
    places: list[tuple[int | None, int | None]] = []
    for step in steps:
        places.append((None if step == "I" else ref, None if step == "D" else hyp))
        ref += step != "I"
        hyp += step != "D"
    return places


def _distance(ref: tuple[_Words, Any], hyp: tuple[_Words, Any], four_costs: tuple[int, int, int, int]) -> int:
    costs, correct = _shifted(four_costs)
    if min(costs) < 1:
        return _table(ref, hyp, four_costs)
    numbers = Numbers()
    pair = array("i", (0, 0)).tobytes()
    distances = core.stream_costs([numbers.stream(*ref)], [numbers.stream(*hyp)], pair, costs, KALDI_WER.ties)
    return (int(array("q", distances)[0]) + correct * (len(ref[0]) + len(hyp[0]))) // 2


def _shifted(four_costs: tuple[int, int, int, int]) -> tuple[tuple[int, int, int], int]:
    """Twice the costs of the core (substitution, insertion, deletion), where a correct word is free.

    A path takes each word once: what a correct word costs may be paid by its two words, half each.
    """
    deletion, insertion, substitution, correct = four_costs
    return (2 * substitution - 2 * correct, 2 * insertion - correct, 2 * deletion - correct), correct


def _table(ref: tuple[_Words, Any], hyp: tuple[_Words, Any], four_costs: tuple[int, int, int, int]) -> int:
    """The cost of the cheapest alignment with costs that the core does not take: those of 0, and dear correct words."""
    deletion, insertion, substitution, correct = four_costs
    row = [insertion * place for place in range(len(hyp[0]) + 1)]
    for i, word in enumerate(ref[0]):
        above, row = row, [row[0] + deletion]
        for j, other in enumerate(hyp[0]):
            best = min(above[j + 1] + deletion, row[j] + insertion)
            if ref[1] is None or (ref[1][i][0] < hyp[1][j][1] and hyp[1][j][0] < ref[1][i][1]):
                best = min(best, above[j] + (correct if word == other else substitution))
            row.append(best)
    return row[-1]
