"""Words of several systems side by side in slots, and the words among which each slot chooses."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Generic, TypeVar

from scoring import _core as core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

Value = TypeVar("Value", str, bytes)
Origin = TypeVar("Origin")

# Value, begin, end, confidence, and what the caller wants to know about the word's origin.
Arc: TypeAlias = "tuple[Value, float, float, float, Origin]"

# Kinds of words, as the core knows them.
PLAIN, NOTHING, SYNCHRONOUS = range(3)


@dataclass(slots=True)
class Candidate(Generic[Value, Origin]):
    """A word of a slot: the arcs of those who said it, and sums over them."""

    value: Value
    origin: Origin
    """Origin of the first who said it."""
    count: int = 0
    begin: float = 0.0
    end: float = 0.0
    confidence: float = 0.0
    highest: float = 0.0


def candidates(arcs: Sequence[Arc[Value, Origin]]) -> list[Candidate[Value, Origin]]:
    """The different words of a slot in the order of their first arcs.

    >>> [(found.value, found.count, found.origin) for found in candidates([("a", 0, 1, 1, 0), ("a", 0, 1, 1, 1)])]
    [('a', 2, 0)]
    """
    found: dict[Value, Candidate[Value, Origin]] = {}
    for value, begin, end, confidence, origin in arcs:
        candidate = found.get(value)
        if candidate is None:
            candidate = found[value] = Candidate(value, origin)
        candidate.count += 1
        candidate.begin += begin
        candidate.end += end
        candidate.confidence += confidence
        if confidence > candidate.highest:
            candidate.highest = confidence
    return list(found.values())


def best(
    found: Sequence[Candidate[Value, Origin]], score: Callable[[Candidate[Value, Origin]], float]
) -> Candidate[Value, Origin] | None:
    """The candidate with the highest score, the first of several; None if all are -1 or less, or NaN."""
    chosen, highest = None, -1.0
    for candidate in found:
        reached = score(candidate)
        if reached > highest:
            chosen, highest = candidate, reached
    return chosen


def slots(
    sides: Sequence[Sequence[Arc[Value, Origin]]],
    nothing: Arc[Value, Origin],
    kind: Callable[[Value], int],
    *,
    timed: bool,
) -> Iterator[list[Arc[Value, Origin]]]:
    """The arcs of each slot, one for each system; `nothing` stands for a system without a word.

    The arc of the first system that has a word comes first. With `timed`, words are compared by time too.
    """
    symbols: dict[Value, int] = {}
    numbers = [array("i", [symbols.setdefault(arc[0], len(symbols)) for arc in side]).tobytes() for side in sides]
    times = None
    if timed:
        times = [array("d", [time for arc in side for time in arc[1:3]]).tobytes() for side in sides]
    found = memoryview(core.word_slots(numbers, bytes(map(kind, symbols)), times)).cast("i")
    count = len(sides)
    places = found.tolist()
    for begin in range(0, len(places), count):
        arcs = [side[k] if k >= 0 else nothing for side, k in zip(sides, places[begin : begin + count], strict=True)]
        if places[begin] < 0:
            origin = next(number for number in range(count) if places[begin + number] >= 0)
            arcs.insert(0, arcs.pop(origin))
        yield arcs
