"""Curve of misses against false alarms: rates at every threshold, and the best thresholds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...formats.errors import quantity
from .material import Bools, Floats, Ints, Texts
from .orders import ordered, ranked
from .term_weighted_value import Point, false_alarm_rates, has_scores, mean_point, miss_rates, rates_at, running, values
from .trials import Trials

# Thresholds whose values differ by less have the same value: the difference comes from the order of sums.
_SAME_VALUE = 1e-12


@dataclass(frozen=True, slots=True)
class Steps:
    """Changes of each block's counts where the threshold passes one of its scores, sorted by block and score."""

    block: Ints
    rank: Ints
    """Index of the threshold that is passed."""
    misses_before: Ints
    misses_after: Ints
    alarms_before: Ints
    alarms_after: Ints
    thresholds: Floats
    texts: Texts
    """Thresholds as the system output has them."""
    visited: Ints
    """Thresholds at which the curve has points: all of them, or only its corners."""

    def __repr__(self) -> str:
        return f"<Steps of {quantity(len(self.thresholds), 'threshold')}>"


@dataclass(frozen=True, slots=True)
class Sweep:
    """Rates at every threshold, in rising order, with standard deviations over keywords; NaN is undefined."""

    thresholds: Floats
    texts: Texts
    """Thresholds as the system output has them."""
    miss: Floats
    false_alarm: Floats
    value: Floats
    miss_deviation: Floats
    false_alarm_deviation: Floats
    value_deviation: Floats
    blocks: int
    best: int
    """Index of the threshold with the highest value, the lowest of several."""

    def __repr__(self) -> str:
        return f"<Sweep of {quantity(len(self.thresholds), 'threshold')}>"


def steps(trials: Trials) -> Steps:
    """Changes of all evaluated blocks."""
    used = np.flatnonzero(trials.evaluated[trials.score_block])
    scores = trials.score[used]
    first, rank = ranked(scores)
    thresholds = scores[first]
    texts = _spellings(trials.score_texts[used], first, rank)
    block, target = trials.score_block[used], trials.score_target[used]
    order = ordered(block, rank)
    block, rank, target = block[order], rank[order], target[order]
    fresh = np.ones(len(order), dtype=np.bool_)
    fresh[1:] = (block[1:] != block[:-1]) | (rank[1:] != rank[:-1])
    starts = np.flatnonzero(fresh)
    targets = np.add.reduceat(target.astype(np.int64), starts) if len(starts) else starts
    others = np.diff(np.append(starts, len(order))) - targets
    block, rank = block[starts], rank[starts]
    misses_after = trials.omissions[block] + running(targets, block)
    alarms_after = trials.non_targets[block] - running(others, block)
    every = np.arange(len(thresholds))
    return Steps(
        block,
        rank,
        misses_after - targets,
        misses_after,
        alarms_after + others,
        alarms_after,
        thresholds,
        texts,
        _corners(rank, targets > 0, others > 0, every) if trials.settings.corners else every,
    )


def _spellings(texts: Texts, first: Ints, rank: Ints) -> Texts:
    """Spelling of each threshold; of several spellings of one number the first in order of characters."""
    spellings: Texts = texts[first]
    other = np.flatnonzero(texts != spellings[rank])
    if len(other):
        other = np.append(other, first)
        order = other[np.lexsort((texts[other], rank[other]))]
        fresh = np.append(True, rank[order][1:] != rank[order][:-1])
        spellings = texts[order[fresh]]
    return spellings


def _corners(rank: Ints, targets: Bools, others: Bools, every: Ints) -> Ints:
    """Corners of the curve: the first and the last threshold of each run that loses only targets or only others.

    As in KWSEval, the last run, after which only one kind is left, is kept whole, and so is the lowest threshold.
    """
    has_target, has_other = (np.bincount(rank[kind], minlength=len(every)) > 0 for kind in (targets, others))
    kinds = np.where(has_target & has_other, 2, np.where(has_target, 0, 1))
    corners = np.ones(len(every), dtype=np.bool_)
    inner = (kinds[1:-1] == kinds[:-2]) & (kinds[1:-1] == kinds[2:]) & (kinds[1:-1] != 2)
    corners[1:-1] = ~inner
    corners[1:2] = True  # the search for runs begins above the lowest threshold
    last = min(int(np.flatnonzero(kind).max(initial=-1)) for kind in (has_target, has_other))
    corners[last + 1 :] = True
    return every[corners]


