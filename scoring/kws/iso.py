"""Points at which a curve meets lines of constant ratio between miss rate and false alarm rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .curve import Steps, Sweep
from .material import Floats, Ints
from .trials import Trials

_MISSES = (0.0001, 0.001, 0.004, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 40, 60, 80, 90, 95, 98)
DEFAULT_RATIOS = tuple(f"{miss / 0.0001:.15g}" for miss in _MISSES)


@dataclass(frozen=True, slots=True)
class IsoPoint:
    """Meeting point between two thresholds; all rates are interpolated."""

    ratio_text: str
    miss: float
    false_alarm: float
    value: float
    score_text: str
    """Upper threshold."""
    blocks: tuple[int, ...]
    block_miss: Floats
    block_false_alarm: Floats
    block_value: Floats


def iso_points(trials: Trials, changes: Steps, curve: Sweep, ratios: Sequence[str]) -> list[IsoPoint]:
    """Points in rising order of the ratios; a ratio that the curve does not reach has none.

    The curve is followed once from low to high thresholds, and a ratio that was passed is not tried again.
    """
    ordered = sorted(dict.fromkeys(ratios), key=float)
    points: list[IsoPoint] = []
    place = 0
    for upper in range(1, len(curve.thresholds)):
        if place == len(ordered):
            break
        ends = (
            (float(curve.false_alarm[upper - 1]), float(curve.miss[upper - 1])),
            (float(curve.false_alarm[upper]), float(curve.miss[upper])),
        )
        searching = True
        while searching:
            searching = False
            for number in range(place, len(ordered)):
                met = _meeting(float(ordered[number]), *ends)
                if met is None:
                    continue
                if 0 <= met[0] <= 1:
                    points.append(_point(trials, changes, curve, ordered[number], upper, met))
                    place, searching = number + 1, True
                    break
                if met[0] > 1:
                    place = number
                    break
    return points


def _meeting(
    ratio: float, first: tuple[float, float], second: tuple[float, float]
) -> tuple[float, float, float] | None:
    """Position between two points, and the point, where a line through the origin is met; None where it never is."""
    (x1, y1), (x2, y2) = first, second
    if ratio == 0 or (x1 == x2 and y1 == y2):
        return None
    if x1 == x2:
        return (ratio * x1 - y1) / (y2 - y1), x1, ratio * x1
    if y1 == y2:
        return (y1 / ratio - x1) / (x2 - x1), y1 / ratio, y1
    slope = (y1 - y2) / (x1 - x2)
    if slope == ratio:
        return None
    x = (y1 - slope * x1) / (ratio - slope)
    return (x - x1) / (x2 - x1), x, ratio * x


def _point(
    trials: Trials, changes: Steps, curve: Sweep, ratio: str, upper: int, met: tuple[float, float, float]
) -> IsoPoint:
    share, x, y = met
    blocks = np.flatnonzero(trials.evaluated)
    low, high = (_counts(trials, changes, changes.visited[place])[:, blocks] for place in (upper - 1, upper))
    misses, alarms = (1 - share) * low + share * high
    with np.errstate(divide="ignore", invalid="ignore"):
        miss = np.where(trials.targets[blocks] > 0, misses / trials.targets[blocks], np.nan)
        alarm = alarms / trials.opportunities[blocks]
    beta = trials.settings.beta
    return IsoPoint(
        ratio,
        y,
        x,
        1 - (y + beta * x),
        bytes(curve.texts[upper]).decode("ascii"),
        tuple(blocks.tolist()),
        miss,
        alarm,
        1 - (miss + beta * alarm),
    )


def _counts(trials: Trials, changes: Steps, threshold: np.int64) -> Ints:
    """Misses and false alarms of every block at a threshold."""
    counts = np.stack([trials.omissions, trials.non_targets])
    passed = np.flatnonzero(changes.rank < threshold)
    # The steps of a block are in rising order: the last assignment wins.
    counts[0, changes.block[passed]] = changes.misses_after[passed]
    counts[1, changes.block[passed]] = changes.alarms_after[passed]
    return counts
