"""Pictures of keyword scoring, drawn by matplotlib: misses against false alarms, and what each threshold gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...kws.material import Floats
from ...kws.result import KwsResult
from ..engine.curves import draw, figure, normal_deviate, rate_axis, saved
from ..engine.palette import SERIES

_TICKS_MISS = (0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.999)
_TICKS_ALARM = (1e-6, 1e-5, 1e-4, 4e-4, 0.001, 0.004, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
_VALUES = (0.2, 0.4, 0.6, 0.8)
_LEFT = 5e-7


def det(sets: Sequence[KwsResult], kind: str) -> bytes:
    """The picture of misses against false alarms for each set, with the points of actual and maximum value."""
    made, axes = figure(8.0, 5.4)
    beta = sets[0].trials.settings.beta
    _draw_values(axes, beta)
    for number, item in enumerate(sets):
        colour = SERIES[number % len(SERIES)]
        name = item.trials.name
        if item.curve is not None:
            x, y = _across(item.curve.false_alarm), normal_deviate(item.curve.miss)
            draw(axes, x, y, colour, linewidth=1.2, label=name)
        for point, mark, what in ((item.actual, "o", "ATWV"), (item.maximum, "D", "MTWV")):
            if point.miss is None or point.false_alarm is None or point.value is None:
                continue
            place = _across(point.false_alarm), normal_deviate(point.miss)
            label = f"{what} {point.value:.4f}" if len(sets) == 1 else f"{name}: {what} {point.value:.4f}"
            axes.plot(*place, mark, color=colour, markersize=6, markerfacecolor="none", label=label, clip_on=False)
    _scale(axes, sets)
    axes.set_title("Detection error trade-off")
    axes.grid(True, linewidth=0.3, color="#cccccc")
    axes.legend(loc="upper left", bbox_to_anchor=(1.02, 1.0), fontsize=8)
    return saved(made, kind)


def thresholds(item: KwsResult, kind: str) -> bytes:
    """The picture of miss rate, value and false alarm rate at every threshold."""
    made, axes = figure(6.8, 4.8)
    other = axes.twinx()
    curve = item.curve
    if curve is not None and np.isfinite(curve.thresholds).any():
        x = curve.thresholds
        lines = []
        for values, colour, label, place in (
            (curve.miss, SERIES[0], "miss rate", axes),
            (np.maximum(curve.value, -1.0), SERIES[2], "value (-1 or more)", axes),
            (curve.false_alarm, SERIES[1], "false alarm rate", other),
        ):
            lines += draw(place, x, values, colour, linewidth=1.2, label=label)
        best = float(x[curve.best])
        text = f"MTWV {curve.value[curve.best]:.4f} at {item.maximum.threshold_text}"
        lines.append(axes.axvline(best, color=SERIES[2], linestyle="--", linewidth=0.8, label=text))
        axes.legend(handles=lines, loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2, fontsize=8)
    axes.set_xlabel("threshold")
    axes.set_ylabel("miss rate, value")
    other.set_ylabel("false alarm rate")
    axes.set_title(item.trials.name)
    axes.grid(True, linewidth=0.3, color="#cccccc")
    return saved(made, kind)


def _across(rate: Floats | float) -> Floats:
    """The place of a false alarm rate; 0 stands at the left edge."""
    return normal_deviate(np.maximum(rate, _LEFT))


def _draw_values(axes: Any, beta: float) -> None:
    """Draws lines of equal value."""
    for value in _VALUES:
        alarm = np.geomspace(_LEFT, max((1 - value) / beta, 2 * _LEFT), 200)
        miss = 1 - value - beta * alarm
        inside = (miss > 0) & (miss < 1)
        x, y = normal_deviate(alarm[inside]), normal_deviate(miss[inside])
        axes.plot(x, y, color="#999999", linewidth=0.6, linestyle=":")
        if len(x):
            where = {"xytext": (4, 1), "textcoords": "offset points"}
            axes.annotate(f"TWV {value}", (x[0], y[0]), fontsize=6, color="#777777", va="bottom", **where)


def _scale(axes: Any, sets: Sequence[KwsResult]) -> None:
    """Marks round probabilities and sets limits around the curves."""
    alarms = [item.curve.false_alarm for item in sets if item.curve is not None]
    top = max((float(np.nanmax(values)) for values in alarms), default=0.001)
    right = next((tick for tick in _TICKS_ALARM if tick >= top), 0.5)
    rate_axis(axes, "x", _TICKS_ALARM, "false alarm probability", unit=" %", fontsize=7, rotation=45)
    rate_axis(axes, "y", _TICKS_MISS, "miss probability", unit=" %", fontsize=7)
    axes.set_xlim(normal_deviate(_LEFT).item(), normal_deviate(min(max(right, 0.001) * 1.3, 0.6)).item())
    axes.set_ylim(normal_deviate(0.005).item(), normal_deviate(0.9992).item())
