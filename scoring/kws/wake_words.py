"""Wake words: misses and false alarms per hour by threshold, as wekws counts them, from one table of scores."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

from ...formats.errors import UsageError, quantity, short
from ...formats.guessed import Answering
from ..common.answers import Answers
from ..common.counts import percent
from ..common.text_tables import text_table
from ..common.version import __version__
from .wake_clips import Clips
from .wake_table import read_clips

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...formats.source import Target
    from .wake_clips import Clip

PER_HOUR, STEP, SKIP = 1.0, 0.01, 50
_LEAST_STEP = 1e-5
_DIGITS = 10
"""Digits of thresholds: what the text shows, such as 0.4, is what scores are compared with."""
_INVERTED = 0.6
"""An equal error rate above this is none of chance, if there are a few clips of each kind."""
_FEW = 5
_LONG = 100
"""Seconds that no clip with a wake word lasts."""
_PERCENT = 100
_SHOWN = 11
"""The most rows of the curve that the text shows."""


@dataclass(frozen=True, slots=True)
class WakePoint:
    """Rates at a threshold, which scores reach or exceed; None without clips of that kind."""

    threshold: float
    false_alarms: int
    false_alarms_per_hour: float | None
    miss_rate: float | None

    def to_dict(self) -> dict[str, Any]:
        """The numbers, ready for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class WakeCounts:
    """Counts of one keyword at a threshold that was asked for; a rate without a denominator is None."""

    threshold: float
    hits: int
    """Clips with the keyword of which a score reaches the threshold."""
    misses: int
    false_alarms: int
    false_alarms_per_hour: float | None

    @property
    def precision(self) -> float | None:
        """Hits, divided by hits and false alarms."""
        detections = self.hits + self.false_alarms
        return self.hits / detections if detections else None

    @property
    def recall(self) -> float | None:
        """Hits, divided by the clips with the keyword."""
        positives = self.hits + self.misses
        return self.hits / positives if positives else None

    def to_dict(self) -> dict[str, Any]:
        """The numbers, ready for JSON."""
        return {name: getattr(self, name) for name in (*self.__slots__, "precision", "recall")}


@dataclass(frozen=True, slots=True)
class WakeWord:
    """The rates of one keyword."""

    keyword: str
    positives: int
    """Clips with the keyword."""
    negatives: int
    """Clips without it."""
    hours: float
    """The length of the clips without it."""
    point: WakePoint | None
    """At the lowest score of a clip with the keyword that keeps false alarms within `per_hour`; None without one."""
    equal_error_rate: float | None
    curve: tuple[WakePoint, ...]
    at_threshold: WakeCounts | None = None
    """At the threshold that was asked for."""

    @property
    def miss_rate(self) -> float | None:
        """The miss rate within the false alarms per hour; None without clips of both kinds."""
        if not self.positives or not self.hours:
            return None
        return 1.0 if self.point is None else self.point.miss_rate

    def to_dict(self) -> dict[str, Any]:
        """The numbers, ready for JSON."""
        point = self.point
        return {
            "keyword": self.keyword,
            "positives": self.positives,
            "negatives": self.negatives,
            "hours": self.hours,
            "miss_rate": self.miss_rate,
            "threshold": None if point is None else point.threshold,
            "false_alarms_per_hour": None if point is None else point.false_alarms_per_hour,
            "equal_error_rate": self.equal_error_rate,
            **({} if self.at_threshold is None else {"at_threshold": self.at_threshold.to_dict()}),
            "curve": [each.to_dict() for each in self.curve],
        }

    def stats(self) -> str:
        """The curve as lines of wekws' `compute_det.py`: no false alarm is written as a millionth of one."""
        if self.miss_rate is None:
            raise UsageError(
                f"{self.keyword}: {self._counted()}; expected clips with the keyword, and hours without it"
            )
        rows = [
            (point.threshold, max(point.false_alarms, 1e-6) / self.hours, point.miss_rate or 0.0)
            for point in self.curve
        ]
        return "".join("{:.6f} {:.6f} {:.6f}\n".format(*row) for row in rows)

    def _counted(self) -> str:
        return f"{quantity(self.positives, 'clip')} with it, {self.negatives:,} without it ({self.hours:.3g} h)"


