"""Rules of one table that undo each other, or that make a text longer at every use: such a table is refused.

A rule leads to another one where that other rule changes its replacement. Rules that lead back to themselves never come
to an end, so that a text would look different after every use of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ...formats.errors import quantity
from .chain import Chain
from .operation import Table
from .rule import Rule

EXPECTED = "rules that leave their own results as they are"


def fights(rules: Sequence[Rule], line: Callable[[Rule], object]) -> Iterator[tuple[Rule, str]]:
    """The last rule of every circle of rules, and what is wrong with it; `line` gives the line of a rule.

    >>> rules = (Rule("a", "b"), Rule("b", "a"))
    >>> [what for _, what in fights(rules, rules.index)]
    ["'b' becomes 'a', and line 0 makes 'b' of 'a'"]
    """
    for circle in circles(_leads(rules)):
        *others, last = sorted(circle)
        rule = rules[last]
        if not others:
            yield (
                rule,
                f"{rule.search!r} becomes {rule.replacement!r}, which contains it again: the text grows at every use",
            )
            continue
        back = ", and ".join(
            f"line {line(rules[k])} makes {rules[k].replacement!r} of {rules[k].search!r}" for k in others[:3]
        )
        more = f", and {quantity(len(others) - 3, 'more rule')}" if len(others) > 3 else ""
        yield rule, f"{rule.search!r} becomes {rule.replacement!r}, and {back}{more}"


def _leads(rules: Sequence[Rule]) -> dict[int, list[int]]:
    """The rules that change the replacement of each rule."""
    table = Table("", tuple(rules))
    numbers = {name: number for number, name in reversed(list(enumerate(table.names)))}
    _, changes = Chain((table,), "rules").apply([rule.replacement for rule in rules], log=True)
    leads: dict[int, list[int]] = {}
    for change in changes:
        leads.setdefault(change.utterance, []).append(numbers[change.rule])
    return leads


def circles(leads: Mapping[int, Sequence[int]]) -> Iterator[list[int]]:
    """One circle for each that a search in depth meets."""
    done: set[int] = set()
    for start in leads:
        path: list[int] = []
        places: dict[int, int] = {}
        waiting = [(start, iter((start,)))]
        while waiting:
            _, following = waiting[-1]
            number = next(following, None)
            if number is None:
                waiting.pop()
                if path:
                    left = path.pop()
                    del places[left]
                    done.add(left)
                continue
            if number in places:
                yield path[places[number] :]
            elif number not in done:
                places[number] = len(path)
                path.append(number)
                waiting.append((number, iter(leads.get(number, ()))))
