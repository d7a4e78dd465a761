"""TRS, transcripts of Transcriber.

The text between two `Sync` marks of a turn becomes a segment, or one for each of several simultaneous speakers. Events,
comments and backgrounds are no words. The file is kept: an unchanged corpus is written as its file was. A section that
was not transcribed becomes an ignored segment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .engine.fields import check_order, time_problem, time_text
from .engine.kept import keep, kept_text
from .engine.transform import bare_texts
from .engine.windows import bounds
from .engine.xml_parts import Parts, read_parts
from .engine.xml_source import escape, local, note, quoteattr
from .errors import Problems, UsageError
from .record import Format
from .schema import Corpus, LabelLists, Table, Written
from .schema.filling import Filling
from .schema.markup import words
from .source import Source

if TYPE_CHECKING:
    from lxml import etree

NAME = "trs"
_NOT_TRANSCRIBED = "nontrans"
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
    reader = _Reader(name, document)
    segments = Filling(name, "session", "start", "end", "speaker", "ignored", "text", "lines")
    segments.extend(reader.rows())
    reader.problems.check()
    return segments.table()


# Session, begin, end, speaker, whether it is ignored, text and line.
_Row: TypeAlias = "tuple[str, Written | None, Written | None, str, bool, str, int]"


class _Turn(NamedTuple):
    """A turn that is being read, with its speakers and its time."""

    element: etree._Element
    start: Written | None
    end: Written | None
    speakers: tuple[str, ...]
    ignored: bool


class _Piece(NamedTuple):
    """The words of a turn from a time on, by the numbers of their speakers."""

    start: Written | None
    element: etree._Element
    line: int
    texts: dict[int, list[str]]
    is_first: bool = False


class _Reader:
    """Reads the speakers, then the sections and turns."""

    def __init__(self, name: str, document: Parts) -> None:
        self._name = name
        self._document = document
        self._session = document.root.get("audio_filename", "").replace("\\", "/").rpartition("/")[2]
        self._section: etree._Element | None = None
        self._reversed: list[tuple[etree._Element, str]] = []
        self.problems = Problems()
        if local(document.root) != "Trans":
            note(self.problems, document.root, name, "not a transcript of Transcriber", "Trans")
            self.problems.check()
        self._speakers: dict[str, str] = {
            element.get("id", ""): element.get("name", "") or element.get("id", "")
            for element in document.elements("Speaker")
            if _parents(element) == ["Speakers", "Trans"]
        }

    def rows(self) -> Iterator[_Row]:
        """The segments in the order of the file."""
        turn: _Turn | None = None
        piece: _Piece | None = None
        number = 1
        for event, element in chain.from_iterable(self._document.batches()):
            if turn is None:
                if event == "start" and local(element) == "Turn" and self._is_section(element.getparent()):
                    turn, number = self._turn(element), 1
                    piece = _Piece(
                        turn.start, element, self._document.lines([element])[0], {1: [element.text or ""]}, True
                    )
            elif event == "start":
                continue
            elif element is turn.element:
                assert piece is not None
                yield from self._ended(turn, piece)
                turn = piece = None
            elif element.getparent() is turn.element and not turn.ignored:
                assert piece is not None
                name = local(element)
                if name == "Sync":
                    start, number = self._time(element, "time"), 1
                    yield from self._of_piece(turn, piece, start)
                    piece = _Piece(start, element, self._document.lines([element])[0], {1: []})
                elif name == "Who":
                    number = self._number(element, len(turn.speakers))
                piece.texts.setdefault(number, []).append(element.tail or "")

    def _is_section(self, element: etree._Element | None) -> bool:
        """Whether an element is a section of an episode; most are that of the turn before."""
        if element is None or element is self._section:
            return element is not None
        if [local(element), *_parents(element)] != _SECTION:
            return False
        self._section = element
        return True

    def _turn(self, element: etree._Element) -> _Turn:
        start, end = self._time(element, "startTime"), self._time(element, "endTime")
        speakers = tuple([self._speaker(element, key) for key in element.get("speaker", "").split()])
        section = element.getparent()
        assert section is not None
        return _Turn(element, start, end, speakers, section.get("type") == _NOT_TRANSCRIBED)

    def _ended(self, turn: _Turn, piece: _Piece) -> Iterator[_Row]:
        if turn.ignored:
            yield self._session, turn.start, turn.end, "", True, "", 0
            return
        yield from self._of_piece(turn, piece, turn.end)
        for element, what in self._reversed:
            note(self.problems, element, self._name, what, "a begin at or before the end")
        self._reversed.clear()

    def _of_piece(self, turn: _Turn, piece: _Piece, end: Written | None) -> Iterator[_Row]:
        start, element, line, texts, is_first = piece
        if start is not None and end is not None and end < start:
            self._reversed.append((element, f"begin {start} is after end {end}"))
        for number, parts in texts.items():
            text = " ".join(words("".join(parts)))
            if not text and (is_first or not turn.speakers or len(texts) > 1):
                continue
            speaker = turn.speakers[number - 1] if number <= len(turn.speakers) else ""
            yield self._session, start, end, speaker, False, text, line

    def _speaker(self, turn: etree._Element, key: str) -> str:
        if key not in self._speakers:
            note(self.problems, turn, self._name, f"the speaker {key!r} is unknown", "an id of the list of speakers")
        return self._speakers.get(key, key)

    def _number(self, who: etree._Element, speakers: int) -> int:
        number = who.get("nb", "")
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= max(speakers, 1)):
            note(
                self.problems,
                who,
                self._name,
                f"nb {number!r} is not a speaker of the turn",
                f"1 to {max(speakers, 1)}",
            )
            return 1
        return int(number)

    def _time(self, element: etree._Element, key: str) -> Written | None:
        value = element.get(key)
        time = None if value is None else _seconds(value)
        if time is None:
            what = f"no {key}" if value is None else time_problem(key, value)
            note(self.problems, element, self._name, what, "seconds")
        return time


@lru_cache(maxsize=256)
def _seconds(value: str) -> Written | None:
    """A time, which mostly is the end of one element and the begin of others; None if it is invalid."""
    return None if time_problem("time", value) else Written(value)


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
    lists: LabelLists | None = table.column("labels")
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
