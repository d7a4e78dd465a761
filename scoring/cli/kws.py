"""`scorelite kws`: keyword spotting, with its own options, or with those of NIST's KWSEval.

A command line is read as KWSEval reads it if it has options of KWSEval and none that only scorelite has.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import TYPE_CHECKING, Any

from ...formats.engine.formulas import CSV_FORMULAS
from ...formats.engine.output import write_file
from ...formats.errors import UsageError, quantity
from ..compat.f4de.options import is_option, named
from ..kws import KWSEVAL, SCORELITE, KwsSettings
from ..report.kws import NAMES
from .delivery import deliver, deliver_report
from .grammar import Names, Parser, check_effects, refuse_together
from .keyword_output import ROWS, json_text, summary_text
from .normalisers import add_changes, add_normalise, change_lines
from .nothing import check_keywords
from .shard_options import add_shards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..kws import Conditions, Job

REPORTS = (*NAMES, "cond.sys", "cond.raw", "cond.sum", "cond.bsum")
FORMS = ("txt", "csv", "html")
EPILOG = """\
examples:
  scorelite kws --ecf e.xml --rttm r.rttm --kwlist k.xml --kwslist s.xml              print a summary
  scorelite kws --ecf e.xml --rttm r.rttm --kwlist k.xml --kwslist s.xml --check      find problems of the files
  scorelite kws ... --report sys --rows recording                                     table in sclite's form
  scorelite kws ... --out x. --report sum,bsum,alignment --form txt,csv               x.sum.txt, x.sum.csv ...
  scorelite kws -e e.xml -r r.rttm -t k.xml -s s.xml -f x -o -b -c                    options of KWSEval

reports:
  sys raw     table in percent, in counts: a row for each --rows, then sum, mean, deviation and median
  pra         every occurrence and detection by recording, channel and time
  dtl         rates, the worst keywords, confusions between keywords
  sgml        pra for programs
  sum bsum    KWSEval's summary, and its report by keyword; alignment: its alignment.csv; det: points of the curve
  cond.NAME   sys, raw, sum or bsum of the subsets

A command line with options of KWSEval and none of the above is read as KWSEval reads it, and the defects that move
KWSEval's numbers are reproduced (--strict-f4de). Its options:
  -e --ecffile  -r --rttmfile  -t --termfile  -s --sysfile  -f --file-root                 files
  -o --osummary-report  -b --block-summary-report  -O -B for conditions                    reports
  -c --csv-of-alignment  -d --det-curve  -D --DET-conditional-curve  -y TXT|CSV|HTML
  -g --gsegment-based-alignment  -F --Find-threshold  -S --Similarity-threshold            alignment
  -N --Namefile  -Y --YSourcetype  -T --Term  -q --query  -G --Group-by-targ  -w --words-oov
  -k --koefcorrect  -K --Koefincorrect  -n --number-trials-per-sec  -p --prob-of-term
  -P --Pooled-DETs  -inc --include-blocks-w-notargs  -j --just-system-terms  -x --xprefilterText
  -zG --zGlobalMeasures MAP|MAPpct|Optimum|Supremum  -zI --zIsoRatioDAF  -iso --iso-lines
  --zincludeRowTotals  --ExcludeCountsFromReports  -C --Clean-DETs-folder  -I -X -a -m are accepted

