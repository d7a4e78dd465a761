"""The report of totals, whatever they scored: the summary, the JSON or a report that needs only sums."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping
from itertools import chain

from ...formats.values import replace
from ..analysis.breakdown import Breakdown
from ..batches.analyses import Wanted
from ..batches.files import AnySum
from ..kws import Job, KwsResult
from ..segments.totals import Totals as LabelTotals
from ..words.totals import Totals
from . import text_report_kws, text_report_segments
from .analyses import analyses_dict, analysis_lines, of_parts
from .colour import Paint
from .delivery import deliver, deliver_document, deliver_lines, deliver_report
from .intervals import UTTERANCE, interval_lines, interval_of
from .nothing_scored import check_keywords, check_labels, check_words
from .text_report import rates, source_lines


def wanted_of(options: argparse.Namespace) -> Wanted | None:
    """The analyses that the options name, for each part; None without any."""
    chosen = of_parts(options)
    return Wanted(chosen, options.slices) if chosen else None


def write(total: AnySum, options: argparse.Namespace, analyses: Mapping[str, Breakdown] | None = None) -> None:
    """Writes the summary, the JSON or a report of a sum, with the sums of analyses."""
    if isinstance(total, Totals):
        _write_words(total, options, analyses or {})
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
        deliver_report([bytes(shown)], options.report, options.output)
    elif options.json:
        deliver([text_report_kws.json_text(job, options.keywords)], options.output)
    else:
        deliver_lines(text_report_kws.summary(job), options.output)


def _write_words(total: Totals, options: argparse.Namespace, analyses: Mapping[str, Breakdown]) -> None:
    if (name := getattr(options, "name", None)) is not None:
        total = replace(total, ref_name=name, hyp_name=name)
    check_words(total)
    if options.report:
        deliver([bytes(total.report(options.report))], options.output)
        return
    interval = interval_of(total, options.interval, getattr(options, "slice_unit", None) or UTTERANCE)
    if options.json:
        more = {**({"interval": interval} if interval else {}), **analyses_dict(analyses)}
        deliver_document({**total.to_dict(), **more}, options.output)
    else:
        paint = Paint.for_output(options.output)
        deliver_lines(chain(_summary(total, interval, paint), analysis_lines(analyses, paint)), options.output)


def _summary(totals: Totals, interval: Mapping[str, object], paint: Paint) -> Iterator[str]:
    yield from source_lines(totals, paint)
    yield ""
    yield from rates(totals, paint)
    if totals.settings.chain is not None:
        yield "The rate without --normalise is not known of files in pieces; score them without it as well."
    yield from interval_lines(interval)
    yield ""
    yield paint.quiet(totals.signature)
