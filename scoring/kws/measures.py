"""Rates and values of a set of trials: at the decisions that were made, at every threshold, and at best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from formats.errors import UsageError
from scoring.kws.material import Bools, Floats, Ints
from scoring.kws.trials import Trials

SUPREMUM_THRESHOLD = 0.5
# Two thresholds whose values differ by less than this have the same value; what is left is the order of sums.
_SAME_VALUE = 1e-12


class DivisionError(UsageError):
    """A keyword with as many references as trials leaves no trial for a false alarm."""


class DecisionError(UsageError):
    """The decisions of the system fit no single threshold."""


@dataclass(frozen=True, slots=True)
class Point:
    """Mean miss rate, mean false alarm rate and their value; None where there is nothing to take a mean of."""

    miss: float | None
    false_alarm: float | None
    value: float | None
    threshold: float | None = None
    threshold_text: str | None = None


@dataclass(frozen=True, slots=True)
class Sweep:
    """The rates at every threshold, in rising order, with standard deviations over keywords (nan: undefined)."""

    thresholds: Floats
    scores: Ints
    """For each threshold one score that is equal to it."""
    miss: Floats
    false_alarm: Floats
    value: Floats
    miss_deviation: Floats
    false_alarm_deviation: Floats
    value_deviation: Floats
    blocks: int
    best: int
    """The threshold of the highest value, the lowest of several."""


def miss_rates(trials: Trials, misses: Floats | Ints) -> Floats:
    """Misses per reference; nan without references."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(trials.targets > 0, misses / trials.targets, np.nan)


def false_alarm_rates(trials: Trials, false_alarms: Floats | Ints) -> Floats:
    """False alarms per trial without a reference."""
    opportunities = trials.opportunities
    impossible = (opportunities == 0) & trials.evaluated
    if impossible.any() and trials.duration is not None:
        block = trials.blocks[int(impossible.argmax())]
        raise DivisionError(
            f"keyword {block!r} has as many references as there are trials ({trials.total}), so that its false alarm "
            "rate has no denominator"
        )
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = np.where(opportunities != 0, false_alarms / opportunities, np.nan)
    # KWSEval prints the sign of 0 / -3; the sum loses it.
    return rates if trials.settings.strict_f4de else rates + 0.0


def values(trials: Trials, miss: Floats, false_alarm: Floats) -> Floats:
    """The value of pairs of rates."""
    result: Floats = 1 - (miss + trials.settings.beta * false_alarm)
    return result


def mean_point(trials: Trials, misses: Ints, false_alarms: Ints, chosen: Bools | None = None) -> Point:
    """The point of means over the evaluated keywords."""
    chosen = trials.evaluated if chosen is None else chosen
    miss = _mean(miss_rates(trials, misses)[chosen])
    false_alarm = _mean(false_alarm_rates(trials, false_alarms)[chosen])
    return Point(miss, false_alarm, _value(trials, miss, false_alarm))


def actual(trials: Trials) -> Point:
    """The point of the decisions that the system made: ATWV."""
    return mean_point(trials, trials.misses, trials.false_alarms)


def supremum(trials: Trials) -> Point:
    """What a perfect decision about each detection would give: STWV."""
    if not has_scores(trials):
        return Point(None, None, None)
    return mean_point(trials, trials.omissions, np.zeros_like(trials.omissions))


def has_scores(trials: Trials) -> bool:
    """Whether any evaluated keyword has a detection."""
    return bool(trials.evaluated[trials.score_block].any())


def _mean(rates: Floats) -> float | None:
    defined = rates[~np.isnan(rates)]
    return float(defined.astype(np.longdouble).sum() / len(defined)) + 0.0 if len(defined) else None


def _value(trials: Trials, miss: float | None, false_alarm: float | None) -> float | None:
    if miss is None or false_alarm is None:
        return None
    return 1 - (miss + trials.settings.beta * false_alarm)


@dataclass(frozen=True, slots=True)
class Steps:
    """How the counts of each block change when the threshold passes one of its scores, sorted by block and score."""

    block: Ints
    rank: Ints
    """The threshold that is passed."""
    misses_before: Ints
    misses_after: Ints
    alarms_before: Ints
    alarms_after: Ints
    thresholds: Floats
    scores: Ints
    visited: Ints
    """The thresholds at which a curve has points: all, or only where it turns."""


