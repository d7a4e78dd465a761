"""Latency of streaming recognisers: when words came, when they stayed, how often they changed, and how far they lag.

Partial texts come from a log; what was said, and when, from a reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ... import formats
from ...formats.errors import UsageError, Where, fail, quantity, short
from ...formats.schema import Corpus
from ...formats.schema.markup import first_branches, word_lists
from ...formats.values import dataclass
from ..common.results import Immutable
from ..common.version import __version__
from ..maths.stretches import different
from ..words.inputs.corpora import are_words_alone
from ..words.retime import (
    BY_SEGMENTS,
    BY_WORDS,
    TimedRows,
    keys,
    no_recording,
    operations_of,
    rows_by,
    timed_words,
    words_until,
)
from .breakdown import Breakdown, SummedRow, decimals, united
from .lagging import NAMES, Lag, Units, lag_of, lags
from .stream_log import StreamLog, read_log
from .streams import Stability, Streams
from .time_differences import TimeDifferences, histogram, micro

if TYPE_CHECKING:
    from ...formats.source import Target
    from ..common.arrays import Floats, Integers
    from ..common.arrow import Column
    from ..words.retime import Place
    from .stream_log import Logged


SHARES = (50, 90, 99)
_LONG = 600
"""Seconds: a longer median delay is that of another clock."""
DELAYS = ("first token", "emission, first", "emission, stable", "finalisation")
_DELETED, _INSERTED = b"DI"


@dataclass(frozen=True, slots=True)
class DelayRow(SummedRow):
    """One kind of delay, in seconds."""

    name: str
    delays: TimeDifferences = TimeDifferences()

    @property
    def count(self) -> int:
        """How many there are: a delay for each word, or for each segment."""
        return self.delays.count

    @property
    def mean(self) -> float | None:
        """The mean delay."""
        return self.delays.mean

    def quantile(self, share: float) -> float | None:
        """The delay that this share of all does not exceed."""
        return self.delays.quantile(share)

    def to_dict(self) -> dict[str, Any]:
        """Numbers by name."""
        quantiles = {f"p{share}": self.quantile(share / 100) for share in SHARES}
        return {"name": self.name, "count": self.count, "mean": self.mean, **quantiles}


@dataclass(frozen=True, slots=True)
class LagRow(SummedRow):
    """One measure of lagging, by the audio that the recogniser had processed, and by the moment words arrived."""

    name: str
    audio: Lag = Lag()
    arrival: Lag = Lag()

    def to_dict(self) -> dict[str, Any]:
        """Means, of how many units they are, and how many units have no value."""
        sides = (("audio", self.audio), ("arrival", self.arrival))
        return {name: {"mean": lag.mean, "units": lag.units, "left_out": lag.left_out} for name, lag in sides}


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency(Breakdown):
    """The latency of a streaming recogniser, a row for each kind of delay.

    >>> import scorelite
    >>> log = [
    ...     {"id": "talk", "at": 0.7, "text": "good"},
    ...     {"id": "talk", "at": 1.3, "text": "good may"},
    ...     {"id": "talk", "at": 1.6, "text": "good day", "final": True},
    ... ]
    >>> latency = scorelite.latency(log, b"talk 1 0.1 0.4 good\\ntalk 1 0.6 0.5 day\\n")
    >>> latency["first token"].mean, latency["finalisation"].mean, latency.stability.erasure
    (0.6, 0.5, 0.5)
    """

    TITLE: ClassVar[str] = "Latency, in ms"
    NAME: ClassVar[str] = "latency"

    rows: tuple[DelayRow, ...]
    stability: Stability
    lagging: tuple[LagRow, ...]
    recordings: tuple[Place, ...] = ()
    """Recordings of the log that were measured against the reference, or their channels where these are apart."""
    lacking: tuple[Place, ...] = ()
    """Those of the reference that the log has not."""

    @property
    def left_out(self) -> int:
        """Recordings of the reference that the log has not, or channels where these are apart."""
        return len(self.lacking)

    def __getitem__(self, name: str) -> Any:
        """The row of a kind of delay, or of a measure of lagging such as AL."""
        named: dict[str, Any] = {row.name: row for row in self.rows} | {row.name: row for row in self.lagging}
        return named[name]

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Means and quantiles."""
        heads = ("", "count", "mean", *(f"p{share}" for share in SHARES))
        rows = [
            (row.name, f"{row.count:,}", _ms(row.mean), *(_ms(row.quantile(share / 100)) for share in SHARES))
            for row in self.rows
            if row.count
        ]
        return heads, rows

    def columns(self) -> Mapping[str, Column]:
        """Means and quantiles, in seconds."""
        rows = [row.to_dict() for row in self.rows]
        numbers = [name for name in rows[0] if name not in ("name", "count")]
        return {
            "name": ("text", [row["name"] for row in rows]),
            "count": ("integer", [row["count"] for row in rows]),
            **{name: ("number", [row[name] for row in rows]) for name in numbers},
        }

    def facts(self) -> Mapping[str, Any]:
        """Stability of partial texts, and lagging."""
        lagging = {row.name: row.to_dict() for row in self.lagging}
        return {"stability": self.stability.to_dict(), "lagging": lagging, "left_out": self.left_out}

    def notes(self) -> Iterable[str]:
        """Stability of partial texts, and lagging."""
        told = self.stability
        segments = quantity(told.segments, "segment")
        yield f"{segments}, {quantity(told.words, 'final word')}, {quantity(told.updates, 'update')}"
        yield (
            f"normalised erasure {decimals(told.erasure, 3)} ({quantity(told.erased, 'word')} taken back), "
            f"edit overhead {decimals(told.edit_overhead, 3)}"
        )
        yield (
            f"{quantity(told.revisions, 'revision')}: {decimals(told.revisions_per_segment, 3)} a segment, churn "
            f"{decimals(told.churn, 3)}; {told.unstable:,} of {segments} unstable"
        )
        for clock, of in (("processed audio", "audio"), ("arrival", "arrival")):
            each = [(row.name, getattr(row, of)) for row in self.lagging]
            lag = each[0][1]
            if units := lag.units + lag.left_out:
                means = ", ".join(f"{name} {decimals(lag.mean, 3, '' if name == 'AP' else ' s')}" for name, lag in each)
                lacking = f"; without times or reference: {lag.left_out:,} of {quantity(units, 'unit')}, left out"
                yield f"by {clock}: {means if lag.units else 'none'}{lacking if lag.left_out else ''}"
        if not any(row.count for row in self.rows):
            yield "no delays of words: no reference with times of words, such as ctm"
        if any(abs(row.quantile(0.5) or 0) > _LONG for row in self.rows):
            yield (
                "a median delay of more than 10 minutes: expected at of the log in seconds since the audio began, as "
                "times of the reference are"
            )
        if self.left_out:
            yield f"{quantity(self.left_out, 'recording')} of the reference without a log: left out"

    def _added(self, other: Latency) -> Latency:
        measured = {*self.recordings, *other.recordings}
        # A part in which the channels of a recording are apart measured what another one lacks as a whole.
        as_a_whole = {(name, "") for name, _ in measured}
        return Latency(
            signature=self.signature,
            rows=united(self.rows, other.rows),
            stability=self.stability + other.stability,
            lagging=united(self.lagging, other.lagging),
            recordings=tuple(sorted(measured)),
            lacking=tuple(sorted({*self.lacking, *other.lacking} - measured - as_a_whole)),
        )


