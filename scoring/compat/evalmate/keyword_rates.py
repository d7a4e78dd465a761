"""Keyword rates over lists of labels, in the convention of evalmate.

The term-weighted value is not NIST's measure of this name. Labels of all keywords are paired together, by overlap; a
pair of different keywords is a miss of one and a false alarm of the other. Without scores there is one operating point.
Means are over all keywords of either side, and a keyword without references has no misses. Each second of all
recordings is a trial, less one for each reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....formats.errors import MismatchError, UsageError
from ...segments.confusions import Amounts, Confusions
from ...segments.events import EventSettings, event_counts
from ...segments.turns import turns_of

if TYPE_CHECKING:
    from ...segments.turns import Row

BETA = 999.9


@dataclass(frozen=True, slots=True)
class LabelRates:
    """The counts of each keyword; results of other recordings can be added."""

    counts: Confusions
    duration: float
    """Seconds of all recordings."""

    @property
    def keywords(self) -> list[str]:
        """All keywords of either side."""
        return self.counts.values

    def false_rejection_rate(self, keywords: Iterable[str] | None = None) -> float | None:
        """The mean of the missed part of each keyword; None without keywords."""
        return _mean([_rejections(amounts) for amounts in self._chosen(keywords)])

    def false_alarm_rate(self, keywords: Iterable[str] | None = None) -> float | None:
        """The mean number of false alarms per second without the keyword; None if there is no such second."""
        return _mean([self._alarms(amounts) for amounts in self._chosen(keywords)])

    def term_weighted_value(self, keywords: Iterable[str] | None = None) -> float | None:
        """1 minus the missed part and 999.9 times the false alarms."""
        chosen = None if keywords is None else list(keywords)
        rejections, alarms = self.false_rejection_rate(chosen), self.false_alarm_rate(chosen)
        return None if rejections is None or alarms is None else 1 - (rejections + BETA * alarms)

    def __add__(self, other: LabelRates) -> LabelRates:
        if not isinstance(other, LabelRates):
            return NotImplemented
        return LabelRates(self.counts + other.counts, self.duration + other.duration)

    def _alarms(self, amounts: Amounts) -> float | None:
        seconds = self.duration - amounts.total
        return (amounts.insertions + amounts.substitutions_out) / seconds if seconds else None

    def _chosen(self, keywords: Iterable[str] | None) -> list[Amounts]:
        every = self.counts.by_value()
        if keywords is None:
            return list(every.values())
        if isinstance(keywords, str):
            raise UsageError(f"keywords is {keywords!r}; expected a list of keywords")
        chosen = list(keywords)
        unknown = [keyword for keyword in chosen if keyword not in every]
        if unknown:
            raise UsageError(f"keyword {unknown[0]!r} is on neither side; expected one of: {', '.join(every)}")
        return [every[keyword] for keyword in chosen]


def label_rates(
    ref: Mapping[str, Sequence[Row]], hyp: Mapping[str, Sequence[Row]], durations: Mapping[str, float]
) -> LabelRates:
    """Rates of labels (keyword, start, end) by recording, in the convention of evalmate.

    >>> rates = label_rates({"u": [("a", 0, 1), ("b", 5, 6)]}, {"u": [("a", 0.1, 1), ("b", 8, 9)]}, {"u": 100})
    >>> rates.false_rejection_rate(), round(rates.term_weighted_value(), 4)
    (0.5, -4.55)
    """
    for name, side in (("hyp", hyp), ("durations", durations)):
        missing = [key for key in ref if key not in side]
        if missing:
            raise MismatchError(f"{name} has no recording {missing[0]!r}")
    recordings = [(turns_of(rows, where="ref"), turns_of(hyp[key], where="hyp")) for key, rows in ref.items()]
    return LabelRates(event_counts(recordings, EventSettings()), float(sum(durations[key] for key in ref)))


def _rejections(amounts: Amounts) -> float:
    return (amounts.substitutions + amounts.deletions) / amounts.total if amounts.total else 0.0


def _mean(rates: Sequence[float | None]) -> float | None:
    defined = [rate for rate in rates if rate is not None]
    return sum(defined) / len(defined) if defined and len(defined) == len(rates) else None
