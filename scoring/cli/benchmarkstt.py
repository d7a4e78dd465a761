"""`scorelite benchmarkstt ...`: the command line of BenchmarkSTT's program of that name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from .benchmarkstt_launch import launch

EPILOG = """\
examples:
  scorelite benchmarkstt -r ref.txt -h hyp.txt --lowercase --wer
  scorelite benchmarkstt -r "a b" -rt argument -h "a c" -ht argument --wer levenshtein --worddiffs
  scorelite benchmarkstt --help

All arguments after the name are the program's own command line, in which -h is the hypothesis.
exit codes: 0 done; 1 an error in files or arguments; 2 wrong command line
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command; `run_program` takes the whole command line."""
    parser.description = "Scores a text with the options and outputs of BenchmarkSTT's program benchmarkstt."
    parser.epilog = EPILOG


def run(options: argparse.Namespace) -> NoReturn:
    """Runs the program without any word."""
    launch("benchmarkstt", [])


def is_program(called: str) -> bool:
    """Whether the program takes this word: it takes all."""
    return True


def run_program(called: str, words: Sequence[str]) -> NoReturn:
    """Runs the program with its own command line, and ends with its exit code."""
    launch("benchmarkstt", [called, *words])
