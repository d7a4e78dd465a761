"""`scorelite completion SHELL`: a script that makes a shell complete commands, options and their values."""

from __future__ import annotations

import argparse

from ...formats.errors import UsageError
from ...formats.optional import library
from .command_line import EVERY, parser
from .delivery import deliver

SHELLS = ("bash", "zsh", "fish")
# Operands and values that are names of files.
FILES = ("FILE", "FOLDER", "REF", "HYP", "IN", "OUT", "SCORES")
EPILOG = """\
examples:
  scorelite completion bash > ~/.local/share/bash-completion/completions/scorelite
  scorelite completion zsh > ~/.zfunc/_scorelite          with ~/.zfunc in $fpath
  scorelite completion fish > ~/.config/fish/completions/scorelite.fish

exit codes: 0 written; 1 output could not be written; 2 wrong command line
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Prints a script that completes commands, options and their values in a shell."
    parser.epilog = EPILOG
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run(options: argparse.Namespace) -> None:
    """Writes the script."""
    shtab = library("shtab", purpose="completion scripts", install="'scorelite[all]'")
    if options.shell not in shtab.SUPPORTED_SHELLS:
        fix = "pip install --upgrade shtab installs one that does"
        raise UsageError(f"shtab {shtab.__version__} does not know {options.shell}; {fix}")
    root = parser(EVERY)
    _complete_files(root, shtab.FILE)
    deliver([shtab.complete(root, options.shell).encode(), b"\n"], None)


def _complete_files(parser: argparse.ArgumentParser, kind: object) -> None:
    """Marks what takes the name of a file or folder, so that shells complete names of files there: as this kind."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _complete_files(command, kind)
        elif action.nargs != 0 and not action.choices and action.metavar in FILES:
            action.complete = kind  # type: ignore[attr-defined]
