"""Marks of words: which are optional, which are fragments, and how much each weighs."""

from __future__ import annotations

from .rules import Rules
from .words import TextWord


class Marker:
    """Marks words by the rules."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def mark(self, word: TextWord) -> None:
        """Fill in the fields of a word that follow from its value."""
        value = word.value
        if self._rules.optional and len(value) > 1 and value[:1] == b"(" and value[-1:] == b")":
            word.optional = True
            word.key = value[1:-1]
        if self._rules.fragments:
            word.fragment = b"-" in (value[:1], value[-1:]) or (word.optional and value[-2:-1] == b"-")
        word.wild = self._rules.wild and value == b"<*>"
        self.weigh(word)

    def weigh(self, word: TextWord) -> None:
        """Fill in the weight of a word, if words are weighted."""
        if self._rules.weights is not None:
            word.weight = self._weight(word)

    def _weight(self, word: TextWord) -> float:
        """Null and optional words weigh nothing, a compound (a=b) the sum of its parts."""
        weights, default = self._rules.weights or {}, self._rules.default_weight
        if word.null or word.optional:
            return 0.0
        if b"=" not in word.value:
            return weights.get(word.value, default)
        total = 0.0
        for part in word.value.split(b"="):
            if part:
                total += weights.get(part, default)
        return total
