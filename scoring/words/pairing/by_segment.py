"""Pairing of segments whose recordings, channels and times are equal on both sides."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import islice
from operator import lt, ne, or_

from ....formats.errors import MismatchError
from ....formats.schema import Corpus, OneByOne
from ....formats.values import dataclass, replace
from ...common.results import Missing, check_missing
from ...common.settings import Settings
from ..utterance_table import all_folded
from .by_id import Pairing, pair, without_pairs


@dataclass(frozen=True, slots=True)
class Places:
    """The places of segments as columns."""

    sessions: Sequence[str]
    channels: Sequence[str]
    start: array[float]
    end: array[float]
    ignored: Sequence[bool | int]
    lines: Sequence[int]


def places_of(corpus: Corpus) -> Places:
    """The places of all segments of a corpus."""
    table = corpus.table
    size = len(table)
    start, end = (
        array("d", bytes(8 * size)) if column is None else column.values for column in (table.start, table.end)
    )
    return Places(table.sessions, table.channels, start, end, table.ignored, table.lines)


@dataclass(frozen=True, slots=True)
class SegmentIds:
    """Ids of the segments of a side, made of recording, channel and times; segments that are left out have none."""

    ids: Sequence[str]
    places: Sequence[int]
    """The places of these segments in the corpus."""
    left_out: Sequence[int]
    """The places of segments that the reference ignores."""
    keys: _Keys
    """The ids of all segments."""


class _Keys(OneByOne[str]):
    """Ids of segments from recording, channel and times, made when they are looked at."""

    __slots__ = ("_case_sensitive", "_made", "_places")

    def __init__(self, places: Places, *, case_sensitive: bool) -> None:
        self._places = places
        self._case_sensitive = case_sensitive
        self._made: list[str] | None = None

    @property
    def _names(self) -> list[str]:
        if self._made is None:
            self._made = self._folded(
                list(map(" ".join, zip(self._places.sessions, self._places.channels, strict=True)))
            )
        return self._made

    @property
    def channels(self) -> Sequence[str]:
        """The channel of each segment."""
        return self._places.channels

    def _folded(self, names: Sequence[str]) -> list[str]:
        return list(names) if self._case_sensitive else all_folded(names)

    def _item(self, place: int) -> str:
        return f"{self._names[place]} {self._places.start[place]}-{self._places.end[place]}"

    def __len__(self) -> int:
        return len(self._places.sessions)

    def are_those_of(self, other: _Keys) -> bool:
        """Whether all ids are different, and the other ones are equal in this order."""
        mine, its = self._places, other._places
        if (mine.start, mine.end) != (its.start, its.end):
            return False
        equal = mine.sessions == its.sessions and mine.channels == its.channels
        return (equal or self._names == other._names) and self._are_different()

    def _are_different(self) -> bool:
        places, size = self._places, len(self)
        names = self._folded(places.sessions) if len({*places.channels}) == 1 else self._names
        distinct = len({*names})
        if distinct == size:
            return True
        # Mostly each recording stands in one run, in the order of time.
        is_next = list(map(ne, names, islice(names, 1, None)))
        is_later = map(lt, places.start, islice(places.start, 1, None))
        if is_next.count(True) + 1 == distinct and all(map(or_, is_next, is_later)):
            return True
        return len({*zip(names, places.start, places.end, strict=True)}) == size


def segment_ids(ref: Corpus, hyp: Corpus, settings: Settings) -> tuple[SegmentIds, SegmentIds]:
    """The ids of segments of both sides, without those that the reference ignores."""
    places = places_of(ref), _called_alike(places_of(ref), places_of(hyp))
    keys = [_Keys(side, case_sensitive=settings.case_sensitive) for side in places]
    if not any(places[0].ignored):
        ref_ids, hyp_ids = (SegmentIds(side, range(len(side)), (), side) for side in keys)
        return ref_ids, hyp_ids
    ignored = {key for key, is_ignored in zip(keys[0], places[0].ignored, strict=True) if is_ignored}
    ref_ids, hyp_ids = (_without(side, ignored) for side in keys)
    return ref_ids, hyp_ids


def _called_alike(ref: Places, hyp: Places) -> Places:
    """The places of the hypothesis, under the reference's name where each side is one recording, and its channel."""
    sessions = {*ref.sessions}, {*hyp.sessions}
    if not len(sessions[0]) == len(sessions[1]) == 1:
        return hyp
    hyp = replace(hyp, sessions=[*sessions[0]] * len(hyp.sessions))
    channels = {*ref.channels}, {*hyp.channels}
    if not len(channels[0]) == len(channels[1]) == 1:
        return hyp
    return replace(hyp, channels=[*channels[0]] * len(hyp.channels))


def _without(keys: _Keys, ignored: set[str]) -> SegmentIds:
    ids = list(keys)
    left = [place for place, key in enumerate(ids) if key not in ignored]
    left_out = [place for place, key in enumerate(ids) if key in ignored]
    return SegmentIds([ids[place] for place in left], left, left_out, keys)


def by_segment(ref: SegmentIds, hyp: SegmentIds, missing: Missing) -> Pairing:
    """Pairs segments by these ids."""
    if not ref.left_out and not hyp.left_out and ref.keys.are_those_of(hyp.keys):
        check_missing(missing)
        return Pairing(ref.ids, range(len(ref.ids)), range(len(hyp.ids)))
    try:
        return pair(list(ref.ids), list(hyp.ids), missing=missing)
    except MismatchError as error:
        nameless = [not any(side.keys.channels) for side in (ref, hyp)]
        if nameless[0] == nameless[1]:
            are_apart = {*ref.ids}.isdisjoint(hyp.ids) and "repeated" not in str(error)
            raise unequal_segments(without_pairs(ref.ids, hyp.ids) if are_apart else str(error)) from None
        name = "reference" if nameless[0] else "hypothesis"
        what = f"The {name} names no channels; channel='1' (--channel 1) gives both sides one channel"
        raise unequal_segments(f"{error}\n{what}") from None


def unequal_segments(problem: str) -> MismatchError:
    """The error where segments cannot be paired."""
    return MismatchError(
        f"{problem}\nSegments must be equal on both sides, unless words have times, as in ctm: "
        "`scorelite convert HYP OUT.ctm --interpolate` makes a hypothesis that need not be cut like the reference"
    )