def steps(trials: Trials, articulated: bool = False) -> Steps:
    """The changes of all evaluated blocks; `articulated` leaves out thresholds at which the curve goes straight on."""
    used = np.flatnonzero(trials.evaluated[trials.score_block])
    thresholds, first, rank = np.unique(trials.score[used], return_index=True, return_inverse=True)
    block, target = trials.score_block[used], trials.score_target[used]
    order = np.lexsort((rank, block))
    block, rank, target = block[order], rank[order], target[order]
    fresh = np.ones(len(order), dtype=np.bool_)
    fresh[1:] = (block[1:] != block[:-1]) | (rank[1:] != rank[:-1])
    starts = np.flatnonzero(fresh)
    targets = np.add.reduceat(target.astype(np.int64), starts) if len(starts) else starts
    others = np.diff(np.append(starts, len(order))) - targets
    block, rank = block[starts], rank[starts]
    misses_after = trials.omissions[block] + _running(targets, block)
    alarms_after = trials.non_targets[block] - _running(others, block)
    every = np.arange(len(thresholds))
    return Steps(
        block,
        rank,
        misses_after - targets,
        misses_after,
        alarms_after + others,
        alarms_after,
        thresholds,
        used[first],
        _corners(rank, targets > 0, others > 0, every) if articulated else every,
    )


def _corners(rank: Ints, targets: Bools, others: Bools, every: Ints) -> Ints:
    """Of thresholds at which only targets or only others are lost, the first and the last of each run.

    A last run, after which only one kind is left, is kept whole, and so is the lowest threshold; KWSEval does so.
    """
    has_target, has_other = (np.bincount(rank[kind], minlength=len(every)) > 0 for kind in (targets, others))
    kinds = np.where(has_target & has_other, 2, np.where(has_target, 0, 1))
    kept = np.ones(len(every), dtype=np.bool_)
    inner = (kinds[1:-1] == kinds[:-2]) & (kinds[1:-1] == kinds[2:]) & (kinds[1:-1] != 2)
    kept[1:-1] = ~inner
    kept[1:2] = True  # the lowest threshold is where the search begins, and so it is in no run
    last = min(int(np.flatnonzero(kind).max(initial=-1)) for kind in (has_target, has_other))
    kept[last + 1 :] = True
    return every[kept]


def _running(counts: Ints, block: Ints) -> Ints:
    """Running sums that begin anew at each block; blocks stand together."""
    sums = np.cumsum(counts)
    starts = np.searchsorted(block, block)
    result: Ints = sums - sums[starts] + counts[starts]
    return result


def sweep(trials: Trials, changes: Steps | None = None) -> Sweep | None:
    """The curve over all thresholds; None without a score."""
    if not has_scores(trials):
        return None
    changes = steps(trials) if changes is None else changes
    evaluated = np.flatnonzero(trials.evaluated)
    start_miss = miss_rates(trials, trials.omissions)[evaluated]
    start_alarm = false_alarm_rates(trials, trials.non_targets)[evaluated]
    before = _rates(trials, changes.block, changes.misses_before, changes.alarms_before)
    after = _rates(trials, changes.block, changes.misses_after, changes.alarms_after)
    order = np.argsort(changes.rank, kind="stable")
    places = np.searchsorted(changes.rank[order], np.arange(len(changes.thresholds)))
    start_value = values(trials, start_miss, start_alarm)
    miss_curve, value_curve = (
        _curve(start, before[column][order], after[column][order], places)
        for start, column in ((start_miss, 0), (start_value, 2))
    )
    # False alarms are followed from the highest threshold down, where there are none, so that few have few digits lost.
    end_alarm = np.where(np.isnan(start_alarm), np.nan, 0.0)
    alarm_curve = _curve(end_alarm, after[1][order][::-1], before[1][order][::-1], len(order) - places)
    visited = changes.visited
    (miss, miss_deviation), (alarm, alarm_deviation), (_, value_deviation) = (
        (mean[visited], deviation[visited]) for mean, deviation in (miss_curve, alarm_curve, value_curve)
    )
    value = values(trials, miss, alarm)
    if np.isnan(start_miss).any():
        # A keyword without references has no value, and then KWSEval gives no deviation of values.
        value_deviation = np.full(len(value), np.nan)
    return Sweep(
        thresholds=changes.thresholds[visited],
        scores=changes.scores[visited],
        miss=miss,
        false_alarm=alarm,
        value=value,
        miss_deviation=miss_deviation,
        false_alarm_deviation=alarm_deviation,
        value_deviation=value_deviation,
        blocks=len(evaluated),
        best=_highest(value),
    )


def _rates(trials: Trials, block: Ints, misses: Ints, alarms: Ints) -> tuple[Floats, Floats, Floats]:
    with np.errstate(divide="ignore", invalid="ignore"):
        miss = np.where(trials.targets[block] > 0, misses / trials.targets[block], np.nan)
        opportunities = trials.opportunities[block]
        alarm = np.where(opportunities != 0, alarms / opportunities, np.nan)
    alarm = alarm if trials.settings.strict_f4de else alarm + 0.0
    return miss, alarm, values(trials, miss, alarm)


