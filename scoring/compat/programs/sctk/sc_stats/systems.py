"""Systems as sc_stats compares them: names, sums by speaker, and the operations of every utterance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .....report.engine.numbers import percent
from .....words.scores import Sums, WordScores
from ..sclite.sgml_input import AlignedSystem


@dataclass(frozen=True, slots=True)
class Speaker:
    """A speaker of one system: lines of the ids and of the operations (C, S, D, I) of all utterances.

    `wrong` has a byte for each utterance, 1 if it has errors; `unique` tells whether no id occurs twice.
    """

    name: bytes
    ids: bytes
    operations: bytes
    wrong: bytes
    unique: bool
    sums: Sums

    def names(self) -> list[bytes]:
        """The ids of the utterances."""
        return self.ids.split(b"\n")[:-1]

    def error_rate(self) -> float:
        """The word error rate in percent; 0 without reference words."""
        _, correct, substitutions, deletions, insertions, _ = self.sums
        return percent(insertions + substitutions + deletions, correct + substitutions + deletions)


class System:
    """One system with its speakers, and the scores that reports about words read."""

    def __init__(self, title: bytes, speakers: tuple[Speaker, ...], source: AlignedSystem) -> None:
        self.title = title
        self.speakers = speakers
        self._source = source

    @cached_property
    def utterances(self) -> tuple[tuple[bytes, bytes, bool], ...]:
        """For each speaker the name, the ids of the utterances, and whether these are unique."""
        return tuple((speaker.name, speaker.ids, speaker.unique) for speaker in self.speakers)

    @cached_property
    def operations(self) -> bytes:
        """The operations of all utterances in lines."""
        return b"".join(speaker.operations for speaker in self.speakers)

    @cached_property
    def wrong(self) -> bytes:
        """Whether each utterance has errors, as a byte 0 or 1."""
        return b"".join(speaker.wrong for speaker in self.speakers)

    def has_utterances_of(self, other: System) -> bool:
        """Whether all ids are unique and both systems have them in the same order."""
        return self.utterances == other.utterances and all(speaker.unique for speaker in self.speakers)

    @cached_property
    def scores(self) -> WordScores:
        """Words of all alignments, which are read when a report asks for them."""
        return self._source.scores()

    def total(self) -> Sums:
        """Sums over all speakers."""
        sums = [sum(column) for column in zip(*(speaker.sums for speaker in self.speakers), strict=True)] or [0] * 6
        return sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]

    def confident(self) -> bool:
        """Whether every utterance has confidences; also true where there is no utterance."""
        return self._source.confident()


def systems_of(sources: list[AlignedSystem]) -> list[System]:
    """The systems with these alignments."""
    first_with: dict[bytes, tuple[bytes, bool]] = {}
    systems = []
    for source in sources:
        speakers = []
        for name, (ids, operations, wrong) in zip(source.speakers, source.lines(), strict=True):
            if ids not in first_with:
                names = ids.split(b"\n")
                first_with[ids] = ids, len(set(names)) == len(names)
            # Equal ids are one object, whose comparison takes no time.
            shared, unique = first_with[ids]
            speakers.append(Speaker(name, shared, operations, wrong, unique, _sums(operations, wrong)))
        systems.append(System(source.title, tuple(speakers), source))
    return systems


def _sums(operations: bytes, wrong: bytes) -> Sums:
    substitutions, deletions, insertions = (operations.count(kind) for kind in (b"S", b"D", b"I"))
    correct = len(operations) - len(wrong) - substitutions - deletions - insertions
    return len(wrong), correct, substitutions, deletions, insertions, wrong.count(1)


@dataclass(frozen=True, slots=True)
class Part:
    """Operations of both systems on the utterances of a speaker, or a warning about a speaker whom one lacks."""

    first: bytes
    second: bytes
    warning: bytes = b""


def speaker_pairs(first: System, second: System) -> Iterator[tuple[Speaker, Speaker | None]]:
    """Every speaker of the first system with the first speaker of that name in the second one."""
    names: dict[bytes, Speaker] = {}
    for speaker in second.speakers:
        names.setdefault(speaker.name, speaker)
    for speaker in first.speakers:
        yield speaker, names.get(speaker.name)


def missing_speaker(speaker: Speaker, first: System, second: System) -> bytes:
    """The warning about a speaker whom the second system lacks."""
    return b"Warning: Speaker %b is in system %b but not system %b\n" % (speaker.name, first.title, second.title)


def matched(first: System, second: System) -> list[Part]:
    """For each speaker the utterances of the first system with the first one of that id in the second.

    Systems with equal utterances have one part for all speakers.
    """
    if first.has_utterances_of(second):
        return [Part(first.operations, second.operations)]
    parts = []
    for left, right in speaker_pairs(first, second):
        if right is None:
            parts.append(Part(b"", b"", missing_speaker(left, first, second)))
        elif left.unique and left.ids == right.ids:
            parts.append(Part(left.operations, right.operations))
        else:
            places: dict[bytes, bytes] = {}
            for name, operations in zip(right.names(), right.operations.splitlines(keepends=True), strict=True):
                places.setdefault(name, operations)
            pairs = zip(left.names(), left.operations.splitlines(keepends=True), strict=True)
            shared = [(operations, places[name]) for name, operations in pairs if name in places]
            parts.append(Part(b"".join(first for first, _ in shared), b"".join(second for _, second in shared)))
    return parts
