"""The command line of `scorelite`: its grammar, and the call of the sub-command that it names."""

from __future__ import annotations

import argparse
import os
import sys

from ...formats.engine.terminal import say
from ...formats.errors import UsageError, short, show_options
from . import without_collecting
from .colour import add_colour
from .commands import COMMANDS, GROUPS, PROGRAMS, module_of
from .grammar import WRONG, Parser, without_translations
from .messages import warn
from .output_files import check_outputs, check_suffix, check_table
from .progress import begin_seconds, end_seconds

_SCORING = {*GROUPS["scores"], *GROUPS["compare and inspect"]}
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from types import ModuleType

# Commands that may take long.
_SUMMED = ("score", "compare", "meetings", "segments", "kws")
"""Commands whose output is a summary unless another one is asked for."""
_LONG = {*_SCORING, "convert", "normalise", "vote"}
# Stands for the name of every command.
EVERY = "*"

EPILOG = """\
examples:
  scorelite score ref.trn hyp.trn          score a hypothesis file against a reference file
  scorelite convert talk.srt talk.stm      convert a file; scorelite formats lists all formats
  scorelite score --help                   options of a command, with examples

The command `sclite` is a drop-in replacement for NIST's program of that name.
exit codes: 0 done; 1 a limit was exceeded, or output could not be written; 2 wrong input or command line
"""


SHORT = """\
usage: scorelite COMMAND [OPTION ...] FILE ...

  scorelite score REF HYP               error rates of one file against another
  scorelite compare --ref REF HYP HYP   several systems, and whether they differ
  scorelite convert IN OUT              another format

{groups}

scorelite --help describes the commands, scorelite COMMAND --help the options of one.
"""


def _groups() -> str:
    """A line of names for each group of commands."""
    return "\n".join(f"{head + ':':<21}{', '.join(commands)}" for head, commands in GROUPS.items())


def call(words: list[str], translated: bool) -> int:
    """Runs the sub-command that a command line names; returns its exit code. `translated`: argparse may translate."""
    if not translated:
        without_translations()
    if not words:
        say(SHORT.format(groups=_groups()))
        sys.exit(WRONG)
    if words[0] not in COMMANDS and os.path.exists(words[0]):
        from .other_commands import command_for

        raise UsageError(f"{short(words[0])} is a file, not a command; expected: {command_for(words)}")
    if words[:1] == ["kws"] and (code := module_of("kws").run_kwseval(words[1:])) is not None:
        return int(code)
    grammar = _grammar(words)
    options = without_collecting(lambda: grammar.parse_args(words))
    vars(options).pop("color", None)
    show_options(True, grammar.options_of(words[0]))
    try:
        check_outputs(options)
        check_table(options)
        if words[0] in _SUMMED:
            check_suffix(options)
        if words[0] in _SCORING and (text := _core().slow_core()):
            warn(text)
        if words[0] in _LONG and "-" not in words:
            begin_seconds(f"scorelite {words[0]}")
        if words[0] == "serve":
            options.run(options)  # runs for months, and its connections form cycles
        else:
            without_collecting(lambda: options.run(options))
    finally:
        end_seconds()
        show_options(False)
    return 0


def _core() -> ModuleType:
    """The module that says which core runs; it imports the core, which help does not need."""
    from . import version

    return version


def _grammar(words: list[str]) -> Root:
    """Parser of a command line; one that begins with a command needs no other, for it names none in a message."""
    called = next((word for word in words if not word.startswith("-")), "")
    return parser(called, alone=called in COMMANDS and words[0] == called)


def parser(called: str = "", alone: bool = False) -> Root:
    """Parser of the command line; only the command that is called (or EVERY) has its own options.

    `alone` leaves the others out, which are otherwise listed with their help.
    """
    root = Root(
        prog="scorelite",
        description="Scores speech recognition: word error rates, alignments and the reports of NIST's sclite.",
        epilog=EPILOG,
    )
    root.add_argument(
        "--version",
        action=_Version,
        nargs=0,
        default=argparse.SUPPRESS,
        help="print the version and which core runs",
    )
    commands = root.add_subparsers(
        title="commands", metavar="COMMAND", required=True, prog="scorelite", parser_class=Parser
    )
    for name, summary in COMMANDS.items():
        if alone and name != called:
            continue
        command = commands.add_parser(name, help=summary)
        if called in (name, EVERY):
            module = module_of(name)
            module.add(command)
            command.set_defaults(run=module.run)
            if name not in PROGRAMS:
                add_colour(command)
            if hasattr(module, "OFTEN"):
                command.put_first(*module.OFTEN)
    return root


class Root(Parser):
    """Parser of the whole command line, whose help lists the commands by what they serve."""

    def options_of(self, command: str) -> Collection[str]:
        """The names of the options of a command that is called."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction) and command in action.choices:
                return frozenset(action.choices[command]._option_string_actions)
        return ()

    def format_help(self) -> str:
        """The groups of commands, between the usage and the examples."""
        layout = self._get_formatter()
        layout.add_text(f"{self.format_usage()}\n{self.description}")
        for head, commands in GROUPS.items():
            layout.start_section(head)
            layout.add_arguments([argparse.Action([], "", metavar=name, help=text) for name, text in commands.items()])
            layout.end_section()
        layout.start_section("options")
        layout.add_arguments([action for action in self._actions if action.option_strings])
        layout.end_section()
        layout.add_text(self.epilog)
        return layout.format_help()


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(_core().version())
        parser.exit()
