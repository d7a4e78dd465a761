"""Groups of segments that were aligned with each other, their words, and which words were aligned."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

_GAP = b"INTER_SEGMENT_GAP"
# Bounds of a group without any times.
_NO_BEGIN, _NO_END = 1_000_000.0, 0.0


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its segment's times; `begin` and `duration` are estimated where the file has none."""

    identity: bytes
    text: bytes
    begin: float
    duration: float
    timed: bool
    segment_begin: float
    segment_end: float
    before: tuple[bytes, ...]
    after: tuple[bytes, ...]

    @property
    def end(self) -> float:
        return self.begin + self.duration

    @property
    def is_blank(self) -> bool:
        """Whether this is the place of no word at the very begin of the recording."""
        return not self.text and _is_first_pixel(self.begin) and _is_first_pixel(self.end)


@dataclass(slots=True)
class Segment:
    """A segment of a speaker with its words by id."""

    speaker: bytes
    words: dict[bytes, Word] = field(default_factory=dict)

    @property
    def is_blank(self) -> bool:
        return all(word.is_blank for word in self.words.values())

    @property
    def is_timed(self) -> bool:
        """Whether every word came with times."""
        return all(word.timed for word in self.words.values())


@dataclass
class Group:
    """Segments that were aligned with each other: those of the reference and of the hypothesis by id."""

    identity: bytes
    file: bytes
    channel: bytes
    reference: dict[bytes, Segment] = field(default_factory=dict)
    hypothesis: dict[bytes, Segment] = field(default_factory=dict)
    known: set[bytes] = field(default_factory=set)
    """Ids of all words."""
    events: list[tuple[bytes, bytes, bytes]] = field(default_factory=list)
    """Aligned words: the kind of event (C S D I P), and the ids of the words of the reference and the hypothesis."""

    @cached_property
    def speakers(self) -> int:
        """Number of speakers of the reference."""
        return len({segment.speaker for segment in self.reference.values() if segment.speaker != _GAP})

    @cached_property
    def streams(self) -> int:
        """Number of speakers of the hypothesis who say something."""
        return len({segment.speaker for segment in self.hypothesis.values() if not segment.is_blank})

    @cached_property
    def heard(self) -> int:
        """Number of words of the hypothesis."""
        return sum(len(segment.words) for segment in self.hypothesis.values() if not segment.is_blank)

    @cached_property
    def has_estimates(self) -> bool:
        """Whether the first segment, of the reference if it has one, has words without times.

        The reference looks at no other segment.
        """
        segments = self.reference or self.hypothesis
        return bool(segments) and not segments[min(segments)].is_timed

    @cached_property
    def is_scored(self) -> bool:
        """Whether the group was aligned, or needed no alignment."""
        return bool(self.events) or self.speakers == 0 or (self.speakers == 1 and self.has_estimates)

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """Begin and end: of segments of the reference and of words of the hypothesis."""
        spans = [
            (word.segment_begin, word.segment_end)
            for segment in self.reference.values()
            for word in segment.words.values()
            if word.text or word.segment_begin or word.segment_end
        ]
        spans += [
            (word.begin, float(f"{word.end:.3f}"))
            for segment in self.hypothesis.values()
            for word in segment.words.values()
            if word.text or word.begin or word.end
        ]
        begin = min((span[0] for span in spans), default=_NO_BEGIN)
        end = max((span[1] for span in spans), default=_NO_END)
        return min(begin, _NO_BEGIN), max(end, _NO_END)


def _is_first_pixel(seconds: float) -> bool:
    """Whether a time is drawn at the begin, where a second has 100 pixels."""
    return float(f"{100 * seconds:.0f}") == 0
