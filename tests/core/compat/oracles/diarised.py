"""Diarisation as md-eval counts it: regions without collars, and stretches in which nobody begins or ends."""

from __future__ import annotations

from array import array
from collections import namedtuple  # typing would cost the start of programs that use none of this
from itertools import count, repeat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    # The number of speakers, and columns of turns: the number (int32) of the speaker, begins and ends (float64).
    Turns: TypeAlias = tuple[int, bytes, bytes, bytes]
    # Time, row, step, and the turn that begins.
    Event: TypeAlias = tuple[float, int, int, int]
    _Columns: TypeAlias = tuple[array[int], array[float], array[float]]


class Stretches(
    namedtuple(
        "Stretches",
        ("begins", "ends", "ref", "hyp", "heard", "seconds", "several", "several_times", "several_turns", "speech"),
    )
):
    """Stretches within regions: who speaks there on both sides, a byte for each speaker in each stretch, 0 or 1.

    `heard`: a byte for each speaker of both sides.
    `seconds`: the seconds (float64) of each pair of speakers.
    `several`: who speaks more than once (int32).
    `several_times`: when (float64).
    `several_turns`: in which turn that begins, or -1 (int32).
    `speech`: seconds with a speaker of the reference.
    """

    __slots__ = ()


class Seconds(
    namedtuple(
        "Seconds",
        ("scored", "speech", "missed_speech", "false_speech", "ref", "missed", "false_alarm", "wrong", "hyp", "both"),
    )
):
    """Sums of stretches: of time, then of speakers, so that two who speak at once count twice."""

    __slots__ = ()


def speaker_stretches(regions: Sequence[bytes], ref: Turns, hyp: Turns, moment: float, /) -> list[Stretches]:
    """Stretches within each column of regions, in which nobody begins or ends.

    Begins, ends and who speaks are empty for all regions but the last ones, of which stretches are looked at one by
    one. Times that differ by no more than a moment are one.

    >>> turns = array("i", [0]).tobytes(), array("d", [1.0]).tobytes(), array("d", [3.0]).tobytes()
    >>> [measured] = speaker_stretches([array("d", [0.0, 2.0]).tobytes()], (1, *turns), (0, b"", b"", b""), 1e-8)
    >>> array("d", measured.begins).tolist(), array("d", measured.ends).tolist(), measured.ref
    ([0.0, 1.0], [1.0, 2.0], b'\\x00\\x01')
    """
    each = [array("d", column) for column in regions]
    if any(len(spans) % 2 for spans in each):
        raise ValueError("a region without an end")
    sides = _columns(ref), _columns(hyp)
    measured = [_stretches(spans, sides, (ref[0], hyp[0]), moment) for spans in each]
    return [whole._replace(begins=b"", ends=b"", ref=b"", hyp=b"") for whole in measured[:-1]] + measured[-1:]


def _stretches(
    spans: array[float], sides: tuple[_Columns, _Columns], counts: tuple[int, int], moment: float
) -> Stretches:
    """The stretches within some regions; `counts` has the numbers of speakers."""
    # A region that is not longer than a moment is none.
    long_enough = [place for place in range(0, len(spans), 2) if spans[place + 1] > spans[place] + moment]
    refs, hyps = counts
    events: list[Event] = []
    for step in (1, -1):
        events += [(spans[place + (step < 0)], 0, step, -1) for place in long_enough]
        for first, (codes, begins, ends) in zip((1, 1 + refs), sides, strict=True):
            times = begins if step > 0 else ends
            rows = zip(times, codes, count() if step > 0 else repeat(-1))  # noqa: B905
            events += [(time, first + code, step, turn) for time, code, turn in rows]
    events = _grouped(sorted(events, key=lambda event: event[0]), moment)
    starts, stops, seconds = array("d"), array("d"), array("d", bytes(8 * refs * hyps))
    several, several_times, several_turns = array("i"), array("d"), array("i")
    masks = bytearray(), bytearray()
    level, speaks, heard = [0] * (1 + refs + hyps), bytearray(refs + hyps), bytearray(refs + hyps)
    since = speech = 0.0
    for time, row, step, turn in events:
        if level[0] > 0 and time > since:
            starts.append(since)
            stops.append(time)
            masks[0].extend(speaks[:refs])
            masks[1].extend(speaks[refs:])
            now = [place for place, speaking in enumerate(speaks) if speaking]
            for place in now:
                heard[place] = 1
            if any(speaks[:refs]):
                speech += time - since
            for ref in now:
                for other in now:
                    if ref < refs <= other:
                        seconds[ref * hyps + other - refs] += time - since
            since = time
        level[row] += step
        if not row and step > 0:
            # Also if what ends within the same moment, and is handled first, ends a little later.
            since = time
        if row:
            speaks[row - 1] = level[row] != 0
            if level[row] > 1:
                several.append(row - 1)
                several_times.append(time)
                several_turns.append(turn)
    return Stretches(
        begins=bytes(starts),
        ends=bytes(stops),
        ref=bytes(masks[0]),
        hyp=bytes(masks[1]),
        heard=bytes(heard),
        seconds=bytes(seconds),
        several=bytes(several),
        several_times=bytes(several_times),
        several_turns=bytes(several_turns),
        speech=speech,
    )


