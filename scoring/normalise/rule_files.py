"""All kinds of rule files, chosen by suffix."""

from __future__ import annotations

import os
from typing import BinaryIO

from ...formats.errors import UsageError
from ...formats.source import SideFile
from . import benchmarkstt, csv_rules, glm, json_rules, kaldi_filter, synonyms
from .chain import Chain
from .rule_file import RuleFile, opened

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
    return _kind(os.fspath(path)).read(opened(path))


def rules_of(content: BinaryIO) -> Chain:
    """The chain of an open rule file, whose name has the suffix; a kind that names other files is refused."""
    source = SideFile(content)
    kind = _kind(source.name)
    if kind is benchmarkstt.RULES:
        raise UsageError(f"{source.name}: {kind.name}'s configurations name other files; expected the files themselves")
    return kind.read(source)


def _kind(name: str) -> RuleFile:
    for kind in RULE_FILES:
        if name.lower().endswith(kind.suffixes):
            return kind
    usual = ".csv (a text, a comma and its replacement in each line), .regex.csv (an expression in place of the text)"
    raise UsageError(
        f"{name}: the suffix shows no kind of rule file; expected {usual}, .glm, .json or another that "
        "docs/guides/normalisation.md lists"
    )