def _ms(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1000 * seconds:.0f}"


def latency(
    log: Logged,
    ref: Target | Corpus | None = None,
    *,
    as_written: bool = False,
    channel: Mapping[str, str] | None = None,
    encoding: str | None = None,
) -> Latency:
    """The latency of the messages of a streaming recogniser, against a reference with times if there is one.

    A log is a file, several, or objects as a file has them, one for each message: `{"id", "segment", "channel", "at",
    "text", "final", "audio"}`, or `{"at", "message"}` with a message of Google, Riva, AWS, Deepgram, Azure, Vosk or
    sherpa-onnx; or the lines of whisper_streaming or SimulEval. Words are compared by letters and digits, or with case
    and marks (`as_written`). `channel` has the reference's names for channels of the log, such as
    `{"ch_0": "A", "ch_1": "B"}`; `encoding` is that of all files.

    >>> log = [{"at": 0.5, "text": "The"}, {"at": 0.9, "text": "the day.", "final": True}]
    >>> latency(log).stability.erased, latency(log, as_written=True).stability.erased
    (0, 1)
    """
    corpus = None if ref is None else ref if isinstance(ref, Corpus) else formats.read(ref, encoding=encoding)
    streams = _streams(log, corpus, as_written, channel, encoding)
    rows: tuple[DelayRow, ...] = tuple(map(DelayRow, DELAYS))
    units = _own_units(streams)
    pairs: list[Place] = []
    lacking: set[Place] = set()
    if corpus is not None:
        pairs = _recordings(streams.log, corpus)
        lacking = {*_places(streams.log, corpus)} - {*pairs}
        if corpus.table.has_word_times():
            timed_by = _timed(streams.log, corpus)
            rows = _delays(streams, [timed_by[name] for name in pairs], as_written)
        units = _units(streams, corpus, pairs, as_written)
    words = "as-written" if as_written else "letters"
    against = "none" if corpus is None else corpus.format or "corpus"
    return Latency(
        signature=f"scorelite:{__version__}|latency:words={words}|ref:{against}",
        rows=rows,
        stability=streams.stability(),
        lagging=_lagging(streams, units),
        recordings=tuple(sorted(pairs)),
        lacking=tuple(sorted(lacking)),
    )


