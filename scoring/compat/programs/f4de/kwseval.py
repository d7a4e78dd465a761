"""KWSEval's command: its order of work, its lines on stdout and its exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from .....formats.engine import terminal
from .....formats.engine.output import write_file
from .....formats.errors import FormatError, ScoreliteError, UsageError
from ....kws.job import Job, score
from ....kws.material import WordlessKeyword
from ....kws.result import KwsResult
from ....kws.term_weighted_value import DivisionError
from ....report.kws import plot
from . import choices
from .options import OptionError, Options, parse
from .output import Output, drawn
from .reading import inputs_of, say


def run(arguments: Sequence[str], usage: Callable[[], str]) -> int:
    """Runs one command line; 0, or 1 where something is wrong, or 255 where KWSEval would die of it."""
    try:
        options = parse(arguments)
    except OptionError as error:
        terminal.say(f"{error}\n")
        return 255
    if not arguments or "help" in options.flags:
        say(usage())
        return 0
    try:
        _work(options)
    except DivisionError as error:
        return _died(str(error))
    except FormatError as error:
        text = str(error.problems[0]).partition("\n")[0]
        deadly = isinstance(error, WordlessKeyword) or "invalid byte" in text
        return _died(text) if deadly else _failed(text)
    except (ScoreliteError, ValueError) as error:
        return _failed(str(error))
    except OSError as error:
        name = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
        return _failed(f"{name}{error.strerror or error}")
    return 0


def _failed(text: str) -> int:
    say(f"[ERROR] {text}")
    return 1


def _died(text: str) -> int:
    if sys.stdout is not None:
        sys.stdout.flush()
    terminal.say(f"{text}\n")
    return 255


def _work(options: Options) -> None:
    choices.check(options)
    conditions = choices.conditions_of(options)
    prefilters, warnings = choices.prefilters_of(options)
    for warning in warnings:
        say(warning)
    settings = choices.settings_of(options, prefilters)
    choices.check_choices(options)
    inputs = inputs_of(options, settings)
    say(f"Performing {'Segment' if settings.segments else 'Occurrence'} Alignment")
    job = score(inputs, settings, conditions, options.all("Namefile"))
    bytewise = inputs.kwlist.encoding.lower() == "gb2312"
    output = Output.of(options, _draw, bytewise=bytewise)
    output.alignment(job)
    for name in job.skipped * _unused(job):
        say(f"[Warning] No ECF segments available for group : {name}, (group duration is 0)")
    say("Computing requested DET curves and reports")
    output.reports(job)


def _unused(job: Job) -> int:
    """Number of keywords without a trial: KWSEval warns of a group without duration at each of them."""
    trials = job.result.trials
    if job.result.settings.pooled:
        return job.searched
    return int((trials.targets + trials.detections == 0).sum())


def _draw(sets: Sequence[KwsResult], path: str) -> None:
    """Draws the pictures that the reports name; without a drawing library a line on stderr says so."""
    try:
        write_file(f"{path}.png", [plot.drawn(sets, "det")])
        for name, item in drawn(sets, path):
            write_file(f"{name}.png", [plot.drawn([item], "det")])
            write_file(f"{name}.thresh.png", [plot.drawn([item], "thresholds")])
    except UsageError as error:
        terminal.say(f"{error}\n")