def _columns(side: Turns) -> _Columns:
    codes, begins, ends = array("i", side[1]), array("d", side[2]), array("d", side[3])
    if side[0] < 0 or not len(codes) == len(begins) == len(ends):
        raise ValueError("columns of different lengths")
    if codes and not 0 <= min(codes) <= max(codes) < side[0]:
        raise ValueError("a turn of no speaker")
    return codes, begins, ends


def _grouped(events: list[Event], moment: float) -> list[Event]:
    """Events with those that end first within each moment."""
    grouped: list[Event] = []
    begin = 0
    for end in range(1, len(events) + 1):
        if end == len(events) or events[end][0] - events[end - 1][0] > moment:
            grouped += sorted(events[begin:end], key=lambda event: event[2])
            begin = end
    return grouped


def stretch_sums(begins: bytes, ends: bytes, ref: bytes, hyp: bytes, partners: bytes, /) -> Seconds:
    """Seconds of stretches by what is said in them.

    `partners` (int32) has the speaker of the hypothesis for each of the reference, or -1.

    >>> times = array("d", [0.0]).tobytes(), array("d", [2.0]).tobytes()
    >>> sums = stretch_sums(*times, bytes([1]), bytes([1, 1]), array("i", [0]).tobytes())
    >>> sums.speech, sums.ref, sums.false_alarm, sums.hyp, sums.both
    (2.0, 2.0, 2.0, 4.0, 2.0)
    """
    starts, stops, mapped = array("d", begins), array("d", ends), array("i", partners)
    count, refs = len(starts), len(mapped)
    hyps = len(hyp) // count if count else 0
    if len(stops) != count or len(ref) != count * refs or len(hyp) != count * hyps:
        raise ValueError("columns of different lengths")
    if count and mapped and max(mapped) >= hyps:
        raise ValueError("a partner that is no speaker")
    sums = [0.0] * 10
    for place, (begin, end) in enumerate(zip(starts, stops, strict=True)):
        ours, theirs = ref[place * refs : (place + 1) * refs], hyp[place * hyps : (place + 1) * hyps]
        in_ref, other = sum(ours), sum(theirs)
        right = sum(ours[row] and theirs[partner] for row, partner in enumerate(mapped) if partner >= 0)
        both = min(in_ref, other)
        speech = (1, in_ref > 0, in_ref > 0 and not other, not in_ref and other > 0)
        speakers = (in_ref, max(in_ref - other, 0), max(other - in_ref, 0), both - right, other, both)
        for number, value in enumerate((*speech, *speakers)):
            sums[number] += (end - begin) * value
    return Seconds(*sums)


def without_collars(regions: bytes, begins: bytes, ends: bytes, collar: float, /) -> bytes:
    """Begins and ends (float64) of the regions without so many seconds on both sides of both ends of every turn.

    >>> columns = (array("d", times).tobytes() for times in ([0.0, 9.0], [3.0], [5.0]))
    >>> array("d", without_collars(*columns, 0.5)).tolist()
    [0.0, 2.5, 3.5, 4.5, 5.5, 9.0]
    """
    spans, bounds = array("d", regions), array("d", begins) + array("d", ends)
    if len(spans) % 2 or len(begins) != len(ends):
        raise ValueError("columns of different lengths")
    events: list[tuple[float, int]] = []
    for step in (1, -1):
        events += [(time, step) for time in [*spans[step < 0 :: 2], *[bound + step * collar for bound in bounds]]]
    stretches = array("d")
    level, start = 0, float("inf")
    # At one time, what opens goes first.
    for time, step in sorted(events, key=lambda event: event[0]):
        level += step
        if step > 0 and level == 1:
            start = time
        elif step < 0 and level == 0 and time > start:
            stretches.extend((start, time))
    return stretches.tobytes()
