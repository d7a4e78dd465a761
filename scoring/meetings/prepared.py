"""Prepared sessions: words as numbers, with times where a measure needs them, by segment and by speaker."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TypeAlias

from ... import core
from ...formats.errors import MismatchError, quantity
from .settings import MeetingSettings
from .sides import Session, Side, place_of, several_words

Stream: TypeAlias = "tuple[bytes, bytes, bytes]"
"""Words (int32), begins and ends (float64); without times these are empty."""

NOTHING: Stream = (b"", b"", b"")
KNOWN_TIMES = "full_segment"
"""The timing of segments that are single words."""
INTERVALS = {"character_based_points": "character_based", "equidistant_points": "equidistant_intervals"}
"""The parts of a segment whose middles are the times of its words."""
Time: TypeAlias = "tuple[float | None, float | None]"
_Begin: TypeAlias = "tuple[float, int]"


@dataclass(frozen=True, slots=True)
class PreparedSide:
    """The segments of a side in order, the speaker of each, and the stream of each speaker."""

    names: tuple[str, ...]
    """Speakers in the order of their first segments."""
    speakers: tuple[int, ...]
    """The speaker of each segment, as a place in `names`."""
    segments: tuple[Stream, ...]
    """Empty where streams alone were asked for."""
    streams: tuple[Stream, ...]
    order: tuple[int, ...]
    """The segments' places in the side that they come from."""

    @property
    def words(self) -> int:
        """The number of words."""
        return sum(map(size, self.streams))


@dataclass(frozen=True, slots=True)
class Prepared:
    """Both sides of a session, and the settings that prepared them."""

    session: Session
    settings: MeetingSettings
    ref: PreparedSide
    hyp: PreparedSide

    @property
    def swapped(self) -> Prepared:
        """The session with its sides exchanged."""
        session = Session(self.session.name, self.session.hyp, self.session.ref)
        return Prepared(session, self.settings, self.hyp, self.ref)


def size(stream: Stream) -> int:
    """The number of words of a stream."""
    return len(stream[0]) // 4


def joined(streams: list[Stream]) -> Stream:
    """The words of streams, one stream after the other."""
    words, begins, ends = zip(*streams, strict=True) if streams else ((), (), ())
    return b"".join(words), b"".join(begins), b"".join(ends)


def prepare(
    session: Session, settings: MeetingSettings, timed: bool, *, widen_ref: bool = False, by_speaker: bool = False
) -> Prepared:
    """The session with numbered words; `timed` gives words times, and the collar to the hypothesis (or reference).

    `by_speaker` makes streams alone, which takes less time: segments are in the order of speakers and without words.
    """
    sides = session.ref, session.hyp
    sorts = settings.ref_sort, settings.hyp_sort
    orders = [order_of(side, sort) for side, sort in zip(sides, sorts, strict=True)]
    by_speaker = by_speaker and not {*sorts} & {"word", "checked"}
    if by_speaker:
        orders = [_by_speaker(side, order) for side, order in zip(sides, orders, strict=True)]
    texts = [text for side, order in zip(sides, orders, strict=True) for text in map(side.texts.__getitem__, order)]
    if settings.unit == "character":
        texts = list(map(spelled, texts))
    if not settings.case_sensitive:
        texts = [text.translate(_FOLDED) for text in texts]
    words, counts, lengths = core.numbered(texts)
    first = len(orders[0])
    cut = sum(array("i", counts[: 4 * first]))
    columns = (
        (words[: 4 * cut], counts[: 4 * first], lengths[: 4 * cut]),
        (words[4 * cut :], counts[4 * first :], lengths[4 * cut :]),
    )
    prepared_sides = []
    for number, side in enumerate(sides):
        timing = (settings.ref_timing, settings.hyp_timing)[number] if timed else None
        collar = (settings.collar or 0.0) if widen_ref == (number == 0) else 0.0
        where = place_of(("reference", "hypothesis")[number], session.name)
        maker = _Maker(side, orders[number], sorts[number], where, by_speaker)
        prepared_sides.append(maker.make(columns[number], timing, collar))
    return Prepared(session, settings, *prepared_sides)


def spelled(text: str) -> str:
    """The characters of a text's words as words.

    >>> spelled("good day")
    'g o o d d a y'
    """
    return " ".join("".join(text.split()))


_FOLDED = {capital: capital + 32 for capital in range(ord("A"), ord("Z") + 1)}


def order_of(side: Side, sort: str) -> list[int]:
    """The places of a side's segments in their order; the words of a segment stay together."""
    if sort == "kept" or side.starts is None:
        return list(range(len(side)))
    begins = side.starts if side.begins is None else side.begins
    return sorted(range(len(side)), key=begins.__getitem__)


def _by_speaker(side: Side, order: list[int]) -> list[int]:
    """An order of segments, speaker by speaker."""
    speakers = list(map(side.speakers.__getitem__, order))
    ranks = {speaker: rank for rank, speaker in enumerate(dict.fromkeys(speakers))}
    numbers = list(map(ranks.__getitem__, speakers))
    return list(map(order.__getitem__, sorted(range(len(order)), key=numbers.__getitem__)))


