"""RTTM: who spoke and what was said, one row for each turn, word or event.

    SPEAKER f 1 9.50 4.00 <NA> <NA> speaker <NA>
    LEXEME f 1 10.00 0.50 morning lex speaker <NA>

`;;` begins a comment anywhere in a line. `row` reads one row. `read` makes a corpus of them: a SPEAKER row becomes a
segment, and the LEXEME rows after it that lie inside it become its words. Other LEXEME rows of one speaker become
segments without times; rows of other types become segments without words. Written from another format, words without
times are left out: the rows say who spoke.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice, pairwise, repeat
from math import inf, nan
from operator import add, sub
from typing import Any, NamedTuple

from .. import core
from .engine.comments import comment_line, with_comments
from .engine.fields import (
    column,
    difference_text,
    time_problem,
    time_text,
    wide_blank,
    word_of,
)
from .engine.fields import number as number_of
from .engine.row_reader import Adder, columns_of, fields_of, read_rows, text_of
from .errors import UsageError, quantity, suggestion
from .record import Format
from .schema import (
    Attributes,
    Comment,
    Corpus,
    LabelLists,
    Made,
    Numbers,
    Table,
    number_text,
    sum_text,
)
from .schema.lazy import taken
from .schema.markup import words
from .schema.numbers import Written, exact_texts
from .schema.words import RowLabels, Words
from .source import Source

_NONE = "<NA>"
_LAYOUT = "type file channel begin duration token subtype speaker confidence [lookahead]"
TYPES = frozenset(
    {
        "SEGMENT",
        "NOSCORE",
        "NO_RT_METADATA",
        "LEXEME",
        "NON-LEX",
        "NON-SPEECH",
        "FILLER",
        "EDIT",
        "IP",
        "SU",
        "CB",
        "A/P",
        "SPEAKER",
        "SPKR-INFO",
    }
)
"""All types of rows."""
_TIMELESS = frozenset({"SPKR-INFO", "IP", "CB"})
_UNSPELLED = frozenset({"un-lex", "for-lex", "frag", "fp"})


# --- rows ----------------------------------------------------------------------------------------------

TYPE, FILE, CHANNEL, BEGIN, DURATION, TOKEN, SUBTYPE, SPEAKER, CONFIDENCE, LOOKAHEAD = range(10)
"""The fields of a row."""
_BEGIN, _DURATION, _WORD, _CONFIDENCE, _SUBTYPE, _LOOKAHEAD = range(2, 8)
"""The fields of a word that `core.TimedRows.spoken` gives, after file and channel."""


def rows_of(source: Source) -> core.TimedRows:
    """The rows of a file, with ten fields each; a missing lookahead is empty, a missing time is NaN as a number.

    >>> rows_of(Source(b"SPEAKER f 1 0 1 <NA> <NA> anna <NA>\\n")).texts(SPEAKER)
    ['anna']
    """
    add = Adder(source.name)
    rows = read_rows(source, lambda data, row: core.read_rttm(data, row, True), row, add)
    add.problems.check()
    return rows


def row(fields: list[str], add: Adder) -> None:
    """Reads one line: nine fields or ten, and possibly a comment."""
    data, fields = without_comment(fields, add)
    if not fields:
        return
    if blank := wide_blank(data):
        what = f"U+{ord(blank):04X} in a row: some programs split fields there, others do not"
        expected = "blanks and tabs between fields, and none of the other blanks of Unicode"
        add.report_at(data.index(blank) + 1, what, expected)
    elif problem := _problem(fields):
        what, place = problem
        meant = suggestion(fields[TYPE], TYPES) if place == TYPE else ""
        add.report_at(column(data, place + 1), what, _LAYOUT + meant)
    else:
        numbers = [nan if fields[place] == _NONE else float(fields[place]) for place in (BEGIN, DURATION, CONFIDENCE)]
        add.rows.add(fields if len(fields) > LOOKAHEAD else [*fields, ""], *numbers)


def _problem(fields: Sequence[str]) -> tuple[str, int] | None:
    """The problem of a row, and the number of its field."""
    kind = fields[TYPE]
    if kind not in TYPES:
        return f"the type {kind!r} is unknown", TYPE
    if not LOOKAHEAD <= len(fields) <= LOOKAHEAD + 1:
        return quantity(len(fields), "field"), min(len(fields), LOOKAHEAD + 1)
    for name, place in (("begin", BEGIN), ("duration", DURATION)):
        is_missing = fields[place] == _NONE and kind in _TIMELESS
        if not is_missing and (what := time_problem(name, fields[place])):
            return what, place
    confidence = fields[CONFIDENCE]
    if confidence != _NONE and number_of(confidence) is None:
        return f"confidence {confidence!r} is neither a number nor {_NONE}", CONFIDENCE
    # Speech that nobody could spell has no word, as NIST's programs accept.
    if kind == "LEXEME" and fields[TOKEN] == _NONE and fields[SUBTYPE] not in _UNSPELLED:
        return "a LEXEME without a word", TOKEN
    return None


def without_comment(fields: list[str], add: Adder) -> tuple[str, list[str]]:
    """The line without its comment, and the fields of that; the comment is added."""
    data, mark, comment = add.line.partition(";;")
    if not mark:
        return data, fields
    add.rows.comment(mark + comment)
    return data, fields_of(data)


# --- as a corpus ---------------------------------------------------------------------------------------

_MOST = 4096
# Attributes of a segment for fields without a place in the schema; a missing one is written as <NA>.
_TYPE = "rttm:type"
_DECIMALS = 9
_NO_SPAN = f"{_NONE} {_NONE}"
_KEPT = ("rttm:token", "rttm:subtype", "rttm:confidence", "rttm:lookahead")
_FIELDS = (TOKEN, SUBTYPE, CONFIDENCE, LOOKAHEAD)


def read(source: Source) -> Corpus:
    """Reads all rows.

    >>> corpus = read(Source(b"SPEAKER f 1 1.0 2.0 <NA> <NA> anna <NA>\\nLEXEME f 1 1.5 0.5 hi lex anna 0.9\\n"))
    >>> segment, = corpus.segments
    >>> segment.speaker, segment.end, segment.items[0].value, segment.items[0].end
    ('anna', 3.0, 'hi', 2.0)
    """
    return corpus_of(rows_of(source), source)


def corpus_of(rows: core.TimedRows, source: Source) -> Corpus:
    """The corpus of all rows of a file."""
    segments, first_words, spoken, typed = rows.spoken()
    first = array("q", segments)
    table = _table(rows, first, array("q", first_words), _labels(spoken, array("q", typed), source), source.name)
    comments = tuple([Comment(text_of(line), bisect_left(first, before)) for line, before in rows.comments])
    original = _Original(table, Made(len(rows), partial(_lines, rows)), first)
    return Corpus(table, comments=comments, format="rttm", path=source.name, original=original)


class _Original(NamedTuple):
    """The table of a file, the lines that it was read from, and the first line of each segment."""

    table: Table
    lines: Sequence[str]
    """With one blank between fields, without comments."""
    first: Sequence[int]


def _lines(rows: core.TimedRows) -> list[str]:
    """The lines of rows."""
    fields = zip(*map(rows.texts, range(LOOKAHEAD + 1)), strict=True)
    return [" ".join(row).rstrip(" ") + "\n" for row in fields]


def _labels(spoken: core.TimedRows, typed: array[int], source: Source) -> RowLabels:
    """The labels of words, of which some have another type than `lex`, or a lookahead."""
    size = len(spoken)
    details = list(zip(*(spoken.texts(field, typed.tobytes()) for field in (_SUBTYPE, _LOOKAHEAD)), strict=True))
    begins, written, words = columns_of(spoken, source, [_BEGIN, _DURATION, _WORD], words=_WORD)
    ends = Made(size, partial(exact_texts, add, begins, written))
    durations = Made(size, partial(exact_texts, sub, ends, begins))
    table = Words("plain", source.name)
    table.rest = {word: kind for word, (kind, _) in zip(typed, details, strict=True) if kind != "lex"}
    table.fill(
        [("", "")],  # the segments name their runs
        array("q", [0, size]),
        words,
        (begins, durations, Made(size, partial(_confidences, spoken, table.rest))),
        [array("d", spoken.numbers(field)) for field in (_BEGIN, _DURATION, _CONFIDENCE)],
        array("q", spoken.lines),
    )
    attributes: list[Attributes] = [()] * size
    for word, fields in zip(typed, details, strict=True):
        attributes[word] = _of_word(*fields)
    return RowLabels(table, ends, attributes if typed else None)


def _confidences(spoken: core.TimedRows, rest: Mapping[int, str]) -> list[str]:
    """The confidences of words as rows of ctm write them, where other fields follow only a confidence."""
    texts = spoken.texts(_CONFIDENCE)
    return ["NA" * (row in rest) if text == _NONE else text for row, text in enumerate(texts)]


def _table(rows: core.TimedRows, first: array[int], first_words: array[int], labels: RowLabels, path: str) -> Table:
    """The table of segments, given by their first rows, with their words."""
    kinds, sessions, channels, speakers = (
        rows.texts(field, first.tobytes()) for field in (TYPE, FILE, CHANNEL, SPEAKER)
    )
    starts: list[str | None] = [None] * len(first)
    ends: list[str | None] = [None] * len(first)
    attributes: list[Attributes] = [_of_row("LEXEME")] * len(first)
    # A LEXEME row that begins a segment is a word without a turn.
    places = [place for place, kind in enumerate(kinds) if kind != "LEXEME"]
    others = array("q", [first[place] for place in places]).tobytes()
    begins, durations, *fields = (rows.texts(field, others) for field in (BEGIN, DURATION, TYPE, *_FIELDS))
    columns = places, begins, _ends(begins, durations), *fields
    for place, begin, end, *values in zip(*columns, strict=True):
        starts[place] = None if begin == _NONE else begin
        ends[place] = end
        attributes[place] = _of_row(*values)
    texts = [None if low < high else "" for low, high in pairwise(first_words)]
    return Table(
        len(first),
        path=path,
        session=sessions,
        channel=channels,
        speaker=["" if speaker == _NONE else speaker for speaker in speakers],
        start=Numbers.some(starts),
        end=Numbers.some(ends),
        text=texts if "" in texts else None,
        labels=LabelLists(labels, first_words) if len(labels) else None,
        attributes=attributes,
        lines=taken(array("q", rows.lines), first),
    )


def _ends(begins: Sequence[str], durations: Sequence[str]) -> list[str | None]:
    """The exact ends of rows; None where a time is missing."""
    if _NONE not in begins and _NONE not in durations:
        return list[str | None](exact_texts(add, begins, durations))
    return [None if _NONE in times else sum_text(*times) for times in zip(begins, durations, strict=True)]


@lru_cache(_MOST)
def _of_word(subtype: str, lookahead: str) -> Attributes:
    """The attributes of a word."""
    kind = (("type", subtype),) if subtype != "lex" else ()
    return (*kind, (_KEPT[3], lookahead)) if lookahead else kind


@lru_cache(_MOST)
def _of_row(kind: str, *values: str) -> Attributes:
    """The attributes of a segment: the type of its row, and the fields without a place."""
    pairs = zip(_KEPT, values, strict=False)
    kept = [(key, value) for key, value in pairs if value and (value != _NONE or key == _KEPT[3])]
    return (("rttm:type", kind), *kept)


def write(corpus: Corpus) -> Iterator[str]:
    """The rows; every segment needs times, or words with times."""
    original = corpus.original
    line_of = partial(comment_line, marks=";;", format="rttm")
    if isinstance(original, _Original) and original.table is corpus.table:
        spans = pairwise((*original.first, len(original.lines)))
        return with_comments(corpus, line_of, (original.lines[first:last] for first, last in spans))
    return with_comments(corpus, line_of, _rows(corpus.table))


def _rows(table: Table) -> Iterator[Iterator[str]]:
    """The rows of each segment: that of a turn, and those of its words with times."""
    nothing = [None] * len(table)
    starts, ends = (nothing if times is None else times.texts_or_none() for times in (table.start, table.end))
    attributes = table.column("attributes") or [()] * len(table)
    segments = zip(table.sessions, table.channels, table.speakers, starts, ends, attributes, strict=True)
    sizes, words = _words(table)
    for place, (segment, size) in enumerate(zip(segments, sizes, strict=True)):
        yield _rows_of(table, place, segment, islice(words, size))


def _rows_of(table: Table, place: int, segment: tuple[Any, ...], words: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    """The rows of the segment at a place, which has these columns, and these columns of its words."""
    session, channel, speaker, start, end, pairs = segment
    names = f"{_field('session', session)} {_field('channel', channel)}"
    speaker = _field("speaker", speaker or _NONE)
    kind, what, more = _fields_of(pairs)
    has_span = start is not None and end is not None
    kind = kind or ("SPEAKER" if has_span and start != end else "LEXEME")  # a point in time is no turn
    has_row = kind != "LEXEME"
    if has_row:
        yield f"{kind} {names} {_span(start, end, session)} {what} {speaker} {more}\n"
    for word, begin, end, confidence, details in words:
        if begin is not None and end is not None:
            token, sure = _token(word), _NONE if confidence is None else _confidence(confidence)
            subtype, lookahead = _details_of(details)
            yield f"LEXEME {names} {_span(begin, end, word)} {token} {subtype} {speaker} {sure}{lookahead}\n"
            has_row = True
    if not (has_row or has_span) and table[place].items:
        raise UsageError("rttm needs times of segments or of words; a segment has neither")


def _words(table: Table) -> tuple[Iterable[int], Iterator[tuple[Any, ...]]]:
    """The number of words of each segment; value, begin, end, confidence and attributes of each word."""
    lists = table.label_lists()
    if lists is None:
        return [0] * len(table), iter(())
    lists = lists.flat()
    labels = lists.labels
    numbers = (repeat(None) if column is None else column for column in labels.numbers)
    words = zip(labels.values, *numbers, labels.attributes or repeat(()), strict=False)
    return map(sub, lists.first[1:], lists.first), words


@lru_cache(_MOST)
def _fields_of(pairs: Attributes) -> tuple[str, str, str]:
    """The type of a row, if its segment has one, its fields before the speaker and those after it.

    Rows of other formats have ten fields, as most programs write and some demand.
    """
    attributes = dict(pairs)
    token, subtype, confidence = (attributes.get(key, _NONE) for key in _KEPT[:3])
    last = _lookahead(attributes) or ("" if _TYPE in attributes else f" {_NONE}")
    return attributes.get(_TYPE, ""), f"{token} {subtype}", confidence + last


@lru_cache(_MOST)
def _details_of(pairs: Attributes) -> tuple[str, str]:
    """The type of a word, and its last field."""
    attributes = dict(pairs)
    return _field("type", attributes.get("type", "lex")), _lookahead(attributes)


def _lookahead(attributes: Mapping[str, str]) -> str:
    """The last field of a row with the blank before it; nothing where it has none."""
    return f" {attributes[_KEPT[3]]}" if _KEPT[3] in attributes else ""


@lru_cache(_MOST)
def _token(word: str) -> str:
    """The word of a row."""
    token = _field("word", word)
    if token == _NONE:
        raise UsageError(f"rttm cannot hold the word {token!r}: it stands for a missing word")
    return token


@lru_cache(_MOST)
def _confidence(text: str) -> str:
    """The confidence of a row; an error unless it is finite."""
    return number_text(Written(text))


@lru_cache(_MOST)
def _field(name: str, value: str) -> str:
    """A field of a row; rejected where a reader would split it or take it for a comment."""
    if ";;" in value or wide_blank(value):
        raise UsageError(
            f"rttm cannot hold the {name} {value!r}; expected text without ';;' and without the blanks of Unicode"
        )
    return word_of(name, value, "rttm")


def _span(begin: str | None, end: str | None, owner: str) -> str:
    """Begin and length of a row; its owner stands in messages."""
    if begin is None or end is None:
        return _NO_SPAN
    for text in (begin, end):
        if not 0 <= float(text) < inf:
            time_text(Written(text), owner)  # reports it
    begin, end = _plain_time(begin), _plain_time(end)
    return f"{begin} {difference_text(end, begin)}"


def _plain_time(text: str) -> str:
    """A time in microseconds where it has the digits of a sum of doubles, as 4.800000000000001."""
    return f"{float(text):.6f}".rstrip("0").rstrip(".") if len(text.partition(".")[2]) > _DECIMALS else text


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line has the type and the number of fields of a row; the values of fields do not count."""
    is_row = False
    for line in lines:
        text = line.partition(";;")[0]
        if not text.strip():
            continue
        if not text.lstrip().startswith(_TYPES):  # seen before a long line is cut into words
            return False
        fields = words(text)
        is_row = fields[0] in TYPES and LOOKAHEAD <= len(fields) <= LOOKAHEAD + 1
        if not is_row:
            return False
    return is_row


_TYPES = tuple(TYPES)


FORMAT = Format(
    name="rttm",
    suffixes=(".rttm",),
    summary="NIST speakers and words with times, one row each",
    carries=frozenset({"channels", "comments", "confidence", "segment times", "sessions", "speakers", "tags", "times"}),
    read=read,
    write=write,
    sniff=sniff,
    needs=frozenset({"channels", "sessions", "speakers"}),
    words="timed",
    streams="appended",
)
