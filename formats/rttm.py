"""RTTM: who spoke and what was said, one row for each turn, word or event.

    SPEAKER f 1 9.50 4.00 <NA> <NA> speaker <NA>
    LEXEME f 1 10.00 0.50 morning lex speaker <NA>

`;;` begins a comment anywhere in a line. `row` reads one row. `read` makes a corpus of them: a SPEAKER
row becomes a segment, and the LEXEME rows after it that lie inside it become its words. Other LEXEME rows of one
speaker become segments without times; rows of other types become segments without words. `read_rttm` selects the rows
that keyword scoring needs. Written from another format, words without times are left out: the rows say who spoke.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, compress, pairwise, repeat
from math import inf, isfinite, nan
from operator import add, sub
from typing import Any, NamedTuple

from .. import core
from .engine.comments import comment_line, with_comments
from .engine.fields import (
    are_times,
    column,
    difference_text,
    time_problem,
    time_text,
    wide_blank,
    word_of,
)
from .engine.fields import number as number_of
from .engine.row_reader import Adder, fields_of, read_rows, text_of
from .engine.rows import run_lines
from .errors import UsageError, quantity
from .record import Format
from .schema import (
    Attributes,
    Comment,
    Corpus,
    Item,
    Label,
    LabelColumns,
    LabelLists,
    Made,
    Numbers,
    Segment,
    Table,
    number_text,
    sum_text,
)
from .schema.items import first_words
from .schema.lazy import taken
from .schema.markup import words
from .schema.numbers import exact_texts
from .source import Source
from .values import dataclass

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
# The part of a text that Perl reads as a number.
_PERL_NUMBER = re.compile(r"[ \t\n\v\f\r]*[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


# --- rows ----------------------------------------------------------------------------------------------

TYPE, FILE, CHANNEL, BEGIN, DURATION, TOKEN, SUBTYPE, SPEAKER, CONFIDENCE, LOOKAHEAD = range(10)
"""The fields of a row."""


def rows_of(source: Source, *, raw: bool = False) -> core.TimedRows:
    """The rows of a file, with ten fields each; a missing lookahead is empty, a missing time is NaN as a number.

    `raw` reads as KWSEval does: types in any case, rows of unknown types skipped, nine fields in every row, and the
    numeric begin of a time that is not a number (0 without one).

    >>> rows_of(Source(b"SPEAKER f 1 0 1 <NA> <NA> anna <NA>\\n")).texts(SPEAKER)
    ['anna']
    """
    add = Adder(source.name)
    rows = read_rows(source, lambda data, row: core.read_rttm(data, row, not raw), _raw_row if raw else row, add)
    add.problems.check()
    return rows


def row(fields: list[str], add: Adder) -> None:
    """Reads one line: nine fields or ten, and possibly a comment."""
    data, fields = _without_comment(fields, add)
    if not fields:
        return
    if blank := wide_blank(data):
        what = f"U+{ord(blank):04X} in a row: some programs split fields there, others do not"
        expected = "blanks and tabs between fields, and none of the other blanks of Unicode"
        add.report_at(data.index(blank) + 1, what, expected)
    elif problem := _problem(fields):
        what, place = problem
        add.report_at(column(data, place + 1), what, _LAYOUT)
    else:
        begin, duration = (nan if fields[place] == _NONE else float(fields[place]) for place in (BEGIN, DURATION))
        add.rows.add(fields if len(fields) > LOOKAHEAD else [*fields, ""], begin, duration, nan)


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


def _raw_row(fields: list[str], add: Adder) -> None:
    """Reads one line as KWSEval does."""
    data, fields = _without_comment(fields, add)
    if fields and len(fields) != LOOKAHEAD:
        add.report_at(column(data, min(len(fields), LOOKAHEAD) + 1), quantity(len(fields), "field"), "9 fields")
    elif fields and (kind := fields[TYPE].upper()) in TYPES:
        begin, duration = map(perl_number, fields[BEGIN : DURATION + 1])
        add.rows.add([kind, *fields[1:], ""], begin, duration, nan)


def _without_comment(fields: list[str], add: Adder) -> tuple[str, list[str]]:
    """The line without its comment, and the fields of that; the comment is added."""
    data, mark, comment = add.line.partition(";;")
    if not mark:
        return data, fields
    add.rows.comment(mark + comment)
    return data, fields_of(data)


def perl_number(text: str) -> float:
    """The number at the begin of a text, as Perl reads it; 0 without one.

    >>> perl_number("1.5s"), perl_number("<NA>"), perl_number("1e1")
    (1.5, 0.0, 10.0)
    """
    match = _PERL_NUMBER.match(text)
    if match:
        return float(match[0])
    word = text.strip().lower().lstrip("+")
    if word.removeprefix("-").startswith(("inf", "nan")):
        return float(word[:4] if word[0] == "-" else word[:3])
    return 0.0


# --- for keyword scoring -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one type as parallel columns; begins as text and as numbers."""

    files: list[str]
    channels: list[str]
    begin_texts: list[str]
    begins: list[float]
    durations: list[float]
    tokens: list[str]
    subtypes: list[str]
    speakers: list[str]
    lines: list[int]

    @classmethod
    def empty(cls) -> Rows:
        """No rows."""
        return cls([], [], [], [], [], [], [], [], [])

    def __len__(self) -> int:
        return len(self.files)


