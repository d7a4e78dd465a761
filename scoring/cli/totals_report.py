"""The report of totals, whatever they scored: the summary, the JSON or a report that needs only sums."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from ...formats.values import replace
from ..batches.files import AnySum
from ..kws import Job, KwsResult
from ..segments.totals import Totals as LabelTotals
from ..words.totals import Totals
from . import text_report_kws, text_report_segments
from .colour import Paint
from .delivery import deliver, deliver_document, deliver_lines, deliver_report
from .intervals import interval_lines, interval_of
from .nothing_scored import check_keywords, check_labels, check_words
from .text_report import rates, source_lines


def write(total: AnySum, options: argparse.Namespace) -> None:
    """Writes the summary, the JSON or a report of a sum."""
    if isinstance(total, Totals):
        _write_words(total, options)
    elif isinstance(total, LabelTotals):
        _write_labels(total, options)
    else:
        _write_keywords(total, options)


def _write_labels(total: LabelTotals, options: argparse.Namespace) -> None:
    check_labels(total)
    name = getattr(options, "name", None)
    text_report_segments.write(total if name is None else replace(total, ref_name=name, hyp_name=name), options)


def _write_keywords(result: KwsResult, options: argparse.Namespace) -> None:
    job = Job(result)
    check_keywords(job, "these recordings", "the list")
    if options.report:
        rows, name = options.rows or "keyword", options.name or ""
        shown = result.report(options.report, rows=rows, title=os.path.basename(name), ref_name=name, hyp_name=name)
        deliver_report([shown], options.report, options.output)
    elif options.json:
        deliver([text_report_kws.json_text(job, options.keywords)], options.output)
    else:
        deliver_lines(text_report_kws.summary(job), options.output)


def _write_words(total: Totals, options: argparse.Namespace) -> None:
    if (name := getattr(options, "name", None)) is not None:
        total = replace(total, ref_name=name, hyp_name=name)
    check_words(total)
    if options.report:
        deliver([total.report(options.report)], options.output)
        return
    interval = interval_of(total, options.interval)
    if options.json:
        deliver_document({**total.to_dict(), **({"interval": interval} if interval else {})}, options.output)
    else:
        deliver_lines(_summary(total, interval, Paint.for_output(options.output)), options.output)


def _summary(totals: Totals, interval: dict[str, float], paint: Paint) -> Iterator[str]:
    yield from source_lines(totals, paint)
    yield ""
    yield from rates(totals, paint)
    if totals.settings.chain is not None:
        yield "The rate without --normalise is not known of files in pieces; score them without it as well."
    yield from interval_lines(interval)
    yield ""
    yield paint.quiet(totals.signature)
