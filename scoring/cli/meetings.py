"""`scorelite meetings REF HYP`: recordings of several speakers, scored by the cpWER and its family."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ...formats.engine.tiers import tiers_of
from ...formats.errors import UsageError, quantity
from ..common.counts import percent
from ..common.published import measure_like, with_published
from ..meetings.api import score_measures
from ..meetings.declared import SETTINGS
from ..meetings.measures import AMBIGUOUS, MEASURES, NAMES, measure_of, name_of
from ..meetings.result import MeetingResult
from ..meetings.settings import MeetingSettings
from ..report import page_pieces
from ..report.meetings import NAMES as REPORTS
from ..report.meetings import PICTURES
from ..words.declared import BY_NAME as WORDS
from .analyses import add_of_meetings, analyses_dict, analysis_lines, of_slices, read_before, wanted
from .colour import Paint
from .delivery import deliver, dumped
from .grammar import Names, Several, by_option, check_effects
from .intervals import REPLICATIONS
from .limits import add_group_limit, add_limit, check_groups_limit, check_limit, end
from .messages import warn
from .normalisers import add_changes, change_lines, normalisation
from .nothing_scored import check_meetings, check_segments
from .pictures import add_groups, add_plot, check_groups, check_plots, draw
from .settings import add_setting, given
from .shared_options import (
    TIERS,
    add_csv,
    add_formats_and_tiers,
    add_per_file,
    add_width,
    check_width,
    csv_effect,
    deliver_csv,
    use_per_file,
)
from .text_report import painted
from .text_report_segments import names_of_files
from .values import whole
from .verdicts import add_verdict, check_verdicts, deliver_verdicts, gate_of_meetings
from .warnings import warn_if_one_file, warn_if_swapped
from .wrapping import columns_of_listing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..analysis.breakdown import Breakdown
    from ..meetings.sources import ErrorSources
    from ..segments.result import SegmentResult


EXAMPLES = """\
examples:
  scorelite meetings ref.stm hyp.stm --measure cp
  scorelite meetings ref.stm hyp.stm --normalise chime8 --changes log.jsonl
  scorelite meetings ref.stm hyp.seglst.json --measure cp,tcp,orc --collar 5 --report sys
  scorelite meetings ref.stm hyp.stm --sources --report sys
  scorelite meetings ref.stm hyp.stm --with classes=marks.jsonl,failures --slice speaker
  scorelite meetings ref.stm hyp.ctm --measure tcp --collar 5 --uem all.uem --json -o scores.json

