"""Grammar of the command lines: parsers whose messages are short and suggest what was meant."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections import deque
from math import isfinite

from ...formats.errors import UsageError, among, suggestion
from .messages import complain
from .other_words import SIDES, answered, in_our_words, instead_of, instead_of_value
from .values import in_seconds
from .wrapping import columns_of_terminal, fitted, paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import Any, NoReturn

    from _typeshed import SupportsWrite

WRONG = 2
_EXAMPLES = 5
"""Examples in the short help of a command with many options."""
_SHORT, _MOST = 3, 3
"""Words of so few letters mean little; so many options are named."""
_NUMBER = re.compile(r"-(\d+:){0,2}(\d+|\d*[.,]\d+)$")
"""A value below 0: a number, or a clock time such as -0:01.5."""


def _is_option(word: str) -> bool:
    """Whether a word of a command line is an option, or several; - is standard input."""
    return len(word) > 1 and word[0] == "-" and not _NUMBER.fullmatch(word)


def without_translations() -> None:
    """Keeps argparse from looking for translations of its few words, which takes a tenth of the time of every start.

    For a process of our own only: the parsers of others may have translations.
    """
    argparse._ = str  # type: ignore[attr-defined]


_DOCS = "docs/ is in https://github.com/scorelite/scorelite"


class Layout(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal; the lines of an epilog are kept where they fit."""

    def __init__(self, prog: str, *others: Any, **options: Any) -> None:
        if not others:
            # A formatter is made for each argument, and argparse would import shutil to ask for the width.
            options.setdefault("width", columns_of_terminal() - 2)
        super().__init__(prog, *others, **options)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines: list[str] = []
        for line in paragraphs(text, width):
            lines += fitted(indent + line, width)
        return "\n".join(lines)


