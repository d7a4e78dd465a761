"""Formats of lines, read row by row.

The core takes the usual rows of formats with large files, and hands each other row to the format; a `FilledTable` takes
the rows of formats that read all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ... import core
from ..errors import Problems, Where, quantity
from ..schema import Comment
from ..schema.filling import Filling
from ..schema.spans import RowFields, RowTexts
from ..source import Source
from .fields import column, splitter, time_problem
from .reading import Reading, has_halves, utf8

if TYPE_CHECKING:
    from typing import Protocol, TypeVar

    class Taker(Protocol):
        """Takes rows, and knows how many these are so far."""

        number: int
        line: str
        problems: Problems

        def __len__(self) -> int: ...

    AnyTaker = TypeVar("AnyTaker", bound=Taker)
    AnyAdder = TypeVar("AnyAdder", bound="Adder")
    # Is given the rows so far, the number of a line, and the line.
    Unusual = Callable[[core.TimedRows, int, str], None]
    Reads = Callable[[bytes, Unusual], core.TimedRows | None]


class FieldReading(Reading):
    """The line that is read now, whose problems have the number of a field."""

    def report(self, field: int, what: str, expected: str, place: tuple[int, str] | None = None) -> None:
        """Reports a problem of a field, counted from 1, of the line that is read, or of another line and its number."""
        number, line = place or (self.number, self.line)
        self.problems.add(Where(self.path, number, column(line, field)), what, expected, line)

    def has_window(self, field: int, begin: str, end: str, expected: str) -> bool:
        """Whether a begin, in this field, and an end, in the next, are times in order; else the problem is reported."""
        if what := time_problem("begin", begin):
            self.report(field, what, expected)
        elif what := time_problem("end", end):
            self.report(field + 1, what, expected)
        elif float(end) < float(begin):
            self.report(field + 1, f"end {end} is before begin {begin}", "end >= begin")
        else:
            return True
        return False

    def report_size(self, size: int, most: int, expected: str) -> None:
        """Reports a row of so many fields, of which there are too few, or more than `most`."""
        if size > most:
            self.report(most + 1, quantity(size, "field"), expected)
        else:
            self.report(size + 1, f"only {quantity(size, 'field')}", expected)


class Adder(FieldReading):
    """Appends what the `row` of a format reads to the rows so far."""

    rows: core.TimedRows


class FilledTable(FieldReading):
    """Takes what the `row` of a format reads, as segments of a table."""

    def __init__(self, path: str, *columns: str) -> None:
        """`columns` names what each segment has, in the order in which `row` adds it."""
        super().__init__(path)
        self.segments = Filling(path, *columns)

    def __len__(self) -> int:
        return len(self.segments)


def read_fields(
    source: Source, row: Callable[[list[str], AnyTaker], None], add: AnyTaker, marks: str | tuple[str, ...]
) -> tuple[Comment, ...]:
    """Hands the fields of each line to `row`, without the core; the comments, which begin with one of these marks."""
    split, comments = splitter(source.text), []
    for add.number, add.line in enumerate(source.lines(), 1):
        if add.line.startswith(marks):
            comments.append(Comment(add.line, len(add)))
        elif fields := split(add.line):
            row(fields, add)
    add.problems.check()
    return tuple(comments)


def read_rows(
    source: Source, reads: Reads, row: Callable[[list[str], AnyAdder], None], add: AnyAdder, most: int = -1
) -> core.TimedRows:
    """The rows of a file: `reads` of the core takes what it can; `row` is given the fields of every other line, of
    which the last one has the rest of the line if there are more than `most` others."""

    def unusual(rows: core.TimedRows, number: int, line: str) -> None:
        add.rows, add.number, add.line = rows, number, line
        row(fields_of(line, most), add)

    source.check_line_ends()
    rows = reads(utf8(source), unusual)
    if rows is None:
        source.count_lines()
        raise AssertionError("a file with few lines cannot be read")
    return rows


def fields_of(line: str, most: int = -1) -> list[str]:
    """The fields of a line between blanks; after `most` of them the rest stays whole.

    >>> fields_of("a  b c", 1), fields_of("a\\u3000b c")
    (['a', 'b c'], ['a\\u3000b', 'c'])
    """
    if line.isascii() and line.isprintable():
        return line.split(None, most)
    return splitter(line, most)(line)


def columns_of(rows: core.TimedRows, source: Source, numbers: Sequence[int], words: int) -> list[Sequence[str]]:
    """Some fields of all rows, made when they are looked at; one of them is that of the words."""
    if has_halves(source):
        return [rows.texts(number) for number in numbers]
    return [RowTexts(rows, number) if number == words else RowFields(rows, number) for number in numbers]


def text_of(field: bytes) -> str:
    """The text of a field of the core."""
    return field.decode("utf-8", "surrogatepass")


def comments_of(rows: core.TimedRows) -> tuple[Comment, ...]:
    """The comments between the rows."""
    return tuple([Comment(text_of(line), before) for line, before in rows.comments])
