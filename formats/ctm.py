"""CTM: words with times, one row for each word, by recording and channel.

    ;; file channel begin duration word [confidence [type [speaker]]]
    talk A 0.05 0.24 the 0.91
    talk A * * <ALT_BEGIN>
    talk A 0.31 0.40 grey 0.52
    talk A * * <ALT>
    talk A 0.31 0.40 gray 0.52
    talk A * * <ALT_END>

Reading is stricter than sclite: rows that are too short, blank lines, times that are not finite numbers >= 0 and open
alternations are errors. Rows may come in any order; a segment is a run of rows of one channel.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, compress, repeat, zip_longest
from math import isfinite, isinf, nan
from operator import itemgetter

from .engine.comments import comment_line, with_comments
from .engine.fields import are_numbers, column, grid, number, splitter, time_problem, word_of
from .engine.rows import run_lines, timed
from .errors import Problems, UsageError, Where, quantity
from .record import Format
from .schema import Comment, Corpus, Table
from .schema.markup import unmarked
from .schema.words import ALT, ALT_BEGIN, ALT_END, NO_TIME, UNSURE, Words, mark_of
from .source import Source
from .values import dataclass

COMMENT = ";"
_LAYOUT = "file channel begin duration word [confidence [type [speaker]]]"
_MARKS = (ALT_BEGIN, ALT, ALT_END)
_FEWEST, _MOST = 5, 8
# The garbage collector would scan longer lists of rows again and again.
_CHUNK = 16_000  # characters
_SIGNS = b"0123456789.-"
_HEAD = itemgetter(slice(4))  # the letters that tell a mark


def read(source: Source, *, markup: bool = True) -> Corpus:
    """Reads words with times; `markup=False` takes semicolons and stars in words literally.

    >>> corpus = read(Source(b"talk A 0.05 0.24 the 0.91\\ntalk A 0.31 0.40 cat 0.52\\n"))
    >>> [(label.value, label.start, label.end, label.confidence) for label in corpus.segments[0].items]
    [('the', 0.05, 0.29, 0.91), ('cat', 0.31, 0.71, 0.52)]
    """
    reader = _Reader(source, markup)
    if not reader.read():
        _Complaints(source).tell()
    return Corpus(Table.rows(reader.table), comments=tuple(reader.comments), format="ctm", path=source.name)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Some rows as columns of eight fields, empty ones where a row is shorter; their lines, and comments with the rows
    behind them."""

    columns: Sequence[list[str]]
    lines: Sequence[int]
    comments: Sequence[tuple[str, int]] = ()


