"""Results of keyword scoring: term-weighted values, keywords and curve, computed from addable totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ...formats.errors import quantity
from ..common.arrow import Column
from ..common.key_figure import KeyFigure, Share, too_few
from ..common.palette import OF_LABELS
from ..common.version import SCHEMA
from ..maths.intervals import interval_of_ratio
from . import curve as curves
from . import term_weighted_value
from .curve import Optimum, Steps, Sweep
from .material import Floats
from .measure import Measure
from .measures import MEASURES
from .measures.atwv import ATWV
from .measures.map import MAP
from .measures.mtwv import MTWV
from .measures.otwv import OTWV
from .measures.stwv import STWV
from .notices import decision_conflicts, notices_of
from .tables import fields_of_table, keyword_columns, metadata_of_totals, trial_columns
from .term_weighted_value import Point
from .totals import Totals
from .trials import Trials, trials_of

# Conflicting decisions that are named.
_CONFLICTS = 5
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class KeywordScore:
    """Scores of one keyword; a rate or value is None where it has no denominator."""

    id: str
    text: str
    targets: int
    hits: int
    misses: int
    false_alarms: int
    rejections: int
    miss_rate: float | None
    false_alarm_rate: float | None
    twv: float | None
    best_twv: float | None
    best_threshold: float | None
    average_precision: float | None

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, eq=False, repr=False)
class KwsResult(Totals):
    """Scores of a set of trials. Results with equal signatures can be added.

    >>> from scorelite import kws
    >>> parts = [
    ...     kws.evaluate({name: [("hello", 1.0, 1.5)]}, {name: [("hello", 1.1, 1.5, 0.9)]}, ["hello"], {name: 60.0})
    ...     for name in ("monday", "tuesday")
    ... ]
    >>> sum(parts).recordings, sum(parts).atwv
    (('monday', 'tuesday'), 1.0)
    """

    ROWS: ClassVar[tuple[str, ...]] = ("keywords", "trials")
    MEASURES: ClassVar[tuple[Measure, ...]] = MEASURES

    @cached_property
    def trials(self) -> Trials:
        """Counts and scores by keyword."""
        return trials_of(self)

    @cached_property
    def steps(self) -> Steps:
        """Changes of the counts at each threshold."""
        return curves.steps(self.trials)

    @cached_property
    def curve(self) -> Sweep | None:
        """Mean rates and value at every threshold; None without a detection."""
        return curves.sweep(self.trials, self.steps)

    @cached_property
    def actual(self) -> Point:
        """Mean rates and value at the decisions of the system."""
        return term_weighted_value.actual(self.trials)

    @cached_property
    def maximum(self) -> Point:
        """Best point that one threshold for all keywords reaches."""
        return curves.maximum(self.trials, self.curve)

    @cached_property
    def optimum(self) -> Optimum | None:
        """Best points that a threshold for each keyword reaches; None without a detection."""
        return curves.optimum(self.trials, self.steps)

    @cached_property
    def supremum(self) -> Point:
        """Point of a perfect decision about each detection."""
        return term_weighted_value.supremum(self.trials)

    @cached_property
    def average_precisions(self) -> Floats:
        """Average precision of each keyword, in the order of `trials`; NaN where undefined."""
        return term_weighted_value.average_precisions(self.trials)

    @cached_property
    def has_scores(self) -> bool:
        """Whether any keyword that takes part has a detection."""
        return term_weighted_value.has_scores(self.trials)

    @cached_property
    def shown_thresholds(self) -> Floats:
        """Thresholds of the optimum of each keyword as KWSEval prints them."""
        if self.optimum is None:
            return np.full(len(self.trials), np.nan)
        return curves.shown_thresholds(self.trials, self.optimum)

    @cached_property
    def notices(self) -> tuple[str, ...]:
        """Remarks on the inputs: rows that occur twice, detections left out, decisions that fit no threshold."""
        conflicts = decision_conflicts(self.trials)[:_CONFLICTS]
        told = [f"the decisions fit no single threshold: {conflict}" for conflict in conflicts]
        return (*notices_of(self), *told)

    @property
    def atwv(self) -> float | None:
        """Actual term-weighted value: at the decisions of the system."""
        return ATWV.value(self)

    @property
    def mtwv(self) -> float | None:
        """Maximum term-weighted value: at the best threshold for all keywords."""
        return MTWV.value(self)

    @property
    def otwv(self) -> float | None:
        """Optimum term-weighted value: at the best threshold for each keyword."""
        return OTWV.value(self)

    @property
    def stwv(self) -> float | None:
        """Supremum term-weighted value: with a perfect decision about each detection."""
        return STWV.value(self)

    @property
    def mean_average_precision(self) -> float | None:
        """Mean over keywords of average precision."""
        return MAP.value(self)

    @cached_property
    def keywords(self) -> dict[str, KeywordScore]:
        """Scores of each keyword by its id."""
        trials = self.trials
        miss = term_weighted_value.miss_rates(trials, trials.misses)
        alarm = term_weighted_value.false_alarm_rates(trials, trials.false_alarms)
        value = term_weighted_value.values(trials, miss, alarm)
        best = self.optimum
        none = np.full(len(trials), np.nan)
        columns = (best.value, best.threshold) if best else (none, none)
        precision = self.average_precisions
        return {
            block: KeywordScore(
                id=block,
                text=trials.texts[number] or "",
                targets=int(trials.targets[number]),
                hits=int(trials.hits[number]),
                misses=int(trials.misses[number]),
                false_alarms=int(trials.false_alarms[number]),
                rejections=int(trials.rejections[number]),
                miss_rate=_known(miss, number),
                false_alarm_rate=_known(alarm, number),
                twv=_known(value, number),
                best_twv=_known(columns[0], number),
                best_threshold=_known(columns[1], number),
                average_precision=_known(precision, number),
            )
            for number, block in enumerate(trials.blocks)
        }

    def to_dict(self, *, keywords: bool = False) -> dict[str, Any]:
        """Everything by name, ready for JSON; `keywords=True` adds each keyword."""
        trials = self.trials
        used = trials.evaluated
        document: dict[str, Any] = {
            "schema": SCHEMA,
            "name": trials.name,
            "signature": self.signature,
            "duration": trials.duration,
            "trials": trials.total,
            "keywords_scored": int(used.sum()),
            "targets": int(trials.targets[used].sum()),
            "hits": int(trials.hits[used].sum()),
            "misses": int(trials.misses[used].sum()),
            "false_alarms": int(trials.false_alarms[used].sum()),
            "rejections": int(trials.rejections[used].sum()),
            "miss_rate": self.actual.miss,
            "false_alarm_rate": self.actual.false_alarm,
            **self._measured(),
            "beta": self.settings.beta,
            "took_part": self.took_part.to_dict(),
            "notices": list(self.notices),
        }
        if keywords:
            document["keywords"] = [score.to_dict() for score in self.keywords.values()]
        return document

    @classmethod
    def _of_table(cls, table: Any, metadata: dict[str, Any]) -> KwsResult:
        return cls(**fields_of_table(table, metadata))

    def _metadata(self) -> dict[str, Any]:
        return metadata_of_totals(self)

    def _columns(self, rows: str) -> dict[str, Column]:
        if rows == "trials":
            return trial_columns(self)
        return keyword_columns([score.to_dict() for score in self.keywords.values()])

    def __str__(self) -> str:
        numbers = self.to_dict()
        values = "  ".join(f"{name} {text}" for name, text in self._values())
        scored = f"{quantity(numbers['keywords_scored'], 'keyword')}, {quantity(numbers['targets'], 'target')}"
        return (
            f"{values} [ {scored}: {quantity(numbers['hits'], 'hit')}, {quantity(numbers['misses'], 'miss')}, "
            f"{quantity(numbers['false_alarms'], 'false alarm')} ]"
        )

    def _values(self) -> list[tuple[str, str]]:
        values = [(measure.title, measure.value(self)) for measure in self.MEASURES if measure.is_brief]
        return [(name, "undefined" if value is None else f"{value:.4f}") for name, value in values]

    def key_figure(self) -> KeyFigure:
        """The main number with its interval and the parts of it, as a page begins."""
        numbers = self.to_dict()
        value = self.atwv
        scored = f"{numbers['hits']:,} of {quantity(numbers['targets'], 'target')} found"
        parts = (
            Share("D", quantity(numbers["misses"], "miss")),
            Share("I", quantity(numbers["false_alarms"], OF_LABELS["I"])),
        )
        values = [score.twv for score in self.keywords.values() if score.twv is not None]
        why, ends = too_few(len(values), "keyword"), None
        # Where the value is no mean of those of the keywords, samples of them say nothing.
        if not why and value is not None and abs(sum(values) / len(values) - value) < _SAME:
            drawn = interval_of_ratio(values, [1.0] * len(values))
            ends = drawn.mean - drawn.reach, min(1.0, drawn.mean + drawn.reach)
        return KeyFigure(
            "-" if value is None else f"{value:.3f}",
            "ATWV, 1 is perfect",
            f"95 % interval {ends[0]:.2f} to {ends[1]:.2f}" if ends else why,
            ends,
            f"{scored}, {quantity(numbers['keywords_scored'], 'keyword')}",
            parts,
        )

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        numbers = self.to_dict()
        counts = ("keywords_scored", "targets", "hits", "misses", "false_alarms")
        head = [*(name for name, _ in self._values()), *(name.replace("_", " ") for name in counts)]
        return head, [[*(text for _, text in self._values()), *(str(numbers[name]) for name in counts)]]


def _known(column: Floats, number: int) -> float | None:
    value = float(column[number])
    return None if np.isnan(value) else value
