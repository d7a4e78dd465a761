"""`scorelite merge TOTALS ...`: the sum of totals of shards, whatever they scored, and its reports."""

from __future__ import annotations

import argparse

from ...formats.errors import UsageError
from ..report import kws, segments, words
from ..words.result import Result
from . import text_report_kws
from .grammar import check_effects
from .intervals import add_interval

_REPORTS = {"words": words.OF_SUMS, "segments": segments.OF_SUMS, "kws": tuple(kws.NAMES)}
EPILOG = f"""\
examples:
  scorelite merge totals/*.parquet                        the summary of all
  scorelite merge totals/*.parquet --report sum -o all    sclite's table by speaker
  scorelite merge totals --json --interval 1000           a folder; with the interval of the error rate
  scorelite merge set1.json set2.json                     results of test sets

`scorelite score shards/*.parquet --shards -o totals` makes a file of totals for each shard; `scorelite segments` and
`scorelite kws` have --shards too.

reports:
  words     {", ".join(_REPORTS["words"])}
  segments  {", ".join(_REPORTS["segments"])}; --rows class, file
  keywords  {", ".join(_REPORTS["kws"])}; --rows {", ".join(text_report_kws.ROWS)}

exit codes: 0 merged; 1 output could not be written; 2 wrong input or command line
"""
_ROWS = {"words": (), "segments": ("auto", "class", "file"), "kws": text_report_kws.ROWS}


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = (
        "Adds totals of `scorelite score --shards`, or results of `scorelite score --json --utterances`.\n"
        "An utterance in two files is an error."
    )
    parser.epilog = EPILOG
    parser.add_argument("totals", metavar="TOTALS", nargs="+", help="a file, a folder, or a pattern in quotes")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help="the numbers as JSON")
    names = dict.fromkeys(name for names in _REPORTS.values() for name in names)
    kind.add_argument("--report", choices=tuple(names), metavar="NAME", help="a report that needs only sums, see below")
    rows = dict.fromkeys(name for names in _ROWS.values() for name in names)
    parser.add_argument("--rows", choices=tuple(rows), metavar="NAME", help="rows of sys and raw, see below")
    parser.add_argument("--keywords", action="store_true", help="with --json: every keyword, of totals of kws")
    add_interval(parser)
    parser.add_argument("--name", metavar="NAME", help="name of the sum, as title of reports")
    parser.add_argument("-o", "--output", metavar="FILE", help="output file")


def run(options: argparse.Namespace) -> None:
    """Adds the totals and writes what was asked for."""
    from ..batches.analyses import summed_analyses
    from ..batches.files import expanded, sum_of  # need numpy
    from .totals_report import write

    tables = options.report in ("sys", "raw")
    effects = (("interval", not options.report, "the summary or --json"), ("rows", tables, "--report sys or raw"))
    check_effects(options, (*effects, ("keywords", options.json, "--json")))
    paths = expanded(options.totals)
    total = sum_of(paths)
    _check(total.WING, options)
    whole = total.WING == "words" and not options.report and not isinstance(total, Result)
    write(total, options, summed_analyses(paths, total.signature) if whole else {})


def _check(wing: str, options: argparse.Namespace) -> None:
    """Refuses options that the totals of a wing have not."""
    what = {"words": "words", "segments": "segments", "kws": "keywords"}[wing]
    for name, choices in (("report", _REPORTS[wing]), ("rows", _ROWS[wing])):
        if (value := getattr(options, name)) is not None and value not in choices:
            expected = f"expected one of: {', '.join(choices)}" if choices else f"expected no --{name}"
            raise UsageError(f"--{name} {value} is not for totals of {what}; {expected}")
    effects = (("keywords", wing == "kws", "totals of keywords"), ("interval", wing == "words", "totals of words"))
    check_effects(options, effects)