def _streams(
    log: Logged, corpus: Corpus | None, as_written: bool, channel: Mapping[str, str] | None, encoding: str | None
) -> Streams:
    """The partial texts of a log, whose channels are kept apart where those of the reference are."""
    by_channel = () if corpus is None else _with_channels(corpus)
    if not isinstance(channel, Mapping | None):
        raise UsageError(f"channel is {channel!r}; expected the reference's name of each channel, {{'ch_0': 'A'}}")
    if channel and not by_channel:
        raise UsageError("channel= (--channel) has no effect without a reference of several channels")
    channels = (channel or {}) if by_channel else None
    # One recording on each side is a pair, whatever its name is.
    apart = None if corpus is not None and len({*_names(corpus)}) == 1 else by_channel
    streams = Streams(read_log(log, as_written=as_written, channels=channels, by_channel=apart, encoding=encoding))
    if not len(streams.words):
        raise UsageError("the final texts have no words; expected the log of a recogniser that said something")
    return streams


# --- recordings ------------------------------------------------------------------------------------


def _names(corpus: Corpus) -> Sequence[str]:
    """The name of each segment by which a log knows it: that of the recording, or else the id."""
    table = corpus.table
    timed = table.has_windows() or table.has_word_times()
    return list(table.sessions) if timed or not table.has("id") else list(table.ids())


def _with_channels(corpus: Corpus) -> Collection[str]:
    """The recordings that have several channels."""
    places = {*zip(_names(corpus), corpus.table.channels, strict=True)}
    return {name for name, number in Counter(name for name, _ in places).items() if number > 1}


def _by_log(log: StreamLog, places: Iterable[Place]) -> list[Place]:
    """Recordings and channels of a reference by the names of the log; channels that are one there have no name.

    One recording on each side is a pair, whatever its name is.
    """
    places = list(places)
    names, told = {name for name, _ in places}, {*log.names}
    if len(names) == len(told) == 1:
        places = [(log.names[0], channel) for _, channel in places]
    apart = {name for name, channel in zip(log.names, log.channels, strict=True) if channel}
    return [(name, channel if name in apart else "") for name, channel in places]


def _places(log: StreamLog, corpus: Corpus) -> list[Place]:
    """The recording and channel of each segment of a reference."""
    return _by_log(log, zip(_names(corpus), corpus.table.channels, strict=True))


def _recordings(log: StreamLog, corpus: Corpus) -> list[Place]:
    """The recordings of a log, which the reference must have."""
    places = dict.fromkeys(_places(log, corpus))
    if not places:
        raise UsageError("the reference has no segments; expected words with times (ctm), segments (stm), or texts")
    own = list(zip(log.names, log.channels, strict=True))
    if lacking := [place for place in own if place not in places]:
        name, channel = lacking[0]
        channels = [other for session, other in places if session == name]
        if not channels:
            raise no_recording(name, list(dict.fromkeys(_names(corpus))))
        there = ", ".join(short(other) for other in channels[:5])
        free = next((other for other in channels if (name, other) not in own), channels[0])
        raise UsageError(
            f"no channel {short(channel)!r} of recording {short(name)!r} in the reference, which has {there}; expected "
            f"equal names, or the reference's name as channel={{{channel!r}: {free!r}}} "
            f"(--channel {short(channel)}={short(free)})"
        )
    return own


def _timed(log: StreamLog, corpus: Corpus) -> dict[Place, TimedRows]:
    """The words with times of each recording, of all channels together that the log does not keep apart."""
    words = timed_words(corpus)
    return rows_by(words, _by_log(log, words.names))


def _keyed(words: Sequence[str], as_written: bool) -> list[str]:
    """Words as a log compares them; empty for marks alone."""
    return list(words) if as_written else keys(words)


def _spoken(streams: Streams) -> tuple[list[list[str]], Integers]:
    """The final words of each recording, and the places between which they stand."""
    log = streams.log
    words = list(map(log.vocabulary.__getitem__, streams.words.tolist()))
    recordings = np.searchsorted(log.recording, np.arange(len(log.names) + 1))
    bounds = streams.first_word[recordings]
    return [words[low:high] for low, high in pairwise(bounds.tolist())], bounds


# --- delays of words ---------------------------------------------------------------------------------


