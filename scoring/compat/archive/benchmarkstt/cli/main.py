"""The program benchmarkstt."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence

from .. import __version__
from ..modules import original_name
from . import add_common, before_parsing, create_parser, run_program
from .entrypoints import benchmark

_EXAMPLES = """\
  scorelite benchmarkstt -r r.txt -h h.txt --lowercase --wer
  scorelite benchmarkstt -r r.txt -h h.txt --worddiffs html
"""


def program(words: Sequence[str]) -> None:
    """Runs a command line."""
    before_parsing(words)
    if "--version" in words:
        sys.stdout.write(f"benchmarkstt: {__version__}\n")
        logging.getLogger().info("python version: %s", sys.version)
        return
    with original_name():
        parser = create_parser(
            "benchmarkstt", "Normalizes a reference and a hypothesis, and calculates metrics.", _EXAMPLES
        )
        benchmark.argparser(parser)
        parser.add_argument("--version", action="store_true", help="print the version and exit")
        add_common(parser)
        benchmark.run(parser, parser.parse_args(words))


def run() -> None:
    """Runs the command line of this process and ends it."""
    run_program(program)
