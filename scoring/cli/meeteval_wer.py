"""`scorelite meeteval-wer MEASURE ...`: the command line of MeetEval's program of that name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from ...formats.errors import UsageError
from ..compat.programs.meeteval.program import run as run_words

EXAMPLES = """\
examples:
  scorelite meeteval-wer cpwer -r ref.stm -h hyp.stm
  scorelite meeteval-wer tcpwer -r ref.stm -h hyp.stm --collar 5 --average-out -
  scorelite meeteval-wer average hyp_cpwer_per_reco.json

exit codes: 0 scored; 1 a file cannot be read or written, or the sessions do not match; 2 wrong command line
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command; with a measure, `run_program` takes the whole command line."""
    parser.description = "Scores meetings with the options, files and log lines of MeetEval's program meeteval-wer."
    parser.epilog = EXAMPLES
    parser.add_argument("measure", metavar="MEASURE", help="cpwer, tcpwer, orcwer ...; see its --help")


def run(options: argparse.Namespace) -> None:
    """Refuses options before the measure."""
    raise UsageError(f"meeteval-wer: {options.measure!r} comes first, followed by its options")


def is_program(called: str) -> bool:
    """Whether the program takes this word; it refuses unknown measures itself, in MeetEval's words."""
    return not called.startswith("-") or called == "--version" or called.startswith("--log-level")


def run_program(measure: str, words: Sequence[str]) -> None:
    """Runs the program with its own command line, and ends with its exit code."""
    sys.exit(run_words([measure, *words]))
