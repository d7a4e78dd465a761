"""Summary of keyword scoring: a row for each set of trials, with actual, maximum and other values."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...kws.material import Floats
from ...kws.notices import decisions
from ...kws.result import KwsResult
from ...kws.term_weighted_value import Point
from ...kws.trials import Trials
from .. import File
from .options import KwsReportOptions
from .table import Name, Table, document

MISS, FALSE_ALARM, VALUE = "%6.3f", "%6.5f", "%6.4f"
GLOBAL_MEASURES = {"MAP": ("MAP", "AP", "%.2f", 1), "MAPpct": ("MAP%", "AP%", "%.1f", 100)}
_HEADING = "Performance Summary Over and Ensemble of Subsets"
_NUMBER = re.compile(r"[-\d.]")


@dataclass(slots=True)
class PictureNames:
    """Safe and distinct names for the files of several sets."""

    used: list[str] = field(default_factory=list)

    def name(self, title: str) -> str:
        """Name of at most twenty characters, with a number if it is taken."""
        name = re.sub(r"[\s/!@#$%^&*()\[\]{}'\"?:;<>]", "_", title)[:20]
        suffix, number = "", 1
        while name + suffix in self.used:
            suffix, number = f"_{number}", number + 1
        self.used.append(name + suffix)
        return name + suffix


def render(sets: Sequence[KwsResult], options: KwsReportOptions) -> Iterator[File]:
    """Summary of some sets in the wanted form."""
    yield document("sum", header(sets), summary(sets, options), options)


def shown(form: str, value: float | None) -> str:
    """Number in a report; NA for None."""
    if value is None:
        return "NA"
    if math.isnan(value) or math.isinf(value):
        return {math.inf: "Inf", -math.inf: "-Inf"}.get(value, "NaN")
    return form % value


def shown_text(form: str, text: str | None) -> str:
    """Number that is given as text; a text that does not look like a number is shown as it stands."""
    if text is None:
        return "NA"
    if not _NUMBER.match(text):
        return text
    try:
        return form % float(text)
    except ValueError:  # pragma: no cover - the schema has seen to it
        return text


def parameters(trials: Trials) -> dict[str, str]:
    """Parameters of the trials, in the order of KWSEval's columns."""
    settings = trials.settings
    include = str(int(settings.include_empty))
    if trials.duration is None:
        return {"TotTrials": str(trials.total), "IncludeBlocksWithNoTargets": include}
    return {
        "TrialsPerSecond": plain(settings.trials_per_second),
        "TotDur": plain(trials.duration),
        "TotTrials": str(trials.total),
        "IncludeBlocksWithNoTargets": include,
    }


def metric(trials: Trials) -> dict[str, str]:
    """Parameters of the value."""
    settings = trials.settings
    return {
        "BETA": plain(settings.beta),
        "Ptarg": plain(settings.prior),
        "Cost": plain(settings.cost),
        "Value": plain(settings.value),
    }


def plain(value: float | str) -> str:
    """Number as Perl prints it; a text as it stands."""
    return value if isinstance(value, str) else f"{value:.15g}"


def variable(sets: Sequence[KwsResult]) -> set[str]:
    """Parameters that differ between the sets."""
    values: dict[str, set[str]] = {}
    for item in sets:
        for key, value in parameters(item.trials).items():
            values.setdefault(key, set()).add(value)
    return {key for key, different in values.items() if len(different) > 1}


def header(sets: Sequence[KwsResult], picture: str = "") -> Table:
    """Parameters that all sets share."""
    table = Table(row_labels=False, justify="left")
    trials = sets[0].trials
    varying = variable(sets)
    lines = [("System Title", "NA"), ("Decision ID", "Segment" if trials.duration is None else "Occurrence")]
    lines += sorted((key, value) for key, value in parameters(trials).items() if key not in varying)
    lines += sorted(metric(trials).items())
    for number, (key, value) in enumerate(lines):
        table.add(key, (_HEADING, "Key"), (str(number),))
        table.add(value, (_HEADING, "Value"), (str(number),))
    if picture:
        table.add("Combined DET Plot", (_HEADING, "Key"), (str(len(lines)),))
        table.add(picture, (_HEADING, "Value"), (str(len(lines)),), link=_short(picture))
    return table