def _curve(start: Floats, before: Floats, after: Floats, places: Ints) -> tuple[Floats, Floats]:
    """Mean and standard deviation over blocks at every threshold; each has passed the changes up to its place."""
    defined = ~np.isnan(start)
    count = int(defined.sum())
    if count == 0:
        return np.full(len(places), np.nan), np.full(len(places), np.nan)
    # Long numbers, because a million small changes are added up.
    first, old, new = (np.where(np.isnan(rates), 0, rates).astype(np.longdouble) for rates in (start, before, after))
    sums = [first.sum() + _until(new - old, places)]
    sums.append((first * first).sum() + _until(new * new - old * old, places))
    mean = (sums[0] / count).astype(np.float64)
    if count < 2:
        return mean, np.full(len(places), np.nan)
    variance = (count * sums[1] - sums[0] * sums[0]) / (count * (count - 1))
    return mean, np.sqrt(np.maximum(variance, 0)).astype(np.float64)


def _until(changes: np.typing.NDArray[np.longdouble], places: Ints) -> np.typing.NDArray[np.longdouble]:
    """The sums of all changes before each place."""
    sums = np.zeros(len(changes) + 1, dtype=np.longdouble)
    np.cumsum(changes, out=sums[1:])
    return sums[places]


def _highest(value: Floats) -> int:
    if np.isnan(value).all():
        return 0
    top = np.nanmax(value)
    return int(np.argmax(value >= top - _SAME_VALUE * max(1.0, abs(top))))


def maximum(trials: Trials, curve: Sweep | None) -> Point:
    """The best point that one threshold for all keywords reaches: MTWV."""
    if curve is None:
        point = mean_point(trials, trials.omissions, np.zeros_like(trials.omissions))
        return Point(point.miss, point.false_alarm, point.value, float("nan"), "NaN")
    best = curve.best
    return Point(
        _known(curve.miss[best]),
        _known(curve.false_alarm[best]),
        _known(curve.value[best]),
        float(curve.thresholds[best]),
        trials.text_of(int(curve.scores[best])),
    )


