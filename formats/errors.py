"""The error tree, whole:

ScoreliteError(Exception)          everything below, to catch in one place
  FormatError(.., ValueError)      a file breaks the rules of its format; carries up to 20 problems with their places
  MismatchError(.., ValueError)    reference and hypothesis do not belong together: ids missing or extra, lengths differ
  UsageError(.., ValueError)       an invalid argument or option
  LimitError(.., ValueError)       input beyond a stated limit

Files that cannot be opened raise Python's own OSError (FileNotFoundError, IsADirectoryError ...).

A message names an argument as keyword and as option, `missing='skip' (--missing skip)`, and is made with one of them:
the option where a command line runs, the keyword in Python.
"""

from __future__ import annotations

import re
from unicodedata import east_asian_width

from .values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import NoReturn

MAXIMUM_PROBLEMS = 20
# The most names that a message lists.
_LISTED = 5
# Characters of a name in a message; longer ones are cut.
_LONGEST_NAME = 80
_LONGEST_MESSAGE = 500
_SHOWN_WIDTH = 100
# An argument in a message: keyword=value (--option value).
_ARGUMENT = r"""\b(\w+=(?:'[^']*'|"[^"]*"|\([^()]*\)|\{[^{}]*\}|[^\s;,()'"{}]*)) \((--?[a-z](?:'[^']*'|[^()])*)\)"""
_shows_options = False
_options: Collection[str] = ()


def show_options(wanted: bool, options: Collection[str] = ()) -> None:
    """Makes new messages name the options of the command line, or the keywords of Python's functions.

    Of options for one keyword, messages name those that the command has.
    """
    global _shows_options, _options
    _shows_options, _options = wanted, options


def arguments_in(text: str) -> str:
    """A message with the keyword of each argument, or on the command line with its option.

    >>> arguments_in("choose missing='skip' (--missing skip) or markup=False (--no-markup)")
    "choose missing='skip' or markup=False"
    """
    if " (-" not in text:
        return text

    return re.sub(_ARGUMENT, _option if _shows_options else r"\1", text)


def _option(argument: re.Match[str]) -> str:
    """The option of an argument; of several, those that the command has."""
    ours = [name for name in re.split(", | or ", argument[2]) if name in _options]
    return " or ".join(ours) or argument[2]


def argument(keyword: str, option: str) -> str:
    """The keyword of an argument, or on the command line its option, whatever letters its value has.

    >>> argument("normalise='drop:(uh)'", "--normalise 'drop:(uh)'")
    "normalise='drop:(uh)'"
    """
    return option if _shows_options else keyword


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file; line and column count from 1. Prints as `path:line:column`."""

    path: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class ScoreliteError(Exception):
    """The root of the error tree: catches every error of this package."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*[arguments_in(part) if isinstance(part, str) else part for part in parts])


class MismatchError(ScoreliteError, ValueError):
    """Reference and hypothesis do not belong together."""


class UsageError(ScoreliteError, ValueError):
    """An invalid argument or option."""


class LimitError(ScoreliteError, ValueError):
    """An input exceeds a limit."""


def suggestion(name: str, names_there: Iterable[str], likeness: float = 0.65) -> str:
    """The nearest of the known names as a question, or nothing.

    >>> suggestion("--reprot", ["--ref", "--report"]), suggestion("--x", ["--report"])
    ('; did you mean --report?', '')
    """
    near = _nearest(name, names_there, likeness=likeness)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _nearest(name: str, names_there: Iterable[str], most: int = 1, likeness: float = 0.65) -> list[str]:
    """Names that begin with a name or are an anagram of it, else those that are most like it."""
    from difflib import get_close_matches

    bare = name.lstrip("-").lower()
    names = {other.lstrip("-").lower(): other for other in names_there}
    near = sorted(other for other in names if len(bare) > 1 and other.startswith(bare))[:3]
    # One that the name begins with: --to-format where --to exists.
    near = near or [other for other in names if len(other) > 1 and bare.startswith(f"{other}-")]
    near = near or [other for other in names if len(bare) > 2 and sorted(other) == sorted(bare)][:1]
    like = [] if len(near) >= most else get_close_matches(bare, names, most, likeness)
    found = [*dict.fromkeys([*near, *like])]
    return [names[other] for other in found] if not found or not _are_opposite(bare, found[0]) else []


