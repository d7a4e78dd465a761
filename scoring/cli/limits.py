"""Limits of rates: the option, the line that says PASS or FAIL, and the exit code."""

from __future__ import annotations

import argparse
import sys
from math import isfinite

from ...formats.errors import quantity
from ..common.limits import Verdict, of_rate
from .colour import Paint
from .progress import end_seconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NOT_KEPT = 1
"""The exit code where a limit was not kept."""


def add_limit(group: argparse._ArgumentGroup, option: str, title: str) -> None:
    """Adds the option of the limit of a rate."""
    group.add_argument(
        option,
        type=_percent,
        metavar="PERCENT",
        help=f"the highest {title}: print PASS or FAIL (exit code 1)",
    )


def add_group_limit(group: argparse._ArgumentGroup) -> None:
    """Adds the option of the limit of each group."""
    group.add_argument(
        "--max-group-wer",
        type=_percent,
        metavar="PERCENT",
        help="with --slice: the same limit for the rate of each group, such as each speaker",
    )


def _percent(text: str) -> float:
    try:
        value = float(text.removesuffix("%"))
    except ValueError:
        value = -1.0
    if not isfinite(value) or value < 0:
        group = "; a limit of each group: --slice NAME --max-group-wer PERCENT" if ":" in text or "=" in text else ""
        raise argparse.ArgumentTypeError(f"{text!r} is not a limit of a rate; expected percent, such as 12.5{group}")
    return value


def check_limit(title: str, rate: float | None, limit: float | None, options: argparse.Namespace) -> Verdict | None:
    """Says whether the limit is kept, if there is one: on stdout before a summary, on stderr beside anything else."""
    return None if limit is None else report_verdict(of_rate(title, rate, limit), options)


def failed_of(verdict: Verdict | None, other: Verdict | None) -> Verdict | None:
    """The failed one of two verdicts; the first one if neither failed, or if it is the only one."""
    return other if other is not None and (verdict is None or (verdict.passed and not other.passed)) else verdict


def report_verdict(verdict: Verdict, options: argparse.Namespace) -> Verdict:
    """Prints a verdict, on stdout before a summary, and remembers whether it failed."""
    is_document = any(getattr(options, name, None) for name in ("json", "report", "markdown", "latex"))
    is_document = is_document or getattr(options, "csv", None) == "-"
    summary = not is_document and options.output in (None, "-")
    end_seconds()
    stream = sys.stdout if summary else sys.stderr
    paint = Paint.for_stream(stream)
    print(paint.strong(str(verdict)) if verdict.passed else paint.bad(str(verdict)), file=stream, flush=True)
    options.limit_kept = verdict.passed and getattr(options, "limit_kept", True)
    return verdict


def check_groups_limit(
    title: str, analyses: Mapping[str, Any], options: argparse.Namespace, verdict: Verdict | None
) -> Verdict | None:
    """Says whether the highest rate of a group keeps its limit; returns the failed one of the two verdicts, if one did.

    A group without reference words has no rate: it fails if it has errors.
    """
    if options.max_group_wer is None:
        return verdict
    for row in analyses["slices"].rows:
        if row.rate is None and row.counts.errors:
            what = f"{title} of {row.column} {row.name} is undefined: {quantity(row.counts.errors, 'error')}, no words"
            return failed_of(verdict, report_verdict(Verdict(False, what), options))
    rows = [row for row in analyses["slices"].rows if row.rate is not None]
    highest = max(rows, key=lambda row: row.rate, default=None)
    highest_title = f"highest {title}, of {highest.column} {highest.name}," if highest else f"highest {title}"
    return failed_of(verdict, check_limit(highest_title, highest and highest.rate, options.max_group_wer, options))


def verdicts_of_groups(
    title: str, analyses: Mapping[str, Any], options: argparse.Namespace
) -> list[tuple[str, Verdict]]:
    """The name and the verdict of each group, if groups have a limit; those without words and errors are left out."""
    most = options.max_group_wer
    rows = analyses["slices"].rows if most is not None else ()
    named = [(f"{title} of {row.column} {row.name}", row) for row in rows if row.rate is not None or row.counts.errors]
    return [(name, of_rate(name, row.rate, most)) for name, row in named]


def end(options: argparse.Namespace) -> None:
    """Ends the program if a limit was not kept, once everything is written."""
    if not getattr(options, "limit_kept", True):
        sys.exit(NOT_KEPT)
