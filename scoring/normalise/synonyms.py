"""Synonym files of fstalign: a text, a bar, and the texts that stand for it, with semicolons between them."""

from __future__ import annotations

from ...formats.errors import Problems, Where
from ...formats.source import Source
from .chain import Chain
from .fights import EXPECTED, fights
from .operation import Table
from .rule import Rule
from .rule_file import RuleFile

_EXPECTED = "a text, '|' and its synonyms with ';' between them"


def read(source: Source) -> Chain:
    """The chain of one table, which puts the first text of a line for each of its synonyms."""
    problems = Problems()
    rules: dict[str, Rule] = {}
    heads: dict[str, int] = {}
    for number, line in enumerate(source.lines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        head, bar, rest = (" ".join(part.split()) for part in line.partition("|"))
        synonyms = [" ".join(part.split()) for part in rest.split(";")]
        if not head or not bar or "|" in rest or not all(synonyms):
            place = line.find("|", line.find("|") + 1) if "|" in rest else len(line.rstrip()) if bar and head else 0
            problems.add(Where(source.name, number, place + 1), "not a line of synonyms", _EXPECTED, line)
            continue
        heads.setdefault(head, number)
        for synonym in synonyms:
            where = Where(source.name, number, line.find(synonym.split()[0], line.index("|")) + 1)
            before = rules.get(synonym)
            if before is not None and before.replacement != head:
                assert before.place is not None
                problems.add(
                    where,
                    f"{synonym!r} stands for {head!r}, and on line {before.place.line} for {before.replacement!r}",
                    "one text for each synonym",
                    line,
                )
            elif synonym != head:
                rules[synonym] = Rule(synonym, head, place=where)
    for synonym, rule in rules.items():
        if synonym in heads and rule.place is not None:
            problems.add(
                rule.place,
                f"{synonym!r} becomes {rule.replacement!r}, but line {heads[synonym]} replaces others by it",
                "texts that no other line replaces",
                source.lines()[rule.place.line - 1],
            )
    problems.check()
    for rule, what in fights(tuple(rules.values()), lambda rule: rule.place.line if rule.place else 0):
        if rule.place is not None:
            problems.add(rule.place, what, EXPECTED, source.lines()[rule.place.line - 1])
    problems.check()
    return Chain((Table("synonyms", tuple(rules.values())),))


RULES = RuleFile(
    "fstalign", (".rules.txt", ".synonyms.txt", ".synonyms"), "fstalign's synonyms: text | synonym ; synonym", read
)
