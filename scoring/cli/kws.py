"""`scorelite kws`: keyword spotting, with its own options, or with those of NIST's KWSEval.

A command line is read as KWSEval reads it if it has options of KWSEval and none that only scorelite has.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from ...formats.engine.formulas import CSV_FORMULAS
from ...formats.errors import UsageError
from ..compat.programs.f4de.options import is_option
from ..kws.declared import SETTINGS
from ..report.kws import NAMES, PICTURES
from ..words.declared import BY_NAME as WORDS
from .grammar import Names, Parser, Several, check_effects
from .normalisers import add_changes
from .pictures import add_plot
from .settings import add_setting
from .shared_options import add_csv, add_per_file, add_shards, add_width
from .text_report_kws import ROWS
from .values import count

FILES = ("ecf", "rttm", "kwlist", "kwslist")
REPORTS = (*NAMES, "cond.sys", "cond.raw", "cond.sum", "cond.bsum", "stats")
FORMS = ("txt", "csv", "html")
EPILOG = """\
examples:
  scorelite kws --ecf e.xml --rttm r.rttm --kwlist k.xml --kwslist s.xml              print a summary
  scorelite kws --ecf e.xml --rttm r.rttm --kwlist k.xml --kwslist s.xml --check      report problems of the files
  scorelite kws ... --per-file                                                        a row for each recording
  scorelite kws ... --csv keywords.csv                                                a row for each keyword
  scorelite kws ... --out x. --report sum,bsum,alignment --form txt,csv               x.sum.txt, x.sum.csv ...
  scorelite kws -e e.xml -r r.rttm -t k.xml -s s.xml -f x -o -b -c                    options of KWSEval
  scorelite kws scores.csv                                                            wake words: false alarms per hour
  scorelite kws score.txt --labels data.list --per-hour 0.5                           the same for files of wekws

reports:
  sys raw     table in percent, in counts: a row for each --rows, then sum, mean, deviation and median
  pra         every occurrence and detection by recording, channel and time
  dtl         rates, the worst keywords, confusions between keywords
  sgml        pra for programs
  sum bsum    KWSEval's summary, and its report by keyword; alignment: its alignment.csv; det: points of the curve
  cond.NAME   sys, raw, sum or bsum of the subsets
  stats       of a table of scores: threshold, false alarms per hour and miss rate, as wekws writes them

TABLE has a row for each clip: csv, tsv or JSON lines with the columns id, score, label (1 or 0, or the keyword) and
seconds, and keyword if there are several. Only clips without the keyword count as hours.

A command line with options of KWSEval and none of the above is read as KWSEval reads it, and reproduces the defects
that change KWSEval's numbers (--strict-f4de). Its options:
  -e --ecffile  -r --rttmfile  -t --termfile  -s --sysfile  -f --file-root                 files
  -o --osummary-report  -b --block-summary-report  -O -B for conditions                    reports
  -c --csv-of-alignment  -d --det-curve  -D --DET-conditional-curve  -y TXT|CSV|HTML
  -g --gsegment-based-alignment  -F --Find-threshold  -S --Similarity-threshold            alignment
  -N --Namefile  -Y --YSourcetype  -T --Term  -q --query  -G --Group-by-targ  -w --words-oov
  -k --koefcorrect  -K --Koefincorrect  -n --number-trials-per-sec  -p --prob-of-term
  -P --Pooled-DETs  -inc --include-blocks-w-notargs  -j --just-system-terms  -x --xprefilterText
  -zG --zGlobalMeasures MAP|MAPpct|Optimum|Supremum  -zI --zIsoRatioDAF  -iso --iso-lines
  --zincludeRowTotals  --ExcludeCountsFromReports  -C --Clean-DETs-folder  -I -X -a -m are accepted

exit codes: 0 scored; 1 output could not be written, or --check found problems; 2 wrong input or command line;
with KWSEval's options those of KWSEval: 1 for errors, 255 where KWSEval would die
"""
DESCRIPTION = (
    "Scores keyword spotting as NIST's KWSEval does: actual and maximum term-weighted value;\n"
    "or wake words, in one table of scores: misses and false alarms per hour."
)
WAKE_WORDS = ("labels", "per_hour", "step", "skip")
OFTEN = (
    *("--ecf", "--rttm", "--kwlist", "--kwslist", "--normalise"),
    *("--report", "--json", "--page", "--out", "--per-hour"),
)
"""The options that the short help shows."""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("table", metavar="TABLE", nargs="?", help="scores of wake words, instead of the four files")
    for name, text in (
        ("ecf", "searched regions: ECF, or others such as UEM"),
        ("rttm", "reference: RTTM, or words with timestamps such as CTM, TextGrid"),
        ("kwlist", "keywords: KWList, or a text with one per line"),
        ("kwslist", "detections: KWSList, or labels with timestamps and scores such as CTM"),
    ):
        parser.add_argument(f"--{name}", metavar="FILE", help=text)
    _add_wake_words(parser)
    _add_output(parser)
    _add_scoring(parser)
    _add_subsets(parser)
    add_shards(parser, "--ecf, --rttm and --kwslist", "--out")


def run_kwseval(words: Sequence[str]) -> int | None:
    """Runs a command line of KWSEval's grammar and returns its exit code; None for one of ours."""
    return None if _is_ours(words) else kwseval(words)