exit codes: 0 scored; 1 the output could not be written, or --check found problems; 2 the input or the command line is
wrong; with KWSEval's options those of KWSEval: 1 where something is wrong, 255 where KWSEval would die
"""
DESCRIPTION = "Scores keyword spotting as NIST's KWSEval does: term-weighted value, actual and at best."
PROBLEMS = 1
THRESHOLD = 0.5
# Settings of numbers with their defaults, and settings of what is aligned, which listings show too.
_OF_NUMBERS: dict[str, object] = {
    "cost": 0.1,
    "value": 1.0,
    "prior": 0.0001,
    "trials_per_second": None,
    "pooled": False,
    "include_empty": False,
}
_OF_ALIGNMENTS: dict[str, object] = {"tolerance": 0.5, "segments": False, "listed_only": False, "only": []}
_LISTINGS = ("pra", "sgml", "alignment")
_SUBSETS = ("by_source", "by_term", "by_attribute", "by_targets", "by_oov")


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    for name, text in (
        ("ecf", "what was searched: ECF, or regions such as UEM"),
        ("rttm", "what was said: RTTM, or words with times such as CTM, TextGrid"),
        ("kwlist", "keywords: KWList, or a text with one per line"),
        ("kwslist", "what was found: KWSList, or labels with times and scores such as CTM"),
    ):
        parser.add_argument(f"--{name}", required=True, metavar="FILE", help=text)
    _add_output(parser)
    _add_scoring(parser)
    _add_subsets(parser)
    add_shards(parser, "--ecf, --rttm and --kwslist", "--out")


def run_kwseval(words: Sequence[str]) -> int | None:
    """Runs a command line of KWSEval's grammar and returns its exit code; None for one of ours."""
    return None if _is_ours(words) else kwseval(words)


def kwseval(words: Sequence[str]) -> int:
    """Runs KWSEval's command line, whatever its options are, and returns its exit code."""
    from ..compat.f4de import kwseval

    return kwseval.run(words, _parser().format_help)


def _is_ours(words: Sequence[str]) -> bool:
    """True for a command line of our grammar: it has an option of ours, or none that KWSEval has and we have not.

    Options of KWSEval have one dash, or are long names that may be shortened; `--ecf` and `--rttm` are options of ours.
    """
    ours = set(_parser()._option_string_actions)
    options = [word.partition("=")[0] for word in words if re.match("--?[A-Za-z]", word)]
    theirs = [name for name in options if is_option(name.lstrip("-")) and name not in ours]
    return not theirs or any(name in ours and not is_option(name.lstrip("-")) for name in options)


def _parser() -> Parser:
    """Grammar of our own options."""
    root = Parser(prog="scorelite kws")
    add(root)
    return root


def _add_output(root: argparse.ArgumentParser) -> None:
    group = root.add_argument_group("output")
    group.add_argument("--check", action="store_true", help="print all problems of the files, and do not score")
    group.add_argument("--json", action="store_true", help="print the numbers as JSON")
    group.add_argument("--keywords", action="store_true", help="with --json: every keyword")
    group.add_argument("--report", type=Names(REPORTS), metavar="NAMES", help=f"reports: {', '.join(REPORTS)}")
    group.add_argument("--rows", choices=ROWS, help="rows of sys and raw (default: keyword)")
    group.add_argument("--width", type=int, metavar="COLUMNS", help="width of pra (default: 100)")
    group.add_argument("--form", type=Names(FORMS), metavar="NAMES", help="forms of sum and bsum: txt, csv, html")
    group.add_argument(
        "--csv-formulas",
        choices=CSV_FORMULAS,
        help="cells of csv that a spreadsheet would run (they begin with = + - @); quote: put an apostrophe in front "
        "(default: keep)",
    )
    add_changes(group)
    group.add_argument("--out", metavar="PREFIX", help="begin of the names of report files (default: stdout)")
    group.add_argument(
        "--measure",
        type=Names(("MAP", "MAPpct", "Optimum", "Supremum")),
        metavar="NAMES",
        help="further columns of sum and bsum: MAP, MAPpct, Optimum, Supremum",
    )
    group.add_argument("--plot", metavar="FILE", help="DET curve as .svg, .png or .pdf (needs matplotlib)")
    group.add_argument("--plot-thresholds", metavar="FILE", help="rates and value at every threshold, likewise")
    group.add_argument("--page", metavar="FILE", help="HTML page: curve, table of keywords, every error on a timeline")


