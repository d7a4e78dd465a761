"""Rule files in JSON: one object of words and their replacements, as Whisper's english.json."""

from __future__ import annotations

from ...formats.engine.json import Document, places
from ...formats.source import Source
from .chain import Chain
from .fights import EXPECTED, fights
from .operation import Table
from .rule import Rule
from .rule_file import RuleFile

_EXPECTED = "an object of texts and their replacements"


def read(source: Source) -> Chain:
    """The chain of one table: words and phrases that end at white space."""
    document = Document.of(source, "json")
    rules: dict[str, Rule] = {}
    members = document.value if isinstance(document.value, dict) else {}
    if members is not document.value:
        document.note((), "not an object", _EXPECTED)
    for search, replacement in members.items():
        if not search.strip() or not isinstance(replacement, str):
            document.note((search,), "not a rule", _EXPECTED)
        else:
            rules[search] = Rule(" ".join(search.split()), " ".join(replacement.split()))
    document.check()
    keys = {rule.search: key for key, rule in rules.items()}

    def line(rule: Rule) -> int:
        offsets = (offset for path, offset in places(document.text) if path == (keys[rule.search],))
        return document.text.count("\n", 0, next(offsets)) + 1

    for rule, what in fights(tuple(rules.values()), line):
        document.note((keys[rule.search],), what, EXPECTED)
    document.check()
    return Chain((Table("json", tuple(rules.values())),))


RULES = RuleFile("json", (".json",), "an object of texts and their replacements", read)
