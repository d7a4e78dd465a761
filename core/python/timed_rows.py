"""Rows of words and of segments with times (ctm, stm): fields between blanks, as columns."""

from __future__ import annotations

import io
from array import array
from itertools import pairwise
from math import inf

from .columns import floats, integers
from .text import is_strict_text

_IGNORED = (b"ignore_time_segment_in_scoring", b"ignoretimesegmentinscoring")
_WHITE = b" \t\v\f\r"
_INEXACT = 1e-7  # sums of floats differ from sums of decimals by less
_NAN = float("nan")
_CONFIDENCE = 5
# Bytes of a number whose value is exact, at most.
_LONGEST_NUMBER = 15


class TimedRows:
    """Rows of words or of segments with times: fields between blanks, as columns.

    A row has two or three names, two times, and behind these a word and possibly a confidence, or possibly a label and
    a text.
    """

    __slots__ = ("_data", "_lines", "_named", "_raw", "_rows", "_starts", "comments", "longest")

    def __init__(self, data: bytes, named: int, *, raw: bool) -> None:
        self._data = data
        self._named = named
        self._raw = raw
        self._rows: list[tuple[bytes, ...]] = []
        self._lines: list[int] = []
        self._starts: list[int] = []
        """The first rows of the runs."""
        self.comments: list[tuple[bytes, int]] = []
        """Comment lines, and the number of runs of words, or of segments, before each."""
        self.longest = 0
        """The bytes of the longest line."""

    def _read(self) -> bool:
        """Reads all rows; False if one is too short, or begins with half a mark of a comment."""
        words = self._named == 2
        broken = True
        for number, line in enumerate(io.BytesIO(self._data), 1):
            line = line.removesuffix(b"\n")
            line = line if self._raw else line.removesuffix(b"\r")
            self.longest = max(self.longest, len(line))
            if line.startswith((b";",) if words else (b";;", b"**")):
                broken = True
                self.comments.append((line, len(self._starts) if words else len(self)))
                continue
            if not words and not line.strip(_WHITE):
                continue
            fields = self._cut(line)
            if fields is None or (not words and line[:1] in (b";", b"*")):
                return False
            if broken or fields[: self._named] != self._rows[-1][: self._named]:
                self._starts.append(len(self))
                broken = False
            self._rows.append(fields)
            self._lines.append(number)
        return True

    def _cut(self, line: bytes) -> tuple[bytes, ...] | None:
        """The fields of a row, and of words what stands behind a confidence; None if it is too short."""
        blanks = b" \t" if self._raw else _WHITE
        fields, rest = _split(line, 6 if self._named == 2 else 5, blanks)
        if len(fields) < 5:
            return None
        if self._named == 2:
            return (*fields, *[b""] * (6 - len(fields)), rest)
        label, text = _split(rest, 1, blanks) if rest[:1] == b"<" else ([b""], rest)
        return (*fields, *label, text if self._raw else text.rstrip(_WHITE))

    def __len__(self) -> int:
        return len(self._rows)

    def column(self, number: int, rows: bytes | None = None, /) -> list[bytes]:
        """A field of all rows, or of those that a column of int64 names, as written; empty where a row has none."""
        if not 0 <= number < self._named + 4:
            raise ValueError("a field that does not exist; expected 0 or more")
        column = [row[number] for row in self._rows]
        return column if rows is None else [column[row] for row in integers("q", rows)]

    def texts(self, number: int, rows: bytes | None = None, /) -> list[str]:
        """A field of rows as texts, for files in UTF-8."""
        return [field.decode() for field in self.column(number, rows)]

    def numbers(self, number: int, /) -> bytes:
        """The times or confidences of a field (float64), NaN where a row has none or an odd one."""
        column = self._written_numbers(number)
        return array("d", [float(text) if _is_plain(text, number) else _NAN for text in column]).tobytes()

    def rounded(self, number: int, /) -> bytes:
        """The numbers of a field in single precision (float64), 0 where a row has none or an odd one."""
        values = [0.0 if value != value else value for value in floats(self.numbers(number))]
        return array("d", array("f", values)).tobytes()

    def odd(self, number: int, /) -> bytes:
        """The rows (int64) that write a number with other signs than digits and a point, or with many."""
        none = (b"", b"NA") if number == _CONFIDENCE else ()
        column = enumerate(self._written_numbers(number))
        odd = [row for row, text in column if text.upper() not in none and not _is_plain(text, number)]
        return array("q", odd).tobytes()

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
        column = self.column(_CONFIDENCE) if self._named == 2 else []
        return next((row for row, text in enumerate(column) if text.upper() not in (b"", b"NA")), -1)

    @property
    def marked(self) -> bool:
        """Whether a word begins like a mark of an alternation."""
        return self._named == 2 and any(word[:4].lower() == b"<alt" for word in self.column(4))

    @property
    def plain(self) -> bool:
        """Whether no row needs the closer look of a strict reader, braces aside."""
        columns = (2, 3, _CONFIDENCE) if self._named == 2 else (3, 4)
        if not is_strict_text(self._data) or any(map(self.odd, columns)):
            return False
        return self._plain_segments() if self._named == 3 else not (self.marked or any(row[6] for row in self._rows))

    def _plain_segments(self) -> bool:
        """Whether no segment ends before it begins, and no text begins like a label, or has one that is elsewhere."""
        if any(end < start for start, end in zip(floats(self.numbers(3)), floats(self.numbers(4)), strict=True)):
            return False
        labels, texts = self.column(5), self.column(6)
        rows = zip(labels, texts, strict=True)
        if any(not _is_label(label) if label else text[:2] == b"\\<" for label, text in rows):
            return False
        return not (any(labels) and any(b"<" in text for text in texts))

    def _written_numbers(self, number: int) -> list[bytes]:
        if number - self._named not in (0, 1) and (self._named, number) != (2, _CONFIDENCE):
            raise ValueError("a field without numbers; expected that of a time or of a confidence")
        return self.column(number)


