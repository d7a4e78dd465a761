"""Plain pairs whose equal ends are matched first, and which are cut in halves where they are long: as RapidFuzz aligns.

A long pair is cut behind half of the hypothesis, and behind the fewest words of the reference that lead to a cheapest
alignment (Hirschberg 1975). Each half is a pair of its own, whose equal ends are matched first. All costs are 1.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from typing import TypeVar

    Step = TypeVar("Step")
    # The places of a part: from and to of the reference, from and to of the hypothesis.
    Part = tuple[int, int, int, int]

# A pair is cut from so many cells on, which RapidFuzz keeps in a MiB, and from so many words on either side.
_CELLS, _ROWS, _COLUMNS = 1 << 22, 65, 10


def aligned_in_parts(
    ref: Sequence[Hashable],
    hyp: Sequence[Hashable],
    solve: Callable[[Part], Sequence[Step]],
    match: Callable[[int, int], Step],
) -> list[Step]:
    """The steps of all parts, and those of the matches between them.

    >>> aligned_in_parts("axb", "ayzb", lambda part: [part], lambda i, j: (i, j))
    [(0, 0), (1, 2, 1, 3), (2, 3)]
    """
    steps: list[Step] = []
    i = j = 0
    for part in _parts(ref, hyp, (0, len(ref), 0, len(hyp)), max(len(ref), len(hyp))):
        steps.extend(match(i + k, j + k) for k in range(part[0] - i))
        steps.extend(solve(part))
        i, j = part[1], part[3]
    steps.extend(match(i + k, j + k) for k in range(len(ref) - i))
    return steps


def _parts(ref: Sequence[Hashable], hyp: Sequence[Hashable], part: Part, most: int) -> Iterator[Part]:
    """The parts that are aligned, from first to last; `most` is a number of errors that the part does not exceed."""
    top, bottom, left, right = part
    while top < bottom and left < right and ref[top] == hyp[left]:
        top, left = top + 1, left + 1
    while top < bottom and left < right and ref[bottom - 1] == hyp[right - 1]:
        bottom, right = bottom - 1, right - 1
    n, m = bottom - top, right - left
    if n < _ROWS or m < _COLUMNS or min(n, 2 * most + 1) * m < _CELLS:
        yield top, bottom, left, right
        return
    half = left + m // 2
    above = _costs(ref[top:bottom], hyp[left:half])
    below = _costs(ref[top:bottom][::-1], hyp[half:right][::-1])[::-1]
    row = min(range(n + 1), key=lambda i: above[i] + below[i])
    yield from _parts(ref, hyp, (top, top + row, left, half), above[row])
    yield from _parts(ref, hyp, (top + row, bottom, half, right), below[row])


def _costs(rows: Sequence[Hashable], columns: Sequence[Hashable]) -> list[int]:
    """The costs of aligning all columns with each number of rows."""
    costs = list(range(len(rows) + 1))
    for j, column in enumerate(columns, 1):
        diagonal, above = costs[0], j
        costs[0] = j
        for i, row in enumerate(rows, 1):
            above = min(above + 1, costs[i] + 1, diagonal + (row != column))
            diagonal, costs[i] = costs[i], above
    return costs
