"""Scores of meetings: counts, numbers of speakers, and who was taken for whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ... import core
from ..common.counts import Counts, Summed
from .prepared import Prepared, Stream
from .settings import MeetingSettings


@dataclass(frozen=True, slots=True)
class Speakers(Summed):
    """Numbers of speakers: those of the reference, and by how many the hypothesis has fewer or more."""

    scored: int = 0
    missed: int = 0
    false: int = 0


MarkedWord: TypeAlias = "tuple[str, tuple[float | None, float | None]]"
"""A word, and when it begins and ends, where that is known."""


@dataclass(frozen=True, slots=True)
class Match:
    """Streams that were aligned: their names (None where a side has none), the words of both, and the steps."""

    ref: str | None
    hyp: str | None
    refs: tuple[int, ...]
    """The segments of the reference whose words these are, as places in its side."""
    hyps: tuple[int, ...]
    steps: bytes
    """C, S, D and I, one after the other."""
    words: tuple[tuple[MarkedWord, ...], tuple[MarkedWord, ...]] | None = None
    """The words of both sides and their times where these are not those of the segments, as of alternations."""

    @property
    def counts(self) -> Counts:
        """The counts of the steps."""
        return Counts(*map(self.steps.count, b"CSDI"))


@dataclass(frozen=True, slots=True)
class MeetingScore(Summed):
    """The counts of a session or of many; `low` is the number of errors that no assignment undercuts."""

    counts: Counts = field(default_factory=Counts)
    speakers: Speakers = field(default_factory=Speakers)
    low: int = 0

    @property
    def is_optimal(self) -> bool:
        """Whether no assignment has fewer errors."""
        return self.low == self.counts.errors

    def to_dict(self, unit: str = "word") -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        speakers = self.speakers
        return {
            **self.counts.to_dict(unit),
            "errors_low": self.low,
            "speakers": {"scored": speakers.scored, "missed": speakers.missed, "false": speakers.false},
        }


@dataclass(frozen=True, slots=True)
class Assigned:
    """The score of one session, the streams that were aligned, and the assignment.

    The assignment pairs speakers of both sides, or names a stream for each segment, in the order of the side.
    """

    score: MeetingScore
    matches: tuple[Match, ...]
    assignment: tuple[Any, ...]

    @classmethod
    def of_speakers(cls, matches: Sequence[Match], refs: int, hyps: int) -> Assigned:
        """The cheapest assignment of so many speakers of the reference to so many of the hypothesis."""
        counts = sum((match.counts for match in matches), Counts())
        speakers = Speakers(refs, max(0, refs - hyps), max(0, hyps - refs))
        assignment = tuple((each.ref, each.hyp) for each in matches)
        return cls(MeetingScore(counts, speakers, counts.errors), tuple(matches), assignment)


def steps_of(ref: Stream, hyp: Stream, settings: MeetingSettings) -> bytes:
    """The steps of an alignment."""
    costs, ties = settings.rules
    return core.stream_steps(ref, hyp, costs, ties)


@dataclass(frozen=True, slots=True)
class Measure:
    """How a session is scored, and what its numbers and its assignment mean."""

    name: str
    title: str
    """The error rate's usual name."""
    summary: str
    """What the measure forgives."""
    timed: bool
    """Whether only words whose times overlap are paired."""
    score: Callable[[Prepared], Assigned]
    assigns: Literal["speakers", "reference segments", "hypothesis segments"]
    """What the assignment pairs: speakers with speakers, or the segments of a side with streams of the other."""
    widens_ref: bool = False
    """Whether the collar widens the reference instead of the hypothesis."""
    joins: bool = False
    """Whether the words of all speakers are aligned as one stream."""
    searches: bool = False
    """Whether an optimum is searched for, which may take long."""
    moves: bool = False
    """Whether segments are moved between streams greedily, until none moves or the time is over."""
