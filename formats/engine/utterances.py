"""Utterances from the rows of a table: cells are checked by the roles of their columns, odd ones kept for writing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, islice, repeat
from math import inf
from operator import add, attrgetter, gt
from typing import Any

from ...core.file_names import file_stems
from ..errors import MAXIMUM_PROBLEMS, argument
from ..schema import Attributes, Made, Numbers, Table, Written
from ..schema.markup import BLANKS
from ..schema.numbers import exact_texts
from ..values import dataclass
from .clock_times import CLOCK_EXPECTED, NO_DATE_EXPECTED, is_date, no_clock_time, time_numeral
from .columns import Layout
from .fields import number as number_of
from .fields import times
from .json import Json
from .json_text import inline
from .spoken import seconds

_NO_NAMES = frozenset({dict, list, bool})
_NUMBERS = frozenset({int, float, bytes, Written})
_EXACT = "id", "channel", "speaker", "text", "start", "end"


@dataclass(frozen=True, slots=True)
class Wrong:
    """A problem of a cell: its row, the name of its column, what is wrong and what was expected."""

    row: int
    column: str
    what: str
    expected: str


def utterances(
    cells: Mapping[str, Sequence[Json]],
    layout: Layout,
    where: tuple[str, str, Sequence[int]],
    others: Callable[[], Sequence[Attributes]] | None = None,
) -> tuple[Table, list[Wrong]]:
    """The table of columns, and the problems of their cells, in the order of the rows.

    `where` are the format, the path of the file and the lines of the rows. `others` gives the attributes of members
    without a role; they come from the cells where it is missing.
    """
    owner, path, lines = where
    reader = _Reader(cells, layout, len(lines))
    names = {role: reader.names(role) for role in ("id", "channel", "speaker")}
    paths = reader.paths()
    sessions = paths if paths is None or not layout.has_paths else file_stems(paths)
    times = reader.times()
    texts = reader.texts()
    if not layout.column("id") and not layout.column("start"):
        names["id"] = sessions
    parts = [] if paths == sessions else [("/path", layout.column("session"), _moved(paths or (), sessions or ()))]
    if layout.column("duration"):
        name = layout.column("duration")
        parts.append(("/duration", name, [row for row, cell in enumerate(cells[name]) if cell not in (None, "")]))
    table = Table(
        len(texts),
        grammar="plain" if texts else None,
        path=path,
        id=names["id"],
        session=sessions,
        channel=names["channel"],
        speaker=names["speaker"],
        start=times[0],
        end=times[1],
        text=texts,
        lines=lines,
        attributes=_attributes(cells, (owner, layout), parts, others),
    )
    table.nulls = cells[layout.column("text")].count(None) if layout.column("text") else 0
    return table, sorted(reader.wrong, key=attrgetter("row"))


def _moved(paths: Sequence[str], stems: Sequence[str]) -> list[int]:
    """The rows whose recordings are named otherwise than their files."""
    return [row for row, (path, stem) in enumerate(zip(paths, stems, strict=True)) if path != stem]


def _are_texts(cell: Json) -> bool:
    return isinstance(cell, list) and {*map(type, cell)} == {str}


def one_of_several() -> str:
    """The advice for a cell that holds several references."""
    files = argument("result.references(other)", "--references FILE")
    return f"text; several references are one line of trn, such as {{ good day / hello there }} (id), or files: {files}"


class _Reader:
    """Reads the columns of roles; notes the first problems of each."""

    def __init__(self, cells: Mapping[str, Sequence[Json]], layout: Layout, size: int) -> None:
        self._cells, self._layout, self._size = cells, layout, size
        self.wrong: list[Wrong] = []

    def _column(self, role: str) -> Sequence[Json] | None:
        name = self._layout.column(role)
        return self._cells[name] if name else None

    def _note(self, role: str, rows: Iterable[int], whats: Iterable[str], expected: str) -> None:
        name = self._layout.column(role)
        for row, what in islice(zip(rows, whats, strict=False), MAXIMUM_PROBLEMS + 1):
            self.wrong.append(Wrong(row, name, what, expected))

    def _refuse(self, role: str, cells: Sequence[Json], rows: Sequence[int], what: str, expected: str) -> None:
        """Notes cells of a wrong kind."""
        self._note(role, rows, (f"{inline(cells[row])} is not {what}" for row in rows), expected)

    def names(self, role: str) -> Sequence[str] | None:
        """The names of a role; empty where a row has none."""
        cells = self._column(role)
        if cells is None:
            return None
        if not _NO_NAMES.isdisjoint(map(type, cells)):
            rows = [row for row, cell in enumerate(cells) if type(cell) in _NO_NAMES]
            self._refuse(role, cells, rows, "a name", "text or a number")
        texts = texts_of(cells)
        return [text or "" for text in texts] if None in texts else texts

    def paths(self) -> Sequence[str] | None:
        """The paths of recordings; an object with the sound itself has it under `path`."""
        column = self._column("session")
        if column is None or {*map(type, column)} == {str}:
            return column  # type: ignore[return-value]
        if not self._layout.has_paths:
            return self.names("session")
        cells = [cell.get("path") if type(cell) is dict else cell for cell in column]
        rows = [row for row, cell in enumerate(cells) if type(cell) is not str and cell is not None]
        self._refuse("session", cells, rows, "a path", "text")
        return [cell if type(cell) is str else "" for cell in cells]

    def texts(self) -> list[str]:
        """The words."""
        cells = self._column("text") or [None] * self._size
        if {*map(type, cells)} != {str}:
            rows = [row for row, cell in enumerate(cells) if type(cell) is not str and cell is not None]
            is_list = any(_are_texts(cells[row]) for row in rows)
            self._refuse("text", cells, rows, "text", one_of_several() if is_list else "text")
            cells = [cell if type(cell) is str else "" for cell in cells]
        return list(map(str.strip, cells, repeat(BLANKS)))  # type: ignore[arg-type]

    def times(self) -> tuple[Numbers | None, Numbers | None]:
        """Begins and ends; an end that is missing comes from the duration."""
        start, end, length = (self._times_of(role) for role in ("start", "end", "duration"))
        if length is not None and start is not None:
            ends: list[Any] = [None] * self._size if end is None else [*end.texts_or_none()]
            columns = start.texts_or_none(), ends, length.texts_or_none()
            rows = [row for row, (a, b, c) in enumerate(zip(*columns, strict=True)) if a and c and not b]
            begins, lengths = ([column[row] or "" for row in rows] for column in (columns[0], columns[2]))
            for row, text in zip(rows, exact_texts(add, begins, lengths), strict=True):
                ends[row] = text
            end = Numbers.some(ends)
        if start is not None and end is not None and any(map(gt, start.values, end.values)):
            rows = [row for row, (a, b) in enumerate(zip(start.values, end.values, strict=True)) if a > b]
            whats = (f"end {end[row]} is before begin {start[row]}" for row in rows)
            role = "end" if self._layout.column("end") else "duration"
            self._note(role, rows, whats, "end >= begin")
        if not self._layout.column("text") and self._layout.has_spans() and not self.wrong:
            self._check_turns(start, end)
        return start, end

    def _check_turns(self, start: Numbers | None, end: Numbers | None) -> None:
        """Notes turns without times, which are nothing but these."""
        for role, column in (("start", start), ("end" if self._layout.column("end") else "duration", end)):
            rows = [row for row in range(self._size) if column is None or column[row] is None]
            self._note(role, rows, repeat("no time"), "seconds")

    def _times_of(self, role: str) -> Numbers | None:
        """The times of a role as they were written; None if no row has one."""
        cells = self._column(role)
        if cells is None:
            return None
        texts: Sequence[str | None] = texts_of(cells)
        if None in texts or "" in texts:
            texts = [text or None for text in texts]
        if any(text is not None and (":" in text or "," in text) for text in texts):
            texts = [text and (time_numeral(text) or text) for text in texts]
        if self._layout.in_milliseconds(role):
            texts = [text and _of_milliseconds(text, cell) for text, cell in zip(texts, texts_of(cells), strict=True)]
        some = [text for text in texts if text is not None] if None in texts else texts
        values = times(some)  # type: ignore[arg-type]
        if values is not None:
            return Numbers.some(texts, values if None not in texts else None)
        problems = {text: _time_problem(text) for text in {*some} if text is not None}
        rows = [row for row, text in enumerate(texts) if text and problems[text][0]]
        for expected in (CLOCK_EXPECTED, NO_DATE_EXPECTED, "finite seconds >= 0"):
            odd = [row for row in rows if problems[texts[row] or ""][1] == expected]
            self._note(role, odd, (problems[texts[row] or ""][0] for row in odd), expected)
        wrong = {*rows}
        return Numbers.some([None if row in wrong else text for row, text in enumerate(texts)])


def _of_milliseconds(text: str, cell: str) -> str:
    """The seconds of a number of milliseconds; clock times and other texts as they are."""
    value = number_of(text)
    if value is None or not 0 <= value < inf or ":" in cell:
        return text
    return str(seconds(Written(text), 1000))


def _time_problem(text: str) -> tuple[str, str]:
    """The problem of a time, and what is expected; empty where there is none."""
    value = number_of(text)
    if value is None:
        return no_clock_time(text), NO_DATE_EXPECTED if is_date(text) else CLOCK_EXPECTED
    return ("", "") if 0 <= value < inf else (f"{text} is not a time", "finite seconds >= 0")


def texts_of(cells: Sequence[Json]) -> Sequence[Any]:
    """The texts of cells, numbers as the file has them; None for null."""
    kinds = {*map(type, cells)}
    if kinds == {str}:
        return cells
    if kinds == {bytes}:
        return b"\n".join(cells).decode().split("\n")  # type: ignore[arg-type]
    return [cell if type(cell) is str or cell is None else inline(cell) for cell in cells]


def _attributes(
    cells: Mapping[str, Sequence[Json]],
    owner: tuple[str, Layout],
    parts: Sequence[tuple[str, str, Sequence[int]]],
    others: Callable[[], Sequence[Attributes]] | None,
) -> Sequence[Attributes] | None:
    """The attributes of rows, made when they are looked at: members without a role, the cells of `parts`, each the
    key, the column and the rows, and the cells that cannot be derived from the segments again."""
    family, layout = owner
    size = len(next(iter(cells.values()), ()))
    unknown = [name for name in cells if not layout.is_known(name)]
    exact = {name: rows for role in _EXACT if (name := layout.column(role)) and (rows := _odd_rows(role, cells[name]))}
    if others is None and not unknown and not exact and not any(rows for _, _, rows in parts):
        return None

    def attributes() -> Sequence[Attributes]:
        pairs = [zip(repeat(f"{family}:{name}"), map(inline, cells[name])) for name in unknown]
        rows: list[Attributes] = list(zip(*pairs, strict=True)) if pairs else [()] * size
        rows = rows if others is None else list(others())
        for key, name, places in parts:
            _append(rows, places, f"{family}:{key}", [cells[name][row] for row in places])
        whole: dict[int, dict[str, Json]] = {row: {} for row in sorted({*chain.from_iterable(exact.values())})}
        for name, places in exact.items():
            for row in places:
                whole[row][name] = cells[name][row]
        _append(rows, [*whole], f"{family}:/cells", [*whole.values()])
        return rows

    if others is None:
        return OfCells(size, attributes, {name: cells[name] for name in unknown})
    return Made(size, attributes)


class OfCells(Made[Attributes]):
    """Attributes of rows that are cells of columns, which are kept: readers of columns need no attributes."""

    __slots__ = ("columns",)

    def __init__(
        self, size: int, make: Callable[[], Sequence[Attributes]], columns: Mapping[str, Sequence[Json]]
    ) -> None:
        super().__init__(size, make)
        self.columns = columns


def _append(rows: list[Attributes], places: Sequence[int], key: str, values: Sequence[Json]) -> None:
    """Appends the attribute of a key to the rows at these places."""
    for row, value in zip(places, values, strict=True):
        rows[row] += ((key, inline(value)),)


def _odd_rows(role: str, cells: Sequence[Json]) -> list[int]:
    """The rows whose cells cannot be derived from the segments again."""
    if role == "text":
        stripped = list(map(str.strip, [cell if type(cell) is str else "" for cell in cells], repeat(BLANKS)))
        if stripped == cells:
            return []
        return [row for row, (cell, text) in enumerate(zip(cells, stripped, strict=True)) if cell != text]
    kinds = {str, *_NUMBERS} if role in ("start", "end") else {str}
    return [row for row, cell in enumerate(cells) if type(cell) not in kinds] if {*map(type, cells)} - kinds else []


def table_of(
    ids: Sequence[str],
    texts: Sequence[str],
    layout: Layout,
    path: str,
    make: Callable[[], Table],
    nulls: int,
    further: Callable[[Sequence[str]], Mapping[str, Sequence[str | None]]] | None = None,
) -> Table:
    """The table of utterances without times; what else a row has comes from the table that `make` reads.

    `further` reads what `further_columns` gives, where that takes less.
    """
    # Names without a column are missing, or come from the ids.
    columns: dict[str, Any] = dict.fromkeys({"session", "channel", "speaker"} - layout.columns.keys())
    columns |= dict.fromkeys(("start", "end", "tags", "ignored", "labels"))
    table = Table(len(texts), path=path, others=make, id=ids, text=texts, **columns)
    table.nulls = nulls
    table.further = further
    return table
