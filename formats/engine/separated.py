"""Tables of utterances as lines of fields with a separator, below a line of column names.

A field in quotes may hold line ends and separators. The module `columns` says what the columns mean.
"""

from __future__ import annotations

import csv
import io
import re
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain, islice, zip_longest
from threading import Lock
from typing import Any

from ... import core
from ...core.file_names import file_stems
from ..errors import UsageError, Where, arguments_in, fail, quantity, short
from ..record import Format
from ..roles import HYPOTHESES, REFERENCES, ROLES, first_usual
from ..schema import NOTICE, Corpus, Table
from ..schema.coded import CodedColumn, coded
from ..schema.spans import SpanIds, SpanTexts
from ..source import Source
from ..values import dataclass
from .clock_times import COUNTS_FRAMES, is_date, timecode_numeral
from .columns import CARRIES, Layout, columns_detail, is_of_aligner, layout_of, missing
from .cues import frame_rate_of
from .formulas import CsvFormulas, quoted
from .json import Json
from .json_text import inline
from .reading import Reading, has_halves, utf8
from .table_cells import MISSING, rows_of
from .tiers import OF_ALIGNER, no_tier
from .utterances import table_of, utterances

_ROWS = 1024
"""Rows that are written at once."""
_PIECE = 1 << 16
"""Characters that are cut into lines at once."""
_MOST_COLUMNS = 10_000
"""Columns of a table: fields of one character each would need many times their size."""
_CELLS = 30
"""Cells of a row that a message shows."""
_LONGEST = (1 << 31) - 1
"""Characters of a field: the highest limit that Python's reader has on all systems."""
_OF_WHISPER = ["start", "end", "text"], ["start", "end", "speaker", "text"]
"""The columns of Whisper, and of whisper.cpp, which has speakers."""
_MILLISECONDS = 100
"""Times of a table without points are milliseconds where half of the segments are as long as this, or longer."""
_FRAMES_EXPECTED = "frame_rate=25 (--option frame_rate=25) of convert reads frames"
_SEPARATOR = re.compile(r'"?sep=([!-~\t])"?[,;\t]*$', re.IGNORECASE)
_QUOTED_ROW = re.compile(rb'^(?:[^\n]*\t)?"[^\n]*?(?=\r?$)', re.MULTILINE)
_WHOLE_CELL = re.compile(rb'"(?:[^"]|"")*"')
_TITLES = 20
"""Lines among which names of columns are looked for below titles."""
_ERRORS = re.compile(r"#(?:NAME\?|REF!|VALUE!|DIV/0!|N/A|NULL!|NUM!)")
"""What spreadsheets write in place of the result of a formula."""
_TAIL = 1 << 16
"""So many bytes at the end of a table hold its last row."""
_SUMS = frozenset(
    ("total", "totals", "totale", "sum", "summe", "gesamt", "average", "averages", "avg", "mean", "moyenne", "media")
    + ("overall", "mittelwert", "durchschnitt")
)
"""What the last row of a spreadsheet begins with where it sums up the others."""
_ONE_LIMIT = Lock()
_ONE_HEADING = "them in the first line only (in joined tables, drop the others: tail -n +2)"


class _Rows(Reading):
    """Appends what `row` reads to the rows so far."""

    rows: core.TableRows
    in_milliseconds = False
    """Whether times are whole milliseconds."""
    added = 0
    """Lines of names that were added above the first one."""
    tiers: Sequence[str] = ()
    """The types of an aligner's rows that are read; none stand for words."""
    has_phones = False
    """Whether rows of phones, which repeat rows of words, are left out."""

    def __init__(self, source: Source, separator: str, options: Mapping[str, str], frame_rate: float | None) -> None:
        super().__init__(source.name)
        self.frame_rate = frame_rate
        self.separator = separator
        self.options, self._source = options, source
        self._layout: Layout | None = None

    def layout(self, rows: core.TableRows) -> Layout:
        """The roles of the columns, which are found once; a problem of their names is reported alone."""
        if self._layout is None:
            self._layout = layout_of(rows.names, self.options)
            if self.options or not self._layout.is_of_times_alone(rows.names):
                _check_names(self._source, rows.names, *missing(self._layout, rows.names, self.options))
        return self._layout

    def report(self, what: str, expected: str) -> None:
        """Reports a problem of the row that is read."""
        self.problems.add(Where(self.path, self.number), what, expected)


