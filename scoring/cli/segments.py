"""`scorelite segments REF HYP`: labels with times, one file against another."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ...formats.errors import UsageError
from ..common.published import measure_like, with_published
from ..report import page_pieces
from ..report.segments import NAMES as REPORTS
from ..report.segments import PICTURES
from ..segments.declared import SETTINGS
from ..segments.measures import MEASURES, NAMES, measure_of
from ..segments.usual import held, usual_measure
from ..words.declared import BY_NAME as WORDS
from .delivery import deliver
from .grammar import by_option, check_effects, refuse_together
from .limits import add_limit, check_limit, end
from .nothing_scored import check_segments
from .pictures import add_plot, check_plots, draw
from .settings import add_setting, given
from .shared_options import (
    TIERS,
    add_csv,
    add_formats_and_tiers,
    add_per_file,
    add_shards,
    add_width,
    check_width,
    csv_effect,
    deliver_csv,
    use_per_file,
)
from .text_report_segments import write
from .verdicts import add_verdict, check_verdicts, deliver_verdicts, gate_of_segments
from .warnings import warn_if_one_file, warn_if_swapped

if TYPE_CHECKING:
    from ..analysis.breakdown import Breakdown
    from ..segments.result import SegmentResult

EXAMPLES = """\
examples:
  scorelite segments ref.rttm hyp.rttm --measure diarisation --collar 0.25 --uem all.uem
  scorelite segments ref.TextGrid hyp.TextGrid --tier sounds --report sys
  scorelite segments ref.rttm hyp.rttm --measure diarisation --convention pyannote --json

