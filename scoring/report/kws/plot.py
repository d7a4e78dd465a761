"""Pictures of keyword scoring: misses against false alarms, what each threshold gives, and the scores of detections."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from ...kws.material import Floats
from ...kws.result import KwsResult
from ..engine.curves import draw, normal_deviate, rate_axis
from ..engine.pictures import Drawing, Sheet, cut, figure, framed, legend, saved, whole_numbers

_TICKS_MISS = (0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.999)
_TICKS_ALARM = (1e-6, 1e-5, 1e-4, 4e-4, 0.001, 0.004, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
_VALUES = (0.2, 0.4, 0.6, 0.8)
_LEFT = 5e-7


def drawing(sets: Sequence[KwsResult], kind: str) -> Drawing:
    """The picture of this kind: `det` is of all sets, the others of the first one, which has all trials."""
    if kind == "det":
        return Drawing(8.0, 5.4, partial(_draw_det, sets))
    draw_set = {"thresholds": _draw_thresholds, "histogram": _draw_histogram}[kind]
    return Drawing(6.8, 4.8 if kind == "thresholds" else 3.8, partial(draw_set, sets[0]))


def drawn(sets: Sequence[KwsResult], kind: str) -> bytes:
    """The picture of this kind as png."""
    return saved(figure(drawing(sets, kind)), "png")


def _draw_det(sets: Sequence[KwsResult], sheet: Sheet) -> None:
    """Misses against false alarms for each set, with the points of actual and maximum value."""
    axes, theme = sheet.axes, sheet.theme
    framed(axes, theme)
    _draw_values(sheet, sets[0].trials.settings.beta)
    for number, (item, name) in enumerate(zip(sets, cut([item.trials.name for item in sets]), strict=True)):
        colour = theme.series[number % len(theme.series)]
        if item.curve is not None:
            x, y = _across(item.curve.false_alarm), normal_deviate(item.curve.miss)
            draw(axes, x, y, colour, linewidth=1.4, label=name, gid="mark")
        for point, mark, what in ((item.actual, "o", "ATWV"), (item.maximum, "D", "MTWV")):
            if point.miss is None or point.false_alarm is None or point.value is None:
                continue
            place = _across(point.false_alarm), normal_deviate(point.miss)
            label = f"{what} {point.value:.4f}" if len(sets) == 1 else f"{name}: {what} {point.value:.4f}"
            axes.plot(*place, mark, color=colour, markersize=6, markerfacecolor="none", label=label, clip_on=False)
    _scale(axes, sets)
    axes.legend(loc="upper left", bbox_to_anchor=(1.02, 1.0), fontsize="small", frameon=False, labelcolor=theme.ink)


def _draw_thresholds(item: KwsResult, sheet: Sheet) -> None:
    """Miss rate, value and false alarm rate at every threshold."""
    axes, theme = sheet.axes, sheet.theme
    other = axes.twinx()
    framed(axes, theme)
    framed(other, theme)
    other.grid(visible=False)
    curve = item.curve
    if curve is not None and np.isfinite(curve.thresholds).any():
        x = curve.thresholds
        lines = []
        for values, colour, label, place in (
            (curve.miss, theme.series[0], "miss rate", axes),
            (np.maximum(curve.value, -1.0), theme.series[2], "value (-1 or more)", axes),
            (curve.false_alarm, theme.series[1], "false alarm rate", other),
        ):
            lines += draw(place, x, values, colour, linewidth=1.4, label=label, gid="mark")
        best = float(x[curve.best])
        text = f"MTWV {curve.value[curve.best]:.4f} at {item.maximum.threshold_text}"
        lines.append(axes.axvline(best, color=theme.series[2], linestyle="--", linewidth=0.9, label=text))
        style: dict[str, Any] = {"frameon": False, "labelcolor": theme.ink, "fontsize": "small"}
        axes.legend(handles=lines, loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, **style)
    axes.set_xlabel("threshold")
    axes.set_ylabel("miss rate, value")
    other.set_ylabel("false alarm rate")


def _draw_histogram(item: KwsResult, sheet: Sheet) -> None:
    """Scores of detections with and without a reference."""
    axes, theme = sheet.axes, sheet.theme
    framed(axes, theme)
    trials = item.trials
    finite = np.isfinite(trials.score)
    scores, targets = trials.score[finite], trials.score_target[finite]
    ends = (float(scores.min()), float(scores.max())) if len(scores) else (0.0, 1.0)
    for values, label, colour in (
        (scores[targets], "of a keyword", theme.series[0]),
        (scores[~targets], "false", theme.series[1]),
    ):
        shape: dict[str, Any] = {"bins": 40, "range": ends, "color": colour}
        axes.hist(values, alpha=0.3, histtype="stepfilled", **shape)
        axes.hist(values, label=f"{label} ({len(values):,})", histtype="step", linewidth=1.5, gid="histogram", **shape)
    axes.set(xlabel="score", ylabel="detections")
    whole_numbers(axes.yaxis)
    legend(sheet)


def _across(rate: Floats | float) -> Floats:
    """The place of a false alarm rate; 0 stands at the left edge."""
    return normal_deviate(np.maximum(rate, _LEFT))


def _draw_values(sheet: Sheet, beta: float) -> None:
    """Draws lines of equal value."""
    for value in _VALUES:
        alarm = np.geomspace(_LEFT, max((1 - value) / beta, 2 * _LEFT), 200)
        miss = 1 - value - beta * alarm
        inside = (miss > 0) & (miss < 1)
        x, y = normal_deviate(alarm[inside]), normal_deviate(miss[inside])
        sheet.axes.plot(x, y, color=sheet.theme.quiet, linewidth=0.7, linestyle=":")
        if len(x):
            where = {"xytext": (4, 1), "textcoords": "offset points", "va": "bottom"}
            sheet.axes.annotate(f"TWV {value}", (x[0], y[0]), fontsize="x-small", color=sheet.theme.quiet, **where)


def _scale(axes: Any, sets: Sequence[KwsResult]) -> None:
    """Marks round probabilities and sets limits around the curves."""
    alarms = [item.curve.false_alarm for item in sets if item.curve is not None]
    top = max((float(np.nanmax(values)) for values in alarms), default=0.001)
    right = next((tick for tick in _TICKS_ALARM if tick >= top), 0.5)
    rate_axis(axes, "x", _TICKS_ALARM, "false alarm probability", unit=" %", fontsize="small", rotation=45)
    rate_axis(axes, "y", _TICKS_MISS, "miss probability", unit=" %", fontsize="small")
    axes.set_xlim(normal_deviate(_LEFT).item(), normal_deviate(min(max(right, 0.001) * 1.3, 0.6)).item())
    axes.set_ylim(normal_deviate(0.005).item(), normal_deviate(0.9992).item())
