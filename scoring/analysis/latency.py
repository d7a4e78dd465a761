"""Latency of streaming recognisers: when words came, when they stayed, how often they changed, and how far they lag.

Partial texts come from a log; what was said, and when, from a reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ... import formats
from ...formats.errors import UsageError, quantity
from ...formats.schema import Corpus
from ...formats.values import dataclass
from ..common.version import __version__
from .breakdown import Breakdown, SummedRow, decimals, united
from .delays import delays
from .lag_units import OwnedUnits, lag_by, own_units, units_of
from .lagging import NAMES, Lag
from .odd_delays import odd_delays
from .spec import Spec, with_commas
from .stream_log import read_log
from .stream_reference import names_in, places_of, recordings_of, timed_by, with_channels
from .streams import Stability, Streams
from .time_differences import TimeDifferences

if TYPE_CHECKING:
    from ...formats.source import Target
    from ..words.retime import Place
    from .stream_log import Logged


SHARES = (50, 90, 99)
_QUANTILES = [f"p{share}" for share in SHARES]
_LONG = 600
"""Seconds: a longer median delay is that of another clock."""
DELAYS = ("first token", "emission, first", "emission, stable", "finalisation")


def _ms(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1000 * seconds:.0f}"


@dataclass(frozen=True, slots=True)
class DelayRow(SummedRow):
    """One kind of delay, in seconds."""

    name: str
    delays: TimeDifferences = TimeDifferences()

    @property
    def count(self) -> int:
        """The number of delays."""
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
    """One lagging measure, by processed audio and by arrival of words."""

    name: str
    audio: Lag = Lag()
    arrival: Lag = Lag()

    def to_dict(self) -> dict[str, Any]:
        """Means, and the numbers of units with and without a value."""
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
    SPEC: ClassVar[Spec] = Spec(
        columns={"text": ["name"], "integer": ["count"], "number": ["mean", *_QUANTILES]},
        table={"count": ("count", with_commas), **{name: (name, _ms) for name in ("mean", *_QUANTILES)}},
    )

    rows: tuple[DelayRow, ...]
    stability: Stability
    lagging: tuple[LagRow, ...]
    recordings: tuple[Place, ...] = ()
    """Recordings of the log that were measured against the reference, or their channels where these are apart."""
    lacking: tuple[Place, ...] = ()
    """Those of the reference that the log has not."""
    remarks: tuple[str, ...] = ()
    """What is odd about the times of the log; of sums, nothing."""

    @property
    def left_out(self) -> int:
        """Recordings, or channels, of the reference that are not in the log."""
        return len(self.lacking)

    @property
    def notices(self) -> tuple[str, ...]:
        """Remarks on the numbers: odd times, and recordings that were left out."""
        notices = [*self.remarks]
        if not notices and any(abs(row.quantile(0.5) or 0) > _LONG for row in self.rows):
            notices.append(
                "a median delay of more than 10 minutes: expected at of the log in seconds since the audio began, like "
                "the times of the reference"
            )
        if self.left_out:
            notices.append(f"{quantity(self.left_out, 'recording')} of the reference without a log: left out")
        return tuple(notices)

    def __getitem__(self, name: str) -> Any:
        """The row of a kind of delay, or of a measure of lagging such as AL."""
        named: dict[str, Any] = {row.name: row for row in self.rows} | {row.name: row for row in self.lagging}
        return named[name]

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Means and quantiles of each kind of delay."""
        heads, rows = Breakdown.cells(self)
        return heads, [row for row in rows if row[1] != "0"]

    def facts(self) -> Mapping[str, Any]:
        """Stability of partial texts, and lagging."""
        lagging = {row.name: row.to_dict() for row in self.lagging}
        facts = {"stability": self.stability.to_dict(), "lagging": lagging, "left_out": self.left_out}
        return {**facts, "notices": list(self.notices)}

    def notes(self) -> Iterable[str]:
        """Stability of partial texts, and lagging."""
        told = self.stability
        segments = quantity(told.segments, "segment")
        yield f"{segments}, {quantity(told.words, 'final word')}, {quantity(told.updates, 'update')}"
        yield (
            f"normalised erasure {decimals(told.erasure, 3)} ({quantity(told.erased, 'word')} retracted), "
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
                lacking = f"{lag.left_out:,} of {quantity(units, 'unit')} without times or reference"
                left_out = f" ({lacking}, left out)" if lag.left_out else ""
                yield f"by {clock}: {means}{left_out}" if lag.units else f"by {clock}: not measured, {lacking}"
        if not any(row.count for row in self.rows):
            yield "no word delays: they need a reference with word times, such as ctm"

    def _above(self) -> Iterable[str]:
        """The notices: what may spoil the numbers."""
        return self.notices

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


def latency(
    log: Logged,
    ref: Target | Corpus | None = None,
    *,
    as_written: bool = False,
    channel: Mapping[str, str] | None = None,
    encoding: str | None = None,
) -> Latency:
    """The latency of a streaming recogniser, from a log of its messages and, optionally, a reference with times.

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
    units = own_units(streams)
    pairs: list[Place] = []
    lacking: set[Place] = set()
    remarks: tuple[str, ...] = ()
    if corpus is not None:
        pairs = recordings_of(streams.log, corpus)
        lacking = {*places_of(streams.log, corpus)} - {*pairs}
        if corpus.table.has_word_times():
            timed = timed_by(streams.log, corpus)
            measured = delays(streams, [timed[name] for name in pairs], as_written)
            rows = tuple(map(DelayRow, DELAYS, measured))
            remarks = odd_delays(streams, [timed[name] for name in pairs], as_written, measured)
        units = units_of(streams, corpus, pairs, as_written)
    words = "as-written" if as_written else "letters"
    against = "none" if corpus is None else corpus.format or "corpus"
    return Latency(
        signature=f"scorelite:{__version__}|latency:words={words}|ref:{against}",
        rows=rows,
        stability=streams.stability(),
        lagging=_lagging(streams, units),
        recordings=tuple(sorted(pairs)),
        lacking=tuple(sorted(lacking)),
        remarks=remarks,
    )


def _streams(
    log: Logged, corpus: Corpus | None, as_written: bool, channel: Mapping[str, str] | None, encoding: str | None
) -> Streams:
    """The partial texts of a log, whose channels are kept apart where those of the reference are."""
    by_channel = () if corpus is None else with_channels(corpus)
    if not isinstance(channel, Mapping | None):
        raise UsageError(f"channel is {channel!r}; expected the reference's name of each channel, {{'ch_0': 'A'}}")
    if channel and not by_channel:
        raise UsageError("channel= (--channel) has no effect without a reference of several channels")
    channels = (channel or {}) if by_channel else None
    # One recording on each side is a pair, whatever its name is.
    apart = None if corpus is not None and len({*names_in(corpus)}) == 1 else by_channel
    streams = Streams(read_log(log, as_written=as_written, channels=channels, by_channel=apart, encoding=encoding))
    if not len(streams.words):
        raise UsageError("the final texts have no words; expected a log with words")
    return streams


def _lagging(streams: Streams, units: OwnedUnits | None) -> tuple[LagRow, ...]:
    """The lagging of final words in units, by both clocks."""
    if units is None:
        return tuple(map(LagRow, NAMES))
    log = streams.log
    sides = [lag_by(units, column[streams.stable]) for column in (log.audio, log.at)]
    return tuple(LagRow(name, *(side[name] for side in sides)) for name in NAMES)
