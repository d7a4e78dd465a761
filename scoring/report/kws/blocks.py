"""Report by keyword: counts, rates and value of each, with totals and means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...kws import term_weighted_value
from ...kws.material import Ints
from ...kws.result import KwsResult
from ...kws.term_weighted_value import Point
from .. import File
from .options import KwsReportOptions
from .sum import FALSE_ALARM, GLOBAL_MEASURES, MISS, VALUE, add_point, header, shown
from .table import Name, Table, document

# KWSEval prints this threshold for the supremum of every keyword.
SUPREMUM_THRESHOLD = 0.5


def render(sets: Sequence[KwsResult], options: KwsReportOptions) -> Iterator[File]:
    """Report of some sets in the wanted form."""
    yield document("bsum", header(sets), blocks(sets, options), options)


def blocks(sets: Sequence[KwsResult], options: KwsReportOptions) -> Table:
    """Table with a row for each keyword and a group of columns for each set."""
    table = Table()
    precisions: dict[str, list[float]] = {}
    for item in sets:
        _add_set(table, item, options, precisions)
    for item in sets:
        _add_summary(table, item, options, precisions)
    return table


def _add_set(table: Table, item: KwsResult, options: KwsReportOptions, precisions: dict[str, list[float]]) -> None:
    """Adds the keywords of one set; `precisions` gathers those of all sets for the mean."""
    trials = item.trials
    evaluated = trials.evaluated
    miss = term_weighted_value.miss_rates(trials, trials.misses)
    alarm = term_weighted_value.false_alarm_rates(trials, trials.false_alarms)
    value = term_weighted_value.values(trials, miss, alarm)
    columns = _counts(item)
    for number, (block, text) in enumerate(zip(trials.blocks, trials.texts, strict=True)):
        row = ("Keyword", block)
        if text is not None:
            table.add(text, ("MetaData", "Text"), row)
        if not evaluated[number]:
            continue
        for column, counts in columns:
            table.add(str(int(counts[number])), (trials.name, column), row)
        table.add(_rate(VALUE, value[number]), (trials.name, "TWV"), row)
        table.add("0" if np.isnan(alarm[number]) else FALSE_ALARM % alarm[number], (trials.name, "PFA"), row)
        table.add(_rate(MISS, miss[number]), (trials.name, "PMISS"), row)
        _add_best(table, item, options, number, row)
        for measure in sorted(set(options.measures) & set(GLOBAL_MEASURES)):
            _, label, form, scale = GLOBAL_MEASURES[measure]
            precision = float(item.average_precisions[number]) * scale
            table.add(shown(form, precision), ("Global Measures", label), row)
            precisions.setdefault(measure, []).append(precision)


def _rate(form: str, value: float) -> str:
    return shown(form, None if np.isnan(value) else float(value))


def _counts(item: KwsResult) -> list[tuple[str, Ints]]:
    trials = item.trials
    columns = [("#Targ", trials.targets), ("#Corr", trials.hits)]
    if item.settings.segments:
        columns.append(("#Corr!Det", trials.rejections))
    return [*columns, ("#FA", trials.false_alarms), ("#Miss", trials.misses)]


def _add_best(table: Table, item: KwsResult, options: KwsReportOptions, number: int, row: Name) -> None:
    """Adds optimum and supremum of one keyword."""
    if "Optimum" in options.measures:
        best = item.optimum
        if best is None or np.isnan(best.value[number]):
            add_point(table, "Optimum TWV", row, Point(None, None, None))
            table.add("NA", ("Optimum TWV", "Dec. Thresh"), row)
        else:
            point = Point(float(best.miss[number]), float(best.false_alarm[number]), float(best.value[number]))
            add_point(table, "Optimum TWV", row, point)
            table.add(shown(MISS, float(item.shown_thresholds[number])), ("Optimum TWV", "Dec. Thresh"), row)
    if "Supremum" in options.measures:
        trials = item.trials
        if not item.has_scores:
            add_point(table, "Supremum TWV", row, Point(None, None, None))
            table.add("NA", ("Supremum TWV", "Dec. Thresh"), row)
            return
        miss = trials.omissions[number] / trials.targets[number] if trials.targets[number] else None
        # KWSEval prints the sign of 0 / -3.
        alarm = -0.0 if trials.settings.convention.signed_zeros and trials.opportunities[number] < 0 else 0.0
        add_point(table, "Supremum TWV", row, Point(miss, alarm, None if miss is None else 1 - miss))
        table.add(shown(MISS, SUPREMUM_THRESHOLD), ("Supremum TWV", "Dec. Thresh"), row)


def _add_summary(table: Table, item: KwsResult, options: KwsReportOptions, precisions: dict[str, list[float]]) -> None:
    """Adds totals, means and the value of one set."""
    trials, name = item.trials, item.trials.name
    used = trials.evaluated
    counts = dict(_counts(item))
    # A set without an evaluated keyword gets its columns only here; KWSEval makes them in the order of a hash.
    for column in ("#FA", "#Miss", "#Targ", "#Corr", "#Corr!Det"):
        if column in counts:
            table.add(str(int(counts[column][used].sum())), (name, column), ("Summary", "Totals"))
    for column in ("#FA", "#Targ", "#Corr", "#Corr!Det", "PFA", "#Miss", "PMISS"):
        if column in counts:
            mean = counts[column][used].mean() if used.any() else 0.0
            table.add(f"{mean:.0f}", (name, column), ("Summary", "Means"))
        elif column in ("PFA", "PMISS"):
            form, value = (FALSE_ALARM, item.actual.false_alarm) if column == "PFA" else (MISS, item.actual.miss)
            table.add(shown(form, value), (name, column), ("Summary", "Means"))
    table.add(shown(VALUE, item.actual.value), (name, "TWV"), ("Summary", "TWV"))
    for measure in sorted(set(options.measures) & set(GLOBAL_MEASURES)):
        _, label, form, _ = GLOBAL_MEASURES[measure]
        values = precisions.get(measure)
        table.add(
            shown(form, sum(values) / len(values)) if values else "NA", ("Global Measures", label), ("Summary", "Means")
        )
    if "Optimum" in options.measures:
        best = item.optimum
        add_point(table, "Optimum TWV", ("Summary", "Means"), best.point if best else Point(None, None, None))
    if "Supremum" in options.measures:
        add_point(table, "Supremum TWV", ("Summary", "Means"), item.supremum)
