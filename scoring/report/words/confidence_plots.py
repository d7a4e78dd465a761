"""Pictures of the quality of confidences: reliability, DET curves and a histogram."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ....formats.errors import UsageError
from ...common.counts import percent
from ...words.result import Result
from ..engine.curves import draw, normal_deviate, rate_axis
from ..engine.pictures import Drawing, Sheet, framed, heading, in_percent, legend, mark_of, whole_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

Judged: TypeAlias = "tuple[list[float], list[float]]"
_TICKS = (0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995, 0.999)
_MANY = 2000  # words: enough for a histogram of a hundred bars
_TENTHS = 10


def judged(result: Result) -> Judged:
    """Confidences of right and of wrong hypothesis words, sorted."""
    utterances = result.utterances
    if not utterances.carried().hyp_confidence:
        raise UsageError("nothing to plot: not every word of the hypothesis has a confidence (the sixth field of ctm)")
    order = np.arange(len(utterances), dtype=np.int64).tobytes()
    operations, _, column = utterances.batch.numbers(order, "confidence")
    values = np.frombuffer(column, dtype=np.float64)
    is_right = np.frombuffer(operations, dtype=np.uint8) == ord("C")
    # NaN: a deletion, or the empty word next to an optional one.
    is_word = ~np.isnan(values)
    return np.sort(values[is_word & is_right]).tolist(), np.sort(values[is_word & ~is_right]).tolist()


def det_points(right: Sequence[float], wrong: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Share of wrong words kept and share of right words lost, for every threshold from low to high.

    >>> list(det_points([0.5, 0.9], [0.2, 0.9]))
    [(1.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.0, 1.0)]
    """
    lost = dropped = 0
    words = sorted([*((value, True) for value in right), *((value, False) for value in wrong)])
    yield 1.0, 0.0
    for _, same in groupby(words, key=lambda word: word[0]):
        for _, correct in same:
            lost += correct
            dropped += not correct
        yield 1 - dropped / len(wrong), lost / len(right)


def equal_error(points: Sequence[tuple[float, float]]) -> float:
    """The rate at which both errors are equal, interpolated between the points where they change order.

    >>> equal_error([(1.0, 0.0), (0.25, 0.25), (0.0, 1.0)])
    0.25
    """
    before = points[0]
    for misses, lost in points:
        if lost >= misses:
            rise, gap = (lost - before[1]) + (before[0] - misses), before[0] - before[1]
            share = gap / rise if rise else 0.0
            return before[1] + share * (lost - before[1])
        before = misses, lost
    return before[1]


def tenths(right: Sequence[float], wrong: Sequence[float]) -> tuple[Floats, Floats, Floats]:
    """Mean confidence, share of right words and number of words, of words between 0 and 0.1, 0.1 and 0.2 ... and 1.

    >>> [column.tolist() for column in tenths([0.25, 1.0], [0.35, 0.25])]
    [[0.25, 0.35, 1.0], [0.5, 0.0, 1.0], [2.0, 1.0, 1.0]]
    """
    values = np.array([*right, *wrong])
    is_right = np.arange(len(values)) < len(right)
    inside = (values >= 0) & (values <= 1)
    values, is_right = values[inside], is_right[inside]
    tenth = np.minimum((values * _TENTHS).astype(np.int64), _TENTHS - 1)
    words = np.bincount(tenth, minlength=_TENTHS).astype(np.float64)
    sums = [np.bincount(tenth, weights, minlength=_TENTHS) for weights in (values, is_right)]
    some = words > 0
    return sums[0][some] / words[some], sums[1][some] / words[some], words[some]


def _reliability(results: Sequence[Result], names: Sequence[str]) -> Drawing:
    """Confidence against the share of words that are right, above a histogram of all words."""
    words = [judged(result) for result in results]
    return Drawing(4.8, 5.6, partial(_draw_reliability, names, words))


def _draw_reliability(names: Sequence[str], words: Sequence[Judged], sheet: Sheet) -> None:
    axes, theme = sheet.axes, sheet.theme
    below = axes.inset_axes((0.0, -0.36, 1.0, 0.24), sharex=axes)
    axes.plot([0, 1], [0, 1], color=theme.quiet, linewidth=0.9, linestyle="--")
    axes.text(0.03, 0.07, "as sure as right", color=theme.quiet, fontsize="small", rotation=45, rotation_mode="anchor")
    alone = len(words) == 1
    for number, (name, (right, wrong)) in enumerate(zip(names, words, strict=True)):
        colour = theme.bar if alone else theme.series[number % len(theme.series)]
        confidence, share, _ = tenths(right, wrong)
        axes.plot(
            confidence, share, "o-", color=colour, linewidth=1.4, markersize=5.5, label=name, gid="mark", clip_on=False
        )
        kind = {"histtype": "stepfilled" if alone else "step", "color": colour, "linewidth": 1.4}
        below.hist([*right, *wrong], 20, range=(0.0, 1.0), gid="histogram", **kind)
    axes.set(xlim=(0, 1), ylim=(0, 1), ylabel="share of words that are right (%)")
    below.set(xlabel=f"confidence{_outside(words)}", ylabel="words")
    axes.tick_params(labelbottom=False)
    for part in (axes, below):
        framed(part, sheet.theme)
    in_percent(axes.yaxis)
    whole_numbers(below.yaxis)
    if alone:
        heading(sheet, names[0])
    else:
        legend(sheet)


