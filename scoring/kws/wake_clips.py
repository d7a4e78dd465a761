"""Clips with scores of one wake word: misses, false alarms by threshold, and the equal error rate."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .material import Bools, Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """Scores of a keyword in a clip, by frame or one for the whole; without scores nothing was detected."""

    scores: Floats
    is_positive: bool
    seconds: float

    @property
    def best(self) -> float:
        """The highest score."""
        return float(self.scores.max()) if len(self.scores) else -math.inf


class Clips:
    """The clips of one keyword, ready for any threshold."""

    def __init__(self, clips: Sequence[Clip], skip: int) -> None:
        negatives = [clip for clip in clips if not clip.is_positive]
        self.positives: Floats = np.sort([clip.best for clip in clips if clip.is_positive])
        self.negatives: Floats = np.sort([clip.best for clip in negatives])
        self.hours = sum(clip.seconds for clip in negatives) / 3600
        self._frames: Floats = np.concatenate([np.zeros(0), *(clip.scores for clip in negatives)])
        sizes = [len(clip.scores) for clip in negatives]
        # To skip as many frames as the longest clip has is to skip the whole clip.
        self._skip = skip = min(skip, max(sizes, default=1))
        # Frames are numbered so that skipping never reaches from one clip into the next one.
        self._places: Ints = np.arange(len(self._frames)) + np.repeat(np.arange(len(sizes)) * skip, sizes)
        self._are_single = max(sizes, default=0) <= 1

    def misses(self, threshold: float) -> int:
        """Clips with the keyword of which no score reaches the threshold."""
        return int(np.searchsorted(self.positives, threshold))

    def false_alarms(self, threshold: float) -> int:
        """Frames of other clips that reach the threshold; after each one, `skip` frames are left out."""
        if self._are_single:
            return len(self.negatives) - int(np.searchsorted(self.negatives, threshold))
        reached: Bools = self._frames >= threshold
        places = self._places[reached].tolist()
        alarms = at = 0
        while at < len(places):
            alarms += 1
            at = bisect_left(places, places[at] + self._skip, at + 1)
        return alarms

    def threshold_at(self, per_hour: float) -> float | None:
        """The lowest score of a clip with the keyword at which false alarms are within this rate.

        Misses only change at such scores. False alarms never rise with the threshold, although frames are skipped: they
        are the most frames above it that lie at least so far apart. None if there is no such score.
        """
        scores = np.unique(self.positives[np.isfinite(self.positives)]).tolist()
        place = bisect_left(scores, True, key=lambda score: self.false_alarms(score) / self.hours <= per_hour)
        return float(scores[place]) if place < len(scores) else None

    @cached_property
    def equal_error_rate(self) -> float | None:
        """The rate at which as many clips with the keyword are missed as others are accepted, each of its kind.

        Between two thresholds the line between their rates is taken. None without clips of both kinds.
        """
        if not len(self.positives) or not len(self.negatives):
            return None
        thresholds = [math.inf, *np.unique(np.concatenate([self.positives, self.negatives]))[::-1].tolist()]
        miss = np.searchsorted(self.positives, thresholds) / len(self.positives)
        accepted = 1 - np.searchsorted(self.negatives, thresholds) / len(self.negatives)
        apart = miss - accepted
        after = int(np.argmax(apart <= 0))  # at the lowest threshold everything is accepted
        share = apart[after - 1] / (apart[after - 1] - apart[after])
        return float(miss[after - 1] + share * (miss[after] - miss[after - 1]))
