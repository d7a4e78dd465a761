"""Tables of utterances as lines of fields with a separator, below a line of column names.

A field in quotes may hold line ends and separators. The module `columns` says what the columns mean.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice, zip_longest

from ..errors import Problems, UsageError, Where, fail, quantity, short
from ..record import Format
from ..schema import Corpus
from ..source import Source
from ..values import dataclass, replace
from .columns import columns_detail, columns_of, layout_of, missing, row_of, segment_of, utterances, written_columns
from .formulas import CsvFormulas, quoted
from .json_source import Json, inline
from .json_words import spoken
from .packed import Packing

_ROWS = 1024
"""Rows that are made into columns at once."""
_PIECE = 1 << 16
"""Characters that are cut into lines at once."""
_MOST_COLUMNS = 10_000
"""Columns of a table: fields of one character each would need many times their size."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """A format of lines with fields: its name and the character between two fields."""

    name: str
    separator: str

    def read(self, source: Source, **columns: str) -> Corpus:
        """Reads a table; options name columns that have other names than usual: `text="raw_text"`."""
        return self._by_columns(source, columns) or self.by_rows(source, columns)

    def _by_columns(self, source: Source, options: dict[str, str]) -> Corpus | None:
        """The corpus of a table without problems, times and line ends in fields; None for any other."""
        reader = csv.reader(_lines(source.text), delimiter=self.separator, strict=True)
        try:
            names = next(reader, [])
            if len(names) > _MOST_COLUMNS:
                return None
            columns: list[list[str]] = [[] for _ in names]
            while some := list(islice(reader, _ROWS if names else 0)):
                if {*map(len, some)} != {len(names)}:
                    return None
                for column, found in zip(columns, zip(*some, strict=True), strict=True):
                    column.extend(found)
        except csv.Error:
            return None
        # More lines than rows: line ends in fields, or the rows end early at a blank line or one with other fields.
        if not any(columns) or reader.line_num != len(columns[0]) + 1:
            return None
        layout = layout_of(names, options)
        if len(set(names)) < len(names) or missing(layout, names, options)[0]:
            return None
        cells = dict(zip(names, columns, strict=True))
        table = utterances(cells, layout, (self.name, source.name, 2), lambda: self.by_rows(source, options).segments)
        if table is None:
            return None
        return Corpus(table, meta=(columns_detail(names, layout, self.name),), format=self.name, path=source.name)

    def by_rows(self, source: Source, columns: dict[str, str]) -> Corpus:
        """Reads a table row by row, with the place of every problem."""
        problems = Problems()
        rows = self._rows(source, problems)
        first, names = next(rows, (1, []))
        if len(names) > _MOST_COLUMNS:
            fail(Where(source.name, first), quantity(len(names), "column"), f"at most {_MOST_COLUMNS:,}")
        layout = layout_of(names, columns)
        what, expected = (
            missing(layout, names, columns) if names else ("no column names", "column names in the first line")
        )
        line = next(iter(source.lines()), "")
        twice = next((name for name, number in Counter(names).items() if number > 1), None)
        if twice is not None:
            what, expected = f"the column {twice!r} is repeated", "every column once"
        if what:
            problems.add(Where(source.name, first), what, expected, line)
            problems.check()
        segments = Packing(len(source.text))
        for number, fields in rows:
            if len(fields) != len(names):
                what = quantity(len(fields), "field")
                problems.add(Where(source.name, number), what, f"{len(names)}, as in the first line")
                continue
            row: dict[str, Json] = dict(zip(names, fields, strict=True))

            def note(column: str, what: str, expected: str, number: int = number) -> None:
                problems.add(Where(source.name, number), f"{column}: {what}", expected)

            segment = segment_of(row, layout, self.name, note)
            segments.append(replace(segment, where=Where(source.name, number)))
        problems.check()
        meta = (columns_detail(names, layout, self.name),)
        return Corpus(segments.segments(), meta=meta, format=self.name, path=source.name)

    def _rows(self, source: Source, problems: Problems) -> Iterator[tuple[int, list[str]]]:
        """Line number and fields of every row; an error in the quotes ends the reading."""
        reader = csv.reader(_lines(source.text), delimiter=self.separator, strict=True)
        while True:
            number = reader.line_num + 1
            try:
                fields = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                problems.add(
                    Where(source.name, number), str(error), "quotes around a whole field, with a closing quote"
                )
                return
            if fields:
                yield number, fields

    def write(self, corpus: Corpus, *, csv_formulas: CsvFormulas = "keep") -> Iterator[str]:
        """Yields a line of column names and a row for every segment; "quote" makes formulas of spreadsheets text."""
        shown = quoted if csv_formulas == "quote" else str
        columns = written_columns(corpus, self.name)
        if columns is not None and not any("\r" in text or "\0" in text for text in map("".join, columns.values())):
            yield from self._in_columns(columns, shown)
            return
        segments = list(spoken(corpus))
        names, layout = columns_of(corpus, segments, self.name)
        buffer = io.StringIO()
        writer = csv.writer(buffer, delimiter=self.separator, lineterminator="\n")
        quoting = csv.writer(buffer, delimiter=self.separator, lineterminator="\n", quoting=csv.QUOTE_ALL)
        writer.writerow(map(shown, names))
        yield buffer.getvalue()
        for segment in segments:
            buffer.seek(0)
            buffer.truncate()
            row = row_of(segment, names, layout)
            cells = [shown(_cell(row.get(name))) for name in names]
            # Readers take a carriage return for a line end; the writer of the library does not quote it.
            try:
                (quoting if any("\r" in cell for cell in cells) else writer).writerow(cells)
            except csv.Error:  # the library of Python 3.10 has no null character
                text = short(segment.text or "")
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
        """Whether the first line names a column of texts and other known columns."""
        if len(lines) < 2 or self.separator not in lines[0]:
            return False
        try:
            first = next(csv.reader(lines[:1], delimiter=self.separator))
        except (csv.Error, StopIteration):
            return False
        names = layout_of(first, {}).columns
        return "text" in names and len(names) > 1 and len(set(first)) == len(first)

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


def _cell(value: Json) -> str:
    if isinstance(value, dict) and isinstance(value.get("path"), str):
        value = value["path"]  # an object with the sound and its path
    return "" if value is None else value if isinstance(value, str) else inline(value)
