"""Tables of utterances as lines of fields with a separator, below a line of column names.

A field in quotes may hold line ends and separators. The module `columns` says what the columns mean.
"""

from __future__ import annotations

import csv
import io
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice, repeat, zip_longest
from operator import itemgetter
from threading import Lock
from typing import Any

from ..errors import Problems, UsageError, Where, fail, quantity, short
from ..record import Format
from ..schema import Corpus
from ..source import Source
from ..values import dataclass
from .columns import (
    HYPOTHESES,
    MISSING,
    REFERENCES,
    Wrong,
    columns_detail,
    layout_of,
    missing,
    rows_of,
    utterances,
)
from .formulas import CsvFormulas, quoted
from .json import Json, inlines

_ROWS = 1024
"""Rows that are made into columns at once."""
_PIECE = 1 << 16
"""Characters that are cut into lines at once."""
_MOST_COLUMNS = 10_000
"""Columns of a table: fields of one character each would need many times their size."""
_LONGEST = (1 << 31) - 1
"""Characters of a field: the highest limit that Python's reader has on all systems."""
_ONE_LIMIT = Lock()
_ONE_HEADING = "them in the first line alone (of tables that are joined, drop the others: tail -n +2)"


class _Rows:
    """The rows of a table as columns, and those that are `odd`: of another length, with their lines."""

    def __init__(self, source: Source, separator: str) -> None:
        self.path = source.name
        self.error: tuple[Where, str, str] | None = None
        """An error in the quotes, which ends the reading."""
        self._source, self._separator = source, separator
        self._reader = csv.reader(_lines(source.text), delimiter=separator, strict=True)
        self.first, self.names = next(self._rows(), (1, []))
        self.columns: list[list[str]] = [[] for _ in self.names]
        self.lines = array("q")
        self.odd: list[tuple[int, list[str]]] = []

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """Line number and fields of every row that is not blank."""
        number = self._reader.line_num + 1
        try:
            for fields in self._reader:
                if fields:
                    yield number, fields
                number = self._reader.line_num + 1
        except csv.Error as error:
            expected = "quotes around a whole field, with a closing quote"
            self.error = Where(self.path, number), str(error), expected

    def check_names(self, what: str, expected: str) -> None:
        """Refuses names of columns with a problem."""
        if not self.names:
            what, expected = "no column names", "column names in the first line"
        twice = next((name for name, number in Counter(self.names).items() if number > 1), None)
        if twice is not None:
            what, expected = f"the column {twice!r} is repeated", "every column once"
        if what:
            problems = Problems()
            if self.error:
                problems.add(*self.error)
            problems.add(Where(self.path, self.first), what, expected, next(iter(self._source.lines()), ""))
            problems.check()

    def read(self) -> None:
        """Reads all rows."""
        if not self._read_plain():
            with fields_of_any_length():
                self._read_rows()
        del self._reader, self._source

    def headings(self) -> list[int]:
        """The rows that repeat the names of the columns, as tables have that were joined with their first lines."""
        if len(self.names) < 2 or self.names[0] not in self.columns[0]:
            return []
        return [row for row, fields in enumerate(zip(*self.columns, strict=True)) if [*fields] == self.names]

    def _read_plain(self) -> bool:
        """Reads rows of one length without quotes; False for any others."""
        text, size = self._source.text, len(self.names)
        if '"' in text or text.count("\r") != text.count("\r\n"):
            return False
        lines = self._source.lines()[self.first :]
        if "" in lines or {*map(str.count, lines, repeat(self._separator))} != {size - 1}:
            return False
        fields = self._separator.join(lines).split(self._separator)
        self.columns = [fields[place::size] for place in range(size)]
        self.lines = array("q", range(self.first + 1, self.first + 1 + len(lines)))
        return True

    def _read_rows(self) -> None:
        rows, size = self._rows(), len(self.names)
        while some := list(islice(rows, _ROWS)):
            if {len(fields) for _, fields in some} != {size}:
                self.odd += [row for row in some if len(row[1]) != size]
                some = [row for row in some if len(row[1]) == size]
            self.lines.extend([number for number, _ in some])
            for column, values in zip(self.columns, zip(*[fields for _, fields in some], strict=True), strict=False):
                column += values


@contextmanager
def fields_of_any_length() -> Iterator[None]:
    """A stretch in which Python's reader of csv takes fields of more than 128 KiB, such as the text of an hour.

    The limit is one for the whole process: it is as before at the end, and no other stretch runs meanwhile.
    """
    with _ONE_LIMIT:
        before = csv.field_size_limit(_LONGEST)
        try:
            yield
        finally:
            csv.field_size_limit(before)


def separator_of(head: str, usual: str) -> str:
    """The character between the names of columns: a semicolon in place of commas where there are no commas.

    >>> separator_of("id;text", ","), separator_of("id,text;", ","), separator_of("id;a", "\\t")
    (';', ',', '\\t')
    """
    return ";" if usual == "," and ";" in head and "," not in head else usual


def separator_in(head: str) -> str:
    """The character between the names of columns of any table: a tab, a semicolon or a comma.

    >>> separator_in("id\\ttext"), separator_in("id;text"), separator_in("id,text")
    ('\\t', ';', ',')
    """
    return "\t" if "\t" in head else separator_of(head, ",")