def kwseval(words: Sequence[str]) -> int:
    """Runs KWSEval's command line, whatever its options are, and returns its exit code."""
    from ..compat.programs.f4de import kwseval

    return kwseval.run(words, _parser().format_help)


def _is_ours(words: Sequence[str]) -> bool:
    """True for a command line of our grammar: it has an option of ours, or none that KWSEval has and we have not.

    Options of KWSEval have one dash, or are long names that may be shortened; `--ecf` and `--rttm` are options of ours.
    """
    if words[:1] and words[0][:1] != "-":
        return True  # KWSEval has no operands
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
    group.add_argument("--check", action="store_true", help="report all problems of the files instead of scoring")
    group.add_argument("--json", action="store_true", help="print the numbers as JSON")
    add_csv(group, "keyword")
    group.add_argument("--keywords", action="store_true", help="with --json: every keyword")
    group.add_argument(
        "--report", type=Names(REPORTS), action=Several, metavar="NAMES", help=f"reports: {', '.join(REPORTS)}"
    )
    group.add_argument("--rows", choices=ROWS, help="rows of sys and raw (default: keyword)")
    add_per_file(group, "recording")
    add_width(group)
    group.add_argument(
        "--form", type=Names(FORMS), action=Several, metavar="NAMES", help="forms of sum and bsum: txt, csv, html"
    )
    group.add_argument(
        "--csv-formulas",
        choices=CSV_FORMULAS,
        help="cells of csv that a spreadsheet would run (they begin with = + - @); quote: put an apostrophe in front "
        "(default: keep)",
    )
    add_changes(group)
    group.add_argument("--out", metavar="PREFIX", help="prefix of report files (default: stdout)")
    group.add_argument(
        "--measure",
        type=Names(("MAP", "MAPpct", "Optimum", "Supremum")),
        action=Several,
        metavar="NAMES",
        help="additional columns of sum and bsum: MAP, MAPpct, Optimum, Supremum",
    )
    add_plot(group, PICTURES, "; for TABLE --json, which has the rates of every threshold")
    group.add_argument("--page", metavar="FILE", help="HTML page: curve, table of keywords, every error on a timeline")


def _add_wake_words(root: argparse.ArgumentParser) -> None:
    group = root.add_argument_group("wake words (of TABLE)")
    group.add_argument(
        "--labels", metavar="FILE", help="wekws' list of clips (key, txt, duration); TABLE has its scores by frame"
    )
    group.add_argument(
        "--per-hour", type=float, metavar="N", help="allowed false alarms per hour, for the miss rate (default: 1)"
    )
    group.add_argument(
        "--step", type=float, metavar="N", help="distance between thresholds of the curve (default: 0.01)"
    )
    group.add_argument(
        "--skip",
        type=count,
        metavar="FRAMES",
        help="frames to skip after a false alarm (default: 50)",
    )


def _add_scoring(root: argparse.ArgumentParser) -> None:
    group = root.add_argument_group("scoring")
    for setting in SETTINGS:
        add_setting(group, setting)
    group.add_argument(
        "--prefilter",
        type=Names(("charsplit", "notASCII", "deleteHyphens")),
        action=Several,
        default=(),
        metavar="NAMES",
        help="charsplit: score characters; with it notASCII: keep ASCII words whole, deleteHyphens",
    )
    add_setting(group, WORDS["normalise"])
    group.add_argument("--strict-f4de", action="store_true", help="reproduce the defects that change KWSEval's numbers")


def _add_subsets(root: argparse.ArgumentParser) -> None:
    group = root.add_argument_group("subsets (for the reports cond.NAME; at most one of these)")
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
    if options.table is not None:
        from .kws_table import run_table

        run_table(options)
        return
    check_effects(options, [(name, False, "TABLE, the scores of wake words") for name in WAKE_WORDS])
    if "stats" in (options.report or ()):
        raise UsageError("--report stats needs TABLE, the scores of wake words")
    if lacking := [f"--{name}" for name in FILES if getattr(options, name) is None]:
        raise UsageError(f"{', '.join(lacking)} missing; expected all four files, or TABLE, the scores of wake words")
    from .kws_scores import run  # needs numpy

    run(options)