def _add_scoring(root: argparse.ArgumentParser) -> None:
    group = root.add_argument_group("scoring")
    number: Any = {"type": float, "metavar": "N"}
    group.add_argument("--gap", default=0.5, help="longest silence inside a keyword, in s (default: 0.5)", **number)
    group.add_argument(
        "--tolerance", default=0.5, help="how far a detection's middle may be off, in s (default: 0.5)", **number
    )
    group.add_argument("--cost", default=0.1, help="cost of a false alarm (default: 0.1)", **number)
    group.add_argument("--value", default=1.0, help="value of a hit (default: 1)", **number)
    group.add_argument("--prior", default=0.0001, help="prior probability of a keyword (default: 0.0001)", **number)
    group.add_argument("--trials-per-second", help="default: 1", **number)
    group.add_argument(
        "--threshold",
        help="score that accepts a label, where a file has no decisions (default: 0.5)",
        **number,
    )
    group.add_argument("--segments", action="store_true", help="take segments as trials instead of seconds")
    group.add_argument("--pooled", action="store_true", help="pool all keywords into one")
    group.add_argument("--include-empty", action="store_true", help="count false alarms of keywords without targets")
    group.add_argument("--listed-only", action="store_true", help="leave out keywords that the system does not list")
    group.add_argument(
        "--prefilter",
        type=Names(("charsplit", "notASCII", "deleteHyphens")),
        default=(),
        metavar="NAMES",
        help="charsplit: score characters; with it notASCII: keep ASCII words whole, deleteHyphens",
    )
    add_normalise(group, "keywords and words")
    group.add_argument("--strict-f4de", action="store_true", help="reproduce the defects that move KWSEval's numbers")


def _add_subsets(root: argparse.ArgumentParser) -> None:
    group = root.add_argument_group("subsets (for the reports cond.NAME; one way at most)")
    group.add_argument(
        "--only", action="append", default=[], metavar="FILE/CHANNEL", help="score only these (patterns)"
    )
    group.add_argument("--by-source", action="append", default=[], metavar="[NAME:]TYPE,...", help="by source type")
    group.add_argument("--by-term", action="append", default=[], metavar="[NAME:]ID,...", help="by keyword")
    group.add_argument(
        "--by-attribute", action="append", default=[], metavar="NAME[:regex=R]", help="by attribute of keywords"
    )
    group.add_argument("--by-targets", action="store_true", help="keywords with and without targets")
    group.add_argument("--by-oov", action="store_true", help="keywords in and out of the system's vocabulary")


def run(options: argparse.Namespace) -> None:
    """Scores and writes what was asked for."""
    _check_effects(options)
    if options.shards:
        from .shards import score_detection_shards

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
        ("csv_formulas", "alignment" in reports or "csv" in (options.form or ()), "--form csv or --report alignment"),
    ]
    _check_numbers(options, reports)
    check_effects(options, [*effects, *((name, subsets, "--report cond.NAME") for name in _SUBSETS)])
    if set(options.prefilter) and "charsplit" not in options.prefilter:
        raise UsageError(f"--prefilter {options.prefilter[0]} has no effect without charsplit")
    if options.segments and options.trials_per_second is not None:
        raise UsageError("--trials-per-second has no effect with --segments")
    refuse_together(options, ("json", "report"))
    others = ("json", "report", "changes", "plot", "plot_thresholds", "page", *_SUBSETS)
    for name in others * options.check:
        refuse_together(options, ("check", name))


def _check_numbers(options: argparse.Namespace, reports: set[str]) -> None:
    """Refuses settings of numbers where the output holds none: in listings of alignments, and with --check."""
    pictures = options.plot or options.plot_thresholds or options.page
    listed = bool(reports) and reports <= set(_LISTINGS) and not pictures
    idle = {**_OF_NUMBERS, **_OF_ALIGNMENTS} if options.check else _OF_NUMBERS if listed else {}
    for name, usual in idle.items():
        if getattr(options, name) != usual:
            where = (
                "--check, which scores nothing" if options.check else f"--report {sorted(reports)[0]}: it lists pairs"
            )
            raise UsageError(f"--{name.replace('_', '-')} has no effect on {where}")


def _settings(options: argparse.Namespace) -> KwsSettings:
    try:
        return KwsSettings(
            gap=options.gap,
            tolerance=options.tolerance,
            cost=options.cost,
            value=options.value,
            prior=options.prior,
            trials_per_second=1.0 if options.trials_per_second is None else options.trials_per_second,
            include_empty=options.include_empty,
            listed_only=options.listed_only,
            pooled=options.pooled,
            segments=options.segments,
            prefilters=options.prefilter,
            normalise=options.normalise,
            convention=KWSEVAL if options.strict_f4de else SCORELITE,
        )
    except UsageError as error:
        # The messages of settings begin with the keyword.
        keyword, _, rest = str(error).partition(" ")
        raise UsageError(f"--{keyword.replace('_', '-')} {rest}" if keyword in vars(options) else str(error)) from None


