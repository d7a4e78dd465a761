"""Words, segments, streams and sides as asclite knows them.

Times are whole milliseconds. Every object has a number, in the order in which objects are made: the log prints numbers,
and the option -only-SG takes one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from ..sclite.numbers import real
from .log import INVALID, Log

GAP = b"inter_segment_gap"
# Kinds of fragments.
WHOLE, ENDING, BEGINNING = range(3)

_LEAST_INTEGER = -(1 << 31)


def milliseconds(text: bytes) -> int:
    """A time in seconds as whole milliseconds.

    >>> milliseconds(b"1.0005"), milliseconds(b"x"), milliseconds(b"inf")
    (1001, 0, -2147483648)
    """
    value = real(text) * 1000 + 0.5
    if not -(2.0**31) <= value < 2.0**31:
        return _LEAST_INTEGER
    return math.floor(value)


def wrapped(value: int) -> int:
    """A sum of times as 32 bits hold it.

    >>> wrapped(5), wrapped(1 << 31)
    (5, -2147483648)
    """
    return (value - _LEAST_INTEGER) % (1 << 32) + _LEAST_INTEGER


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks in the text of words that have a meaning: parentheses of optional words, hyphens of fragments, case."""

    optional: bool
    fragments: bool
    case: bool

    def read(self, text: bytes) -> tuple[bytes, bool, int]:
        """A word without its marks, whether it is optional, and which kind of fragment it is.

        >>> Marks(True, True, True).read(b"(th-)"), Marks(False, False, True).read(b"(th-)")
        ((b'th', True, 2), (b'(th-)', False, 0))
        """
        start, size, fragment = 0, len(text), WHOLE
        optional = self.optional and text[:1] == b"(" and text[-1:] == b")"
        if optional:
            start, size = 1, size - 2
        if self.fragments:
            if text[start : start + 1] == b"-":
                fragment, start, size = ENDING, start + 1, size - 1
            # The character before is looked at where nothing is left.
            if text[start + size - 1 : start + size] == b"-":
                fragment, size = BEGINNING, size - 1
        return (text[start : start + size] if size >= 0 else text[start:]), optional, fragment


class Word:
    """A word with its neighbours in the graph of alternatives; a time below 0 is unknown."""

    __slots__ = ("_fragment", "after", "before", "begin", "confidence", "end", "number", "segment", "text")

    def __init__(self, text: bytes, begin: int, duration: int, segment: Segment) -> None:
        self.number = segment.stream.side.next_number()
        self.text, self.begin, self.end, self.segment = text, begin, begin + duration, segment
        # A word that was a fragment when it was read stays one.
        self._fragment = segment.stream.side.marks.read(text)[2] if b"-" in text else WHOLE
        self.confidence: float | None = None
        self.before: list[Word] = []
        self.after: list[Word] = []

    @property
    def is_timed(self) -> bool:
        """Whether a word has both times; the costs of an alignment need only one (`columns_of`)."""
        return self.begin >= 0 and self.end >= 0

    def link(self, follower: Word) -> None:
        self.after.append(follower)
        follower.before.append(self)

    def read(self) -> tuple[bytes, bool, int]:
        """The word without its marks, whether it is optional, and which kind of fragment it is."""
        text, optional, fragment = self.segment.stream.side.marks.read(self.text)
        return text, optional, fragment or self._fragment


