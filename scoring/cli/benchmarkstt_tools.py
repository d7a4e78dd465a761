"""`scorelite benchmarkstt-tools ...`: the command line of BenchmarkSTT's program of that name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from .benchmarkstt_launch import launch

EPILOG = """\
examples:
  scorelite benchmarkstt-tools normalization -i in.txt -o out.txt --lowercase
  scorelite benchmarkstt-tools metrics -r ref.txt -h hyp.txt --wer
  scorelite benchmarkstt-tools api --list-methods

All arguments after the name are the program's own command line.
exit codes: 0 done; 1 an error in files or arguments; 2 wrong command line
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command; `run_program` takes the whole command line."""
    parser.description = "Normalises texts or calculates metrics with the options of BenchmarkSTT's benchmarkstt-tools."
    parser.epilog = EPILOG


def run(options: argparse.Namespace) -> NoReturn:
    """Runs the program without any word."""
    launch("benchmarkstt-tools", [])


def is_program(called: str) -> bool:
    """Whether the program takes this word: it takes all."""
    return True


def run_program(called: str, words: Sequence[str]) -> NoReturn:
    """Runs the program with its own command line, and ends with its exit code."""
    launch("benchmarkstt-tools", [called, *words])
