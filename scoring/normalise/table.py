"""A table of rules as one step: all rules at once, at every place the longest text that matches."""

from __future__ import annotations

from collections.abc import Iterator

from ...formats.values import dataclass
from .rule import EDGES, Rule


@dataclass(frozen=True, slots=True)
class Table:
    """Rules that are applied together in one pass from left to right; replaced text is not searched again.

    >>> Table("spelling", (Rule("colour", "color"),)).names
    ["spelling: 'colour'"]
    """

    name: str
    rules: tuple[Rule, ...]
    exact_blanks: bool = False
    """A blank in a rule matches only a blank, not white space of any length."""

    @property
    def names(self) -> list[str]:
        """Names of the rules in the log."""
        return [f"{self.name}: {rule.search!r}" for rule in self.rules]

    @property
    def operation(self) -> tuple[object, ...]:
        """The step as the core takes it."""
        rules = [(r.search, r.replacement, EDGES.index(r.before), EDGES.index(r.after)) for r in self.rules]
        return "table", rules, self.exact_blanks

    def lines(self) -> Iterator[str]:
        """Lines that describe the rules."""
        if self.exact_blanks:
            yield "exact blanks"
        for rule in self.rules:
            yield rule.line
