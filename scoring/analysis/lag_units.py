"""The units in which final words lag: segments of a reference, its recordings, or what a log says of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ...formats.errors import Where, fail
from ...formats.schema import Corpus
from ...formats.schema.markup import first_branches, word_lists
from ...formats.values import dataclass
from ..common.results import Immutable
from ..maths.stretches import different
from ..words.inputs.corpora import are_words_alone
from ..words.retime import BY_SEGMENTS, operations_of, words_until
from .lagging import NAMES, Lag, Units, lag_of, lags
from .stream_reference import keyed, places_of, timed_by
from .streams import Streams

if TYPE_CHECKING:
    from ..common.arrays import Floats, Integers
    from ..words.retime import Place

_DELETED = ord("D")


@dataclass(frozen=True, slots=True)
class OwnedUnits(Immutable):
    """The units of a reference, and the unit of each final word; -1 for a word without one."""

    owner: Integers
    start: Floats
    source: Floats
    end: Floats
    reference: Integers


def own_units(streams: Streams) -> OwnedUnits | None:
    """The segments of a log that tells their length and the words of their reference; others have no length."""
    log = streams.log
    if not np.any(log.reference >= 0):
        return None
    owner = np.repeat(np.arange(len(log.source)), np.diff(streams.first_word))
    source = np.where(log.reference >= 0, log.source, np.nan)
    return OwnedUnits(owner, np.zeros(len(source)), source, source, log.reference)


def _check_once(corpus: Corpus, rows: Sequence[int], windows: Iterable[tuple[Place, float, float]]) -> None:
    """Rejects a segment of the reference that is there twice, with its words."""
    texts, lines = corpus.texts(), corpus.table.lines
    seen: dict[Any, int] = {}
    for row, window in zip(rows, windows, strict=True):
        first = seen.setdefault((window, texts[row]), row)
        if first != row:
            where = Where(corpus.path, lines[row])
            fail(where, f"the segment of line {lines[first]} again", "each segment of the reference once")


def units_of(streams: Streams, corpus: Corpus, pairs: Sequence[Place], as_written: bool) -> OwnedUnits | None:
    """The segments of the reference, or where it has none its recordings."""
    texts = corpus.texts()
    if corpus.table.grammar == "sclite":
        texts = first_branches(texts) or texts
    lists = [[*filter(None, keyed(words, as_written))] for words in word_lists(texts)]
    names = places_of(streams.log, corpus)
    wanted = {name: place for place, name in enumerate(pairs)}
    named = [row for row, name in enumerate(names) if name in wanted]
    rows = [row for row in named if lists[row]]
    if not rows:
        return None
    start, stop = corpus.table.start, corpus.table.end
    has_windows = corpus.table.has_windows() and not are_words_alone(corpus)
    # What was said on channels that are one comes in the order of its times.
    begins = start.values if start is not None and has_windows else [0.0] * len(names)
    rows.sort(key=lambda row: (wanted[names[row]], begins[row]))
    recording = np.array([wanted[names[row]] for row in rows], np.int64)
    sizes = np.array([len(lists[row]) for row in rows], np.int64)
    length = _lengths(streams)
    if corpus.table.has_word_times():
        last = np.array(
            [rows_of.ends.max(initial=0.0) for rows_of in map(timed_by(streams.log, corpus).__getitem__, pairs)]
        )
        length = np.where(np.isnan(length), last, length)
    if start is None or stop is None or not has_windows:
        of_recording = np.bincount(recording, sizes, len(pairs)).astype(np.int64)
        owner = streams.log.recording[np.repeat(np.arange(len(streams.final)), np.diff(streams.first_word))]
        owner = np.where(of_recording[owner] > 0, owner, -1)
        return OwnedUnits(owner, np.zeros(len(pairs)), length, length, of_recording)
    starts, ends = (np.array(column.values)[rows] for column in (start, stop))
    _check_once(corpus, rows, zip(map(names.__getitem__, rows), starts.tolist(), ends.tolist(), strict=True))
    whole = np.fmax(length, -np.inf)
    # A recording ends with its last segment, also where nothing was said in that.
    np.maximum.at(whole, [wanted[names[row]] for row in named], np.array(stop.values)[named])
    bounds = np.searchsorted(recording, np.arange(len(pairs) + 1))
    refs = [[*chain.from_iterable(lists[row] for row in rows[low:high])] for low, high in pairwise(bounds.tolist())]
    owner = _owners(streams, refs, np.repeat(np.arange(len(rows)), sizes))
    return OwnedUnits(owner, starts, ends - starts, whole[recording] - starts, sizes)


def _owners(streams: Streams, refs: Sequence[Sequence[str]], segments: Integers) -> Integers:
    """The segment of each final word: that of the reference's word it stands for, or of the one before it."""
    spoken, bounds = streams.spoken()
    operations = operations_of(refs, spoken, BY_SEGMENTS)
    before = words_until(operations)[0][operations != _DELETED]
    recording = np.repeat(np.arange(len(refs)), np.diff(bounds))
    ends = np.cumsum([len(words) for words in refs])
    begins = ends - [len(words) for words in refs]
    empty = (begins == ends)[recording]
    places = np.where(empty, 0, np.clip(before, begins[recording], ends[recording] - 1))
    return np.where(empty, -1, segments[places])


def _lengths(streams: Streams) -> Floats:
    """The length of the audio of each recording, as far as the log tells it; else NaN."""
    log = streams.log
    length: Floats = log.length.copy()
    np.fmax.at(length, log.recording, log.source)
    return length


def lag_by(places: OwnedUnits, times: Floats) -> dict[str, Lag]:
    """The lagging by the time of each final word; units with a word that has no such time are left out."""
    order = np.argsort(places.owner, kind="stable")
    order = order[places.owner[order] >= 0]
    owner = places.owner[order]
    delays = times[order] - places.start[owner]
    whole = np.isfinite(places.source)
    whole[owner[~np.isfinite(delays)]] = False
    told = different(owner)
    used = told[whole[told]]
    left_out = Lag(left_out=len(told) - len(used))
    if not len(used):
        return dict.fromkeys(NAMES, left_out)
    owner, delays = owner[whole[owner]], delays[whole[owner]]
    first = np.concatenate([np.searchsorted(owner, used), [len(delays)]])
    units = Units(delays, first, places.source[used], places.reference[used], places.end[used])
    return {name: lag_of(values) + left_out for name, values in lags(units).items()}