def _delays(streams: Streams, refs: Sequence[TimedRows], as_written: bool) -> tuple[DelayRow, ...]:
    """The delays of words and segments, against words with times of each recording."""
    log = streams.log
    keyed = [_keyed(rows.words, as_written) for rows in refs]
    kept = np.array([bool(key) for key in chain.from_iterable(keyed)], np.bool_)
    starts, ends = (np.concatenate([getattr(rows, name) for rows in refs])[kept] for name in ("begins", "ends"))
    spoken, _ = _spoken(streams)
    operations = operations_of([[*filter(None, words)] for words in keyed], spoken, BY_WORDS)
    ref, hyp = words_until(operations)
    pairs = (operations != _INSERTED) & (operations != _DELETED)
    stop = micro(ends)[ref[pairs]]
    shown, stable = (micro(log.at)[column[hyp[pairs]]] for column in (streams.shown, streams.stable))
    sizes = [sum(map(bool, words)) for words in keyed]
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
    return tuple(DelayRow(name, histogram(each)) for name, each in zip(DELAYS, values, strict=True))


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


# --- lagging ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Places(Immutable):
    """The units of a reference, and the unit of each final word; -1 for a word without one."""

    owner: Integers
    start: Floats
    source: Floats
    end: Floats
    reference: Integers


def _own_units(streams: Streams) -> _Places | None:
    """The segments of a log that tells their length and the words of their reference; others have no length."""
    log = streams.log
    if not np.any(log.reference >= 0):
        return None
    owner = np.repeat(np.arange(len(log.source)), np.diff(streams.first_word))
    source = np.where(log.reference >= 0, log.source, np.nan)
    return _Places(owner, np.zeros(len(source)), source, source, log.reference)


def _check_once(corpus: Corpus, rows: Sequence[int], windows: Iterable[tuple[Place, float, float]]) -> None:
    """Refuses a segment of the reference that is there twice, with its words."""
    texts, lines = corpus.texts(), corpus.table.lines
    seen: dict[Any, int] = {}
    for row, window in zip(rows, windows, strict=True):
        first = seen.setdefault((window, texts[row]), row)
        if first != row:
            where = Where(corpus.path, lines[row])
            fail(where, f"the segment of line {lines[first]} again", "each segment of the reference once")


def _units(streams: Streams, corpus: Corpus, pairs: Sequence[Place], as_written: bool) -> _Places | None:
    """The segments of the reference, or where it has none its recordings."""
    texts = corpus.texts()
    if corpus.table.grammar == "sclite":
        texts = first_branches(texts) or texts
    lists = [[*filter(None, _keyed(words, as_written))] for words in word_lists(texts)]
    names = _places(streams.log, corpus)
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
            [rows_of.ends.max(initial=0.0) for rows_of in map(_timed(streams.log, corpus).__getitem__, pairs)]
        )
        length = np.where(np.isnan(length), last, length)
    if start is None or stop is None or not has_windows:
        of_recording = np.bincount(recording, sizes, len(pairs)).astype(np.int64)
        owner = streams.log.recording[np.repeat(np.arange(len(streams.final)), np.diff(streams.first_word))]
        owner = np.where(of_recording[owner] > 0, owner, -1)
        return _Places(owner, np.zeros(len(pairs)), length, length, of_recording)
    starts, ends = (np.array(column.values)[rows] for column in (start, stop))
    _check_once(corpus, rows, zip(map(names.__getitem__, rows), starts.tolist(), ends.tolist(), strict=True))
    whole = np.fmax(length, -np.inf)
    # A recording ends with its last segment, also where nothing was said in that.
    np.maximum.at(whole, [wanted[names[row]] for row in named], np.array(stop.values)[named])
    bounds = np.searchsorted(recording, np.arange(len(pairs) + 1))
    refs = [[*chain.from_iterable(lists[row] for row in rows[low:high])] for low, high in pairwise(bounds.tolist())]
    owner = _owners(streams, refs, np.repeat(np.arange(len(rows)), sizes))
    return _Places(owner, starts, ends - starts, whole[recording] - starts, sizes)


def _owners(streams: Streams, refs: Sequence[Sequence[str]], segments: Integers) -> Integers:
    """The segment of each final word: that of the reference's word it stands for, or of the one before it."""
    spoken, bounds = _spoken(streams)
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


def _lagging(streams: Streams, places: _Places | None) -> tuple[LagRow, ...]:
    """The lagging of final words in units, by both clocks."""
    if places is None:
        return tuple(map(LagRow, NAMES))
    log = streams.log
    sides = [_lag(places, column[streams.stable]) for column in (log.audio, log.at)]
    return tuple(LagRow(name, *(side[name] for side in sides)) for name in NAMES)


def _lag(places: _Places, times: Floats) -> dict[str, Lag]:
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
