"""MDTM: speakers and other sounds with times, the format that came before RTTM.

    ;; file channel begin duration type confidence subtype speaker
    talk 1 0.00 3.47 speaker NA adult_female anna

A row becomes a segment without words; type, confidence and subtype are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import partial
from operator import sub

from .engine.comments import comment_line, with_comments
from .engine.fields import (
    TWO_TIMES,
    column,
    difference_text,
    number,
    splitter,
    time_problem,
    time_text,
    word_of,
    wrong_time,
)
from .errors import Problems, UsageError, Where, quantity
from .record import Format
from .schema import Attributes, Comment, Corpus, Table
from .schema.filling import Filling
from .schema.markup import BLANKS
from .schema.numbers import exact_texts
from .source import Source

_LAYOUT = "file channel begin duration type confidence subtype speaker"
_FIELDS = 8
_COMMENT = ";"
_NONE = "NA"
# The fields of a segment without these attributes.
_USUAL = {"mdtm:type": "speaker", "mdtm:confidence": _NONE, "mdtm:subtype": "unknown"}
_VALUES = [*_USUAL.values()]


def read(source: Source) -> Corpus:
    """Reads rows.

    >>> segment, = read(Source(b"talk 1 0.00 3.47 speaker NA adult_female anna\\n")).segments
    >>> segment.speaker, segment.end, segment.attributes
    ('anna', 3.47, (('mdtm:subtype', 'adult_female'),))
    """
    split = splitter(source.text)
    problems = Problems()
    rows = Filling(source.name, "session", "channel", "start", "end", "speaker", "text", "attributes", "lines")
    comments = []
    for place, line in enumerate(source.lines(), 1):
        if line[:1] == _COMMENT:
            comments.append(Comment(line, len(rows)))
            continue
        fields = split(line)
        if not fields:
            continue
        match = _problem(fields)
        if match:
            what, position = match
            problems.add(Where(source.name, place, column(line, position)), what, _LAYOUT, line)
            continue
        session, channel, start, duration, *values, speaker = fields
        attributes: Attributes = ()
        if values != _VALUES:
            attributes = tuple([pair for pair in zip(_USUAL, values, strict=True) if _USUAL[pair[0]] != pair[1]])
        end = format(Decimal(start) + Decimal(duration), "f")
        rows.add(session, channel, start, end, "" if speaker == _NONE else speaker, "", attributes, place)
    problems.check()
    return Corpus(rows.table(), comments=tuple(comments), format="mdtm", path=source.name)


def _problem(fields: Sequence[str]) -> tuple[str, int] | None:
    """The problem of a row, and the number of its field."""
    if len(fields) < _FIELDS:
        return f"only {quantity(len(fields), 'field')}", len(fields) + 1
    if len(fields) > _FIELDS:
        return quantity(len(fields), "field"), _FIELDS + 1
    are_plain = TWO_TIMES.fullmatch(f"{fields[2]} {fields[3]}")
    for name, place in () if are_plain else (("begin", 3), ("duration", 4)):
        if what := time_problem(name, fields[place - 1]):
            return what, place
    if fields[5] != _NONE and number(fields[5]) is None:
        return f"confidence {fields[5]!r} is neither a number nor {_NONE}", 6
    return None


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the rows of a file; every segment needs times."""
    line_of = partial(comment_line, marks=_COMMENT, format="mdtm")
    yield from with_comments(corpus, line_of, zip(_rows(corpus.table)))


def _rows(table: Table) -> Iterator[str]:
    """The rows of all segments."""
    wrong = wrong_time(table)
    names = list(zip(table.sessions, table.channels, table.speakers, strict=True))
    for row in dict.fromkeys(names[:wrong]):
        _check_names(*row)
    if wrong is not None:
        _refuse(table, wrong)
    assert table.start is not None or not names
    begins, ends = (column.texts() if column else () for column in (table.start, table.end))
    lengths = exact_texts(sub, ends, begins)
    fields = [
        " ".join([dict(pairs).get(key, usual) for key, usual in _USUAL.items()]) if pairs else " ".join(_VALUES)
        for pairs in table.column("attributes") or [()] * len(names)
    ]
    heads = [f"{session} {channel}" for session, channel, _ in names]
    speakers = [speaker or _NONE for speaker in table.speakers]
    return map("{} {} {} {} {}\n".format, heads, begins, lengths, fields, speakers)


def _check_names(session: str, channel: str, speaker: str) -> None:
    word_of("session", session, "mdtm")
    word_of("channel", channel, "mdtm")
    if session.startswith(_COMMENT):
        raise UsageError(f"mdtm cannot hold the session {session!r}: the line would be read as a comment")
    word_of("speaker", speaker or _NONE, "mdtm")


def _refuse(table: Table, place: int) -> None:
    """Raises the error of a segment without times that the format can hold."""
    segment = table[place]
    if segment.start is None or segment.end is None:
        raise UsageError("mdtm needs a begin and an end for every segment; one segment has none")
    _check_names(segment.session, segment.channel, segment.speaker)
    difference_text(time_text(segment.end, segment.session), time_text(segment.start, segment.session))


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line is a row of a known type."""
    rows = [line.split() for line in lines if line.strip(BLANKS) and not line.startswith(_COMMENT)]
    return bool(rows) and not any(map(_problem, rows)) and all(row[4] in _TYPES for row in rows)


_TYPES = frozenset({"speaker", "noise", "music", "speech", "non-speech", "noscore", "other", "unknown"})

FORMAT = Format(
    name="mdtm",
    suffixes=(".mdtm",),
    summary="NIST speakers with times, without words: file channel begin duration type confidence subtype speaker",
    carries=frozenset({"channels", "comments", "segment times", "sessions", "speakers"}),
    read=read,
    write=write,
    sniff=sniff,
    needs=frozenset({"channels", "segment times", "sessions"}),
    words="none",
    streams="appended",
)
