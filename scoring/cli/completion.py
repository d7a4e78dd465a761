"""`scorelite completion SHELL`: a script that makes a shell complete commands, options and their values."""

from __future__ import annotations

import argparse

from .delivery import deliver

SHELLS = ("bash", "zsh", "fish")
# Operands and values that are names of files.
FILES = ("FILE", "FOLDER", "REF", "HYP", "IN", "OUT", "SCORES")
EPILOG = """\
examples:
  scorelite completion bash > ~/.local/share/bash-completion/completions/scorelite
  scorelite completion zsh > ~/.zfunc/_scorelite          with ~/.zfunc in $fpath
  scorelite completion fish > ~/.config/fish/completions/scorelite.fish

exit codes: 0 written; 1 the output could not be written; 2 the command line is wrong
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Writes a script for a shell, which then completes commands, options and their values."
    parser.epilog = EPILOG
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run(options: argparse.Namespace) -> None:
    """Writes the script."""
    import shtab

    from .main import EVERY, parser

    root = parser(EVERY)
    _complete_files(root)
    deliver([shtab.complete(root, options.shell).encode(), b"\n"], None)


def _complete_files(parser: argparse.ArgumentParser) -> None:
    """Marks what takes the name of a file or folder, so that shells complete names of files there."""
    import shtab

    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _complete_files(command)
        elif action.nargs != 0 and not action.choices and action.metavar in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
