"""Pages of the site with every command and its options, and with every report, made from parsers and reports."""

from __future__ import annotations

import argparse
import html
import re
from collections.abc import Iterator, Mapping
from types import ModuleType

from .. import report
from ..report import kws, meetings, segments, words
from .command_line import EVERY, parser
from .commands import GROUPS, PROGRAMS
from .grammar import Parser

COMMANDS = """\
# Commands

This page is generated. `--help` shows the most common options of a command, `--help-all` all options, with more
examples and notes. Every command has `--help` and `--color`, see `scorelite score`, and the same
[exit codes](errors.md#exit-codes).
"""
OF_EVERY_COMMAND = {"-h", "--help", "--help-all", "--color", "--colour"}
SCLITE = """\
## The command sclite

Options and messages are those of NIST's program: `sclite` without arguments prints them, and
[NIST's manual](https://github.com/usnistgov/SCTK/blob/master/doc/sclite.htm) explains them.
"""
REPORTS = """\
# Reports and pictures

This page is made from the code. `--report NAME` prints a report; in Python `result.report(NAME)` gives its text.
`--plot KIND=FILE` draws a picture: see [pictures](../guides/page.md#pictures).
"""
_USUAL_CODES = re.compile(r"\n*exit codes: 0 [^;]*; 1 [^;]*; 2 [^;]*\Z")
"""The usual exit codes, which stand on a page of their own."""
WINGS = {
    "Words": ("scorelite score", words),
    "Segments": ("scorelite segments", segments),
    "Meetings": ("scorelite meetings", meetings),
    "Keywords": ("scorelite kws", kws),
}


def commands_page() -> str:
    """The page of the commands."""
    root = parser(EVERY)
    made = next(action for action in root._actions if isinstance(action, argparse._SubParsersAction)).choices
    lines = [COMMANDS]
    first: dict[str, str] = {}
    for group, names in GROUPS.items():
        lines += [f"## {group.capitalize()}", ""]
        for name in names:
            lines += _command(name, made[name], first)
    return "\n".join([*lines, SCLITE])


def _command(name: str, command: Parser, first: dict[str, str]) -> Iterator[str]:
    """The section of a command: what it does, how it is called, its operands and options, its examples.

    `first` has the command that lists an entry first; others name such an option and lead there.
    """
    yield from (f"### scorelite {name}", "", *_running(command.description or ""), "")
    yield from ("```text", " ".join(command.format_usage().split()).removeprefix("usage: "), "```", "")
    entries: list[str] = []
    known: dict[str, list[str]] = {}
    for action in command._actions:
        names, text = _entry(action)
        if not text:
            continue
        entry = f"- {names}: {text}"
        if first.setdefault(entry, name) == name:
            entries.append(entry)
        elif OF_EVERY_COMMAND.isdisjoint(action.option_strings):
            known.setdefault(first[entry], []).append(names)
    if entries:
        yield from (*entries, "")
    for there, options in known.items():
        yield from (f"As for [`scorelite {there}`](#scorelite-{there}): {', '.join(options)}.", "")
    epilog = _USUAL_CODES.sub("", command.first_examples()).strip("\n")
    if name not in PROGRAMS:
        head, examples, rest = epilog.partition("examples:\n")
        epilog = head + examples + rest.partition("\n\n")[0]
    if epilog:
        yield from ("```text", epilog, "```", "")


def _running(text: str) -> list[str]:
    """A description: running text, or as it stands where it has lists."""
    if re.search("^ ", text, re.MULTILINE):
        return ["```text", text.strip("\n"), "```"]
    return [_escaped(text)]


def _entry(action: argparse.Action) -> tuple[str, str]:
    """The names of an operand or option, and its help; empty for one that help does not show."""
    if not action.help or action.help == argparse.SUPPRESS:
        return "", ""
    value = "" if action.nargs == 0 else str(action.metavar or f"{{{','.join(map(str, action.choices or ()))}}}")
    names = ", ".join(f"`{name} {value}".rstrip() + "`" for name in action.option_strings) or f"`{value}`"
    return names, _escaped(str(action.help).replace("%%", "%"))


def _escaped(text: str) -> str:
    """Plain text, whose characters mean nothing to Markdown, but for `code`."""
    return re.sub(r"([\\*_|\[\]])", r"\\\1", html.escape(text, quote=False))


def reports_page() -> str:
    """The page of the reports."""
    lines = [REPORTS]
    for title, (command, wing) in WINGS.items():
        lines += [f"## {title}", "", f"Reports of `{command}`:", ""]
        for name in wing.NAMES:
            lines.append(f"- `{name}`: {_summary(report.module_of(wing.__name__.rpartition('.')[2], name))}")
        lines += ["", "Pictures:", "", *_pictures(wing.PICTURES), ""]
    return "\n".join(lines)


def _pictures(kinds: Mapping[str, str]) -> Iterator[str]:
    yield from (f"- `{kind}`: {text}" for kind, text in kinds.items())


def _summary(module: ModuleType) -> str:
    """The first line of a module's docstring."""
    return _escaped((module.__doc__ or "").partition("\n")[0].rstrip("."))
