"""All kinds of rule files, chosen by suffix."""

from __future__ import annotations

import os

from formats.errors import UsageError
from scoring.normalise import benchmarkstt, csv_rules, glm, json_rules, kaldi_filter, synonyms
from scoring.normalise.chain import Chain
from scoring.normalise.rule_file import RuleFile, opened

RULE_FILES: tuple[RuleFile, ...] = (
    *benchmarkstt.TABLES,
    csv_rules.RULES,
    glm.RULES,
    json_rules.RULES,
    kaldi_filter.RULES,
    synonyms.RULES,
    benchmarkstt.RULES,
)


def read_rules(path: str | os.PathLike[str]) -> Chain:
    """The chain of a rule file; its suffix decides how the file is read."""
    name = os.fspath(path)
    for kind in RULE_FILES:
        if name.lower().endswith(kind.suffixes):
            return kind.read(opened(path))
    known = ", ".join(f"{suffix} ({kind.name})" for kind in RULE_FILES for suffix in kind.suffixes)
    raise UsageError(f"{name}: the suffix shows no kind of rule file; expected one of: {known}")