@dataclass(frozen=True, slots=True)
class Dialect:
    """A format of lines with fields: its name and the character between two fields."""

    name: str
    separator: str

    def read(self, source: Source, **columns: str) -> Corpus:
        """Reads a table; options name columns that have other names than usual: `text="raw_text"`."""
        rows = _Rows(source, separator_of(next(iter(source.head(1)), ""), self.separator))
        if len(rows.names) > _MOST_COLUMNS:
            fail(Where(source.name, rows.first), quantity(len(rows.names), "column"), f"at most {_MOST_COLUMNS:,}")
        layout = layout_of(rows.names, columns)
        rows.check_names(*missing(layout, rows.names, columns))
        rows.read()
        cells = dict(zip(rows.names, rows.columns, strict=True))
        table, wrong = utterances(cells, layout, (self.name, source.name, rows.lines))
        if wrong or rows.odd or rows.error or rows.headings():
            self._tell(rows, wrong)
        meta = (columns_detail(rows.names, layout, self.name),)
        return Corpus(table, meta=meta, format=self.name, path=source.name)

    def _tell(self, rows: _Rows, wrong: Sequence[Wrong]) -> None:
        """Raises the problems of rows, each with its line."""
        problems = Problems()
        expected = f"{len(rows.names)}, as in the first line"
        told = [(number, quantity(len(fields), "field"), expected) for number, fields in rows.odd]
        told += [(rows.lines[row], "the column names again", _ONE_HEADING) for row in rows.headings()]
        told += [(rows.lines[problem.row], f"{problem.column}: {problem.what}", problem.expected) for problem in wrong]
        for number, what, expected in sorted(told, key=itemgetter(0)):
            problems.add(Where(rows.path, number), what, expected)
        if rows.error:
            problems.add(*rows.error)
        problems.check()

    def write(self, corpus: Corpus, *, csv_formulas: CsvFormulas = "keep") -> Iterator[str]:
        """Yields a line of column names and a row for every segment; "quote" makes formulas of spreadsheets text."""
        shown = quoted if csv_formulas == "quote" else str
        rows = rows_of(corpus, self.name)
        columns = rows.columns(corpus.meta, self.name)
        cells = rows.cells(columns, range(rows.segments.size))
        texts = {name: _texts(column) for name, column in cells.items()}
        if not any("\r" in text or "\0" in text for text in map("".join, texts.values())):
            yield from self._in_columns(texts, shown)
            return
        buffer = io.StringIO()
        writer = csv.writer(buffer, delimiter=self.separator, lineterminator="\n")
        quoting = csv.writer(buffer, delimiter=self.separator, lineterminator="\n", quoting=csv.QUOTE_ALL)
        writer.writerow(map(shown, texts))
        for place, row in enumerate(zip(*texts.values(), strict=True)):
            fields = list(map(shown, row))
            # Readers take a carriage return for a line end; the writer of the library does not quote it.
            try:
                (quoting if any("\r" in field for field in fields) else writer).writerow(fields)
            except csv.Error:  # the library of Python 3.10 has no null character
                text = short(rows.segments.texts[place])
                raise UsageError(f"{self.name} cannot hold {text!r}: its row has a null character") from None
        yield buffer.getvalue()

    def _in_columns(self, columns: Mapping[str, Sequence[str]], shown: Callable[[str], str]) -> Iterator[str]:
        """The lines of columns, many at once."""
        rows = zip(*(column if shown is str else list(map(shown, column)) for column in columns.values()), strict=True)
        buffer = io.StringIO()
        writer = csv.writer(buffer, delimiter=self.separator, lineterminator="\n")
        writer.writerow(map(shown, columns))
        while text := buffer.getvalue():
            yield text
            buffer.seek(0)
            buffer.truncate()
            writer.writerows(islice(rows, _ROWS))

    def sniff(self, lines: Sequence[str]) -> bool:
        """Whether the first line names a column of texts and other known columns, or references and hypotheses."""
        separator = separator_of(next(iter(lines), ""), self.separator)
        if len(lines) < 2 or separator not in lines[0]:
            return False
        try:
            first = next(csv.reader(lines[:1], delimiter=separator))
        except (csv.Error, StopIteration):
            return False
        roles = layout_of(first, {}).columns
        has_both = not set(REFERENCES).isdisjoint(first) and not set(HYPOTHESES).isdisjoint(first)
        return (has_both or ("text" in roles and len(roles) > 1)) and len(set(first)) == len(first)

    def format(self, summary: str) -> Format:
        """The record of this format."""
        return Format(
            name=self.name,
            suffixes=(f".{self.name}",),
            summary=summary,
            carries=frozenset({"ids", "sessions", "channels", "speakers", "segment times"}),
            read=self.read,
            write=self.write,
            sniff=self.sniff,
            family="toolkits",
            streams="commas" if self.separator == "," else "tabs",
        )


def _lines(text: str) -> Iterator[str]:
    """The lines of a text with their ends; piece by piece, because a buffer takes four bytes for every character."""
    starts = [0]
    while end := text.find("\n", starts[-1] + _PIECE) + 1:
        starts.append(end)
    pieces = (text[start:end] for start, end in zip_longest(starts, starts[1:]))
    return chain.from_iterable(io.StringIO(piece, newline="") for piece in pieces)


def _texts(cells: Sequence[Json]) -> list[str]:
    """The texts of cells; an object with the sound and its path is its path."""
    texts: list[Any] = ["" if cell is None or cell is MISSING else cell for cell in cells]
    texts = [text["path"] if type(text) is dict and type(text.get("path")) is str else text for text in texts]
    odd = [place for place, text in enumerate(texts) if type(text) is not str]
    for place, text in zip(odd, inlines([texts[place] for place in odd]), strict=True):
        texts[place] = text
    return texts
