"""Several streams of words aligned at once: the cheapest path through a lattice with one axis for each stream.

This is the alignment of asclite (Fiscus, Ajot, Radde and Laprun 2006).

A step moves one stream, or one hypothesis stream and one reference stream. Among steps of equal cost a pair is
preferred to an insertion, and this to a deletion; among those, the last stream, and the first of the words that may
come before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from scorelite.core.python.columns import integers

# Kinds, begins, ends, costs of moving alone (int32 each), whether times are the word's own (bytes), places (int32)
# that each word may follow or None for a chain, places at which a path may end.
Columns = tuple[bytes, bytes, bytes, bytes, bytes, Iterable[bytes] | None, bytes]
Limits = tuple[int, int, int, int]
Places = tuple[int, ...]


def joint_steps(
    streams: Iterable[Columns], hypotheses: int, costs: bytes, width: int, limits: Limits, /
) -> tuple[int, list[Places]]:
    """Cost and steps of the cheapest alignment of several streams of words at once.

    A step holds the place of each stream that moves, 0 for one that stays; streams of hypotheses come first. `costs`
    are those of pairs, by kind of the hypothesis word and kind of the reference word. The limits are: cost of a gap of
    `duration` within a pair, that duration, the widest gap within a pair, and that between a word without times of its
    own which moves alone and a stream that stays (-1: any).

    >>> from array import array
    >>> def stream(*kinds):
    ...     zeros = bytes(4 * len(kinds))
    ...     alone = array("i", [3] * len(kinds)).tobytes()
    ...     last = array("i", [len(kinds)]).tobytes()
    ...     return array("i", kinds).tobytes(), zeros, zeros, alone, bytes(len(kinds)), None, last
    >>> joint_steps([stream(0, 1), stream(0), stream(1)], 1, array("i", [0, 4, 4, 0]).tobytes(), 2, (0, 1, -1, -1))
    (0, [(1, 1, 0), (2, 0, 1)])
    """
    return _lattice(streams, hypotheses, costs, width, limits).path()


def joint_reached(streams: Iterable[Columns], hypotheses: int, costs: bytes, width: int, limits: Limits, /) -> int:
    """How many cells of the lattice of `joint_steps` a path to an end may visit.

    >>> from array import array
    >>> word = array("i", [0]).tobytes(), bytes(4), bytes(4), bytes(4), b"1", None, array("i", [1]).tobytes()
    >>> joint_reached([word, word], 1, bytes(4), 1, (0, 1, -1, -1))
    4
    """
    return _lattice(streams, hypotheses, costs, width, limits).reached()


def _lattice(streams: Iterable[Columns], hypotheses: int, costs: bytes, width: int, limits: Limits) -> _Lattice:
    sides = [_Stream(*stream) for stream in streams]
    if not 0 <= hypotheses <= len(sides) or not sides:
        raise ValueError("fewer streams than hypotheses")
    matrix = integers("i", costs)
    # Without words of references no pair is asked for.
    _check_kinds(sides, hypotheses, len(matrix) // width if width > 0 else 1 << 31, width)
    return _Lattice(sides, hypotheses, matrix, width, limits)


def joint_columns(streams: Iterable[Columns], alike: bytes, width: int, differing: int, /) -> tuple[int, list[Places]]:
    """Cost and steps of the cheapest alignment of several streams of equal rank.

    A step moves any streams. It costs `differing` for each word that is not alike the most frequent one (a matrix of
    bytes by kind says which words are alike), and what its last word costs alone for each stream that stays.

    >>> from array import array
    >>> stream = array("i", [0]).tobytes(), bytes(4), bytes(4), array("i", [3]).tobytes(), b"1", None, b"\\1\\0\\0\\0"
    >>> joint_columns([stream, stream, stream], b"\\1", 1, 4)
    (0, [(1, 1, 1)])
    """
    sides = [_Stream(*stream) for stream in streams]
    if not sides:
        raise ValueError("fewer streams than hypotheses")
    _check_kinds(sides, 0, 0, width)
    if len(alike) != max(width, 0) ** 2:
        raise ValueError("the matrix of kinds is not square")
    return _Columns(sides, bytes(alike), width, differing).path()


def _check_kinds(sides: list[_Stream], hypotheses: int, rows: int, width: int) -> None:
    for number, side in enumerate(sides):
        for kind in side.kinds:
            if not 0 <= kind < (rows if number < hypotheses else width):
                raise ValueError(f"no costs for kind {kind}")


class _Stream:
    """Words of a stream, numbered from 1 so that every word comes after those that it may follow."""

    __slots__ = ("alone", "before", "begins", "ends", "kinds", "lasts", "timed")

    def __init__(
        self, kinds: bytes, begins: bytes, ends: bytes, alone: bytes, timed: bytes, before: Iterable[bytes] | None,
        lasts: bytes,
    ) -> None:  # fmt: skip
        self.kinds, self.alone = integers("i", kinds), integers("i", alone)
        self.begins, self.ends = integers("i", begins), integers("i", ends)
        self.timed, self.lasts = bytes(timed), list(integers("i", lasts))
        size = len(self.kinds)
        self.before = [[place] for place in range(size)] if before is None else [list(integers("i", b)) for b in before]
        if {len(self.begins), len(self.ends), len(self.alone), len(self.timed), len(self.before)} != {size}:
            raise ValueError("columns of a stream differ in length")
        for number, places in enumerate([*self.before, self.lasts]):
            if any(not 0 <= place <= number for place in places):
                raise ValueError("a word follows one that is not before it")

    def times(self, place: int) -> tuple[int, int] | None:
        """Begin and end of a word, or of its segment; None where either is unknown."""
        begin, end = self.begins[place - 1], self.ends[place - 1]
        return None if begin < 0 or end < 0 else (begin, end)


def _gap(times: tuple[int, int], others: tuple[int, int]) -> int:
    return others[0] - times[1] if times[1] < others[0] else max(times[0] - others[1], 0)


class _Lattice:
    """Costs and steps before of all cells."""

    __slots__ = ("_costs", "_hypotheses", "_limits", "_sides", "_width")

    def __init__(self, sides: list[_Stream], hypotheses: int, costs: list[int], width: int, limits: Limits) -> None:
        self._sides, self._hypotheses = sides, hypotheses
        self._costs, self._width, self._limits = costs, width, limits

    def path(self) -> tuple[int, list[Places]]:
        best: dict[Places, tuple[int, Places | None]] = {}
        for at in product(*(range(len(side.kinds) + 1) for side in self._sides)):
            # Of equal steps the first is the preferred one; a cell that no step leads to begins a path.
            steps = ((best[before][0] + cost, before) for before, cost in self._before(at))
            best[at] = min(steps, key=lambda step: step[0], default=(0, None))
        place: Places | None = min(self._ends(), key=lambda end: best[end][0])
        assert place is not None
        cost, steps_back = best[place][0], []
        while (before := best[place][1]) is not None:
            steps_back.append(tuple(a if a != b else 0 for a, b in zip(place, before, strict=True)))
            place = before
        return cost, steps_back[::-1]

    def reached(self) -> int:
        """How many cells a path to an end may visit."""
        todo = [*self._ends()]
        seen = {*todo}
        while todo:
            new = {before for before, _ in self._before(todo.pop())} - seen
            seen |= new
            todo += new
        return len(seen)

    def _ends(self) -> Iterator[Places]:
        """Cells at which a path may end; the last stream changes most slowly."""
        lasts = [side.lasts or [0] for side in reversed(self._sides)]
        return (end[::-1] for end in product(*lasts))

    def _before(self, at: Places) -> Iterator[tuple[Places, int]]:
        """Cells before a cell with the costs of the steps, in the order of preference."""
        hyps = [number for number in reversed(range(self._hypotheses)) if at[number]]
        refs = [number for number in reversed(range(self._hypotheses, len(at))) if at[number]]
        for ref in refs:
            costs = [(hyp, self._together(hyp, at[hyp], ref, at[ref])) for hyp in hyps]
            for place in self._sides[ref].before[at[ref] - 1]:
                for hyp, cost in costs:
                    if cost is None:
                        continue
                    for other in self._sides[hyp].before[at[hyp] - 1]:
                        yield _moved(_moved(at, ref, place), hyp, other), cost
        for number in (*hyps, *refs):
            side = self._sides[number]
            if self._may_move(number, at):
                for place in side.before[at[number] - 1]:
                    yield _moved(at, number, place), side.alone[at[number] - 1]

    def _together(self, hyp: int, place: int, ref: int, other: int) -> int | None:
        """Cost of a pair, None for one that must not be."""
        adaptive, duration, near, _ = self._limits
        left, right = self._sides[hyp], self._sides[ref]
        cost = self._costs[left.kinds[place - 1] * self._width + right.kinds[other - 1]]
        times, others = left.times(place), right.times(other)
        if times is None or others is None:
            return cost
        gap = _gap(times, others)
        return None if 0 <= near < gap else cost + adaptive * gap // max(duration, 1)

    def _may_move(self, number: int, at: Places) -> bool:
        """Whether a word may move alone while the other streams stay."""
        prune, side = self._limits[3], self._sides[number]
        times = side.times(at[number])
        if prune < 0 or times is None or side.timed[at[number] - 1]:
            return True
        for other, (stay, place) in enumerate(zip(self._sides, at, strict=True)):
            if other != number:
                others = stay.times(place) if place else None
                if others is None:
                    return True
                if times[0] < others[0] and _gap(times, others) > prune:
                    return False
        return True


class _Columns:
    """Costs of all cells where a step moves any streams."""

    __slots__ = ("_alike", "_differing", "_sides", "_width")

    def __init__(self, sides: list[_Stream], alike: bytes, width: int, differing: int) -> None:
        self._sides, self._alike, self._width, self._differing = sides, alike, width, differing

    def path(self) -> tuple[int, list[Places]]:
        best: dict[Places, int] = {}
        for at in product(*(range(len(side.kinds) + 1) for side in self._sides)):
            best[at] = min((best[before] + self._cost(at, before) for before in self._before(at)), default=0)
        lasts = [side.lasts or [0] for side in reversed(self._sides)]
        place = min((end[::-1] for end in product(*lasts)), key=lambda end: best[end])
        cost, steps_back = best[place], []
        while any(place):
            before = self._best_before(place, best)
            steps_back.append(tuple(a if a != b else 0 for a, b in zip(place, before, strict=True)))
            place = before
        return cost, steps_back[::-1]

    def _before(self, at: Places) -> Iterator[Places]:
        """Cells before a cell, in the order of preference; the first stream changes fastest."""
        options = [
            [*(side.before[place - 1] if place else ()), place] for side, place in zip(self._sides, at, strict=True)
        ]
        for before in product(*reversed(options)):
            if before[::-1] != at:
                yield before[::-1]

    def _cost(self, at: Places, before: Places) -> int:
        classes: list[tuple[int, list[int]]] = []
        alone = moved = 0
        for side, place, stays in zip(self._sides, at, before, strict=True):
            if place == stays:
                continue
            kind = side.kinds[place - 1]
            alone = side.alone[place - 1]
            moved += 1
            # Of the classes that a word fits, the last one takes it.
            fitting = [words for first, words in classes if self._alike[kind * self._width + first]]
            if fitting:
                fitting[-1].append(kind)
            else:
                classes.append((kind, [kind]))
        most = max((len(words) for _, words in classes), default=0)
        return alone * (len(at) - moved) + self._differing * (moved - most)

    def _best_before(self, at: Places, costs: dict[Places, int]) -> Places:
        """The cheapest step; among equal ones one that moves more streams than those which replaced another so far."""
        best, least, widest = at, -1, 0
        for before in self._before(at):
            cost = costs[before] + self._cost(at, before)
            moved = sum(a != b for a, b in zip(at, before, strict=True))
            if least < 0 or cost < least:
                best, least = before, cost
            elif cost == least and moved > widest:
                best, widest = before, moved
        return best


def _moved(at: Places, number: int, place: int) -> Places:
    return (*at[:number], place, *at[number + 1 :])
