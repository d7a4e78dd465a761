"""Faults of an RTTM file that are seen between its rows: overlaps, empty units, words outside of units."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from .rows import Content, Group, Row

TOLERANCE = 0.000999999
_UNIT = re.compile(rb"SU|EDIT|FILLER", re.I)
_SCORED = re.compile(rb"SU|EDIT|FILLER|SPEAKER|LEXEME|NON-LEX|NON-SPEECH", re.I)
_POINT = re.compile(rb"CB|IP", re.I)


@dataclass(frozen=True, slots=True)
class Timeline:
    """Rows of one group by their begin; no row begins before the end of the row before it."""

    rows: tuple[Row, ...]
    begins: tuple[float, ...]

    def near(self, begin: float, end: float) -> Iterator[Row]:
        """Rows that may share time with a stretch."""
        place = bisect_right(self.begins, end + TOLERANCE) - 1
        while place >= 0 and self.rows[place].end + 2 * TOLERANCE >= begin:
            yield self.rows[place]
            place -= 1

    def within(self, begin: float, end: float) -> Sequence[Row]:
        """Rows that begin in a stretch."""
        first = bisect_left(self.begins, begin - TOLERANCE)
        return self.rows[first : bisect_right(self.begins, end + TOLERANCE)]


_EMPTY = Timeline((), ())


@dataclass(frozen=True, slots=True)
class Timelines:
    """Groups with their rows by begin."""

    groups: tuple[Group, ...]
    lines: dict[tuple[bytes, bytes, bytes, bytes], Timeline]
    units: dict[tuple[bytes, bytes, bytes], list[bytes]]
    """Types of units of each speaker."""

    def beside(self, group: Group, kind: bytes, speaker: bytes | None = None) -> Timeline:
        """Rows of another type of the same speaker, or of another one."""
        return self.lines.get((group.recording, group.channel, speaker or group.speaker, kind), _EMPTY)

    def of(self, group: Group) -> Timeline:
        """Rows of a group."""
        return self.beside(group, group.kind)

    def units_beside(self, group: Group) -> Iterator[tuple[bytes, Timeline]]:
        """Units of the group's speaker by their type."""
        for kind in self.units.get((group.recording, group.channel, group.speaker), ()):
            yield kind, self.beside(group, kind)


def timelines(content: Content) -> Timelines:
    """The rows of a file by begin, without SPKR-INFO."""
    groups = tuple([group for group in content.groups if b"SPKR-INFO" not in group.kind.upper()])
    lines = {}
    units: dict[tuple[bytes, bytes, bytes], list[bytes]] = {}
    for group in groups:
        rows = tuple(sorted(group.rows, key=attrgetter("begin")))
        key = group.recording, group.channel, group.speaker, group.kind
        lines[key] = Timeline(rows, tuple([row.begin for row in rows]))
        if _UNIT.search(group.kind):
            units.setdefault(key[:3], []).append(group.kind)
    return Timelines(groups, lines, units)


def overlaps(times: Timelines) -> Iterator[bytes]:
    """Rows of one type and speaker that share time."""
    for group in times.groups:
        point = _POINT.search(group.kind)
        before, shown = 0.0, b"0"
        for row in times.of(group).rows:
            if before - row.begin > TOLERANCE:
                kind = group.kind + b"s"
                yield (
                    b"ERROR: Speaker %b has %b ending at %b and starting at %b; %b overlap; see %b"
                    % (group.speaker, kind, shown, row.field(3), kind, row.place)
                )
            before = row.begin if point else row.end
            shown = row.field(3) if point else b"%.15g" % before


def empty_units(times: Timelines) -> Iterator[bytes]:
    """Units without a word."""
    for group in times.groups:
        if not _UNIT.search(group.kind):
            continue
        words = times.beside(group, b"LEXEME")
        for row in times.of(group).rows:
            if not any(word.end - TOLERANCE <= row.end for word in words.within(row.begin, row.end)):
                yield b"ERROR: %b at %b contains no words; see %b" % (group.kind, row.field(3), row.place)


def cut_words(times: Timelines) -> Iterator[bytes]:
    """Words that are partly in a unit."""
    for group in times.groups:
        if b"LEXEME" not in group.kind.upper():
            continue
        units = list(times.units_beside(group))
        for row in times.of(group).rows:
            for kind, line in units:
                if _is_cut(row, line):
                    yield (
                        b"ERROR: Word at %b is partially covered by %b object; see %b" % (row.field(3), kind, row.place)
                    )


def cut_by_unscored(times: Timelines) -> Iterator[bytes]:
    """Rows that are partly in a stretch that is not scored."""
    for group in times.groups:
        unscored = times.beside(group, b"NOSCORE", b"<NA>")
        if not unscored.rows or not _SCORED.search(group.kind):
            continue
        for row in times.of(group).rows:
            if _is_cut(row, unscored):
                yield (
                    b"ERROR: Speaker %b has %b partially overlapping with NOSCORE tag at %b; see %b"
                    % (group.speaker, group.kind, row.field(3), row.place)
                )


