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
from .engine.fields import difference_text, number, time_problem, time_text, word_of, wrong_time
from .engine.row_reader import FilledTable, read_fields
from .errors import UsageError
from .record import Format
from .schema import Corpus, Table
from .schema.markup import BLANKS
from .schema.numbers import exact_texts
from .source import Source

_LAYOUT = "file channel begin duration type confidence subtype speaker"
_FIELDS = 8
_COLUMNS = "session", "channel", "start", "end", "speaker", "text", "attributes", "lines"
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
    add = FilledTable(source.name, *_COLUMNS)
    comments = read_fields(source, row, add, _COMMENT)
    return Corpus(add.segments.table(), comments=comments, format="mdtm", path=source.name)


def row(fields: list[str], add: FilledTable) -> None:
    """Reads one row: file, channel, begin, duration, type, confidence, subtype and speaker."""
    if len(fields) != _FIELDS:
        add.report_size(len(fields), _FIELDS, _LAYOUT)
        return
    session, channel, begin, duration, kind, confidence, subtype, speaker = fields
    if what := time_problem("begin", begin):
        add.report(3, what, _LAYOUT)
    elif what := time_problem("duration", duration):
        add.report(4, what, _LAYOUT)
    elif confidence != _NONE and number(confidence) is None:
        add.report(6, f"confidence {confidence!r} is neither a number nor {_NONE}", _LAYOUT)
    else:
        end = format(Decimal(begin) + Decimal(duration), "f")
        details = zip(_USUAL.items(), (kind, confidence, subtype), strict=True)
        attributes = tuple([(key, value) for (key, usual), value in details if value != usual])
        add.segments.add(session, channel, begin, end, "" if speaker == _NONE else speaker, "", attributes, add.number)


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
        raise UsageError("mdtm needs a start and an end for every segment; one segment has none")
    _check_names(segment.session, segment.channel, segment.speaker)
    difference_text(time_text(segment.end, segment.session), time_text(segment.start, segment.session))


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line is a row of a known type."""
    add = FilledTable("", *_COLUMNS)
    for line in lines:
        if line.strip(BLANKS) and not line.startswith(_COMMENT):
            fields = line.split(None, _FIELDS)
            row(fields, add)
            if add.problems or fields[4] not in _TYPES:
                return False
    return len(add) > 0


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
