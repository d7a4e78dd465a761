"""Systems as sc_stats compares them: names, sums by speaker, and the operations of every utterance."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.report.engine.numbers import percent
from scoring.words.scores import HYP_CONFIDENCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.words.scores import Sums, WordScores


@dataclass(frozen=True, slots=True)
class Speaker:
    """A speaker of one system: sums, and the ids and operations (C, S, D, I) of the utterances."""

    name: bytes
    sums: Sums
    ids: Sequence[bytes]
    operations: Sequence[bytes]

    def error_rate(self) -> float:
        """The word error rate in percent; 0 without reference words."""
        _, correct, substitutions, deletions, insertions, _ = self.sums
        return percent(insertions + substitutions + deletions, correct + substitutions + deletions)


@dataclass(frozen=True, slots=True)
class System:
    """One system with its speakers, and the scores that reports about words read."""

    title: bytes
    speakers: tuple[Speaker, ...]
    scores: WordScores

    def total(self) -> Sums:
        """Sums over all speakers."""
        sums = [sum(column) for column in zip(*(speaker.sums for speaker in self.speakers), strict=True)] or [0] * 6
        return sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]

    def confident(self) -> bool:
        """Whether every utterance has confidences, as all of none have."""
        return not len(self.scores) or bool(self.scores.every_attribute() & HYP_CONFIDENCE)


def system_of(scores: WordScores) -> System:
    """The system whose scores these are."""
    totals = scores.totals()
    speakers = []
    for place, name in enumerate(scores.speakers):
        utterances = scores.utterances(place)
        operations = scores.batch.texts(bytes(utterances))[0]
        speakers.append(Speaker(name, totals[place], [scores.ids[utterance] for utterance in utterances], operations))
    return System(scores.title, tuple(speakers), scores)


@dataclass(frozen=True, slots=True)
class Part:
    """Operations of both systems on the utterances of a speaker, or a warning about a speaker whom one lacks."""

    first: list[bytes]
    second: list[bytes]
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
    """For each speaker the utterances of the first system with the first one of that id in the second."""
    parts = []
    for left, right in speaker_pairs(first, second):
        if right is None:
            parts.append(Part([], [], missing_speaker(left, first, second)))
        elif left.ids == right.ids and len(set(left.ids)) == len(left.ids):
            parts.append(Part(list(left.operations), list(right.operations)))
        else:
            places: dict[bytes, bytes] = {}
            for name, operations in zip(right.ids, right.operations, strict=True):
                places.setdefault(name, operations)
            shared = [pair for pair in zip(left.ids, left.operations, strict=True) if pair[0] in places]
            parts.append(Part([operations for _, operations in shared], [places[name] for name, _ in shared]))
    return parts