def _are_opposite(name: str, other: str) -> bool:
    """Whether two names differ in a bound alone, as max-gap and min-gap do."""
    return name != other and name.replace("max", "min") == other.replace("max", "min")


def among(name: str, choices: Collection[str], elsewhere: str = "") -> str:
    """The end of a message about an unknown name: all known ones, or of many the nearest and where all are listed.

    >>> among("crd", ["cp", "orc"]), among("tpc", ["cp", "tcp"])
    ('; expected one of: cp, orc', '; did you mean tcp? (expected one of: cp, tcp)')
    >>> among("fff", "abcdefg", "see --help"), among("cc", ["a", "ccd", "d", "e", "f", "g", "h"], "see --help")
    ('; expected one of: a, b, c, d, e ... 7 in all: see --help', '; did you mean ccd? (see --help)')
    """
    near = suggestion(name, choices)
    expected = f"expected one of: {', '.join(choices)}"
    if len(choices) > _LISTED + 1:
        if near and elsewhere:
            return f"{near} ({elsewhere})"
        first = [*dict.fromkeys(choices)][:_LISTED]
        expected = (
            f"expected one of: {', '.join(first)} ... {len(choices)} in all{f': {elsewhere}' if elsewhere else ''}"
        )
    return f"{near} ({expected})" if near else f"; {expected}"


def short(name: str, most: int = _LONGEST_NAME) -> str:
    """A name of at most 80 characters, or of another number: the middle of a longer one is left out.

    >>> short("a" * 100 + "b" * 100)[36:46], len(short("x" * 500))
    ('aa ... bbb', 80)
    """
    half = (most - len(" ... ")) // 2
    return name if len(name) <= most else f"{name[: most - half - len(' ... ')]} ... {name[-half:]}"


def quantity(number: int, noun: str) -> str:
    """A number with its noun, which is plural unless the number is 1.

    >>> quantity(1, "error"), quantity(2000, "false alarm"), quantity(0, "hypothesis"), quantity(3, "entity")
    ('1 error', '2,000 false alarms', '0 hypotheses', '3 entities')
    """
    return f"{number:,} {noun if number == 1 else _plural(noun)}"


def _plural(noun: str) -> str:
    if noun.endswith("is"):
        return noun[:-2] + "es"
    if noun.endswith("y") and noun[-2] not in "aeo":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "sh", "ch")) else "s")


