"""Diarisation of one recording as md-eval counts it: its stretches, its mapping, and its sums."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from itertools import compress
from typing import TYPE_CHECKING

from ......core import compat
from ......formats.values import dataclass
from .....report.engine.numbers import summed
from .. import Failure
from .matching import best_mapping
from .reading import times
from .regions import MOMENT, packed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from .reading import Event, Talk
    from .regions import Spans

    # Somebody who speaks more than once: the side (0 is the reference), the name, when a turn begins or ends, and the
    # place among the side's turns of one that begins, or -1.
    Repeated = tuple[int, str, float, int]

MISS, FALSE_ALARM = "  MISS", "  FALSE ALARM"
_MOST = 1 << 30
# Bytes of a span in a column.
_SPAN = 16
_SECONDS = (
    "SCORED TIME",
    "SCORED SPEECH",
    "MISSED SPEECH",
    "FALARM SPEECH",
    "SCORED SPEAKER",
    "MISSED SPEAKER",
    "FALARM SPEAKER",
    "SPEAKER ERROR",
)
# Seconds of speakers of the system output, and of those that both sides have: no line of the report is about these.
_HEARD, _BOTH = "HEARD SPEAKER", "BOTH SPEAKERS"


class Matrix:
    """Amounts by type of speaker in the reference and in the system output."""

    def __init__(self) -> None:
        self.ref: dict[str, float] = defaultdict(float)
        self.hyp: dict[str, float] = defaultdict(float)
        self.both: dict[tuple[str, str], float] = defaultdict(float)


class Sums:
    """Seconds and words by name, and the matrices of types by speakers and by seconds; recordings add up."""

    def __init__(self) -> None:
        self.amounts: dict[str, float] = defaultdict(float)
        self.speakers = Matrix()
        self.seconds = Matrix()

    def add(self, other: Sums) -> None:
        """Adds the sums of another recording."""
        for mine, others in zip(self._parts(), other._parts(), strict=True):
            for key, value in others.items():
                mine[key] += value

    def _parts(self) -> tuple[dict[Any, float], ...]:
        both = (self.speakers, self.seconds)
        return (self.amounts, *(part for matrix in both for part in (matrix.ref, matrix.hyp, matrix.both)))


@dataclass(frozen=True, slots=True)
class Side:
    """Turns of one side as columns, sorted names first, without turns of no length."""

    names: list[str]
    columns: tuple[bytes, bytes, bytes]
    """The number of the name of each turn, begins and ends."""
    types: list[str]
    """The type of each name."""
    places: Sequence[int]
    """The place of each turn in the recording."""


def side_of(talk: Talk, time: Callable[[float], float] | None = None) -> Side:
    """The turns of a recording, at times that `time` maps."""
    names = [*talk.places]
    in_order = sorted(names)
    codes, begins, ends = talk.codes, talk.begins, talk.ends
    if in_order != names:
        numbers = {name: number for number, name in enumerate(in_order)}
        renamed = map([numbers[name] for name in names].__getitem__, array("i", codes))
        codes = array("i", renamed).tobytes()
    if time is not None:
        begins, ends = (array("d", map(time, times(column))).tobytes() for column in (begins, ends))
    places: Sequence[int] = range(talk.count())
    if not talk.shortest > 0:
        scored = [length > 0 for length in times(talk.lengths)]
        places = [*compress(places, scored)]
        codes = array("i", compress(array("i", codes), scored)).tobytes()
        begins, ends = (array("d", compress(times(column), scored)).tobytes() for column in (begins, ends))
    return Side(in_order, (codes, begins, ends), [talk.types[name] for name in in_order], places)


class Stretches:
    """Time between any two events within regions, in which nothing changes: who speaks there on both sides."""

    def __init__(
        self, columns: tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, float], refs: int
    ) -> None:
        begins, ends, ref, hyp, heard, self._seconds, several, several_times, several_turns, speech = columns
        self._times = begins, ends
        # Times mapped by words may end before they begin: the speaker counts in between all the same.
        self._masks = ref, hyp
        # Whether each speaker of the reference, and of the system output, is heard.
        self.heard = heard[:refs], heard[refs:]
        self._told = several, several_times, several_turns
        self.speech = speech
        """Seconds with a speaker of the reference."""

    @property
    def begins(self) -> memoryview[float]:
        """Begins of the stretches."""
        return times(self._times[0])

    @property
    def ends(self) -> memoryview[float]:
        """Ends of the stretches."""
        return times(self._times[1])

    def tells(self, other: Stretches) -> bool:
        """Whether the warnings are those of other stretches."""
        return self._told == other._told

    def repeated(self, ref: Side, hyp: Side) -> list[Repeated]:
        """Who speaks more than once, in the order of time."""
        speakers = [*((0, name, ref.places) for name in ref.names), *((1, name, hyp.places) for name in hyp.names)]
        repeats = []
        for number, time, turn in zip(*map(array, "idi", self._told), strict=True):
            side, name, places = speakers[number]
            repeats.append((side, name, time, places[turn] if turn >= 0 else -1))
        return repeats

    def speaking(self, place: int) -> tuple[bytes, bytes]:
        """Who speaks in a stretch on both sides: a byte 0 or 1 for each speaker."""
        ref, hyp = (
            mask[place * len(heard) : (place + 1) * len(heard)]
            for mask, heard in zip(self._masks, self.heard, strict=True)
        )
        return ref, hyp

    def counts(self, side: int, types: Sequence[str], kind: str) -> list[int]:
        """How many speakers of a type speak in each stretch on one side: 0 is the reference."""
        places = [place for place, its_kind in enumerate(types) if its_kind == kind]
        rows = (self.speaking(stretch)[side] for stretch in range(len(self.begins)))
        return [sum(row[place] for place in places) for row in rows]

    def weighted(self, counts: Iterable[int]) -> float:
        """Seconds of the stretches, each as often as its count."""
        return summed((end - begin) * count for begin, end, count in zip(self.begins, self.ends, counts, strict=True))

    def sums(self, partners: Sequence[int]) -> dict[str, float]:
        """Seconds by what is said; a partner is the place of a name in the system output, or -1."""
        column = array("i", partners).tobytes()
        seconds = compat.stretch_sums(*self._times, *self._masks, column)
        return dict(zip((*_SECONDS, _HEARD, _BOTH), seconds, strict=True))

    def shared(self, ref: Side, hyp: Side) -> dict[str, dict[str, float]]:
        """Seconds that each pair of speakers shares, added in the order of time; pairs that share none are left out."""
        shared: dict[str, dict[str, float]] = {}
        width, rows = len(hyp.names), times(self._seconds)
        for place, name in enumerate(ref.names):
            row = rows[place * width : (place + 1) * width]
            if any(row):
                shared[name] = {other: seconds for other, seconds in zip(hyp.names, row, strict=True) if seconds}
        return shared


def _stretches(regions: Sequence[bytes], ref: Side, hyp: Side) -> list[Stretches]:
    """The stretches within each column of spans."""
    count = len(ref.names) + len(hyp.names)
    if 2 * (max(map(len, regions)) // _SPAN + len(ref.places) + len(hyp.places)) * (1 + count) > _MOST:
        raise Failure(b"md-eval.pl: too many speakers and turns in one recording\n", 2)
    all_columns = compat.speaker_stretches(
        regions, (len(ref.names), *ref.columns), (len(hyp.names), *hyp.columns), MOMENT
    )
    return [Stretches(columns, len(ref.names)) for columns in all_columns]


class Scored:
    """One recording: its sums, its mapping, the seconds that speakers share, and its scored stretches."""

    def __init__(self, ref: Side, hyp: Side, words: Sequence[Event], evaluated: Spans, scored: bytes) -> None:
        self._ref, self._hyp = ref, hyp
        spans = packed(evaluated)
        # Scored stretches come last; they are the evaluated ones where nothing is excluded.
        stretches = _stretches([spans, scored] if scored != spans else [spans], ref, hyp)
        whole, self.stretches = stretches[0], stretches[-1]
        self.shared = whole.shared(ref, hyp)
        self.mapping = best_mapping(self.shared)
        told = whole.repeated(ref, hyp)
        # The stretches that are evaluated, and then those that are scored.
        self.repeated = told, told if self.stretches.tells(whole) else self.stretches.repeated(ref, hyp)
        self.sums = Sums()
        self._add_evaluated(whole, evaluated, words)
        self._add_seconds()
        self._add_words(words)
        self._add_speakers(whole)
        self._add_types(whole)

    def _add_evaluated(self, whole: Stretches, spans: Spans, words: Sequence[Event]) -> None:
        amounts = self.sums.amounts
        amounts["EVAL TIME"] = summed([end - begin for begin, end in spans])
        amounts["EVAL SPEECH"] = whole.speech
        inside = _cells(words, [span[0] for span in spans], [span[1] for span in spans])
        amounts["EVAL WORDS"] = MOMENT + len(inside)

    def _add_seconds(self) -> None:
        places = {name: place for place, name in enumerate(self._hyp.names)}
        self._seconds = self.stretches.sums([places.get(self.mapping.get(name, ""), -1) for name in self._ref.names])
        self.sums.amounts.update({name: self._seconds[name] for name in _SECONDS})

    def _add_words(self, words: Sequence[Event]) -> None:
        stretches, amounts = self.stretches, self.sums.amounts
        pairs = [(self._ref.names.index(name), self._hyp.names.index(other)) for name, other in self.mapping.items()]
        places = _cells(words, stretches.begins, stretches.ends)
        missed = wrong = 0
        for ours, theirs in map(stretches.speaking, places):
            right = sum(ours[ours_at] and theirs[other] for ours_at, other in pairs)
            missed += not any(theirs)
            wrong += sum(ours) != sum(theirs) or right != sum(ours)
        amounts["SCORED WORDS"] = MOMENT + len(places)
        amounts["MISSED WORDS"] = MOMENT + missed
        amounts["ERROR WORDS"] = MOMENT + wrong

    def _add_speakers(self, whole: Stretches) -> None:
        matrix, matched = self.sums.speakers, set(self.mapping.values())
        partners = dict(zip(self._hyp.names, self._hyp.types, strict=True))
        for name, kind, heard in zip(self._ref.names, self._ref.types, whole.heard[0], strict=True):
            if heard:
                matrix.ref[kind] += 1
                matrix.both[kind, partners[self.mapping[name]] if name in self.mapping else MISS] += 1
        for name, kind, heard in zip(self._hyp.names, self._hyp.types, whole.heard[1], strict=True):
            if heard:
                matrix.hyp[kind] += 1
                matrix.both[FALSE_ALARM, kind] += name not in matched

    def _add_types(self, whole: Stretches) -> None:
        matrix, stretches = self.sums.seconds, self.stretches
        # A speaker who is scored but not evaluated, at the border of regions that touch, has an empty type.
        types = [
            [kind if evaluated else "" for kind, evaluated in zip(side.types, heard, strict=True)]
            for side, heard in zip((self._ref, self._hyp), whole.heard, strict=True)
        ]
        spoken = [sorted(set(compress(*side))) for side in zip(types, stretches.heard, strict=True)]
        if max(map(len, spoken)) < 2:
            self._add_one_type(*(kinds[0] if kinds else None for kinds in spoken))
            return
        refs, hyps = ({kind: stretches.counts(side, types[side], kind) for kind in spoken[side]} for side in (0, 1))
        # Where types are mixed, the reference compares with the count of whichever type it handled last.
        last_ref, last_hyp = _last(refs, len(stretches.begins)), _last(hyps, len(stretches.begins))
        for kind, count in refs.items():
            matrix.ref[kind] = stretches.weighted(count)
            matrix.both[kind, MISS] = stretches.weighted(map(_more, count, last_hyp))
        for kind, count in hyps.items():
            matrix.hyp[kind] = stretches.weighted(count)
            matrix.both[FALSE_ALARM, kind] = stretches.weighted(map(_more, count, last_ref))
            for other, others in refs.items():
                matrix.both[other, kind] = stretches.weighted(map(min, count, others))

    def _add_one_type(self, ref: str | None, hyp: str | None) -> None:
        """Adds the seconds of sides whose speakers all have one type, or who are silent."""
        matrix = self.sums.seconds
        seconds = self._seconds
        if ref is not None:
            matrix.ref[ref] = seconds["SCORED SPEAKER"]
            matrix.both[ref, MISS] = seconds["MISSED SPEAKER"]
        if hyp is not None:
            matrix.hyp[hyp] = seconds[_HEARD]
            matrix.both[FALSE_ALARM, hyp] = seconds["FALARM SPEAKER"]
            if ref is not None:
                matrix.both[ref, hyp] = seconds[_BOTH]

    def lines(self) -> list[tuple[float, float, float, list[str], list[str]]]:
        """Begin, width, end, and the speakers of both sides of every scored stretch."""
        stretches = self.stretches
        rows = []
        for place, (begin, end) in enumerate(zip(stretches.begins, stretches.ends, strict=True)):
            ref, hyp = stretches.speaking(place)
            rows.append((begin, end - begin, end, [*compress(self._ref.names, ref)], [*compress(self._hyp.names, hyp)]))
        return rows


def _more(count: int, other: int) -> int:
    return max(count - other, 0) if count > 0 else 0


def _cells(words: Sequence[Event], begins: Sequence[float], ends: Sequence[float]) -> list[int]:
    """The stretch of each word whose middle lies in one; at a border the earlier one."""
    places = ((bisect_left(ends, word.middle), word.middle) for word in words)
    return [place for place, middle in places if place < len(ends) and begins[place] <= middle]


def _last(counts: dict[str, list[int]], size: int) -> list[int]:
    last = [0] * size
    for count in counts.values():
        last = [value or before for value, before in zip(count, last, strict=True)]
    return last