def sweep(trials: Trials, changes: Steps) -> Sweep | None:
    """Curve over all thresholds; None without a score."""
    if not has_scores(trials):
        return None
    evaluated = np.flatnonzero(trials.evaluated)
    start_miss = miss_rates(trials, trials.omissions)[evaluated]
    start_alarm = false_alarm_rates(trials, trials.non_targets)[evaluated]
    before = rates_at(trials, changes.block, changes.misses_before, changes.alarms_before)
    after = rates_at(trials, changes.block, changes.misses_after, changes.alarms_after)
    order = ordered(changes.rank)
    counts = np.bincount(changes.rank, minlength=len(changes.thresholds))
    places = np.cumsum(counts) - counts
    start_value = values(trials, start_miss, start_alarm)
    miss_curve, value_curve = (
        _curve(start, before[column][order], after[column][order], places)
        for start, column in ((start_miss, 0), (start_value, 2))
    )
    # False alarms are summed from the highest threshold down, where there are none: small sums keep their digits.
    end_alarm = np.where(np.isnan(start_alarm), np.nan, 0.0)
    alarm_curve = _curve(end_alarm, after[1][order][::-1], before[1][order][::-1], len(order) - places)
    visited = changes.visited
    (miss, miss_deviation), (alarm, alarm_deviation), (_, value_deviation) = (
        (mean[visited], deviation[visited]) for mean, deviation in (miss_curve, alarm_curve, value_curve)
    )
    value = values(trials, miss, alarm)
    if np.isnan(start_miss).any():
        # A keyword without references has no value; KWSEval then gives no deviation of values.
        value_deviation = np.full(len(value), np.nan)
    return Sweep(
        thresholds=changes.thresholds[visited],
        texts=changes.texts[visited],
        miss=miss,
        false_alarm=alarm,
        value=value,
        miss_deviation=miss_deviation,
        false_alarm_deviation=alarm_deviation,
        value_deviation=value_deviation,
        blocks=len(evaluated),
        best=_highest(value),
    )


def _curve(start: Floats, before: Floats, after: Floats, places: Ints) -> tuple[Floats, Floats]:
    """Mean and standard deviation over blocks at every threshold, after the changes before its place."""
    defined = ~np.isnan(start)
    count = int(defined.sum())
    if count == 0:
        return np.full(len(places), np.nan), np.full(len(places), np.nan)
    # In long double, because a million small changes are added up.
    first, old, new = (np.where(np.isnan(rates), 0, rates).astype(np.longdouble) for rates in (start, before, after))
    sums = [first.sum() + _until(new - old, places)]
    sums.append((first * first).sum() + _until(new * new - old * old, places))
    mean = (sums[0] / count).astype(np.float64)
    if count < 2:
        return mean, np.full(len(places), np.nan)
    variance = (count * sums[1] - sums[0] * sums[0]) / (count * (count - 1))
    return mean, np.sqrt(np.maximum(variance, 0)).astype(np.float64)


def _until(changes: np.typing.NDArray[np.longdouble], places: Ints) -> np.typing.NDArray[np.longdouble]:
    """Sum of all changes before each place."""
    sums = np.zeros(len(changes) + 1, dtype=np.longdouble)
    np.cumsum(changes, out=sums[1:])
    return sums[places]


def _highest(value: Floats) -> int:
    if np.isnan(value).all():
        return 0
    top = np.nanmax(value)
    return int(np.argmax(value >= top - _SAME_VALUE * max(1.0, abs(top))))


def maximum(trials: Trials, curve: Sweep | None) -> Point:
    """Best point that one threshold for all keywords reaches: MTWV."""
    if curve is None:
        point = mean_point(trials, trials.omissions, np.zeros_like(trials.omissions))
        return Point(point.miss, point.false_alarm, point.value, float("nan"), "NaN")
    best = curve.best
    return Point(
        _known(curve.miss[best]),
        _known(curve.false_alarm[best]),
        _known(curve.value[best]),
        float(curve.thresholds[best]),
        bytes(curve.texts[best]).decode("ascii"),
    )


