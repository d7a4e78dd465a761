"""Speakers of words, from turns that another program found, such as the RTTM file of a diarisation."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import groupby
from math import inf

from ..errors import UsageError, quantity, short
from ..schema import Corpus, Segment
from ..values import replace
from .names import recording_name
from .word_times import span

_SHOWN = 5


class _Speaker:
    """The stretches in which one person speaks, in order and apart from each other."""

    def __init__(self) -> None:
        self._starts: list[float] = []
        self._ends: list[float] = []
        self._sums = [0.0]
        """The seconds of all stretches before each one, and of all."""

    def add(self, start: float, end: float) -> None:
        """Adds a turn, which begins no earlier than those before it."""
        if self._ends and start <= self._ends[-1]:
            self._ends[-1] = max(self._ends[-1], end)
        else:
            self._starts.append(start)
            self._ends.append(end)
            self._sums.append(0.0)
        self._sums[-1] = self._sums[-2] + self._ends[-1] - self._starts[-1]

    def covered(self, start: float, end: float) -> float:
        """The seconds of a span that are spoken; where none are, the distance to the nearest stretch, below 0."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if first < last:
            outside = max(0.0, start - self._starts[first]) + max(0.0, self._ends[last - 1] - end)
            return self._sums[last] - self._sums[first] - outside
        before = start - self._ends[first - 1] if first else inf
        after = self._starts[first] - end if first < len(self._starts) else inf
        return -min(before, after)


class _Turns:
    """The turns of a recording."""

    def __init__(self, rows: list[tuple[float, float, str]]) -> None:
        self._speakers: dict[str, _Speaker] = {}
        for start, end, name in sorted(rows):
            self._speakers.setdefault(name, _Speaker()).add(start, end)

    def speaker(self, start: float, end: float) -> str:
        """The speaker whose turns cover most of a span, or else the nearest; of equal ones, who spoke first."""
        return max(self._speakers, key=lambda name: self._speakers[name].covered(start, end))


def with_turns(corpus: Corpus, turns: Corpus) -> Corpus:
    """The corpus with the speakers of turns; segments are cut where the speaker of their words changes.

    A segment without times of words has one speaker. A recording without a name has that of its file; one recording
    on each side is the same, whatever its names are.

    >>> from ..schema import Label
    >>> words = Segment(labels=(Label("good", 0.0, 0.4), Label("day", 0.5, 0.9)))
    >>> turns = Corpus((Segment(speaker="ann", start=0.0, end=0.45), Segment(speaker="ben", start=0.45, end=1.0)))
    >>> [(segment.speaker, segment.labels[0].value) for segment in with_turns(Corpus((words,)), turns).segments]
    [('ann', 'good'), ('ben', 'day')]
    """
    rows: dict[str, list[tuple[float, float, str]]] = {}
    for turn in turns.segments:
        if turn.speaker and turn.start is not None and turn.end is not None:
            rows.setdefault(turn.session, []).append((turn.start, turn.end, turn.speaker))
    if not rows:
        raise UsageError(f"{turns.path}: no turns of speakers; expected a file with speakers and times, such as rttm")
    turns_of = {session: _Turns(of_session) for session, of_session in rows.items()}
    of_file = recording_name(corpus.path, corpus.format)
    sessions = {segment.session or of_file for segment in corpus.segments}
    if len(sessions) == len(turns_of) == 1:
        turns_of = dict.fromkeys(sessions, *turns_of.values())
    if lacking := sorted(sessions - turns_of.keys()):
        names = ", ".join([repr(short(name)) for name in lacking[:_SHOWN]])
        there = ", ".join([repr(short(name)) for name in [*turns_of][:_SHOWN]])
        what = f"{quantity(len(lacking), 'recording')} without a turn in {turns.path}: {names}"
        raise UsageError(f"{corpus.path}: {what}; expected the names that the turns have, such as {there}")
    segments: list[Segment] = []
    for segment in corpus.segments:
        segments += _pieces(segment, turns_of[segment.session or of_file])
    if corpus.segments and not any(map(_has_times, corpus.segments)):
        raise UsageError(f"{corpus.path}: neither words nor segments have times; expected times, which turns meet")
    return replace(corpus, segments=tuple(segments), original=None)


def _has_times(segment: Segment) -> bool:
    is_timed = segment.start is not None and segment.end is not None
    return is_timed or any(span(item) for item in segment.labels or ())


def _pieces(segment: Segment, turns: _Turns) -> Iterator[Segment]:
    """The parts of a segment by speaker; words without times belong to the word before them."""
    spans = [span(item) for item in segment.labels or ()]
    if not any(spans):
        if segment.start is not None and segment.end is not None:
            segment = replace(segment, speaker=turns.speaker(segment.start, segment.end), original=None)
        yield segment
        return
    speaker = turns.speaker(*next(filter(None, spans)))
    speakers = [speaker := turns.speaker(*each) if each else speaker for each in spans]
    if len({*speakers}) == 1:
        yield replace(segment, speaker=speaker, original=None)
        return
    for speaker, run in groupby(range(len(spans)), speakers.__getitem__):
        places = [*run]
        timed = [each for place in places if (each := spans[place])]
        yield Segment(
            session=segment.session,
            channel=segment.channel,
            speaker=speaker,
            start=timed[0][0] if timed else None,
            end=timed[-1][1] if timed else None,
            labels=tuple([(segment.labels or ())[place] for place in places]),
            ignored=segment.ignored,
            tags=segment.tags,
        )
