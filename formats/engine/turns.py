"""Speakers of words, from turns that another program found, such as the RTTM file of a diarisation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, groupby
from math import inf

from ..errors import UsageError, quantity, short
from ..schema import Corpus, Segment
from ..values import replace
from .names import recording_name
from .transform import span

_SHOWN = 5


class _Turns:
    """The turns of a recording, sorted by their begins."""

    def __init__(self, rows: list[tuple[float, float, str]]) -> None:
        self._rows = sorted(rows)
        self._starts = [start for start, _, _ in self._rows]
        self._latest = list(accumulate([end for _, end, _ in self._rows], max))

    def speaker(self, start: float, end: float) -> str:
        """The speaker of the turn that covers most of a span, or else of the nearest turn."""
        found, most = "", -inf
        # The next turn may be the nearest; of those before, none ends later than `latest`.
        for place in range(min(bisect_right(self._starts, end), len(self._rows) - 1), -1, -1):
            if self._latest[place] - start < most:
                break
            turn_start, turn_end, speaker = self._rows[place]
            covered = min(end, turn_end) - max(start, turn_start)
            if covered >= most:
                found, most = speaker, covered
        return found


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
    of_file = recording_name(corpus.path)
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