def _split(line: bytes, most: int, blanks: bytes) -> tuple[list[bytes], bytes]:
    """The first fields between blanks, and what stands behind them."""
    fields: list[bytes] = []
    rest = line.lstrip(blanks)
    while rest and len(fields) < most:
        end = min([place for place in map(rest.find, blanks) if place >= 0], default=len(rest))
        fields.append(rest[:end])
        rest = rest[end:].lstrip(blanks)
    return fields, rest


def _is_plain(text: bytes, number: int) -> bool:
    """Whether a number has digits and perhaps a point; a confidence may be below 0."""
    digits = text.removeprefix(b"-") if number == _CONFIDENCE else text
    return len(text) <= _LONGEST_NUMBER and digits.replace(b".", b"", 1).isdigit()


def _is_label(field: bytes) -> bool:
    return len(field) > 2 and field[-1:] == b">" and b"<" not in field[1:] and b">" not in field[:-1]


def ctm_rows(data: bytes, /, *, raw: bool = False) -> TimedRows | None:
    """The rows of a file of words with times; None if a row is too short.

    Only spaces and tabs separate the fields of a raw file.

    >>> rows = ctm_rows(b";; note\\ntalk A 0.5 0.25 day 0.9\\ntalk A * * <ALT>\\n")
    >>> rows.texts(4), rows.names, rows.marked, array("q", rows.odd(2)).tolist()
    (['day', '<ALT>'], [(b'talk', b'A')], True, [1])
    """
    rows = TimedRows(data, 2, raw=raw)
    return rows if rows._read() else None


def stm_rows(data: bytes, /, *, raw: bool = False) -> TimedRows | None:
    """The segments of a file; None if a row is too short, or begins with half a mark of a comment.

    Only spaces and tabs separate the fields of a raw file.

    >>> rows = stm_rows(b"talk A anna 0 1.5 <o> one two\\n", raw=True)
    >>> rows.column(5), rows.column(6), array("d", rows.numbers(4)).tolist()
    ([b'<o>'], [b'one two'], [1.5])
    """
    rows = TimedRows(data, 3, raw=raw)
    return rows if rows._read() else None


def cut_rows(
    first: bytes, begin: bytes, duration: bytes, pause: float, longest: float, /
) -> tuple[bytes, bytes, bytes, bytes]:
    """Segments of words with times, cut at pauses, before they get longer than `longest`, and where a word begins
    before its segment, because words need not be in order.

    The columns are the first row of every run, begins and durations; those of the segments are the first row of each,
    the row that ends last (-1 where several end about there), its end, and the number of segments of each run.
    """
    begins, durations = array("d", begin), array("d", duration)
    firsts, finals, counts = array("q"), array("q"), array("q")
    ends = array("d")
    for opening, closing in pairwise(array("q", first)):
        before = len(firsts)
        opened = inf
        times = zip(begins[opening:closing], durations[opening:closing], strict=True)
        for row, (start, length) in enumerate(times, opening):
            stop = start + length
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


def channel_runs(data: bytes, /) -> tuple[list[bytes], bytes, bytes]:
    """Runs of lines that begin with the same two fields: both fields with a blank, the first byte of each run, and its
    number of lines (int64). Comments and blank lines belong to the run before them, or to the first.

    >>> names, begins, lines = channel_runs(b";; note\\na A 1\\na  A 2\\n\\nb A 1\\n")
    >>> names, array("q", begins).tolist(), array("q", lines).tolist()
    ([b'a A', b'b A'], [0, 22], [4, 1])
    """
    names: list[bytes] = []
    begins, lines = array("q"), array("q")
    place = 0
    for line in io.BytesIO(data):
        fields = [] if line[:1] == b";" else line.split(None, 2)[:2]
        name = b" ".join(fields)
        if not begins or (fields and name != names[-1] and names[-1]):
            names.append(name)
            begins.append(place)
            lines.append(0)
        elif fields:
            names[-1] = name
        lines[-1] += 1
        place += len(line)
    return names, begins.tobytes(), lines.tobytes()
