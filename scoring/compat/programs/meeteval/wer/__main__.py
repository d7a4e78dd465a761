"""`python -m scorelite.compat.meeteval.wer`: the program `meeteval-wer`, and its commands as functions."""

from __future__ import annotations

import sys

from ..program import COMMANDS, run, shell_function


def cli() -> None:
    """Runs the command line, and ends with its exit code."""
    try:
        sys.exit(run(sys.argv[1:]))
    except BrokenPipeError:
        sys.exit(1)


globals().update({command.name: shell_function(command) for command in COMMANDS if command.name != "wer"})

if __name__ == "__main__":
    cli()
