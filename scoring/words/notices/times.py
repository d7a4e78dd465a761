"""Times of words that are wrong as a whole: the rate if they were shifted, in another unit, or ends for durations.

Only what was scored is looked at: utterances with their places, and the words with times in them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import add
from typing import TYPE_CHECKING

from .... import core
from ....formats.schema.words import Words, picked
from ....formats.values import dataclass
from ...common.counts import Counts, counts_of
from ...notices.notice import Explanation
from ...notices.times import TimeChange, Timed, best_change, changes_of, explanation_of
from ..alignment import Text, side_of, words_of
from ..pairing.by_time import Selection, Windows, by_pauses, by_windows
from ..timed_words import TimedWords, selected

if TYPE_CHECKING:
    from typing import TypeAlias

    from ..utterance_table import Timeline
    from ..utterances import Utterances

    Place: TypeAlias = "tuple[str, str]"


# So many words of each side are looked at; a side of fewer, or with a lower rate, has no notice.
_LOOKED = 5_000
_LEAST = 0.01
# The lowest rate where the words may be those of the other channel, and where most of them may be in no segment.
_OTHER_CHANNEL, _LOST = 0.5, 0.3
# Times that begin again in each segment may end a little after the longest one, and recordings go on so much longer.
_NEARLY, _FAR = 1.1, 3.0


def of_times(scored: Utterances, counts: Counts) -> tuple[Explanation, ...]:
    """The change of times that takes most errors away; none where words have no times, or the rate is low."""
    timeline, now = scored.table.timeline, counts.wer
    if timeline is None or now is None or now < _LEAST or not timeline.carried.hyp_times:
        return ()
    sides = _Sides(scored, timeline)
    if not sides.is_complete:
        return ()
    changes = *changes_of(sides.looked_at(), inside=timeline.windows), *sides.exchanges(now)
    found = best_change(changes, sides.rate_of, now)
    if found is None and now >= _LOST and (longest := sides.begin_again()):
        return (_of_segments(longest, now),)
    return () if found is None else (explanation_of(*found, now),)


def _of_segments(longest: float, now: float) -> Explanation:
    """The fact that times begin again in each segment, so that nobody knows where the words were said."""
    advice = "add the start of its segment to the time of each word"
    text = "the times of the hypothesis seem to begin again in each segment, as all its words are within the first "
    text += f"{longest:.1f} s, the length of the longest segment: {advice}"
    return Explanation("relative times", text, None, now, True, advice=advice)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Words with times, utterance after utterance."""

    words: Sequence[str]
    begin: Sequence[float]
    duration: Sequence[float]
    first: Sequence[int]


