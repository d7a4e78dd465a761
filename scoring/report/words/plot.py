"""Pictures of the quality of confidences: a DET curve and a histogram, drawn by matplotlib."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Literal, TypeAlias, cast

import numpy as np

from ....formats.errors import UsageError
from ...common.counts import percent
from ...words.result import Result
from ..engine.curves import draw, figure, kind_of, normal_deviate, rate_axis, saved
from ..engine.palette import SERIES

Curve: TypeAlias = Literal["det", "hist"]
_RIGHT, _WRONG = SERIES[:2]
_TICKS = (0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995, 0.999)
_MANY = 2000  # words: enough for a histogram of a hundred bars


def check(name: str | os.PathLike[str]) -> Curve:
    """The curve that a file name asks for, if it can be drawn.

    >>> check("talk.det.svg"), check("hist.png")
    ('det', 'hist')
    """
    kind_of(name)
    named = {word for word in re.split("[^a-z]+", os.path.basename(name).lower()) if word in ("det", "hist")}
    if len(named) != 1:
        raise UsageError(f"{os.fspath(name)}: the name must say what to draw: 'det' or 'hist', as in det.svg")
    return cast("Curve", named.pop())


def picture(result: Result, name: str | os.PathLike[str]) -> bytes:
    """The picture that a file name asks for; equal results give equal bytes."""
    curve = check(name)
    right, wrong = judged(result)
    made, axes = figure(5.2, 5.2) if curve == "det" else figure(6.4, 4.0)
    (_draw_det if curve == "det" else _draw_histogram)(axes, right, wrong)
    axes.set_title(os.path.basename(result.hyp_name))
    return saved(made, kind_of(name))


def judged(result: Result) -> tuple[list[float], list[float]]:
    """Confidences of right and of wrong hypothesis words, sorted."""
    utterances = result.utterances
    if not utterances.carried().hyp_confidence:
        raise UsageError("nothing to plot: not every word of the hypothesis has a confidence (the sixth field of ctm)")
    order = np.arange(len(utterances), dtype=np.int64).tobytes()
    operations, _, column = utterances.batch.numbers(order, "confidence")
    values = list(zip(operations, memoryview(column).cast("d"), strict=True))
    # NaN: a deletion, or the empty word beside an optional one.
    right = sorted(value for operation, value in values if operation == ord("C") and value == value)
    wrong = sorted(value for operation, value in values if operation != ord("C") and value == value)
    return right, wrong


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


def _draw_det(axes: Any, right: Sequence[float], wrong: Sequence[float]) -> None:
    """Draws both error rates on axes on which two normal distributions give a straight line."""
    low, high = normal_deviate(np.array([_TICKS[0] / 2, 1 - _TICKS[0] / 2])).tolist()
    axes.plot([low, high], [low, high], color="0.8", linewidth=0.8)
    if right and wrong:
        points = list(det_points(right, wrong))
        x, y = normal_deviate(np.array(points)).clip(low, high).T
        draw(axes, x, y, _RIGHT, linewidth=1.5, drawstyle="steps-post")
        rate = equal_error(points)
        place = normal_deviate(rate).clip(low, high).item()
        axes.plot([place], [place], "o", color=_WRONG, markersize=5)
        axes.annotate(f"equal at {percent(rate)}", (place, place), (6, 6), textcoords="offset points")
    else:
        only = "right" if right else "wrong"
        axes.text(0, 0, f"all words are {only}" if right or wrong else "no words", ha="center", backgroundcolor="w")
    rate_axis(axes, "x", _TICKS, f"wrong words kept (% of {len(wrong)})", rotation=90)
    rate_axis(axes, "y", _TICKS, f"right words lost (% of {len(right)})")
    axes.set(xlim=(low, high), ylim=(low, high), aspect="equal")
    axes.grid(color="0.9", linewidth=0.5)


def _draw_histogram(axes: Any, right: Sequence[float], wrong: Sequence[float]) -> None:
    bins = 100 if len(right) + len(wrong) >= _MANY else 20
    inside = [[value for value in values if 0 <= value <= 1] for values in (right, wrong)]
    labels = [f"right ({len(right)})", f"wrong ({len(wrong)})"]
    for values, label, colour in zip(inside, labels, (_RIGHT, _WRONG), strict=True):
        axes.hist(values, bins, range=(0.0, 1.0), color=colour, alpha=0.35, histtype="stepfilled")
        axes.hist(values, bins, range=(0.0, 1.0), color=colour, label=label, histtype="step", linewidth=1.5)
    axes.set_xlim(0, 1)
    axes.set_xlabel("confidence")
    axes.set_ylabel("words")
    axes.legend(frameon=False)
    strange = len(right) + len(wrong) - sum(map(len, inside))
    if strange:
        axes.set_xlabel(f"confidence ({strange} outside 0 to 1 are not shown)")
