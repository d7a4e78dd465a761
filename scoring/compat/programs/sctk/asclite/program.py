"""One run of asclite: reads both sides, filters them, aligns group after group, and writes reports."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import count

from ......formats.errors import quantity
from .. import Failure, resource
from ..sclite.numbers import real
from ..streams import Streams, create
from . import ctm, generic, listing, rttm, sgml, stm, trn
from .alignment import Aligner
from .command_line import parse
from .groups import Group, timed_groups, utterances
from .limits import cells_in, counts_of, is_compressed, is_empty_gap, is_left_out, shown_size
from .log import REJECTED, LatticeLog, Log
from .model import Segment, Side, Stream
from .scoring import Alignment
from .settings import Input, Settings
from .speakers import SpeakerMap
from .tables import Table
from .uem import Stretch, add_gaps, keep_evaluated, overlaps_itself, read_uem

_SUFFIXES = {b"sum": b"sys", b"rsum": b"raw", b"sgml": b"sgml"}


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    if not words:
        streams.out(resource("sctk/asclite.txt"))
        return 0
    settings, said = parse(words)
    streams.error(said)
    log = Log(streams, settings.level)
    task = _Run(settings, log, streams)
    if settings.generic:
        task.run_generic()
    else:
        task.run()
    task.lattices.end()
    log.info(b"Job complete")
    return 0


class _Run:
    """Sides and filters of a run."""

    def __init__(self, settings: Settings, log: Log, streams: Streams) -> None:
        self.settings, self.log, self.streams = settings, log, streams
        self.lattices = LatticeLog(log, by_time=settings.by_time)
        self.numbers = count(1)
        self.hypotheses: list[Side] = []
        self._speakers: SpeakerMap | None = None
        self._stretches: list[Stretch] | None = None
        self._left_out = [0, 0]  # groups and words

    def run(self) -> None:
        """Scores a hypothesis against a reference."""
        settings, log = self.settings, self.log
        assert settings.reference is not None
        if len(settings.hypotheses) > 1:
            # The original crashes.
            raise Failure(b"scorelite: asclite: more than one -h; expected one system a run, or -generic-cost\n", 4)
        hypothesis = settings.hypotheses[0]
        if settings.reference.kind == b"trn":
            log.info(b"TRN file forces UEM and ISG to none!")
        self._begin()
        log.info(b"Load 1 reference of type " + settings.reference.kind)
        reference = self._read_reference(settings.reference)
        self._read_hypotheses()
        self._filter(reference)
        log.info(b"Align Input data")
        alignment = self._align(reference, self.hypotheses[0])
        log.info(b"Score Input data")
        if log.shows_alignments:
            listing.list_alignment(alignment, log)
        log.info(b"Generate reports")
        self._report(alignment, hypothesis)
        self._tell_left_out()

    def run_generic(self) -> None:
        """Aligns several hypotheses of equal rank."""
        settings, log = self.settings, self.log
        self._begin()
        self._read_hypotheses()
        self._filter(None)
        log.info(b"Align Input data")
        if log.shows_alignments:
            log.alignment(listing.GENERIC_HEAD)
        log.info(b"Processing system")
        alignments = []
        for timed_group in timed_groups(self.hypotheses, None, log):
            # The limits on speakers are for references, of which there are none.
            group = Group(timed_group.number, [], timed_group.references)
            cells = _announce(group, log)
            left_out = self._leaves_out(group, cells)
            if log.shows_alignments:
                listing.list_group(b"SG", group, log, generic=True)
            if left_out:
                if log.shows_alignments:
                    listing.list_group(b"NO", group, log, generic=True)
                continue
            self.lattices.begin(cells, compressed=is_compressed(cells, settings))
            cost, steps = generic.align(group, settings.marks(b"hyp"), log, self.lattices)
            alignments.append(steps)
            log.debug(b"%d GAS cost: (%d)" % (len(steps), cost))
            if log.shows_alignments:
                generic.list_steps(group, steps, log)
        log.info(b"Score Input data")
        log.info(b"Generate reports")
        name = b"generic-report.xml"
        self.write(
            settings.folder + b"/" + name if settings.folder else name,
            b"XML Generic",
            generic.report(settings.hypotheses, alignments),
        )
        self._tell_left_out()

    def _leaves_out(self, group: Group, cells: int) -> bool:
        """Whether a group is not aligned; its words are counted."""
        if not is_left_out(group, cells, self.settings, self.log):
            return False
        self._left_out[0] += 1
        self._left_out[1] += sum(map(sum, counts_of(group)))
        return True

    def _tell_left_out(self) -> None:
        if self._left_out[0]:
            groups, words = quantity(self._left_out[0], "group"), quantity(self._left_out[1], "word")
            self.log.note(f"{groups} of segments with {words} left out, and in no report".encode())

    def _begin(self) -> None:
        """Reads what is read before both sides."""
        settings, log = self.settings, self.log
        cells = cells_in(real(settings.memory))
        log.info(b"Using %b GB of memory for computation graph. (%d cells)" % (settings.memory, cells))
        log.info(b"Initialize Recording")
        log.info(b"Loading Input files")
        if settings.speakers is not None:
            self._speakers = SpeakerMap(settings.speakers, log)
        if settings.uem is not None and self._is_timed:
            self._stretches = read_uem(settings.uem, log)

    @property
    def _is_timed(self) -> bool:
        return self.settings.reference is None or self.settings.reference.kind != b"trn"

    def _read_reference(self, source: Input) -> Side:
        # Words are expanded before the side is known to be the reference.
        side = Side(source.name, self.settings.marks(b"hyp"), self.numbers)
        if source.kind == b"stm":
            stm.read(side, self.log)
        elif source.kind == b"rttm":
            rttm.read_turns(side, self.log)
        else:
            trn.read(side, self.settings.utterances, self.log)
        side.marks = self.settings.marks(b"ref")
        return side

    def _read_hypotheses(self) -> None:
        """Reads all hypotheses; a later one takes the place of an earlier one with its title."""
        self.log.info(b"Load %d hypothesis" % len(self.settings.hypotheses))
        by_title: dict[bytes, Side] = {}
        for hypothesis in self.settings.hypotheses:
            side = Side(hypothesis.name, self.settings.marks(b"hyp"), self.numbers)
            if hypothesis.kind == b"ctm":
                ctm.read(side, self.log)
            elif hypothesis.kind == b"rttm":
                rttm.read_words(side, self.log)
            else:
                trn.read(side, self.settings.utterances, self.log)
            side.title = hypothesis.title or hypothesis.name
            by_title[side.title] = side
        self.hypotheses = [side for _, side in sorted(by_title.items())]

    def _filter(self, reference: Side | None) -> None:
        """Removes what is not to be scored; without a reference, each hypothesis is treated as one."""
        settings, log = self.settings, self.log
        log.info(b"Filter Input data")
        filters = [b"filter.spkrautooverlap"] if settings.overlap_side is not None else []
        filters += [b"filter.uem"] if self._is_timed and (settings.uem is not None or settings.gaps) else []
        faults = 0
        for name in filters:
            log.info(b"Filtering ==> " + name + b" - pass 1")
            faults += self._check(name, reference)
        for name in filters:
            log.info(b"Filtering ==> " + name + b" - pass 2")
            if reference is not None and name == b"filter.uem" and settings.gaps:
                log.info(b"Filtering ==> " + name + b" processing")
                add_gaps(reference, self.hypotheses, self._stretches, log)
        speaker_map = self._speakers
        if reference is not None and speaker_map is not None and not speaker_map.matches(reference, self.hypotheses):
            log.warn(b"Speaker map checking - No matching Detected")
        if faults:
            log.fatal(b"%d Error(s) in the input files during the filtering" % faults, REJECTED)

    def _check(self, name: bytes, reference: Side | None) -> int:
        """Checks the sides that a filter names, and returns the number of faults."""
        side = self.settings.overlap_side if name == b"filter.spkrautooverlap" else self.settings.uem_side
        if name == b"filter.uem" and self._stretches is None:
            return 0
        faults = 0
        if reference is not None and side in (b"ref", b"both"):
            self.log.info(b"Filtering ==> " + name + b" references")
            faults += self._check_streams(name, reference.streams, whole=True)
        if side in (b"hyp", b"both"):
            self.log.info(b"Filtering ==> " + name + b" hypotheses")
            for hypothesis in self.hypotheses:
                faults += self._check_streams(name, hypothesis.streams, whole=reference is None)
        return faults

    def _check_streams(self, name: bytes, streams: Iterable[Stream], *, whole: bool) -> int:
        if name == b"filter.spkrautooverlap":
            return sum(overlaps_itself(stream, self.log) for stream in streams)
        assert self._stretches is not None
        return sum(keep_evaluated(stream, self._stretches, self.log, whole=whole) for stream in streams)

    def _align(self, reference: Side, hypothesis: Side) -> Alignment:
        settings, log = self.settings, self.log
        if log.shows_alignments:
            log.alignment(listing.HEAD)
        log.info(b"Processing system " + hypothesis.title)
        alignment = Alignment(settings, self._speakers, log)
        aligner = Aligner(settings, self._speakers, log, self.lattices)
        groups = timed_groups([reference], hypothesis, log) if self._is_timed else utterances(reference, hypothesis)
        for group in groups:
            empty_gap = is_empty_gap(group)
            if not group.hypotheses:
                group.hypotheses.append([Segment(0, 0, Stream(reference))])
            cells = _announce(group, log)
            if empty_gap:
                log.warn(b"Skip this group of segments (%d): Inter Segment Gap versus Empty Hyp" % group.number)
            if self._leaves_out(group, cells):
                if log.shows_alignments and not empty_gap:
                    listing.list_group(b"NO", group, log, generic=False)
            else:
                self.lattices.begin(cells, compressed=is_compressed(cells, settings))
                cost, steps = aligner.align(group)
                text = b"Store %d GAS for hyp: '%b' cost: (%d)" % (len(steps), hypothesis.title, cost)
                log.debug(text)
                alignment.add(group, steps)
            if log.shows_alignments and not empty_gap:
                listing.list_group(b"SG", group, log, generic=False)
        return alignment

    def _report(self, alignment: Alignment, source: Input) -> None:
        settings = self.settings
        speakers = settings.speakers is not None
        tables = {
            b"sum": Table(percent=True, speakers=speakers),
            b"rsum": Table(percent=False, speakers=speakers),
        }
        title = os.path.basename(self.hypotheses[0].title)
        for kind in settings.reports:
            if kind == b"stdout":
                continue
            name = source.name if not settings.folder else settings.folder + b"/" + os.path.basename(source.name)
            pieces = (
                [tables[kind].generate(alignment, title)]
                if kind in tables
                else sgml.generate(alignment, settings, title)
            )
            self.write(name + b"." + _SUFFIXES[kind], _SUFFIXES[kind].replace(b"sgml", b"SGML"), pieces)

    def write(self, name: bytes, kind: bytes, pieces: Iterable[bytes]) -> None:
        """Writes a report to its file, or to stdout."""
        log = self.log
        if b"stdout" in self.settings.reports:
            log.info(b"Generating " + kind + b" report in the stdout.")
            for piece in pieces:
                self.streams.out(piece)
            return
        file = create(name)
        if file is None:
            # The report is not written anywhere, whatever the message says.
            what = b"' report, the output will be redirected in the stdout to avoid any lost."
            log.error(b"Could not open file '" + name + b"' for " + kind + what[1:])
            return
        log.info(b"Generating " + kind + b" report file '" + name + b"'.")
        file.save(pieces)


def _announce(group: Group, log: Log) -> int:
    """Logs the size of a group; returns its cells."""
    references, hypotheses = counts_of(group)
    cells = 1
    for size in (*references, *hypotheses):
        cells *= size + 1
    begin = min(segment.begin for segment in group.segments())
    end = max(0, *(segment.end for segment in group.segments()))
    shape = b"REF:%d(%b) HYP:%d(%b)" % (
        len(references), b",".join(b"%d" % size for size in references),
        len(hypotheses), b",".join(b"%d" % size for size in hypotheses),
    )  # fmt: skip
    what = b"Align SG %d [%b] %d dimensions, Difficulty: %d (%b) ---> bt=%.3f et=%.3f"
    numbers = group.number, shape, len(references) + len(hypotheses), cells, shown_size(cells), begin / 1000, end / 1000
    log.debug(what % numbers)
    return cells
