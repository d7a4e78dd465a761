"""Rule files in CSV: a line holds a text and its replacement, in quotes if they hold a comma."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.errors import Problems, Where, quantity
from ...formats.source import Source
from .chain import Chain
from .fields import Row, line_of, rows
from .fights import EXPECTED, fights
from .operation import Table
from .rule import Rule
from .rule_file import RuleFile

_EXPECTED = "a text, a comma and its replacement"

# Names of columns, of which no language has rules.
_OF_TEXTS = frozenset(["find", "search", "from", "old", "before", "word", "text", "source", "original", "pattern"])
_OF_REPLACEMENTS = frozenset(["replace", "replacement", "replace with", "to", "new", "after", "target"])


def is_heading(fields: Sequence[str]) -> bool:
    """Whether fields name the columns of a table of rules, as those of a spreadsheet do.

    >>> is_heading(("Find", "Replace")), is_heading(("find", "replaces"))
    (True, False)
    """
    names = [field.strip().lower() for field in fields]
    return len(names) == 2 and names[0] in _OF_TEXTS and names[1].replace("_", " ") in _OF_REPLACEMENTS


def read(source: Source) -> Chain:
    """The chain of one table: words and phrases that end at white space."""
    problems = Problems()
    rules: dict[str, Rule] = {}
    for number, row in enumerate(rows(source, problems)):
        if number == 0 and is_heading(row.fields):
            what = f"the heading {','.join(row.fields)!r}"
            problems.add(row.place, what, f"{_EXPECTED} (remove the heading)", line_of(source, row.place))
        else:
            _add(rules, row, source, problems)
    problems.check()
    ordered = tuple(rules.values())
    places = {rule.search: rule.place for rule in ordered if rule.place is not None}
    for rule, what in fights(ordered, lambda rule: places[rule.search].line):
        place = places[rule.search]
        problems.add(place, what, EXPECTED, line_of(source, place))
    problems.check()
    return Chain((Table("csv", ordered),))


def _add(rules: dict[str, Rule], row: Row, source: Source, problems: Problems) -> None:
    if len(row.fields) != 2 or not row.fields[0].strip():
        what = quantity(len(row.fields), "field") if row.fields[0].strip() else "no text"
        problems.add(row.place, what, _EXPECTED, line_of(source, row.place))
        return
    search, replacement = (" ".join(text.split()) for text in row.fields)
    first = rules.setdefault(search, Rule(search, replacement, place=row.place))
    if first.replacement != replacement and isinstance(first.place, Where):
        what = f"{search!r} becomes {replacement!r}, and on line {first.place.line} {first.replacement!r}"
        problems.add(row.place, what, "one rule for each text", line_of(source, row.place))


RULES = RuleFile("csv", (".csv",), "a text, a comma and its replacement in each line", read)