def _known(number: float) -> float | None:
    return None if np.isnan(number) else float(number)


@dataclass(frozen=True, slots=True)
class Optimum:
    """Best threshold of each keyword: OTWV and, for each block, rates and value; NaN is undefined."""

    point: Point
    miss: Floats
    false_alarm: Floats
    value: Floats
    threshold: Floats
    misses: Ints
    false_alarms: Ints


def optimum(trials: Trials, changes: Steps) -> Optimum | None:
    """Values with the best threshold for each keyword; None without a score."""
    if not has_scores(trials):
        return None
    chosen = trials.evaluated & (trials.targets > 0)
    blocks = np.flatnonzero(chosen)
    reached, following = _reached(changes)
    block = np.concatenate([blocks, changes.block[reached]])
    misses = np.concatenate([trials.omissions[blocks], changes.misses_after[reached]])
    alarms = np.concatenate([trials.non_targets[blocks], changes.alarms_after[reached]])
    rank = np.concatenate([np.zeros(len(blocks), dtype=np.int64), following[reached]])
    in_choice = chosen[block]
    block, misses, alarms, rank = block[in_choice], misses[in_choice], alarms[in_choice], rank[in_choice]
    _, _, value = rates_at(trials, block, misses, alarms)
    order = ordered(block, -value, rank)
    best = order[np.searchsorted(block[order], blocks)] if len(blocks) else order[:0]
    every = np.zeros(len(trials), dtype=np.int64)
    best_misses, best_alarms, best_rank = every.copy(), every.copy(), every.copy()
    best_misses[blocks], best_alarms[blocks], best_rank[blocks] = misses[best], alarms[best], rank[best]
    point = mean_point(trials, best_misses, best_alarms, chosen)
    miss, alarm, worth = rates_at(trials, np.arange(len(trials)), best_misses, best_alarms)
    for column in (miss, alarm, worth):
        column[~chosen] = np.nan
    threshold = np.full(len(trials), np.nan)
    threshold[blocks] = changes.thresholds[best_rank[blocks]]
    return Optimum(point, miss, alarm, worth, threshold, best_misses, best_alarms)


def _reached(changes: Steps) -> tuple[Bools, Ints]:
    """Whether each change is seen at a visited threshold, and at which; no threshold above all scores is tried."""
    is_visited = np.zeros(len(changes.thresholds), dtype=np.bool_)
    is_visited[changes.visited] = True
    place = np.cumsum(is_visited)[changes.rank]
    following = np.append(changes.visited, len(changes.thresholds))[place]
    limit = np.full(len(following), len(changes.thresholds), dtype=np.int64)
    same = changes.block[1:] == changes.block[:-1]
    limit[:-1][same] = changes.rank[1:][same] + 1
    return (following < len(changes.thresholds)) & (following < limit), following


def shown_thresholds(trials: Trials, best: Optimum) -> Floats:
    """Thresholds that KWSEval prints for the optimum of each keyword; they need not be among those it tried."""
    order = ordered(trials.score_block, trials.score_target, trials.score)
    scores = np.append(trials.score[order], np.nan)
    starts = np.searchsorted(trials.score_block[order], np.arange(len(trials)))
    others, targets = trials.non_targets, trials.hits + trials.target_rejections
    # KWSEval uses the number of false alarms as an index into the scores of false alarms.
    alarm, miss = best.false_alarms, best.misses - trials.omissions
    none = len(scores) - 1
    next_alarm = scores[np.where(alarm < others, starts + alarm, none)]
    next_target = scores[np.where(miss < targets, starts + others + miss, none)]
    threshold = best.threshold
    both_above = (next_alarm > threshold) & (next_target > threshold)
    result: Floats = np.where(
        both_above, np.minimum(next_alarm, next_target), np.fmax(np.fmax(next_alarm, next_target), threshold)
    )
    return result