class _Reader:
    """Reads a file in chunks, column by column."""

    def __init__(self, source: Source, markup: bool) -> None:
        self._text = source.text
        self._split = splitter(source.text)
        self._shared: dict[str, str] = {}  # equal words share one object
        self._name: tuple[str, str] | None = None
        self._is_open = False  # whether the next row is inside an alternation
        self.table = Words("sclite" if markup else "plain", source.name)
        self.comments: list[Comment] = []

    def read(self) -> bool:
        """Reads all lines; False if one has a problem."""
        text, begin, place = self._text, 0, 1
        while begin < len(text):
            end = text.find("\n", begin + _CHUNK) + 1 or len(text)
            chunk = text[begin:end]
            if not chunk.endswith("\n"):
                chunk += "\n"
            rows = self._cut(chunk, place)
            if rows is None or not self._take(rows, "<" in chunk):
                return False
            begin, place = end, place + chunk.count("\n")
        return not self._is_open

    def _cut(self, chunk: str, first: int) -> _Rows | None:
        """The rows of a chunk; None if one has too few fields or too many."""
        size = chunk.count(" ", 0, chunk.index("\n")) + 1
        if _FEWEST <= size <= _MOST and self._split is str.split:
            columns = grid(chunk, size)
            if columns is not None and not any(name.startswith(COMMENT) for name in set(columns[0])):
                count = len(columns[0])
                return _Rows(columns + [[""] * count] * (_MOST - size), range(first, first + count))
        lines = chunk.split("\n")[:-1]
        numbers: Sequence[int] = range(first, first + len(lines))
        comments: list[tuple[str, int]] = []
        if COMMENT in chunk:
            is_row = [line[:1] != COMMENT for line in lines]
            before = accumulate(is_row, initial=0)
            rows_before = [row for row, behind in zip(before, is_row, strict=False) if not behind]
            texts = [line for line in lines if line[:1] == COMMENT]
            comments = list(zip(map(str.removesuffix, texts, repeat("\r")), rows_before, strict=True))
            lines, numbers = list(compress(lines, is_row)), list(compress(numbers, is_row))
        rows = list(map(self._split, lines))
        if rows and not _FEWEST <= min(map(len, rows)) <= max(map(len, rows)) <= _MOST:
            return None
        columns = list(map(list, zip_longest(*rows, [""] * _MOST, fillvalue="")))
        return _Rows([column[:-1] for column in columns], numbers, comments)

    def _take(self, rows: _Rows, may_be_marked: bool) -> bool:
        """Adds rows; False if one has a problem."""
        sessions, channels, begins, durations, words, confidences, kinds, speakers = rows.columns
        heads = map(str.upper, map(_HEAD, words)) if may_be_marked else ()
        marks = [row for row, head in enumerate(heads) if head == "<ALT"]
        inside = self._inside(words, marks)
        is_unsure = UNSURE in "".join(begins)
        sure = list(map(str.removeprefix, begins, repeat(UNSURE))) if is_unsure else begins
        values = _times(sure, marks, durations), _times(durations, marks, begins), _confidences(confidences)
        if inside is None or None in values:
            return False
        changes = set(_changes(sessions, channels, self._name))
        breaks = {row for _, row in rows.comments if row not in inside}
        if not changes.isdisjoint(inside):
            return False
        starts = sorted(changes | breaks - {len(words)})
        before = map(bisect_left, repeat(starts), [row for _, row in rows.comments])
        size = len(self.table)
        self.comments += [Comment(text, size + runs) for (text, _), runs in zip(rows.comments, before, strict=True)]
        rest = {}
        if any(kinds):
            shown = zip(kinds, speakers, strict=True)
            rest = {row: f"{kind} {name}" if name else kind for row, (kind, name) in enumerate(shown) if kind}
        spoken = list(map(self._shared.setdefault, words, words))
        names = [(sessions[start], channels[start]) for start in starts]
        self.table.extend((names, starts), spoken, (begins, durations, confidences), values, (rest, rows.lines))  # type: ignore[arg-type]
        self._name = None if len(words) in breaks else (sessions[-1], channels[-1]) if words else self._name
        return True

    def _inside(self, words: Sequence[str], marks: Sequence[int]) -> set[int] | None:
        """The rows before which an alternation is open, also the one behind all; None where a mark has a problem."""
        inside: set[int] = set()
        begin = 0
        for row, mark in zip(marks, map(str.upper, map(words.__getitem__, marks)), strict=True):
            if mark not in _MARKS or (mark == ALT_BEGIN) == self._is_open:
                return None
            self._is_open = mark != ALT_END
            if mark == ALT_BEGIN:
                begin = row + 1
            elif mark == ALT_END:
                inside.update(range(begin, row + 1))
        if self._is_open:
            inside.update(range(begin, len(words) + 1))
        return inside


