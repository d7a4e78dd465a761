"""Gestalt matching (Ratcliff and Metzener 1988): the longest common block, then likewise what is left and right of it.

All blocks of the greatest length within a rectangle of both sides are taken in one pass, because whatever is left of
the first of them holds only shorter ones. Lengths decrease from rectangle to rectangle within it, which bounds the work
for repetitive texts too.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Any

    # Start in the reference, start in the hypothesis, length.
    Block = tuple[int, int, int]
    # Start and end in the reference, start and end in the hypothesis, and a length that no block within exceeds.
    Rectangle = tuple[int, int, int, int, int]

# From this length of the hypothesis on, difflib's autojunk calls symbols popular.
_POPULAR_FROM = 200


def opcodes(
    ref: Iterable[Hashable], hyp: Iterable[Hashable], autojunk: bool, /
) -> list[tuple[str, int, int, int, int]]:
    """Opcodes of difflib's SequenceMatcher: by longest common blocks, not the cheapest alignment.

    >>> opcodes("a b c", "b c d", False)
    [('delete', 0, 2, 0, 0), ('equal', 2, 5, 0, 3), ('insert', 5, 5, 3, 5)]
    """
    refs, hyps = tuple(ref), tuple(hyp)
    numbers: dict[Hashable, int] = {}
    left, right = ([numbers.setdefault(symbol, len(numbers) + 1) for symbol in side] for side in (refs, hyps))
    popular = set()
    if autojunk and len(hyps) >= _POPULAR_FROM:
        popular = {number for number, often in Counter(right).items() if often > len(hyps) // 100 + 1}
    codes = []
    i = j = 0
    for i_next, j_next, length in chain(_joined(_Gestalt(left, right, popular).blocks()), [(len(refs), len(hyps), 0)]):
        if i < i_next or j < j_next:
            codes.append(("delete" if j == j_next else "insert" if i == i_next else "replace", i, i_next, j, j_next))
        i, j = i_next + length, j_next + length
        if length:
            codes.append(("equal", i_next, i, j_next, j))
    return codes


def _joined(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with those joined that touch on both sides."""
    last = None
    for i, j, length in blocks:
        if last and (last[0] + last[2], last[1] + last[2]) == (i, j):
            last = (last[0], last[1], last[2] + length)
            continue
        if last:
            yield last
        last = (i, j, length)
    if last:
        yield last


class _Gestalt:
    """Two sequences of numbers, and for each power of two the numbers of their common sequences of that length."""

    __slots__ = ("hyp", "ranks", "ref")

    def __init__(self, ref: list[int], hyp: list[int], popular: set[int]) -> None:
        self.ref = ref
        self.hyp = hyp
        rare = tuple([0 if number in popular else number for number in side] for side in (ref, hyp))
        self.ranks = [rare]
        step = 1
        while any(self.ranks[-1][0]) and any(self.ranks[-1][1]):
            numbers: dict[Any, int] = {}
            counted = count(1)
            pairs = [_pairs(side, step) for side in self.ranks[-1]]
            for common in set(pairs[0]) & set(pairs[1]) - {None}:
                numbers[common] = next(counted)
            self.ranks.append(tuple([numbers.get(pair, 0) for pair in side] for side in pairs))
            step *= 2

    def blocks(self) -> list[Block]:
        """All blocks in their order."""
        blocks: list[Block] = []
        waiting: list[Rectangle] = [(0, len(self.ref), 0, len(self.hyp), min(len(self.ref), len(self.hyp)))]
        while waiting:
            rectangle = waiting.pop()
            if rectangle[0] < rectangle[1] and rectangle[2] < rectangle[3]:
                self._match(rectangle, blocks, waiting)
        return sorted(blocks)

    def _match(self, rectangle: Rectangle, blocks: list[Block], waiting: list[Rectangle]) -> None:
        """Takes the longest blocks of a rectangle, from left to right; what is between them waits."""
        i, i_end, j, j_end, _ = rectangle
        length, rows, columns = self._longest(rectangle)
        if not length:
            # No block begins here, but popular symbols may be equal at the beginning.
            if equal := self._equal(range(i, i_end), range(j, j_end)):
                blocks.append((i, j, equal))
            return
        places: dict[Any, list[int]] = {}
        for place in reversed(columns):
            places.setdefault(self._sequence(1, place, length), []).append(place)
        for row in rows:
            if row < i:
                continue
            starts = places[self._sequence(0, row, length)]
            while starts and starts[-1] < j:
                starts.pop()
            if not starts:
                continue
            before = self._equal(range(row - 1, i - 1, -1), range(starts[-1] - 1, j - 1, -1))
            after = self._equal(range(row + length, i_end), range(starts[-1] + length, j_end))
            block = (row - before, starts[-1] - before, before + length + after)
            blocks.append(block)
            waiting.append((i, block[0], j, block[1], length - 1))
            i, j = block[0] + block[2], block[1] + block[2]
        waiting.append((i, i_end, j, j_end, length - 1))

    def _equal(self, rows: Sequence[int], columns: Sequence[int]) -> int:
        """How many symbols at these places are equal until the first that are not."""
        length = 0
        for row, column in zip(rows, columns):  # noqa: B905
            if self.ref[row] != self.hyp[column]:
                break
            length += 1
        return length

    def _longest(self, rectangle: Rectangle) -> tuple[int, Sequence[int], Sequence[int]]:
        """The greatest length of a common sequence, and where those of this length start on both sides."""
        i, i_end, j, j_end, most = rectangle
        places: tuple[Sequence[int], Sequence[int]] = (range(i, i_end), range(j, j_end))
        most = min(most, i_end - i, j_end - j)
        low, high, length = 0, most + 1, 1
        while high - low > 1:
            shorter = self._shortened(places, (i_end, j_end), length)
            if shorter:
                low, places = length, shorter
            else:
                high = length
            length = min(2 * length, most) if high > most else low + (high - low) // 2
        return low, *places

    def _shortened(
        self, places: tuple[Sequence[int], Sequence[int]], ends: tuple[int, int], length: int
    ) -> tuple[list[int], list[int]] | None:
        """The places at which common sequences of this length start; None if there are none."""
        if length.bit_length() > len(self.ranks):
            return None
        numbered = [
            {place: self._sequence(side, place, length) for place in places[side] if place + length <= ends[side]}
            for side in (0, 1)
        ]
        common = set(numbered[0].values()) & set(numbered[1].values()) - {None}
        if not common:
            return None
        rows, columns = ([place for place, sequence in side.items() if sequence in common] for side in numbered)
        return rows, columns

    def _sequence(self, side: int, place: int, length: int) -> tuple[int, int] | None:
        """The sequence of this length at a place, as two numbers; None for one that is not common."""
        power = length.bit_length() - 1
        ranks = self.ranks[power][side]
        first, last = ranks[place], ranks[place + length - (1 << power)]
        return (first, last) if first and last else None


def _pairs(ranks: Sequence[int], step: int) -> list[tuple[int, int] | None]:
    """The numbers at each place and a step behind it; None where either is missing."""
    pairs: list[tuple[int, int] | None] = [
        (first, last) if first and last else None
        for first, last in zip(ranks, ranks[step:])  # noqa: B905
    ]
    return pairs + [None] * (len(ranks) - len(pairs))
