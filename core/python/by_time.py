"""Words with times paired by time: with the segments their middles lie in, or with words of another side."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import inf

from .columns import floats, integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # Begins and durations of words (float64), the first row of every run and the number of rows, the channel of every
    # run (-1 for none), the rows of marks of alternations (int64), and the kinds of these.
    GivenWords: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes, bytes]
    # Begins and ends of segments (float64), their channels (int64; -1 for none), and whether each is ignored.
    GivenSegments: TypeAlias = tuple[bytes, bytes, bytes, bytes]

_OPEN, _CLOSE = 0, 2  # kinds of marks; a mark of any other kind stands between two branches


class _Units:
    """Words and whole alternations; the number of a unit is that of its first row."""

    def __init__(self, given: GivenWords) -> None:
        self.begin, durations = map(floats, given[:2])
        self._first, channels, self._marks = (integers("q", column) for column in given[2:5])
        _check(self._first, self._marks, (len(self.begin), len(durations)), (len(channels), len(given[5])))
        self._kinds = dict(zip(self._marks, given[5], strict=True))
        self.middle = [begin + 0.5 * length for begin, length in zip(self.begin, durations, strict=True)]
        self.end = [begin + length for begin, length in zip(self.begin, durations, strict=True)]
        self._runs: dict[int, list[range]] = {}
        for channel, run in zip(channels, pairwise(self._first), strict=True):
            self._runs.setdefault(channel, []).append(range(*run))
        self._behind = self._alternations()
        self._inside = {row for first, behind in self._behind.items() for row in range(first + 1, behind)}
        for first, behind in self._behind.items():
            self._measure(first, behind)

    def _alternations(self) -> dict[int, int]:
        """First rows of alternations, with the rows behind them."""
        behind, opened = {}, 0
        for row, kind in self._kinds.items():
            if kind == _OPEN:
                opened = row
            elif kind == _CLOSE:
                behind[opened] = row + 1
        return behind

    def _measure(self, first: int, behind: int) -> None:
        """Gives the first and the last row of an alternation its times: from the first begin to the last end of its
        words, and the latest middle."""
        rows = [row for row in range(first, behind) if row not in self._kinds]
        if not rows:  # it goes with the word before it
            rows = [first if first in self._first else first - 1]
        begin = min([self.begin[row] for row in rows])
        middle = max([self.middle[row] for row in rows])
        end = max([self.end[row] for row in rows])
        for row in (first, behind - 1):
            self.begin[row], self.middle[row], self.end[row] = begin, middle, end

    def of(self, channel: int) -> list[int]:
        """The units of a channel in the order of their begins; those that begin together keep their order."""
        units = [row for run in self._runs.get(channel, ()) for row in run if row not in self._inside]
        return sorted(units, key=self.begin.__getitem__)

    def rows(self, units: Iterable[int]) -> list[int]:
        """The rows of some units; ~row is the null word behind the mark in that row."""
        rows: list[int] = []
        for unit in units:
            if unit not in self._behind:
                rows.append(unit)
                continue
            for row in range(unit, self._behind[unit]):
                rows.append(row)
                # sclite reads the null word behind a mark before another, but loses the word that follows that one.
                if self._kinds.get(row, _CLOSE) != _CLOSE and row + 1 in self._kinds:
                    rows.append(~row)
        return rows

    def channels(self) -> list[int]:
        """The numbers of channels that have runs, in order."""
        return sorted([channel for channel in self._runs if channel >= 0])


def _check(first: Sequence[int], marks: Sequence[int], rows: tuple[int, int], counts: tuple[int, int]) -> None:
    are_runs = len(first) == counts[0] + 1 and first[0] == 0 and first[-1] == rows[0] and list(first) == sorted(first)
    are_marks = len(marks) == counts[1] and list(marks) == sorted({mark for mark in marks if 0 <= mark < rows[0]})
    if rows[0] != rows[1] or not are_runs or not are_marks:
        raise ValueError("words with times expected: columns of equal length, runs of rows, and marks in order")


def words_in_segments(
    segments: GivenSegments, words: GivenWords, attach: bool, few: int, /
) -> tuple[bytes, bytes, bytes, tuple[bytes, bytes, bytes], bytes, bytes, int, int]:
    """The words of each segment that is not ignored, by their middles, as sclite assigns them.

    `segments` are begins, ends, channels (-1 for none) and whether each is ignored; `words` are begins, durations, the
    first row of each run and the number of rows, the channel of each run, the rows of marks of alternations, and their
    kinds.

    These are runs of rows, as their first rows and the rows behind them, ~row for the null word behind the mark in a
    row; the number of rows before each segment, and of all; of the words outside all segments the first segment of
    their channel, their middles, and how far each is from the nearest segment; the pairs of segments that overlap; the
    segments before the first or after the last word of their channel, unless these are `few`; the number of words
    before the first or after the last segment of their channel; and that of words in ignored segments.
    """
    starts, ends, ignored = floats(segments[0]), floats(segments[1]), segments[3]
    channels, units = integers("q", segments[2]), _Units(words)
    sizes = {len(starts), len(ends), len(ignored), len(channels)}
    if len(sizes) > 1 or max(channels, default=-1) >= len(channels):
        raise ValueError("segments expected: columns of equal length, and channels with smaller numbers")
    words_of: list[list[int]] = [[] for _ in starts]
    strays, middles_of_strays, distances = array("q"), array("d"), array("d")
    overlaps, silent, beyond = array("q"), array("q"), 0
    places_of: dict[int, list[int]] = {}
    for place, channel in enumerate(channels):
        if channel >= 0:
            places_of.setdefault(channel, []).append(place)
    for channel, places in sorted(places_of.items()):
        places.sort(key=lambda place: (starts[place], ends[place]))
        for before, place in pairwise(places):
            if starts[place] < ends[before]:
                overlaps.extend((before, place))
        its_units = units.of(channel)
        middles = [units.middle[unit] for unit in its_units]
        if middles:
            start, end = starts[places[0]], max([ends[place] for place in places])
            first, last = min(middles), max(middles)
            silent_here = [place for place in places if ends[place] <= first or starts[place] > last]
            if len(silent_here) > few:
                silent.extend(silent_here)
            beyond += sum([not start <= middle < end for middle in middles])
        spans = [(starts[place], ends[place]) for place in places]
        owners, far = _assigned(spans, middles, attach)
        for place, numbers in zip(places, owners, strict=True):
            words_of[place] = [its_units[number] for number in numbers]
        strays.extend([places[0]] * len(far))
        middles_of_strays.extend([middles[number] for number in far])
        distances.extend(far.values())
    rows = [
        units.rows(its_words)
        for its_words, is_ignored, channel in zip(words_of, ignored, channels, strict=True)
        if not is_ignored and channel >= 0
    ]
    return (
        *_runs([row for its_rows in rows for row in its_rows]),
        array("q", accumulate(map(len, rows), initial=0)).tobytes(),
        (strays.tobytes(), middles_of_strays.tobytes(), distances.tobytes()),
        overlaps.tobytes(),
        silent.tobytes(),
        beyond,
        sum([len(its_words) for its_words, is_ignored in zip(words_of, ignored, strict=True) if is_ignored]),
    )


def _assigned(
    spans: Sequence[tuple[float, float]], middles: Sequence[float], attach: bool
) -> tuple[list[list[int]], dict[int, float]]:
    """The words of each segment, and how far those outside all segments are from the nearest one."""
    # sclite keeps times of segments in single precision, which decides about words whose middle is a segment's end.
    ends = array("f", [end for _, end in spans]).tolist()
    starts = [min(array("f", [start])[0], start) for start, _ in spans]
    latest = list(accumulate(ends, max))
    last = len(spans) - 1
    words_of: list[list[int]] = [[] for _ in spans]
    far: dict[int, float] = {}
    reached, passed = 0, -inf
    for word, time in enumerate(middles):
        # A word goes no further back than the words before it.
        passed = max(passed, time)
        while reached < last and passed >= latest[reached]:
            reached += 1
        if starts[reached] <= time < ends[reached]:
            words_of[reached].append(word)
            continue
        segment = bisect_right(latest, time)
        is_stray = segment > last or time < starts[segment]
        if is_stray:
            before = time - latest[segment - 1] if segment else inf
            far[word] = min(before, inf if segment > last else starts[segment] - time)
        if attach or not is_stray:
            # With `attach`, a word outside belongs to the next segment, or to the last one.
            words_of[reached if attach else segment].append(word)
    return words_of, far


def words_between_pauses(
    ref: GivenWords, hyp: GivenWords, pause: float, few: int, /
) -> tuple[tuple[bytes, bytes, bytes], tuple[bytes, bytes, bytes], bytes, bytes, bytes, tuple[int, int]]:
    """The words of two sides, cut where both are silent for so long.

    These are runs of rows and the number of rows before each piece, as `words_in_segments` has them, for each side; the
    channel, the begin and the end of each piece; and the words of each side beyond those of the other one, of a channel
    with `few` or more.
    """
    sides = _Units(ref), _Units(hyp)
    rows: tuple[list[int], list[int]] = [], []
    first = array("q", [0]), array("q", [0])
    channels, begins, ends = array("q"), array("d"), array("d")
    beyond = [0, 0]

    def close(latest: float) -> None:
        ends.append(latest)
        for side in (0, 1):
            first[side].append(len(rows[side]))

    for channel in sides[0].channels():
        units = [side.of(channel) for side in sides]
        middles = [[side.middle[unit] for unit in its_units] for side, its_units in zip(sides, units, strict=True)]
        for side in (0, 1) if all(middles) else ():
            low, high = min(middles[1 - side]), max(middles[1 - side])
            count = sum([not low <= middle <= high for middle in middles[side]])
            beyond[side] += count if count >= few else 0
        merged = [(sides[side].begin[unit], side, unit) for side in (0, 1) for unit in units[side]]
        merged.sort(key=lambda each: each[0])
        latest = -inf
        for begin, side, unit in merged:
            if latest == -inf or begin - latest >= pause:
                if latest != -inf:
                    close(latest)
                channels.append(channel)
                begins.append(begin)
            latest = max(latest, sides[side].end[unit])
            rows[side].extend(sides[side].rows((unit,)))
        if merged:
            close(latest)
    of_ref, of_hyp = ((*_runs(rows[side]), first[side].tobytes()) for side in (0, 1))
    return of_ref, of_hyp, channels.tobytes(), begins.tobytes(), ends.tobytes(), (beyond[0], beyond[1])


def _runs(rows: Sequence[int]) -> tuple[bytes, bytes]:
    """The first rows of runs of consecutive rows, and the rows behind them; a null word is a run of its own."""
    firsts, behinds = array("q"), array("q")
    for row in rows:
        if behinds and row == behinds[-1] and row > 0:
            behinds[-1] += 1
        else:
            firsts.append(row)
            behinds.append(row + 1)
    return firsts.tobytes(), behinds.tobytes()
