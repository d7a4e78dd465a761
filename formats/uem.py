"""UEM: the regions of recordings to score, one row each.

    ;; file channel begin end
    talk 1 0.00 300.00

The format holds regions and no words. Written from segments, their times become the regions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from operator import gt
from typing import overload

from .engine.comments import comment_line, with_comments
from .engine.fields import check_order, column, grid, splitter, time_problem, time_text, times, word_of
from .errors import MismatchError, Problems, UsageError, Where, quantity
from .record import Format
from .schema import Comment, Corpus, Lazy, Region, Written
from .schema.markup import BLANKS
from .source import Source

COMMENTS = (";", "#")
_LAYOUT = "file channel begin end"
_FIELDS = 4


def read(source: Source) -> Corpus:
    """Reads regions.

    >>> read(Source(b"talk 1 0.00 300.00\\n")).regions
    (Region(session='talk', channel='1', start=0.00, end=300.00),)
    """
    table = _table(source)
    if table is not None:
        return Corpus(regions=table, format="uem", path=source.name)
    split = splitter(source.text)
    problems = Problems()
    regions: list[Region] = []
    comments = []
    for place, line in enumerate(source.lines(), 1):
        if line.startswith(COMMENTS):
            comments.append(Comment(line, len(regions)))
            continue
        fields = split(line)
        if not fields:
            continue
        problem = _problem(fields)
        if problem:
            what, position = problem
            problems.add(Where(source.name, place, column(line, position)), what, _LAYOUT, line)
            continue
        session, channel, start, end = fields
        regions.append(Region(session, channel, Written(start), Written(end)))
    problems.check()
    return Corpus(regions=tuple(regions), comments=tuple(comments), format="uem", path=source.name)


class RegionTable(Lazy[Region]):
    """The regions of a file, kept as columns of text: sessions, channels, begins and ends."""

    __slots__ = ("columns",)

    def __init__(self, columns: Sequence[Sequence[str]]) -> None:
        self.columns = columns

    @overload
    def __getitem__(self, index: int) -> Region: ...

    @overload
    def __getitem__(self, index: slice) -> RegionTable: ...

    def __getitem__(self, index: int | slice) -> Region | RegionTable:
        if isinstance(index, slice):
            return RegionTable([column[index] for column in self.columns])
        session, channel, start, end = (column[index] for column in self.columns)
        return Region(session, channel, Written(start), Written(end))

    def __len__(self) -> int:
        return len(self.columns[0])

    def __repr__(self) -> str:
        return repr(tuple(self))


def _table(source: Source) -> RegionTable | None:
    """The table of a file without comments and problems; None for any other file."""
    columns = grid(source.text, _FIELDS) if splitter(source.text) is str.split else None
    if columns is None:
        return None
    starts, ends = map(times, columns[2:])
    if starts is None or ends is None or any(map(gt, starts, ends)):
        return None
    return None if any(name.startswith(COMMENTS) for name in set(columns[0])) else RegionTable(columns)


def _problem(fields: Sequence[str]) -> tuple[str, int] | None:
    """The problem of a row, and the number of its field."""
    if len(fields) < _FIELDS:
        return f"only {quantity(len(fields), 'field')}", len(fields) + 1
    if len(fields) > _FIELDS:
        return quantity(len(fields), "field"), _FIELDS + 1
    for name, place in (("begin", 3), ("end", 4)):
        if what := time_problem(name, fields[place - 1]):
            return what, place
    if float(fields[3]) < float(fields[2]):
        return f"end {fields[3]} is before begin {fields[2]}", 4
    return None


def read_regions(source: Source) -> Sequence[Region]:
    r"""The regions of a file that names what is scored: one or more.

    >>> len(read_regions(Source(b"talk 1 0.00 300.00\n")))
    1
    """
    regions = read(source).regions
    if not regions:
        raise MismatchError(
            f"{source.name} has no region: expected rows such as 'talk 1 0.0 60.0', or leave out uem= (--uem)"
        )
    return regions


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a row for every region; without regions, for every segment."""
    if isinstance(corpus.regions, RegionTable) and not corpus.comments:
        yield from map("{} {} {} {}\n".format, *corpus.regions.columns)
        return
    line_of = partial(comment_line, marks=COMMENTS, format="uem")
    yield from with_comments(corpus, line_of, zip(map(_line, corpus.regions or _of_segments(corpus))))


def _line(region: Region) -> str:
    session, channel = word_of("session", region.session, "uem"), word_of("channel", region.channel, "uem")
    if session.startswith(COMMENTS):
        raise UsageError(f"uem cannot hold the session {session!r}: the line would be read as a comment")
    check_order(region.start, region.end)
    return f"{session} {channel} {time_text(region.start, session)} {time_text(region.end, session)}\n"


def _of_segments(corpus: Corpus) -> Iterator[Region]:
    for segment in corpus.segments:
        if segment.start is None or segment.end is None:
            raise UsageError("uem needs a begin and an end for every segment; one segment has none")
        yield Region(segment.session, segment.channel, segment.start, segment.end)


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line is a row."""
    rows = [line.split() for line in lines if line.strip(BLANKS) and not line.startswith(COMMENTS)]
    return bool(rows) and not any(map(_problem, rows))


FORMAT = Format(
    name="uem",
    suffixes=(".uem",),
    summary="NIST regions to be scored: file channel begin end",
    carries=frozenset({"channels", "comments", "regions", "segment times", "sessions"}),
    read=read,
    write=write,
    sniff=sniff,
    needs=frozenset({"channels", "segment times", "sessions"}),
    words="none",
    streams="appended",
)
