"""The text report of keyword spotting, of files and of totals, and its numbers as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ...formats.errors import quantity
from ..kws.convention import SPLIT_TYPE
from ..kws.measures import MEASURES
from .normalisers import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..kws import Job

ROWS = ("keyword", "recording", "channel", "source", "attribute")
"""The subjects of rows of a table."""


def json_text(job: Job, keywords: bool) -> bytes:
    """The numbers of a job as JSON."""
    document = {**job.result.to_dict(keywords=keywords), "subsets": {}}
    document["notices"] = [*job.result.notices, *_skipped(job)]
    document["subsets"] = {name: result.to_dict() for name, result in job.results.items()}
    if job.before is not None:
        document |= job.normalisation().to_dict()
    return json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"


def summary(job: Job) -> Iterator[str]:
    """Lines of the summary for people."""
    result = job.result
    numbers = result.to_dict()
    seconds = result.duration
    searched = f"{seconds:.15g} s searched" if seconds is not None else quantity(numbers["trials"], "segment")
    if seconds is not None and any(stretch.source == SPLIT_TYPE for stretch in result.searched):
        searched += f" ({SPLIT_TYPE} counts half, as in KWSEval)"
    scored, targets = quantity(numbers["keywords_scored"], "keyword"), quantity(numbers["targets"], "target")
    line = f"{scored} scored, {targets}, {searched}"
    trials = result.trials
    left_out = int(trials.false_alarms[~trials.evaluated].sum())
    if left_out:
        line += f"; {quantity(left_out, 'detection')} of keywords that never occur not counted"
    yield line
    for notice in result.notices:
        # A question is about all rows, a remark about texts; the others are about some rows, which --check lists.
        listed = not notice.endswith("?") and notice not in (*result.causes, *result.remarks)
        yield f"warning: {notice}" + " (--check shows where)" * listed
    yield from (f"warning: {notice}" for notice in _skipped(job))
    yield ""
    for measure in MEASURES:
        yield f"{measure.title:<4} {_four(measure.value(result))}   {measure.note(result)}"
    yield ""
    rate = result.actual.miss
    alarm = result.actual.false_alarm
    named = (("hits", "hit"), ("misses", "miss"), ("false_alarms", "false alarm"))
    yield ", ".join(quantity(numbers[name], noun) for name, noun in named)
    yield f"miss rate {_four(rate)}, false alarm rate {'undefined' if alarm is None else f'{alarm:.6f}'}"
    if job.before is not None:
        yield from _normalisation(job)
    for name, part in job.results.items():
        yield f"{name}: ATWV {_four(part.atwv)}  MTWV {_four(part.mtwv)}"


def _skipped(job: Job) -> Iterator[str]:
    """Notices of subsets in which nothing was searched."""
    return (f"{name}: no recording of these source types was searched" for name in job.skipped)


def _normalisation(job: Job) -> Iterator[str]:
    """Lines on normalisation: the value without it, and the rules that moved most errors."""
    from ..kws.normalised import errors_of

    effect = job.normalisation()
    errors, raw = errors_of(job.result), errors_of(effect.raw)
    yield ""
    yield f"ATWV {_four(effect.raw.atwv)}   {raw:,} misses and false alarms without --normalise"
    yield f"ATWV {_four(job.result.atwv)}   {errors:,} with it: {errors - raw:+,}"
    yield from rules(effect.moved)


def _four(value: float | None) -> str:
    return "undefined" if value is None else f"{value:7.4f}"
