"""Times of one side that are wrong as a whole: shifted, in another unit, ends in the place of durations, late ends, or
those of the other channel.

Wings hand their columns in and say what the rate would be after a change; nothing here knows what is scored.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from operator import itemgetter
from typing import TYPE_CHECKING

from ...formats.values import dataclass
from .notice import SIDES, Explanation, would_be

if TYPE_CHECKING:
    from typing import TypeAlias

    Rate: TypeAlias = "Callable[[TimeChange], float | None]"

# Shifts are counted in steps of 10 ms; edges of labels this far apart still meet.
_STEP = 100
_RAGGED = 10
# Smaller shifts are those of ordinary recognisers.
_LEAST = 5
# Items that vote in one job, their pairs, and recordings. An item with more namesakes meets those so many seconds away.
_ITEMS, _PAIRS, _RECORDINGS = 2400, 8000, 12
_NAMESAKES = 6
_REACH = 60.0
# So many more votes than no shift has are worth a score with the shift: a number, and a part of all; where edges of
# ragged times meet, a larger one.
_MORE = 3
_PART, _PART_OF_EDGES = 0.01, 0.25
# Of so few votes, a score with the shift costs nothing.
_CHEAP = 400
# Shifts that are nearly as good as the best, or roughly; and the part of the edges there that meet at one of them.
_NEARLY, _ROUGHLY = 0.995, 0.98
_MEETING = 0.25
# The part of the rate that may stay after a shift of less than so many seconds: recognisers, too, are late or early.
_LEFT = ((0.15, 0.3), (0.29, 0.5), (float("inf"), 0.85))
_HALF = 0.5
_LEAST_GAIN, _LARGE_GAIN = 0.01, 0.03
# Other units are so many times as large; extents of both sides agree but for this factor.
_OTHER_UNIT = 15
_EXTENT = 1.6
_TWICE = 1.25
_FEW = 3
# Starts that are so many seconds apart belong together; ends so many seconds late are no matter of recognition.
_SAME_START, _LATE = 0.6, 0.3
UNITS: tuple[tuple[float, str], ...] = (
    (1000, "milliseconds"),
    (100, "hundredths of a second"),
    (80, "frames of 12.5 ms"),
    (50, "frames of 20 ms"),
    (25, "frames of 40 ms"),
    (8_000, "samples at 8 kHz"),
    (16_000, "samples at 16 kHz"),
    (44_100, "samples at 44.1 kHz"),
    (48_000, "samples at 48 kHz"),
    (1e6, "microseconds"),
    (1e7, "units of 100 ns"),
    (1e9, "nanoseconds"),
)
"""What files have in place of seconds: how many there are in one, and their name."""


@dataclass(frozen=True, slots=True)
class Timed:
    """Words, labels or detections of one side in one recording: what they may be equal to, starts and ends."""

    keys: Sequence[object]
    starts: Sequence[float]
    ends: Sequence[float]


@dataclass(frozen=True, slots=True)
class TimeChange:
    """Another way to read all times of one side.

    >>> change = TimeChange("unit", 1, factor=1000.0)
    >>> change.start(2500.0), change.end(2500.0, 3000.0)
    (2.5, 3.0)
    """

    name: str
    side: int = 1
    """0 for the reference, 1 for the hypothesis."""
    shift: float = 0.0
    """Seconds that are added."""
    shifts: Mapping[object, float] | None = None
    """Seconds that are added in each recording, by its name, where they differ."""
    factor: float = 1.0
    """The number of units in a second."""
    unit: str = ""
    ends: bool = False
    """Whether durations are ends."""
    late: float = 0.0
    """Seconds that ends alone are late."""
    channels: tuple[str, str] | None = None
    """Two channels whose names are exchanged."""

    def start(self, start: float, recording: object = None) -> float:
        """A start after the change."""
        return start / self.factor + self.shift_of(recording)

    def end(self, start: float, end: float, recording: object = None) -> float:
        """An end after the change."""
        if self.ends:
            return max(start, end - start)
        if self.late:
            return max(start, end - self.late)
        return end / self.factor + self.shift_of(recording)

    def shift_of(self, recording: object) -> float:
        """The shift in a recording."""
        return self.shifts.get(recording, 0.0) if self.shifts else self.shift

    def size(self) -> float:
        """The largest shift, without its sign."""
        return max(map(abs, self.shifts.values() if self.shifts else (self.shift,)))

    def condition(self, sides: Sequence[str] = SIDES) -> str:
        """The beginning of a sentence that goes on with the rate."""
        side = sides[self.side]
        if self.ends:
            return f"with the durations of the {side} read as ends"
        if self.late:
            return f"with the ends of the {side} {abs(self.late):.2f} s {'earlier' if self.late > 0 else 'later'}"
        if self.channels:
            return f"with the channels {' and '.join(self.channels)} of the {side} exchanged"
        if self.factor != 1:
            return f"with the times of the {side} read as {self.unit}"
        if self.shifts:
            low, high = min(self.shifts.values()), max(self.shifts.values())
            shift = f"{low:+.2f} to {high:+.2f} s, by another amount in each recording"
            return f"with the times of the {side} shifted by {shift}"
        return f"with the times of the {side} {abs(self.shift):.2f} s {'later' if self.shift > 0 else 'earlier'}"

    def advice(self, sides: Sequence[str] = SIDES) -> str:
        """The way to correct the file."""
        side = sides[self.side]
        if self.ends:
            return f"write durations, not ends, in the {side}"
        if self.late:
            way = f"subtract {self.late:.2f} from" if self.late > 0 else f"add {-self.late:.2f} to"
            return f"{way} every end of the {side}, and leave its starts"
        if self.channels:
            return f"exchange the names of these channels in the {side}"
        if self.factor != 1:
            return f"divide the times of the {side} by {self.factor:,.0f}; expected seconds"
        if self.shifts:
            return "do the times of both sides start at the same moment? correct the times of each recording"
        way = f"add {self.shift:.2f} to" if self.shift > 0 else f"subtract {-self.shift:.2f} from"
        return f"do the times of both sides start at the same moment? {way} every time of the {side}"


def changes_of(
    recordings: Mapping[object, tuple[Timed, Timed]], *, inside: bool = False, units: bool = True
) -> Iterator[TimeChange]:
    """The changes of times that look better than none, by columns of both sides in each recording.

    Items with equal keys vote: for the shifts at which the edges of both meet, or where those of the reference are
    segments, at which the item of the hypothesis lies `inside`.

    >>> ref, hyp = (Timed("abcdefgh", range(at, at + 8), range(at + 1, at + 9)) for at in (0, 2))
    >>> [change.shift for change in changes_of({"talk": (ref, hyp)})]
    [-2.0]
    """
    if units:
        yield from _units_of(list(recordings.values()))
    yield from _ends_of(list(recordings.values()))
    yield from _late_ends_of(list(recordings.values()))
    yield from _shifts_of(recordings, inside=inside)


def _units_of(recordings: Sequence[tuple[Timed, Timed]]) -> Iterator[TimeChange]:
    """Units in which the times of one side go as far as those of the other in seconds."""
    lasts = [max((_last(sides[place]) for sides in recordings), default=0.0) for place in (0, 1)]
    if min(lasts) <= 0:
        return
    ratio, side = max(lasts) / min(lasts), int(lasts[1] > lasts[0])
    if 2 / _TWICE <= ratio <= 2 * _TWICE:
        # A wrong sample rate.
        yield TimeChange("double", side, factor=2.0, unit="half seconds")
    if ratio < _OTHER_UNIT:
        return
    for factor, unit in UNITS:
        if factor / _EXTENT <= ratio <= factor * _EXTENT:
            yield TimeChange("unit", side, factor=float(factor), unit=unit)


def _last(side: Timed) -> float:
    return max(filter(isfinite, (*side.starts, *side.ends)), default=0.0)


def _ends_of(recordings: Sequence[tuple[Timed, Timed]]) -> Iterator[TimeChange]:
    """The change of durations that are never shorter than the time before them, as ends are."""
    for side in (1, 0):
        starts = [start for sides in recordings for start in sides[side].starts]
        ends = [end for sides in recordings for end in sides[side].ends]
        if sum(start > 0 for start in starts) >= _FEW and all(
            isfinite(end) and end - start >= start for start, end in zip(starts, ends, strict=True)
        ):
            yield TimeChange("ends", side, ends=True)


def _late_ends_of(recordings: Sequence[tuple[Timed, Timed]]) -> Iterator[TimeChange]:
    """The change of ends that are late, or early, after starts that are right, in most items."""
    late: list[float] = []
    items = 0
    for ref, hyp in recordings[:_RECORDINGS]:
        bounds: dict[object, list[tuple[float, float]]] = {}
        for key, *span in sorted(zip(ref.keys, ref.starts, ref.ends, strict=True), key=itemgetter(1)):
            bounds.setdefault(key, []).append((span[0], span[1]))
        items += len(hyp.starts)
        for key, start, end in zip(hyp.keys, hyp.starts, hyp.ends, strict=True):
            spans = bounds.get(key, [])
            low, high = (bisect_left(spans, (start + off,)) for off in (-_SAME_START, _SAME_START))
            late += [end - start - (last - first) for first, last in spans[low:high] if high == low + 1]
    late = sorted(filter(isfinite, late))
    if len(late) >= max(2 * _MORE, _HALF * items) and abs(middle := late[len(late) // 2]) >= _LATE:
        yield TimeChange("late", late=round(middle, 2))


# --- shifts ------------------------------------------------------------------------------------------


def _shifts_of(recordings: Mapping[object, tuple[Timed, Timed]], *, inside: bool) -> Iterator[TimeChange]:
    """The shift for which most items vote, and those of each recording, where they differ."""
    chosen = dict(list(recordings.items())[:_RECORDINGS])
    polls = {name: _Poll(*sides, 1 / len(chosen), inside=inside) for name, sides in chosen.items()}
    whole = _Poll.summed(polls.values())
    best, votes = whole.best()
    if whole.is_convincing(best, votes):
        for shift in dict.fromkeys((best, whole.middle()) if inside else (best,)):
            yield TimeChange("shift", shift=shift / _STEP)
    if len(chosen) < len(recordings) or len(chosen) < 2:
        return
    own = {name: poll.best() for name, poll in polls.items()}
    sums = sum(votes for _, votes in own.values())
    if sums > max(votes, whole.at(0)) * (1 + 4 * _PART) + _MORE:
        shifts = {
            name: best / _STEP if polls[name].is_convincing(best, votes) else 0.0 for name, (best, votes) in own.items()
        }
        if any(shifts.values()):
            yield TimeChange("shift", shifts=shifts)


class _Poll:
    """The votes of pairs of items for shifts of the hypothesis, in steps."""

    def __init__(self, ref: Timed, hyp: Timed, part: float, *, inside: bool) -> None:
        self.changes: Counter[int] = Counter()
        self.edges: Counter[int] = Counter()
        self.inside = inside
        places: dict[object, list[int]] = {}
        order = sorted(range(len(ref.starts)), key=ref.starts.__getitem__)
        for place in order:
            places.setdefault(ref.keys[place], []).append(place)
        items = sorted(range(len(hyp.starts)), key=hyp.starts.__getitem__)
        pairs = 0
        for item in items[: max(2 * _MORE, int(part * _ITEMS))]:
            if pairs > part * _PAIRS:
                break
            start, end = hyp.starts[item], hyp.ends[item]
            for place in _near(places.get(hyp.keys[item], ()), ref.starts, start):
                low, high = ref.starts[place] - start, ref.ends[place] - end
                if isfinite(high):
                    pairs += 1
                    self._add(round(_STEP * low), round(_STEP * high), round(_STEP * (end - start) / 2))

    def _add(self, low: int, high: int, half: int) -> None:
        """Adds the vote of a pair whose starts and ends are so far apart; half of the hypothesis's item is inside."""
        self.edges[low] += 1
        self.edges[high] += 1
        if self.inside:
            self.changes[low - half] += 2
            self.changes[high + half] -= 2
            return
        for edge in (low, high):
            self.changes[edge - _RAGGED] += 1
            self.changes[edge + _RAGGED + 1] -= 1

    @classmethod
    def summed(cls, polls: Iterable[_Poll]) -> _Poll:
        """The votes of several recordings."""
        nothing = Timed((), (), ())
        total = cls(nothing, nothing, 0.0, inside=False)
        for poll in polls:
            total.changes.update(poll.changes)
            total.edges.update(poll.edges)
            total.inside = poll.inside
        return total

    def _steps(self) -> tuple[list[int], list[int]]:
        """The shifts at which the number of votes changes, and the votes from there on."""
        shifts, sums, total = [], [], 0
        for shift in sorted(self.changes):
            if change := self.changes[shift]:
                total += change
                shifts.append(shift)
                sums.append(total)
        return shifts, sums

    def at(self, shift: int) -> int:
        """The votes for a shift."""
        return sum(change for step, change in self.changes.items() if step <= shift)

    def best(self) -> tuple[int, int]:
        """The shift with most votes, and these."""
        first, last, most = self._plateau(_NEARLY)
        return (self._meeting(first, last) if self.inside else self._middle(first, last)), most

    def middle(self) -> int:
        """The middle of the shifts with roughly most votes: where segments follow each other without gaps, words near
        bounds are in the right segment there, though edges meet elsewhere."""
        first, last, _ = self._plateau(_ROUGHLY)
        return (first + last) // 2

    def _plateau(self, part: float) -> tuple[int, int, int]:
        """The first and the last shift with this part of the most votes, and the most."""
        shifts, sums = self._steps()
        if not shifts:
            return 0, 0, 0
        most = max(sums)
        place = sums.index(most)
        low = high = place
        while low and sums[low - 1] >= part * most:
            low -= 1
        while high + 1 < len(sums) and sums[high + 1] >= part * most:
            high += 1
        return shifts[low], shifts[min(high + 1, len(shifts) - 1)] - 1, most

    def _middle(self, first: int, last: int) -> int:
        """The median of the edges that meet between two shifts, or nearly so."""
        near = sorted(edge for edge in self.edges if first - 2 * _RAGGED <= edge <= last + 2 * _RAGGED)
        half, passed = sum(map(self.edges.__getitem__, near)) / 2, 0
        for edge in near:
            passed += self.edges[edge]
            if passed >= half:
                return edge
        return (first + last) // 2

    def _meeting(self, first: int, last: int) -> int:
        """The shift between two at which most edges of segments meet, as where segments begin with their words."""
        meeting = {
            edge: sum(self.edges[edge + off] for off in (-1, 0, 1)) for edge in self.edges if first <= edge <= last
        }
        edge = max(meeting, key=lambda edge: (meeting[edge], self.edges[edge], -abs(edge)), default=0)
        if meeting and meeting[edge] >= max(_MORE, _MEETING * sum(self.edges[each] for each in meeting)):
            return edge
        # In the middle of the plateau, or where it is, if no shift is as good.
        return 0 if first <= 0 <= last else (first + last) // 2

    def is_convincing(self, best: int, votes: int) -> bool:
        """Whether a shift has so many more votes than none that a score with it is worth its time."""
        part = _PART if self.inside or votes < _CHEAP else _PART_OF_EDGES
        return abs(best) >= _LEAST and votes - self.at(0) >= max(2 * _MORE, part * votes)


