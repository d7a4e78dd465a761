"""TRS, transcripts of Transcriber.

The text between two `Sync` marks of a turn becomes a segment, or one for each of several simultaneous speakers. Events,
comments and backgrounds are no words. The file is kept: an unchanged corpus is written as its file was. A section that
was not transcribed becomes an ignored segment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from formats.engine.fields import check_order, time_problem, time_text
from formats.engine.json_words import bare_text, bounds, plain_labels
from formats.engine.kept import keep, kept_text
from formats.engine.xml_source import children, escape, local, note, place, quoteattr, root_of
from formats.errors import Problems, UsageError
from formats.record import Format
from formats.schema import Corpus, Segment, Written
from formats.schema.markup import words
from formats.source import Source

if TYPE_CHECKING:
    from lxml import etree

NAME = "trs"
_NOT_TRANSCRIBED = "nontrans"


def read(source: Source) -> Corpus:
    """Reads turns.

    >>> text = b'''<Trans audio_filename="talk"><Speakers><Speaker id="spk1" name="Anna"/></Speakers><Episode>
    ... <Section type="report" startTime="0" endTime="2.5"><Turn speaker="spk1" startTime="0" endTime="2.5">
    ... <Sync time="0"/>good day<Sync time="1.5"/>yes</Turn></Section></Episode></Trans>'''
    >>> [(segment.speaker, segment.start, segment.end, segment.text) for segment in read(Source(text)).segments]
    [('Anna', 0, 1.5, 'good day'), ('Anna', 1.5, 2.5, 'yes')]
    """
    root = root_of(source)
    reader = _Reader(source.name, root)
    segments = tuple(reader.segments())
    reader.problems.check()
    return keep(Corpus(segments, format=NAME, path=source.name), source.text)


class _Reader:
    """Reads the speakers, then the sections and turns."""

    def __init__(self, name: str, root: etree._Element) -> None:
        self._name = name
        self._root = root
        self.problems = Problems()
        if local(root) != "Trans":
            note(self.problems, root, name, "not a transcript of Transcriber", "Trans")
            self.problems.check()
        self._speakers: dict[str, str] = {
            speaker.get("id", ""): speaker.get("name", "") or speaker.get("id", "")
            for list_of in children(root, "Speakers")
            for speaker in children(list_of, "Speaker")
        }

    def segments(self) -> Iterator[Segment]:
        """The segments in the order of the file."""
        for episode in children(self._root, "Episode"):
            for section in children(episode, "Section"):
                for turn in children(section, "Turn"):
                    yield from self._turn(turn, section.get("type") == _NOT_TRANSCRIBED)

    def _turn(self, turn: etree._Element, ignored: bool) -> Iterator[Segment]:
        start, end = self._time(turn, "startTime"), self._time(turn, "endTime")
        speakers = [self._speaker(turn, key) for key in turn.get("speaker", "").split()]
        if ignored:
            yield Segment(session=self._session, start=start, end=end, text="", ignored=True)
            return
        pieces: list[tuple[Written | None, etree._Element, dict[int, list[str]]]] = []
        texts: dict[int, list[str]] = {1: [turn.text or ""]}
        pieces.append((start, turn, texts))
        number = 1
        for child in turn:
            if local(child) == "Sync":
                number = 1
                texts = {1: []}
                pieces.append((self._time(child, "time"), child, texts))
            elif local(child) == "Who":
                number = self._number(child, len(speakers))
            texts.setdefault(number, []).append(child.tail or "")
        for place_of, (begin, element, found) in enumerate(pieces):
            until = pieces[place_of + 1][0] if place_of + 1 < len(pieces) else end
            if begin is not None and until is not None and until < begin:
                note(
                    self.problems,
                    element,
                    self._name,
                    f"begin {begin} is after end {until}",
                    "a begin at or before the end",
                )
            yield from self._of_piece(speakers, begin, until, element, found, is_first=not place_of)

    def _of_piece(
        self,
        speakers: Sequence[str],
        start: Written | None,
        end: Written | None,
        element: etree._Element,
        texts: dict[int, list[str]],
        *,
        is_first: bool,
    ) -> Iterator[Segment]:
        for number, parts in texts.items():
            text = " ".join(words("".join(parts)))
            if not text and (is_first or not speakers or len(texts) > 1):
                continue
            yield Segment(
                session=self._session,
                speaker=speakers[number - 1] if number <= len(speakers) else "",
                start=start,
                end=end,
                text=text,
                where=place(element, self._name),
            )

    @property
    def _session(self) -> str:
        return self._root.get("audio_filename", "").replace("\\", "/").rpartition("/")[2]

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
        what = f"no {key}" if value is None else time_problem(key, value)
        if value is None or what:
            note(self.problems, element, self._name, what, "seconds")
            return None
        return Written(value)


# --- writing -------------------------------------------------------------------------------------


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the file of an unchanged corpus; else a file with a turn for every segment."""
    text = kept_text(corpus, NAME)
    if text is not None:
        yield text
        return
    segments = [_Timed(segment) for segment in corpus.segments]
    segments.sort(key=lambda timed: timed.times)
    sessions = sorted({timed.segment.session for timed in segments if timed.segment.session})
    if len(sessions) > 1:
        raise UsageError(f"{NAME} cannot hold several recordings: {', '.join(sessions)}")
    names = dict.fromkeys(timed.segment.speaker for timed in segments if timed.segment.speaker)
    ids = {name: f"spk{number}" for number, name in enumerate(names, 1)}
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE Trans SYSTEM "trans-14.dtd">\n'
    yield f'<Trans scribe="" audio_filename={quoteattr("".join(sessions))} version="1" version_date="">\n<Speakers>\n'
    for name, key in ids.items():
        yield f'<Speaker id="{key}" name={quoteattr(name)} check="no" dialect="native" accent="" scope="local"/>\n'
    yield '</Speakers>\n<Episode program="" air_date="">\n'
    yield from _sections(segments, ids)
    yield "</Episode>\n</Trans>\n"


