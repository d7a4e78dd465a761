"""Filters of asclite: stretches to evaluate (UEM), speakers who overlap themselves, and gaps between segments."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from .groups import timed_groups
from .log import INVALID, NOTHING, UNREADABLE, Log
from .model import GAP, Segment, Side, Stream, milliseconds
from .rows import Fields, lines_of

Place = tuple[bytes, bytes]

_FIELDS = 4


@dataclass(frozen=True, slots=True)
class Stretch:
    """A row of a UEM."""

    file: bytes
    channel: bytes
    begin: int
    end: int


def read_uem(name: bytes, log: Log) -> list[Stretch]:
    """The stretches of a UEM file."""
    stretches = []
    fields = Fields(_FIELDS)
    for number, line in enumerate(lines_of(name, b"file", log)):
        if line[:1] == b";":
            continue
        if fields.take(line) != _FIELDS:
            log.error(b"Error parsing the line %d in file %b" % (number, name))
            continue
        file, channel, begin, end = fields.values
        stretch = Stretch(file, channel, milliseconds(begin), milliseconds(end))
        if stretch.begin < stretch.end:
            stretches.append(stretch)
        else:
            what = b"The time is not proper at the line %d in file %b: begin time %b and endtime %b"
            log.error(what % (number, name, begin, end))
    log.info(b"loading of file '" + name + b"' done")
    if not stretches:
        log.fatal(b"UEM file '" + name + b"' contains no data!", UNREADABLE)
    return stretches


def overlaps_itself(stream: Stream, log: Log) -> int:
    """How often a segment begins before the one before it in the file ends."""
    faults = 0
    for before, segment in pairwise(stream.segments):
        same = (before.file, before.channel) == (segment.file, segment.channel)
        if same and segment.begin < before.end:
            faults += 1
            what = b"Error: The speaker %b for source: %b, channel: %b Overlap himself between: (%d, %d) ==> (%d, %d)"
            times = before.begin, before.end, segment.begin, segment.end
            log.error(what % (segment.speaker, segment.file, segment.channel, *times))
    return faults


def keep_evaluated(stream: Stream, stretches: list[Stretch], log: Log, *, whole: bool) -> int:
    """Removes segments outside of the UEM; `whole` ones may not cross a border. Returns the number of faults."""
    faults, removed = 0, []
    for segment in stream.segments:
        inside = [s for s in stretches if segment.file.startswith(s.file) and segment.channel == s.channel]
        stays, crossing = _judged(segment, inside, whole=whole)
        for stretch in crossing:
            faults += 1
            what = (
                b"UEMFilter - Segment in '%b/%b' has an unproper time [%d, %d] regarding the UEM file with times: "
                b"(%b/%b) [%d, %d]"
            )
            place = stretch.file, stretch.channel, stretch.begin, stretch.end
            log.error(what % (segment.file, segment.channel, segment.begin, segment.end, *place))
        if not stays:
            middle = b"" if whole else b" (mid: %d)" % segment.middle
            times = segment.file, segment.channel, segment.begin, segment.end, middle
            reason = b"regarding the UEM file rules" if inside else (
                b"because nothing has been defined for these file and channel in UEM file"
            )  # fmt: skip
            log.info(b"UEMFilter - Removing segment in '%b/%b' with times [%d, %d]%b %b" % (*times, reason))
            removed.append(segment)
    for segment in removed:
        stream.remove(segment)
    return faults


def _judged(segment: Segment, stretches: list[Stretch], *, whole: bool) -> tuple[bool, list[Stretch]]:
    """Whether a segment is kept, and the stretches before the one that keeps it whose borders it crosses."""
    crossing: list[Stretch] = []
    begin, end = (segment.begin, segment.end) if whole else (segment.middle, segment.middle)
    for stretch in stretches:
        if stretch.begin <= begin and end <= stretch.end:
            return True, crossing
        enters = begin < stretch.begin < end < stretch.end or begin < stretch.begin < stretch.end < end
        if whole and (enters or stretch.begin < begin < stretch.end < end):
            crossing.append(stretch)
    return False, crossing


def add_gaps(reference: Side, hypotheses: list[Side], stretches: list[Stretch] | None, log: Log) -> None:
    """Adds a stream of the gaps between groups of segments.

    All times are sorted and taken in pairs; a pair that no group begins is a gap. Each segment of a hypothesis adds its
    recording's first and last time once more, so that it depends on their number, even or odd, which pairs there are.
    """
    if any(segment.speaker == GAP for segment in reference.segments()):
        log.info(b"UEMFilter: Inter Segment Gap detected on the input - Abording addition of ISGs")
        return
    log.info(b"UEMFilter:  Adding Inter Segment Gaps to references")
    stream = Stream(reference)
    groups = _Borders(reference, log)
    if stretches is None:
        groups.add_hypotheses(hypotheses, log)
    else:
        groups.add_stretches(stretches)
    row, element = groups.last_row, groups.last_element
    for place, begin, end in groups.gaps(log):
        gap = Segment(begin, end, stream)
        gap.place(*place, GAP)
        row, element = row + 1, element + 1
        # Row and place among segments are swapped.
        gap.row, gap.element = element, row
        gap.name = b"(Inter_Segment_Gap-%03d)" % len(stream.segments)
        stream.segments.append(gap)
        what = b"UEMFilter::ProcessSpeechSet() - Adding ISG for '%b/%b' with times: %d %d"
        log.debug(what % (*place, begin, end))
    reference.streams.append(stream)


class _Borders:
    """Times at which groups of segments, hypotheses and stretches to evaluate begin and end, by file and channel."""

    def __init__(self, reference: Side, log: Log) -> None:
        self._times: dict[Place, list[int]] = {}
        self._begins: dict[Place, set[int]] = {}
        self._extents: dict[Place, tuple[int, int]] = {}
        self.last_row = self.last_element = 0
        for group in timed_groups([reference], None, log):
            segments = [segment for segments in group.references for segment in segments]
            if not segments:
                continue
            begin, end = min(s.begin for s in segments), max(s.end for s in segments)
            place = segments[-1].file, segments[-1].channel
            self.last_row = max(self.last_row, *(s.row for s in segments))
            self.last_element = max(self.last_element, *(s.element for s in segments))
            self._times.setdefault(place, []).extend((begin, end))
            self._begins.setdefault(place, set()).add(begin)
            first, last = self._extents.get(place, (begin, end))
            self._extents[place] = min(first, begin), max(last, end)
            what = b"UEMFilter::ProcessSpeechSet() - SG %d time for '%b/%b' with times: %d %d"
            log.debug(what % (group.number, *place, begin, end))
            what = b"UEMFilter::ProcessSpeechSet() - Border SG time for '%b/%b' with times: %d %d"
            log.debug(what % (*place, *self._extents[place]))

    def add_stretches(self, stretches: list[Stretch]) -> None:
        for stretch in stretches:
            times = self._times.get((stretch.file, stretch.channel))
            if times is not None:
                times += (stretch.begin, stretch.end)

    def add_hypotheses(self, hypotheses: list[Side], log: Log) -> None:
        segments = [segment for side in hypotheses for segment in side.segments()]
        for segment in segments:
            place = segment.file, segment.channel
            if place not in self._extents:
                self._refuse(place, log)
            for word in segment.words():
                first, last = self._extents[place]
                self._extents[place] = min(first, word.begin), max(last, word.end)
        for segment in segments:
            place = segment.file, segment.channel
            self._times[place] += self._extents[place]

    def _refuse(self, place: Place, log: Log) -> None:
        what = b"UEMFilter::ProcessSpeechSet() - mapMinHypTime "
        if any(file == place[0] for file, _ in self._extents):
            log.fatal(what + b"'" + place[0] + b"' channel '" + place[1] + b"' not defined", NOTHING)
        log.fatal(what + b"file '" + place[0] + b"' not defined", NOTHING)

    def gaps(self, log: Log) -> list[tuple[Place, int, int]]:
        gaps = []
        for place, times in sorted(self._times.items()):
            times.sort()
            if len(times) % 2:
                log.fatal(b"UEMFilter::ProcessSpeechSet() - Invalid list of time", INVALID)
            for begin, end in zip(times[::2], times[1::2], strict=True):
                if begin not in self._begins[place] and begin != end:
                    gaps.append((place, begin, end))
        return gaps
