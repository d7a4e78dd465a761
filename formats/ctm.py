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
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import repeat
from math import inf, isinf, nan

from .engine.comments import comment_line, with_comments
from .engine.fields import column, grid, number, splitter, time_problem, word_of
from .engine.rows import run_lines, timed
from .errors import Problems, UsageError, Where, quantity
from .record import Format
from .schema import Comment, Corpus, Table
from .schema.markup import unmarked
from .schema.words import ALT, ALT_BEGIN, ALT_END, NO_TIME, UNSURE, Words, mark_of
from .source import Source

COMMENT = ";"
_LAYOUT = "file channel begin duration word [confidence [type [speaker]]]"
_MARKS = (ALT_BEGIN, ALT, ALT_END)
_FEWEST, _MOST = 5, 8
# The garbage collector would scan longer lists of rows again and again.
_CHUNK = 16_000  # characters
_SIGNS = b"0123456789.-"
_LONG = 300  # digits; a float holds numbers of this length


def read(source: Source, *, markup: bool = True) -> Corpus:
    """Reads words with times; `markup=False` takes semicolons and stars in words literally.

    >>> corpus = read(Source(b"talk A 0.05 0.24 the 0.91\\ntalk A 0.31 0.40 cat 0.52\\n"))
    >>> [(label.value, label.start, label.end, label.confidence) for label in corpus.segments[0].items]
    [('the', 0.05, 0.29, 0.91), ('cat', 0.31, 0.71, 0.52)]
    """
    reader = _Reader(source, markup)
    reader.read()
    return Corpus(Table.rows(reader.table), comments=tuple(reader.comments), format="ctm", path=source.name)


class _Reader:
    """Reads a file in chunks: plain chunks column by column, others row by row."""

    def __init__(self, source: Source, markup: bool) -> None:
        self._path = source.name
        self._text = source.text
        self._split = splitter(source.text)
        self._problems = Problems()
        self._known: dict[str, str] = {}  # equal words share one object
        self._name: tuple[str, str] | None = None
        self._opened = 0  # the line on which the open alternation begins
        self._opening = ""
        self.table = Words("sclite" if markup else "plain", source.name)
        self.comments: list[Comment] = []

    def read(self) -> None:
        """Reads all lines; raises the problems that it finds."""
        text, begin, place = self._text, 0, 1
        while begin < len(text):
            end = text.find("\n", begin + _CHUNK) + 1 or len(text)
            chunk = text[begin:end]
            if not chunk.endswith("\n"):
                chunk += "\n"
            if not self._read_columns(chunk, place):
                for number, line in enumerate(chunk.split("\n")[:-1], place):
                    self._read_line(number, line.removesuffix("\r"))
            begin, place = end, place + chunk.count("\n")
        self._close()
        self._problems.check()

    # --- plain rows, all at once ---------------------------------------------------------------

    def _read_columns(self, chunk: str, first: int) -> bool:
        """Adds a chunk of plain rows with equal numbers of fields; False for any other chunk."""
        columns = None if self._opened else self._columns(chunk)
        if columns is None:
            return False
        sessions, channels, begins, durations, words, *others = columns
        if "<" in chunk and any(map(mark_of, words)):
            return False
        if COMMENT in chunk and any(name.startswith(COMMENT) for name in set(sessions)):
            return False
        confidences = others[0] if others else [""] * len(words)
        values = [numbers for texts in (begins, durations, confidences) if (numbers := _numbers(texts)) is not None]
        if len(values) < 3 or ("-" in chunk and (min(values[0]) < 0 or min(values[1]) < 0)):
            return False
        if len(others) > 1:
            rest = map(" ".join, zip(*others[1:], strict=True))
            self.table.rest.update(enumerate(rest, len(self.table.words)))
        start = 0
        for stop in _changes(sessions, channels):
            self._run((sessions[start], channels[start]))
            part = slice(start, stop)
            self.table.extend(
                map(self._known.setdefault, words[part], words[part]),
                (begins[part], durations[part], confidences[part]),
                [numbers[part] for numbers in values],
                range(first + start, first + stop),
            )
            start = stop
        return True

    def _columns(self, chunk: str) -> list[list[str]] | None:
        """The columns of rows of one length; None where the lengths differ."""
        size = chunk.count(" ", 0, chunk.index("\n")) + 1
        if _FEWEST <= size <= _MOST and self._split is str.split:
            columns = grid(chunk, size)
            if columns is not None:
                return columns
        rows = [self._split(line) for line in chunk.split("\n")[:-1]]
        size = len(rows[0])
        if not _FEWEST <= size <= _MOST or any(len(row) != size for row in rows):
            return None
        return list(map(list, zip(*rows, strict=True)))

    # --- all rows, one by one ------------------------------------------------------------------

    def _read_line(self, place: int, line: str) -> None:
        if line.startswith(COMMENT):
            self._comment(line)
            return
        fields = self._split(line)
        if not _FEWEST <= len(fields) <= _MOST:
            self._complain_of_length(place, line, len(fields))
            return
        session, channel, begin, duration, word, *others = fields
        mark = mark_of(word)
        if mark:
            self._check_mark(place, line, mark, (session, channel))
        if not all(map(_is_simple, (begin, duration, *others[:1]))) and not self._check_numbers(place, line, fields):
            return
        self._run((session, channel))
        word = self._known.setdefault(word, word)
        self.table.append(word, begin, duration, others[0] if others else "", " ".join(others[1:]), place)

    def _run(self, name: tuple[str, str]) -> None:
        """Begins a new run where the channel changes; an alternation ends there."""
        if name != self._name:
            self._close()
            self.table.begin_run(*name)
            self._name = name

    def _comment(self, line: str) -> None:
        # A comment goes between two segments; inside an alternation it waits for the end of that.
        if not self._opened:
            self._name = None
        self.comments.append(Comment(line, len(self.table)))

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

    def _check_numbers(self, place: int, line: str, fields: Sequence[str]) -> bool:
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


def _numbers(texts: Sequence[str]) -> array[float] | None:
    """The values of a column of finite numbers; None where a number needs a closer look."""
    joined = "".join(texts)
    if not joined:
        return array("d", [nan]) * len(texts)
    if not joined.isascii() or joined.encode("ascii").translate(None, _SIGNS):
        return None
    try:
        values = array("d", map(float, texts))
    except ValueError:
        return None
    return values if max(values) < inf and ("-" not in joined or -inf < min(values)) else None


def _is_simple(text: str) -> bool:
    """Whether a field consists of digits and points, as nearly all numbers do."""
    return text.isascii() and text.replace(".", "", 1).isdigit() and len(text) < _LONG


def _changes(sessions: Sequence[str], channels: Sequence[str]) -> Iterator[int]:
    """The rows where the channel changes, and the number of rows."""
    size = len(sessions)
    last = sessions[0], channels[0]
    if sessions.count(last[0]) == channels.count(last[1]) == size:
        yield size
        return
    for place, name in enumerate(zip(sessions, channels, strict=True)):
        if name != last:
            last = name
            yield place
    yield size


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
    return (f"{row} {table.rest[place]}" if place in table.rest else row for place, row in enumerate(rows))


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
