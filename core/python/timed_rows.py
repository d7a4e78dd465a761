"""Rows of words and segments with times (ctm, stm): fields between blanks, as columns.

The native core takes most rows of a strict format itself; here the reader of the format is given each of them.
"""

from __future__ import annotations

from array import array
from itertools import pairwise
from math import inf

from ..work import NeedsNativeCore
from .charset import WHITE
from .columns import floats, integers
from .side import Side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_IGNORED = (b"ignore_time_segment_in_scoring", b"ignoretimesegmentinscoring")
_WHITE = b" \t\v\f\r"
_INEXACT = 1e-7  # sums of floats differ from sums of decimals by less
_NAN = float("nan")
# Bytes of a number whose value is exact, at most.
_LONGEST_NUMBER = 15


class TimedRows:
    """Rows of words or segments with times: fields between blanks, as columns.

    A row of words has two names, two times, a word and possibly a confidence; one of segments has three names, two
    times, possibly a label, and a text.
    """

    def __init__(self, named: int) -> None:
        self._named = named
        self._are_words = named == 2
        self._marks = (b";",) if self._are_words else (b";;", b"**")
        """What comments begin with."""
        self._rows: list[tuple[bytes, ...]] = []
        self._lines: list[int] = []
        self._starts: list[int] = []
        """The first rows of the runs."""
        self._values: list[tuple[float, float, float]] = []
        """The numbers of rows that were added."""
        self._line = 0
        self._inside = False
        self._is_broken = True
        self.comments: list[tuple[bytes, int]] = []
        """Comment lines, and the number of runs of words, or of segments, before each."""
        self.longest = 0
        """The bytes of the longest line."""
        self.ascii = True
        """Whether the file is ASCII."""

    def _lines_of_rows(self, data: bytes) -> Iterator[bytes]:
        """The lines that hold a row; comments are kept."""
        self.ascii = data.isascii()
        for number, line in enumerate(data.removesuffix(b"\n").split(b"\n") if data else [], 1):
            self._line = number
            self.longest = max(self.longest, len(line))
            if line.startswith(self._marks):
                self._is_broken = not self._inside
                self.comments.append((line, self._items()))
            elif self._are_words or line.strip(_WHITE):
                yield line

    def _items(self) -> int:
        """The number of runs of words, or of segments."""
        return len(self._starts) if self._are_words else len(self)

    def _keep(self, fields: tuple[bytes, ...]) -> None:
        """Adds the row of the line that is read now."""
        if self._is_broken or fields[: self._named] != self._rows[-1][: self._named]:
            self._starts.append(len(self))
            self._is_broken = False
        self._rows.append(fields)
        self._lines.append(self._line)

    def add(self, fields: Sequence[str], begin: float, second: float, confidence: float, /) -> None:
        """Adds the row of the line that is read now: its fields as texts, in the order of the file, with empty ones for
        those that it lacks, and the values of its two times and of its confidence."""
        if len(fields) != self._named + 4:
            raise ValueError("a row of other fields; expected names, numbers and texts")
        self._keep(tuple([field.encode("utf-8", "surrogatepass") for field in fields]))
        self._values.append((begin, second, confidence))

    def comment(self, text: str, /) -> None:
        """Adds a comment that stands before the next row."""
        self.comments.append((text.encode("utf-8", "surrogatepass"), self._items()))

    def set_inside(self, inside: bool, /) -> None:
        """Says whether the next row is inside an alternation, which neither a comment nor another channel cuts."""
        self._inside = inside

    def _words(self) -> list[bytes]:
        """The words or texts of all rows."""
        return self.column(4 if self._are_words else 6)

    def side(self, /) -> Side:
        """The words or texts of all rows as texts of the core."""
        return Side([*self._words()])

    def spoken(self, /) -> tuple[bytes, bytes, TimedRows, bytes]:
        """The words of turns by segment."""
        raise NeedsNativeCore

    def unusual(self, letters: bytes, /) -> bytes:
        """Rows (int64) whose words have a character that is not ASCII, a control character that is no blank, or one of
        these letters."""
        plain = {*range(0x20, 0x7F), *WHITE} - {*letters}
        return array("q", [row for row, word in enumerate(self._words()) if not plain.issuperset(word)]).tobytes()

    @property
    def letters(self) -> int:
        """The bytes of all words or texts."""
        return sum(map(len, self._words()))

    @property
    def added(self) -> int:
        """The number of rows that `add` added."""
        return len(self._values)

    def __len__(self) -> int:
        return len(self._rows)

    def column(self, number: int, rows: bytes | None = None, /) -> list[bytes]:
        """A field of all rows, or of those that a column of int64 names, as written; empty where a row has none."""
        if not 0 <= number < self._named + 4:
            raise ValueError("a field that does not exist; expected 0 or more")
        column = [row[number] for row in self._rows]
        return column if rows is None else [column[row] for row in integers("q", rows)]

    def texts(self, number: int, rows: bytes | None = None, /) -> list[str]:
        """A field of rows as texts."""
        return [field.decode("utf-8", "surrogatepass") for field in self.column(number, rows)]

    def numbers(self, number: int, /) -> bytes:
        """The times or confidences of a field (float64), NaN where a row has none or an odd one."""
        texts = self._texts_of_numbers(number)
        if self._values:
            return array("d", [row[min(number - self._named, 2)] for row in self._values]).tobytes()
        return array("d", [float(text) if self._is_plain(text, number) else _NAN for text in texts]).tobytes()

    def rounded(self, number: int, /) -> bytes:
        """The numbers of a field in single precision (float64), 0 where a row has none or an odd one."""
        values = [0.0 if value != value else value for value in floats(self.numbers(number))]
        return array("d", array("f", values)).tobytes()

    def odd(self, number: int, /) -> bytes:
        """The rows (int64) that write a number with other signs than digits and a point, or with many."""
        odd = array("q")
        for row, text in enumerate(self._texts_of_numbers(number)):
            is_missing = number == 5 and text.upper() in (b"", b"NA")
            if not is_missing and not self._is_plain(text, number):
                odd.append(row)
        return odd.tobytes()

    @property
    def names(self) -> list[tuple[bytes, ...]]:
        """File and channel of every run of rows, of segments the speaker as well."""
        return [self._rows[start][: self._named] for start in self._starts]

    @property
    def first(self) -> bytes:
        """The first row of every run, and the number of rows (int64)."""
        return array("q", [*self._starts, len(self)]).tobytes()

    @property
    def lines(self) -> bytes:
        """The line of every row, from 1 (int64)."""
        return array("q", self._lines).tobytes()

    @property
    def ignored(self) -> bytes:
        """Whether each segment is not to be scored (bytes)."""
        return bytes(any(mark in text.lower() for mark in _IGNORED) for text in self.column(self._named + 3))

    @property
    def first_confidence(self) -> int:
        """The first row that has a confidence, or -1."""
        column = self.column(5) if self._are_words else []
        return next((row for row, text in enumerate(column) if text.upper() not in (b"", b"NA")), -1)

    @property
    def marked(self) -> bool:
        """Whether a word begins like a mark of an alternation."""
        return len(self.marks) > 0

    @property
    def marks(self) -> bytes:
        """The rows whose words begin like a mark of an alternation (int64)."""
        words = self.column(4) if self._are_words else []
        return array("q", [row for row, word in enumerate(words) if word[:4].lower() == b"<alt"]).tobytes()

    def _texts_of_numbers(self, number: int) -> list[bytes]:
        if number not in ((2, 3, 5) if self._are_words else (3, 4)):
            raise ValueError("a field without numbers; expected that of a time or of a confidence")
        return self.column(number)

    def _is_plain(self, text: bytes, number: int) -> bool:
        """Whether a number has digits and perhaps a point; a confidence may be below 0."""
        digits = text.removeprefix(b"-") if number == 5 else text
        return len(text) <= _LONGEST_NUMBER and digits.replace(b".", b"", 1).isdigit()


