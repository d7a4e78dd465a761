"""TRS, transcripts of Transcriber.

The text between two `Sync` marks of a turn becomes a segment, or one for each of several simultaneous speakers. Events,
comments and backgrounds are no words. The file is kept: an unchanged corpus is written as its file was. A section that
was not transcribed becomes an ignored segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from .engine.cues import spoken
from .engine.fields import check_order, time_problem, time_text
from .engine.kept import keep, kept_text
from .engine.plain_texts import bare_texts
from .engine.windows import bounds
from .engine.xml_parts import Parts, read_parts
from .engine.xml_source import escape, local, note, quoteattr
from .errors import Problems, UsageError
from .record import Format
from .schema import Corpus, Table
from .schema.filling import Filling
from .source import Source

if TYPE_CHECKING:
    from lxml import etree


NAME = "trs"
_NOT_TRANSCRIBED = "nontrans"
_TIME = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,15})?")
_SECTION = ["Section", "Episode", "Trans"]


def read(source: Source) -> Corpus:
    """Reads turns.

    >>> text = b'''<Trans audio_filename="talk"><Speakers><Speaker id="spk1" name="Anna"/></Speakers><Episode>
    ... <Section type="report" startTime="0" endTime="2.5"><Turn speaker="spk1" startTime="0" endTime="2.5">
    ... <Sync time="0"/>good day<Sync time="1.5"/>yes</Turn></Section></Episode></Trans>'''
    >>> [(segment.speaker, segment.start, segment.end, segment.text) for segment in read(Source(text)).segments]
    [('Anna', 0, 1.5, 'good day'), ('Anna', 1.5, 2.5, 'yes')]
    """
    return keep(Corpus(read_parts(source, partial(_segments, source.name)), format=NAME, path=source.name), source.text)


def _segments(name: str, document: Parts) -> Table:
    return _Reader(name, document).table()


class _Turn:
    """A turn that is being read, and its piece since the last mark: the texts by the numbers of their speakers."""

    __slots__ = ("begun", "element", "end", "ignored", "is_first", "line", "number", "speakers", "start", "texts")

    def __init__(
        self, element: etree._Element, times: _Times, speakers: Sequence[str], line: int, ignored: bool
    ) -> None:
        self.element = self.begun = element
        self.start, self.end = times
        self.speakers, self.line, self.ignored = speakers, line, ignored
        self.texts: dict[int, list[str]] = {1: [element.text or ""]}
        self.number, self.is_first = 1, True


_Times: TypeAlias = "tuple[str | None, str | None]"


class _Reader:
    """Reads the speakers, then the sections and turns."""

    def __init__(self, name: str, document: Parts) -> None:
        self._name = name
        self._document = document
        self._session = document.root.get("audio_filename", "").replace("\\", "/").rpartition("/")[2]
        self._segments = Filling(name, "session", "start", "end", "speaker", "ignored", "text", "lines")
        self._section: etree._Element | None = None
        self._is_ignored = False
        self._turn: _Turn | None = None
        self._reversed: list[tuple[etree._Element, str]] = []
        self._problems = Problems()
        if local(document.root) != "Trans":
            note(self._problems, document.root, name, "not a transcript of Transcriber", "Trans")
            self._problems.check()
        self._speakers: dict[str, str] = {
            element.get("id", ""): element.get("name", "") or element.get("id", "")
            for element in document.elements("Speaker", first=True)
            if _parents(element) == ["Speakers", "Trans"]
        }

    def table(self) -> Table:
        """The segments in the order of the file; raises the problems."""
        for batch in self._document.batches():
            for event, element in batch:
                if event == "end":
                    if self._turn is not None:
                        self._end(element, self._turn)
                elif self._turn is None and local(element) == "Turn" and self._is_section(element.getparent()):
                    self._turn = self._begun(element)
        self._problems.check()
        return self._segments.table()

    def _end(self, element: etree._Element, turn: _Turn) -> None:
        """Reads an element that ends inside a turn, or the end of the turn."""
        if element is turn.element:
            self._end_piece(turn, turn.end)
            for late, what in self._reversed:
                note(self._problems, late, self._name, what, "begin <= end")
            self._reversed = []
            self._turn = None
        elif element.getparent() is turn.element and not turn.ignored:
            name = local(element)
            if name == "Sync":
                time = self._time(element, "time")
                self._end_piece(turn, time)
                (line,) = self._document.lines([element])
                turn.start, turn.begun, turn.line, turn.texts = time, element, line, {1: []}
                turn.number, turn.is_first = 1, False
            elif name == "Who":
                turn.number = self._number(element, len(turn.speakers))
            turn.texts.setdefault(turn.number, []).append(element.tail or "")

    def _begun(self, element: etree._Element) -> _Turn:
        """A turn that begins."""
        times = self._time(element, "startTime"), self._time(element, "endTime")
        speakers = [self._speaker(element, key) for key in element.get("speaker", "").split()]
        (line,) = self._document.lines([element])
        return _Turn(element, times, speakers, line, self._is_ignored)

    def _end_piece(self, turn: _Turn, end: str | None) -> None:
        """Adds the segments of a piece of a turn, one for each speaker."""
        start = turn.start
        if turn.ignored:
            self._segments.add(self._session, start, end, "", True, "", 0)
            return
        if start is not None and end is not None and float(end) < float(start):
            self._reversed.append((turn.begun, f"begin {start} is after end {end}"))
        # An empty piece between two marks is silence of its one speaker, and kept.
        is_kept = bool(turn.speakers) and not turn.is_first and len(turn.texts) == 1
        for number, texts in turn.texts.items():
            text = spoken("".join(texts))
            if text or is_kept:
                speaker = "".join(turn.speakers[number - 1 : number])
                self._segments.add(self._session, start, end, speaker, False, text, turn.line)

    def _is_section(self, element: etree._Element | None) -> bool:
        """Whether an element is a section of an episode; most are that of the turn before."""
        if element is None or element is self._section:
            return element is not None
        if [local(element), *_parents(element)] != _SECTION:
            return False
        self._section = element
        self._is_ignored = element.get("type") == _NOT_TRANSCRIBED
        return True

    def _speaker(self, turn: etree._Element, key: str) -> str:
        if key not in self._speakers:
            note(self._problems, turn, self._name, f"the speaker {key!r} is unknown", "an id of the list of speakers")
        return self._speakers.get(key, key)

    def _number(self, who: etree._Element, speakers: int) -> int:
        number = who.get("nb", "")
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= max(speakers, 1)):
            note(
                self._problems,
                who,
                self._name,
                f"nb {number!r} is not a speaker of the turn",
                f"1 to {max(speakers, 1)}",
            )
            return 1
        return int(number)

    def _time(self, element: etree._Element, key: str) -> str | None:
        """A time as the file has it; None for what is missing or no time, which is reported."""
        value = element.get(key)
        if value is not None and _TIME.fullmatch(value):
            return value
        what = f"no {key}" if value is None else time_problem(key, value)
        if what:
            note(self._problems, element, self._name, what, "seconds")
            return None
        return value


def _parents(element: etree._Element) -> list[str]:
    """The names of the elements around an element, the nearest first."""
    return [local(parent) for parent in element.iterancestors()]


# --- writing -------------------------------------------------------------------------------------


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the file of an unchanged corpus; else a file with a turn for every segment."""
    text = kept_text(corpus, NAME)
    if text is not None:
        yield text
        return
    turns = _turns(corpus.table)
    sessions = sorted({*filter(None, corpus.table.sessions)})
    if len(sessions) > 1:
        raise UsageError(f"{NAME} cannot hold several recordings: {', '.join(sessions)}")
    ids = {name: f"spk{number}" for number, name in enumerate(dict.fromkeys(turn[4] for turn in turns if turn[4]), 1)}
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE Trans SYSTEM "trans-14.dtd">\n'
    yield f'<Trans scribe="" audio_filename={quoteattr("".join(sessions))} version="1" version_date="">\n<Speakers>\n'
    for name, key in ids.items():
        yield f'<Speaker id="{key}" name={quoteattr(name)} check="no" dialect="native" accent="" scope="local"/>\n'
    yield '</Speakers>\n<Episode program="" air_date="">\n'
    yield from _sections(turns, ids)
    yield "</Episode>\n</Trans>\n"


