"""Rule files in JSON: one object of words and their replacements, as Whisper's english.json."""

from __future__ import annotations

from ...formats.engine.json import Document
from ...formats.engine.json_places import places
from ...formats.errors import Where
from ...formats.source import Source
from ...formats.values import replace
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
    text, line, before = document.text, 1, 0
    for path, offset in places(text):
        key = str(path[0]) if len(path) == 1 else ""
        if key in rules:
            line += text.count("\n", before, offset)
            before = offset
            rules[key] = replace(rules[key], place=Where(source.name, line))
    keys = {rule.search: key for key, rule in rules.items()}
    for rule, what in fights(tuple(rules.values()), lambda rule: rule.place.line if rule.place else 0):
        document.note((keys[rule.search],), what, EXPECTED)
    document.check()
    return Chain((Table("json", tuple(rules.values())),))


RULES = RuleFile("json", (".json",), "an object of texts and their replacements", read)
