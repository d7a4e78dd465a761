"""`scorelite merge TOTALS ...`: the sum of totals of shards, whatever they scored, and its reports."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING

from ...formats.errors import UsageError
from ...formats.values import replace
from ..report import kws, segments, words
from ..words.totals import Totals
from . import keyword_output, segment_output
from .colour import Paint
from .delivery import deliver, deliver_report
from .grammar import check_effects
from .nothing import check_keywords, check_labels, check_words
from .summary import rates, source_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..batches.files import AnySum
    from ..kws import KwsResult
    from ..segments.totals import Totals as LabelTotals

_REPORTS = {"words": words.OF_SUMS, "segments": segments.OF_SUMS, "kws": tuple(kws.NAMES)}
EPILOG = f"""\
examples:
  scorelite merge totals/*.parquet                        the summary of all
  scorelite merge totals/*.parquet --report sum -o all    sclite's table by speaker
  scorelite merge totals --json --interval 1000           a folder; with the interval of the error rate

`scorelite score shards/*.parquet --shards -o totals` makes a file of totals for each shard; `scorelite segments` and
`scorelite kws` have --shards too.

reports:
  words     {", ".join(_REPORTS["words"])}
  segments  {", ".join(_REPORTS["segments"])}; --rows class, file
  keywords  {", ".join(_REPORTS["kws"])}; --rows {", ".join(keyword_output.ROWS)}

exit codes: 0 merged; 1 the output could not be written; 2 an input or the command line is wrong
"""
_ROWS = {"words": (), "segments": ("auto", "class", "file"), "kws": keyword_output.ROWS}
_REPLICATIONS = 1000


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = (
        "Adds files of totals that `scorelite score --shards` made, in any order.\n"
        "An utterance that stands in two files is refused."
    )
    parser.epilog = EPILOG
    parser.add_argument("totals", metavar="TOTALS", nargs="+", help="a file, a folder, or a pattern in quotes")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help="the numbers as JSON")
    names = dict.fromkeys(name for names in _REPORTS.values() for name in names)
    kind.add_argument("--report", choices=tuple(names), metavar="NAME", help="a report that needs only sums, see below")
    rows = dict.fromkeys(name for names in _ROWS.values() for name in names)
    parser.add_argument("--rows", choices=tuple(rows), metavar="NAME", help="what a row of sys and raw is, see below")
    parser.add_argument("--keywords", action="store_true", help="with --json: every keyword, of totals of kws")
    parser.add_argument(
        "--interval",
        type=_replications,
        nargs="?",
        const=_REPLICATIONS,
        metavar="N",
        help=f"the 95 %% interval of the error rate, from N bootstrap samples (default: {_REPLICATIONS})",
    )
    parser.add_argument("--name", metavar="NAME", help="the name of the whole, as title of reports")
    parser.add_argument("-o", "--output", metavar="FILE", help="output file")


def run(options: argparse.Namespace) -> None:
    """Adds the totals and writes what was asked for."""
    from ..batches.files import expanded, sum_of

    tables = options.report in ("sys", "raw")
    effects = (("interval", not options.report, "the summary or --json"), ("rows", tables, "--report sys or raw"))
    check_effects(options, (*effects, ("keywords", options.json, "--json")))
    total = sum_of(expanded(options.totals))
    _check(total.WING, options)
    write(total, options)


def _check(wing: str, options: argparse.Namespace) -> None:
    """Refuses options that the totals of a wing have not."""
    what = {"words": "words", "segments": "segments", "kws": "keywords"}[wing]
    for name, choices in (("report", _REPORTS[wing]), ("rows", _ROWS[wing])):
        if (value := getattr(options, name)) is not None and value not in choices:
            expected = f"expected one of: {', '.join(choices)}" if choices else f"expected no --{name}"
            raise UsageError(f"--{name} {value} is not for totals of {what}; {expected}")
    effects = (("keywords", wing == "kws", "totals of keywords"), ("interval", wing == "words", "totals of words"))
    check_effects(options, effects)


def write(total: AnySum, options: argparse.Namespace) -> None:
    """Writes the summary, the JSON or a report of a sum."""
    if isinstance(total, Totals):
        _write_words(total, options)
        return
    from ..kws import KwsResult

    if isinstance(total, KwsResult):
        _write_keywords(total, options)
    else:
        _write_labels(total, options)


def _write_labels(total: LabelTotals, options: argparse.Namespace) -> None:
    check_labels(total)
    name = getattr(options, "name", None)
    segment_output.write(total if name is None else replace(total, ref_name=name, hyp_name=name), options)


def _write_keywords(result: KwsResult, options: argparse.Namespace) -> None:
    from ..kws import Job

    job = Job(result)
    check_keywords(job, "these recordings", "the list")
    if options.report:
        rows, name = options.rows or "keyword", options.name or ""
        shown = result.report(options.report, rows=rows, title=os.path.basename(name), ref_name=name, hyp_name=name)
        deliver_report([shown], options.report, options.output)
    elif options.json:
        deliver([keyword_output.json_text(job, options.keywords)], options.output)
    else:
        deliver(keyword_output.summary_text(job), options.output)


def _write_words(total: Totals, options: argparse.Namespace) -> None:
    if (name := getattr(options, "name", None)) is not None:
        total = replace(total, ref_name=name, hyp_name=name)
    check_words(total)
    if options.report:
        deliver([total.report(options.report)], options.output)
        return
    interval = _interval(total, options.interval)
    if options.json:
        numbers = {**total.to_dict(), **({"interval": interval} if interval else {})}
        text = json.dumps(numbers, ensure_ascii=False, indent=2)
        deliver([text.encode("utf-8", "backslashreplace"), b"\n"], options.output)
        return
    paint = Paint.for_stream(sys.stdout) if options.output in (None, "-") else Paint(False)
    lines = _summary(total, interval, paint)
    deliver((f"{line}\n".encode("utf-8", "surrogateescape") for line in lines), options.output)


def _summary(totals: Totals, interval: dict[str, float], paint: Paint) -> Iterator[str]:
    yield from source_lines(totals, paint)
    yield ""
    yield from rates(totals, paint)
    if totals.settings.chain is not None:
        yield "The rate without --normalise is not known of files in pieces; score them without it as well."
    if interval:
        low, high = (f"{100 * interval[name]:.2f} %" for name in ("low", "high"))
        yield f"95 %       {low} to {high}, from {interval['replications']:,} bootstrap samples"
    yield ""
    yield paint.quiet(totals.signature)


def _interval(total: Totals, replications: int | None) -> dict[str, float]:
    from ..batches.merged import Merged

    if replications is None:
        return {}
    if not isinstance(total, Merged):
        raise UsageError("--interval is for totals of utterances with ids; these have times")
    interval = total.interval(replications)
    ends = {"low": interval.mean - interval.reach, "high": interval.mean + interval.reach}
    return {"mean": interval.mean, **ends, "replications": replications}


def _replications(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 10**6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of samples; expected 1 to 1000000")
    return int(text)
