"""Pictures of keyword scoring, drawn by matplotlib: misses against false alarms, and what each threshold gives."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from formats.errors import UsageError
from scoring.kws.result import KwsResult
from scoring.report.kws.det import normal_deviate

if TYPE_CHECKING:
    from scoring.kws.material import Floats, Ints

KINDS = ("svg", "png", "pdf")
_TICKS_MISS = (0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.999)
_TICKS_ALARM = (1e-6, 1e-5, 1e-4, 4e-4, 0.001, 0.004, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
_VALUES = (0.2, 0.4, 0.6, 0.8)
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_STYLE = {"svg.hashsalt": "scorelite", "font.size": 9.0}
# What is nearer to each other than this part of an axis cannot be told apart in a picture.
_GRAIN = 0.001
_LEFT = 5e-7


def kind(name: str) -> str:
    """The kind of picture that a file name asks for.

    >>> kind("curve.SVG")
    'svg'
    """
    found = name.lower().rpartition(".")[2]
    if found not in KINDS:
        raise UsageError(f"{name}: a picture is .svg, .png or .pdf")
    return found


def det(sets: Sequence[KwsResult], kind: str) -> bytes:
    """The curve of misses against false alarms for each set, with the points of actual and maximum value."""
    figure, axes = _figure(8.0, 5.4)
    beta = sets[0].trials.settings.beta
    _draw_values(axes, beta)
    for number, item in enumerate(sets):
        colour = _COLOURS[number % len(_COLOURS)]
        name = item.trials.name
        if item.curve is not None:
            x, y = _across(item.curve.false_alarm), normal_deviate(item.curve.miss)
            kept = thinned(x, y)
            axes.plot(x[kept], y[kept], color=colour, linewidth=1.2, label=name)
        for point, mark, what in ((item.actual, "o", "ATWV"), (item.maximum, "D", "MTWV")):
            if point.miss is None or point.false_alarm is None or point.value is None:
                continue
            place = _across(point.false_alarm), normal_deviate(point.miss)
            label = f"{what} {point.value:.4f}" if len(sets) == 1 else f"{name}: {what} {point.value:.4f}"
            axes.plot(*place, mark, color=colour, markersize=6, markerfacecolor="none", label=label, clip_on=False)
    _scale(axes, sets)
    axes.set_xlabel("false alarm probability")
    axes.set_ylabel("miss probability")
    axes.set_title("Detection error trade-off")
    axes.grid(True, linewidth=0.3, color="#cccccc")
    axes.legend(loc="upper left", bbox_to_anchor=(1.02, 1.0), fontsize=8)
    return _saved(figure, kind)


def thresholds(item: KwsResult, kind: str) -> bytes:
    """Miss rate and value at every threshold, and the false alarm rate beside them."""
    figure, axes = _figure(6.8, 4.8)
    other = axes.twinx()
    curve = item.curve
    if curve is not None and np.isfinite(curve.thresholds).any():
        x = curve.thresholds
        lines = []
        for values, colour, label, place in (
            (curve.miss, _COLOURS[0], "miss rate", axes),
            (np.maximum(curve.value, -1.0), _COLOURS[2], "value (from -1 on)", axes),
            (curve.false_alarm, _COLOURS[1], "false alarm rate", other),
        ):
            kept = thinned(x, values)
            lines += place.plot(x[kept], values[kept], color=colour, linewidth=1.2, label=label)
        best = float(x[curve.best])
        text = f"MTWV {curve.value[curve.best]:.4f} at {item.maximum.threshold_text}"
        lines.append(axes.axvline(best, color=_COLOURS[2], linestyle="--", linewidth=0.8, label=text))
        axes.legend(handles=lines, loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2, fontsize=8)
    axes.set_xlabel("threshold")
    axes.set_ylabel("miss rate, value")
    other.set_ylabel("false alarm rate")
    axes.set_title(item.trials.name)
    axes.grid(True, linewidth=0.3, color="#cccccc")
    return _saved(figure, kind)


def thinned(x: Floats, y: Floats) -> Ints:
    """The places of points that can be told apart, the first and the last among them.

    >>> thinned(np.array([0.0, 1e-9, 1.0]), np.array([0.0, 0.0, 1.0])).tolist()
    [0, 2]
    """
    finite = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    if len(finite) < 3:
        return finite
    cells = []
    for column in (x[finite], y[finite]):
        span = float(np.ptp(column)) or 1.0
        cells.append(np.floor((column - column.min()) / (span * _GRAIN)))
    fresh = np.ones(len(finite), dtype=np.bool_)
    fresh[1:] = (np.diff(cells[0]) != 0) | (np.diff(cells[1]) != 0)
    fresh[-1] = True
    return finite[fresh]


def _across(rate: Floats | float) -> Floats:
    """The place of a false alarm rate; none at all stands at the left edge."""
    return normal_deviate(np.maximum(rate, _LEFT))


def _draw_values(axes: Any, beta: float) -> None:
    """Lines on which the value is the same."""
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
    """Ticks at round probabilities; limits around what there is to see."""
    alarms = [item.curve.false_alarm for item in sets if item.curve is not None]
    top = max((float(np.nanmax(values)) for values in alarms), default=0.001)
    right = next((tick for tick in _TICKS_ALARM if tick >= top), 0.5)
    for name, ticks in (("x", _TICKS_ALARM), ("y", _TICKS_MISS)):
        getattr(axes, f"set_{name}ticks")(normal_deviate(np.array(ticks)))
        getattr(axes, f"set_{name}ticklabels")([f"{tick * 100:g} %" for tick in ticks], fontsize=7)
    axes.set_xlim(normal_deviate(_LEFT).item(), normal_deviate(min(max(right, 0.001) * 1.3, 0.6)).item())
    axes.set_ylim(normal_deviate(0.005).item(), normal_deviate(0.9992).item())
    axes.tick_params(axis="x", rotation=45)


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise UsageError("drawing needs matplotlib: pip install 'scorelite[plot]'") from None


def _figure(width: float, height: float) -> tuple[Any, Any]:
    with _library("matplotlib").rc_context(_STYLE):
        figure = _library("matplotlib.figure").Figure(figsize=(width, height))
        return figure, figure.add_subplot()


def _saved(figure: Any, kind: str) -> bytes:
    """The bytes of a picture, without a date, so that the same scores give the same bytes."""
    with _library("matplotlib").rc_context(_STYLE):
        figure.tight_layout()
        buffer = io.BytesIO()
        dates: dict[str, dict[str, None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
        figure.savefig(buffer, format=kind, dpi=150, metadata=dates[kind])
    return buffer.getvalue()
