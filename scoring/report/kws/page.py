"""HTML page of keyword scoring: values, curves, a table of keywords to sort, and every miss and false alarm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np

from ....formats.errors import short
from ...common.palette import OF_LABELS, SERIES
from ...kws.material import Floats
from ...kws.measures import MEASURES
from ...kws.result import KwsResult
from ...kws.term_weighted_value import Point
from ...kws.totals import Totals
from ..engine.blocks import Time
from ..engine.curves import normal_deviate, thinned
from ..engine.head import card
from ..engine.page import Cell, Markup, element, scrolled, signature, table, visible
from ..engine.spans import Nouns, Span, spans_page

# Nothing is confused with another keyword: a detection of another one is a false alarm of that one.
_NOUNS = Nouns(lane="keyword", lanes="Keywords", text="score", kinds=("", OF_LABELS["D"], OF_LABELS["I"]))

# The drawing, and the room around its axes: letters are drawn in their own size, so it is not scaled up.
_WIDTH, _HEIGHT = 400, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 16, 8, 40
_LONGEST_NAME = 24
_MISS = (0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98)
_ALARM = (1e-5, 0.001, 0.01, 0.05, 0.2)
_TEXTS = ("keyword", "text")
# The counts by their attributes, and what the page calls them.
_COUNTS = {"targets": "targets", "hits": "hits", "misses": "misses", "false_alarms": "false alarms"}
_RATES = {
    "miss rate": ("miss_rate", 3),
    "false alarm rate": ("false_alarm_rate", 6),
    "TWV": ("twv", 4),
    "best TWV": ("best_twv", 4),
    "at threshold": ("best_threshold", 4),
    "AP": ("average_precision", 3),
}


def render(sets: Sequence[KwsResult]) -> Iterator[bytes]:
    """Page of some sets, chunk by chunk; keywords and trials are those of the first one."""
    figure = sets[0].key_figure()
    title = f"Keyword spotting: ATWV {figure.number}"
    body = [card("Keyword spotting", figure), *_head(sets)]
    return spans_page(title, body, _spans(sets[0]), _NOUNS, scripts=("tables.js",))


def _head(sets: Sequence[KwsResult]) -> Iterator[Markup]:
    yield scrolled(_values(sets))
    yield Markup('<details class="fold" open="open"><summary>Keywords and curve</summary><div class="pair">')
    yield scrolled(_keywords(sets[0]))
    yield element("svg", *_curves(sets), **_attributes())
    yield Markup("</div></details>\n")
    yield signature(sets[0].signature)


def _spans(totals: Totals) -> Iterator[Span]:
    """Targets and detections of each keyword; the errors are misses and false alarms."""
    keywords = [" ".join(dict.fromkeys(filter(None, (entry.id, entry.text)))) for entry in totals.entries]
    columns = totals.columns
    names = ("recording", "keyword", "target", "ref_begin", "ref_end", "scored", "begin", "end", "score_text", "yes")
    for row in zip(*(getattr(columns, name).tolist() for name in names), strict=True):
        number, keyword, target, ref_begin, ref_end, scored, begin, end, score, yes = row
        recording, lane, text = totals.recordings[number], keywords[keyword], score.decode("utf-8", "replace")
        if target:
            yield Span(recording, lane, "reference", "C", _time(ref_begin, ref_end))
        if scored:
            yield Span(recording, lane, "hypothesis", "C" if yes else "-", _time(begin, end), hyp=text)
        if target and not (scored and yes):
            yield Span(recording, lane, "error", "D", _time(ref_begin, ref_end), hyp=text if scored else "")
        elif scored and yes and not target:
            yield Span(recording, lane, "error", "I", _time(begin, end), hyp=text)


def _time(begin: float, end: float) -> Time:
    return (None, None) if math.isnan(begin) or math.isnan(end) else (begin, end)


def _attributes() -> dict[str, object]:
    return {
        "id": "curve",
        "viewBox": f"0 0 {_WIDTH} {_HEIGHT}",
        "width": _WIDTH,
        "height": _HEIGHT,
        "role": "img",
        "aria_label": "detection error trade-off",
    }


def _values(sets: Sequence[KwsResult]) -> Iterator[Markup]:
    """Table with a row for each set."""
    counts = ("keywords", *_COUNTS.values())
    brief = [measure for measure in MEASURES if measure.is_brief]
    names = chain.from_iterable((measure.title, *(["threshold"] * bool(measure.threshold))) for measure in brief)
    heads = [Cell("set", text=True), *map(Cell, (*counts, *names))]
    rows = []
    for item in sets:
        document = item.to_dict()
        cells = [Cell(item.name, text=True), Cell(str(document["keywords_scored"]))]
        cells += [Cell(str(document[name])) for name in _COUNTS]
        for measure in brief:
            cells.append(_number(measure.value(item)))
            if measure.threshold:
                cells.append(Cell(measure.threshold(item) or ""))
        rows.append(cells)
    return table(heads, rows, name="values", sortable=False)


def _number(value: float | None, digits: int = 4) -> Cell:
    """Number in a cell, sorted by its exact value; undefined ones are empty and sort last."""
    if value is None or math.isnan(value):
        return Cell("", "")
    return Cell(f"{value:.{digits}f}", repr(value))


def _keywords(item: KwsResult) -> Iterator[Markup]:
    """Sortable table with a row for each keyword."""
    heads = [Cell(name, text=True) for name in _TEXTS] + [Cell(name) for name in (*_COUNTS.values(), *_RATES)]
    rows = (
        [
            Cell(score.id, text=True),
            Cell(score.text, text=True),
            *(Cell(str(getattr(score, name))) for name in _COUNTS),
            *(_number(getattr(score, name), digits) for name, digits in _RATES.values()),
        ]
        for score in item.keywords.values()
    )
    return table(heads, rows, name="keywords")


def _across(rates: Floats) -> Floats:
    """Horizontal places of false alarm rates."""
    return _LEFT + _shares(rates, 1e-6, 0.5) * (_WIDTH - _LEFT - _RIGHT)


def _down(rates: Floats) -> Floats:
    """Vertical places of miss rates."""
    return _HEIGHT - _BOTTOM - _shares(rates, 0.005, 0.99) * (_HEIGHT - _TOP - _BOTTOM)


def _shares(rates: Floats, lowest: float, highest: float) -> Floats:
    """Places between two rates on the scale of normal deviates, from 0 to 1."""
    low, high = normal_deviate(np.array([lowest, highest])).tolist()
    result: Floats = (np.clip(normal_deviate(rates), low, high) - low) / (high - low)
    return result


def _curves(sets: Sequence[KwsResult]) -> Iterator[Markup]:
    """Axes, curves and points of the drawing."""
    for tick, x in zip(_ALARM, _across(np.array(_ALARM)).tolist(), strict=True):
        yield _line((x, _TOP), (x, _HEIGHT - _BOTTOM))
        yield _text(x, _HEIGHT - _BOTTOM + 14, f"{tick * 100:g} %", text_anchor="middle")
    for tick, y in zip(_MISS, _down(np.array(_MISS)).tolist(), strict=True):
        yield _line((_LEFT, y), (_WIDTH - _RIGHT, y))
        yield _text(_LEFT - 5, y + 4, f"{tick * 100:g} %", text_anchor="end")
    yield _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 6, "false alarm probability", text_anchor="middle")
    turned = f"rotate(-90 10 {_HEIGHT / 2:.0f})"
    yield _text(10, _HEIGHT / 2, "miss probability", text_anchor="middle", transform=turned)
    for number, item in enumerate(sets):
        voice = f"voice-{number % len(SERIES)}"
        if item.curve is not None:
            yield _polyline(item, voice)
        name = f"{short(visible(item.name), _LONGEST_NAME)} " * (len(sets) > 1)
        yield from _point(item.actual, f"{name}ATWV", voice, above=12)
        yield from _point(item.maximum, f"{name}MTWV", voice, above=-5)


def _polyline(item: KwsResult, voice: str) -> Markup:
    assert item.curve is not None
    alarm, miss = item.curve.false_alarm, item.curve.miss
    places_kept = thinned(normal_deviate(alarm), normal_deviate(miss))
    places = zip(_across(alarm[places_kept]).tolist(), _down(miss[places_kept]).tolist(), strict=True)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return element("polyline", points=points, class_=voice)


def _point(point: Point, label: str, voice: str, *, above: float) -> Iterable[Markup]:
    """Circle with its label, to its left in the right half; nothing for a point that is undefined."""
    if point.miss is None or point.false_alarm is None:
        return ()
    x, y = _across(np.array(point.false_alarm)).item(), _down(np.array(point.miss)).item()
    circle = element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=4, class_=voice)
    to_left = x > _WIDTH / 2
    text = f"{label} {_number(point.value).shown}"
    return circle, _text(x - 7 if to_left else x + 7, y + above, text, text_anchor="end" if to_left else None)


def _line(start: tuple[float, float], end: tuple[float, float]) -> Markup:
    (x1, y1), (x2, y2) = start, end
    return element("line", x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}")


def _text(x: float, y: float, text: str, **attributes: object) -> Markup:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", **attributes)
