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

from .. import core
from .engine.comments import comment_line, with_comments
from .engine.fields import number, time_problem, word_of
from .engine.row_reader import Adder, columns_of, comments_of, fields_of, read_rows, text_of
from .engine.rows import run_lines, timed
from .errors import UsageError
from .record import Format
from .schema import Corpus, Table
from .schema.markup import unmarked
from .schema.words import ALT, ALT_BEGIN, ALT_END, NO_TIME, UNSURE, Words, mark_of
from .source import Source

COMMENT = ";"
_LAYOUT = "file channel begin duration word [confidence [type [speaker]]]"
_MARKS = (ALT_BEGIN, ALT, ALT_END)
_FEWEST, _MOST = 5, 8
_BEGIN, _DURATION, _WORD, _CONFIDENCE = 2, 3, 4, 5  # fields of a row


def read(source: Source, *, markup: bool = True) -> Corpus:
    """Reads words with times; `markup=False` takes semicolons and stars in words literally.

    >>> corpus = read(Source(b"talk A 0.05 0.24 the 0.91\\ntalk A 0.31 0.40 cat 0.52\\n"))
    >>> [(label.value, label.start, label.end, label.confidence) for label in corpus.segments[0].items]
    [('the', 0.05, 0.29, 0.91), ('cat', 0.31, 0.71, 0.52)]
    """
    add = _Adder(source.name)
    rows = read_rows(source, core.read_ctm, row, add)
    add.end_alternation()
    add.problems.check()
    table = Words("sclite" if markup else "plain", source.name)
    fields = columns_of(rows, source, [_BEGIN, _DURATION, _WORD, _CONFIDENCE], words=_WORD)
    begins, durations, words, confidences = fields
    if add.is_unsure:
        begins = rows.texts(_BEGIN)  # a list may have marks of doubt; `Words` takes other columns for plain numbers
    table.fill(
        [(text_of(session), text_of(channel)) for session, channel in rows.names],
        array("q", rows.first),
        words,
        (begins, durations, confidences),
        [array("d", rows.numbers(number)) for number in (_BEGIN, _DURATION, _CONFIDENCE)],
        array("q", rows.lines),
    )
    table.rest = add.rest
    return Corpus(Table.rows(table), comments=comments_of(rows), format="ctm", path=source.name)


class _Adder(Adder):
    """Rows of words, and the alternation that is open."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.rest: dict[int, str] = {}
        """The fields after the confidence, by row."""
        self.is_unsure = False
        """Whether some begin is marked as doubtful."""
        self.opening: tuple[int, str] | None = None
        """The line on which the open alternation begins, with its number."""
        self.opened_in = ("", "")
        """Session and channel of that line."""

    def begin_alternation(self, name: tuple[str, str]) -> None:
        """Begins an alternation in this session and channel."""
        self.opening, self.opened_in = (self.number, self.line), name
        self.rows.set_inside(True)

    def end_alternation(self, *, is_closed: bool = False) -> None:
        """Ends the open alternation; one that is not closed is a problem."""
        if self.opening is not None:
            if not is_closed:
                expected = f"{ALT_END} in the same channel"
                self.report(_WORD + 1, f"{ALT_BEGIN} without {ALT_END}", expected, self.opening)
            self.opening = None
            self.rows.set_inside(False)


def row(fields: list[str], add: _Adder) -> None:
    """Reads one row; a mark of an alternation is a row whose times may be stars."""
    if not _FEWEST <= len(fields) <= _MOST:
        _report_length(len(fields), add)
        return
    session, channel, begin, duration, word, *rest = fields
    confidence, *more = rest or ("",)
    mark = mark_of(word)
    if mark:
        _read_mark(mark, (session, channel), add)
    is_timeless = mark != "" and begin == duration == NO_TIME
    start = 0.0 if is_timeless else _time("begin", begin.removeprefix(UNSURE), _BEGIN, add)
    length = 0.0 if is_timeless else _time("duration", duration, _DURATION, add)
    sure = _confidence(confidence, add) if rest else nan
    if start is None or length is None or sure is None:
        return
    if add.opening is not None and (session, channel) != add.opened_in:
        add.end_alternation()
    if more:
        add.rest[len(add.rows)] = " ".join(more)
    add.is_unsure = add.is_unsure or begin.startswith(UNSURE)
    if mark:
        start = length = 0.0
    add.rows.add((session, channel, begin, duration, word, confidence), start, length, sure)


def _time(name: str, text: str, place: int, add: _Adder) -> float | None:
    """The time in a field; None for a problem, which is reported."""
    value = number(text)
    if value is not None and 0 <= value < inf:
        return value
    add.report(place + 1, time_problem(name, text), _LAYOUT)
    return None


def _confidence(text: str, add: _Adder) -> float | None:
    """The confidence in a field, NaN for `NA`; None for a problem, which is reported."""
    if what := _confidence_problem(text):
        add.report(_CONFIDENCE + 1, what, _LAYOUT)
        return None
    return nan if text.upper() == "NA" else float(text)


def _read_mark(mark: str, name: tuple[str, str], add: _Adder) -> None:
    opening = add.opening if name == add.opened_in else None
    if mark not in _MARKS:
        what = f"the word {fields_of(add.line)[_WORD]!r} begins like a mark of an alternation"
        add.report(_WORD + 1, what, f"{ALT_BEGIN}, {ALT} or {ALT_END}")
    elif mark == ALT_BEGIN:
        if opening is not None:
            expected = f"{ALT_END} first, for the alternation that begins on line {opening[0]}"
            add.report(_WORD + 1, f"{ALT_BEGIN} inside an alternation", expected)
        add.end_alternation(is_closed=opening is not None)
        add.begin_alternation(name)
    elif opening is None:
        add.report(_WORD + 1, f"{mark} without {ALT_BEGIN}", f"{ALT_BEGIN} before it in the same channel")
    elif mark == ALT_END:
        add.end_alternation(is_closed=True)


def _report_length(length: int, add: _Adder) -> None:
    if not length:
        add.report(1, "a blank line", _LAYOUT)
    else:
        add.report_size(length, _MOST, _LAYOUT)


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
    """The fields of all rows after the names."""
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
    rows = [line.split(None, _MOST) for line in lines if not line.startswith(COMMENT)]
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