class _Sides:
    """Both sides of a score by time, which can be paired and aligned again."""

    def __init__(self, scored: Utterances, timeline: Timeline) -> None:
        self._settings = scored.settings
        self._timeline = timeline
        self._refs: Sequence[Text] = scored.refs
        self._names: list[Place] = list(zip(timeline.sessions, timeline.channels, strict=True))
        self._rows = _rows_of(scored, "ref") if not timeline.windows else None, _rows_of(scored, "hyp")

    @property
    def is_complete(self) -> bool:
        """Whether all words that need times have some."""
        return self._rows[1] is not None and (self._timeline.windows or self._rows[0] is not None)

    def looked_at(self) -> Mapping[object, tuple[Timed, Timed]]:
        """The first words of both sides by recording and channel: each with the next one, at its time."""
        columns: dict[Place, tuple[_Column, _Column]] = {}
        left = [_LOOKED, _LOOKED]
        for place in self._in_time():
            if max(left) <= 0:
                break
            ref, hyp = columns.setdefault(self._names[place], (_Column(), _Column()))
            if left[0] > 0:
                left[0] -= ref.add(*self._reference(place))
            if left[1] > 0:
                left[1] -= hyp.add(*_of_rows(self._rows[1], place))
        return {name: (sides[0].timed(), sides[1].timed()) for name, sides in columns.items() if all(map(len, sides))}

    def _in_time(self) -> Sequence[int]:
        """The utterances in the order of time, as in most files they are."""
        start = [*self._timeline.start]
        if all(map(float.__le__, start, start[1:])):
            return range(len(start))
        return sorted(range(len(start)), key=start.__getitem__)

    def _reference(self, place: int) -> tuple[Sequence[str], Sequence[float], Sequence[float]]:
        """The words of the reference in an utterance, each with the times of its segment, or with its own."""
        if not self._timeline.windows:
            return _of_rows(self._rows[0], place)
        words = words_of(self._refs[place])
        bounds = self._timeline.start[place], self._timeline.end[place]
        return words, [bounds[0]] * len(words), [bounds[1]] * len(words)

    def begin_again(self) -> float:
        """The length of the longest segment, if hardly a recording has a word beyond it, though all have many; or 0."""
        timeline, rows = self._timeline, self._rows[1]
        if not timeline.windows or rows is None:
            return 0.0
        lengths: dict[Place, float] = {}
        ends: dict[Place, float] = {}
        lasts: dict[Place, float] = {}
        sizes, spoken = 0, 0
        for place, name in enumerate(self._names):
            start, end = timeline.start[place], timeline.end[place]
            lengths[name] = max(lengths.get(name, 0.0), end - start)
            ends[name] = max(ends.get(name, 0.0), end)
            first, last = rows.first[place], rows.first[place + 1]
            if first < last:
                word_ends = map(add, rows.begin[first:last], rows.duration[first:last])
                lasts[name] = max(lasts.get(name, 0.0), *word_ends)
            sizes += len(words_of(self._refs[place]))
            spoken += last - first
        short = [name for name, last in lasts.items() if last <= lengths[name] * _NEARLY and ends[name] > _FAR * last]
        return max(lengths.values()) if short and 2 * spoken > sizes and 10 * len(short) >= 9 * len(lasts) else 0.0

    def exchanges(self, now: float) -> Iterator[TimeChange]:
        """The change of the names of two channels, if each recording has these two, and the rate is high."""
        places = {*self._names}
        channels = sorted({channel for _, channel in places})
        has_both = len(channels) == 2 and len(places) == 2 * len({session for session, _ in places})
        if has_both and now >= _OTHER_CHANNEL:
            yield TimeChange("channels", channels=(channels[0], channels[1]))

    def rate_of(self, change: TimeChange) -> float | None:
        """The error rate after a change."""
        refs, hyps = self._windows(change) if self._timeline.windows else self._pauses(change)
        rules = self._settings.rules(sort_times=not self._timeline.windows)
        return counts_of(core.align(rules, side_of(refs), side_of(hyps), 1)).wer

    def _windows(self, change: TimeChange) -> tuple[Sequence[Text], Sequence[Text]]:
        """References and the words in their segments."""
        timeline, none = self._timeline, [0] * len(self._names)
        start, end = timeline.start, timeline.end
        if change.side == 0:
            spans = list(zip(start, end, self._names, strict=True))
            start, end = [change.start(low, name) for low, _, name in spans], [change.end(*span) for span in spans]
        hyp = self._table(1, change)
        # The order of columns is that of the utterances, none of which is ignored.
        pairing = by_windows(
            Windows(self._names, start, end, none, none, ""),
            hyp,
            case_sensitive=True,
            missing="delete",
            overlap="earlier",
        )
        return self._refs, selected(hyp, pairing.hyp, confident=False)

    def _pauses(self, change: TimeChange) -> tuple[Sequence[Text], Sequence[Text]]:
        """Words of both sides between pauses."""
        ref, hyp = self._table(0, change), self._table(1, change)
        pairing = by_pauses(ref, hyp, case_sensitive=True, missing="delete")
        return _taken(ref, pairing.ref), _taken(hyp, pairing.hyp)

    def _table(self, side: int, change: TimeChange) -> Words:
        """The words of a side after a change."""
        rows = self._rows[side]
        assert rows is not None
        begin, duration = array("d", rows.begin), array("d", rows.duration)
        if change.side == side:
            for name, (first, last) in zip(self._names, pairwise(rows.first), strict=True):
                for row in range(first, last):
                    start = rows.begin[row]
                    begin[row] = change.start(start, name)
                    duration[row] = change.end(start, start + rows.duration[row], name) - begin[row]
        table = Words("sclite" if self._settings.markup else "plain", "")
        confidence = array("d", [float("nan")]) * len(begin)
        columns = begin, duration, confidence
        names = self._names
        if change.side == side and change.channels:
            first_name, second = change.channels
            names = [(session, second if channel == first_name else first_name) for session, channel in names]
        table.fill(names, array("q", rows.first), list(rows.words), ([], [], []), columns, array("q"))
        return table


def _taken(table: Words, selection: Selection) -> TimedWords:
    return selected(table, selection, confident=False)


class _Column:
    """Words of a recording, each with the next one as its key, while they are gathered."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._starts: list[float] = []
        self._ends: list[float] = []

    def __len__(self) -> int:
        return len(self._words)

    def add(self, words: Sequence[str], starts: Sequence[float], ends: Sequence[float]) -> int:
        """Adds the words of an utterance; how many they are."""
        self._words += map(str.casefold, words)
        self._starts += starts
        self._ends += ends
        return len(words)

    def timed(self) -> Timed:
        """The columns."""
        return Timed(list(zip(self._words, [*self._words[1:], ""], strict=True)), self._starts, self._ends)


def _of_rows(rows: _Rows | None, place: int) -> tuple[Sequence[str], Sequence[float], Sequence[float]]:
    """The words of an utterance with their starts and ends."""
    assert rows is not None
    first, last = rows.first[place], rows.first[place + 1]
    starts, sizes = rows.begin[first:last], rows.duration[first:last]
    return picked(rows.words, range(first, last)), starts, list(map(add, starts, sizes))


def _rows_of(scored: Utterances, side: str) -> _Rows | None:
    """The words with times of a side; None where some have none."""
    texts = scored.refs if side == "ref" else scored.hyps
    if isinstance(texts, TimedWords):
        return _Rows(texts.words, texts.begin, texts.duration, texts.first)
    # Sums of results keep times in their alignments alone.
    words, begin, duration, first = list[str](), array("d"), array("d"), array("q", [0])
    for place in range(len(scored.table)):
        for pair in scored.alignment(place).pairs:
            word, start, end = getattr(pair, side), getattr(pair, f"{side}_start"), getattr(pair, f"{side}_end")
            if word is None:
                continue
            if start is None or end is None:
                return None
            words.append(word)
            begin.append(start)
            duration.append(end - start)
        first.append(len(words))
    return _Rows(words, begin, duration, first)
