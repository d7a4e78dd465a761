"""Limits of rates: the option, the line that says PASS or FAIL, and the exit code."""

from __future__ import annotations

import argparse
import sys
from math import isfinite

from ..common.limits import Verdict, of_rate
from .colour import Paint
from .progress import end_seconds

NOT_KEPT = 1
"""The exit code where a limit was not kept."""


def add_limit(group: argparse._ArgumentGroup, option: str, title: str) -> None:
    """Adds the option of the limit of a rate."""
    group.add_argument(
        option,
        type=_percent,
        metavar="PERCENT",
        help=f"print PASS, or FAIL with exit code 1 if the {title} is higher than this",
    )


def _percent(text: str) -> float:
    try:
        value = float(text.removesuffix("%"))
    except ValueError:
        value = -1.0
    if not isfinite(value) or value < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a limit of a rate; expected percent, such as 12.5")
    return value


def check_limit(title: str, rate: float | None, limit: float | None, options: argparse.Namespace) -> Verdict | None:
    """Says whether the limit is kept, if there is one: on stdout before a summary, on stderr beside anything else."""
    if limit is None:
        return None
    verdict = of_rate(title, rate, limit)
    summary = not (options.json or options.report) and options.output in (None, "-")
    end_seconds()
    stream = sys.stdout if summary else sys.stderr
    paint = Paint.for_stream(stream)
    print(paint.strong(str(verdict)) if verdict.passed else paint.bad(str(verdict)), file=stream, flush=True)
    options.limit_kept = verdict.passed and getattr(options, "limit_kept", True)
    return verdict


def end(options: argparse.Namespace) -> None:
    """Ends the program if a limit was not kept, once everything is written."""
    if not getattr(options, "limit_kept", True):
        sys.exit(NOT_KEPT)