def row(text: str, add: _Rows) -> None:
    """Reads one row: as many fields as the first line has names; an empty line is none."""
    names = add.rows.names
    try:
        fields = next(csv.reader(_lines(text), delimiter=add.separator, strict=True), [])
    except csv.Error as error:
        add.report(str(error), "quotes around a whole field, with a closing quote")
        return
    if fields and len(fields) != len(names):
        add.report(quantity(len(fields), "field"), f"{len(names)}, as in the first line")
    elif fields == names and len(names) > 1:  # as tables have that were joined with their first lines
        add.report("the column names again", _ONE_HEADING)
    elif fields:
        add.rows.add(fields)


def _check_names(source: Source, names: Sequence[str], what: str, expected: str) -> None:
    """Rejects names of columns with a problem."""
    if not names:
        what, expected = "no column names", "column names in the first line"
    if len(names) > _MOST_COLUMNS:
        fail(Where(source.name, 1), quantity(len(names), "column"), f"at most {_MOST_COLUMNS:,}")
    twice = next((name for name, number in Counter(names).items() if number > 1), None)
    if twice is not None:
        what, expected = f"the column {twice!r} is repeated", "every column once"
    if what:
        if not first_usual(ROLES["text"], names):
            expected += names_below(source.head(_TITLES), ROLES["text"])
        lines = (line.strip("\r\n") for line in _lines(source.text))
        number, line = next(((number, line) for number, line in enumerate(lines, 1) if line), (1, ""))
        fail(Where(source.name, number), what, expected, line)


