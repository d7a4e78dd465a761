"""Words of several systems in one chain of slots, by aligning one system after the other to the slots so far."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

PLAIN, NOTHING, SYNCHRONOUS = range(3)
_KEEP, _INSERT, _DELETE = "SID"
_NOWHERE = -1
_MOST = 255


def word_slots(
    words: Sequence[bytes],
    kinds: bytes,
    times: tuple[Sequence[bytes], Sequence[bytes]] | None,
    pieces: bytes | None = None,
    /,
) -> bytes:
    """Slots as rows of int32: for every system the place of its word in the slot, or -1.

    `words` has the symbols (int32) of each system, numbers from 0; `kinds` says of each symbol whether it is plain (0),
    stands for no word (1), or marks a time at which all agree (2), which costs little to leave out and much to replace.
    With `times`, begins and ends (float64) of each system's words, words are compared by time. `pieces` has ranges
    (int32) of words, one a system, that are aligned with each other. Costs are in single precision.

    >>> array("i", word_slots([array("i", row).tobytes() for row in ([0, 1], [1], [2, 1])], bytes(3), None)).tolist()
    [0, -1, 0, 1, 0, 1]
    """
    systems = [array("i", row).tolist() for row in words]
    spans = None if times is None else [_columns(side) for side in times]
    _check(systems, kinds, spans)
    costs = _Costs(kinds, spans is not None)
    places = array("i")
    for ranges in _pieces(pieces, systems):
        slots = [[place] for place in ranges[0]]
        for number in range(1, len(systems)):
            slots = _with_system(slots, systems, spans, (number, ranges[number]), costs)
        places.extend([place for slot in slots for place in slot])
    return places.tobytes()


def _with_system(
    slots: list[list[int]],
    systems: list[list[int]],
    spans: list[list[list[float]]] | None,
    added: tuple[int, range],
    costs: _Costs,
) -> list[list[int]]:
    """Slots with the words of one more system, given by its number and their range."""
    number, places = added
    arcs = [[_arc(systems, spans, system, place) for system, place in enumerate(slot)] for slot in slots]
    # Slots from which the first word is missing begin with a later system's.
    for slot, row in zip(slots, arcs, strict=True):
        first = next(system for system, place in enumerate(slot) if place >= 0)
        row.insert(0, row.pop(first))
    word_arcs = [_arc(systems, spans, number, place) for place in places]
    return _merged(slots, _path([[*dict.fromkeys(row)] for row in arcs], word_arcs, costs), number, places.start)


def _columns(columns: Sequence[bytes]) -> list[list[float]]:
    return [array("d", column).tolist() for column in columns]


def _pieces(pieces: bytes | None, systems: list[list[int]]) -> list[list[range]]:
    """Ranges of words, one a system, piece by piece."""
    if pieces is None:
        return [[range(len(row)) for row in systems]] if systems else []
    bounds = array("i", pieces)
    ranges = list(map(range, bounds[::2], bounds[1::2]))
    count = len(systems)
    sizes = [len(row) for row in systems] * (len(ranges) // max(1, count))
    fit = len(bounds) == 2 * len(ranges) and len(sizes) == len(ranges)
    if not fit or not all(
        0 <= begin <= end <= size for begin, end, size in zip(bounds[::2], bounds[1::2], sizes, strict=True)
    ):
        raise ValueError("pieces do not fit the words")
    return [ranges[place : place + count] for place in range(0, len(ranges), count)]


def _single(value: float) -> float:
    """The nearest number of single precision."""
    return array("f", [value])[0]


# Symbol (-1: nothing was said), begin and end.
_Arc = tuple[int, float, float]


def _arc(systems: list[list[int]], spans: list[list[list[float]]] | None, system: int, place: int) -> _Arc:
    if place < 0:
        return _NOWHERE, 0.0, 0.0
    if spans is None:
        return systems[system][place], 0.0, 0.0
    begins, ends = spans
    return systems[system][place], begins[system][place], ends[system][place]


def _check(systems: list[list[int]], kinds: bytes, spans: list[list[list[float]]] | None) -> None:
    for symbols in systems:
        for symbol in symbols:
            if not 0 <= symbol < len(kinds):
                raise ValueError(f"symbol {symbol}; expected 0 to {len(kinds) - 1}")
    if len(systems) > _MOST:
        raise ValueError(f"{len(systems)} systems; expected {_MOST} at most")
    sizes = [len(row) for row in systems]
    if spans is not None and any([len(row) for row in side] != sizes for side in spans):
        raise ValueError("times do not fit the words; expected a start and an end for each word")


class _Costs:
    """Costs of a word alone, and of two words side by side."""

    def __init__(self, kinds: bytes, timed: bool) -> None:
        self.kinds = kinds
        self.of: Callable[[_Arc, _Arc], float] = self.timed if timed else self.plain
        self.alone: Callable[[_Arc], float] = self.timed_alone if timed else self.plain_alone

    def kind(self, arc: _Arc) -> int:
        return NOTHING if arc[0] == _NOWHERE else self.kinds[arc[0]]

    def plain_alone(self, arc: _Arc) -> float:
        return _single((3.0, 0.001, 0.00001)[self.kind(arc)])

    def timed_alone(self, arc: _Arc) -> float:
        return _single(0.001) if self.kind(arc) == NOTHING else _single(arc[2] - arc[1])

    def equal(self, first: _Arc, second: _Arc) -> bool:
        return first[0] == second[0] or self.kind(first) == self.kind(second) == NOTHING

    def plain(self, first: _Arc, second: _Arc) -> float:
        kinds = self.kind(first), self.kind(second)
        if SYNCHRONOUS in kinds:
            return -3.0 if self.equal(first, second) else 20.0
        if NOTHING in kinds:
            return 1.0
        return 0.0 if self.equal(first, second) else 4.0

    def timed(self, first: _Arc, second: _Arc) -> float:
        return _single(
            abs(first[1] - second[1]) + abs(first[2] - second[2]) + (0.0 if self.equal(first, second) else 0.001)
        )


def _path(slots: list[list[_Arc]], words: list[_Arc], costs: _Costs) -> str:
    """The cheapest sequence of S (a word in a slot), I (a word alone) and D (a slot without a word)."""
    alone = [costs.alone(word) for word in words]
    best = [0.0]
    for cost in alone:
        best.append(_single(best[-1] + cost))
    rows: list[list[str]] = []
    chosen = [[0] * len(best)]
    for arcs in slots:
        cells, steps = [], []
        for arc in arcs:
            cost = costs.alone(arc)
            row, taken = [_single(best[0] + cost)], [_DELETE]
            for place, word in enumerate(words, 1):
                cheapest = _single(best[place - 1] + costs.of(arc, word))
                deleted = _single(best[place] + cost)
                inserted = _single(row[-1] + alone[place - 1])
                if cheapest <= deleted and cheapest <= inserted:
                    taken.append(_KEEP)
                    row.append(cheapest)
                elif deleted < inserted:
                    taken.append(_DELETE)
                    row.append(deleted)
                else:
                    taken.append(_INSERT)
                    row.append(inserted)
            cells.append(row)
            steps.append("".join(taken))
        columns = list(zip(*cells, strict=True))
        best = [min(column) for column in columns]
        chosen.append([column.index(value) for column, value in zip(columns, best, strict=True)])
        rows.append(steps)
    path = []
    slot, place = len(slots), len(words)
    taking = chosen[slot][place]
    while slot or place:
        step = rows[slot - 1][taking][place] if slot else _INSERT
        path.append(step)
        place -= step != _DELETE
        if step != _INSERT:
            slot -= 1
            taking = chosen[slot][place]
    return "".join(reversed(path))


def _merged(slots: list[list[int]], path: str, number: int, word: int) -> list[list[int]]:
    """Slots along a path; `word` is the first place of the system that is added."""
    merged = []
    slot = 0
    for step in path:
        if step == _INSERT:
            merged.append([-1] * number + [word])
        else:
            merged.append([*slots[slot], word if step == _KEEP else -1])
            slot += 1
        word += step != _DELETE
    return merged
