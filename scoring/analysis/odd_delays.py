"""Delays that are odd because the times of a log are: another unit, or words that come before they are spoken."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING

from ...formats.values import replace
from ..notices.times import UNITS, TimeChange, Timed, changes_of
from .delays import delays

if TYPE_CHECKING:
    from ..words.retime import TimedRows
    from .streams import Streams
    from .time_differences import TimeDifferences

_STABLE = 2
"""The row of the delays at which words stayed."""
# After a change of the unit, so much of the median delay is left.
_LEFT = 0.2
# Seconds by which half of the words may come before they end, and words of which that is the half.
_EARLY, _FEW = 0.5, 10
# Seconds that no delay lasts.
_LONG = 60.0
# Seconds that no audio lasts: more than three years.
_SINCE_1970 = 100_000_000


def odd_delays(
    streams: Streams, refs: Sequence[TimedRows], as_written: bool, measured: Sequence[TimeDifferences]
) -> tuple[str, ...]:
    """A remark on the times of a log, if another unit makes nearly all of the delays go away, or if they are negative.

    >>> import scorelite
    >>> words = ["good", "day", "to", "you", "all"]
    >>> log = [{"at": 400 + 500 * n, "text": " ".join(words[: n + 1]), "final": n == 4} for n in range(5)]
    >>> ctm = "".join(f"talk 1 {n / 2} 0.2 {word}\\n" for n, word in enumerate(words)).encode()
    >>> print(*scorelite.latency(log, ctm).notices)
    with at of the log read as milliseconds the median delay would be 200 ms instead of 1,398,800 ms: divide it by \
1,000; expected seconds since the audio began
    """
    now = measured[_STABLE].median
    if now is None:
        return ()
    ends = [time for rows in refs for time in rows.ends.tolist()]
    at = streams.log.at.tolist()
    if min(at, default=0) > _SINCE_1970:
        return (f"at of the log counts from 1970, as clocks do: subtract the moment when the audio began; {_EXPECTED}",)
    columns = Timed(range(len(ends)), ends, ends), Timed(range(len(at)), at, at)
    changes = [change for change in changes_of({"": columns}) if change.name == "unit"]
    if now > _LONG and not changes:
        # The messages of a short recording may come long after its last word.
        changes = [TimeChange("unit", 1, factor=float(factor), unit=unit) for factor, unit in UNITS if "second" in unit]
    for change in changes:
        changed = delays(_changed(streams, refs, change), _rows(refs, change), as_written)[_STABLE].median
        if changed is not None and -_EARLY < changed < _LONG and abs(changed) <= _LEFT * abs(now):
            what = f"with {'at of the log' if change.side else 'the times of the reference'} read as {change.unit}"
            numbers = f"the median delay would be {_ms(changed)} instead of {_ms(now)}"
            return (f"{what} {numbers}: divide {'it' if change.side else 'them'} by {change.factor:,.0f}; {_EXPECTED}",)
    if now < -_EARLY and measured[_STABLE].count >= _FEW:
        return (f"half of the words come {_ms(-now)} or more before they end in the reference: {_EXPECTED}",)
    return ()


_EXPECTED = "expected seconds since the audio began"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:,.0f} ms"


def _changed(streams: Streams, refs: Sequence[TimedRows], change: TimeChange) -> Streams:
    """The streams with the times of their messages after a change."""
    if change.side == 0:
        return streams
    changed = copy(streams)
    changed.log = replace(streams.log, at=streams.log.at / change.factor)
    return changed


def _rows(refs: Sequence[TimedRows], change: TimeChange) -> Sequence[TimedRows]:
    """Words of the reference after a change."""
    if change.side == 1:
        return refs
    changed = []
    for rows in refs:
        scaled = copy(rows)
        scaled.begins, scaled.ends = rows.begins / change.factor, rows.ends / change.factor
        changed.append(scaled)
    return changed
