"""Work of `scorelite kws TABLE`: rates of wake words."""

from __future__ import annotations

import argparse
import re

from ...formats.errors import UsageError
from ..kws import WakeWords, score_table
from .delivery import deliver, deliver_document, deliver_lines
from .grammar import refuse_together

_OF_CURVES = ("page", "plot", "csv", "measure")
_OF_SUMMARIES = ("threshold", "per_hour")
_USED = ("table", "labels", "per_hour", "step", "skip", "threshold", "json", "report", "out")


def run_table(options: argparse.Namespace) -> None:
    """Scores a table and writes what was asked for."""
    _check(options)
    given = {name: getattr(options, name) for name in ("per_hour", "step", "skip", "threshold")}
    words = score_table(
        options.table, options.labels, **{name: value for name, value in given.items() if value is not None}
    )
    if options.json:
        deliver_document(words.to_dict(), None)
    elif options.report:
        _deliver_stats(words, options.out)
    else:
        deliver_lines(str(words).split("\n"), None)


def _check(options: argparse.Namespace) -> None:
    """Refuses options of the four files."""
    # Options that were not given have one of these values; commands have others, such as functions, of their own.
    idle: tuple[object, ...] = (None, False, (), [])
    for name, value in vars(options).items():
        if name not in _USED and not callable(value) and value not in idle and name != "command":
            instead = "; expected --json, which has the rates of every threshold" if name in _OF_CURVES else ""
            raise UsageError(f"--{name.replace('_', '-')} has no effect on TABLE, the scores of wake words{instead}")
    for name in options.report or ():
        if name != "stats":
            raise UsageError(
                f"--report {name} needs the four files of keyword spotting; expected --report stats of TABLE"
            )
    for name in _OF_SUMMARIES if options.report else ():
        if getattr(options, name) is not None:
            raise UsageError(f"--{name.replace('_', '-')} has no effect on --report stats, which has every threshold")
    refuse_together(options, ("json", "report"))
    if options.out and not options.report:
        raise UsageError("--out has no effect without --report")


def _deliver_stats(words: WakeWords, out: str | None) -> None:
    """Writes the curve of each keyword; several go to several files."""
    if out in (None, "-") and len(words.keywords) > 1:
        raise UsageError(f"--report stats of {len(words.keywords)} keywords; expected --out PREFIX for their files")
    curves = {name: word.stats().encode() for name, word in words.keywords.items()}
    for name, curve in curves.items():
        suffix = re.sub(r"\s", "_", f"stats.{name}.txt").encode("utf-8", "surrogateescape")
        deliver([curve], out, suffix)
