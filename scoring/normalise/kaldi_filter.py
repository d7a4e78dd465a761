"""Filter files of Kaldi's recipes (wer_ref_filter, wer_hyp_filter): lines such as s/a/b/g, which replace plain text."""

from __future__ import annotations

from ...formats.errors import Problems, Where
from ...formats.source import Source
from .chain import Chain
from .operation import Table
from .rule import Rule
from .rule_file import RuleFile

_EXPECTED = "s/text/replacement/g with plain text, \\ before / and other signs"
# Signs with a meaning of their own in regular expressions, and those that a backslash gives one.
_SPECIAL = frozenset(".*[]^$")
_ESCAPED = frozenset('.*[]^$\\/&-":;,!%@#_ ')


def read(source: Source) -> Chain:
    """The chain of all lines, one step each; nothing is run by a shell."""
    problems = Problems()
    steps = []
    for number, line in enumerate(source.lines(), 1):
        begin = len(line) - len(line.lstrip())
        if not line.strip() or line[begin] == "#":
            continue
        try:
            search, replacement = _command(line, begin)
        except _Wrong as wrong:
            problems.add(Where(source.name, number, wrong.place + 1), wrong.what, _EXPECTED, line)
            continue
        rule = Rule(search, replacement, "any", "any", Where(source.name, number))
        steps.append(Table("kaldi", (rule,), exact_blanks=True))
    problems.check()
    return Chain(tuple(steps))


class _Wrong(Exception):
    """Something in a line that is not read, and its place."""

    def __init__(self, place: int, what: str) -> None:
        super().__init__(place, what)
        self.place = place
        self.what = what


def _command(line: str, begin: int) -> tuple[str, str]:
    """Text and replacement of a line."""
    delimiter = line[begin + 1 : begin + 2]
    if line[begin] != "s" or not delimiter or delimiter.isalnum() or delimiter in "\\ ":
        raise _Wrong(begin, "not a substitution")
    search, place = _text(line, begin + 2, delimiter, _SPECIAL)
    if not search:
        raise _Wrong(begin + 2, "an empty text")
    replacement, place = _text(line, place, delimiter, frozenset("&"))
    if line[place:].rstrip() not in ("g", "g;"):
        raise _Wrong(place, f"flags {line[place:].rstrip()!r}")
    return search, replacement


def _text(line: str, place: int, delimiter: str, special: frozenset[str]) -> tuple[str, int]:
    """The text up to the next delimiter, and the place behind that."""
    letters = []
    while place < len(line) and line[place] != delimiter:
        letter = line[place]
        if letter == "\\":
            place += 1
            letter = line[place : place + 1]
            if letter != delimiter and letter not in _ESCAPED:
                raise _Wrong(place - 1, "a regular expression")
        elif letter in special:
            raise _Wrong(place, "a regular expression")
        letters.append(letter)
        place += 1
    if place >= len(line):
        raise _Wrong(len(line), f"no closing {delimiter!r}")
    return "".join(letters), place + 1


RULES = RuleFile(
    "kaldi", ("wer_ref_filter", "wer_hyp_filter", ".sed"), "Kaldi's filters: s/text/replacement/g in each line", read
)
