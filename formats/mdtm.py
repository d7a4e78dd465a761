"""MDTM: speakers and other sounds with times, the format that came before RTTM.

    ;; file channel begin duration type confidence subtype speaker
    talk 1 0.00 3.47 speaker NA adult_female anna

A row becomes a segment without words; type, confidence and subtype are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from .engine.comments import comment_line, with_comments
from .engine.fields import column, difference_text, number, splitter, time_problem, time_text, word_of
from .engine.packed import Packing
from .errors import Problems, UsageError, Where, quantity
from .record import Format
from .schema import Comment, Corpus, Segment, Written, sum_text
from .schema.markup import BLANKS
from .source import Source

_LAYOUT = "file channel begin duration type confidence subtype speaker"
_FIELDS = 8
_COMMENT = ";"
_NONE = "NA"
# The fields of a segment without these attributes.
_USUAL = {"mdtm:type": "speaker", "mdtm:confidence": _NONE, "mdtm:subtype": "unknown"}


def read(source: Source) -> Corpus:
    """Reads rows.

    >>> segment, = read(Source(b"talk 1 0.00 3.47 speaker NA adult_female anna\\n")).segments
    >>> segment.speaker, segment.end, segment.attributes
    ('anna', 3.47, (('mdtm:subtype', 'adult_female'),))
    """
    split = splitter(source.text)
    problems = Problems()
    segments = Packing(len(source.text))
    comments = []
    for place, line in enumerate(source.lines(), 1):
        if line.startswith(_COMMENT):
            comments.append(Comment(line, len(segments)))
            continue
        fields = split(line)
        if not fields:
            continue
        found = _problem(fields)
        if found:
            what, position = found
            problems.add(Where(source.name, place, column(line, position)), what, _LAYOUT, line)
            continue
        segments.append(_segment(fields, Where(source.name, place)))
    problems.check()
    return Corpus(segments.segments(), comments=tuple(comments), format="mdtm", path=source.name)


def _segment(fields: Sequence[str], where: Where) -> Segment:
    session, channel, start, duration, *values, speaker = fields
    kept = tuple(pair for pair in zip(_USUAL, values, strict=True) if _USUAL[pair[0]] != pair[1])
    return Segment(
        session=session,
        channel=channel,
        speaker="" if speaker == _NONE else speaker,
        start=Written(start),
        end=Written(sum_text(start, duration)),
        text="",
        attributes=kept,
        where=where,
    )


def _problem(fields: Sequence[str]) -> tuple[str, int] | None:
    """The problem of a row, and the number of its field."""
    if len(fields) < _FIELDS:
        return f"only {quantity(len(fields), 'field')}", len(fields) + 1
    if len(fields) > _FIELDS:
        return quantity(len(fields), "field"), _FIELDS + 1
    for name, place in (("begin", 3), ("duration", 4)):
        if what := time_problem(name, fields[place - 1]):
            return what, place
    if fields[5] != _NONE and number(fields[5]) is None:
        return f"confidence {fields[5]!r} is neither a number nor {_NONE}", 6
    return None


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the rows of a file; every segment needs times."""
    line_of = partial(comment_line, marks=_COMMENT, format="mdtm")
    yield from with_comments(corpus, line_of, zip(map(_row, corpus.segments)))


def _row(segment: Segment) -> str:
    if segment.start is None or segment.end is None:
        raise UsageError("mdtm needs a begin and an end for every segment; one segment has none")
    names = word_of("session", segment.session, "mdtm"), word_of("channel", segment.channel, "mdtm")
    if names[0].startswith(_COMMENT):
        raise UsageError(f"mdtm cannot hold the session {names[0]!r}: the line would be read as a comment")
    speaker = word_of("speaker", segment.speaker or _NONE, "mdtm")
    start = time_text(segment.start, names[0])
    duration = difference_text(time_text(segment.end, names[0]), start)
    attributes = dict(segment.attributes)
    values = [attributes.get(key, usual) for key, usual in _USUAL.items()]
    return " ".join((*names, start, duration, *values, speaker)) + "\n"


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
