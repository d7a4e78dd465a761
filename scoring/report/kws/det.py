"""Points of detection error trade-off curves as data files, as KWSEval writes them for its plotting program."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from ...kws.iso import IsoPoint
from ...kws.material import Floats
from ...kws.result import KwsResult
from ...kws.term_weighted_value import Point
from .. import File
from ..engine.curves import normal_deviate
from . import numbers as kws_numbers
from .options import KwsReportOptions
from .sum import metric, parameters

_ROWS = 8192
_HEAD = (
    "# Abbreviations: ssd() is the sample Standard Deviation of a Variable\n"
    "#                ppndf() is the normal deviant of a probability. ppndf(.5)=0\n"
    "#                -2SE(v) is v - 2(StandardError(v)) = v - 2 * (sampleStandardDev / sqrt(n-1)\n"
    '#                        the value "NA" is used when n <= 1\n'
    "# 1:score 2:ppndf(PMiss) 3:ppndf(PFA) 4:PMiss 5:PFA 6:TWV 7:ppndf(-2SE(PMiss)) 8:ppndf(-2SE(PFA)) "
    "9:ppndf(+2SE(PMiss)) 10:ppndf(+2SE(PFA)) 11:-2SE(PMiss) 12:-2SE(PFA) 13:+2SE(PMiss) 14:+2SE(PFA) "
    "15:-2SE(TWV) 16:+2SE(TWV)\n"
)
RATIO_HEAD = (
    "# The iso ratio points for the DET curve\n# 1:ratio 2:DetectionScore 3:PMiss 4:PFA 5:ppndf(PMiss) 6:ppndf(PFA)\n"
)
# The line of constant value: its value, the lowest miss rate, the first and last false alarm rate, and the step of
# false alarm rates below each bound.
_LINE_VALUE, _LINE_FLOOR, _LINE_FIRST, _LINE_LAST = 0.3, 0.05, 1e-6, 0.4
_LINE_STEPS = (
    (0.0001, 1e-6),
    (0.001, 1e-5),
    (0.004, 4e-5),
    (0.01, 1e-4),
    (0.02, 2e-4),
    (0.05, 5e-4),
    (0.1, 0.001),
    (0.2, 0.002),
    (_LINE_LAST, 0.005),
)


def render(sets: Sequence[KwsResult], options: KwsReportOptions) -> Iterator[File]:
    """Points of the curves of some sets, one after the other."""
    for item in sets:
        yield b".det.txt", (chunk.encode() for chunk in curve(item))


def curve(item: KwsResult) -> Iterator[str]:
    """File .dat.1: every threshold with rates, value and two standard errors."""
    trials = item.trials
    yield "# DET Graph made by DETCurve\n"
    yield f"# Trial Params = {{ ({_pairs(parameters(trials), quoted=True)}) }}\n"
    yield f"# Metric Params = {{ ({_pairs(metric(trials), quoted=False)}) }}\n"
    yield _HEAD
    if item.curve is None:
        point = item.maximum
        numbers = [point.miss, point.false_alarm, point.value]
        plain = [_number(number) if number is not None else "NA" for number in numbers]
        deviates = [_number(float(normal_deviate(number or 0.0))) for number in numbers[:2]]
        yield " ".join(["NaN", *deviates, *plain, *["NA"] * 8, "\n"])
        return
    yield from _points(item)


def _points(item: KwsResult) -> Iterator[str]:
    curve = item.curve
    assert curve is not None
    columns = [normal_deviate(_zero(curve.miss)), normal_deviate(_zero(curve.false_alarm))]
    columns += [curve.miss, curve.false_alarm, curve.value]
    if curve.blocks > 1:
        root = math.sqrt(curve.blocks)
        miss, alarm = 2 * (curve.miss_deviation / root), 2 * (curve.false_alarm_deviation / root)
        value = 2 * (curve.value_deviation / root)
        edges = [curve.miss - miss, curve.false_alarm - alarm, curve.miss + miss, curve.false_alarm + alarm]
        deviates = [np.where(np.isnan(edge), np.nan, normal_deviate(_zero(edge))) for edge in edges]
        # Without a miss rate KWSEval has no lower edge, and an upper edge of 0.
        deviates[2] = normal_deviate(_zero(edges[2]))
        columns += deviates
        columns += [*edges, curve.value - value, curve.value + value]
    line = [
        kws_numbers.constant(b" ", _ROWS),
        kws_numbers.constant(b" \n" if curve.blocks > 1 else b" NA" * 8 + b" \n", _ROWS),
    ]
    for start in range(0, len(curve.thresholds), _ROWS):
        part = slice(start, start + _ROWS)
        scores = curve.texts[part]
        blank, end = (column[: len(scores)] for column in line)
        row = [kws_numbers.characters(scores)]
        for column in columns:
            row += [blank, kws_numbers.texts(column[part])]
        yield kws_numbers.joined([*row, end])


def _zero(values: Floats) -> Floats:
    return np.nan_to_num(values)


def points(item: KwsResult) -> Iterator[str]:
    """File .dat.2: the points of best, actual, optimum and supremum value."""
    names = ("Best", "Actual", "Optimum", "Supremum")
    columns = ["BestTWVDetectionScore", "BestTWVValue"]
    for name in names:
        columns += [f"{name}Comb"] if name != "Best" else []
        columns += [f"{name}PMiss", f"{name}PFA", f"ppndf({name}PMiss)", f"ppndf({name}PFA)"]
    yield "# Points for DET Graph made by DETCurve\n"
    yield "# " + " ".join(f"{number}:{column}" for number, column in enumerate(columns, 1)) + "\n"
    best = item.optimum
    points_of_curve = [item.maximum, item.actual, best.point if best else Point(None, None, None), item.supremum]
    yield " ".join([item.maximum.threshold_text or "", *(_five(point) for point in points_of_curve)]) + "\n"


def _five(point: Point) -> str:
    def text(number: float | None) -> str:
        return "" if number is None else _number(number)

    deviates = [_number(float(normal_deviate(rate or 0.0))) for rate in (point.miss, point.false_alarm)]
    return " ".join([text(point.value), text(point.miss), text(point.false_alarm), *deviates])


def value_lines(beta: float) -> Iterator[str]:
    """File .isometriclines: the line on which the value is 0.3, as normal deviates."""
    alarm, miss = _LINE_FIRST, 1.0
    while alarm <= _LINE_LAST and miss != _LINE_FLOOR:
        miss = max(_LINE_FLOOR, 1 - _LINE_VALUE - beta * alarm)
        yield f"{_number(float(normal_deviate(alarm)))} {_number(float(normal_deviate(miss)))}\n"
        alarm += next((step for end, step in _LINE_STEPS if alarm < end), _LINE_STEPS[-1][1])
    yield "\n"


def iso_system(iso_points: Sequence[IsoPoint]) -> Iterator[str]:
    """Points at which the curve meets lines of constant ratio, for the whole set."""
    yield "sysID" + "".join(_iso_names(point) for point in iso_points) + "\n"
    yield "<SYSID>"
    for point in iso_points:
        numbers = (point.value, point.miss, point.false_alarm)
        yield "".join(f"\t{_number(number)}" for number in numbers) + f"\t{point.score_text}"
    yield "\n"


def iso_blocks(item: KwsResult, iso_points: Sequence[IsoPoint]) -> Iterator[str]:
    """Points at which the curve meets lines of constant ratio, for each keyword."""
    yield "sysID\tblockID" + "".join(_iso_names(point) for point in iso_points) + "\n"
    for place, block in enumerate(iso_points[0].blocks if iso_points else ()):
        yield f"<SYSID>\t{item.trials.blocks[block]}"
        for point in iso_points:
            rates = (point.block_value[place], point.block_miss[place], point.block_false_alarm[place])
            yield "".join(f"\t{_number(float(rate))}" if rate == rate else "\t" for rate in rates)
            yield f"\t{point.score_text}"
        yield "\n"


def _iso_names(point: IsoPoint) -> str:
    return "".join(f"\tRTWV{point.ratio_text}_{name}_c" for name in ("TWV", "PMiss", "PFA", "Threshold"))


def _pairs(values: dict[str, str], *, quoted: bool) -> str:
    mark = "'" if quoted else ""
    return "".join(f"{mark}{key}{mark} => '{value}', " for key, value in values.items())


def _number(value: float) -> str:
    return f"{value:.15g}"
