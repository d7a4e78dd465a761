"""The reference of a log: recordings and channels by the names of the log, and words as a log compares them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from ...formats.errors import UsageError, short
from ...formats.schema import Corpus
from ..words.retime import TimedRows, keys, no_recording, rows_by, timed_words
from .stream_log import StreamLog

if TYPE_CHECKING:
    from ..words.retime import Place


def names_in(corpus: Corpus) -> Sequence[str]:
    """The name of each segment by which a log knows it: that of the recording, or else the id."""
    table = corpus.table
    timed = table.has_windows() or table.has_word_times()
    return list(table.sessions) if timed or not table.has("id") else list(table.ids())


def with_channels(corpus: Corpus) -> Collection[str]:
    """The recordings that have several channels."""
    places = {*zip(names_in(corpus), corpus.table.channels, strict=True)}
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


def places_of(log: StreamLog, corpus: Corpus) -> list[Place]:
    """The recording and channel of each segment of a reference."""
    return _by_log(log, zip(names_in(corpus), corpus.table.channels, strict=True))


def recordings_of(log: StreamLog, corpus: Corpus) -> list[Place]:
    """The recordings of a log, which the reference must have."""
    places = dict.fromkeys(places_of(log, corpus))
    if not places:
        raise UsageError("the reference has no segments; expected words with times (ctm), segments (stm), or texts")
    own = list(zip(log.names, log.channels, strict=True))
    if lacking := [place for place in own if place not in places]:
        name, channel = lacking[0]
        channels = [other for session, other in places if session == name]
        if not channels:
            raise no_recording(name, list(dict.fromkeys(names_in(corpus))))
        there = ", ".join(short(other) for other in channels[:5])
        free = next((other for other in channels if (name, other) not in own), channels[0])
        raise UsageError(
            f"no channel {short(channel)!r} of recording {short(name)!r} in the reference, which has {there}; expected "
            f"equal names, or the reference's name as channel={{{channel!r}: {free!r}}} "
            f"(--channel {short(channel)}={short(free)})"
        )
    return own


def timed_by(log: StreamLog, corpus: Corpus) -> dict[Place, TimedRows]:
    """The words with times of each recording, of all channels together that the log does not keep apart."""
    words = timed_words(corpus)
    return rows_by(words, _by_log(log, words.names))


def keyed(words: Sequence[str], as_written: bool) -> list[str]:
    """Words as a log compares them; empty for marks alone."""
    return list(words) if as_written else keys(words)