def _known(number: float) -> float | None:
    return None if np.isnan(number) else float(number)


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best threshold of each keyword: OTWV and, for each block, rates and value (nan: undefined)."""

    point: Point
    miss: Floats
    false_alarm: Floats
    value: Floats
    threshold: Floats
    misses: Ints
    false_alarms: Ints


def optimum(trials: Trials, changes: Steps | None = None) -> Optimum | None:
    """The value if each keyword had its best threshold; None without a score."""
    if not has_scores(trials):
        return None
    changes = steps(trials) if changes is None else changes
    chosen = trials.evaluated & (trials.targets > 0)
    blocks = np.flatnonzero(chosen)
    reached, following = _reached(changes)
    block = np.concatenate([blocks, changes.block[reached]])
    misses = np.concatenate([trials.omissions[blocks], changes.misses_after[reached]])
    alarms = np.concatenate([trials.non_targets[blocks], changes.alarms_after[reached]])
    rank = np.concatenate([np.zeros(len(blocks), dtype=np.int64), following[reached]])
    kept = chosen[block]
    block, misses, alarms, rank = block[kept], misses[kept], alarms[kept], rank[kept]
    _, _, value = _rates(trials, block, misses, alarms)
    order = np.lexsort((rank, -value, block))
    best = order[np.searchsorted(block[order], blocks)] if len(blocks) else order[:0]
    every = np.zeros(len(trials), dtype=np.int64)
    best_misses, best_alarms, best_rank = every.copy(), every.copy(), every.copy()
    best_misses[blocks], best_alarms[blocks], best_rank[blocks] = misses[best], alarms[best], rank[best]
    point = mean_point(trials, best_misses, best_alarms, chosen)
    miss, alarm, worth = _rates(trials, np.arange(len(trials)), best_misses, best_alarms)
    for column in (miss, alarm, worth):
        column[~chosen] = np.nan
    threshold = np.full(len(trials), np.nan)
    threshold[blocks] = changes.thresholds[best_rank[blocks]]
    return Optimum(point, miss, alarm, worth, threshold, best_misses, best_alarms)


def _reached(changes: Steps) -> tuple[Bools, Ints]:
    """Which changes come to be seen, and at which threshold: none above all scores is tried."""
    place = np.searchsorted(changes.visited, changes.rank, side="right")
    following = np.append(changes.visited, len(changes.thresholds))[place]
    limit = np.full(len(following), len(changes.thresholds), dtype=np.int64)
    same = changes.block[1:] == changes.block[:-1]
    limit[:-1][same] = changes.rank[1:][same] + 1
    return (following < len(changes.thresholds)) & (following < limit), following


def shown_thresholds(trials: Trials, best: Optimum) -> Floats:
    """The thresholds that KWSEval prints for the optimum of each keyword; they need not be among those it tried."""
    order = np.lexsort((trials.score, trials.score_target, trials.score_block))
    scores = np.append(trials.score[order], np.nan)
    starts = np.searchsorted(trials.score_block[order], np.arange(len(trials)))
    others, targets = trials.non_targets, trials.hits + trials.target_rejections
    # It takes the number of false alarms for a place among the scores of false alarms.
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


def average_precisions(trials: Trials) -> Floats:
    """The average precision of each evaluated keyword, missed references included; nan for the others.

    KWSEval sorts scores as texts, so that 1e-05 comes before 0.9; at equal scores false alarms come first.
    """
    result = np.full(len(trials), np.nan)
    evaluated = np.flatnonzero(trials.evaluated)
    result[evaluated] = 0.0
    order = _ranking(trials)
    block, target = trials.score_block[order], trials.score_target[order]
    if not len(order):
        return result
    found = _running(target.astype(np.int64), block)
    seen = _running(np.ones(len(order), dtype=np.int64), block)
    sums = np.bincount(block[target], weights=(found / seen)[target], minlength=len(trials))
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = np.where(trials.targets > 0, sums / trials.targets, 0.0)
    result[evaluated] = rates[evaluated]
    return result


def _ranking(trials: Trials) -> Ints:
    """The scores from best to worst within each block; blocks stand together."""
    if not trials.settings.strict_f4de:
        return np.lexsort((trials.score_target, -trials.score, trials.score_block))
    _, rank = np.unique(trials.score_texts[trials.score_row], return_inverse=True)
    return np.lexsort((trials.score_target, -rank, trials.score_block))


def mean_average_precision(trials: Trials) -> float | None:
    """The mean of the average precisions; None without an evaluated keyword."""
    return _mean(average_precisions(trials))


@dataclass(frozen=True, slots=True)
class Decisions:
    """The scores next to the one threshold that all decisions fit: the highest NO and the lowest YES (-1: none)."""

    highest_no: int
    lowest_yes: int

    def threshold(self, trials: Trials) -> tuple[float | None, str | None]:
        """The threshold as number and text; the text is that of the file where there is only one side."""
        if self.highest_no >= 0 and self.lowest_yes >= 0:
            middle = float(trials.score[self.lowest_yes] + trials.score[self.highest_no]) / 2
            return middle, f"{middle:.15g}"
        score = max(self.highest_no, self.lowest_yes)
        return (None, None) if score < 0 else (float(trials.score[score]), trials.text_of(score))


def decisions(trials: Trials) -> Decisions:
    """The threshold of the decisions; an error where a NO has a higher score than a YES."""
    conflicts = decision_conflicts(trials)
    if conflicts:
        raise DecisionError("; ".join(conflicts))
    yes, no = np.flatnonzero(trials.score_yes), np.flatnonzero(~trials.score_yes)
    return Decisions(
        int(no[np.argmax(trials.score[no])]) if len(no) else -1,
        int(yes[np.argmin(trials.score[yes])]) if len(yes) else -1,
    )


def decision_conflicts(trials: Trials) -> list[str]:
    """What is wrong with the decisions: within targets, within others, within a keyword or between keywords."""
    yes = trials.score_yes
    if not yes.any() or yes.all() or not trials.score[~yes].max() > trials.score[yes].min():
        return []
    evaluated = trials.evaluated[trials.score_block]
    for chosen, what in (
        (trials.score_target & evaluated, "among the targets of keyword {}"),
        (~trials.score_target & evaluated, "among the false alarms of keyword {}"),
        (np.ones(len(trials.score), dtype=np.bool_), "in keyword {}"),
    ):
        found = _conflicts(trials, chosen, what)
        if found:
            return found
    return _conflicts(trials, np.ones(len(trials.score), dtype=np.bool_), "")


def _conflicts(trials: Trials, chosen: Bools, what: str) -> list[str]:
    blocks = trials.score_block if what else np.zeros_like(trials.score_block)
    size = max(len(trials), 1)
    no, yes = np.flatnonzero(chosen & ~trials.score_yes), np.flatnonzero(chosen & trials.score_yes)
    # The last of equal keys wins below: the highest NO and the lowest YES.
    highest = np.full(size, -1, dtype=np.int64)
    no = no[np.argsort(trials.score[no], kind="stable")]
    highest[blocks[no]] = no
    lowest = np.full(size, -1, dtype=np.int64)
    yes = yes[np.argsort(-trials.score[yes], kind="stable")]
    lowest[blocks[yes]] = yes
    both = np.flatnonzero((highest >= 0) & (lowest >= 0))
    wrong = both[trials.score[highest[both]] > trials.score[lowest[both]]]
    return [
        f"{what.format(repr(trials.blocks[block])) or 'between keywords'} a NO has score "
        f"{trials.text_of(int(highest[block]))} and a YES score {trials.text_of(int(lowest[block]))}"
        for block in wrong.tolist()
    ]