exit codes: 0 scored; 1 a limit was exceeded, or output could not be written; 2 wrong input or command line
"""
_INPUT = (*TIERS, "ref_format", "hyp_format", "by", "encoding", "missing", "strip_id")
_SETTINGS = {setting.name: setting.flag for setting in SETTINGS}
OFTEN = (
    *("--measure", "--collar", "--uem", "--convention", "--tier"),
    *("--missing", "--report", "--json", "--page", "--max-rate"),
    *("--output",),
)
"""The options that the short help shows."""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    measures = "".join(f"  {entry.name:<16} {entry.summary}\n" for entry in MEASURES)
    parser.description = "Scores labels with timestamps against a reference: speakers, sound events, classes."
    parser.epilog = f"measures:\n{measures}\n{EXAMPLES}"
    parser.add_argument("ref", metavar="REF", help="the reference: a file, or a folder with files of recordings")
    parser.add_argument("hyp", metavar="HYP", help="the hypothesis, a file or a folder")
    _add_input(parser.add_argument_group("input"))
    _add_settings(parser.add_argument_group("measure"))
    _add_output(parser.add_argument_group("output"))
    add_shards(parser, "REF and HYP, and --uem if it is given,", "-o")


def _add_input(group: argparse._ArgumentGroup) -> None:
    add_formats_and_tiers(group)
    group.add_argument("--uem", metavar="FILE", help="score only the regions of this UEM file")
    group.add_argument(
        "--by",
        choices=("auto", "speaker", "text"),
        default="auto",
        help="the value of a segment: its speaker or its text (default: auto, by measure and content)",
    )
    add_setting(group, WORDS["encoding"])
    recordings = (
        "recordings without a hypothesis: reject them, leave them out, or score them as missed (default: delete)"
    )
    add_setting(group, WORDS["missing"], default="delete", help=recordings)
    add_setting(group, WORDS["strip_id"])


def _add_settings(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--measure",
        type=_measure,
        choices=NAMES,
        metavar="NAME",
        help="what to count, see below (default: diarisation of two files of turns, such as rttm, else classes)",
    )
    for setting in SETTINGS:
        add_setting(group, setting)


def _measure(name: str) -> str:
    try:
        return measure_of(name).name
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _add_output(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--json", action="store_true", help="all results as JSON")
    group.add_argument(
        "--report",
        choices=tuple(REPORTS),
        help="sys: a table in percent; raw: in seconds or numbers; pra: a listing of all segments; dtl: confusions; "
        "sgml: pra for programs; lengths: how long labels are",
    )
    group.add_argument(
        "--page",
        metavar="FILE",
        help="HTML page: both sides and their errors on a timeline",
    )
    add_plot(group, PICTURES)
    group.add_argument("--rows", choices=("auto", "class", "file"), help="rows of a table (default: auto)")
    group.add_argument(
        "--explain",
        metavar="RATE",
        help="diarisation: find the conventions (rules, collar, overlap, regions, average) that give a published DER, "
        "such as 13.94",
    )
    group.add_argument(
        "--slice",
        metavar="COLUMN",
        action="append",
        default=[],
        help="the rates of groups of recordings: a column of --slices, ranges of its numbers as in snr:0-10-20, or "
        "speakers, the number of them in the reference; repeatable",
    )
    group.add_argument(
        "--slices", metavar="FILE", help="a table with a row for each recording, whose columns --slice names"
    )
    add_csv(group, "recording, or with --slice for each group")
    add_per_file(group, "file")
    add_limit(group, "--max-rate", "error rate of the measure")
    add_verdict(group)
    add_width(group)
    group.add_argument("-o", "--output", metavar="FILE", help="default: stdout")


def run(options: argparse.Namespace) -> None:
    """Scores and prints."""
    if options.csv != "-":  # whose rows are those of --per-file
        use_per_file(options, "file")
    if (options.ref, options.hyp) != ("-", "-"):
        options.ref, options.hyp = held(options.ref), held(options.hyp)
    usual = "classes" if options.by == "text" else usual_measure(options.ref, options.hyp)
    options.measure = measure_like("segments", options.like, options.measure, usual)
    check_verdicts(options, options.max_rate is not None, "--max-rate")
    rated = measure_of(options.measure).error_rate
    check_effects(
        options,
        (
            ("rows", options.report in ("sys", "raw"), "--report sys or raw"),
            ("width", options.report == "pra", "--report pra"),
            ("explain", not (options.report or options.shards or options.csv == "-"), "the summary or --json of files"),
            csv_effect(options, "json", "report"),
            ("slice", not (options.report or options.shards), "the summary, --json or --csv of files"),
            ("slices", options.slice, "--slice COLUMN"),
            ("max_rate", rated, "a --measure with an error rate"),
            ("verdict", rated and not options.shards, "a --measure with an error rate; --shards has none"),
        ),
    )
    refuse_together(options, ("json", "report"))
    check_effects(options, [(name, options.shards, "--shards") for name in ("skip_broken", "threads")])
    if options.report == "lengths":
        for name in ("uem", *_SETTINGS):
            if getattr(options, name) is not None:
                option = _SETTINGS.get(name, "--uem")
                raise UsageError(f"{option} has no effect on --report lengths, which counts all labels as they are")
    check_width(options)
    check_plots(options)
    if options.shards:
        from .shards import score_label_shards

        score_label_shards(options, _keywords(options))
        return
    result = _scored(options)
    check_segments(result)
    made: dict[str, Breakdown] = {}
    if options.explain is not None:
        made["explain"] = result.explain(options.explain)
    if options.slice:
        # Imported only now: few scores have groups.
        from ..analysis.of_recordings import recording_groups

        made["slices"] = recording_groups(result, options.slice, options.slices)
    if options.ref_tier == options.hyp_tier:
        warn_if_one_file(options.ref, options.hyp)
    if options.page:
        deliver(page_pieces([result]), options.page)
    title = "DER" if result.record.error_rate == "der" else "error rate"
    verdict = check_limit(title, result.error_rate, options.max_rate, options)
    draw([result], options)
    deliver_verdicts(lambda: gate_of_segments(result, title, verdict, options), options)
    deliver_csv(made.get("slices", result), options)
    if options.csv != "-":
        write(result, options, made)
    end(options)


def _scored(options: argparse.Namespace) -> SegmentResult:
    from ..segments.api import score_segment_files

    keywords = _keywords(options)
    warn_if_swapped(options.ref, options.hyp)
    return score_segment_files(options.ref, options.hyp, uem=options.uem, **keywords)


def _keywords(options: argparse.Namespace) -> dict[str, Any]:
    """The keywords of `score_segment_files`, but for the files."""
    chosen = given(options, [*_SETTINGS])
    _check_settings(options.measure, chosen)
    return {"measure": options.measure, **chosen, **{name: getattr(options, name) for name in _INPUT}}


def _check_settings(name: str, chosen: Mapping[str, Any]) -> None:
    """Refuses options that have no effect on the measure, and values that it cannot take."""
    measure = measure_of(name)
    names = [field.name for field in fields(measure.settings) if field.name in _SETTINGS]
    for option in chosen:
        if option not in names:
            expected = f"its options: {', '.join(_SETTINGS[each] for each in names)}" if names else "it has no options"
            raise UsageError(f"{_SETTINGS[option]} has no effect on --measure {name}; {expected}")
    try:
        measure.settings(**with_published("segments", chosen, measure.settings))
    except UsageError as error:
        raise by_option(error, _SETTINGS) from None
