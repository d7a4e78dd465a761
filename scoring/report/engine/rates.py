"""Rates in rows: a bar with its interval for each, or a dot for each of several systems."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...common.counts import percent
from .pictures import Drawing, Series, Sheet, bars, dots, heading, label_rows, name_rows, rows_drawing


def barred(names: Sequence[str], series: Series, title: str) -> Drawing:
    """A bar for each row, with its rate in numbers after it; the name of the series is the heading."""
    return rows_drawing(names, 1, partial(_draw_bars, names, series, title))


def dotted(names: Sequence[str], series: Sequence[Series], title: str) -> Drawing:
    """A dot for each row and system."""
    return rows_drawing(names, len(series), partial(_draw_dots, names, series, title))


def _draw_bars(names: Sequence[str], series: Series, title: str, sheet: Sheet) -> None:
    name_rows(sheet, names)
    bars(sheet, series, sheet.theme.bar)
    ends = [(rate or 0.0) + series.reach(row) for row, rate in enumerate(series.rates)]
    label_rows(sheet, ends, [_label(rate, series.reach(row)) for row, rate in enumerate(series.rates)])
    sheet.axes.set_xlabel(title)
    heading(sheet, series.name)


def _draw_dots(names: Sequence[str], series: Sequence[Series], title: str, sheet: Sheet) -> None:
    name_rows(sheet, names)
    dots(sheet, series)
    sheet.axes.set_xlim(left=0.0)
    sheet.axes.set_xlabel(title)


def _label(rate: float | None, reach: float) -> str:
    if rate is None:
        return "-"
    return percent(rate) + (f" ± {100 * reach:.1f}" if reach else "")
