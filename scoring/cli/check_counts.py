"""Counts of a file, as `scorelite check` prints them: segments, words, speakers, recordings and their time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...formats.engine.praat_reader import without_points
from ...formats.engine.silence import labels_without_speech
from ...formats.engine.tiers import WITH_TIERS
from ...formats.errors import quantity, short
from ...formats.kaldi import likely_ids
from ...formats.schema import Corpus, Table
from ...formats.schema.markup import words
from ...formats.values import dataclass, field_names

_DIFFERENT = 0.75
"""So many first words differ, or more, where they are ids instead of speakers."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The counts of one file; seconds are those of its segments, None where they have no times.

    Overlap is the seconds in which two or more speakers of a recording speak, None where no two are known.
    """

    segments: int = 0
    words: int = 0
    speakers: int = 0
    recordings: int = 0
    seconds: float | None = None
    overlap: float | None = None

    def __str__(self) -> str:
        parts = [quantity(self.segments, "segment"), quantity(self.words, "word")]
        parts += [quantity(number, what) for number, what in self._names() if number > 1]
        parts += [] if self.seconds is None else [_clock(self.seconds)]
        return ", ".join([*parts, *([] if not self.overlap else [f"overlap {self.overlap:.2f} s"])])

    def _names(self) -> tuple[tuple[int, str], ...]:
        return (self.speakers, "speaker"), (self.recordings, "recording")

    def to_dict(self) -> dict[str, Any]:
        """All counts by name, ready for JSON."""
        return {name: getattr(self, name) for name in field_names(Contents)}


def counts_of(corpus: Corpus) -> Contents:
    """The counts of a file.

    >>> from scorelite.formats import Segment
    >>> print(counts_of(Corpus([Segment(session="a", text="good day"), Segment(session="b", text="yes")])))
    2 segments, 3 words, 2 recordings
    """
    table = corpus.table
    speakers = {*without_points(corpus).table.speakers} - {""}
    seconds = overlap = None
    if table.has_windows() and table.start is not None and table.end is not None:
        seconds = sum(table.end.values) - sum(table.start.values)
        if len(speakers) > 1 and corpus.format not in WITH_TIERS:  # tiers may be of words and phones
            overlap = _overlap(table, table.start.values, table.end.values)
    return Contents(
        len(table),
        sum(len(words(text)) for text in corpus.texts()),
        len(speakers),
        len({*table.sessions} - {""}),
        seconds,
        overlap,
    )


def _overlap(table: Table, starts: Sequence[float], ends: Sequence[float]) -> float:
    """The seconds in which two or more speakers speak, in all recordings."""
    silent = labels_without_speech({*table.speakers}) | {""}
    changes: dict[tuple[str, str], list[tuple[float, int, str]]] = {}
    times = zip(starts, ends, strict=True)
    for session, channel, speaker, (start, end) in zip(
        table.sessions, table.channels, table.speakers, times, strict=True
    ):
        if speaker not in silent:
            changes.setdefault((session, channel), []).extend(((start, 1, speaker), (end, -1, speaker)))
    return sum(map(_overlap_in, changes.values()))


def _overlap_in(changes: Sequence[tuple[float, int, str]]) -> float:
    """The seconds in which two or more speakers speak in one recording, by the times at which they begin and end."""
    seconds = before = 0.0
    turns: Counter[str] = Counter()
    speaking = 0
    for time, change, speaker in sorted(changes):
        if speaking > 1:
            seconds += time - before
        was_speaking = turns[speaker] > 0
        turns[speaker] += change
        speaking += (turns[speaker] > 0) - was_speaking
        before = time
    return seconds


def repeated_ids(corpus: Corpus) -> str:
    """A warning of ids, or names of recordings in place of ids, that stand more than once; else nothing.

    >>> from scorelite.formats import Segment
    >>> repeated_ids(Corpus([Segment(id="a"), Segment(id="b"), Segment(id="a")]))
    "1 id is used more than once, such as 'a'"
    """
    table = corpus.table
    if corpus.format == "txt":
        return _repeated_first_words(corpus.texts())
    names: Sequence[str] = table.ids()
    if not any(names) and not table.has_windows() and not table.has_word_times() and table.words is None:
        names = table.sessions
    repeated = [name for name, number in Counter(names).items() if number > 1 and name]
    if not repeated:
        return ""
    verb = "is" if len(repeated) == 1 else "are"
    return f"{quantity(len(repeated), 'id')} {verb} used more than once, such as {short(repr(repeated[0]))}"


def _repeated_first_words(lines: Sequence[str]) -> str:
    """A warning of first words of lines that look like ids, of which few stand more than once; else nothing."""
    counts = Counter(likely_ids(lines))
    repeated = [name for name, number in counts.items() if number > 1]
    if not repeated or len(counts) < _DIFFERENT * counts.total():
        return ""
    return (
        f"every line begins with what looks like an id, and {short(repr(repeated[0]))} is used more than once; "
        "--format kaldi reads ids"
    )


def _clock(seconds: float) -> str:
    """A number of seconds as hours, minutes and seconds.

    >>> _clock(3725.4)
    '1:02:05'
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
