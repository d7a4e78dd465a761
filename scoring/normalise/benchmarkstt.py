"""Configurations and rule files of BenchmarkSTT: one rule after another, each on the whole text."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version

from ...formats.errors import FormatError, LimitError, Problems, Where, fail, quantity
from ...formats.optional import library
from ...formats.source import Source
from .chain import Chain, Step
from .characters import LOWER
from .expressions import LONGEST, Substitution
from .fields import Row, line_of, rows
from .operation import Function, Table
from .rule import Rule, rule_name
from .rule_file import RuleFile, opened

_SECTION = re.compile(r"\[([A-Za-z0-9]+)\]")
_DEFAULT = "normalization"
_MOST_RULES = 100_000
_MOST_FILES = 1000
_EXPECTED = "two fields: a text and its replacement"


def replace(search: str, replacement: str, place: Where) -> Step:
    """The step that replaces a text wherever it stands."""
    if not search:
        return Function("replace: ''", f"between all letters {replacement!r}", partial(_between, replacement))
    return Table("replace", (Rule(search, replacement, "any", "any", place),), exact_blanks=True)


def _between(replacement: str, text: str) -> str:
    if (len(text) + 1) * len(replacement) > LONGEST:
        raise LimitError(f"replace: more than {LONGEST} letters are made of a text of {len(text)}")
    return text.replace("", replacement)


def replace_words(search: str, replacement: str, place: Where) -> Step:
    """The step that replaces a text that stands alone; its first letter may have either case, which stays."""
    search, replacement = search.strip(), replacement.strip()
    if not search:
        fail(place, "no word to replace", _EXPECTED)
    upper, lower = search[0].upper(), search[0].lower()
    if search[0].isascii() and search[0].isalnum() and (search[-1].isalnum() or search[-1] == "_"):
        forms = dict.fromkeys((upper + search[1:], lower + search[1:]))
        rules = tuple(Rule(form, _cased(replacement, form), "word", "word", place) for form in forms)
        return Table("replacewords", rules, exact_blanks=True)
    pattern = re.compile(rf"(?<!\w)[{re.escape(upper)}{re.escape(lower)}]{re.escape(search[1:])}(?!\w)")

    def replaced(text: str) -> str:
        return pattern.sub(lambda match: _cased(replacement, match[0]), text)

    name = rule_name("replacewords", search, replacement, place)
    return Function(name, f"{search!r} -> {replacement!r}", replaced)


def _cased(replacement: str, replaced: str) -> str:
    first = replacement[:1].upper() if replaced[0].isupper() else replacement[:1].lower()
    return first + replacement[1:]


def _expression(search: str, replacement: str, place: Where) -> Step:
    return Substitution(search, replacement, place).step


def _unidecode() -> Step:
    module = library("unidecode", purpose="rules named unidecode", install="unidecode")

    return Function("unidecode", f"ASCII by Unidecode {version('Unidecode')}", module.unidecode)


_OF_FILES: dict[str, Callable[[str, str, Where], Step]] = {
    "regex": _expression,
    "replace": replace,
    "replacewords": replace_words,
}


def _of_file(source: Source, kind: str) -> Iterator[Step]:
    """The steps of a rule file, one for each line."""
    problems = Problems()
    steps = []
    for row in rows(source, problems):
        if len(row.fields) != 2:
            problems.add(row.place, quantity(len(row.fields), "field"), _EXPECTED, line_of(source, row.place))
            continue
        try:
            steps.append(_OF_FILES[kind](*row.fields, row.place))
        except FormatError as error:
            for problem in error.problems:
                problems.add(problem.where, problem.what, problem.expected, line_of(source, row.place))
    problems.check()
    yield from steps


@dataclass(slots=True)
class _Reading:
    """The files and rules that were read, which are limited: files may name each other many times."""

    steps: list[Step] = field(default_factory=list)
    files: int = 0

    def add(self, steps: Iterator[Step], name: str) -> None:
        """Adds the steps of one file."""
        self.files += 1
        self.steps += steps
        if self.files > _MOST_FILES or len(self.steps) > _MOST_RULES:
            raise LimitError(
                f"{name}: more than {_MOST_FILES} files or {_MOST_RULES} rules are read for one normaliser"
            )

    def configuration(self, source: Source, section: str, above: tuple[str, ...]) -> None:
        """Adds the steps of a section of a configuration; `above` are the files and sections that include it."""
        problems = Problems()
        all_rows = list(rows(source, problems, blanks=True))
        problems.check()
        for row in _section(source, all_rows, section):
            try:
                self._rule(source, row, above)
            except _Wrong as wrong:
                problems.add(row.place, wrong.what, wrong.expected, line_of(source, row.place))
        problems.check()

    def _rule(self, source: Source, row: Row, above: tuple[str, ...]) -> None:
        name, *arguments = row.fields
        name = name.lower()
        if name == "file" and arguments:
            name, *arguments = arguments[0].lower(), *arguments[1:]
        if name in ("lowercase", "unidecode") and not arguments:
            self.add(iter((LOWER if name == "lowercase" else _unidecode(),)), source.name)
        elif name in _OF_FILES and 1 <= len(arguments) <= 2:
            file = _beside(source, arguments[0], arguments[1] if len(arguments) > 1 else "")
            self.add(_of_file(file, name), file.name)
        elif name == "config" and 1 <= len(arguments) <= 3:
            path, section, encoding = [*arguments, "", ""][:3]
            file = _beside(source, path, encoding)
            self.include(file, section or _DEFAULT, above)
        else:
            what = f"not a rule: {' '.join(row.fields)!r}"
            raise _Wrong(
                what, "lowercase, unidecode, regex FILE, replace FILE, replacewords FILE or config FILE SECTION"
            )

    def include(self, source: Source, section: str, above: tuple[str, ...]) -> None:
        """Adds the steps of a configuration, unless it includes itself."""
        key = f"{os.path.realpath(source.name)}[{section}]"
        if key in above:
            circle = " -> ".join(os.path.basename(name) for name in (*above[above.index(key) :], key))
            raise _Wrong(
                f"the configuration includes itself: {circle}", "a configuration without a circle of config lines"
            )
        self.files += 1
        if self.files > _MOST_FILES or len(above) > 50:
            raise LimitError(f"{source.name}: more than {_MOST_FILES} files, or 50 within each other")
        self.configuration(source, section, (*above, key))


class _Wrong(Exception):
    """A line that is no rule."""

    def __init__(self, what: str, expected: str) -> None:
        super().__init__(what)
        self.what = what
        self.expected = expected


def _section(source: Source, all_rows: list[Row], section: str) -> list[Row]:
    """The rows of a section; of sections of one name the last one counts."""
    starts = [k for k, row in enumerate(all_rows) if len(row.fields) == 1 and _SECTION.fullmatch(row.fields[0])]
    chosen = [k for k in starts if all_rows[k].fields[0] == f"[{section}]"]
    if not chosen:
        names = ", ".join(all_rows[k].fields[0] for k in starts) or "none"
        fail(Where(source.name, 1), f"no section [{section}]; the file has {names}", f"a line [{section}]")
    end = next((k for k in starts if k > chosen[-1]), len(all_rows))
    return all_rows[chosen[-1] + 1 : end]


def _beside(source: Source, path: str, encoding: str) -> Source:
    """A file beside the configuration, or else in the working directory."""
    near = os.path.join(os.path.dirname(source.name), path)
    existing = near if os.path.exists(near) else path
    if not os.path.isfile(existing):
        raise _Wrong(f"{path!r} is not a file", "a file in the same folder, or in the working directory")
    return opened(existing, encoding or None)


def read(source: Source) -> Chain:
    """The chain of the section [normalization]."""
    reading = _Reading()
    reading.include(source, _DEFAULT, ())
    return Chain(tuple(reading.steps))


def _read_rules(kind: str, source: Source) -> Chain:
    return Chain(tuple(_of_file(source, kind)))


RULES = RuleFile("BenchmarkSTT", (".conf",), "BenchmarkSTT's configuration: a rule in each line", read)
TABLES = tuple(
    RuleFile(f"BenchmarkSTT {kind}", (f".{kind}.csv",), f"BenchmarkSTT's rules for {kind}", partial(_read_rules, kind))
    for kind in _OF_FILES
)
