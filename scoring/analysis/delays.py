"""Delays of the words and segments of a log, against words with times."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from ..words.retime import BY_WORDS, TimedRows, operations_of, words_until
from .stream_reference import keyed
from .streams import Streams
from .time_differences import TimeDifferences, histogram, micro

if TYPE_CHECKING:
    from ..common.arrays import Floats, Integers

_DELETED, _INSERTED = b"DI"


def delays(streams: Streams, refs: Sequence[TimedRows], as_written: bool) -> tuple[TimeDifferences, ...]:
    """The delays of words and segments, against words with times of each recording."""
    log = streams.log
    lists = [keyed(rows.words, as_written) for rows in refs]
    kept = np.array([bool(key) for key in chain.from_iterable(lists)], np.bool_)
    starts, ends = (np.concatenate([getattr(rows, name) for rows in refs])[kept] for name in ("begins", "ends"))
    spoken, _ = streams.spoken()
    operations = operations_of([[*filter(None, words)] for words in lists], spoken, BY_WORDS)
    ref, hyp = words_until(operations)
    pairs = (operations != _INSERTED) & (operations != _DELETED)
    stop = micro(ends)[ref[pairs]]
    shown, stable = (micro(log.at)[column[hyp[pairs]]] for column in (streams.shown, streams.stable))
    sizes = [sum(map(bool, words)) for words in lists]
    owners = _segments(streams, np.repeat(np.arange(len(refs)), sizes), (hyp, operations), ends)
    first, last = np.full(len(log.first) - 1, np.inf), np.full(len(log.first) - 1, -np.inf)
    np.minimum.at(first, owners, starts)
    np.maximum.at(last, owners, ends)
    said = np.isfinite(first)
    shown_any = said & (log.size[streams.opening] > 0)
    values = (
        (micro(log.at[streams.opening]) - micro(first))[shown_any],
        shown - stop,
        stable - stop,
        (micro(log.at[streams.final]) - micro(last))[said],
    )
    return tuple(map(histogram, values))


def _segments(streams: Streams, recordings: Integers, steps: tuple[Integers, Any], ends: Floats) -> Integers:
    """The segment of the log to which each word of the reference belongs.

    A word that was not heard belongs to the segment of the word before it, if it ended before that was final; else to
    the next segment of the recording.
    """
    hyp, operations = steps
    log = streams.log
    of_word = np.repeat(np.arange(len(log.recording)), np.diff(streams.first_word))
    low, high = (np.searchsorted(log.recording, recordings, side=side) for side in ("left", "right"))
    has = operations != _INSERTED
    before = hyp[has]  # The last word that was heard by then, maybe of an earlier recording.
    unheard = before < streams.first_word[low]
    owners: Integers = np.where(unheard, low, of_word[np.maximum(before, 0)])
    missed = operations[has] == _DELETED
    late = missed & (ends > log.at[streams.final[owners]])
    belonging: Integers = np.minimum(owners + late, high - 1)
    return belonging