# Begin, end, place, whether it is ignored, speaker and text of a segment.
_Written: TypeAlias = "tuple[float, float, int, bool, str, str]"


def _turns(table: Table) -> list[_Written]:
    """The segments in order of time; an error where a time is missing."""
    lists = table.label_lists()
    starts, ends = (column or [None] * len(table) for column in bounds(table, None if lists is None else lists.flat()))
    turns: list[_Written] = []
    rows = zip(starts, ends, range(len(table)), table.ignored, table.speakers, bare_texts(table), strict=True)
    for start, end, *others in rows:
        if start is None or end is None:
            raise UsageError(f"{NAME} cannot hold a segment without times")
        if end < start:
            check_order(start, end)
        turns.append((start, end, *others))
    return sorted(turns, key=itemgetter(0, 1))


def _sections(turns: Sequence[_Written], ids: dict[str, str]) -> Iterator[str]:
    last = 0.0
    for is_ignored, run in groupby(turns, key=itemgetter(3)):
        groups = [(times, list(group)) for times, group in groupby(run, key=itemgetter(0, 1))]
        name = groups[0][1][0][4]
        begin, end = time_text(groups[0][0][0], name), time_text(max(times[1] for times, _ in groups), name)
        kind = _NOT_TRANSCRIBED if is_ignored else "report"
        yield f'<Section type="{kind}" startTime="{begin}" endTime="{end}">\n'
        for (start, stop), group in groups:
            if start < last:
                raise UsageError(f"{NAME} cannot hold segments that overlap: one begins at {start}, before {last}")
            last = stop
            name = group[0][4]
            yield from _turn(time_text(start, name), time_text(stop, name), group, ids)
        yield "</Section>\n"


def _turn(start: str, end: str, turns: Sequence[_Written], ids: dict[str, str]) -> Iterator[str]:
    speakers = [ids[speaker] for *_, speaker, _ in turns if speaker]
    if len(turns) > 1 and len(set(speakers)) != len(turns):
        raise UsageError(f"{NAME} cannot hold segments that overlap: several of one speaker begin at {start}")
    speaker = f' speaker="{" ".join(speakers)}"' if speakers else ""
    yield f'<Turn{speaker} startTime="{start}" endTime="{end}">\n<Sync time="{start}"/>\n'
    for number, (*_, text) in enumerate(turns, 1):
        if len(turns) > 1:
            yield f'<Who nb="{number}"/>\n'
        text = escape(text)
        yield text + "\n" if text else ""
    yield "</Turn>\n"


def sniff(lines: Sequence[str]) -> bool:
    """Whether the document is a transcript."""
    return any("<Trans " in line or "<!DOCTYPE Trans " in line for line in lines[:20])


FORMAT = Format(
    name=NAME,
    suffixes=(".trs",),
    summary="Transcriber",
    carries=frozenset({"sessions", "speakers", "segment times", "ignored segments"}),
    read=read,
    write=write,
    sniff=sniff,
    family="annotation",
    needs=frozenset({"segment times"}),
)