class Segment:
    """A segment of one speaker, with the words that begin and end it."""

    __slots__ = (
        "begin", "channel", "element", "end", "file", "firsts", "ignored", "label", "lasts", "name", "number", "row",
        "speaker", "stream",
    )  # fmt: skip

    def __init__(self, begin: int, end: int, stream: Stream) -> None:
        self.number = stream.side.next_number()
        # Two words that nobody sees mark begin and end of the segment.
        stream.side.next_number()
        stream.side.next_number()
        self.begin, self.end, self.stream = begin, end, stream
        self.file = self.channel = self.speaker = self.name = self.label = b""
        self.row = self.element = 0
        self.ignored = False
        self.firsts: list[Word] = []
        self.lasts: list[Word] = []

    @property
    def is_empty(self) -> bool:
        return not self.firsts or not self.lasts

    @property
    def middle(self) -> int:
        return int(wrapped(self.begin + self.end) / 2)  # cut towards zero

    def place(self, file: bytes, channel: bytes, speaker: bytes = b"") -> None:
        self.file, self.channel, self.speaker = file, channel, speaker

    def add_first(self, word: Word, log: Log) -> None:
        if word.begin != -1 and word.begin < self.begin:
            self._refuse(word, log)
        self.firsts.append(word)

    def add_last(self, word: Word, log: Log) -> None:
        if word.end != -1 and word.end > self.end:
            self._refuse(word, log)
        self.lasts.append(word)

    def _refuse(self, word: Word, log: Log) -> None:
        what = (
            b"Segment: Tried to add a token with start time before begin of segment file ='%b' tkn='%b' "
            b"src=%b chnl=%b st=%d et=%d seg: st=%d et=%d"
        )
        name, text = self.stream.side.name, word.read()[0]
        times = word.begin, word.end, self.begin, self.end
        log.fatal(what % (name, text, self.file, self.channel, *times), INVALID)

    def words(self) -> list[Word]:
        """Words from begin to end, depth first; a beginning that follows another beginning comes twice."""
        words: list[Word] = []
        seen: set[int] = set()
        lasts = set(map(id, self.lasts))
        for first in self.firsts:
            words.append(first)
            seen.add(id(first))
            open_words = [_followers(first, lasts)]
            while open_words:
                word = next(open_words[-1], None)
                if word is None:
                    open_words.pop()
                elif id(word) not in seen:
                    words.append(word)
                    seen.add(id(word))
                    open_words.append(_followers(word, lasts))
        return words

    def attach(self, follower: Segment) -> None:
        """Links every end of this segment with every begin of another."""
        for last in self.lasts:
            for first in follower.firsts:
                last.link(first)


def _followers(word: Word, lasts: set[int]) -> Iterator[Word]:
    return iter(()) if id(word) in lasts else iter(word.after)


class Stream:
    """Segments of one speaker, in the order of the file."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.segments: list[Segment] = []

    def chain(self) -> None:
        """Links each segment that has words with the next one that has."""
        before = None
        for segment in self.segments:
            if not segment.is_empty:
                if before is not None:
                    before.attach(segment)
                before = segment

    def remove(self, segment: Segment) -> None:
        """Takes a segment out. Of the words before it, only the first is linked with the words after it."""
        before: list[Word] = []
        after: list[Word] = []
        for first in segment.firsts:
            for word in first.before:
                before.append(word)
                _take_out(word.after, first)
        for last in segment.lasts:
            for word in last.after:
                after.append(word)
                _take_out(word.before, last)
        for word in after if before else ():
            before[0].link(word)
        self.segments.remove(segment)


def _take_out(words: list[Word], word: Word) -> None:
    if word in words:
        words.remove(word)


@dataclass(frozen=True, slots=True)
class Label:
    """A line LABEL or CATEGORY of an STM file."""

    kind: bytes
    name: bytes
    title: bytes
    description: bytes


class Side:
    """One file: its streams in the order of speakers' names, and its labels."""

    def __init__(self, name: bytes, marks: Marks, numbers: count[int]) -> None:
        self.name = self.title = name
        self.marks = marks
        self._numbers = numbers
        self.streams: list[Stream] = []
        self.labels: list[Label] = []

    def next_number(self) -> int:
        return next(self._numbers)

    def segments(self) -> Iterator[Segment]:
        for stream in self.streams:
            yield from stream.segments


def overlaps(begin: int, end: int, other_begin: int, other_end: int) -> bool:
    """Whether two stretches of time share a moment; touching is enough."""
    return end >= other_begin if begin <= other_begin else other_end >= begin
