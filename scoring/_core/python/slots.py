"""Words of several systems in one chain of slots, by aligning one system after the other to the slots so far."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PLAIN, NOTHING, SYNCHRONOUS = range(3)
_KEEP, _INSERT, _DELETE = "SID"
_NOWHERE = -1
_MOST = 255


def word_slots(words: Sequence[bytes], kinds: bytes, times: Sequence[bytes] | None, /) -> bytes:
    """Slots as rows of int32: for every system the place of its word in the slot, or -1.

    `words` has the symbols (int32) of each system, numbers from 0; `kinds` says of each symbol whether it is plain (0),
    stands for no word (1), or marks a time at which all agree (2), which costs little to leave out and much to replace.
    With `times`, begin and end (float64) of each word, words are compared by time. Costs are in single precision.

    >>> array("i", word_slots([array("i", row).tobytes() for row in ([0, 1], [1], [2, 1])], bytes(3), None)).tolist()
    [0, -1, 0, 1, 0, 1]
    """
    systems = [array("i", row).tolist() for row in words]
    spans = None if times is None else [array("d", row).tolist() for row in times]
    _check(systems, kinds, spans)
    costs = _Costs(kinds, spans is not None)
    slots: list[list[int]] = [[place] for place in range(len(systems[0]))] if systems else []
    for number in range(1, len(systems)):
        arcs = [[_arc(systems, spans, system, place) for system, place in enumerate(slot)] for slot in slots]
        # Slots from which the first word is missing begin with a later system's.
        for slot, row in zip(slots, arcs, strict=True):
            first = next(system for system, place in enumerate(slot) if place >= 0)
            row.insert(0, row.pop(first))
        own = [_arc(systems, spans, number, place) for place in range(len(systems[number]))]
        slots = _merged(slots, _path([_distinct(row) for row in arcs], own, costs), number)
    return array("i", [place for slot in slots for place in slot]).tobytes()


def _single(value: float) -> float:
    """The nearest number of single precision."""
    return array("f", [value])[0]


# Symbol (-1: nothing was said), begin and end.
_Arc = tuple[int, float, float]


def _arc(systems: list[list[int]], spans: list[list[float]] | None, system: int, place: int) -> _Arc:
    if place < 0:
        return _NOWHERE, 0.0, 0.0
    if spans is None:
        return systems[system][place], 0.0, 0.0
    return systems[system][place], spans[system][2 * place], spans[system][2 * place + 1]


def _distinct(arcs: list[_Arc]) -> list[_Arc]:
    return list(dict.fromkeys(arcs))


def _check(systems: list[list[int]], kinds: bytes, spans: list[list[float]] | None) -> None:
    for symbols in systems:
        for symbol in symbols:
            if not 0 <= symbol < len(kinds):
                raise ValueError(f"symbol {symbol}; expected 0 to {len(kinds) - 1}")
    if len(systems) > _MOST:
        raise ValueError(f"{len(systems)} systems; expected {_MOST} at most")
    if spans is not None and [len(row) for row in spans] != [2 * len(row) for row in systems]:
        raise ValueError("times do not fit the words; expected two for each word")


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

    def equal(self, one: _Arc, two: _Arc) -> bool:
        return one[0] == two[0] or self.kind(one) == self.kind(two) == NOTHING

    def plain(self, one: _Arc, two: _Arc) -> float:
        kinds = self.kind(one), self.kind(two)
        if SYNCHRONOUS in kinds:
            return -3.0 if self.equal(one, two) else 20.0
        if NOTHING in kinds:
            return 1.0
        return 0.0 if self.equal(one, two) else 4.0

    def timed(self, one: _Arc, two: _Arc) -> float:
        return _single(abs(one[1] - two[1]) + abs(one[2] - two[2]) + (0.0 if self.equal(one, two) else 0.001))


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
                kept = _single(best[place - 1] + costs.of(arc, word))
                deleted = _single(best[place] + cost)
                inserted = _single(row[-1] + alone[place - 1])
                if kept <= deleted and kept <= inserted:
                    taken.append(_KEEP)
                    row.append(kept)
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
    found = []
    slot, place = len(slots), len(words)
    taking = chosen[slot][place]
    while slot or place:
        step = rows[slot - 1][taking][place] if slot else _INSERT
        found.append(step)
        place -= step != _DELETE
        if step != _INSERT:
            slot -= 1
            taking = chosen[slot][place]
    return "".join(reversed(found))


def _merged(slots: list[list[int]], path: str, number: int) -> list[list[int]]:
    """Slots with the words of one more system."""
    found = []
    slot = word = 0
    for step in path:
        if step == _INSERT:
            found.append([-1] * number + [word])
        else:
            found.append([*slots[slot], word if step == _KEEP else -1])
            slot += 1
        word += step != _DELETE
    return found