class _Complaints:
    """Reads a file line by line, and notes the problems of its rows."""

    def __init__(self, source: Source) -> None:
        self._path = source.name
        self._text = source.text
        self._split = splitter(source.text)
        self._problems = Problems()
        self._name: tuple[str, str] | None = None
        self._opened = 0  # the line on which the open alternation begins
        self._opening = ""

    def tell(self) -> None:
        """Raises the problems of all lines."""
        for place, line in enumerate(self._text.removesuffix("\n").split("\n"), 1):
            self._read_line(place, line.removesuffix("\r"))
        self._close()
        self._problems.check()
        raise AssertionError("a file that cannot be read has no problem")

    def _read_line(self, place: int, line: str) -> None:
        if line.startswith(COMMENT):
            # A comment goes between two segments; inside an alternation it waits for the end of that.
            self._name = self._name if self._opened else None
            return
        fields = self._split(line)
        if not _FEWEST <= len(fields) <= _MOST:
            self._complain_of_length(place, line, len(fields))
            return
        session, channel, _, _, word, *_ = fields
        mark = mark_of(word)
        if mark:
            self._check_mark(place, line, mark, (session, channel))
        if self._are_numbers(place, line, fields):
            self._run((session, channel))

    def _run(self, name: tuple[str, str]) -> None:
        """Begins a new run where the channel changes; an alternation ends there."""
        if name != self._name:
            self._close()
            self._name = name

    def _check_mark(self, place: int, line: str, mark: str, name: tuple[str, str]) -> None:
        if mark not in _MARKS:
            what = f"the word {self._split(line)[4]!r} begins like a mark of an alternation"
            self._note(place, line, 5, what, f"{ALT_BEGIN}, {ALT} or {ALT_END}")
            return
        inside = self._opened and name == self._name
        if mark == ALT_BEGIN:
            if inside:
                expected = f"{ALT_END} first, for the alternation that begins on line {self._opened}"
                self._note(place, line, 5, f"{ALT_BEGIN} inside an alternation", expected)
                self._opened = 0
            self._run(name)
            self._opened, self._opening = place, line
        elif not inside:
            self._note(place, line, 5, f"{mark} without {ALT_BEGIN}", f"{ALT_BEGIN} before it in the same channel")
        elif mark == ALT_END:
            self._opened = 0

    def _close(self) -> None:
        """Notes an alternation that is still open."""
        if self._opened:
            line = self._opening
            self._note(self._opened, line, 5, f"{ALT_BEGIN} without {ALT_END}", f"{ALT_END} in the same channel")
            self._opened = 0

    def _are_numbers(self, place: int, line: str, fields: Sequence[str]) -> bool:
        begin, duration = fields[2:4]
        timeless = mark_of(fields[4]) and begin == duration == NO_TIME
        problems = (
            "" if timeless else time_problem("begin", begin.removeprefix(UNSURE)),
            "" if timeless else time_problem("duration", duration),
            _confidence_problem(fields[5]) if len(fields) > _FEWEST else "",
        )
        for what, position in zip(problems, (3, 4, 6), strict=True):
            if what:
                self._note(place, line, position, what, _LAYOUT)
        return not any(problems)

    def _complain_of_length(self, place: int, line: str, length: int) -> None:
        if not length:
            self._note(place, line, 1, "a blank line", _LAYOUT)
        elif length > _MOST:
            self._note(place, line, _MOST + 1, quantity(length, "field"), _LAYOUT)
        else:
            self._note(place, line, length + 1, f"only {quantity(length, 'field')}", _LAYOUT)

    def _note(self, place: int, line: str, position: int, what: str, expected: str) -> None:
        self._problems.add(Where(self._path, place, column(line, position)), what, expected, line)


def _times(texts: Sequence[str], marks: Sequence[int], others: Sequence[str]) -> array[float] | None:
    """The values of a column of times; None where one is none. Marks need none, where they lack the `others`, too."""
    if marks:
        texts = list(texts)
        for row in marks:
            texts[row] = "0" if texts[row] == others[row] == NO_TIME else texts[row]
    values = _numbers(texts)
    if values is None or min(values, default=0.0) < 0:
        return None
    for row in marks:
        values[row] = 0.0
    return values


def _confidences(texts: Sequence[str]) -> array[float] | None:
    """The values of a column of confidences, NaN where there is none; None where one is not a number."""
    if not any(texts):
        return array("d", [nan]) * len(texts)
    values = _numbers(texts)
    if values is not None:
        return values
    distinct = {*texts}
    nothing = {text for text, upper in zip(distinct, map(str.upper, distinct), strict=True) if upper in ("", "NA")}
    values = _numbers(["0" if text in nothing else text for text in texts]) if nothing else None
    if values is not None:
        for row, text in enumerate(texts):
            if text in nothing:
                values[row] = nan
    return values