def summary(sets: Sequence[KwsResult], options: KwsReportOptions) -> Table:
    """Table with a row for each set."""
    table = Table(row_labels=False, sort_rows=True)
    varying = variable(sets)
    names = PictureNames()
    for item in sets:
        trials, row = item.trials, (item.name,)
        table.add(item.name, (" ", "Title"), row)
        for key, value in parameters(trials).items():
            if key in varying:
                table.add(value, ("Parameters", key), row)
        if options.counts:
            _add_counts(table, trials, row)
        _add_points(table, item, row, options)
        if options.pictures and item.has_scores:
            name = names.name(item.name)
            for column, suffix in (("DET Curve", ".png"), ("Threshold Curve", ".thresh.png")):
                path = f"{options.pictures}.{name}{suffix}"
                table.add(path, ("DET Curve Graphs", column), row, link=_short(path))
        for measure in sorted(set(options.measures) & set(GLOBAL_MEASURES)):
            label, _, form, scale = GLOBAL_MEASURES[measure]
            table.add(_mean_shown(form, item.average_precisions * scale), ("Global Measures", label), row)
    if options.row_totals:
        _add_totals(table)
    return table


def _short(path: str) -> str:
    """Last folder and name of a path, for links."""
    return "/".join(path.split("/")[-2:]) if "/" in path else ""


def _mean_shown(form: str, values: Floats) -> str:
    defined = values[~np.isnan(values)]
    return shown(form, float(defined.mean()) if len(defined) else None)


def _add_counts(table: Table, trials: Trials, row: Name) -> None:
    used = trials.evaluated
    if used.sum() > 1:
        table.add(str(int(used.sum())), ("Inputs", "#Keyword"), row)
    for column, counts in (
        (("Inputs", "#Targ"), trials.targets),
        (("Inputs", "#NTarg"), trials.non_targets),
        (("Inputs", "#Sys"), trials.detections),
        (("Actual Decision TWV Analysis", "#CorDet"), trials.hits),
        (("Actual Decision TWV Analysis", "#Cor!Det"), trials.rejections),
        (("Actual Decision TWV Analysis", "#FA"), trials.false_alarms),
        (("Actual Decision TWV Analysis", "#Miss"), trials.misses),
    ):
        table.add(str(int(counts[used].sum())), column, row)


def _add_points(table: Table, item: KwsResult, row: Name, options: KwsReportOptions) -> None:
    actual = item.actual
    # Contradicting decisions are an error before any value of a threshold is shown.
    number, text = decisions(item.trials).threshold(item.trials)
    group = "Actual Decision TWV Analysis"
    add_point(table, group, row, actual)
    table.add(shown_text(VALUE, text) if number is not None else "NA", (group, "Dec. Tresh"), row)
    maximum = item.maximum
    add_point(table, "Maximum TWV Analysis", row, maximum)
    table.add(shown_text(MISS, maximum.threshold_text), ("Maximum TWV Analysis", "Dec. Thresh"), row)
    if "Optimum" in options.measures:
        best = item.optimum
        add_point(table, "Optimum TWV Analysis", row, best.point if best else Point(None, None, None))
        table.add("NA", ("Optimum TWV Analysis", "Dec. Thresh"), row)
    if "Supremum" in options.measures:
        add_point(table, "Supremum TWV Analysis", row, item.supremum)
        table.add("NA", ("Supremum TWV Analysis", "Dec. Thresh"), row)


def add_point(table: Table, group: str, row: Name, point: Point) -> None:
    """Adds both rates and the value of a point of the curve."""
    table.add(shown(FALSE_ALARM, point.false_alarm), (group, "PFA"), row)
    table.add(shown(MISS, point.miss), (group, "PMiss"), row)
    table.add(shown(VALUE, point.value), (group, "TWV"), row)


def _add_totals(table: Table) -> None:
    """Adds count, mean, deviation and two standard errors of each column, computed from the printed numbers."""
    rows = table.rows()
    columns = table.columns()
    labels = {"Count": ("Count",), "Mean": ("Mean",), "StdDev": ("StdDev",), "+2SE": ("StdErrP",), "-2SE": ("StdErrM",)}
    for label, row in labels.items():
        table.add(label, (" ", "Title"), row, footer=True)
    for column in columns:
        if column[-1] == "Title" or column[0] == "DET Curve Graphs":
            continue
        texts = [text for row in rows if (text := table.cell(column, row)) is not None]
        digits = max([1, *(len(text.partition(".")[2]) for text in texts)])
        numbers = [_as_number(text) for text in texts]
        mean = sum(numbers) / len(numbers)
        deviation = 0.0
        if len(numbers) > 1:
            squares = len(numbers) * sum(value * value for value in numbers) - sum(numbers) ** 2
            deviation = math.sqrt(max(squares / (len(numbers) * (len(numbers) - 1)), 0.0))
        results = {"Mean": mean, "StdDev": deviation, "StdErrM": mean - 2 * deviation, "StdErrP": mean + 2 * deviation}
        table.add(str(len(numbers)), column, ("Count",), footer=True)
        for name, value in results.items():
            table.add(shown(f"%.{digits}f", value), column, (name,), footer=True)


def _as_number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