@dataclass(frozen=True, slots=True)
class Rttm:
    """The rows of a file for keyword scoring."""

    lexemes: Rows
    speakers: Rows
    path: str = ""


def read_rttm(source: Source, *, split: Callable[[str], list[str]] | None = None, raw: bool = False) -> Rttm:
    """The words and turns of a file; `split` cuts a token into several that share its time, `raw` reads as
    KWSEval does, which takes the number at the begin of a time, and 0 without one.

    >>> read_rttm(Source(b"LEXEME f 1 1.0 .5 Hello lex s <NA>")).lexemes.tokens
    ['Hello']
    """
    rows = rows_of(source, raw=raw)
    kinds = rows.texts(TYPE)
    lexemes, speakers = (
        _picked(rows, [row for row, kind in enumerate(kinds) if kind == name]) for name in ("LEXEME", "SPEAKER")
    )
    return Rttm(lexemes if split is None else _split(lexemes, split), speakers, source.name)


def _picked(rows: core.TimedRows, places: Sequence[int]) -> Rows:
    """Some rows of a file."""
    these = array("q", places).tobytes()
    texts = [rows.texts(field, these) for field in (FILE, CHANNEL, BEGIN, TOKEN, SUBTYPE, SPEAKER)]
    begin_of, duration_of, line_of = (
        array("d", rows.numbers(BEGIN)),
        array("d", rows.numbers(DURATION)),
        array("q", rows.lines),
    )
    files, channels, begin_texts, tokens, subtypes, speakers = texts
    begins, durations = [begin_of[row] for row in places], [duration_of[row] for row in places]
    lines = [line_of[row] for row in places]
    return Rows(files, channels, begin_texts, begins, durations, tokens, subtypes, speakers, lines)


def _split(rows: Rows, split: Callable[[str], list[str]]) -> Rows:
    """Rows whose tokens are cut into parts of equal duration, rounded to milliseconds as by KWSEval."""
    parts = Rows.empty()
    for row in range(len(rows)):
        pieces = split(rows.tokens[row])
        for place, piece in enumerate(pieces):
            begin_text, begin, duration = rows.begin_texts[row], rows.begins[row], rows.durations[row]
            if len(pieces) > 1:
                duration = float(f"{duration / len(pieces):.3f}")
                begin_text = f"{begin + duration * place:.3f}"
                begin = float(begin_text)
            parts.files.append(rows.files[row])
            parts.channels.append(rows.channels[row])
            parts.begin_texts.append(begin_text)
            parts.begins.append(begin)
            parts.durations.append(duration)
            parts.tokens.append(piece)
            parts.subtypes.append(rows.subtypes[row])
            parts.speakers.append(rows.speakers[row])
            parts.lines.append(rows.lines[row])
    return parts


# --- as a corpus ---------------------------------------------------------------------------------------

_CLOSE = 1e-6
_MOST = 4096
# Attributes of a segment for fields without a place in the schema; a missing one is written as <NA>.
_TYPE = "rttm:type"
_NO_SPAN = f"{_NONE} {_NONE}"
_KEPT = ("rttm:token", "rttm:subtype", "rttm:confidence", "rttm:lookahead")


def read(source: Source) -> Corpus:
    """Reads all rows.

    >>> corpus = read(Source(b"SPEAKER f 1 1.0 2.0 <NA> <NA> anna <NA>\\nLEXEME f 1 1.5 0.5 hi lex anna 0.9\\n"))
    >>> segment, = corpus.segments
    >>> segment.speaker, segment.end, segment.items[0].value, segment.items[0].end
    ('anna', 3.0, 'hi', 2.0)
    """
    return corpus_of(rows_of(source), source.name)


