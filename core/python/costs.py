"""Costs of single words: of deleting or inserting a word, and of substituting one for another."""

from __future__ import annotations

from array import array

from .words import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from .rules import Rules
    from .words import TextWord


# The cost of a step that may not be taken.
NEVER = 1e9


def _float32(value: float) -> float:
    return array("f", [value])[0]


def of_policy(costs: tuple[int, int, int], scale: int) -> tuple[int, int, int, int, int]:
    """The costs of a substitution, an insertion, a deletion, and of optional words that are inserted or left out.

    An optional word costs two thirds of another where a substitution costs more than a gap, as in the reference.

    >>> of_policy((4, 3, 3), 1), of_policy((1, 1, 1), 1)
    ((4, 3, 3, 2, 2), (1, 1, 1, 1, 1))
    """
    substitution, insertion, deletion = (scale * cost for cost in costs)
    thirds = 2 if substitution > max(insertion, deletion) else 3
    return substitution, insertion, deletion, insertion * thirds // 3, deletion * thirds // 3


def fits_single(costs: tuple[int, int, int]) -> bool:
    """Whether the sums of the reference's arithmetic are those of whole numbers."""
    return max(costs) <= 4 and of_policy(costs, 3) == tuple(3 * cost for cost in of_policy(costs, 1))


class Costs:
    """Costs of words in a network.

    Small ones, weights and times are added in single precision, as the reference does; a null word costs 0.001, a pair
    of them 1, a word aligned with it more than leaving both out. Other costs are whole multiples of a unit, in double
    precision, so that every sum is exact.
    """

    def __init__(self, rules: Rules) -> None:
        self._mode = "times" if rules.times else "weights" if rules.weights is not None else "words"
        single = self._mode != "words" or fits_single(rules.costs)
        self.code: Literal["f", "d"] = "f" if single else "d"
        scale = 1 if single else 3000
        self._null = _float32(0.001) if single else scale / 1000
        self._both = float(scale)
        self._substitution, *gaps = map(float, of_policy(rules.costs, scale))
        self._plain, self._optional = gaps[:2], gaps[2:]

    def insertion(self, word: TextWord) -> float:
        """Cost of inserting a word."""
        return self._gap(word, 0)

    def deletion(self, word: TextWord) -> float:
        """Cost of deleting a word."""
        return 0.0 if word.wild else self._gap(word, 1)

    def _gap(self, word: TextWord, side: int) -> float:
        if word.null:
            return self._null
        if word.exact:
            return NEVER
        if self._mode == "times":
            return _float32(word.duration)
        if self._mode == "weights":
            return _float32(word.weight)
        return self._optional[side] if word.optional else self._plain[side]

    def pair(self, a: TextWord, b: TextWord) -> float:
        """Cost of aligning a word of the reference with one of the hypothesis."""
        if a.wild or ((a.exact or b.exact) and not same(a, b)):
            return NEVER
        if self._mode == "times":
            apart = abs(a.begin - b.begin) + abs(a.end - b.end)
            return _float32(apart + (0.0 if same(a, b) else 0.001))
        if self._mode == "weights":
            return 0.0 if same(a, b) else _float32(a.weight + b.weight)
        if a.null and b.null:
            return self._both
        if same(a, b):
            return 0.0
        # Leaving out both the null word and the other one is always cheaper.
        return self._substitution + sum(self._plain) if a.null or b.null else self._substitution
