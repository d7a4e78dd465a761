"""`scorelite meeteval-io COMMAND ...`: the command line of MeetEval's program of that name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from ...formats.errors import UsageError
from ..compat.programs.meeteval.conversion import run as run_words

EXAMPLES = """\
examples:
  scorelite meeteval-io stm2rttm hyp.stm hyp.rttm
  scorelite meeteval-io ctm2stm anna.ctm ben.ctm hyp.stm
  scorelite meeteval-io rttm2stm --words '<NA>' hyp.rttm -

exit codes: 0 written; 1 a file cannot be read or written; 2 wrong command line
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command; with a command, `run_program` takes the whole command line."""
    parser.description = "Converts files with the commands and options of MeetEval's program meeteval-io."
    parser.epilog = EXAMPLES
    parser.add_argument("command", metavar="COMMAND", help="stm2rttm, ctm2stm, rttm2seglst ...; see its --help")


def run(options: argparse.Namespace) -> None:
    """Refuses options before the command."""
    raise UsageError(f"meeteval-io: {options.command!r} comes first, followed by its options")


def is_program(called: str) -> bool:
    """Whether the program takes this word; it refuses unknown commands itself."""
    return not called.startswith("-") or called == "--print-shell-aliases"


def run_program(command: str, words: Sequence[str]) -> None:
    """Runs the program with its own command line, and ends with its exit code."""
    sys.exit(run_words([command, *words]))