class _Timed:
    """A segment with its times; an error where one is missing."""

    __slots__ = ("segment", "times")

    def __init__(self, segment: Segment) -> None:
        start, end = bounds(segment, plain_labels(segment) if segment.labels is not None else ())
        if start is None or end is None:
            raise UsageError(f"{NAME} cannot hold a segment without times")
        check_order(start, end)
        self.segment = segment
        self.times = start, end


def _sections(segments: Sequence[_Timed], ids: dict[str, str]) -> Iterator[str]:
    last = 0.0
    for ignored, run in groupby(segments, key=lambda timed: timed.segment.ignored):
        turns = [(times, list(group)) for times, group in groupby(run, key=lambda timed: timed.times)]
        name = turns[0][1][0].segment.speaker
        begin, end = time_text(turns[0][0][0], name), time_text(max(times[1] for times, _ in turns), name)
        kind = _NOT_TRANSCRIBED if ignored else "report"
        yield f'<Section type="{kind}" startTime="{begin}" endTime="{end}">\n'
        for (start, stop), group in turns:
            if start < last:
                raise UsageError(f"{NAME} cannot hold segments that overlap: one begins at {start}, before {last}")
            last = stop
            name = group[0].segment.speaker
            yield from _turn(time_text(start, name), time_text(stop, name), [timed.segment for timed in group], ids)
        yield "</Section>\n"


def _turn(start: str, end: str, segments: Sequence[Segment], ids: dict[str, str]) -> Iterator[str]:
    speakers = [ids[segment.speaker] for segment in segments if segment.speaker]
    if len(segments) > 1 and len(set(speakers)) != len(segments):
        raise UsageError(f"{NAME} cannot hold segments that overlap: several of one speaker begin at {start}")
    speaker = f' speaker="{" ".join(speakers)}"' if speakers else ""
    yield f'<Turn{speaker} startTime="{start}" endTime="{end}">\n<Sync time="{start}"/>\n'
    for number, segment in enumerate(segments, 1):
        if len(segments) > 1:
            yield f'<Who nb="{number}"/>\n'
        text = escape(bare_text(segment))
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
