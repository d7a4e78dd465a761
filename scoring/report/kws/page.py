"""One HTML page that needs no other file: the values of each set, their curve, and a table of keywords to sort."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

import numpy as np

from scoring.kws import measures
from scoring.kws.result import KwsResult
from scoring.report.kws.det import normal_deviate
from scoring.report.kws.plot import thinned

_WIDTH, _HEIGHT, _MARGIN = 620, 460, 56
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_MISS = (0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98)
_ALARM = (1e-5, 1e-4, 0.001, 0.01, 0.05, 0.2)
_COLUMNS = (
    "keyword",
    "text",
    "targets",
    "hits",
    "misses",
    "false alarms",
    "miss rate",
    "false alarm rate",
    "TWV",
    "best TWV",
    "at threshold",
    "AP",
)
_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Keyword spotting</title>
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; color: #222; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .25em .7em; border-bottom: 1px solid #ddd; text-align: right; }
th:first-child, td:first-child, #keywords th:nth-child(2), .text { text-align: left; }
#keywords th { cursor: pointer; user-select: none; position: sticky; top: 0; background: #fff; }
#keywords th[aria-sort=ascending]::after { content: " \\25B2"; }
#keywords th[aria-sort=descending]::after { content: " \\25BC"; }
#keywords tbody tr:hover { background: #f3f7fb; }
svg text { font-size: 11px; fill: #555; }
</style></head><body>
<h1>Keyword spotting</h1>
"""
_SCRIPT = """<script>
"use strict";
const table = document.getElementById("keywords");
function sortBy(column) {
  const heads = table.tHead.rows[0].cells, head = heads[column];
  const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  for (const other of heads) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
  const key = row => row.cells[column].dataset.value;
  const rows = Array.from(table.tBodies[0].rows).map(row => [key(row), row]);
  rows.sort(([a], [b]) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    const x = Number(a), y = Number(b);
    return sign * (Number.isNaN(x) || Number.isNaN(y) ? (a < b ? -1 : a > b ? 1 : 0) : x - y);
  });
  table.tBodies[0].append(...rows.map(([, row]) => row));
}
Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
  head.addEventListener("click", () => sortBy(column));
  head.addEventListener("keydown", event => { if (event.key === "Enter") sortBy(column); });
});
</script>
</body></html>
"""


def page(sets: Sequence[KwsResult]) -> Iterator[str]:
    """The page; the keywords are those of the first set."""
    yield _HEAD
    yield from _values(sets)
    yield from _curve(sets)
    yield from _keywords(sets[0])
    yield _SCRIPT


def _values(sets: Sequence[KwsResult]) -> Iterator[str]:
    names = (
        "set",
        "keywords",
        "targets",
        "hits",
        "misses",
        "false alarms",
        "ATWV",
        "MTWV",
        "threshold",
        "OTWV",
        "STWV",
    )
    yield f"<table id=values><thead><tr>{''.join(f'<th>{name}</th>' for name in names)}</tr></thead><tbody>\n"
    for item in sets:
        trials, used = item.trials, item.trials.evaluated
        counts = (trials.targets, trials.hits, trials.misses, trials.false_alarms)
        best = item.optimum
        cells = [escape(trials.name), str(int(used.sum())), *(str(int(column[used].sum())) for column in counts)]
        cells += [_shown(item.actual.value), _shown(item.maximum.value), escape(item.maximum.threshold_text or "")]
        cells += [_shown(best.point.value if best else None), _shown(item.supremum.value)]
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"
    yield "</tbody></table>\n"


def _shown(value: float | None, digits: int = 4) -> str:
    return "" if value is None or math.isnan(value) else f"{value:.{digits}f}"