def corpus_of(rows: core.TimedRows, path: str) -> Corpus:
    """The corpus of all rows of a file."""
    first: list[int] = []  # the first row of each segment
    first_words: list[int] = []  # the first word of each segment
    spoken: list[int] = []  # the rows of words
    inside: tuple[str, str, str] | None = None
    low = high = 0.0
    texts = zip(*map(rows.texts, (TYPE, FILE, CHANNEL, SPEAKER, TOKEN, LOOKAHEAD)), strict=True)
    times = zip(*(array("d", rows.numbers(field)) for field in (BEGIN, DURATION)), strict=True)
    for row, ((kind, file, channel, speaker, token, lookahead), (begin, duration)) in enumerate(
        zip(texts, times, strict=True)
    ):
        names = file, channel, speaker
        is_word = kind == "LEXEME"
        if not (is_word and names == inside and low <= begin and begin + duration <= high):
            first.append(row)
            first_words.append(len(spoken))
            if is_word:
                inside, low, high = names, -inf, inf
            elif kind == "SPEAKER" and lookahead in ("", _NONE):
                inside, low, high = names, begin - _CLOSE, begin + duration + _CLOSE
            else:
                inside = None
        if is_word and token != _NONE:
            spoken.append(row)
    table = _table(rows, first, spoken, array("q", [*first_words, len(spoken)]), path)
    comments = tuple([Comment(text_of(line), bisect_left(first, before)) for line, before in rows.comments])
    original = _Original(table, Made(len(rows), partial(_lines, rows)), first)
    return Corpus(table, comments=comments, format="rttm", path=path, original=original)


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


def _table(
    rows: core.TimedRows, first: Sequence[int], spoken: Sequence[int], first_words: Sequence[int], path: str
) -> Table:
    """The table of segments, given by their first rows, with their words."""
    lines = array("q", rows.lines)
    heads, words = (
        [rows.texts(field, array("q", places).tobytes()) for field in range(10)] for places in (first, spoken)
    )
    kinds = heads[TYPE]
    sure = [None if text == _NONE else text for text in words[CONFIDENCE]]
    details = [_OF_WORDS[fields] for fields in zip(words[SUBTYPE], words[LOOKAHEAD], strict=True)]
    labels = LabelColumns(
        words[TOKEN],
        (words[BEGIN], _ends(words[BEGIN], words[DURATION]), sure if any(sure) else None),
        details if any(details) else None,
        (path, taken(lines, spoken)),
    )
    texts = [None if low < high else "" for low, high in pairwise(first_words)]
    # A LEXEME row that begins a segment is a word without a turn.
    starts, ends = (
        [None if kind == "LEXEME" or text == _NONE else text for kind, text in zip(kinds, column, strict=True)]
        for column in (heads[BEGIN], _ends(heads[BEGIN], heads[DURATION]))
    )
    kept = kinds, heads[TOKEN], heads[SUBTYPE], heads[CONFIDENCE], heads[LOOKAHEAD]
    return Table(
        len(first),
        path=path,
        session=heads[FILE],
        channel=heads[CHANNEL],
        speaker=["" if speaker == _NONE else speaker for speaker in heads[SPEAKER]],
        start=Numbers.some(starts),
        end=Numbers.some(ends),
        text=texts if "" in texts else None,
        labels=LabelLists(labels, first_words) if spoken else None,
        attributes=[_OF_ROWS[fields] for fields in zip(*kept, strict=True)],
        lines=taken(lines, first),
    )


def _ends(begins: Sequence[str], durations: Sequence[str]) -> list[str | None]:
    """The exact ends of rows; None where a time is missing."""
    if _NONE not in begins and _NONE not in durations:
        return list[str | None](exact_texts(add, begins, durations))
    return [None if _NONE in times else sum_text(*times) for times in zip(begins, durations, strict=True)]


class _Attributes(dict[tuple[str, ...], Attributes]):
    """The attributes of words by subtype and lookahead, or of segments by type and the fields without a place."""

    def __missing__(self, fields: tuple[str, ...]) -> Attributes:
        kind, *values = fields
        attributes: Attributes
        if len(fields) == len(_KEPT) + 1:
            pairs = zip(_KEPT, () if kind == "LEXEME" else values, strict=False)
            rest = [(key, value) for key, value in pairs if value and (value != _NONE or key == _KEPT[3])]
            attributes = (("rttm:type", kind), *rest)
        else:
            attributes = (("type", kind),) if kind != "lex" else ()
            attributes += ((_KEPT[3], values[0]),) if values[0] else ()
        if len(self) < _MOST:
            self[fields] = attributes
        return attributes


