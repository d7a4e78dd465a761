"""Two outputs without a reference, `A B --judge N` and `A B --verdicts FILE`, in `scorelite compare`."""

from __future__ import annotations

import argparse
import os

from ...formats.errors import MismatchError, UsageError, quantity
from ...formats.values import replace
from ..words.files import score_pair
from ..words.job import job_of
from ..words.result import Result
from .audio import audio_of, effects_of_audio
from .compare_systems import SETTINGS
from .delivery import deliver, deliver_comparison
from .grammar import check_effects
from .messages import warn
from .nothing_scored import check_words
from .other_commands import of_mismatch, typed
from .page_labels import labels
from .places import check_utterances
from .settings import effects_of_settings, given
from .shared_options import names_of_places
from .values import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..compare.outputs import JudgedDifference, Outputs, Sample

_OF_REFERENCE = (
    *("ref_column", "same", "exact", "max_wer_increase", "significant", "level"),
    *("replications", "blocks", "plan", "correction", "top", "analyses", "slice", "slices", "measures", "verdict"),
    *("plot", "by", "dark", "changes", "explain", "csv"),
)
"""Options that need errors against a reference."""


def add_judge(group: argparse._ArgumentGroup) -> None:
    """Adds the options for outputs without a reference."""
    group.add_argument(
        "--judge",
        type=_number,
        metavar="N",
        help="without --ref: draw N of the utterances in which the outputs A and B differ, for a judge (see --page)",
    )
    group.add_argument(
        "--verdicts",
        metavar="FILE",
        help="without --ref: verdicts that the page of --judge saved; gives the difference in errors with its interval",
    )


def _number(text: str) -> int:
    return whole(text, " is not a number of utterances; expected 1 or more, such as 200", 1)


def deliver_outputs(options: argparse.Namespace) -> int:
    """Draws the sample and writes its page, or gives the difference by verdicts."""
    # Imported only now: few comparisons have no reference.
    from ..compare.outputs import Outputs

    _check_options(options)
    result = _scored(options)
    shown = labels(options.name, sources := _sources(options))
    outputs = Outputs(result, (shown.get(sources[0], sources[0]), shown.get(sources[1], sources[1])))
    found: Sample | JudgedDifference
    if options.verdicts:
        found = outputs.with_verdicts(options.verdicts)
    else:
        found = sample = outputs.judge(options.judge)
        if options.page and sample.sites:
            _deliver_page(outputs, sample, options)
    deliver_comparison(found, options)
    return 0


def _check_options(options: argparse.Namespace) -> None:
    """Refuses options that have no effect without a reference, and a sample that goes nowhere."""
    name = "--judge" if options.judge else "--verdicts"
    if options.ref or options.hyp:
        systems = [*filter(None, [options.hyp]), *options.sources]
        raise UsageError(
            f"{name} is for outputs without a reference; with one: "
            f"{typed('compare', '--ref', options.ref or 'REF', *systems)}"
        )
    if options.judge and options.verdicts:
        raise UsageError("--judge and --verdicts; expected --judge N to draw a sample, and --verdicts FILE afterwards")
    needed = f"--ref: {name} compares outputs without a reference"
    check_effects(options, ((each, False, needed) for each in _OF_REFERENCE))
    check_effects(
        options,
        (
            ("page", options.judge, "--judge"),
            ("title", options.page, "--page"),
            *effects_of_audio(options),
            *effects_of_settings(options),
        ),
    )
    if options.judge and not (options.page or options.json):
        raise UsageError("--judge without an output for the sample; expected --page FILE for a person, or --json")


def _sources(options: argparse.Namespace) -> list[str]:
    """A and B: two files, or two columns of one table."""
    columns: list[str] = options.hyp_column
    if len(columns) == 2 and len(options.sources) == 1:
        names = columns
    elif len(columns) < 2 and len(options.sources) == 2:
        names = options.sources
    else:
        found = f"{quantity(len(options.sources), 'file')} and {quantity(len(columns), 'column')}"
        raise UsageError(f"{found}; expected two outputs, A B, or one table with --hyp-column twice")
    if len({*names}) < 2:
        raise UsageError(f"{names[0]} twice; expected different outputs")
    return names


def _scored(options: argparse.Namespace) -> Result:
    """B, scored with A in the place of the reference."""
    names = _sources(options)
    columns = options.hyp_column
    a, b = names if len(options.sources) == 2 else (options.sources[0], None)
    job, renaming = job_of(
        {
            **given(options, SETTINGS),
            **names_of_places(options),
            "ref_format": options.ref_format or options.hyp_format,
            "hyp_format": options.hyp_format if b else None,
            "ref_column": columns[0] if columns else None,
            "hyp_column": columns[-1] if columns else None,
        }
    )
    try:
        result = score_pair(a, b, job, renaming)
        renaming.check(result)
    except MismatchError as error:
        raise MismatchError(f"A takes the place of the reference: {of_mismatch(error, a, b)}") from None
    check_words(result)
    check_utterances(result, a, "--judge" if options.judge else "--verdicts")
    for notice in result.notices:
        if notice.name.startswith("reading"):
            warn(str(notice))
    return replace(result, hyp_name=names[1])


def _deliver_page(outputs: Outputs, sample: Sample, options: argparse.Namespace) -> None:
    """Writes the page on which a person judges the sample."""
    from ..compare.output_verdicts import KINDS, NEITHER, line_of
    from ..report.words.audit_page import Form, audit_page

    result = outputs.result
    form = Form("outputs.html", ("a", "b"), ("A", "B"), ("substituted", "substituted"), KINDS, NEITHER)
    title = options.title or " or ".join(map(os.path.basename, outputs.names))
    about = f"A: {outputs.names[0]}, B: {outputs.names[1]}. {'; '.join(sample.lines())}"
    timeline = result.table.timeline
    links = {name: place for place, name in enumerate(result.table.names())}
    ends = [] if timeline is None else [*timeline.end]
    places = list(map(line_of, sample.sites))
    signed = f"{result.signature}|outputs"
    deliver(audit_page(places, (title, about, signed), links, audio_of(result, options), ends, form), options.page)