def _keywords(item: KwsResult) -> Iterator[str]:
    trials = item.trials
    miss = measures.miss_rates(trials, trials.misses)
    alarm = measures.false_alarm_rates(trials, trials.false_alarms)
    value = measures.values(trials, miss, alarm)
    best = item.optimum
    none = np.full(len(trials), np.nan)
    rates = [(miss, 3), (alarm, 6), (value, 4), (best.value if best else none, 4)]
    rates += [(best.threshold if best else none, 4), (item.average_precisions, 3)]
    counts = (trials.targets, trials.hits, trials.misses, trials.false_alarms)
    heads = "".join(f"<th scope=col tabindex=0 role=columnheader>{name}</th>" for name in _COLUMNS)
    yield f"<table id=keywords><thead><tr>{heads}</tr></thead><tbody>\n"
    for number, (block, text) in enumerate(zip(trials.blocks, trials.texts, strict=True)):
        cells = [_text_cell(block), _text_cell(text or "")]
        cells += [f'<td data-value="{column[number]}">{column[number]}</td>' for column in counts]
        for column, digits in rates:
            rate = float(column[number])
            key = "" if math.isnan(rate) else repr(rate)
            cells.append(f'<td data-value="{key}">{_shown(rate, digits)}</td>')
        yield f"<tr>{''.join(cells)}</tr>\n"
    yield "</tbody></table>\n"


def _text_cell(text: str) -> str:
    shown = escape(text)
    return f'<td class=text data-value="{shown}">{shown}</td>'


def _curve(sets: Sequence[KwsResult]) -> Iterator[str]:
    """The curve as a drawing inside the page."""
    left, right = normal_deviate(1e-6).item(), normal_deviate(0.5).item()
    low, high = normal_deviate(0.005).item(), normal_deviate(0.99).item()

    def x_of(value: float) -> float:
        share = (min(max(value, left), right) - left) / (right - left)
        return _MARGIN + share * (_WIDTH - 2 * _MARGIN)

    def y_of(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return _HEIGHT - _MARGIN - share * (_HEIGHT - 2 * _MARGIN)

    yield f'<svg id=curve width={_WIDTH} height={_HEIGHT} role=img aria-label="detection error trade-off">\n'
    for tick in _ALARM:
        x = x_of(normal_deviate(tick).item())
        yield f'<line x1={x:.1f} x2={x:.1f} y1={_MARGIN} y2={_HEIGHT - _MARGIN} stroke="#ddd"/>'
        yield f"<text x={x:.1f} y={_HEIGHT - _MARGIN + 16} text-anchor=middle>{tick * 100:g} %</text>\n"
    for tick in _MISS:
        y = y_of(normal_deviate(tick).item())
        yield f'<line x1={_MARGIN} x2={_WIDTH - _MARGIN} y1={y:.1f} y2={y:.1f} stroke="#ddd"/>'
        yield f"<text x={_MARGIN - 6} y={y + 4:.1f} text-anchor=end>{tick * 100:g} %</text>\n"
    yield f"<text x={_WIDTH / 2:.0f} y={_HEIGHT - 12} text-anchor=middle>false alarm probability</text>\n"
    turned = f'text-anchor=middle transform="rotate(-90 14 {_HEIGHT / 2:.0f})"'
    yield f"<text x=14 y={_HEIGHT / 2:.0f} {turned}>miss probability</text>\n"
    for number, item in enumerate(sets):
        colour = _COLOURS[number % len(_COLOURS)]
        if item.curve is not None:
            xs, ys = normal_deviate(item.curve.false_alarm), normal_deviate(item.curve.miss)
            kept = thinned(xs, ys)
            points = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in zip(xs[kept], ys[kept], strict=True))
            yield f'<polyline fill=none stroke="{colour}" stroke-width=1.5 points="{points}"/>\n'
        for point, name, lift in ((item.actual, "ATWV", -12), (item.maximum, "MTWV", 5)):
            if point.miss is None or point.false_alarm is None:
                continue
            x = x_of(normal_deviate(point.false_alarm).item())
            y = y_of(normal_deviate(point.miss).item())
            label = f"{item.trials.name} {name} {_shown(point.value)}"
            yield f'<circle cx={x:.1f} cy={y:.1f} r=4 fill=none stroke="{colour}"/>'
            yield f"<text x={x + 7:.1f} y={y - lift:.1f}>{escape(label)}</text>\n"
    yield "</svg>\n"
