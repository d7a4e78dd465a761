"""Breakdown of a result into rows: by keyword, recording, channel, source type or attribute of keywords."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...formats.errors import UsageError
from . import term_weighted_value
from .excerpts import Stretch
from .material import Bools, Ints
from .result import KwsResult
from .term_weighted_value import DivisionError, Point
from .trials import Trials, trials_of

KINDS = ("keyword", "recording", "channel", "source", "attribute")
_UNDEFINED = Point(None, None, None)


@dataclass(frozen=True, slots=True)
class Row:
    """Counts of a part of the trials, and its own mean rates and value; a rate is None without a denominator."""

    name: str
    targets: int
    detections: int
    correct: int
    misses: int
    false_alarms: int
    rejections: int
    """Detections without a reference that the system rejected."""
    point: Point
    counted: bool = True
    """Part of the sums: false for a keyword without targets, unless the settings include it."""

    @property
    def errors(self) -> int:
        """Misses and false alarms."""
        return self.misses + self.false_alarms


def total(result: KwsResult) -> Row:
    """Row of all trials: counts of the keywords that take part, and ATWV with its rates."""
    return _row("", result.trials, result.trials.evaluated, result.actual)


def rows(result: KwsResult, kind: str) -> list[Row]:
    """Rows of a kind, in order of their names.

    Counts are those of the keywords that take part in the whole, so that rows by recording, channel and source type
    add up to the total. Rates and values are means over the keywords that have targets among the trials of the row.
    """
    if kind == "keyword":
        return list(_by_keyword(result.trials))
    if kind == "attribute":
        return list(_by_attribute(result))
    if kind not in KINDS:
        raise UsageError(f"rows: {kind!r} is unknown; expected one of: {', '.join(KINDS)}")
    return list(_by_place(result, kind))


def _row(name: str, trials: Trials, chosen: Bools, point: Point) -> Row:
    return Row(
        name,
        targets=int(trials.targets[chosen].sum()),
        detections=int(trials.detections[chosen].sum()),
        correct=int(trials.hits[chosen].sum()),
        misses=int(trials.misses[chosen].sum()),
        false_alarms=int(trials.false_alarms[chosen].sum()),
        rejections=int(trials.rejections[chosen].sum()),
        point=point,
    )


def _by_keyword(trials: Trials) -> Iterator[Row]:
    miss = term_weighted_value.miss_rates(trials, trials.misses)
    alarm = term_weighted_value.false_alarm_rates(trials, trials.false_alarms)
    value = term_weighted_value.values(trials, miss, alarm)
    evaluated = trials.evaluated
    for number, block in enumerate(trials.blocks):
        text = trials.texts[number]
        name = block if text in (None, block) else f"{block}: {text}"
        point = Point(_known(miss[number]), _known(alarm[number]), _known(value[number]))
        chosen = np.zeros(len(trials), dtype=np.bool_)
        chosen[number] = True
        yield replace(_row(name, trials, chosen, point), counted=bool(evaluated[number]))


def _known(rate: float) -> float | None:
    return None if np.isnan(rate) else float(rate)


def _by_attribute(result: KwsResult) -> Iterator[Row]:
    """Row for each value of each attribute, with the keywords that have it."""
    if result.pooled:
        raise UsageError("rows by attribute need keywords that are not pooled; score without pooled")
    trials = result.trials
    members: dict[str, list[int]] = {}
    for number, entry in enumerate(result.entries):
        for name, value in entry.attributes:
            members.setdefault(f"{name}: {value}", []).append(number)
    if not members:
        raise UsageError("rows by attribute need keywords with attributes (kwinfo); the keyword list has none")
    for name in sorted(members):
        chosen = np.zeros(len(trials), dtype=np.bool_)
        chosen[members[name]] = True
        chosen &= trials.evaluated
        yield _row(
            name, trials, chosen, term_weighted_value.mean_point(trials, trials.misses, trials.false_alarms, chosen)
        )


def _by_place(result: KwsResult, kind: str) -> Iterator[Row]:
    columns = result.columns
    name_of, codes = _naming(result, kind)
    order = np.argsort(codes, kind="stable")
    starts = np.searchsorted(codes[order], np.arange(int(codes.max(initial=-1)) + 2))
    searched: dict[str, list[Stretch]] = {}
    for stretch in result.searched:
        searched.setdefault(name_of(stretch), []).append(stretch)
    parts: dict[str, Ints] = dict.fromkeys(searched, order[:0])
    for first, last in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
        if last > first:
            name = name_of(_place(result, int(order[first])))
            parts[name] = np.append(parts.get(name, order[:0]), order[first:last])
    whole = {block for block, used in zip(result.trials.blocks, result.trials.evaluated, strict=True) if used}
    for name in sorted(parts):
        part = replace(result, columns=columns.taken(parts[name]), searched=tuple(searched.get(name, ())))
        trials = trials_of(part)
        chosen = np.array([block in whole for block in trials.blocks], dtype=np.bool_)
        yield _row(name or "-", trials, chosen, _point(trials))


def _place(result: KwsResult, row: int) -> Stretch:
    """Recording, channel and source type of a trial."""
    columns = result.columns
    source = result.sources[columns.source[row]] if columns.source[row] >= 0 else ""
    return Stretch(result.recordings[columns.recording[row]], result.channels[columns.channel[row]], source, 0.0, 0.0)


def _naming(result: KwsResult, kind: str) -> tuple[Callable[[Stretch], str], Ints]:
    """Name of the row of a stretch, and a number for the row of each trial."""
    columns = result.columns
    if kind == "recording":
        return (lambda stretch: stretch.recording), columns.recording.astype(np.int64)
    if kind == "source":
        return (lambda stretch: stretch.source), columns.source.astype(np.int64) + 1
    codes = columns.recording.astype(np.int64) * max(len(result.channels), 1) + columns.channel
    return (lambda stretch: f"{stretch.recording}/{stretch.channel}"), codes


def _point(trials: Trials) -> Point:
    """Mean rates and value; undefined where nothing was searched, or as often as a keyword was said."""
    if not trials.total:
        return _UNDEFINED
    try:
        return term_weighted_value.actual(trials)
    except DivisionError:
        return _UNDEFINED


def over(rows: Sequence[Row]) -> list[Row]:
    """Rows over which means are taken: those with targets that are part of the sums."""
    return [row for row in rows if row.counted and row.targets]
