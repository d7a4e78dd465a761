"""Evaluation of keyword spotting: keywords, paired by time, and the rates that follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from ..alignment.aligner import EventAligner
from ..alignment.time import BipartiteMatchingAligner
from ..confusion.confusion import Confusion
from .evaluator import default_template
from .event import EventEvaluation, EventEvaluator

# The weight of false alarms: cost 0.1, value 1, prior probability 0.0001.
BETA = 0.1 / 1.0 * (1 / 1e-4 - 1)

Keywords: TypeAlias = "str | list[str] | None"


class KWSEvaluation(EventEvaluation):
    """The pairs of keywords of every utterance, their confusion, and rates."""

    default_template = default_template("kws")

    def keywords(self) -> set[str]:
        """The keywords of the reference."""
        return self.ref_outcome.all_values

    def false_rejection_rate(self, keywords: Keywords = None) -> float:
        """The mean of the missed part of each keyword; 0 for a keyword without references."""
        return self._mean(
            keywords, lambda confusion: confusion.false_negatives / confusion.total if confusion.total > 0 else 0.0
        )

    def false_alarm_rate(self, keywords: Keywords = None) -> float:
        """The mean number of false alarms per second without the keyword, which is taken to last one second."""
        return self._mean(
            keywords,
            lambda confusion: confusion.false_positives / (self.ref_outcome.total_duration - confusion.total),
        )

    def term_weighted_value(self, keywords: Keywords = None) -> float:
        """1 minus the missed part and the weighted false alarms."""
        return 1 - (self.false_rejection_rate(keywords) + BETA * self.false_alarm_rate(keywords))

    def _mean(self, keywords: Keywords, rate: Callable[[Confusion], float]) -> float:
        """The mean over these keywords, or over all keywords of either side."""
        instances = self.confusion.instances
        chosen = keywords if isinstance(keywords, list) else [] if keywords is None else [keywords]
        rates = [rate(instances[keyword]) for keyword in chosen or instances]
        return float(np.mean(rates)) if rates else float("nan")


class KWSEvaluator(EventEvaluator):
    """Pairs keywords: one to one by time, unless another aligner is given."""

    _result = KWSEvaluation

    def __init__(self, aligner: EventAligner | None = None) -> None:
        super().__init__(aligner or BipartiteMatchingAligner())
