"""Term-weighted values of keywords, the rates in them, and their means: at the decisions of the system, and at best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...formats.errors import UsageError
from .material import Bools, Floats, Ints
from .orders import ordered
from .trials import Trials


class DivisionError(UsageError):
    """A keyword with as many references as trials leaves no trial for a false alarm."""


@dataclass(frozen=True, slots=True)
class Point:
    """Mean miss rate, mean false alarm rate and their value; None where there is nothing to take a mean of."""

    miss: float | None
    false_alarm: float | None
    value: float | None
    threshold: float | None = None
    threshold_text: str | None = None


def miss_rates(trials: Trials, misses: Floats | Ints) -> Floats:
    """Misses per reference of each block; NaN without references."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(trials.targets > 0, misses / trials.targets, np.nan)


def false_alarm_rates(trials: Trials, false_alarms: Floats | Ints) -> Floats:
    """False alarms of each block per trial without a reference."""
    opportunities = trials.opportunities
    impossible = (opportunities == 0) & trials.evaluated
    if impossible.any() and trials.duration is not None:
        block = trials.blocks[int(impossible.argmax())]
        raise DivisionError(
            f"keyword {block!r} has as many references as trials ({trials.total}), so its false alarm rate has no "
            "denominator"
        )
    return _alarm_rates(trials, false_alarms, opportunities)


def _alarm_rates(trials: Trials, false_alarms: Floats | Ints, opportunities: Ints) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = np.where(opportunities != 0, false_alarms / opportunities, np.nan)
    # KWSEval prints the sign of 0 / -3; the sum with 0 loses it.
    return rates if trials.settings.convention.signed_zeros else rates + 0.0


def rates_at(trials: Trials, block: Ints, misses: Ints, alarms: Ints) -> tuple[Floats, Floats, Floats]:
    """Miss rate, false alarm rate and value for pairs of counts, each of some block."""
    with np.errstate(divide="ignore", invalid="ignore"):
        miss = np.where(trials.targets[block] > 0, misses / trials.targets[block], np.nan)
    alarm = _alarm_rates(trials, alarms, trials.opportunities[block])
    return miss, alarm, values(trials, miss, alarm)


def values(trials: Trials, miss: Floats, false_alarm: Floats) -> Floats:
    """Term-weighted values of pairs of rates."""
    result: Floats = 1 - (miss + trials.settings.beta * false_alarm)
    return result


def mean_point(trials: Trials, misses: Ints, false_alarms: Ints, chosen: Bools | None = None) -> Point:
    """Point of the means over the evaluated keywords, or over the chosen ones."""
    chosen = trials.evaluated if chosen is None else chosen
    miss = mean(miss_rates(trials, misses)[chosen])
    false_alarm = mean(false_alarm_rates(trials, false_alarms)[chosen])
    return Point(miss, false_alarm, _value(trials, miss, false_alarm))


def actual(trials: Trials) -> Point:
    """Point of the decisions that the system made: ATWV."""
    return mean_point(trials, trials.misses, trials.false_alarms)


def supremum(trials: Trials) -> Point:
    """Point of a perfect decision about each detection: STWV."""
    if not has_scores(trials):
        return Point(None, None, None)
    return mean_point(trials, trials.omissions, np.zeros_like(trials.omissions))


def has_scores(trials: Trials) -> bool:
    """Whether any evaluated keyword has a detection."""
    return bool(trials.evaluated[trials.score_block].any())


def mean(rates: Floats) -> float | None:
    """Mean of the rates that are not NaN; None without any."""
    defined = rates[~np.isnan(rates)]
    return float(defined.astype(np.longdouble).sum() / len(defined)) + 0.0 if len(defined) else None


def _value(trials: Trials, miss: float | None, false_alarm: float | None) -> float | None:
    if miss is None or false_alarm is None:
        return None
    return 1 - (miss + trials.settings.beta * false_alarm)


def average_precisions(trials: Trials) -> Floats:
    """Average precision of each evaluated keyword, missed references included; NaN for the others.

    At equal scores false alarms rank first.
    """
    result = np.full(len(trials), np.nan)
    evaluated = np.flatnonzero(trials.evaluated)
    result[evaluated] = 0.0
    order = _ranking(trials)
    block, target = trials.score_block[order], trials.score_target[order]
    if not len(order):
        return result
    hits = running(target.astype(np.int64), block)
    seen = running(np.ones(len(order), dtype=np.int64), block)
    sums = np.bincount(block[target], weights=(hits / seen)[target], minlength=len(trials))
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = np.where(trials.targets > 0, sums / trials.targets, 0.0)
    result[evaluated] = rates[evaluated]
    return result


def _ranking(trials: Trials) -> Ints:
    """Scores from best to worst within each block; the blocks stand together."""
    if not trials.settings.convention.scores_as_text:
        return ordered(trials.score_block, -trials.score, trials.score_target)
    _, rank = np.unique(trials.score_texts, return_inverse=True)
    return ordered(trials.score_block, -rank, trials.score_target)


def running(counts: Ints, block: Ints) -> Ints:
    """Running sums that begin anew at each block; the blocks stand together."""
    sums = np.cumsum(counts)
    starts = np.flatnonzero(np.append(True, block[1:] != block[:-1])[: len(block)])
    before = (sums - counts)[starts]
    result: Ints = sums - np.repeat(before, np.diff(np.append(starts, len(block))))
    return result