def _split(line: bytes, most: int) -> tuple[list[bytes], bytes]:
    """The first fields between spaces and tabs, and what stands behind them."""
    fields: list[bytes] = []
    rest = line.lstrip(b" \t")
    while rest and len(fields) < most:
        end = min([place for place in map(rest.find, b" \t") if place >= 0], default=len(rest))
        fields.append(rest[:end])
        rest = rest[end:].lstrip(b" \t")
    return fields, rest


def ctm_rows(data: bytes, /) -> TimedRows | None:
    """The rows of a file of words with times, whose fields spaces and tabs separate; None if a row is too short.

    >>> rows = ctm_rows(b";; note\\ntalk A 0.5 0.25 day 0.9\\ntalk A * * <ALT>\\n")
    >>> rows.texts(4), rows.names, rows.marked, array("q", rows.odd(2)).tolist()
    (['day', '<ALT>'], [(b'talk', b'A')], True, [1])
    """
    rows = TimedRows(2)
    for line in rows._lines_of_rows(data):
        fields, rest = _split(line, 6)
        if len(fields) < 5:
            return None
        confidence = fields[5] if len(fields) > 5 else b""
        rows._keep((*fields[:5], confidence, rest))
    return rows


def read_ctm(data: bytes, row: Callable[[TimedRows, int, str], None], every: bool | None = None, /) -> TimedRows:
    """The rows of a file of words with times. All are handed to row(rows, number, line), which may add them.

    >>> def add(rows: TimedRows, number: int, line: str) -> None:
    ...     rows.add((*line.split(), ""), float(number), 0.5, 1.0)
    >>> read_ctm(b";; note\\ntalk A 2 0.5 day\\n", add).texts(4)
    ['day']
    """
    return _read_by(row, TimedRows(2), data)


