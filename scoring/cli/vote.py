"""`scorelite vote IN IN ... -o OUT`: the words on which several recognisers agree most."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

from ...formats.conversion import keeping_ids
from ...formats.engine.reader_options import check_options
from ...formats.engine.tiers import refuse_levels
from ...formats.errors import UsageError
from ...formats.records import detected
from ...formats.registry import by_name
from ...formats.schema import Corpus
from ...formats.source import Source
from ..words.notices.odd_rows import of_rows
from ..words.vote import vote
from .conversions import add_formats, deliver_corpus, format_wishes
from .messages import warn

EPILOG = """\
examples:
  scorelite vote a.ctm b.ctm c.ctm -o voted.ctm                              the words of most systems
  scorelite vote a.json b.ctm c.ctm -o voted.stm --alpha 0.5                 votes and confidences count alike
  scorelite vote a.trn b.trn c.trn -o - --to trn                             utterance by utterance
  scorelite vote a.ctm b.ctm -o voted.ctm --alpha 0.3 --confidence highest --null-confidence 0.6

Words with times are compared recording by recording, others utterance by utterance. Systems are aligned one after the
other, in the order of the command line, as NIST's rover does it; `scorelite sctk rover` is rover itself.

exit codes: 0 voted; 1 output could not be written; 2 wrong input or command line
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Combines several outputs by a vote on each word. '-' is stdin or stdout."
    parser.epilog = EPILOG
    parser.add_argument("systems", metavar="IN", nargs="+", help="output of one system, in any format; at least two")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="a file, in the format of its suffix")
    group = parser.add_argument_group("vote")
    group.add_argument(
        "--alpha",
        type=float,
        default=1.0,
        metavar="NUMBER",
        help="weight of the number of votes; the confidences get the rest (default: 1)",
    )
    group.add_argument(
        "--confidence",
        choices=("mean", "highest", "share"),
        default="mean",
        help="confidence of a word that several systems have: their mean, the highest, or their share of all "
        "confidences at this place (default: mean)",
    )
    group.add_argument(
        "--null-confidence",
        type=float,
        default=0.0,
        metavar="NUMBER",
        help="confidence of an empty slot (default: 0)",
    )
    group.add_argument("--times", action="store_true", help="align words by their times")
    group.add_argument("--case-sensitive", action="store_true", help="words that differ in case are different")
    group.add_argument(
        "--missing",
        choices=("error", "empty"),
        default="error",
        help="a recording or utterance that a system lacks: an error, or no words (default: error)",
    )
    add_formats(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="do not report lost features")


def run(options: argparse.Namespace) -> None:
    """Reads all systems, votes, and writes the result."""
    wishes = format_wishes(options)
    if options.systems.count("-") > 1:
        raise UsageError("'-' is given twice; expected stdin as one system only")
    paths = [os.path.realpath(name) for name in options.systems if name != "-"]
    if len({*paths}) < len(paths):
        raise UsageError("a system is given twice, which would have two votes; expected different files")
    systems = [_read(name, options, dict(wishes.options)) for name in options.systems]
    for name, corpus in zip(options.systems, systems, strict=True):
        for notice in of_rows(corpus, name):
            warn(str(notice))
    voted = vote(
        systems,
        confidence=options.confidence,
        alpha=options.alpha,
        null_confidence=options.null_confidence,
        timed=options.times,
        case_sensitive=options.case_sensitive,
        missing=options.missing,
    )
    if options.output:
        wishes = keeping_ids(wishes, options.output, [corpus.format for corpus in systems])
    made_of = ", ".join(dict.fromkeys(corpus.format for corpus in systems))
    deliver_corpus(voted, options.output, replace(wishes, options={}), options.quiet, made_of)


def _read(name: str, options: argparse.Namespace, reader: dict[str, object]) -> Corpus:
    source = Source(name, encoding=options.encoding, errors=options.errors)
    source, record = (source, by_name(options.source_format)) if options.source_format else detected(source)
    check_options(record, reader)
    corpus = record.read(source, **reader)
    if "tiers" not in reader:
        refuse_levels(corpus)
    return corpus if corpus.path else replace(corpus, path=name)
