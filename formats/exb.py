"""EXB, basic transcriptions of EXMARaLDA, read only: every event of a transcription tier becomes a segment.

Tiers of annotations and descriptions are not read; the option `tiers` chooses tiers by id or display name. The speaker
is the abbreviation in the table of speakers. A point of the timeline without a time gives no time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from formats.engine.fields import time_problem
from formats.engine.xml_source import local, note, place, root_of
from formats.errors import Problems, UsageError
from formats.record import Format, read_only
from formats.schema import Corpus, Segment, Written
from formats.schema.markup import words
from formats.source import Source

if TYPE_CHECKING:
    from lxml import etree

NAME = "exb"


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
    root = root_of(source)
    problems = Problems()
    if local(root) != "basic-transcription":
        note(problems, root, source.name, "not a basic transcription", "basic-transcription")
        problems.check()
    times = dict(_timeline(root, source.name, problems))
    speakers = _speakers(root)
    segments = []
    wanted = [tiers] if isinstance(tiers, str) else list(tiers)
    for tier in _tiers(root, source.name, wanted):
        key = tier.get("speaker", "")
        speaker = speakers.get(key, key)
        for event in tier.iter("{*}event"):
            start, end = (_time(event, key, times, source.name, problems) for key in ("start", "end"))
            if start is not None and end is not None and end < start:
                note(problems, event, source.name, f"end {end} is before begin {start}", "an end at or after the begin")
            # Elements inside an event are remarks of users, not speech.
            text = " ".join(words((event.text or "") + "".join(child.tail or "" for child in event)))
            if text:
                where = place(event, source.name)
                segments.append(Segment(speaker=speaker, start=start, end=end, text=text, where=where))
    problems.check()
    if all(segment.start is not None for segment in segments):
        segments.sort(key=lambda segment: segment.start or 0.0)
    return Corpus(tuple(segments), format=NAME, path=source.name)


def _timeline(root: etree._Element, name: str, problems: Problems) -> Iterator[tuple[str, Written | None]]:
    for point in root.iter("{*}tli"):
        value = point.get("time")
        what = "" if value is None else time_problem("time", value)
        if what:
            note(problems, point, name, what, "seconds")
        yield point.get("id", ""), None if value is None or what else Written(value)


def _tiers(root: etree._Element, name: str, wanted: Sequence[str]) -> list[etree._Element]:
    tiers = list(root.iter("{*}tier"))
    if not wanted:
        return [tier for tier in tiers if tier.get("type", "t") == "t"]
    known = {key: tier for tier in tiers for key in (tier.get("display-name"), tier.get("id")) if key}
    for key in wanted:
        if key not in known:
            raise UsageError(f"{name} has no tier {key!r}; its tiers are: {', '.join(known)}")
    return [known[key] for key in wanted]


def _time(
    event: etree._Element, key: str, times: dict[str, Written | None], name: str, problems: Problems
) -> Written | None:
    point = event.get(key, "")
    if point not in times:
        note(problems, event, name, f"{key} {point!r} is not a point of the timeline", "the id of a tli")
    return times.get(point)


def _speakers(root: etree._Element) -> dict[str, str]:
    """The short names of speakers by id; of two with one id, the first."""
    found: dict[str, str] = {}
    for speaker in root.iter("{*}speaker"):
        key = speaker.get("id")
        if key is not None and key not in found:
            short = next((element.text for element in speaker.iter("{*}abbreviation") if element.text), "")
            found[key] = short.strip() or key
    return found


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