def _is_cut(row: Row, line: Timeline) -> bool:
    begin, end = row.begin, row.end
    for other in line.near(begin, end):
        apart = _up_to(end, other.begin) or _up_to(other.end, begin)
        if not apart and not (_up_to(other.begin, begin) and _up_to(end, other.end)):
            return True
    return False


def _up_to(time: float, other: float) -> bool:
    """Whether a time is before another one, or the same within the tolerance."""
    return time + TOLERANCE < other or abs(time - other) < TOLERANCE


def words_outside(times: Timelines, kind: bytes) -> Iterator[bytes]:
    """Words that are in no row of a type."""
    for group in times.groups:
        if b"LEXEME" not in group.kind.upper():
            continue
        line = times.beside(group, kind)
        for row in times.of(group).rows:
            begin, end = row.begin + TOLERANCE, row.end - TOLERANCE
            if not any(begin >= other.begin and end <= other.end for other in line.near(row.begin, row.end)):
                yield b"ERROR: Word at %b doesn't belong to any %b object; see %b" % (row.field(3), kind, row.place)


@dataclass(slots=True)
class _Mark:
    """A row at the moment where it meets an interruption point, and whether one was found."""

    time: float
    row: Row
    kind: bytes
    met: bool = field(default=False)


def lone_interruptions(times: Timelines) -> Iterator[bytes]:
    """Edits and fillers without an interruption point, and points without an edit or filler, in each SU."""
    for group in times.groups:
        if group.kind != b"SU":
            continue
        edits, fillers, points = (times.beside(group, kind) for kind in (b"EDIT", b"FILLER", b"IP"))
        units = [(row.begin, row.end) for row in times.of(group).rows]
        # A point at the end of the last unit makes the reference look at one more, from 0 to 0.
        last = units[-1]
        if any(_ends(last, row.begin) and not _holds_point(last, row.begin) for row in points.within(*last)):
            units.append((0.0, 0.0))
        for place, unit in enumerate(units):
            after = units[place + 1][0] if place + 1 < len(units) else 0.0
            marks = (
                [_Mark(row.end, row, b"EDIT") for row in edits.within(*unit) if _holds(unit, row)],
                [_Mark(row.begin, row, b"FILLER") for row in fillers.within(*unit) if _holds(unit, row)],
                [
                    _Mark(row.begin, row, row.field(6).upper())
                    for row in points.within(*unit)
                    if _is_point_of(unit, row, after)
                ],
            )
            _meet(*marks)
            yield from _unmet(*marks)


def _holds(unit: tuple[float, float], row: Row) -> bool:
    return _up_to(unit[0], row.begin) and _up_to(row.end, unit[1])


def _is_point_of(unit: tuple[float, float], point: Row, after: float) -> bool:
    """Whether a point is in a unit; one at its end is if the next unit follows at once."""
    if _holds_point(unit, point.begin):
        return True
    follows = _ends(unit, point.begin) and _ends(unit, after)
    return follows and b"filler" not in point.field(6).lower()


def _holds_point(unit: tuple[float, float], time: float) -> bool:
    inside = time > unit[0] + TOLERANCE and time + TOLERANCE < unit[1]
    return inside or abs(time - unit[0]) < TOLERANCE


def _ends(unit: tuple[float, float], time: float) -> bool:
    return abs(time - unit[1]) < TOLERANCE


def _meet(edits: list[_Mark], fillers: list[_Mark], points: list[_Mark]) -> None:
    for edit in edits:
        point = _first(points, edit.time)
        if point is None:
            continue
        if point.kind == b"EDIT":
            edit.met = point.met = True
        elif point.kind == b"EDIT&FILLER":
            # Every filler of the moment belongs to the point.
            while (filler := _first(fillers, edit.time)) is not None:
                edit.met = point.met = filler.met = True
    for filler in fillers:
        point = _first(points, filler.time)
        if point is not None and point.kind == b"FILLER":
            filler.met = point.met = True


def _first(marks: list[_Mark], time: float) -> _Mark | None:
    """The first mark of a moment that met nothing."""
    place = bisect_left(marks, time - TOLERANCE, key=attrgetter("time"))
    while place < len(marks) and marks[place].time < time + TOLERANCE:
        if not marks[place].met and abs(marks[place].time - time) < TOLERANCE:
            return marks[place]
        place += 1
    return None


def _unmet(edits: list[_Mark], fillers: list[_Mark], points: list[_Mark]) -> Iterator[bytes]:
    for mark in (*edits, *fillers):
        if not mark.met:
            begin = mark.row.field(3)
            yield b"ERROR: %b at %b doesn't have a matching IP; see %b" % (mark.kind, begin, mark.row.place)
    for mark in points:
        if not mark.met:
            yield (
                b"ERROR: IP at %b doesn't have a matching EDIT and/or FILLER; see line %b"
                % (mark.row.field(3), mark.row.place)
            )
