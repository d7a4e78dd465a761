"""`scorelite merge TOTALS ...`: the sum of totals of shards, and its reports."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from scoring.cli.colour import Paint
from scoring.cli.delivery import deliver
from scoring.cli.grammar import check_effects
from scoring.cli.nothing import check_words
from scoring.cli.summary import rates, source_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.batches import Merged
    from scoring.words.totals import Totals

EPILOG = """\
examples:
  scorelite merge totals/*.parquet                        the summary of all
  scorelite merge totals/*.parquet --report sum -o all    sclite's table by speaker
  scorelite merge totals --json --interval 1000           a folder; with the interval of the error rate

`scorelite score shards/*.parquet --shards -o totals` makes a file of totals for each shard.

exit codes: 0 merged; 1 the output could not be written; 2 an input or the command line is wrong
"""
_REPORTS = ("sum", "sys", "rsum", "raw", "lur")
_REPLICATIONS = 1000


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds this command to the umbrella."""
    parser = commands.add_parser(
        "merge",
        help="add totals of shards, and report their sum",
        description="Adds files of totals that `scorelite score --shards` made, in any order.\n"
        "An utterance that stands in two files is refused.",
        epilog=EPILOG,
    )
    parser.set_defaults(run=run)
    parser.add_argument("totals", metavar="TOTALS", nargs="+", help="a file, a folder, or a pattern in quotes")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help="the numbers as JSON")
    kind.add_argument("--report", choices=_REPORTS, metavar="NAME", help="a report of sclite: sum, rsum, lur")
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
    from scoring.batches.files import merge_files
    from scoring.batches.opened import expanded

    check_effects(options, [("interval", not options.report, "the summary or --json")])
    found = merge_files(expanded(options.totals))
    if options.name is not None:
        found = named(found, options.name)
    write(found, options)


def named(found: Merged | Totals, name: str) -> Merged | Totals:
    """A sum under a name of its own, in place of those of its files."""
    from formats.values import replace
    from scoring.batches import Merged

    if isinstance(found, Merged):
        return replace(found, totals=replace(found.totals, ref_name=name, hyp_name=name))
    return replace(found, ref_name=name, hyp_name=name)


def write(found: Merged | Totals, options: argparse.Namespace, **numbers: Any) -> None:
    """Writes the summary, the JSON or a report of a sum; JSON has further `numbers`."""
    from scoring.batches import Merged

    totals = found.totals if isinstance(found, Merged) else found
    check_words(totals)
    if options.report:
        deliver([found.report(options.report)], options.output)
        return
    interval = _interval(found, options.interval)
    if options.json:
        import json

        numbers = {**found.to_dict(), **numbers, **({"interval": interval} if interval else {})}
        text = json.dumps(numbers, ensure_ascii=False, indent=2)
        deliver([text.encode("utf-8", "backslashreplace"), b"\n"], options.output)
        return
    paint = Paint.for_stream(sys.stdout) if options.output in (None, "-") else Paint(False)
    lines = _summary(totals, interval, paint)
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


def _interval(found: Merged | Totals, replications: int | None) -> dict[str, float]:
    from formats.errors import UsageError
    from scoring.batches import Merged

    if replications is None:
        return {}
    if not isinstance(found, Merged):
        raise UsageError("--interval is for totals of utterances with ids; these have times")
    interval = found.interval(replications)
    ends = {"low": interval.mean - interval.reach, "high": interval.mean + interval.reach}
    return {"mean": interval.mean, **ends, "replications": replications}


def _replications(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 10**6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of samples; expected 1 to 1000000")
    return int(text)
