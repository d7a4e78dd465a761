"""EXB, basic transcriptions of EXMARaLDA, read only: every event of a transcription tier becomes a segment.

Tiers of annotations and descriptions are not read; the option `tiers` chooses tiers by id or display name. The speaker
is the abbreviation in the table of speakers. A point of the timeline without a time lies between its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from .engine.fields import time_problem
from .engine.tiers import no_tier
from .engine.timeline import interpolated, of_interpolated
from .engine.xml_parts import Parts, read_parts
from .engine.xml_source import local, note
from .errors import Problems
from .record import Format, read_only
from .schema import NOTICE, Corpus, Written
from .schema.filling import Filling
from .schema.markup import words
from .source import Source

if TYPE_CHECKING:
    from lxml import etree

NAME = "exb"
# Speaker, begin, end, text and line of an event.
_Row: TypeAlias = "tuple[str, Written | None, Written | None, str, int]"


def read(source: Source, *, tiers: Sequence[str] = ()) -> Corpus:
    """Reads events.

    >>> text = b'''<basic-transcription><head><speakertable><speaker id="S0"><abbreviation>AN</abbreviation></speaker>
    ... </speakertable></head><basic-body><common-timeline><tli id="T0" time="0.5"/><tli id="T1" time="1.5"/>
    ... </common-timeline><tier id="TIE0" speaker="S0" category="v" type="t"><event start="T0" end="T1">hi </event>
    ... </tier></basic-body></basic-transcription>'''
    >>> segment, = read(Source(text)).segments
    >>> segment.speaker, segment.start, segment.end, segment.text
    ('AN', 0.5, 1.5, 'hi')
    """
    wanted = [tiers] if isinstance(tiers, str) else list(tiers)
    return read_parts(source, lambda document: _Reader(source.name, document).corpus(wanted))


class _Reader:
    """Reads the points of the timeline, the speakers and the tiers, then the events."""

    def __init__(self, name: str, document: Parts) -> None:
        self._name = name
        self._document = document
        self._problems = Problems()
        if local(document.root) != "basic-transcription":
            note(self._problems, document.root, name, "not a basic transcription", "basic-transcription")
            self._problems.check()
        points: dict[str, str | None] = {}
        self._speakers: dict[str, str] = {}
        self._tiers: list[dict[str, str]] = []
        for event, element in chain.from_iterable(document.batches("tli", "speaker", "tier", whole=("tli", "speaker"))):
            kind = local(element)
            if kind == "tier" and event == "start":
                self._tiers.append({str(key): str(value) for key, value in element.items()})
            elif kind == "tli" and event == "end":
                points[element.get("id", "")] = self._time(element)
            elif kind == "speaker" and event == "end":
                self._remember(element)
        times, self._interpolated = interpolated(list(points.values()))
        self._times = {key: None if time is None else Written(time) for key, time in zip(points, times, strict=True)}

    def _time(self, point: etree._Element) -> str | None:
        value = point.get("time")
        what = "" if value is None else time_problem("time", value)
        if what:
            note(self._problems, point, self._name, what, "seconds")
        return None if what else value

    def _remember(self, speaker: etree._Element) -> None:
        """Keeps the short name of a speaker; of two with one id, the first."""
        key = speaker.get("id")
        if key is not None and key not in self._speakers:
            short = next((element.text for element in speaker.iter("{*}abbreviation") if element.text), "")
            self._speakers[key] = short.strip() or key

    def corpus(self, wanted: Sequence[str]) -> Corpus:
        """The events of the tiers of transcription, or of those with some ids or names."""
        chosen = self._chosen(wanted)
        rows: dict[int, list[_Row]] = {number: [] for number in chosen}
        opened: list[int] = []
        number = 0
        for event, element in chain.from_iterable(self._document.batches("tier", "event", whole=("event",))):
            if local(element) == "tier":
                if event == "start":
                    opened.append(number)
                    number += 1
                else:
                    opened.pop()
            elif event == "end":
                for tier in opened:
                    if tier in rows and (row := self._event(element, self._tiers[tier].get("speaker", ""))):
                        rows[tier].append(row)
        self._problems.check()
        events = [row for tier in chosen for row in rows[tier]]
        if all(start is not None for _, start, *_ in events):
            events.sort(key=itemgetter(1))
        segments = Filling(self._name, "speaker", "start", "end", "text", "lines")
        segments.extend(events)
        meta = tuple([(NAME + NOTICE, text) for text in of_interpolated(self._interpolated, "timeline point")])
        return Corpus(segments.table(), meta=meta, format=NAME, path=self._name)

    def _chosen(self, wanted: Sequence[str]) -> list[int]:
        """The numbers of the tiers to read, in the order of the file or of the option."""
        if not wanted:
            return [number for number, tier in enumerate(self._tiers) if tier.get("type", "t") == "t"]
        numbers = {
            key: number
            for number, tier in enumerate(self._tiers)
            for key in (tier.get("display-name"), tier.get("id"))
            if key
        }
        for key in wanted:
            if key not in numbers:
                raise no_tier(self._name, key, numbers)
        return [numbers[key] for key in wanted]

    def _event(self, event: etree._Element, speaker: str) -> _Row | None:
        start, end = self._point(event, "start"), self._point(event, "end")
        if start is not None and end is not None and end < start:
            what = f"end {end} is before begin {start}"
            note(self._problems, event, self._name, what, "end >= begin")
        # Elements inside an event are remarks of users, not speech.
        text = event.text or ""
        if len(event):
            text += "".join(child.tail or "" for child in event)
        text = " ".join(words(text))
        if not text:
            return None
        return self._speakers.get(speaker, speaker), start, end, text, self._document.lines([event])[0]

    def _point(self, event: etree._Element, key: str) -> Written | None:
        point = event.get(key, "")
        if point not in self._times:
            what = f"{key} {point!r} is not a point of the timeline"
            note(self._problems, event, self._name, what, "the id of a tli")
        return self._times.get(point)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the document is a basic transcription."""
    return any("<basic-transcription" in line for line in lines[:20])


FORMAT = Format(
    name=NAME,
    suffixes=(".exb",),
    summary="EXMARaLDA basic transcription",
    carries=frozenset({"speakers", "segment times"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
