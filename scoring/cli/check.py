"""`scorelite check FILE ...`: reads files, and says what is wrong with them."""

from __future__ import annotations

import argparse

from ...formats import read
from ...formats.engine.terminal import say
from ...formats.errors import ScoreliteError, UsageError, quantity
from ...formats.registry import NAMES
from .conversions import problem_of
from .delivery import deliver
from .messages import warn

EPILOG = """\
examples:
  scorelite check ref.trn hyp.ctm              the format, and the number of segments of each
  scorelite check --format kaldi data/*/text
  git ls-files '*.stm' | xargs scorelite check

exit codes: 0 all files can be read; 1 the output could not be written; 2 a file or the command line is wrong
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Checks files in their formats and reports each problem with its line."
    parser.epilog = EPILOG
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file, in any format that `scorelite formats` lists")
    parser.add_argument(
        "--format",
        dest="source_format",
        choices=NAMES,
        metavar="NAME",
        help="format of all files; default: by suffix and content of each",
    )
    parser.add_argument(
        "--encoding", metavar="NAME", help="of all files; default: utf-8, unless a byte order mark says otherwise"
    )


def run(options: argparse.Namespace) -> None:
    """Reads each file; a wrong one does not stop the others."""
    wrong = 0
    for path in options.files:
        try:
            corpus = read(path, format=options.source_format, encoding=options.encoding)
        except (ScoreliteError, OSError) as error:
            wrong += 1
            say(f"{problem_of(error, path)}\n")
        else:
            line = f"{path}: {corpus.format}, {quantity(len(corpus.table), 'segment')}\n"
            deliver([line.encode("utf-8", "surrogateescape")], None)
            for notice in corpus.notices():
                warn(f"{path}: {notice}")
    if wrong:
        raise UsageError(f"{wrong:,} of {quantity(len(options.files), 'file')} could not be read")
