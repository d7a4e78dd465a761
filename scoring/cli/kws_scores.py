"""Work of `scorelite kws` once its options are known: problems of the files, or scores and reports."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence

from ...formats.engine.output import write_file
from ...formats.errors import UsageError, quantity
from ..compat.programs.f4de.options import named
from ..kws import KWSEVAL, SCORELITE, Conditions, Job, KwsSettings, check, score_files
from ..kws.declared import SETTINGS
from ..kws.excerpts import pattern
from ..report import page_pieces
from ..report.kws.options import KwsReportOptions
from ..report.kws.render import render_sets
from .delivery import deliver, deliver_lines, deliver_report
from .grammar import by_option, check_effects, refuse_together
from .messages import warn
from .normalisers import change_lines
from .nothing_scored import check_keywords
from .pictures import check_plots, draw
from .settings import given
from .shards import score_detection_shards
from .shared_options import csv_effect, deliver_csv, use_per_file
from .text_report_kws import json_text, summary
from .wrapping import columns_of_listing

PROBLEMS = 1
THRESHOLD = 0.5
# Settings of numbers with their defaults, and settings of what is aligned, which listings show too.
_OF_NUMBERS = ("cost", "value", "prior", "trials_per_second", "pooled", "include_empty")
_OF_ALIGNMENTS = ("tolerance", "segments", "listed_only", "only")
_LISTINGS = ("pra", "sgml", "alignment")
_SUBSETS = ("by_source", "by_term", "by_attribute", "by_targets", "by_oov")


def run(options: argparse.Namespace) -> None:
    """Scores and writes what was asked for."""
    use_per_file(options, "recording")
    if options.report == "sys":
        options.report = ("sys",)
    _check_effects(options)
    check_plots(options)
    if options.shards:
        score_detection_shards(options, _settings(options))
    elif options.check:
        _check(options)
    else:
        _score(options)


def _check_effects(options: argparse.Namespace) -> None:
    """Refuses options that have no effect beside the others."""
    reports = {name.removeprefix("cond.") for name in options.report or ()}
    subsets = any(name.startswith("cond.") for name in options.report or ()) or options.json or options.plot
    subsets = subsets or options.page or not (options.report or options.check)
    effects: list[tuple[str, object, str]] = [
        ("keywords", options.json, "--json"),
        ("out", reports or options.shards, "--report or --shards"),
        ("skip_broken", options.shards, "--shards"),
        ("threads", options.shards, "--shards"),
        ("changes", options.normalise, "--normalise"),
        ("form", reports & {"sum", "bsum"}, "--report sum or bsum"),
        ("measure", reports & {"sum", "bsum"}, "--report sum or bsum"),
        ("rows", reports & {"sys", "raw"}, "--report sys or raw"),
        ("width", "pra" in reports, "--report pra"),
        csv_effect(options, "json", "report"),
        ("csv_formulas", "alignment" in reports or "csv" in (options.form or ()), "--form csv or --report alignment"),
    ]
    _check_numbers(options, reports)
    check_effects(options, [*effects, *((name, subsets, "--report cond.NAME") for name in _SUBSETS)])
    if set(options.prefilter) and "charsplit" not in options.prefilter:
        raise UsageError(f"--prefilter {options.prefilter[0]} has no effect without charsplit")
    if options.segments and options.trials_per_second is not None:
        raise UsageError("--trials-per-second has no effect with --segments")
    refuse_together(options, ("json", "report"))
    others = ("json", "report", "changes", "plot", "page", "csv", *_SUBSETS)
    for name in others * options.check:
        refuse_together(options, ("check", name))


def _check_numbers(options: argparse.Namespace, reports: set[str]) -> None:
    """Refuses settings of numbers where the output holds none: in listings of alignments, and with --check."""
    pictures = options.plot or options.page
    listed = bool(reports) and reports <= set(_LISTINGS) and not pictures
    idle = (*_OF_NUMBERS, *_OF_ALIGNMENTS) if options.check else _OF_NUMBERS if listed else ()
    for name in idle:
        if getattr(options, name) not in (None, []):
            where = (
                "--check, which scores nothing" if options.check else f"--report {sorted(reports)[0]}: it lists pairs"
            )
            raise UsageError(f"--{name.replace('_', '-')} has no effect on {where}")


def _settings(options: argparse.Namespace) -> KwsSettings:
    try:
        return KwsSettings(
            **given(options, [setting.name for setting in SETTINGS if setting.name != "threshold"]),
            prefilters=options.prefilter,
            normalise=options.normalise,
            convention=KWSEVAL if options.strict_f4de else SCORELITE,
        )
    except UsageError as error:
        raise by_option(error, {name: f"--{name.replace('_', '-')}" for name in vars(options)}) from None


def _threshold(options: argparse.Namespace) -> float:
    """The score that accepts a label."""
    return THRESHOLD if options.threshold is None else float(options.threshold)


def _check(options: argparse.Namespace) -> None:
    """Prints every problem on a line of its own."""
    files = options.ecf, options.rttm, options.kwlist, options.kwslist
    count = 0
    lines: list[str] = []
    for problem in check(*files, _settings(options), _threshold(options)):
        count += 1
        lines.append(f"{problem}\n")
    lines.append(f"{quantity(count, 'problem')}\n")
    deliver((line.encode("utf-8", "replace") for line in lines), None)
    if count:
        sys.exit(PROBLEMS)


def _score(options: argparse.Namespace) -> None:
    conditions = Conditions(
        source_types=named(options.by_source),
        terms=named(options.by_term),
        queries=options.by_attribute,
        by_targets=options.by_targets,
        by_oov=options.by_oov,
    )
    job = score_files(
        options.ecf,
        options.rttm,
        options.kwlist,
        options.kwslist,
        settings=_settings(options),
        conditions=conditions,
        files=options.only,
        threshold=options.threshold,
    )
    check_keywords(job, options.rttm, options.kwlist)
    _check_subsets(options, conditions, job)
    for text in job.result.notices if options.report or options.csv == "-" else ():
        warn(text)  # the summary and JSON have it themselves
    _pictures(options, job)
    if options.changes:
        deliver(change_lines(job.changes()), options.changes)
    deliver_csv(job.result, options)
    if options.report:
        # All reports are begun before the first one is written, so that a wrong option leaves no files behind.
        for suffix, chunks in list(_reports(options, job)):
            deliver_report(chunks, suffix.partition(".")[0], _path(options, suffix))
    elif options.json:
        deliver([json_text(job, options.keywords)], None)
    elif options.csv != "-":
        deliver_lines(summary(job), None)


def _path(options: argparse.Namespace, suffix: str) -> str | None:
    return None if options.out in (None, "-") else f"{options.out}{suffix}"


def _any_keyword(job: Job, patterns: Sequence[str]) -> bool:
    """Whether an id of a keyword has one of the patterns."""
    return any(pattern(text).search(entry.id) for text in patterns for entry in job.result.entries)


def _check_subsets(options: argparse.Namespace, conditions: Conditions, job: Job) -> None:
    """Refuses subsets that hold nothing, and reports of subsets without any."""
    for option, groups in (("--by-term", conditions.terms), ("--by-source", conditions.source_types)):
        for name, patterns in groups.items():
            # A subset by keyword shows keywords without trials, whether it names them or not.
            unknown = option == "--by-term" and not options.pooled and not _any_keyword(job, patterns)
            if unknown or (name not in job.results and name not in job.skipped):
                what = "keyword has this id" if option == "--by-term" else "recording has this source type"
                raise UsageError(f"{option} {','.join(patterns)}: no {what}")
    if options.by_attribute and not job.groups:
        raise UsageError(f"--by-attribute {options.by_attribute[0]}: no keyword has this attribute")
    missing = [name for name in options.report or () if name.startswith("cond") and not job.groups]
    if missing:
        raise UsageError(f"--report {missing[0]}: there are no subsets; choose them with --by-source, --by-term ...")


def _reports(options: argparse.Namespace, job: Job) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yields the end of the file name and the bytes of each report."""
    for name in options.report:
        group = "cond." if name.startswith("cond.") else ""
        sets = list(job.results.values()) if group else [job.result]
        for form in (options.form or ("txt",)) if name.endswith("sum") else ("txt",):
            shown = KwsReportOptions(
                form=form,
                measures=() if name == "cond.bsum" else options.measure or (),
                rows=options.rows or "keyword",
                width=options.width or columns_of_listing(options.out),
                csv_formulas=options.csv_formulas or "keep",
                title=os.path.basename(options.kwslist),
                ref_name=options.rttm,
                hyp_name=options.kwslist,
            )
            for suffix, chunks in render_sets(sets, name.removeprefix(group), shown):
                yield group + suffix.decode().removeprefix("."), chunks


def _pictures(options: argparse.Namespace, job: Job) -> None:
    sets = [job.result, *job.results.values()]
    draw(sets, options)
    if options.page:
        write_file(options.page, page_pieces(sets))