def unknown(what: str, name: str, choices: Collection[str], elsewhere: str = "") -> UsageError:
    """The error about an unknown name of something.

    >>> unknown("measure", "cpp", ["cp"])
    UsageError("measure 'cpp' is unknown; did you mean cp? (expected one of: cp)")
    """
    return UsageError(f"{what} {name!r} is unknown{among(name, choices, elsewhere)}")


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem at one place; prints as `path:line:column: what; expected ...`, the line and a caret.

    >>> print(Problem(Where("a.trn", 3, 5), "no utterance id", "'(id)' at the end of the line", "good"))
    a.trn:3:5: no utterance id; expected '(id)' at the end of the line
      good
          ^
    """

    where: Where
    what: str
    expected: str = ""
    line: str | None = None

    def short(self) -> str:
        """The place and the problem."""
        # A message may quote a value of the file, which may be all of it.
        return f"{self.where}: {short(self.what, _LONGEST_MESSAGE)}"

    def __str__(self) -> str:
        message = self.short()
        if self.expected:
            message += f"; expected {short(self.expected, _LONGEST_MESSAGE)}"
        if self.line is None:
            return message
        shown, caret = _excerpt(self.line, self.where.column)
        return f"{message}\n  {shown}\n  {caret}"


_ALIKE = 3
"""So many problems of one kind are shown with what is expected and their lines; of the others, places alone."""


class FormatError(ScoreliteError, ValueError):
    """A file breaks the rules of its format."""

    def __init__(self, problems: tuple[Problem, ...], more: bool = False, advice: str = "") -> None:
        """`advice` names an option that reads the file nevertheless."""
        super().__init__(problems, more, advice)
        self.problems = problems
        self.more = more

    def __str__(self) -> str:
        lines: list[str] = []
        alike: dict[tuple[str, str], int] = {}
        for problem in self.problems:
            kind = problem.what, problem.expected
            alike[kind] = alike.get(kind, 0) + 1
            lines.append(str(problem) if alike[kind] <= _ALIKE else problem.short())
        if self.more:
            lines.append(f"(the first {len(self.problems)} problems; there are more)")
        advice: str = self.args[2]
        return "\n".join([*lines, f"({advice})"] if advice else lines)


class Problems:
    """Collects the problems of one file, so that a user can fix twenty of them after one run."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(self, where: Where, what: str, expected: str = "", line: str | None = None) -> None:
        """Adds one problem; raises when there are already 20."""
        if len(self._found) == MAXIMUM_PROBLEMS:
            raise FormatError(self._in_order(), more=True)
        self._found.append(Problem(where, arguments_in(what), arguments_in(expected), line))

    def __bool__(self) -> bool:
        """Whether there is a problem."""
        return bool(self._found)

    def check(self) -> None:
        """Raises the collected problems in the order of their places, if there are any."""
        if self._found:
            raise FormatError(self._in_order())

    def _in_order(self) -> tuple[Problem, ...]:
        """The collected problems, file by file, in the order of their places."""
        paths = [*dict.fromkeys(problem.where.path for problem in self._found)]

        def place(problem: Problem) -> tuple[int, int, int]:
            return paths.index(problem.where.path), problem.where.line, problem.where.column

        return tuple(sorted(self._found, key=place))


def fail(where: Where, what: str, expected: str = "", line: str | None = None) -> NoReturn:
    """Raises one problem that ends the reading."""
    raise FormatError((Problem(where, arguments_in(what), arguments_in(expected), line),))


def _excerpt(line: str, column: int) -> tuple[str, str]:
    """The part of a line around a column, and a line with a caret under that column."""
    index = min(max(column - 1, 0), len(line))
    begin = max(0, index - _SHOWN_WIDTH // 2) if len(line) > _SHOWN_WIDTH else 0
    end = min(len(line), begin + _SHOWN_WIDTH)
    before = ("..." if begin else "") + line[begin:index]
    shown = _printable(before + line[index:end]) + ("..." if end < len(line) else "")
    # The caret lines up only if wide characters count as two columns and tabs stay tabs.
    return shown, "".join("\t" if c == "\t" else "  " if east_asian_width(c) in "WF" else " " for c in before) + "^"


def _printable(text: str) -> str:
    """The text with control characters and surrogates replaced."""
    return "".join(c if c == "\t" or (c.isprintable() and not "\ud800" <= c <= "\udfff") else "\ufffd" for c in text)


def half_character(error: UnicodeEncodeError) -> UsageError:
    """An error about a surrogate without its partner, which no encoding can hold."""
    near = error.object[max(0, error.start - 20) : error.end + 20]
    half = error.object[error.start]
    return UsageError(
        f"the text {near!a} has half a character, {half!a}; expected both halves, as in JSON's \\ud83d\\ude00, or none"
    )


def check_flags(record: object) -> None:
    """Rejects fields that should be true or false and are neither, such as the text "no", which Python takes for true.

    The numbers 0 and 1, and what numpy has for true and false, become what they mean.
    """
    for name, annotation in type(record).__annotations__.items():
        if annotation != "bool" or (value := getattr(record, name)) is True or value is False:
            continue
        if not (isinstance(value, int) and value in (0, 1)) and type(value).__name__ not in ("bool", "bool_"):
            raise UsageError(f"{name} is {value!r}; expected True or False")
        object.__setattr__(record, name, bool(value))