class Parser(argparse.ArgumentParser):
    """Parser that takes no shortened options, and that answers a typing error with the nearest names.

    A wrong command line ends with one line of usage, the message, and exit code 2.
    """

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", Layout)
        super().__init__(**options, allow_abbrev=False)
        self._negative_number_matcher = _NUMBER
        self.register("action", None, _Single)
        self.register("action", "store", _Single)
        self._often: tuple[str, ...] = ()
        self.values: dict[argparse.Action, object] = {}
        self._written: dict[str, str] = {}
        """Options as they were typed, where that is with underscores."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parses; words that the grammar does not know are errors of the command that they belong to."""
        words = list(sys.argv[1:] if args is None else args)
        self.values = {}
        typed = [word.partition("=")[0] for word in words if word.startswith("--") and "_" in word]
        self._written = {name.replace("_", "-"): name for name in typed}
        if any(action.nargs in (argparse.REMAINDER, argparse.PARSER) for action in self._actions):
            # All words behind the first operand belong to another grammar.
            operand = next((i for i, word in enumerate(words) if word[:1] != "-"), len(words))
            words[:operand] = ["--help" if word == "--help-all" else word for word in words[:operand]]
            self._refuse_unknown(words[:operand])
        else:
            operands = [action.dest for action in self._actions if not action.option_strings]
            others_names = {
                name: action.option_strings[-1]
                for action in self._actions
                for name in getattr(action, "other_options", ())
            }
            words = in_our_words(words, self._known(), operands, others_names)
            self._refuse_unknown(words)
            words = self._ordered(words)
        parsed, rest = super().parse_known_args(words, namespace)
        if rest:
            self._refuse_unknown(rest)
            self.error(f"unexpected {' '.join(map(repr, rest))}; {self._expected()}")
        return parsed, rest

    def _refuse_unknown(self, words: Iterable[str]) -> None:
        """Ends with a message about the options that do not exist."""
        found: list[str] = []
        before = ""
        for word in words:
            if word == "--":
                break
            if _is_option(word):
                names = [word.partition("=")[0]] if word[1] == "-" else self._letters(word)
                unknown = [name for name in names if name not in self._known()][:1]
                owner = self._option_string_actions.get(before)
                if unknown and word[1] != "-" and owner is not None and owner.nargs is None:
                    self.error(f"{before} without a value, before {word}; expected {shlex.quote(f'{before}={word}')}")
                found += unknown
            before = word
        if found:
            *others, last = [self.unknown(name) for name in dict.fromkeys(found)]
            self.error("; ".join([*(message.removesuffix(self._all_options()) for message in others), last]))

    def _ordered(self, words: Sequence[str]) -> list[str]:
        """The words with all operands first: argparse takes no optional operand behind an option."""
        options: list[str] = []
        operands: list[str] = []
        waiting = deque(words)
        while waiting:
            word = waiting.popleft()
            if word == "--":
                return [*options, "--", *operands, *waiting]
            if not _is_option(word):
                operands.append(word)
                continue
            options.append(word)
            name = word if word[1] == "-" else self._letters(word)[-1]
            action = self._option_string_actions.get(name)
            if action is None or not word.endswith(name[1:]):
                continue  # its value is in the word
            count = action.nargs if isinstance(action.nargs, int) else 1 if action.nargs in (None, "?") else len(words)
            while count and waiting and (action.nargs is None or not _is_option(waiting[0])):
                options.append(waiting.popleft())
                count -= 1
        return [*operands, *options]

    def _letters(self, word: str) -> list[str]:
        """The options of one letter that a word such as -sDj4 holds."""
        letters = []
        for letter in word[1:]:
            letters.append(f"-{letter}")
            action = self._option_string_actions.get(letters[-1])
            if action is None or action.nargs != 0:
                break
        return letters

    def unknown(self, name: str) -> str:
        """Message about an option that does not exist, or about a side that is named twice or without a file."""
        operands = {action.dest for action in self._actions if not action.option_strings}
        if SIDES.get(name) in operands:
            return f"argument {name}: expected one FILE, once"
        if name in ("-o", "--output") and "output" in operands:
            return f"unknown option {name}; expected the output as the last word: {self._operands()}"
        from ...formats.guessed import MISTYPED, likeness  # only wrong command lines need it

        typed = self._of_words(name) or suggestion(name, self._known(), MISTYPED)
        meant = self._meant(name) or typed or self._alike(name) or suggestion(name, self._known(), likeness(name))
        shown = f"{self._written.get(name, name)}{meant or self._related(name)}"
        return f"unknown option {shown}{self._all_options()}"

    def _all_options(self) -> str:
        return f" ({self.prog} --help{'-all' if self._often else ''} lists all options)"

    def _meant(self, name: str) -> str:
        """The answer to exactly this option of others."""
        return instead_of(name, self._command(), self._known())

    def _alike(self, name: str) -> str:
        """The answer to an option with the same words, or in other words: --n-samples for --num-samples."""
        from ...formats.guessed import RATES, meaning

        wanted = {*meaning(name)}
        if wanted & RATES:
            return ""
        for other in (*self._known(), *answered(self._command())):
            # A single word has many meanings; only its plural has the same one.
            is_same = {*meaning(other)} == wanted and "-" in name.strip("-")
            if other != name and (is_same or other.rstrip("s") == name.rstrip("s")):
                return f"; expected {other}" if other in self._known() else self._meant(other)
        return ""

    def _related(self, name: str) -> str:
        """The first options in whose names a word of the unknown one stands."""
        from ...formats.guessed import RATES, meaning

        words = {word.rstrip("s") for word in name.strip("-").split("-") if len(word) > _SHORT}
        if {*meaning(name)} & RATES:
            return ""
        found = [other for other in self._known() if words & {word.rstrip("s") for word in other.split("-")}]
        return f"; see {', '.join(found[:_MOST])}" if found else ""

    def _of_words(self, name: str) -> str:
        """The options whose whole name is a word of the unknown one, as a question: --uem for --ref-uem."""
        words = [f"--{word}" for word in name.strip("-").split("-")[::-1]]
        ours = [word for word in words if word in self._known()]
        return f"; did you mean {' or '.join(ours)}?" if ours else ""

    def _command(self) -> str:
        return self.prog.rpartition(" ")[2]

    def _known(self) -> Collection[str]:
        return self._option_string_actions

    def _expected(self) -> str:
        operands = self._operands()
        if operands == "REF HYP":
            return "expected only REF HYP; several: score each with --json -o FILE, then scorelite compare FILE FILE"
        if operands == "[TABLE]":
            return (
                "expected only [TABLE], or four files: --rttm REF (words with timestamps), --kwslist HYP (columns "
                "keyword, file, start, end, score), --kwlist FILE (one keyword a line) and --ecf FILE (searched "
                "regions, such as uem)"
            )
        if operands == "TEXT [TIMES]":
            return f"expected only {operands}, and the output as -o OUT"
        return f"expected only {operands}" if operands else "expected no further words"

    def _operands(self) -> str:
        shapes = {"?": "[{}]", "*": "[{} ...]", "+": "{} ..."}
        return " ".join(
            shapes.get(str(action.nargs), "{}").format(action.metavar or action.dest)
            for action in self._actions
            if not action.option_strings and action.nargs != argparse.REMAINDER
        )

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = list(map(str, action.choices or ()))
        if not choices or str(value) in choices:
            return

        kind = "command" if isinstance(action, argparse._SubParsersAction) else "value"
        ours = instead_of_value(action.option_strings, str(value)) or among(str(value), choices, "see --help")
        message = f"unknown {kind} {value!r}{ours}"
        raise argparse.ArgumentError(None if kind == "command" else action, message)

    def _match_argument(self, action: argparse.Action, arg_strings_pattern: str) -> int:
        try:
            return super()._match_argument(action, arg_strings_pattern)
        except argparse.ArgumentError as error:
            if action.metavar and action.option_strings:
                count = action.nargs if isinstance(action.nargs, int) else 1
                error.message += f": {' '.join([action.option_strings[-1], *[str(action.metavar)] * count])}"
            if action.choices and action.metavar:
                error.message += f" ({', '.join(map(str, action.choices))})"
            raise

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        if action.type not in (int, float):
            return super()._get_value(action, arg_string)
        try:
            value = action.type(arg_string)
            if isfinite(value):
                return value
        except ValueError:
            pass
        kind = "whole number" if action.type is int else "number"
        if action.metavar == "SECONDS":
            raise argparse.ArgumentError(action, f"{arg_string!r} is not a number of seconds{in_seconds(arg_string)}")
        raise argparse.ArgumentError(action, f"{arg_string!r} is not a {kind}")

    def format_usage(self) -> str:
        """One line, without the list of options."""
        return f"usage: {self.prog} {self._shape()}\n"

    def format_help(self) -> str:
        """Help below the short line of usage: of the options that are used most, if the command has named them."""
        layout = self._get_formatter()
        if self.usage is None:
            width = layout._width - len("usage: ")
            self.usage = "\n       ".join(fitted(f"{self.prog} {self._shape()}".replace("%", "%%"), width))
        text = self._short_help(layout) if self._often else super().format_help()
        return f"{text}\n{_DOCS}\n" if "docs/" in text else text

    def put_first(self, *options: str) -> None:
        """Makes these options the ones that --help shows; --help-all shows all."""
        self.add_argument(
            "--help-all", action=_WholeHelp, nargs=0, dest=argparse.SUPPRESS, help="show all options and examples"
        )
        self._often = (*options, "--help-all")

    def _short_help(self, layout: argparse.HelpFormatter) -> str:
        layout.add_usage(self.usage, self._actions, [])
        layout.add_text(self.description)
        layout.start_section("operands")
        layout.add_arguments([action for action in self._actions if not action.option_strings])
        layout.end_section()
        layout.start_section(f"options used most, of {len({*map(id, self._option_string_actions.values())})}")
        layout.add_arguments([self._option_string_actions[name] for name in self._often])
        layout.end_section()
        layout.add_text(self.first_examples())
        return layout.format_help()

    def first_examples(self) -> str:
        """The epilog with the first examples alone."""
        head, examples, rest = (self.epilog or "").partition("examples:\n")
        lines, empty, end = rest.partition("\n\n")
        return head + examples + "\n".join(lines.splitlines()[:_EXAMPLES]) + empty + end

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is not None:
            file.write(message)  # an error of stdout is reported as for all other output

    def _shape(self) -> str:
        named = [action for action in self._actions if action.option_strings and action.required]
        needed = [f"{action.option_strings[0]} {action.metavar or action.dest.upper()}" for action in named]
        rest = [str(action.metavar) for action in self._actions if action.nargs == argparse.REMAINDER]
        return " ".join(filter(None, (*needed, "[OPTION ...]", self._operands(), *rest)))

    def add_program(self, names: Sequence[str], name_of: Callable[[str], str], files: str, suffixes: str) -> None:
        """Adds the options of a command that runs other programs, whose command line is all behind the name of one."""
        self.add_argument("--allow-pipes", action="store_true", help=f"run shell commands in the names of {files}")
        self.add_argument(
            "program",
            type=Names(names, name_of=name_of).check,
            metavar="PROGRAM",
            help=f"name of the program, with or without {suffixes}",
        )
        rest = self.add_argument("arguments", metavar="...", nargs=argparse.REMAINDER, help="its own command line")
        rest.required = False

    def error(self, message: str) -> NoReturn:
        """Ends with the line of usage and the message."""
        if "are required: " in message:
            missing = message.partition("are required: ")[2].split(", ")
            for action in self._actions:
                is_missing = ("/".join(action.option_strings) or action.metavar) in missing
                if is_missing and (example := getattr(action, "example", "")):
                    message += (
                        f"; expected {' '.join((*action.option_strings[:1], str(action.metavar)))}, such as {example}"
                    )
        complain(message, f"{self.prog}:", before=self.format_usage())
        self.exit(WRONG)