def _numbers(texts: Sequence[str]) -> array[float] | None:
    """The values of a column of finite numbers; None where one is not a number."""
    joined = "".join(texts)
    is_usual = joined.isascii() and not joined.encode("ascii").translate(None, _SIGNS)
    if not is_usual and not are_numbers(texts):
        return None
    try:
        values = array("d", map(float, texts))
    except ValueError:
        return None
    return values if all(map(isfinite, values)) else None


def _changes(sessions: Sequence[str], channels: Sequence[str], last: tuple[str, str] | None) -> Iterator[int]:
    """The rows where the channel changes, `last` being that of the row before."""
    names = zip(sessions, channels, strict=True)
    if sessions and sessions.count(sessions[0]) == channels.count(channels[0]) == len(sessions):
        names = zip(sessions[:1], channels[:1], strict=True)
    for row, name in enumerate(names):
        if name != last:
            last = name
            yield row


def _confidence_problem(text: str) -> str:
    if text.upper() == "NA":
        return ""
    value = number(text)
    if value is None:
        return f"confidence {text!r} is not a number"
    return f"confidence {text!r} is too large" if isinf(value) else ""


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the rows of a file; every word needs times."""
    words = corpus.table.words
    is_bare = words is not None and words.grammar == "plain" and all(map(unmarked, set(words.words)))
    table = words if words is not None and is_bare else timed(corpus)
    for name in dict.fromkeys(table.names):
        _check_name(*name)
    heads = [f"{session} {channel} " for session, channel in table.names]
    line_of = partial(comment_line, marks=COMMENT, format="ctm")
    yield from with_comments(corpus, line_of, run_lines(heads, table.first, _rows(table)))


def _rows(table: Words) -> Iterator[str]:
    """The fields of all rows behind the names."""
    begins, durations, words, confidences = table.columns()
    if not any(confidences):
        rows = map(" ".join, zip(begins, durations, words, strict=True))
    else:
        rows = map(str.rstrip, map(" ".join, zip(begins, durations, words, confidences, strict=True)), repeat(" "))
    if not table.rest:
        return rows
    rest = table.rest
    return iter([f"{row} {rest[place]}" if place in rest else row for place, row in enumerate(rows)])


def _check_name(session: str, channel: str) -> None:
    word_of("session", session, "ctm")
    word_of("channel", channel, "ctm")
    if session.startswith(COMMENT):
        raise UsageError(f"ctm cannot hold the session {session!r}: the row would be read as a comment")


def sniff(lines: Sequence[str]) -> bool:
    """Whether every row has a begin, a duration and possibly a confidence in their places. Some number needs a
    fraction, which texts rarely have, and no row may look like one of stm."""
    rows = [line.split() for line in lines if not line.startswith(COMMENT)]
    if lines and not lines[-1]:
        rows.pop()  # the rest after the last newline
    fractions = any("." in field for row in rows for field in row[2:4])
    return fractions and all(map(_is_row, rows)) and not all(map(_is_segment, rows))


def _is_row(fields: Sequence[str]) -> bool:
    if not _FEWEST <= len(fields) <= _MOST:
        return False
    begin, duration, word = fields[2:5]
    if mark_of(word):
        return True
    if time_problem("begin", begin.removeprefix(UNSURE)) or time_problem("duration", duration):
        return False
    return len(fields) == _FEWEST or not _confidence_problem(fields[5])


def _is_segment(fields: Sequence[str]) -> bool:
    begin, end = map(number, fields[3:5])
    return begin is not None and end is not None and begin <= end


FORMAT = Format(
    name="ctm",
    suffixes=(".ctm",),
    summary="NIST words with times: file channel begin duration word [confidence]",
    carries=frozenset(
        {
            "alternations",
            "channels",
            "comments",
            "confidence",
            "fragments",
            "optional words",
            "sessions",
            "tags",
            "times",
        }
    ),
    read=read,
    write=write,
    sniff=sniff,
    needs=frozenset({"channels", "sessions", "times"}),
    streams="runs",
)