@dataclass(frozen=True, slots=True)
class _Maker:
    """A side with the order of its segments; `by_speaker` says that they are in the order of speakers."""

    side: Side
    order: list[int]
    sort: str
    where: str
    by_speaker: bool

    def make(self, columns: tuple[bytes, bytes, bytes], timing: str | None, collar: float) -> PreparedSide:
        words, counts, lengths = columns
        begins = ends = b""
        if timing is not None:
            begins, ends = self._times(counts, lengths, timing, collar)
        offsets = list(accumulate(array("i", counts), initial=0))
        own_names = list(map(self.side.speakers.__getitem__, self.order))
        numbers = {name: number for number, name in enumerate(dict.fromkeys(own_names))}
        speakers = tuple(map(numbers.__getitem__, own_names))
        if self.by_speaker:
            ends_of = {speaker: place for place, speaker in enumerate(speakers, 1)}
            cuts = [0, *(offsets[place] for place in ends_of.values())]
            whole = tuple((words[4 * a : 4 * b], begins[8 * a : 8 * b], ends[8 * a : 8 * b]) for a, b in pairwise(cuts))
            return PreparedSide(tuple(numbers), speakers, (), whole, tuple(self.order))
        segments = tuple(
            (words[4 * a : 4 * b], begins[8 * a : 8 * b], ends[8 * a : 8 * b]) for a, b in pairwise(offsets)
        )
        segments_of_streams: list[list[Stream]] = [[] for _ in numbers]
        for speaker, segment in zip(speakers, segments, strict=True):
            segments_of_streams[speaker].append(segment)
        streams = [joined(parts) for parts in segments_of_streams]
        names = tuple(numbers)
        if timing is not None and self.sort in ("word", "checked"):
            begins_by_speaker = self._begins(counts, lengths, timing, speakers)
            if self.sort == "checked":
                self._check(begins_by_speaker, names)
            else:
                # The speaker whose first word begins first comes first; of equal begins, the first word of the side.
                firsts = list(map(min, begins_by_speaker))
                order = sorted(range(len(names)), key=lambda speaker: firsts[speaker])
                places = {speaker: place for place, speaker in enumerate(order)}
                names = tuple(names[speaker] for speaker in order)
                streams = [_by_time(streams[speaker]) for speaker in order]
                speakers = tuple(places[speaker] for speaker in speakers)
        return PreparedSide(names, speakers, segments, tuple(streams), tuple(self.order))

    def _begins(self, counts: bytes, lengths: bytes, timing: str, speakers: tuple[int, ...]) -> list[list[_Begin]]:
        """Begins of the words of each speaker without collar, with the words' segments, by order.

        A segment without words counts as one word.
        """
        begins = iter(array("d", self._times(counts, lengths, timing, 0.0)[0]))
        sizes = array("i", counts)
        by_speaker: list[list[_Begin]] = [[] for _ in {*speakers}]
        starts, ends = self.side.starts or (), self.side.ends or ()
        for number, (speaker, place) in enumerate(zip(speakers, self.order, strict=True)):
            count = sizes[number]
            middle = timing in ("character_based_points", "equidistant_points")
            alone = (starts[place] + ends[place]) / 2 if middle else starts[place]
            its_begins = [next(begins) for _ in range(count)] or [alone]
            by_speaker[speaker] += [(begin, number) for begin in its_begins]
        return by_speaker

    def _times(self, counts: bytes, lengths: bytes, timing: str, collar: float) -> tuple[bytes, bytes]:
        starts, ends = self.side.starts, self.side.ends
        if starts is None or ends is None:
            raise MismatchError(
                f"{self.where}: segments without times; a measure with times needs the start and end of every segment; "
                "score cp, orc or mimo instead, or pass files with times"
            )
        columns = [array("d", [column[place] for place in self.order]).tobytes() for column in (starts, ends)]
        if timing == "none":
            texts = self.side.texts
            many = [texts[place] for place, count in zip(self.order, array("i", counts), strict=True) if count > 1]
            if many:
                raise several_words(self.where, many)
            timing = KNOWN_TIMES
        return core.word_times(counts, lengths, columns[0], columns[1], timing, collar)

    def _check(self, begins: list[list[_Begin]], names: tuple[str, ...]) -> None:
        for name, of_speaker in zip(names, begins, strict=True):
            wrong = sum(first > second for (first, _), (second, _) in pairwise(of_speaker))
            if wrong:
                raise MismatchError(
                    f"{self.where}: {quantity(wrong, 'word')} of speaker {name} before the word in front; "
                    "sort by segment or word, or correct the times"
                )


def _by_time(stream: Stream) -> Stream:
    words, begins, ends = array("i", stream[0]), array("d", stream[1]), array("d", stream[2])
    order = sorted(range(len(words)), key=begins.__getitem__)
    numbers = array("i", map(words.__getitem__, order)).tobytes()
    first, last = (array("d", map(column.__getitem__, order)).tobytes() for column in (begins, ends))
    return numbers, first, last


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word of a segment; the place is that of the segment in its side, -1 for words of alternations."""

    place: int
    word: str
    time: Time = (None, None)
    """Begin and end without collar, where segments have times."""


def placed_words(
    side: Side, places: Sequence[int], timing: str, unit: str = "word", *, sort: bool = False
) -> list[PlacedWord]:
    """The words (or characters) of these segments in their order; `sort` orders them by their begins."""
    texts = [side.texts[place] for place in places]
    if unit == "character":
        texts = list(map(spelled, texts))
    words = [(place, word) for place, text in zip(places, texts, strict=True) for word in text.split()]
    if side.starts is None or side.ends is None:
        return [PlacedWord(*word) for word in words]
    timing = KNOWN_TIMES if timing == "none" else timing
    _, counts, lengths = core.numbered(texts)
    starts, ends = (array("d", [column[place] for place in places]).tobytes() for column in (side.starts, side.ends))
    spans = core.word_times(counts, lengths, starts, ends, INTERVALS.get(timing, timing), 0.0)
    times = zip(*(array("d", column) for column in spans), strict=True)
    placed = [PlacedWord(*word, time) for word, time in zip(words, times, strict=True)]
    if not sort:
        return placed
    begins = array("d", core.word_times(counts, lengths, starts, ends, timing, 0.0)[0])
    return [placed[place] for place in sorted(range(len(placed)), key=begins.__getitem__)]
