"""Scores of aligned words, by the reference segment that each belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from .alignment import Step
from .equality import are_equal, form_of
from .groups import Group
from .log import INVALID, Log
from .model import Segment, Side, Stream, Word, overlaps
from .settings import Settings
from .speakers import SpeakerMap

CORRECT, WRONG, OTHER_SPEAKER, DELETED, INSERTED = b"C", b"S", b"P", b"D", b"I"


@dataclass(frozen=True, slots=True)
class Pair:
    """A reference word beside a hypothesis word, or one of them alone, and how it is scored."""

    reference: Word | None
    hypothesis: Word | None
    result: bytes = b""


@dataclass(slots=True)
class Aligned:
    """The pairs of a reference segment."""

    segment: Segment
    pairs: list[Pair]
    group: int = 0


class Alignment:
    """All pairs of a run, by stream and segment of the reference."""

    def __init__(self, settings: Settings, speakers: SpeakerMap | None, log: Log) -> None:
        self._settings, self._speakers, self._log = settings, speakers, log
        self._found: dict[Stream, dict[Segment, Aligned]] = {}

    def add(self, group: Group, steps: list[Step]) -> None:
        """Adds the alignment of a group; a group without words adds its segments."""
        if not steps:
            for segments in group.references:
                for segment in segments:
                    self._of(segment)
        hyps = len(group.hypotheses)
        before: Word | None = None
        afters = _next_references(steps, hyps)
        for place, step in enumerate(steps):
            reference = next((word for word in step[hyps:] if word is not None), None)
            hypothesis = next((word for word in step[:hyps] if word is not None), None)
            if reference is not None:
                segment = reference.segment
                before = reference
            else:
                assert hypothesis is not None
                segment = self._segment_of(hypothesis, before, afters[place], group)
            aligned = self._of(segment)
            aligned.pairs.append(self._scored(reference, hypothesis))
            aligned.group = group.number

    def _of(self, segment: Segment) -> Aligned:
        by_segment = self._found.setdefault(segment.stream, {})
        return by_segment.setdefault(segment, Aligned(segment, []))

    def _segment_of(self, word: Word, before: Word | None, after: Word | None, group: Group) -> Segment:
        """Segment of an inserted word: that of the reference word before it, of the one after, or any at its time."""
        for neighbour in (before, after):
            if neighbour is not None:
                near = neighbour.segment
                if not word.is_timed or overlaps(word.begin, word.end, near.begin, near.end):
                    return near
        for segments in group.references:
            for segment in segments:
                if overlaps(segment.begin, segment.end, word.begin, word.end):
                    return segment
        return self._refuse(word)

    def _refuse(self, word: Word) -> NoReturn:
        segment = word.segment
        what = b"Warning: This token don't have a reference segment for himself:"
        where = word.begin, word.end, segment.begin, segment.end, segment.file, segment.channel, segment.speaker
        details = b"%b (%d,%d)\nfrom segment(%d,%d) %b, %b, %b\n" % (word.read()[0], *where)
        self._log.fatal_with(what, details, INVALID)

    def _scored(self, reference: Word | None, hypothesis: Word | None) -> Pair:
        return Pair(reference, hypothesis, self._result(reference, hypothesis))

    def _result(self, reference: Word | None, hypothesis: Word | None) -> bytes:
        settings = self._settings
        if reference is None:
            assert hypothesis is not None
            return CORRECT if settings.optional_hypotheses and hypothesis.read()[1] else INSERTED
        if hypothesis is None:
            return CORRECT if settings.optional_references and reference.read()[1] else DELETED
        marks = reference.segment.stream.side.marks
        if not are_equal(form_of(reference), form_of(hypothesis), marks):
            return WRONG
        same_speaker = self._speakers is None or self._speakers.is_own(hypothesis.segment, reference.segment)
        return CORRECT if same_speaker else OTHER_SPEAKER

    def streams(self) -> Iterator[tuple[Stream, list[Aligned]]]:
        """Streams and their segments, in the order in which they were read."""
        order = sorted(self._found, key=lambda stream: stream.segments[0].number if stream.segments else 0)
        for stream in order:
            yield stream, sorted(self._found[stream].values(), key=lambda aligned: aligned.segment.number)

    def segments(self) -> Iterator[Aligned]:
        for _, aligned in self.streams():
            yield from aligned

    def hypothesis_name(self) -> bytes:
        """The file of the first word of a hypothesis that begins a segment."""
        for aligned in self.segments():
            if aligned.pairs and aligned.pairs[0].hypothesis is not None:
                return aligned.pairs[0].hypothesis.segment.stream.side.name
        return b""

    def reference(self) -> Side | None:
        return next((stream.side for stream, _ in self.streams()), None)


def _next_references(steps: list[Step], hyps: int) -> list[Word | None]:
    """The first reference word after each step."""
    following: list[Word | None] = []
    after: Word | None = None
    for step in reversed(steps):
        following.append(after)
        after = next((word for word in step[hyps:] if word is not None), after)
    return following[::-1]
