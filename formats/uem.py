"""UEM: the regions of recordings to score, one row each.

    ;; file channel begin end
    talk 1 0.00 300.00

The format holds regions and no words. Written from segments, their times become the regions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from .engine.comments import comment_line, with_comments
from .engine.fields import check_order, is_usual_window, time_problem, time_text, word_of
from .engine.folder_tree import files_below
from .engine.row_reader import FieldReading, read_fields
from .errors import MismatchError, UsageError
from .record import Format
from .schema import Corpus, Lazy, Region, Written
from .schema.markup import BLANKS
from .source import Source

if TYPE_CHECKING:
    from typing import overload

COMMENTS = (";", "#")
_LAYOUT = "file channel begin end"
_FIELDS = 4


def read(source: Source) -> Corpus:
    """Reads regions.

    >>> read(Source(b"talk 1 0.00 300.00\\n")).regions
    (Region(session='talk', channel='1', start=0.00, end=300.00),)
    """
    add = _Regions(source.name)
    comments = read_fields(source, row, add, COMMENTS)
    table = RegionTable((add.sessions, add.channels, add.begins, add.ends))
    return Corpus(regions=table, comments=comments, format="uem", path=source.name)


class _Regions(FieldReading):
    """Takes the columns of regions."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.sessions: list[str] = []
        self.channels: list[str] = []
        self.begins: list[str] = []
        self.ends: list[str] = []

    def __len__(self) -> int:
        return len(self.sessions)


def row(fields: list[str], add: _Regions) -> None:
    """Reads one row: file, channel, begin and end."""
    if len(fields) != _FIELDS:
        add.report_size(len(fields), _FIELDS, _LAYOUT)
        return
    session, channel, begin, end = fields
    if is_usual_window(begin, end) or _are_times(begin, end, add):
        add.sessions.append(session)
        add.channels.append(channel)
        add.begins.append(begin)
        add.ends.append(end)


def _are_times(begin: str, end: str, add: _Regions) -> bool:
    """Whether begin and end are times, and in order; a problem is reported."""
    if what := time_problem("begin", begin):
        add.report(3, what, _LAYOUT)
    elif what := time_problem("end", end):
        add.report(4, what, _LAYOUT)
    elif float(end) < float(begin):
        add.report(4, f"end {end} is before begin {begin}", _LAYOUT)
    else:
        return True
    return False


class RegionTable(Lazy[Region]):
    """The regions of a file, kept as columns of text: sessions, channels, begins and ends."""

    __slots__ = ("columns",)

    def __init__(self, columns: Sequence[Sequence[str]]) -> None:
        self.columns = columns

    if TYPE_CHECKING:

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


def read_regions(source: Source) -> Sequence[Region]:
    r"""The regions of a file that names what is scored, or of the files of a folder: one or more.

    >>> len(read_regions(Source(b"talk 1 0.00 300.00\n")))
    1
    """
    if source.folder:
        paths = files_below(source.folder, lambda name: name.endswith(".uem"))
        files = [Source(path, encoding=source.encoding, errors=source.errors) for path in paths]
    else:
        files = [source]
    regions = tuple(region for file in files for region in read(file).regions)
    if not regions:
        raise MismatchError(
            f"{source.name} has no region: expected rows such as 'talk 1 0.0 60.0', or leave out uem= (--uem)"
        )
    return regions


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a row for every region; without regions, for every recording and channel, from first begin to last end."""
    line_of = partial(comment_line, marks=COMMENTS, format="uem")
    yield from with_comments(corpus, line_of, ([" ".join(fields) + "\n"] for fields in _rows(corpus)))


def _rows(corpus: Corpus) -> Iterable[Sequence[str]]:
    """The fields of all regions; those of a file stay as they are."""
    regions = corpus.regions
    if isinstance(regions, RegionTable) and not any(name.startswith(COMMENTS) for name in set(regions.columns[0])):
        return zip(*regions.columns, strict=True)
    return map(_fields, regions or _of_segments(corpus))


def _fields(region: Region) -> Sequence[str]:
    session, channel = word_of("session", region.session, "uem"), word_of("channel", region.channel, "uem")
    if session.startswith(COMMENTS):
        raise UsageError(f"uem cannot hold the session {session!r}: the line would be read as a comment")
    check_order(region.start, region.end)
    return session, channel, time_text(region.start, session), time_text(region.end, session)


def _of_segments(corpus: Corpus) -> Iterable[Region]:
    regions: dict[tuple[str, str], Region] = {}
    for segment in corpus.segments:
        if segment.ignored:
            continue
        if segment.start is None or segment.end is None:
            raise UsageError("uem needs a start and an end for every segment; one segment has none")
        place = segment.session, segment.channel
        known = regions.get(place)
        start = segment.start if known is None else min(known.start, segment.start)
        end = segment.end if known is None else max(known.end, segment.end)
        regions[place] = Region(*place, start, end)
    return regions.values()


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line is a row."""
    add = _Regions("")
    for line in lines:
        if line.strip(BLANKS) and not line.startswith(COMMENTS):
            row(line.split(None, _FIELDS), add)
            if add.problems:
                return False
    return len(add.sessions) > 0


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
)
