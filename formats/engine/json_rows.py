"""Rows of JSON, one a line or all in one list, whose texts and ids stay bytes.

The core takes the rows whose members are plain. The other lines are read by the reader of the format, which also reads
everything else that a row has, once somebody looks at it.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from operator import gt
from typing import TYPE_CHECKING

from ... import core
from ..errors import ScoreliteError
from ..schema import Numbers, Table
from ..schema.spans import SpanIds, SpanTexts
from ..source import Source
from ..values import dataclass
from .json import MAXIMUM_SIZE

if TYPE_CHECKING:
    from typing import TypeAlias

TEXT, NUMBER, NULL = 1, 2, 4
"""What a member may hold; one that may be null may also be missing."""
PATH, STRIPPED, TIME = 16, 32, 64 | NUMBER
"""A path is kept as the name of its file without suffix, a text without the blanks around it; a time is digits."""
NAMED = TEXT | NUMBER | NULL
_NAMES = "session", "channel", "speaker"
# A key, and what its member may hold.
Member: TypeAlias = "tuple[str, int]"


@dataclass(frozen=True, slots=True)
class Shape:
    """The meanings of the members of plain rows."""

    members: Mapping[str, Member]
    """By their roles: text, id, session, channel, speaker, start, end or duration; one without a role has to be null.

    Only odd rows have a member whose key is empty."""
    reserved: Sequence[str] = ()
    """Keys of other members that need a closer look."""
    ids: str = "id"
    """The role whose names are ids."""
    listed: bool = False
    """Whether all rows are in one list; otherwise each is a line."""
    counts_nulls: bool = False
    """Whether texts that are null are counted."""
    keeps_paths: bool = False
    """Whether the table knows the paths of recordings."""
    from_zero: bool = False
    """Whether a row with a duration begins at 0 unless it has a begin."""

    def place(self, role: str) -> int:
        """The place of a role among the columns of the core; -1 of one that the format lacks."""
        return [*self.members].index(role) if role in self.members else -1


@dataclass(frozen=True, slots=True)
class PlainRows:
    """The table of rows, and whether it holds all that the file has."""

    table: Table
    is_whole: bool
    rows: core.JsonRows


def plain_rows(
    source: Source,
    shape: Shape,
    whole: Callable[[], Table],
    read_odd: Callable[[Sequence[int], Sequence[str]], Table] | None = None,
) -> PlainRows | None:
    """The rows of a file; None where `whole` has to read it, which also reports every problem.

    `whole` reads what else a row has, once somebody looks at it. `read_odd` reads odd lines from their numbers and
    texts; rows in a list are not read one by one.
    """
    rows = _taken(source, shape)
    if rows is None:
        return None
    part = Table(0)
    if read_odd is not None and rows.odd:
        _, numbers, lines = zip(*rows.odd, strict=True)
        try:
            part = read_odd(numbers, lines)
        except ScoreliteError:
            return None  # is reported with the problems of all lines
    if len(part) != len(rows.odd) or part.has_labels() or not _fill(rows, shape, part):
        return None
    times = _times(rows, shape, part)
    if times is None:
        return None
    spans, are_keys = rows.spans(shape.place("text"), shape.place(shape.ids))
    ids = SpanIds(spans) if are_keys else spans.ids() if shape.ids in shape.members else None
    names: dict[str, list[str]] = {}
    for place, role in enumerate(shape.members):
        if role in _NAMES and (rows.odd or rows.kinds[place]):
            names[role] = rows.texts(place)
    whole = cache(whole)
    start, end = times
    table = Table(
        len(rows),
        path=source.name,
        others=whole,
        id=ids,
        session=_some(names.get("session")),
        channel=_some(names.get("channel")),
        speaker=_some(names.get("speaker")),
        start=None if start is None else Numbers(start, partial(_written, whole, "start")),
        end=None if end is None else Numbers(end, partial(_written, whole, "end")),
        tags=None,
        ignored=None,
        labels=None,
        text=SpanTexts(spans),
        where=None,
        lines=array("q", rows.lines) or None,
    )
    if shape.counts_nulls:
        table.nulls = rows.nulls(shape.place("text")) + part.nulls
    if shape.keeps_paths:
        table.files = partial(_paths, rows, shape.place("session"), shape.members["session"][0])
    is_bare = all(rows.kinds[shape.place(role)] == TEXT and "" not in column for role, column in names.items())
    return PlainRows(table, is_bare and rows.uniform and not rows.trimmed, rows)


def _taken(source: Source, shape: Shape) -> core.JsonRows | None:
    """The rows of a file; None where most of them are odd."""
    if "text" not in shape.members or not source.is_utf8 or len(source.data) > MAXIMUM_SIZE:
        return None
    rows = core.read_json(source.data, [*shape.members.values()], shape.reserved, shape.listed)
    return None if rows is None or 2 * len(rows.odd) >= len(rows) else rows


def _fill(rows: core.JsonRows, shape: Shape, part: Table) -> bool:
    """Gives the odd rows their cells; whether that was possible."""
    if shape.ids != "id" and [*part.ids()] != [*part.sessions]:
        return False
    columns = {
        "text": part.texts(),
        "id": part.ids(),
        "session": part.sessions,
        "channel": part.channels,
        "speaker": part.speakers,
    }
    nothing = [""] * len(part)
    cells = zip(*[columns.get(role, nothing) for role in shape.members], strict=True)
    try:
        rows.fill(list(map(list, cells)))
    except UnicodeEncodeError:  # halves of characters
        return False
    return True


def _times(rows: core.JsonRows, shape: Shape, part: Table) -> tuple[array[float] | None, array[float] | None] | None:
    """Begins and ends; None where a row lacks one that others have, or ends before it begins."""
    start = _numbers(rows, shape.place("start"))
    end = _numbers(rows, shape.place("end"))
    if end is None and (start is not None or shape.from_zero):
        end = _numbers(rows, shape.place("duration"), shape.place("start"))
    if start is None and end is not None and shape.from_zero:
        start = array("d", bytes(8 * len(rows)))
    for column, others in ((start, part.start), (end, part.end)):
        if len(part) and (column is None) != (others is None):
            return None
        if column is not None and others is not None:
            if not others.is_complete():
                return None
            for (place, _, _), time in zip(rows.odd, others.values, strict=True):
                column[place] = time
    if start is not None and end is not None and any(map(gt, start, end)):
        return None
    return start, end


def _numbers(rows: core.JsonRows, place: int, begins: int = -1) -> array[float] | None:
    """The numbers of a column, added to those of another; None where no row has one."""
    return array("d", rows.numbers(place, begins)) if place >= 0 and rows.kinds[place] else None


def _paths(rows: core.JsonRows, place: int, key: str) -> Sequence[str]:
    """The paths of all recordings."""
    paths = rows.paths(place)
    for row, _, line in rows.odd:
        paths[row] = json.loads(line)[key]
    return paths


def _some(names: list[str] | None) -> list[str] | None:
    """A column of names; None where no row has one."""
    return names if names and any(names) else None


def _written(whole: Callable[[], Table], name: str) -> Sequence[float | None]:
    """All begins or ends as they were written."""
    numbers: Numbers = whole().column(name)
    return numbers.items()
