"""Votes of several recognisers: the words among which each slot chooses."""

from __future__ import annotations

from array import array
from math import inf, isnan, nan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    # Symbol, system, place, begin, end, confidence.
    _Arc: TypeAlias = tuple[int, int, int, float, float, float]

NONE, MEAN, HIGHEST, SHARE, SHARE_OR_ZERO = range(5)
"""What a score takes of the confidences."""


def _numbers(column: bytes) -> list[float]:
    return array("d", column).tolist()


class _Candidate:
    """A word of a slot, with sums over the systems that said it."""

    def __init__(self, system: int, place: int) -> None:
        self.system, self.place, self.count = system, place, 0
        self.begin = self.end = self.confidence = self.highest = 0.0

    def add(self, begin: float, end: float, confidence: float) -> None:
        self.count += 1
        self.begin += begin
        self.end += end
        # A NaN keeps its sign, which is printed.
        if not isnan(self.confidence):
            self.confidence += confidence
        # A NaN replaces what is highest, and whatever follows replaces a NaN.
        if not self.highest > confidence:
            self.highest = confidence


def slot_votes(
    slots: bytes,
    words: Sequence[bytes],
    times: tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes]],
    nothing: tuple[int, float],
    scale: tuple[int, float],
    every: bool,
    /,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes]:
    """Words of each slot with sums over the systems that said them, and the one that scores most.

    `slots` is what `word_slots` gives, `words` its symbols; `times` has begins, ends and confidences (float64) of each
    system, `nothing` the symbol and the confidence of a system that says nothing. `scale` has the measure of
    confidences, by number, and the weight of the share of votes; the score of no confidence is that share alone. The
    answer has for each slot the number of its words and the place of the winner below, or -1 if no word scores more
    than -1 (int32); then columns of words, of all with `every` and else of winners: system and place of the first who
    said it, or -1; how many said it (int32); sums of begins, ends and confidences (float64).

    >>> sides = [array("i", [0]).tobytes()] * 2
    >>> columns = [array("d", [0.5]).tobytes()] * 2
    >>> votes = slot_votes(bytes(8), sides, (columns, columns, columns), (1, 0.0), (MEAN, 0.5), False)
    >>> [array(kind, column).tolist() for kind, column in zip("iiiiiddd", votes)]
    [[1], [0], [0], [0], [2], [1.0], [1.0], [1.0]]
    """
    symbols = [array("i", row).tolist() for row in words]
    columns = [[_numbers(column) for column in side] for side in times]
    rows, count = array("i", slots).tolist(), len(symbols)
    _check(symbols, columns, rows)
    if not NONE <= scale[0] <= SHARE_OR_ZERO:
        raise ValueError("unknown measure; expected 0 to 4")
    sizes, winners = array("i"), array("i")
    winning: list[_Candidate] = []
    for first in range(0, len(rows), count):
        arcs = _arcs(rows[first : first + count], symbols, columns, nothing)
        candidates = _candidates(arcs)
        best = _best(candidates, arcs, scale)
        sizes.append(len(candidates))
        winners.append(-1 if best is None else len(winning) + (best if every else 0))
        winning += candidates if every else [] if best is None else [candidates[best]]
    return (
        sizes.tobytes(),
        winners.tobytes(),
        array("i", [word.system for word in winning]).tobytes(),
        array("i", [word.place for word in winning]).tobytes(),
        array("i", [word.count for word in winning]).tobytes(),
        array("d", [word.begin for word in winning]).tobytes(),
        array("d", [word.end for word in winning]).tobytes(),
        array("d", [word.confidence for word in winning]).tobytes(),
    )


def value_numbers(values: Iterable[Iterable[object]], /) -> tuple[list[bytes], dict[object, int]]:
    """Columns of values as numbers (int32) by first use, and the number of each value.

    >>> value_numbers([["a", "b"], ["b"]])[1]
    {'a': 0, 'b': 1}
    """
    numbers: dict[object, int] = {}
    columns = [
        array("i", [numbers.setdefault(value, len(numbers)) for value in of_system]).tobytes() for of_system in values
    ]
    return columns, numbers


def _check(symbols: list[list[int]], columns: list[list[list[float]]], slots: list[int]) -> None:
    count, sizes = len(symbols), [len(row) for row in symbols]
    if not count or len(slots) % count or any([len(column) for column in side] != sizes for side in columns):
        raise ValueError("columns of different lengths")
    if any(place >= sizes[number % count] for number, place in enumerate(slots)):
        raise ValueError("a slot of no word")


def _arcs(
    slot: list[int], symbols: list[list[int]], columns: list[list[list[float]]], nothing: tuple[int, float]
) -> list[_Arc]:
    """Symbol, system and place, begin, end and confidence of each system; first those of the first that has a word."""
    begins, ends, confidences = columns
    arcs = [
        (symbols[system][place], system, place, begins[system][place], ends[system][place], confidences[system][place])
        if place >= 0
        else (nothing[0], -1, -1, 0.0, 0.0, nothing[1])
        for system, place in enumerate(slot)
    ]
    first = next((system for system, place in enumerate(slot) if place >= 0), 0)
    arcs.insert(0, arcs.pop(first))
    return arcs


def _candidates(arcs: list[_Arc]) -> list[_Candidate]:
    """The different words in the order of their first arcs."""
    by_symbol: dict[int, _Candidate] = {}
    for symbol, system, place, *numbers in arcs:
        if symbol not in by_symbol:
            by_symbol[symbol] = _Candidate(system, place)
        by_symbol[symbol].add(*numbers)
    return list(by_symbol.values())


def _best(candidates: list[_Candidate], arcs: list[_Arc], scale: tuple[int, float]) -> int | None:
    """The place of the word with the highest score, the first of several; None if none is above -1."""
    total = 0.0
    for arc in arcs:
        total += arc[5]
    best, highest = None, -1.0
    for place, candidate in enumerate(candidates):
        reached = _score(candidate, len(arcs), total, scale)
        if reached > highest:
            best, highest = place, reached
    return best


def _score(candidate: _Candidate, systems: int, total: float, scale: tuple[int, float]) -> float:
    measure, alpha = scale
    share = alpha * (candidate.count / systems)
    if measure == NONE or (measure == SHARE_OR_ZERO and total == 0.0):
        return share
    if measure == MEAN:
        return share + (1.0 - alpha) * (candidate.confidence / candidate.count)
    if measure == HIGHEST:
        return share + (1.0 - alpha) * candidate.highest
    part = (1.0 - alpha) * candidate.confidence
    if total:
        return share + part / total
    return nan if not part or isnan(part) else share + (inf if part > 0 else -inf)