_OF_WORDS, _OF_ROWS = _Attributes(), _Attributes()


def write(corpus: Corpus) -> Iterator[str]:
    """The rows; every segment needs times, or words with times."""
    original = corpus.original
    line_of = partial(comment_line, marks=";;", format="rttm")
    if isinstance(original, _Original) and original.table is corpus.table:
        spans = pairwise((*original.first, len(original.lines)))
        return with_comments(corpus, line_of, (original.lines[first:last] for first, last in spans))
    return with_comments(corpus, line_of, _of_columns(corpus.table) or map(_rows_of, corpus.segments))


def _of_columns(table: Table) -> Iterable[Iterable[str]] | None:
    """The lines of each segment, column by column; None where one needs a closer look."""
    names = table.sessions, table.channels, [speaker or _NONE for speaker in table.speakers]
    if not _are_fields([*dict.fromkeys(chain(*names))]):
        return None
    try:
        turns, (first, rows) = _turns(table, names), _words(table, names[2])
    except UsageError:
        return None  # the problem is told in the order of the segments
    if True in [not turn and low == high for turn, (low, high) in zip(turns, pairwise(first), strict=True)]:
        return None
    return map(chain, turns, run_lines(list(map("LEXEME {} {} ".format, *names[:2])), first, rows))


def _turns(table: Table, names: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """The row of each segment, nothing for one of words only."""
    nothing = [None] * len(table)
    times = [nothing if column is None else column.texts_or_none() for column in (table.start, table.end)]
    places = [place for place, (start, end) in enumerate(zip(*times, strict=True)) if None not in (start, end)]
    spans = dict(zip(places, _spans(*[taken(column, places) for column in times]), strict=True))
    attributes = table.column("attributes") or [()] * len(table)
    others = {pairs for pairs in {*attributes} for key, _ in pairs if key == _TYPE or key in _KEPT}
    fields = {pairs: _fields_of(dict(pairs)) for pairs in {*others, ()}}
    turns: list[tuple[str, ...]] = [()] * len(table)
    columns = *names, map(fields.get, attributes, repeat(fields[()])), map(spans.get, range(len(table)))
    for place, (session, channel, speaker, (kind, token, rest), span) in enumerate(zip(*columns, strict=True)):
        if kind != "LEXEME" and (kind or span):
            row = f"{kind or 'SPEAKER'} {session} {channel} {span or _NO_SPAN} {token} {speaker} {rest}\n"
            turns[place] = (row,)
    return turns


def _fields_of(attributes: Mapping[str, str]) -> tuple[str, str, str]:
    """The type of a row, its fields before the speaker and those behind it."""
    token, subtype, confidence = (attributes.get(key, _NONE) for key in _KEPT[:3])
    lookahead = f" {attributes[_KEPT[3]]}" if _KEPT[3] in attributes else ""
    return attributes.get(_TYPE, ""), f"{token} {subtype}", confidence + lookahead


def _words(table: Table, speakers: Sequence[str]) -> tuple[Sequence[int], Iterator[str]]:
    """The first row of each segment and the number of all, and the fields behind the channel of words with times."""
    lists: LabelLists | None = table.column("labels") if table.has_labels() else None
    lists = None if lists is None else lists.flat()
    if lists is None or None in lists.labels.numbers[:2]:
        return [0] * (len(table) + 1), iter(())
    labels, first = lists.labels, lists.first
    starts, ends, confidences = ([None] * len(labels) if column is None else column for column in labels.numbers)
    is_timed = [start is not None and end is not None for start, end in zip(starts, ends, strict=True)]
    owners = list(chain.from_iterable(map(repeat, speakers, map(sub, first[1:], first))))
    pairs = labels.attributes or [()] * len(labels)
    columns = labels.values, starts, ends, confidences, owners, pairs
    values, starts, ends, confidences, owners, pairs = (list(compress(column, is_timed)) for column in columns)
    details = {attributes: dict(attributes) for attributes in {*pairs} if attributes}
    kinds = {attributes: more.get("type", "lex") for attributes, more in details.items()}
    rests = {attributes: f" {more[_KEPT[3]]}" for attributes, more in details.items() if _KEPT[3] in more}
    if not _are_fields(values) or not _are_fields([*kinds.values()]) or _NONE in values:
        raise UsageError("a word or its type is no field of a row")
    sure = [_NONE if text is None else text for text in confidences]
    if not all(map(isfinite, map(float, filter(None, confidences)))):
        raise UsageError("a confidence is no finite number")
    kinds_of, rests_of = map(kinds.get, pairs, repeat("lex")), map(rests.get, pairs, repeat(""))
    rows = map("{} {} {} {} {}{}".format, _spans(starts, ends), values, kinds_of, owners, sure, rests_of)
    passed = [*accumulate(is_timed, initial=0)]
    return taken(passed, first), rows


def _spans(starts: Sequence[Any], ends: Sequence[Any]) -> Iterator[str]:
    """Begins and exact lengths, as two fields."""
    if not are_times([*map(float, starts), *map(float, ends)]):
        raise UsageError("a time is not finite or below 0")
    lengths = exact_texts(sub, ends, starts)
    if "-" in "".join(lengths):
        raise UsageError("an end is before its begin")
    return map("{} {}".format, starts, lengths)


def _are_fields(values: Sequence[str]) -> bool:
    """Whether a reader takes every value for one field, as `_field` asks one by one."""
    joined = " ".join(values)
    return ";;" not in joined and joined.split() == values


def _rows_of(segment: Segment) -> Iterator[str]:
    attributes = dict(segment.attributes)
    whole = segment.start is not None and segment.end is not None
    kind = attributes.get("rttm:type", "SPEAKER" if whole else "LEXEME")
    names = _field("session", segment.session), _field("channel", segment.channel)
    speaker = _field("speaker", segment.speaker or _NONE)
    if kind != "LEXEME":
        token, subtype, confidence = (attributes.get(key, _NONE) for key in _KEPT[:3])
        times = _times(segment.start, segment.end, segment.session)
        lookahead = [attributes[_KEPT[3]]] if _KEPT[3] in attributes else []
        yield " ".join((kind, *names, *times, token, subtype, speaker, confidence, *lookahead)) + "\n"
    elif not _timed(segment.labels or ()) and segment.items:
        raise UsageError("rttm needs times of segments or of words; a segment has neither")
    for label in _timed(segment.labels or ()):
        yield _row(label, names, speaker)


def _timed(items: Sequence[Item]) -> list[Label]:
    """The words with times; for an alternation, those of its first branch."""
    return [label for label in first_words(items) if label.start is not None and label.end is not None]


def _row(label: Label, names: tuple[str, str], speaker: str) -> str:
    attributes = dict(label.attributes)
    token = _field("word", label.value)
    if token == _NONE:
        raise UsageError(f"rttm has no way to write the word {token!r}: it means that there is no word")
    confidence = _NONE if label.confidence is None else number_text(label.confidence)
    lookahead = [attributes[_KEPT[3]]] if _KEPT[3] in attributes else []
    subtype = _field("type", attributes.get("type", "lex"))
    times = _times(label.start, label.end, label.value)
    return " ".join(("LEXEME", *names, *times, token, subtype, speaker, confidence, *lookahead)) + "\n"


def _field(name: str, value: str) -> str:
    """A field of a row; refused where a reader would split it or take it for a comment."""
    if ";;" in value or wide_blank(value):
        raise UsageError(
            f"rttm cannot hold the {name} {value!r}; expected text without ';;' and without the blanks of Unicode"
        )
    return word_of(name, value, "rttm")


def _times(start: float | None, end: float | None, owner: str) -> tuple[str, str]:
    if start is None or end is None:
        return _NONE, _NONE
    begin = time_text(start, owner)
    return begin, difference_text(time_text(end, owner), begin)


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line has the type and the number of fields of a row; the values of fields do not count."""
    rows = [fields for line in lines if (fields := words(line.partition(";;")[0]))]
    return bool(rows) and all(fields[0] in TYPES and LOOKAHEAD <= len(fields) <= LOOKAHEAD + 1 for fields in rows)


FORMAT = Format(
    name="rttm",
    suffixes=(".rttm",),
    summary="NIST speakers and words with times, a row each",
    carries=frozenset({"channels", "comments", "confidence", "segment times", "sessions", "speakers", "tags", "times"}),
    read=read,
    write=write,
    sniff=sniff,
    needs=frozenset({"channels", "sessions"}),
    words="timed",
    streams="appended",
)