def _are_milliseconds(rows: core.TableRows) -> bool:
    """Whether a table is one of Whisper's, whose times are whole milliseconds: segments of minutes, were it seconds."""
    if rows.names not in _OF_WHISPER or not len(rows):
        return False
    starts, ends = ([*_coded(rows, name)] for name in ("start", "end"))
    if not all(cell.isdecimal() for cell in (*starts, *ends) if cell):
        return False
    lengths = sorted(int(end) - int(start) for start, end in zip(starts, ends, strict=True) if start and end)
    return bool(lengths) and lengths[len(lengths) // 2] >= _MILLISECONDS


def _without_dates(rows: core.TableRows, layout: Layout, options: Mapping[str, str]) -> tuple[Layout, list[str]]:
    """The layout without times that are dates in every row, such as those of calls, and the names of these columns."""
    if not layout.column("text"):
        return layout, []
    names = [name for role in ("start", "end") if role not in options and (name := layout.column(role))]
    dated = [name for name in names if _are_dates(_coded(rows, name).values)]
    return (layout_of([name for name in rows.names if name not in dated], options), dated) if dated else (layout, [])


def _are_dates(cells: Sequence[str | None]) -> bool:
    """Whether all cells that are not empty are dates, and there are any."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(map(is_date, filled))


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


def _notices(add: _Rows, dated: Sequence[str], literal: int, empty: int) -> Iterator[str]:
    """Notices of what is read otherwise than it looks: columns of dates, quotes that are letters, empty rows."""
    if add.in_milliseconds:
        yield "times are read as milliseconds, as Whisper writes them"
    if dated:
        columns = "a further column" if len(dated) == 1 else "further columns"
        yield f"{', '.join(dated)}: dates, not times in a recording; read as {columns}"
    if add.added:
        yield "columns are named by number: the first line is read as a row"
    if add.has_phones:
        way = "tiers='phones' (--tier phones) of segments and convert reads these, text=Label (--option text=Label)"
        left_out = "words are read from 'Label', and rows of phones are left out"
        yield arguments_in(f"{left_out}; {way} of convert all rows")
    if literal:
        yield f"quotes of {quantity(literal, 'row')} are letters: they do not stand around whole cells"
    if empty:
        yield f"{quantity(empty, 'empty row')} {'is' if empty == 1 else 'are'} skipped"


def separator_of(head: str, usual: str) -> str:
    """The character between the names of columns: a semicolon or a tab, as Excel writes, where there are no commas.

    Bars, which lists without names have, are between names where one of them is usual for texts.

    >>> separator_of("id;text", ","), separator_of("id,text;", ","), separator_of("id;a", "\\t")
    (';', ',', '\\t')
    >>> separator_of("id\\ttext", ","), separator_of("wav_filename|transcript", ","), separator_of("a-1|good day", ",")
    ('\\t', '|', ',')
    """
    if usual != "," or "," in head:
        return usual
    if "|" in head and first_usual((*REFERENCES, *HYPOTHESES), head.split("|")):
        return "|"
    return next((mark for mark in ";\t" if mark in head), usual)


def separator_in(head: str) -> str:
    """The character between the names of columns of any table: a tab, a semicolon or a comma.

    >>> separator_in("id\\ttext"), separator_in("id;text"), separator_in("id,text")
    ('\\t', ';', ',')
    """
    return "\t" if "\t" in head else separator_of(head, ",")


def heading_of(lines: Sequence[str], usual: str) -> tuple[int, str, str]:
    """How many lines stand above the names of columns, the line of these, and the character between them.

    A first line `sep=;` is none of the table: it tells Excel the separator.

    >>> heading_of(["sep=;", "id;text"], ","), heading_of(["id,text"], ",")
    ((1, 'id;text', ';'), (0, 'id,text', ','))
    """
    head = next(iter(lines), "")
    if match := _SEPARATOR.match(head):
        return 1, next(islice(lines, 1, None), ""), match[1]
    return 0, head, separator_of(head, usual)


def names_below(lines: Sequence[str], usual: Collection[str]) -> str:
    """The end of a message about a first line without names of columns: a line below that has usual ones.

    >>> names_below(["Report", "", "id,text"], ["text"])
    '; line 3 looks like the names of the columns: remove the lines above it (tail -n +3)'
    """
    for number, line in enumerate(islice(lines, 1, _TITLES), 2):
        cells = cells_of(line, separator_in(line))
        if len(cells) > 1 and first_usual(usual, cells):
            return f"; line {number} looks like the names of the columns: remove the lines above it (tail -n +{number})"
    return ""


def cells_of(line: str, separator: str) -> list[str]:
    """The cells of a line; none of one that is broken."""
    try:
        return next(csv.reader([line], delimiter=separator, strict=True), [])
    except csv.Error:
        return []


def numbers_of(head: Sequence[str], wanted: Collection[str], path: str = "") -> list[str]:
    """The numbers of the columns from 1, where these are wanted and the first line of the table is a row; else nothing.

    A line with a usual name, or of numbers alone, as pandas writes, is one of names. Numbers that no column has are
    rejected, with the cells of the first row.

    >>> numbers_of(["7", "a.wav", "good day"], ["3", "1"]), numbers_of(["id", "3"], ["3"]), numbers_of(["a"], ["b"])
    (['1', '2', '3'], [], [])
    """
    numbers = [str(number) for number in range(1, len(head) + 1)]
    if not all(map(str.isdecimal, wanted)) or all(map(str.isdecimal, head)) or layout_of(head, {}).columns:
        return []
    beyond = [number for number in wanted if number not in numbers]
    if beyond and {*wanted}.isdisjoint(head):
        cells = [f"{number} ({short(cell)!r})" for number, cell in zip(numbers, head[:_CELLS], strict=False)]
        shown = ", ".join(cells + ["..."] * (len(head) > _CELLS))
        raise UsageError(f"{path}: no column {beyond[0]} among {shown}; expected the number of one of them")
    return numbers if wanted and not beyond else []


def tiered(source: Source, format: str) -> str:
    """The format of a file as `Tiers` takes it: tables of an aligner have tiers, those of other columns have none.

    >>> tiered(Source(b"Begin,End,Label,Type,Speaker"), "csv"), tiered(Source(b"id,text"), "csv")
    ('table of an aligner', 'csv')
    """
    if format != "csv":
        return format
    _, head, separator = heading_of(source.head(2), ",")
    return OF_ALIGNER if is_of_aligner(cells_of(head, separator)) else format


@dataclass(frozen=True, slots=True)
class Dialect:
    """A format of lines with fields: its name and the character between two fields."""

    name: str
    separator: str

    def read(
        self, source: Source, *, frame_rate: float | None = None, tiers: str | Sequence[str] = (), **columns: str
    ) -> Corpus:
        """Reads a table; options name columns that have other names than usual: `text="raw_text"`.

        `frame_rate` reads times that count frames, `tiers` chooses the rows of an aligner by their type: `phones`.
        """
        columns = {role: str(name) for role, name in columns.items()}  # a command may give a number
        above, head, separator = heading_of(source.head(2), self.separator)
        add = _Rows(source, separator, columns, None if frame_rate is None else frame_rate_of(frame_rate))
        add.tiers = (tiers,) if isinstance(tiers, str) else tiers
        if tiers and not is_of_aligner(cells_of(head, separator)):
            raise UsageError(f"{source.name}: tiers= (--tier) is for tables of an aligner; expected no tiers of others")
        data, numbers = utf8(source), numbers_of(cells_of(head, separator), columns.values(), source.name)
        if above:
            data = data[data.index(b"\n") :]  # lines keep their numbers
        data, literal = _with_literal_quotes(data) if separator == "\t" else (data, 0)
        data, empty = _without_empty_rows(data, separator.encode())
        if numbers:
            data, add.added = f"{separator.join(numbers)}\n".encode() + data, 1

        def unusual(rows: core.TableRows, number: int, text: str) -> None:
            if rows.names:  # otherwise their quotes are wrong
                add.layout(rows)
            add.rows, add.number = rows, number - add.added
            row(text, add)

        with fields_of_any_length():
            rows = core.read_table(data, separator.encode(), unusual)
        if rows is None:
            source.count_lines()
            raise AssertionError("a table of few lines cannot be read")
        if not rows.names:
            add.problems.check()
        layout, dated = _without_dates(rows, add.layout(rows), columns)
        add.in_milliseconds = _are_milliseconds(rows)
        table = self._table(rows, layout, add, has_halves(source))
        add.problems.check()
        meta = [columns_detail(rows.names, layout, self.name)]
        notices = [*source.notices, *_notices(add, dated, literal, empty)]
        notices += _odd_rows(rows, layout, data, separator)
        if notices:
            meta.append((f"{self.name}{NOTICE}", "; ".join(notices)))
        return Corpus(table, meta=tuple(meta), format=self.name, path=source.name)

    def _table(self, rows: core.TableRows, layout: Layout, add: _Rows, are_strings: bool) -> Table:
        """The table of rows; without times, all but texts and ids is read when it is looked at."""
        if are_strings or not len(rows) or layout.has_times():
            return self._whole_table(rows, layout, add)
        key = layout.column("id") or layout.column("session")
        is_path = not layout.column("id") and layout.has_paths
        place_of = {name: place for place, name in enumerate(rows.names)}
        spans, are_keys = rows.spans(place_of[layout.column("text")], place_of[key] if key else -1, is_path)
        ids = SpanIds(spans) if are_keys else spans.ids()
        make = cache(lambda: self._whole_table(rows, layout, add))
        further = cache(partial(_further, rows, layout))
        return table_of(ids, SpanTexts(spans), layout, add.path, make, 0, further)

    def _whole_table(self, rows: core.TableRows, layout: Layout, add: _Rows) -> Table:
        lines = array("q", rows.lines)
        if add.added:
            lines = array("q", [line - add.added for line in lines])
        cells = {name: [*_coded(rows, name)] for name in rows.names}
        if add.in_milliseconds:
            for name in ("start", "end"):
                cells[name] = [f"{int(cell) / 1000:.3f}" if cell else cell for cell in cells[name]]
        if add.frame_rate is not None:
            for name in filter(None, map(layout.column, ("start", "end", "duration"))):
                cells[name] = [timecode_numeral(cell, add.frame_rate) or cell for cell in cells[name]]
        if "text" not in add.options and is_of_aligner(rows.names):
            kinds = cells[rows.names[3]]
            if wanted := next((name for name in add.tiers if name not in kinds), None):
                raise no_tier(add.path, wanted, dict.fromkeys(kinds))
            chosen = [row for row, kind in enumerate(kinds) if (kind in add.tiers if add.tiers else kind != "phones")]
            add.has_phones = not add.tiers and len(chosen) < len(kinds)
            cells = {name: [column[row] for row in chosen] for name, column in cells.items()}
            lines = array("q", [lines[row] for row in chosen])
        table, wrong = utterances(cells, layout, (self.name, add.path, lines))
        for problem in wrong:
            where = Where(add.path, lines[problem.row])
            expected = problem.expected
            if problem.what.endswith(COUNTS_FRAMES):
                of_rate = f"a frame number below {add.frame_rate:g}" if add.frame_rate else _FRAMES_EXPECTED
                expected = f"{expected}; {of_rate}"
            add.problems.add(where, f"{problem.column}: {problem.what}", expected)
        return table

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
        """Whether the first line names texts and other known columns, or turns, or references and hypotheses."""
        above, head, separator = heading_of(lines, self.separator)
        if len(lines) < 2 + above or separator not in head or {separator, self.separator} == {"\t", ","}:
            return False  # a table with tabs is tsv, unless its name says csv
        try:
            first = next(csv.reader([head], delimiter=separator))
        except (csv.Error, StopIteration):
            return False
        layout = layout_of(first, {})
        has_texts = bool(layout.column("text")) and len(layout.columns) > 1
        has_both = all(first_usual(usual, first) for usual in (REFERENCES, HYPOTHESES))
        return (has_both or has_texts or layout.is_of_turns()) and len(set(first)) == len(first)

    def format(self, summary: str) -> Format:
        """The record of this format."""
        return Format(
            name=self.name,
            suffixes=(f".{self.name}",),
            summary=summary,
            carries=CARRIES,
            read=self.read,
            write=self.write,
            sniff=self.sniff,
            family="toolkits",
            streams="commas" if self.separator == "," else "tabs",
        )


def _with_literal_quotes(data: bytes) -> tuple[bytes, int]:
    """The table with quotes as csv writes letters, in rows with a cell that only begins with one; and their number.

    Common Voice quotes no cells: a sentence may be `"Yes" she said`. A row of several lines stays as it is: its lines
    have fewer cells than the first line of the table.
    """
    width = data.partition(b"\n")[0].count(b"\t")
    number = 0

    def written(match: re.Match[bytes]) -> bytes:
        nonlocal number
        line = match[0]
        end = data.find(b"\n", match.end())
        following = data[end + 1 : max(0, data.find(b"\n", end + 1)) or None] if end >= 0 else b""
        if line.count(b"\t") != width or (following.strip() and following.count(b"\t") != width):
            return line
        cells = line.split(b"\t")
        if all(_WHOLE_CELL.fullmatch(cell) for cell in cells if cell.startswith(b'"')):
            return line
        number += 1
        return b"\t".join([b'"%b"' % cell.replace(b'"', b'""') if b'"' in cell else cell for cell in cells])

    return (_QUOTED_ROW.sub(written, data), number) if width else (data, 0)


def _without_empty_rows(data: bytes, separator: bytes) -> tuple[bytes, int]:
    """The table with empty lines for rows of which no cell holds anything, as spreadsheets write; and their number."""
    mark = re.escape(separator)
    if not re.search(b"\n" + mark, data):  # which is quicker than `in`
        return data, 0
    number = quotes = begin = 0

    def emptied(match: re.Match[bytes]) -> bytes:
        nonlocal number, quotes, begin
        quotes, begin = quotes + data.count(b'"', begin, match.start()), match.start()
        if quotes % 2:
            return match[0]  # inside a cell
        number += 1
        return b""

    return re.sub(rb"(?<=\n)%b[%b \t]*(?=\r?(?:\n|\Z))" % (mark, mark), emptied, data), number


def _odd_rows(rows: core.TableRows, layout: Layout, data: bytes, separator: str) -> Iterator[str]:
    """Notices about cells with errors of a spreadsheet, and about a sum in the last row."""
    text = layout.column("text")
    if text and b"#" in data:
        cells = [cell for cell in _coded(rows, text) if cell and _ERRORS.fullmatch(cell.strip())]
        if cells:
            yield f"{quantity(len(cells), 'cell')} of {text!r} with an error of a spreadsheet, such as {cells[0]}"
    last = data[-_TAIL:].rstrip().rpartition(b"\n")[2].decode("utf-8", "replace")
    label = next(filter(None, map(str.strip, cells_of(last, separator))), "")
    if len(rows.names) > 1 and label.rstrip(":").casefold() in _SUMS:
        yield f"the last row begins with {label!r}: it is read as any other; remove it if it sums up the others"


def _coded(rows: core.TableRows, name: str) -> CodedColumn:
    """A column of the rows."""
    values, codes = rows.coded(rows.names.index(name))
    return CodedColumn(tuple(values), array("i", codes))


def _further(rows: core.TableRows, layout: Layout, without: Sequence[str]) -> Mapping[str, CodedColumn]:
    """The columns but for texts, ids and some others, by name."""
    session = layout.column("session")
    unwanted = {layout.column("text"), layout.column("id") or session, *without}
    columns = {name: _coded(rows, name) for name in rows.names if name and name not in unwanted}
    if session in columns and layout.has_paths:
        # Recordings are named as their files without folders and suffixes, so that two names may become one.
        paths = columns[session]
        columns[session] = coded(file_stems(paths.values)).spread(paths.codes)  # type: ignore[arg-type]
    return columns


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
    return [text if type(text) is str else inline(text) for text in texts]