def _det(results: Sequence[Result], names: Sequence[str]) -> Drawing:
    """Right words lost against wrong words kept, at every threshold."""
    return Drawing(5.2, 5.4, partial(_draw_det, names, [judged(result) for result in results]))


def _draw_det(names: Sequence[str], words: Sequence[Judged], sheet: Sheet) -> None:
    """Draws both error rates on axes on which two normal distributions give a straight line."""
    axes, theme = sheet.axes, sheet.theme
    low, high = normal_deviate(np.array([_TICKS[0] / 2, 1 - _TICKS[0] / 2])).tolist()
    axes.plot([low, high], [low, high], color=theme.rule, linewidth=0.9)
    alone = len(words) == 1
    for number, (name, (right, wrong)) in enumerate(zip(names, words, strict=True)):
        colour = theme.bar if alone else theme.series[number % len(theme.series)]
        if right and wrong:
            points = list(det_points(right, wrong))
            x, y = normal_deviate(np.array(points)).clip(low, high).T
            rate = equal_error(points)
            said = f"{name}: equal at {percent(rate)}"
            draw(axes, x, y, colour, linewidth=1.6, drawstyle="steps-post", label=said, gid="mark")
            place = normal_deviate(rate).clip(low, high).item()
            axes.plot([place], [place], mark_of(theme, number), color=theme.ink if alone else colour, markersize=5)
            if alone:
                where = {"xytext": (7, 7), "textcoords": "offset points", "color": theme.ink}
                axes.annotate(f"equal at {percent(rate)}", (place, place), **where)
        elif alone:
            only = "right" if right else "wrong"
            said = f"all words are {only}" if right or wrong else "no words"
            axes.text(0, 0, said, ha="center", color=theme.ink, backgroundcolor=theme.paper)
    of = (f" of {len(words[0][0]):,}", f" of {len(words[0][1]):,}") if alone else ("", "")
    rate_axis(axes, "x", _TICKS, f"wrong words kept (%{of[1]})", rotation=90)
    rate_axis(axes, "y", _TICKS, f"right words lost (%{of[0]})")
    axes.set(xlim=(low, high), ylim=(low, high), aspect="equal")
    framed(axes, theme)
    axes.tick_params(labelsize="small")
    if alone:
        heading(sheet, names[0])
    elif axes.get_legend_handles_labels()[1]:
        legend(sheet)


def _histogram(results: Sequence[Result], names: Sequence[str]) -> Drawing:
    """How many right and wrong words have which confidence."""
    if len(results) > 1:
        raise UsageError(f"the picture 'histogram' is of one system, and there are {len(results)}; expected one result")
    return Drawing(5.6, 3.6, partial(_draw_histogram, names[0], judged(results[0])))


def _draw_histogram(name: str, words: Judged, sheet: Sheet) -> None:
    axes, theme = sheet.axes, sheet.theme
    bins = 100 if sum(map(len, words)) >= _MANY else 20
    labels = [f"right ({len(words[0]):,})", f"wrong ({len(words[1]):,})"]
    for values, label, colour in zip(words, labels, theme.series[:2], strict=True):
        shape: dict[str, Any] = {"bins": bins, "range": (0.0, 1.0), "color": colour}
        axes.hist(values, alpha=0.3, histtype="stepfilled", **shape)
        axes.hist(values, label=label, histtype="step", linewidth=1.5, gid="histogram", **shape)
    axes.set(xlim=(0, 1), xlabel=f"confidence{_outside([words])}", ylabel="words")
    framed(axes, theme)
    axes.legend(frameon=False, fontsize="small", labelcolor=theme.ink, loc="best")
    whole_numbers(axes.yaxis)
    heading(sheet, name)


def _outside(words: Sequence[Judged]) -> str:
    """A remark on confidences outside 0 to 1, which no picture shows."""
    number = sum(not 0 <= value <= 1 for sides in words for values in sides for value in values)
    return f" ({number:,} outside 0 to 1 are not shown)" if number else ""


CONFIDENCES: Mapping[str, Callable[[Sequence[Result], Sequence[str]], Drawing]] = {
    "reliability": _reliability,
    "det": _det,
    "histogram": _histogram,
}
