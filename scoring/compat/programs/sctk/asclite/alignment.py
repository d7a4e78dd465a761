"""Alignment of the streams of a group, by the core."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from ......core.compat import joint_reached, joint_steps
from .equality import are_equal, form_of, letters_apart
from .groups import Group
from .log import INVALID, LatticeLog, Log, crash
from .model import Segment, Word, wrapped
from .settings import Settings
from .speakers import SpeakerMap

# The words that one step takes, by stream; None for a stream that stays.
Step = tuple[Word | None, ...]
Columns = tuple[bytes, bytes, bytes, bytes, bytes, list[bytes] | None, bytes]

SUBSTITUTION, INSERTION, OPTIONAL = 400, 300, 200
_OTHER_SPEAKER, _ADAPTIVE = 100, 50
# The back pointers of one group may take so many bytes.
_MOST_BYTES = 1 << 32
_WORD_BITS = 64


@dataclass(frozen=True, slots=True)
class Axis:
    """Words of one stream in a group, each after those that it may follow, as the core takes them."""

    words: list[Word]
    before: list[bytes] | None
    lasts: bytes


def _column(numbers: Iterable[int]) -> bytes:
    return array("i", numbers).tobytes()


def axis_of(segments: list[Segment]) -> Axis:
    """Words of the segments of one stream. A word whose neighbour is not in the group begins the stream."""
    words = [word for segment in segments for word in segment.words()]
    full = [segment for segment in segments if not segment.is_empty] or segments
    firsts, lasts = full[0].firsts, full[-1].lasts
    if _is_chain(words, firsts, lasts):
        return Axis(words, None, _column([len(words)] if words else []))
    firsts = [word for word in reversed(words) if any(word is first for first in firsts)]
    before = {id(word): _before(word, firsts) for word in words}
    ordered = _ordered(words, before)
    places = {id(word): place for place, word in enumerate(ordered, 1)}
    columns = []
    for word in ordered:
        # A word that is not in the group stands for the begin.
        predecessors = dict.fromkeys(0 if other is None else places.get(id(other), 0) for other in before[id(word)])
        columns.append(_column(predecessors))
    ends = dict.fromkeys(places[id(word)] for word in words if any(word is last for last in lasts))
    return Axis(ordered, columns, _column(ends))


def _is_chain(words: list[Word], firsts: list[Word], lasts: list[Word]) -> bool:
    if not words or len(firsts) != 1 or firsts[0] is not words[0] or len(lasts) != 1 or lasts[0] is not words[-1]:
        return not words
    return all(len(word.before) == 1 and word.before[0] is last for last, word in pairwise(words))


def _before(word: Word, firsts: list[Word]) -> list[Word | None]:
    """The words that a word may follow in the order of preference; None is the begin."""
    words_before: list[Word | None] = []
    begun = False
    for first in firsts:
        if first is word and not begun:
            begun = True
            words_before.append(None)
        else:
            words_before += word.before or [None]
    return words_before


def _ordered(words: list[Word], before: dict[int, list[Word | None]]) -> list[Word]:
    """The words, each once and after those that it may follow."""
    ordered: list[Word] = []
    state: dict[int, bool] = {}
    for start in words:
        stack = [start]
        while stack:
            word = stack[-1]
            if state.get(id(word)):
                stack.pop()
                continue
            waiting = [o for o in before[id(word)] if o is not None and id(o) in before and not state.get(id(o))]
            if any(state.get(id(other)) is False for other in waiting):
                crash(word.segment.stream.side.name, b"words that follow each other in a circle")
            state[id(word)] = False
            if waiting:
                stack.append(waiting[0])
                continue
            state[id(word)] = True
            ordered.append(stack.pop())
    return ordered


class Aligner:
    """Aligns groups under the settings of a run."""

    def __init__(self, settings: Settings, speakers: SpeakerMap | None, log: Log, lattices: LatticeLog) -> None:
        self._settings, self._log, self._lattices = settings, log, lattices
        self._costs = _TimeCosts(settings, speakers, lattices) if settings.by_time else _WordCosts(settings, speakers)

    def align(self, group: Group) -> tuple[int, list[Step]]:
        """Cost and steps of the best alignment of all streams of a group; streams of hypotheses come first."""
        settings = self._settings
        axes = [axis_of(segments) for segments in (*group.hypotheses, *group.references)]
        duration = duration_of(group, self._log)
        costs, width, kinds, alone = self._costs.of(axes, len(group.hypotheses))
        columns = [columns_of(*each) for each in zip(axes, kinds, alone, strict=True)]
        limits = _ADAPTIVE if settings.adaptive else 0, duration, settings.near, settings.prune
        refuse_huge(group, axes, _bits(group, axes))
        asked = columns, len(group.hypotheses), costs.tobytes(), width, limits
        cost, steps = joint_steps(*asked)
        self._lattices.fill(lambda: joint_reached(*asked))
        path = []
        for places in steps:
            pairs = zip(axes, places, strict=True)
            path.append(tuple(axis.words[place - 1] if place else None for axis, place in pairs))
        return cost, path


def _bits(group: Group, axes: list[Axis]) -> int:
    """Bits of a back pointer."""
    hyps = len(group.hypotheses)
    most = [max((len(column) // 4 for column in axis.before or ()), default=1) for axis in axes]
    choices = sum(most) + sum(left * right for left in most[:hyps] for right in most[hyps:])
    return max(choices.bit_length(), 1)


def refuse_huge(group: Group, axes: list[Axis], bits: int) -> None:
    """Ends the run before a group that no memory holds."""
    cells = 1
    for axis in axes:
        cells *= len(axis.words) + 1
    size = cells // (_WORD_BITS // bits) * 8
    if size > _MOST_BYTES:
        times = min(s.begin for s in group.segments()) / 1000, max(s.end for s in group.segments()) / 1000
        what = (
            b"group of segments %d (%.3f to %.3f s) has %d cells, which take %.1f GB; expected up to %d GB: "
            b"-overlap-limit or -difficulty-limit leaves such groups out"
        )
        numbers = group.number, *times, cells, size / 2**30, _MOST_BYTES >> 30
        crash(group.segments()[0].stream.side.name, what % numbers)


def duration_of(group: Group, log: Log) -> int:
    """Time from the first begin to the last end."""
    begin = min(segment.begin for segment in group.segments())
    end = max(0, *(segment.end for segment in group.segments()))
    duration = wrapped(end - begin)
    if duration <= 0:
        log.fatal(b"Duration of the Segment group is negative or equal 0", INVALID)
    return duration


def columns_of(axis: Axis, kinds: list[int], alone: list[int]) -> Columns:
    """The words of a stream as the core takes them."""
    begins = [word.begin if word.begin >= 0 else word.segment.begin for word in axis.words]
    ends = [word.end if word.end >= 0 else word.segment.end for word in axis.words]
    # As in asclite, one time makes a word timed here; `is_timed`, by which reports and overlaps go, wants both.
    timed = bytes(word.begin >= 0 or word.end >= 0 for word in axis.words)
    return _column(kinds), _column(begins), _column(ends), _column(alone), timed, axis.before, axis.lasts


class _WordCosts:
    """Costs by the text of words."""

    def __init__(self, settings: Settings, speakers: SpeakerMap | None) -> None:
        self._settings, self._speakers = settings, speakers

    def of(self, axes: list[Axis], hyps: int) -> tuple[array[int], int, list[list[int]], list[list[int]]]:
        """Costs of pairs of kinds, number of kinds of reference words, kinds of all words, costs of words alone."""
        settings = self._settings
        free = [settings.optional_hypotheses] * hyps + [settings.optional_references] * (len(axes) - hyps)
        alone = [[_alone(word, optional) for word in axis.words] for axis, optional in zip(axes, free, strict=True)]
        left, right = _Kinds(self._speakers), _Kinds(self._speakers)
        kinds = [left.numbers(axis.words) for axis in axes[:hyps]] + [right.numbers(axis.words) for axis in axes[hyps:]]
        return self._pairs(left, right), len(right.words), kinds, alone

    def _pairs(self, left: _Kinds, right: _Kinds) -> array[int]:
        costs = array("i", [SUBSTITUTION]) * (len(left.words) * len(right.words))
        exact = not self._settings.fragments and not self._settings.spelling
        places: dict[object, list[int]] = {}
        for column, (form, _) in enumerate(right.words):
            places.setdefault(form if exact else None, []).append(column)
        marks = self._settings.marks(b"ref")
        for row, (form, word) in enumerate(left.words):
            for column in places.get(form if exact else None, ()):
                other, reference = right.words[column]
                place = row * len(right.words) + column
                if exact or are_equal(form, other, marks):
                    same_speaker = self._speakers is None or self._speakers.is_own(word.segment, reference.segment)
                    costs[place] = 0 if same_speaker else _OTHER_SPEAKER
                elif self._settings.spelling:
                    costs[place] += letters_apart(form[0], other[0])
        return costs


class _Kinds:
    """Words that cost the same."""

    def __init__(self, speakers: SpeakerMap | None) -> None:
        self._speakers = speakers
        self._numbers: dict[object, int] = {}
        self.words: list[tuple[tuple[bytes, int], Word]] = []

    def numbers(self, words: list[Word]) -> list[int]:
        """The kind of each word."""
        numbers = []
        for word in words:
            form = form_of(word)
            segment = word.segment
            key = form if self._speakers is None else (form, segment.file, segment.channel, segment.speaker)
            number = self._numbers.setdefault(key, len(self.words))
            if number == len(self.words):
                self.words.append((form, word))
            numbers.append(number)
        return numbers


def _alone(word: Word, optional: bool) -> int:
    return OPTIONAL if optional and word.read()[1] else INSERTION


class _TimeCosts:
    """Costs by the times of words (-time-base-cost); every word is a kind of its own."""

    def __init__(self, settings: Settings, speakers: SpeakerMap | None, lattices: LatticeLog) -> None:
        self._settings, self._speakers, self._lattices = settings, speakers, lattices

    def of(self, axes: list[Axis], hyps: int) -> tuple[array[int], int, list[list[int]], list[list[int]]]:
        """Costs of pairs of kinds, number of kinds of reference words, kinds of all words, costs of words alone."""
        settings = self._settings
        shares = [_common_power(word) for axis in axes for word in axis.words]
        divider = _OTHER_SPEAKER * min(shares, default=-1)
        self._lattices.divide(divider)
        alone = []
        for number, axis in enumerate(axes):
            optional = settings.optional_hypotheses if number < hyps else settings.optional_references
            alone.append([int(_alone(word, optional) * (word.end - word.begin) / divider) for word in axis.words])
        left = [word for axis in axes[:hyps] for word in axis.words]
        right = [word for axis in axes[hyps:] for word in axis.words]
        costs = array("i", [int(self._pair(word, other) / divider) for word in left for other in right])
        kinds, used = [], 0
        for number, axis in enumerate(axes):
            used = 0 if number == hyps else used
            kinds.append(list(range(used, used + len(axis.words))))
            used += len(axis.words)
        return costs, len(right), kinds, alone

    def _pair(self, word: Word, other: Word) -> int:
        cost = SUBSTITUTION * (abs(word.begin - other.begin) + abs(word.end - other.end))
        same_speaker = self._speakers is None or self._speakers.is_own_in_capitals(word.segment, other.segment)
        return cost if same_speaker else cost + _OTHER_SPEAKER


def _common_power(word: Word) -> int:
    """The greatest power of ten that divides both times of a word."""
    if not word.is_timed:
        return 1
    power = 1
    while word.begin % (power * 10) == 0 and word.end % (power * 10) == 0:
        power *= 10
        if power > 1 << 31:
            crash(word.segment.stream.side.name, b"-time-base-cost: a word of length 0 at time 0 has no scale")
    return power
