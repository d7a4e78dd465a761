"""Cells of a table to write, made of segments and of what these keep of the table that they were read from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import chain, repeat
from operator import methodcaller, sub
from typing import Any

from ...core.file_names import file_stems
from ..roles import ROLES
from ..schema import Attributes, Corpus
from ..schema.markup import BLANKS, first_branches
from ..schema.numbers import exact_texts
from ..values import replace
from .columns import FAMILY, Layout, columns_from
from .features import COLUMNS
from .fields import are_times
from .fields import number as number_of
from .json import Json, details
from .json_text import numeral_json
from .spoken import Spoken, details_of, spoken
from .utterances import texts_of

MISSING = object()
"""What a column holds where a row has no such member."""


class Rows:
    """The segments that a table is written from, with the details of tables that they keep, by row."""

    def __init__(self, segments: Spoken) -> None:
        self.segments = segments
        self.start, self.end = segments.bounds()
        bounds = {"start": self.start, "end": self.end}
        self._timed = {role: column for role, column in bounds.items() if column.count(None) < len(column)}
        extras: dict[int, dict[str, Json]] = {}
        attributes = segments.table.column("attributes")
        for family in (*FAMILY, "eaf") if attributes is not None else ():
            for row, more in details_of(attributes, family).items():
                extras[row] = extras[row] | more if row in extras else more
        self.extras = dict(sorted(extras.items()))

    def columns(self, meta: Attributes, target: str) -> tuple[list[str], Layout]:
        """The names of the columns: those of the file that a corpus was read from, and of times that it has got, else
        those that its segments need."""
        names: list[str] = []
        roles: dict[str, str] = {}
        for other in FAMILY:
            remembered = details(meta, other).get(COLUMNS)
            if isinstance(remembered, dict):
                names, layout = columns_from(remembered)
                if other == target:
                    return self.with_times(names, layout, range(len(self.start)))
                roles = dict(layout.columns)
        ids, sessions = self.segments.table.ids(), self.segments.sessions
        needed = {
            "id": any(ids),
            "session": any(sessions),
            "channel": any(self.segments.channels),
            "speaker": any(self.segments.speakers),
            "start": "start" in self._timed,
            "end": "end" in self._timed,
            "text": True,
        }
        alone = bool(names) and "id" not in roles and [*ids] == [*sessions]
        for role, is_needed in needed.items():
            is_there = role in roles or (role == "end" and "duration" in roles) or (role == "id" and alone)
            if is_needed and not is_there:
                roles[role] = ROLES[role][0]
        riding = dict.fromkeys(chain.from_iterable(self.extras.values()))
        wanted = dict.fromkeys((*names, *roles.values(), *(name for name in riding if not name.startswith("/"))))
        return list(wanted), Layout(roles)

    def with_times(self, names: Sequence[str], layout: Layout, places: Sequence[int]) -> tuple[list[str], Layout]:
        """The columns of rows of a file, and those of times that the rows at these places have got since."""
        roles = dict(layout.columns)
        for role, bounds in self._timed.items():
            is_there = role in roles or (role == "end" and "duration" in roles)
            if not is_there and any(bounds[place] is not None for place in places):
                roles[role] = ROLES[role][0]
        return list(dict.fromkeys((*names, *roles.values()))), Layout(roles)

    def cells(self, columns: tuple[Sequence[str], Layout], places: Sequence[int]) -> dict[str, list[Any]]:
        """The cells of the rows at these places, by the names of the columns; `MISSING` where a row has none. Times are
        texts."""
        names, layout = columns
        segments = self.segments
        rows = list(map(self.extras.get, places, repeat({})))
        start, end = _at(self.start, places), _at(self.end, places)
        lengths = list(map(methodcaller("get", "/duration"), rows))
        paths = list(map(methodcaller("get", "/path"), rows))
        by_role: dict[str, list[Any]] = {
            "id": _at(segments.table.ids(), places),
            "session": _paths(paths, _at(segments.sessions, places)),
            "channel": _at(segments.channels, places),
            "speaker": _at(segments.speakers, places),
            "start": start,
            "end": end,
            "text": _at(segments.texts, places),
        }
        if layout.column("duration"):
            by_role["duration"] = _durations(start, end, lengths, is_in_ms=layout.in_milliseconds("duration"))
        for role in ("start", "end"):
            if layout.in_milliseconds(role):
                by_role[role] = [text and _milliseconds(text) for text in by_role[role]]
        cells = {layout.column(role): column for role, column in by_role.items() if layout.column(role)}
        _restore(cells, rows)
        for name in names:
            if name not in cells:
                cells[name] = list(map(methodcaller("get", name, MISSING), rows))
        return {name: cells[name] for name in names}


def rows_of(corpus: Corpus, format: str) -> Rows:
    """The segments of a corpus; an error for times that readers would refuse."""
    table = corpus.table
    texts = first_branches(table.texts()) if table.written is not None and table.grammar == "sclite" else None
    plain = corpus if texts is None else replace(corpus, segments=table.changed("plain", text=texts))
    rows = Rows(Spoken(plain, format, earliest=None))
    times = [[None if text is None else float(text) for text in column] for column in (rows.start, rows.end)]
    some = [time for column in times for time in column if time is not None]
    pairs = zip(*times, strict=True)
    if not are_times(some) or any(a is not None and b is not None and a > b for a, b in pairs):
        for _ in spoken(corpus):
            pass  # the first wrong one is rejected
    return rows


def with_numbers(cells: dict[str, list[Any]], layout: Layout) -> dict[str, list[Any]]:
    """The cells with numbers in place of the texts of times."""
    for name in filter(None, map(layout.column, ("start", "end"))):
        cells[name] = [numeral_json(cell).encode() if type(cell) is str else cell for cell in cells[name]]
    return cells


def _at(column: Sequence[Any], places: Sequence[int]) -> list[Any]:
    return list(column) if len(places) == len(column) else [column[place] for place in places]


def _paths(paths: Sequence[Json], sessions: list[str]) -> list[Any]:
    """The paths of recordings where these still have the names of their files, else the names."""
    if paths.count(None) == len(paths):
        return sessions
    names = [path.get("path") if type(path) is dict else path for path in paths]
    stems = file_stems([name if type(name) is str else "" for name in names])
    columns = zip(paths, names, stems, sessions, strict=True)
    return [path if type(name) is str and stem == session else session for path, name, stem, session in columns]


def _restore(cells: Mapping[str, list[Any]], rows: Sequence[Mapping[str, Json]]) -> None:
    """Puts the cells of the file back where they mean what is written."""
    exact = [(place, more) for place, more in enumerate(map(methodcaller("get", "/cells"), rows)) if type(more) is dict]
    for name, column in cells.items():
        values = [(place, more[name]) for place, more in exact if name in more]
        now = _plain([column[place] for place, _ in values])
        for (place, value), text, kept in zip(values, now, _plain([value for _, value in values]), strict=True):
            if text == kept:
                column[place] = value


def _plain(values: Sequence[Json]) -> list[str]:
    """The texts of cells without blanks around them."""
    return list(map(str.strip, [text or "" for text in texts_of(values)], repeat(BLANKS)))


def _milliseconds(text: str) -> str:
    """The milliseconds of seconds, both in decimal digits.

    >>> _milliseconds("1.500"), _milliseconds("0.0075"), _milliseconds("2")
    ('1500', '7.5', '2000')
    """
    return f"{Decimal(text).scaleb(3):f}"


def _durations(
    starts: Sequence[str | None], ends: Sequence[str | None], read: Sequence[Json], *, is_in_ms: bool
) -> list[Json]:
    """The lengths of rows, as they were read where they are the same."""
    column = list(read)
    rows = [row for row, times in enumerate(zip(starts, ends, strict=True)) if None not in times]
    texts = exact_texts(sub, *([column[row] or "" for row in rows] for column in (ends, starts)))
    if is_in_ms:
        texts = [*map(_milliseconds, texts)]
    for row, length, text in zip(rows, texts, texts_of([read[row] for row in rows]), strict=True):
        is_same = text == length or (text and number_of(text) is not None and Decimal(text) == Decimal(length))
        column[row] = column[row] if is_same else numeral_json(length).encode()
    return column