def read_stm(
    data: bytes, row: Callable[[TimedRows, int, str], None], braces: bool, every: bool | None = None, /
) -> TimedRows:
    """The segments of a file, as `read_ctm` reads words; what is unusual matters to the native core alone."""
    return _read_by(row, TimedRows(3), data)


def _read_by(row: Callable[[TimedRows, int, str], None], rows: TimedRows, data: bytes) -> TimedRows:
    for line in rows._lines_of_rows(data.replace(b"\r\n", b"\n").removesuffix(b"\r")):
        row(rows, rows._line, line.decode("utf-8", "surrogatepass"))
    return rows


def cut_rows(
    first: bytes, begin: bytes, duration: bytes, pause: float, longest: float, /
) -> tuple[bytes, bytes, bytes, bytes]:
    """Segments of words with times, cut at pauses, before they get longer than `longest`, and where a word begins
    before its segment, because words need not be in order.

    The columns are the first row of every run, begins and durations; those of the segments are the first row of each,
    the row that ends last (-1 where several end about there), its end, and the number of segments of each run.
    """
    begins, durations, runs = floats(begin), floats(duration), integers("q", first)
    firsts, finals, counts = array("q"), array("q"), array("q")
    ends = array("d")
    for opening, closing in pairwise(runs):
        before = len(firsts)
        opened = inf
        for row in range(opening, closing):
            start, stop = begins[row], begins[row] + durations[row]
            # A sum is inexact: a pause of exactly the limit ends a segment in every case.
            if start < opened or start - ends[-1] > pause - _INEXACT or stop - opened > longest + _INEXACT:
                firsts.append(row)
                finals.append(row)
                ends.append(stop)
                opened = start
            elif stop > ends[-1] + _INEXACT:
                finals[-1], ends[-1] = row, stop
            elif stop >= ends[-1] - _INEXACT:
                finals[-1], ends[-1] = -1, max(ends[-1], stop)
        counts.append(len(firsts) - before)
    return firsts.tobytes(), finals.tobytes(), ends.tobytes(), counts.tobytes()
