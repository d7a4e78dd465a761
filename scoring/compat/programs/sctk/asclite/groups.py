"""Groups of segments that are aligned at once: chains of reference segments that overlap in time, or utterances."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .log import Log, crash
from .model import Segment, Side, Stream

Place = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Group:
    """Segments of each stream that has any in a stretch of time."""

    number: int
    references: list[list[Segment]]
    hypotheses: list[list[Segment]]

    def segments(self) -> list[Segment]:
        return [segment for segments in (*self.references, *self.hypotheses) for segment in segments]


class _Track:
    """Segments of one stream in one file and channel, in the order of the file."""

    def __init__(self, segments: list[Segment]) -> None:
        self._segments = segments
        self._ends = [segment.end for segment in segments]
        self._middles = [segment.middle for segment in segments]
        self._sorted = self._ends == sorted(self._ends), self._middles == sorted(self._middles)

    def next(self, time: int) -> Segment | None:
        """The first segment that ends after a time and comes after one that does not."""
        if self._sorted[0]:
            place = bisect_right(self._ends, time)
            if place < len(self._ends) and (place or time >= 0):
                return self._segments[place]
            return None
        last = 0
        for segment in self._segments:
            if segment.end > time >= last:
                return segment
            last = segment.end
        return None

    def within(self, begin: int, end: int) -> list[Segment]:
        """Segments with their middle in a stretch of time."""
        if self._sorted[1]:
            return self._segments[bisect_left(self._middles, begin) : bisect_left(self._middles, end)]
        pairs = zip(self._segments, self._middles, strict=True)
        return [segment for segment, middle in pairs if begin <= middle < end]


def _tracks(streams: Sequence[Stream]) -> dict[Place, list[_Track]]:
    """Tracks of each file and channel, in the order of streams."""
    tracks: dict[Place, list[_Track]] = {}
    for stream in streams:
        by_place: dict[Place, list[Segment]] = {}
        for segment in stream.segments:
            by_place.setdefault((segment.file, segment.channel), []).append(segment)
        for place, segments in by_place.items():
            tracks.setdefault(place, []).append(_Track(segments))
    return tracks


def _first(tracks: list[_Track], time: int) -> Segment | None:
    """The segment that begins first among the next ones of all tracks."""
    nexts = [segment for track in tracks if (segment := track.next(time)) is not None]
    return min(nexts, key=lambda segment: segment.begin, default=None)


def _last(tracks: list[_Track], segment: Segment) -> Segment:
    """The last of a chain of segments, each of which begins before the one before ends."""
    grown = True
    while grown:
        grown = False
        for track in tracks:
            follower = track.next(segment.end)
            if follower is not None and follower.begin < segment.end:
                segment, grown = follower, True
    return segment


def timed_groups(chained: list[Side], hypothesis: Side | None, log: Log) -> Iterator[Group]:
    """Groups of the segments of all files and channels, in the order of their names.

    The segments of all sides in `chained` make up the chains: a reference, or several hypotheses without one.
    """
    tracks = _tracks([stream for side in chained for stream in side.streams])
    others = _tracks(hypothesis.streams) if hypothesis is not None else {}
    if not tracks:
        log.info(b"Prepare to process source() channel()")
    places = iter(sorted(tracks))
    place, segment = _enter(places, tracks, log)
    while segment is not None:
        number = chained[0].next_number()
        last = _last(tracks[place], segment)
        stretch = segment.begin, last.end
        inside = _within(tracks[place], stretch)
        group = Group(number, inside, _within(others.get(place, []), stretch))
        segment = _first(tracks[place], last.end)
        if segment is None:
            # Without a segment after time 0, the files and channels after this one are lost as well.
            place, segment = _enter(places, tracks, log)
        yield group


def _enter(places: Iterator[Place], tracks: dict[Place, list[_Track]], log: Log) -> tuple[Place, Segment | None]:
    """The next file and channel with its first segment."""
    place = next(places, None)
    if place is None:
        return (b"", b""), None
    log.info(b"Prepare to process source(%b) channel(%b)" % place)
    return place, _first(tracks[place], 0)


def _within(tracks: list[_Track], stretch: tuple[int, int]) -> list[list[Segment]]:
    return [segments for track in tracks if (segments := track.within(*stretch))]


def utterances(reference: Side, hypothesis: Side) -> Iterator[Group]:
    """Groups of one reference and one hypothesis by the names of utterances, of which the first of each name counts."""
    refs, hyps = _by_name(reference), _by_name(hypothesis)
    for name in sorted(refs):
        if name not in hyps:
            crash(hypothesis.name, b"utterance " + name + b" is missing")
        yield Group(reference.next_number(), [[refs[name]]], [[hyps[name]]])


def _by_name(side: Side) -> dict[bytes, Segment]:
    first_of_name: dict[bytes, Segment] = {}
    for segment in side.segments():
        first_of_name.setdefault(segment.name, segment)
    return first_of_name
