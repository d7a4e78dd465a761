"""A table of rules as one step: all rules at once, at every place the longest text that matches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.normalise.change import Change
from scoring.normalise.rule import Edge, Rule


@dataclass(frozen=True, slots=True)
class Table:
    """Rules that are applied together in one pass from left to right; replaced text is not searched again.

    >>> Table("spelling", (Rule("colour", "color"),)).apply(["a colour"], log=True)
    (['a color'], [Change(utterance=0, start=2, end=8, before='colour', after='color', rule="spelling: 'colour'")])
    """

    name: str
    rules: tuple[Rule, ...]

    def lines(self) -> Iterator[str]:
        """Lines that describe the rules."""
        return (rule.line for rule in self.rules)

    def apply(self, texts: Sequence[str], *, log: bool) -> tuple[list[str], list[Change]]:
        """The new texts and, with `log`, the changes."""
        pattern, rules = self._compiled()
        changes: list[Change] = []
        result = []
        for number, text in enumerate(texts):
            shift = 0
            pieces: list[str] = []
            done = 0
            for match in pattern.finditer(text):
                rule = rules[match.lastindex or 0]
                pieces += text[done : match.start()], rule.replacement
                done = match.end()
                if log and match[0] != rule.replacement:
                    start, end = match.start() + shift, match.end() + shift
                    name = f"{self.name}: {rule.search!r}"
                    changes.append(Change(number, start, end, match[0], rule.replacement, name))
                shift += len(rule.replacement) - len(match[0])
            result.append("".join(pieces) + text[done:])
        return result, changes

    def _compiled(self) -> tuple[re.Pattern[str], dict[int, Rule]]:
        """One pattern for all rules, the longest first, and the rule of each of its groups."""
        ordered = sorted(self.rules, key=lambda rule: -len(rule.search))
        pattern = "|".join(f"({_expression(rule)})" for rule in ordered)
        return re.compile(pattern or r"(?!)"), dict(enumerate(ordered, 1))


def _expression(rule: Rule) -> str:
    before: dict[Edge, str] = {"any": "", "word": r"\b", "blank": r"(?<!\S)"}
    after: dict[Edge, str] = {"any": "", "word": r"\b", "blank": r"(?!\S)"}
    searched = r"\s+".join(re.escape(word) for word in rule.search.split(" "))
    return before[rule.before] + searched + after[rule.after]