class _Single(argparse._StoreAction):
    """An option of one value: given twice, both must be the same."""

    def __call__(
        self, parser: argparse.ArgumentParser, options: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if option is not None and isinstance(parser, Parser):
            first = parser.values.setdefault(self, values)
            if first != values:
                # A policy is its label, as the signature has it.
                shown = " and ".join(str(getattr(value, "label", value)) for value in (first, values))
                expected = getattr(self, "several", "one value")
                raise argparse.ArgumentError(self, f"given twice, as {shown}; expected {expected}")
        super().__call__(parser, options, values, option)


class _WholeHelp(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        assert isinstance(parser, Parser)
        parser._often = ()
        parser.print_help()
        parser.exit()


class Names:
    """Reader of `a,b` as some of the known names, for the `type` of an option."""

    def __init__(
        self,
        names: Sequence[str],
        elsewhere: str = "see --help",
        name_of: Callable[[str], str] = str,
        instead: Mapping[str, str] | None = None,
    ) -> None:
        """`name_of` gives the name of ours for that of others; `instead` says what to take for what is not offered."""
        self._known = names
        self._elsewhere = elsewhere
        self._name_of = name_of
        self._instead = instead or {}

    def __call__(self, text: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(self.check, text.split(","))))

    def check(self, name: str) -> str:
        """The name of ours; an error of the command line for one that is unknown."""
        ours = self._name_of(name)
        if ours not in self._known and (answer := self._instead.get(name.lower())):
            raise argparse.ArgumentTypeError(f"{name!r} is none of them: {answer}")
        if ours not in self._known:
            raise argparse.ArgumentTypeError(f"{name!r} is unknown{among(name, self._known, self._elsewhere)}")
        return ours


class Several(argparse.Action):
    """An option of `Names` that adds to what it had where it is given again; the default goes."""

    def __call__(
        self, parser: argparse.ArgumentParser, options: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        before = getattr(options, self.dest)
        names = () if before is self.default else before
        setattr(options, self.dest, tuple(dict.fromkeys((*names, *values))))


def refuse_together(options: argparse.Namespace, names: tuple[str, str]) -> None:
    """Raises UsageError if two options that exclude each other are both given."""
    if all(getattr(options, name) for name in names):
        first, other = (f"--{name.replace('_', '-')}" for name in names)
        raise UsageError(f"{first} and {other} exclude each other; expected one of them")


# Options whose value has another name: `with` is a word of Python.
_OTHER_NAMES = {"analyses": "with", "unit": "characters", "slice_unit": "unit"}


_NOT_GIVEN: tuple[object, ...] = (None, False, (), [])


def given_besides(options: argparse.Namespace, taken: Collection[str]) -> list[str]:
    """The options that were given and are not `taken`."""
    return [name for name, value in vars(options).items() if name not in taken and value not in _NOT_GIVEN]


def check_effects(options: argparse.Namespace, effects: Iterable[tuple[str, object, str]]) -> None:
    """Raises UsageError for a given option without effect: each is named with whether and when it has one."""
    for name, has_effect, needed in effects:
        if getattr(options, name) not in _NOT_GIVEN and not has_effect:
            shown = _OTHER_NAMES.get(name, name.replace("_", "-"))
            raise UsageError(f"--{shown} has no effect without {needed}")


def by_option(error: UsageError, options: Mapping[str, str]) -> UsageError:
    """The error of a record of settings, whose message begins with a keyword: with the option for that keyword."""
    keyword, blank, rest = str(error).partition(" ")
    return UsageError(f"{options.get(keyword, keyword)}{blank}{rest}")
