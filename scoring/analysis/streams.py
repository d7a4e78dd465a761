"""Partial texts of streams: what each message changes, and when the words of final texts came and when they stayed."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ...formats.values import dataclass
from ..common.counts import Summed
from ..maths.stretches import Stretches, different
from .stream_log import StreamLog

if TYPE_CHECKING:
    from typing import Any

    from ..common.arrays import Integers, Mask


@dataclass(frozen=True, slots=True)
class Stability(Summed):
    """How much partial texts change before they are final."""

    segments: int = 0
    words: int = 0
    """Words of the final texts."""
    updates: int = 0
    """Messages that follow another text of their segment."""
    revisions: int = 0
    """Updates that do not only add words."""
    erased: int = 0
    """Words that were shown and retracted."""
    unstable: int = 0
    """Segments with a revision."""

    @property
    def erasure(self) -> float | None:
        """Normalised erasure: words retracted by final words."""
        return self.erased / self.words if self.words else None

    @property
    def edit_overhead(self) -> float | None:
        """The share of edits that the final text would not need."""
        edits = self.words + 2 * self.erased
        return 1 - self.words / edits if edits else None

    @property
    def churn(self) -> float | None:
        """The share of updates that retract words."""
        return self.revisions / self.updates if self.updates else None

    @property
    def revisions_per_segment(self) -> float | None:
        """The mean number of revisions of a segment."""
        return self.revisions / self.segments if self.segments else None

    @property
    def unstable_share(self) -> float | None:
        """The share of segments with a revision."""
        return self.unstable / self.segments if self.segments else None

    def to_dict(self) -> dict[str, Any]:
        """Numbers and rates by name."""
        names = ("segments", "words", "updates", "revisions", "erased", "unstable", "erasure", "edit_overhead", "churn")
        return {name: getattr(self, name) for name in (*names, "revisions_per_segment", "unstable_share")}


class Streams:
    """The columns of a log that latency needs, a value for each word of the final texts or for each segment."""

    def __init__(self, log: StreamLog) -> None:
        self.log = log
        self.final = log.first[1:] - 1
        """The final message of each segment."""
        self.segment = np.repeat(np.arange(len(self.final)), np.diff(log.first))
        """The segment of each message."""
        size = log.size[self.final]
        self.first_word = np.concatenate([[0], np.cumsum(size)])
        """The places between which the final words of each segment stand."""
        self.words = log.words[_words(log.begin[self.final], size)]
        """The final words of all segments."""
        self.stable = self._stable()
        """The message since which each final word, and all before it, never changed."""
        self.shown = self._shown()
        """The first message that had each final word in its place."""
        some = np.append(np.flatnonzero(log.size), len(log.size))
        self.opening = np.minimum(some[np.searchsorted(some, log.first[:-1])], self.final)
        """The first message of each segment with a word."""

    def stability(self) -> Stability:
        """How much the partial texts of all segments change."""
        log = self.log
        before = np.flatnonzero((self.segment[1:] == self.segment[:-1]) & (log.size[:-1] > 0))
        erased = log.size[before] - self._alike(before, before + 1)
        revised = before[erased > 0]
        return Stability(
            segments=len(self.final),
            words=len(self.words),
            updates=len(before),
            revisions=len(revised),
            erased=int(erased.sum()),
            unstable=len(different(self.segment[revised])),
        )

    def spoken(self) -> tuple[list[list[str]], Integers]:
        """The final words of each recording, and the places between which they stand."""
        log = self.log
        words = list(map(log.vocabulary.__getitem__, self.words.tolist()))
        bounds = self.first_word[np.searchsorted(log.recording, np.arange(len(log.names) + 1))]
        return [words[low:high] for low, high in pairwise(bounds.tolist())], bounds

    def _alike(self, messages: Integers, others: Integers) -> Integers:
        """How many words two messages share from their first one on."""
        log = self.log
        both = np.minimum(log.size[messages], log.size[others])
        apart = np.flatnonzero((log.begin[messages] != log.begin[others]) & (both > 0))
        sizes = both[apart]
        if not len(apart):
            return both
        same = self._same(messages[apart], others[apart], sizes)
        place = _inside(sizes)
        both[apart] = np.minimum.reduceat(np.where(same, np.repeat(sizes, sizes), place), np.cumsum(sizes) - sizes)
        return both

    def _same(self, messages: Integers, others: Integers, sizes: Integers) -> Mask:
        """Whether the first words of two messages are equal, word by word, so many of each."""
        sides = (self.log.words[_words(self.log.begin[side], sizes)] for side in (messages, others))
        same: Mask = np.equal(*sides)
        return same

    def _stable(self) -> Integers:
        rows = np.arange(len(self.segment))
        alike = self._alike(rows, self.final[self.segment])
        # The least from each message to the final one; segments are kept apart by a step that no size reaches.
        apart = self.segment * (int(alike.max(initial=0)) + 1)
        lasting = np.minimum.accumulate((alike + apart)[::-1])[::-1] - apart
        gained = np.diff(lasting, prepend=0)
        opens = self.log.first[:-1]
        gained[opens] = lasting[opens]
        since: Integers = np.repeat(rows, gained)
        return since

    def _shown(self) -> Integers:
        log = self.log
        final = self.final[self.segment]
        shown: Integers = self.stable.copy()
        rows = np.flatnonzero(log.begin != log.begin[final])
        sizes = np.minimum(log.size[rows], log.size[final[rows]])
        same = self._same(rows, final[rows], sizes)
        words = (_inside(sizes) + np.repeat(self.first_word[self.segment[rows]], sizes))[same]
        # Of several messages with a word, the one that is written last is the first one.
        shown[words[::-1]] = np.repeat(rows, sizes)[same][::-1]
        return shown


def _inside(sizes: Integers) -> Integers:
    """The places inside of runs of these sizes.

    >>> _inside(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    return Stretches(np.zeros_like(sizes), sizes).places()


def _words(begins: Integers, sizes: Integers) -> Integers:
    """The places of the words of messages that begin there and have so many."""
    return Stretches(begins, begins + sizes).places()
