"""The command line of `scorelite`: its grammar, and the call of the sub-command that it names."""

from __future__ import annotations

import argparse

from ...formats.errors import show_options
from . import without_collecting
from .colour import add_colour
from .commands import COMMANDS, PROGRAMS, module_of
from .grammar import Parser, check_outputs, without_translations

# Stands for the name of every command.
EVERY = "*"

EPILOG = """\
examples:
  scorelite score ref.trn hyp.trn          score a hypothesis file against a reference file
  scorelite convert talk.srt talk.stm      convert a file; scorelite formats lists all formats
  scorelite score --help                   options of a command, with examples

The command `sclite` is a drop-in replacement for NIST's program of that name.
"""


def call(words: list[str], translated: bool) -> int:
    """Runs the sub-command that a command line names; returns its exit code. `translated`: argparse may translate."""
    if not translated:
        without_translations()
    if words[:1] == ["kws"] and (code := module_of("kws").run_kwseval(words[1:])) is not None:
        return int(code)
    options = without_collecting(lambda: _grammar(words).parse_args(words))
    vars(options).pop("color", None)
    show_options(True)
    try:
        check_outputs(options)
        without_collecting(lambda: options.run(options))
    finally:
        show_options(False)
    return 0


def _grammar(words: list[str]) -> argparse.ArgumentParser:
    """Parser of a command line; one that begins with a command needs no other, for it names none in a message."""
    called = next((word for word in words if not word.startswith("-")), "")
    return parser(called, alone=called in COMMANDS and words[0] == called)


def parser(called: str = "", alone: bool = False) -> argparse.ArgumentParser:
    """Parser of the command line; only the command that is called (or EVERY) has its own options.

    `alone` leaves the others out, which are otherwise listed with their help.
    """
    root = Parser(
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
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True, prog="scorelite")
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
    return root


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from .version import version  # imports the core

        print(version())
        parser.exit()
