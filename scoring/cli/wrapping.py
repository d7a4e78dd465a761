"""Texts as wide as the terminal: help, examples, messages."""

from __future__ import annotations

import os
import re
import sys

from ...formats.engine.terminal import is_terminal

_COLUMNS = 80
# Columns of a listing that no terminal shows, and the fewest of one that a terminal does.
_LISTING = 100
NARROWEST = 20
# An example of an epilog: the command, a gap, a comment.
_EXAMPLE = re.compile(r"( +\S.*?)( {2,})(\S.*)")
# Where the line of a command may be broken: before an option or a pipe.
_BREAK = re.compile(r" (?=--?[a-zA-Z]|\| |-$)")


def columns_of_terminal() -> int:
    """The columns of the terminal, or what the variable COLUMNS says; 80 where neither is known."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _COLUMNS  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return _COLUMNS


def columns_of_listing(output: str | None = None) -> int:
    """The columns of a listing: those of the terminal that shows it, 100 in a file or a pipe."""
    shown = output in (None, "-") and is_terminal(sys.stdout)
    return max(NARROWEST, columns_of_terminal()) if shown else _LISTING


def paragraphs(text: str, width: int) -> list[str]:
    """The lines of a text; where some are too long, lines of prose that follow each other are joined first."""
    lines = text.splitlines()
    if all(len(line) <= width for line in lines):
        return lines
    joined: list[str] = []
    for line in lines:
        follows = joined and joined[-1] and joined[-1][0] != " " and joined[-1][-1] != ":"
        if follows and line and line[0] != " ":
            joined[-1] += " " + line
        else:
            joined.append(line)
    return joined


def fitted(line: str, width: int) -> list[str]:
    """A line, broken into lines that fit; the comment of an example goes below it.

    >>> fitted("  scorelite score a b      a summary of two files", 36)
    ['  scorelite score a b', '      a summary of two files']
    >>> fitted("  scorelite score a b --report pra -o x", 32)
    ['  scorelite score a b \\\\', '      --report pra -o x']
    """
    if len(line) <= width:
        return [line]
    example = _EXAMPLE.fullmatch(line)
    begin = len(line) - len(line.lstrip())
    parts = [example[1], " " * (begin + 4) + example[3]] if example else [line]
    lines = []
    for part in parts:
        if part.startswith("  scorelite "):
            lines += _command(part, width)
            continue
        indent = " " * (len(part) - len(part.lstrip()))
        lines += _wrapped(part.strip(), max(width, 20), indent, indent + "    " * bool(indent and part is parts[0]))
    return lines


def _command(line: str, width: int) -> list[str]:
    """A command in lines that fit, each but the last with a backslash: an option stays beside its value."""
    lines = [""]
    for piece in _BREAK.split(line):
        if lines[-1] and len(lines[-1]) + len(piece) + 3 > width:
            lines[-1] += " \\"
            lines.append(f"      {piece}")
        else:
            lines[-1] += f" {piece}" if lines[-1] else piece
    return [part for each in lines for part in _wrapped(each.strip(), width, each[: -len(each.lstrip())], " " * 6)]


def message(text: str, width: int) -> str:
    """A message with lines that fit, broken at words; those of a place in a file, with a caret below, stay whole.

    >>> print(message("scorelite: reference and hypothesis differ; expected equal ids", 40))
    scorelite: reference and hypothesis
    differ; expected equal ids
    """
    lines = text.split("\n")
    if len(lines) > 1 and lines[-1].strip() == "^":
        return text
    return "\n".join(part for line in lines for part in _lines(line, width))


def _lines(line: str, width: int) -> list[str]:
    indent = line[: len(line) - len(line.lstrip(" "))]
    return _wrapped(line, width, "", f"{indent}  " if indent else "") if len(line) > width else [line]


def _wrapped(text: str, width: int, first: str, others: str) -> list[str]:
    from textwrap import wrap

    return wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
