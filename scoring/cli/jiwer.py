"""`scorelite jiwer -r REF -h HYP`: the command line of jiwer's program."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from ...formats.engine.terminal import say
from ...formats.errors import UsageError
from ..compat.programs.jiwer.cli import cli
from .delivery import deliver

EXAMPLES = """\
examples:
  scorelite jiwer -r ref.txt -h hyp.txt         the word error rate
  scorelite jiwer -r ref.txt -h hyp.txt -c -a   characters, with alignments

Options, output and exit codes are those of jiwer 4.0, which drops lines of one letter. If jiwer would print
a traceback, this program prints its last line.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command; `run_program` takes every other command line."""
    parser.description = "Scores two files, one sentence per line, like jiwer."
    parser.epilog = EXAMPLES
    parser.add_argument("options", metavar="-r REF -h HYP", nargs="*", help="and -c for characters, -a, -g")


def run(options: argparse.Namespace) -> None:
    """Refuses a command line without options."""
    raise UsageError("jiwer: no files; expected scorelite jiwer -r REF -h HYP")


def is_program(called: str) -> bool:
    """Whether the program takes a command line that begins with this word: all but its help."""
    return called not in ("--help", "--help-all")


def run_program(called: str, words: Sequence[str]) -> NoReturn:
    """Runs the program with its own command line, whose first word is already read."""
    run_words([called, *words])


def run_words(words: Sequence[str]) -> NoReturn:
    """Runs the program with its own command line, and ends with its exit code."""
    code, out, err = cli(words)
    if out:
        deliver([out.encode()], None)
    if err:
        say(err)
    sys.exit(code)