def _threshold(options: argparse.Namespace) -> float:
    """The score that accepts a label."""
    return THRESHOLD if options.threshold is None else float(options.threshold)


def _check(options: argparse.Namespace) -> None:
    """Prints every problem on a line of its own."""
    from ..kws import check

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
    from ..kws import Conditions, score_files

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
    _pictures(options, job)
    if options.changes:
        deliver(change_lines(job.changes()), options.changes)
    if options.report:
        # All reports are begun before the first one is written, so that a wrong option leaves no files behind.
        for suffix, chunks in list(_reports(options, job)):
            deliver_report(chunks, suffix.partition(".")[0], _path(options, suffix))
    elif options.json:
        deliver([json_text(job, options.keywords)], None)
    else:
        deliver(summary_text(job), None)


def _path(options: argparse.Namespace, suffix: str) -> str | None:
    return None if options.out in (None, "-") else f"{options.out}{suffix}"


def _any_keyword(job: Job, patterns: Sequence[str]) -> bool:
    """Whether an id of a keyword has one of the patterns."""
    from ..kws.excerpts import pattern

    return any(pattern(text).search(entry.id) for text in patterns for entry in job.result.entries)


def _check_subsets(options: argparse.Namespace, conditions: Conditions, job: Job) -> None:
    """Refuses subsets that hold nothing, and reports of subsets without any."""
    for option, groups in (("--by-term", conditions.terms), ("--by-source", conditions.source_types)):
        for name, patterns in groups.items():
            # A subset by keyword shows keywords without trials, whether it names them or not.
            unknown = option == "--by-term" and not options.pooled and not _any_keyword(job, patterns)
            if unknown or (name not in job.results and name not in job.skipped):
                what = "keyword has such an id" if option == "--by-term" else "recording has such a source type"
                raise UsageError(f"{option} {','.join(patterns)}: no {what}")
    if options.by_attribute and not job.groups:
        raise UsageError(f"--by-attribute {options.by_attribute[0]}: no keyword has such an attribute")
    missing = [name for name in options.report or () if name.startswith("cond") and not job.groups]
    if missing:
        raise UsageError(f"--report {missing[0]}: there are no subsets; choose them with --by-source, --by-term ...")


def _reports(options: argparse.Namespace, job: Job) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yields the end of the file name and the bytes of each report."""
    from ..report.kws.options import KwsReportOptions
    from ..report.kws.render import render_sets

    for name in options.report:
        group = "cond." if name.startswith("cond.") else ""
        sets = list(job.results.values()) if group else [job.result]
        for form in (options.form or ("txt",)) if name.endswith("sum") else ("txt",):
            shown = KwsReportOptions(
                form=form,
                measures=() if name == "cond.bsum" else options.measure or (),
                rows=options.rows or "keyword",
                width=options.width or 100,
                csv_formulas=options.csv_formulas or "keep",
                title=os.path.basename(options.kwslist),
                ref_name=options.rttm,
                hyp_name=options.kwslist,
            )
            for suffix, chunks in render_sets(sets, name.removeprefix(group), shown):
                yield group + suffix.decode().removeprefix("."), chunks


def _pictures(options: argparse.Namespace, job: Job) -> None:
    if not (options.plot or options.plot_thresholds or options.page):
        return
    from ..report.engine.curves import kind_of
    from ..report.kws import page as kws_page
    from ..report.kws import plot as kws_plot

    sets = [job.result, *job.results.values()]
    if options.plot:
        write_file(options.plot, [kws_plot.det(sets, kind_of(options.plot))])
    if options.plot_thresholds:
        write_file(options.plot_thresholds, [kws_plot.thresholds(sets[0], kind_of(options.plot_thresholds))])
    if options.page:
        write_file(options.page, kws_page.render(sets))