@dataclass(frozen=True, slots=True)
class WakeWords(Answering):
    """Rates of wake words; prints as a summary with some thresholds of each.

    >>> from scorelite import kws
    >>> table = "id,score,label,seconds\\na,0.9,1,2\\nb,0.4,1,2\\nc,0.5,0,1800\\nd,0.1,0,1800\\n".encode()
    >>> word = kws.score_table(table, per_hour=0.5).keywords["keyword"]
    >>> word.hours, word.miss_rate, word.point.threshold, word.equal_error_rate
    (1.0, 0.5, 0.9, 0.5)
    """

    ANSWERS = Answers("attributes of wake words")

    keywords: Mapping[str, WakeWord]
    per_hour: float
    signature: str
    notices: tuple[str, ...] = ()
    """What may spoil the numbers: lengths or a threshold of another unit."""

    def to_dict(self) -> dict[str, Any]:
        """The numbers, ready for JSON."""
        return {
            "schema": 1,
            "signature": self.signature,
            "per_hour": self.per_hour,
            "notices": list(self.notices),
            "wake_words": [word.to_dict() for word in self.keywords.values()],
        }

    def __repr__(self) -> str:
        return f"<WakeWords: {short(', '.join(self.keywords))}; print shows their rates>"

    def __str__(self) -> str:
        warnings = "".join(f"warning: {notice}\n" for notice in self.notices)
        return warnings + "\n\n".join("\n".join(self._lines(word)) for word in self.keywords.values())

    def _lines(self, word: WakeWord) -> Iterator[str]:
        yield f"{word.keyword}: {word._counted()}"
        allowed = f"at most {self.per_hour:g} false alarm{'s' * (self.per_hour != 1)} per hour"
        point = word.point
        if point is not None and point.false_alarms_per_hour is not None:
            at = f"{point.false_alarms_per_hour:.3g} at threshold {point.threshold:.6g}"
            yield f"  miss rate  {percent(word.miss_rate):>8}  with {allowed} ({at})"
        elif word.miss_rate is not None:
            yield f"  miss rate  {percent(word.miss_rate):>8}  no threshold that accepts one of them has {allowed}"
        else:
            yield f"  miss rate undefined with {allowed}: expected clips with the keyword, and hours without it"
        yield f"  EER        {percent(word.equal_error_rate):>8}  of clips"
        if word.at_threshold is not None:
            yield from _lines_at(word.at_threshold)
        stride = math.ceil(len(word.curve) / _SHOWN)
        rows = [
            (f"{each.threshold:.6g}", _shown(each.false_alarms_per_hour), percent(each.miss_rate))
            for each in word.curve[::stride]
        ]
        yield from text_table(["threshold", "false alarms/h", "miss rate"], rows, left=())


def _lines_at(counts: WakeCounts) -> Iterator[str]:
    positives, detections = counts.hits + counts.misses, counts.hits + counts.false_alarms
    alarms = f"{quantity(counts.false_alarms, 'false alarm')}, {_shown(counts.false_alarms_per_hour)} per hour"
    yield f"  at threshold {counts.threshold:.6g}: {counts.misses:,} of {quantity(positives, 'clip')} missed, {alarms}"
    yield f"  precision  {percent(counts.precision):>8}  of {quantity(detections, 'detection')}"
    yield f"  recall     {percent(counts.recall):>8}"


def _shown(rate: float | None) -> str:
    return "undefined" if rate is None else f"{rate:.2f}"