def _near(places: Sequence[int], starts: Sequence[float], start: float) -> Sequence[int]:
    """Places of items of one key, in order of time: all of few, or those that are not far away."""
    if len(places) <= _NAMESAKES:
        return places
    low = bisect_left(places, start - _REACH, key=starts.__getitem__)
    return places[low : bisect_right(places, start + _REACH, low, key=starts.__getitem__)]


# --- the best ----------------------------------------------------------------------------------------


def best_change(
    changes: Iterable[TimeChange], rate_of: Rate, now: float, *, most: float = 1.0
) -> tuple[TimeChange, float] | None:
    """The change after which least of the rate stays, with that rate; None where none takes enough of it away.

    Times with a rate above `most` are still wrong: hardly a word is right.

    >>> halves = [TimeChange("shift", shift=1.0), TimeChange("shift", shift=-1.0)]
    >>> best_change(halves, lambda change: 0.05 if change.shift < 0 else 0.3, 0.2)[0].shift
    -1.0
    """
    best: tuple[float, TimeChange] | None = None
    for change in changes:
        rate = rate_of(change)
        if rate is not None and _is_gain(change, rate, now, most) and (best is None or rate < best[0]):
            best = rate, change
    return None if best is None else (best[1], best[0])


def _is_gain(change: TimeChange, rate: float, now: float, most: float) -> bool:
    """Whether so much of a rate goes away that recognition alone does not explain it."""
    least = _LEAST_GAIN if rate <= _HALF * now else _LARGE_GAIN
    left = _LEFT[-1][1] if change.name != "shift" else next(left for size, left in _LEFT if change.size() < size)
    return now - rate >= least and rate <= min(left * now, most)


def explanation_of(
    change: TimeChange, rate: float, now: float, *, measure: str = "the rate", exact: bool = True
) -> Explanation:
    """The cause as a notice."""
    text = f"{change.condition()} {would_be(rate, now, exact=exact, measure=measure)}"
    return Explanation(change.name, f"{text}: {change.advice()}", rate, now, exact, advice=change.advice())