exit codes: 0 scored; 1 a limit was exceeded, or output could not be written; 2 wrong input or command line
"""
_INSTEAD = {
    **AMBIGUOUS,
    "der": "it counts time, not words; --with-der adds the DER",
    "jer": "it counts time, not words; scorelite segments has it",
}
"""What to take for measures that are not offered."""
_INPUT = ("uem", "encoding", "speaker_prefix", "missing", "partial", "strip_id")
_MOST_SAMPLES = 10_000_000
_OF_ONE = ("page", "plot", "verdict", "csv", "analyses", "slice")
"""The options that need one measure."""
OFTEN = (
    *("--measure", "--collar", "--sources", "--normalise", "--with-der"),
    *("--missing", "--report", "--json", "--page", "--max-wer"),
    *("--output",),
)
"""The options that the short help shows."""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    measures = "".join(f"  {measure.name:<14} {measure.title}: forgives {measure.summary}\n" for measure in MEASURES)
    parser.description = "Scores recordings of several speakers against a reference with speakers."
    parser.epilog = f"measures:\n{measures}\n{EXAMPLES}"
    parser.add_argument("ref", metavar="REF", help="the reference: a file, or a folder with files of recordings")
    parser.add_argument("hyp", metavar="HYP", help="the hypothesis, a file or a folder")
    _add_input(parser.add_argument_group("input"))
    _add_settings(parser.add_argument_group("measure"))
    _add_output(parser.add_argument_group("output"))


def _add_input(group: argparse._ArgumentGroup) -> None:
    add_formats_and_tiers(group)
    group.add_argument("--uem", metavar="FILE", help="score only segments whose middle is in a region of this file")
    group.add_argument(
        "--speaker-prefix", action="store_true", help="read names before texts as speakers, as in 'Anna: good day'"
    )
    add_setting(group, WORDS["encoding"])
    sessions = "sessions without a hypothesis: reject them, leave them out, or score them as deleted (default: error)"
    add_setting(group, WORDS["missing"], default="error", help=sessions)
    group.add_argument("--partial", action="store_true", help="skip sessions that are not in the reference")
    add_setting(group, WORDS["strip_id"])


def _add_settings(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--measure",
        type=Names(NAMES, "see --help; --with-der adds the DER", name_of, _INSTEAD),
        action=Several,
        metavar="NAMES",
        help="one or several, as in cp,tcp (default: cp)",
    )
    group.add_argument(
        "--sources",
        action="store_true",
        help="divide the errors of cp or tcp into recognition, segmentation and confused speakers",
    )
    for setting in SETTINGS:
        add_setting(group, setting)


def _add_output(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--interval",
        type=_samples,
        nargs="?",
        const=REPLICATIONS,
        metavar="N",
        help=f"95 %% interval of the rate, by N bootstrap samples of sessions (default: {REPLICATIONS})",
    )
    group.add_argument(
        "--with-der",
        action="store_true",
        help="also print the diarization error rate (DER, JER)",
    )
    group.add_argument(
        "--der-collar", type=float, metavar="SECONDS", help="collar of the DER, on each side of a boundary (default: 0)"
    )
    form = group.add_mutually_exclusive_group()
    form.add_argument("--report", choices=tuple(REPORTS), help="report (default: a summary)")
    form.add_argument("--json", action="store_true", help="all results as JSON")
    add_changes(group)
    group.add_argument(
        "--page",
        metavar="FILE",
        help="HTML page of one measure: both sides and their errors on a timeline",
    )
    add_csv(group, "session, of one measure")
    add_per_file(group)
    add_limit(group, "--max-wer", "rate of any measure")
    add_group_limit(group)
    add_verdict(group)
    add_plot(group, PICTURES)
    add_groups(group)
    add_of_meetings(group)
    add_width(group)
    group.add_argument("-o", "--output", metavar="FILE", help="default: stdout")


def _samples(text: str) -> int:
    return whole(text, "; expected a number of samples, such as 1000", 2, _MOST_SAMPLES)


def run(options: argparse.Namespace) -> None:
    """Scores and prints."""
    if options.csv != "-":  # whose rows are those of --per-file
        use_per_file(options)
    options.measure = _measures(options)
    _check_effects(options)
    _check_der(options)
    check_plots(options)
    check_groups(options)
    check_width(options)
    warn_if_swapped(options.ref, options.hyp)
    chosen = of_slices(options, (), read_before(options))
    results: list[MeetingResult | ErrorSources] = [_sources(options)] if options.sources else [*_scored(options)]
    for result in results:
        check_meetings(result, options.ref, options.hyp)
        for text in result.notices if options.report else ():
            warn(text)  # the summary and JSON have it themselves
        verdict = check_limit(_plain(result).title, _plain(result).error_rate, options.max_wer, options)
    warn_if_one_file(options.ref, options.hyp)
    analyses = _plain(results[0]).analyse(chosen, options.slices) if chosen else {}
    verdict = check_groups_limit(_plain(results[0]).title, analyses, options, verdict)
    turns = [_diarised(options)] if options.with_der else []
    if options.changes:
        # What was normalised is one for all measures.
        deliver(change_lines(_plain(results[0]).changes()), options.changes)
    if options.page:
        deliver(page_pieces([_plain(results[0])], made=analyses), options.page)
    draw([_plain(results[0])], options, by=options.by)
    deliver_verdicts(lambda: gate_of_meetings(_plain(results[0]), verdict, analyses, options), options)
    deliver_csv(_plain(results[0]), options)
    if options.csv != "-":
        deliver(_rendered([*results, *turns], analyses, options), options.output)
    end(options)


def _measures(options: argparse.Namespace) -> tuple[str, ...]:
    """The measures that are asked for, or that of a published convention."""
    if options.like is None:
        return options.measure or ("cp",)
    return tuple([measure_like("meetings", options.like, name, "cp") for name in options.measure or (None,)])


def _rendered(
    results: Sequence[MeetingResult | ErrorSources | SegmentResult],
    analyses: Mapping[str, Breakdown],
    options: argparse.Namespace,
) -> list[bytes]:
    """The output that the options ask for: a report, JSON, or the numbers of the sums."""
    if options.report:
        return [
            bytes(result.report(options.report, width=options.width or columns_of_listing(options.output)))
            for result in results
        ]
    if options.json:
        documents: Any = [{**result.to_dict(), **_interval(result, options.interval)} for result in results]
        documents[0] |= analyses_dict(analyses)
        return [dumped(documents[0] if len(documents) == 1 else documents, indent=2)]
    paint = Paint.for_output(options.output)
    text = names_of_files(results[0]) + "\n".join(
        f"{painted(str(result), paint)}\n{_moved(result)}{_shown(_interval(result, options.interval))}"
        for result in results
    )
    text += "".join(f"{line}\n" for line in analysis_lines(analyses, paint))
    return [text.encode("utf-8", "surrogateescape")]


def _plain(result: MeetingResult | ErrorSources) -> MeetingResult:
    return result if isinstance(result, MeetingResult) else result.whole


def _moved(result: MeetingResult | ErrorSources | SegmentResult) -> str:
    """Lines on normalisation: the rate without it, and the rules that moved most errors."""
    if not isinstance(result, MeetingResult) or result.before is None:
        return ""
    if result.record.searches:
        return f"Rate without --normalise: score {result.measure} without it, as each score is a search.\n"
    return "".join(f"{line}\n" for line in normalisation(result.normalisation(), result.counts, result.title))


def _interval(result: MeetingResult | ErrorSources | SegmentResult, samples: int | None) -> dict[str, Any]:
    """The interval of the rate over samples of sessions, ready for JSON; nothing where none is asked for."""
    if samples is None or not isinstance(result, MeetingResult):
        return {}
    drawn = result.interval(samples)
    ends = {"low": drawn.low, "high": drawn.high}
    return {"interval": {"mean": drawn.mean, "reach": drawn.reach, **ends, "level": 0.95, "samples": samples}}


def _shown(document: dict[str, Any]) -> str:
    if not document:
        return ""
    interval = document["interval"]
    low, high = percent(interval["low"]), percent(interval["high"])
    samples = quantity(interval["samples"], "sample")
    return f"95 % interval {low} to {high}, from {samples} of sessions\n"


def _diarised(options: argparse.Namespace) -> SegmentResult:
    """The diarisation error rate of the same files."""
    from ..segments.api import score_segment_files

    diarised = score_segment_files(
        options.ref,
        options.hyp,
        measure="diarisation",
        ref_format=options.ref_format,
        hyp_format=options.hyp_format,
        uem=options.uem,
        encoding=options.encoding,
        missing=options.missing,
        strip_id=options.strip_id,
        **{name: getattr(options, name) for name in TIERS},
        collar=options.der_collar or 0.0,
    )
    check_segments(diarised)
    return diarised


def _sources(options: argparse.Namespace) -> ErrorSources:
    from ..meetings.sources import ErrorSources, measures_behind

    if len(options.measure) > 1:
        raise UsageError("--sources is for one --measure, cp or tcp")
    options.measure = measures_behind(options.measure[0])
    return ErrorSources(*_scored(options))


def _check_effects(options: argparse.Namespace) -> None:
    """Refuses options that have no effect beside the others."""
    limited = options.max_wer is not None or options.max_group_wer is not None
    check_verdicts(options, limited, "--max-wer, --max-group-wer")
    measures = list(map(measure_of, options.measure))
    timed = any(measure.timed for measure in measures)
    searched = options.sources or any(measure.searches for measure in measures)
    alone = len(options.measure) == 1 and not options.sources
    shown = not options.report and options.csv != "-"
    ends = searched or any(measure.moves for measure in measures)
    check_effects(
        options,
        (
            *((name, timed, "a --measure with times, such as tcp") for name in ("collar", "ref_timing", "hyp_timing")),
            ("memory", searched, "a --measure that searches: orc, tcorc, mimo or tcmimo"),
            ("time", ends, "a --measure that searches or is greedy: orc, tcorc, mimo, tcmimo, di-cp ..."),
            ("width", options.report == "pra", "--report pra"),
            ("der_collar", options.with_der, "--with-der"),
            ("changes", options.normalise, "--normalise"),
            *((name, alone, "one --measure, and without --sources") for name in _OF_ONE),
            *((name, shown or options.page, "the summary, --page or --json") for name in ("analyses", "slice")),
            ("max_group_wer", options.slice or "slices" in wanted(options.analyses), "--slice COLUMN"),
            ("slices", options.slice or "slices" in wanted(options.analyses), "--slice COLUMN"),
            csv_effect(options, "json", "report"),
            ("interval", not options.report and not options.sources, "the summary or --json of a measure"),
        ),
    )


def _check_der(options: argparse.Namespace) -> None:
    """Refuses what the diarisation error rate cannot have: reports of its own, and a file that is read once."""
    if options.with_der and options.report not in (None, "sys", "raw", "pra"):
        raise UsageError(f"--with-der has no report {options.report!r}; expected sys, raw or pra")
    if options.with_der and options.speaker_prefix:
        raise UsageError(
            "--with-der does not read names before texts as speakers; leave out --speaker-prefix or --with-der"
        )
    if options.with_der and "-" in (options.ref, options.hyp):
        raise UsageError("--with-der reads both files twice; expected files instead of stdin (-)")


def _scored(options: argparse.Namespace) -> list[MeetingResult]:
    settings = _settings(options)
    for name in options.measure:
        if measure_of(name).timed and settings.collar is None:
            raise UsageError(f"--measure {name} needs --collar, usually 5")
    if options.ref == options.hyp == "-":
        raise UsageError("REF and HYP are both '-': only one of them can be stdin")
    return score_measures(
        (options.ref, options.hyp),
        options.measure,
        settings,
        formats=(options.ref_format, options.hyp_format),
        tiers=tiers_of(options.tier, options.ref_tier, options.hyp_tier),
        **{name: getattr(options, name) for name in _INPUT},
    )


def _settings(options: argparse.Namespace) -> MeetingSettings:
    try:
        chosen = given(options, [setting.name for setting in SETTINGS])
        return MeetingSettings(**with_published("meetings", chosen, MeetingSettings))
    except UsageError as error:
        raise by_option(error, {name: f"--{name}" for name in ("collar", "memory", "time", "policy")}) from None