def score_table(
    scores: Target,
    labels: Target | None = None,
    *,
    per_hour: float = PER_HOUR,
    step: float = STEP,
    skip: int = SKIP,
    threshold: float | None = None,
) -> WakeWords:
    """Scores wake words of a table with the columns id, score, label and seconds, and keyword if there are several.

    A label is 1 or 0, or names the keyword; a score is a number, or a number for each frame. With `labels`, wekws' list
    of clips, `scores` are its scores by frame. `per_hour` limits the false alarms per hour for the miss rate. `step` is
    the distance between thresholds of the curve. After a false alarm, `skip` frames do not count. Counts at your
    own `threshold` are in `at_threshold`.
    """
    if not isinstance(per_hour, Real) or not 0 <= per_hour < math.inf:
        raise UsageError(f"per_hour={per_hour!r} (--per-hour {per_hour}); expected a number of false alarms, 0 or more")
    if not isinstance(step, Real) or not _LEAST_STEP <= step <= 1:
        raise UsageError(f"step={step!r} (--step {step}); expected a number from {_LEAST_STEP} to 1")
    if isinstance(skip, bool) or not isinstance(skip, int) or skip < 1:
        raise UsageError(f"skip={skip!r} (--skip {skip}); expected a whole number of frames, 1 or more")
    if threshold is not None and (not isinstance(threshold, Real) or not math.isfinite(threshold)):
        raise UsageError(f"threshold={threshold!r} (--threshold {threshold}); expected a number")
    clips = read_clips(scores, labels)
    scored = [clip.scores for own in clips.values() for clip in own if len(clip.scores)]
    low, high = (
        min((float(each.min()) for each in scored), default=0.0),
        max((float(each.max()) for each in scored), default=1.0),
    )
    ends = (0.0, 1.0) if low >= 0 and high <= 1 else (low, high)
    thresholds = [*_thresholds(ends, float(step))]
    if labels is None:  # wekws' own files keep its sums of steps, such as 0.35000000000000003
        thresholds = [round(threshold, _DIGITS) for threshold in thresholds]
    own_threshold = None if threshold is None else float(threshold)
    words = {
        name: _word(name, Clips(own, skip), float(per_hour), thresholds, own_threshold) for name, own in clips.items()
    }
    signature = f"scorelite:{__version__}|kws:table|per_hour:{per_hour:g}|step:{step:g}|skip:{skip}"
    signature += "" if own_threshold is None else f"|threshold:{own_threshold:.15g}"
    notices = *_of_lengths(clips), *_of_threshold(own_threshold, low, high), *_of_order(words)
    return WakeWords(words, float(per_hour), signature, notices)


def _of_lengths(clips: Mapping[str, Sequence[Clip]]) -> Iterator[str]:
    """A notice where half of the clips with a keyword are longer than any that one says to wake a device."""
    lengths = sorted(clip.seconds for own in clips.values() for clip in own if clip.is_positive)
    middle = lengths[len(lengths) // 2] if lengths else 0.0
    if middle >= _LONG:
        yield (
            f"half of the clips with the keyword last {middle:,.0f} s or more: are their lengths milliseconds? False "
            "alarms per hour need seconds"
        )


def _of_order(words: Mapping[str, WakeWord]) -> Iterator[str]:
    """A notice about keywords whose clips have lower scores than the other clips."""
    for word in words.values():
        if min(word.positives, word.negatives) >= _FEW and (word.equal_error_rate or 0.0) > _INVERTED:
            yield (
                f"most clips with {word.keyword} have lower scores than those without it: are labels inverted (1 is a "
                "clip with it), or are scores distances? A higher score has to mean the keyword: change the sign of "
                "distances"
            )


def _of_threshold(threshold: float | None, low: float, high: float) -> Iterator[str]:
    """A notice about a threshold that all scores reach, or none."""
    if threshold is not None and not low <= threshold <= high:
        side = "below" if threshold < low else "above"
        percents = ": are they percent?" if threshold <= 1 < high <= _PERCENT else ""
        yield f"threshold {threshold:.6g} is {side} all scores, which are from {low:.6g} to {high:.6g}{percents}"


def _thresholds(ends: tuple[float, float], step: float) -> Iterator[float]:
    """Thresholds between two ends; wekws adds up the steps, so that rounding decides whether the last one is 1."""
    low, high = ends
    part = 0.0
    while part <= 1:
        yield part if (low, high) == (0, 1) else low + part * (high - low)
        part += step


def _word(name: str, clips: Clips, per_hour: float, thresholds: list[float], own_threshold: float | None) -> WakeWord:
    def point(threshold: float) -> WakePoint:
        alarms = clips.false_alarms(threshold)
        misses = clips.misses(threshold) / len(clips.positives) if len(clips.positives) else None
        return WakePoint(threshold, alarms, alarms / clips.hours if clips.hours else None, misses)

    best = clips.threshold_at(per_hour) if clips.hours else None
    return WakeWord(
        keyword=name,
        positives=len(clips.positives),
        negatives=len(clips.negatives),
        hours=clips.hours,
        point=None if best is None else point(best),
        equal_error_rate=clips.equal_error_rate,
        curve=tuple(map(point, thresholds)),
        at_threshold=None if own_threshold is None else _counts_at(own_threshold, clips),
    )


def _counts_at(threshold: float, clips: Clips) -> WakeCounts:
    misses, alarms = clips.misses(threshold), clips.false_alarms(threshold)
    per_hour = alarms / clips.hours if clips.hours else None
    return WakeCounts(threshold, len(clips.positives) - misses, misses, alarms, per_hour)
