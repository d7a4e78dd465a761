"""The cheapest alignment of two sequences of values, with any costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Item = TypeVar("Item")

# The least number of cells for which diagonals are faster.
_MANY = 4_096
_INSERTION, _DELETION, _DIAGONAL = 0, 1, 2


def edit_path(
    ref: Sequence[str],
    hyp: Sequence[str],
    *,
    deletion: float = 3,
    insertion: float = 3,
    substitution: float | Callable[[int, int], float] = 4,
) -> tuple[list[tuple[int | None, int | None]], float]:
    """Pairs of indices, None on the side without a partner, and their total cost.

    `substitution` may be a function of two indices, called only where the values differ. Of equally cheap alignments
    the one with insertions as late as possible is chosen, then the one with deletions as late as possible.

    >>> edit_path(["a", "b"], ["b", "a"])
    ([(0, None), (1, 0), (None, 1)], 6)
    """
    if callable(substitution) or len(ref) * len(hyp) < _MANY:
        moves, cost = _by_cells(ref, hyp, deletion, insertion, substitution)
    else:
        moves, cost = _by_diagonals(ref, hyp, deletion, insertion, substitution)
    pairs: list[tuple[int | None, int | None]] = []
    row, column = len(ref), len(hyp)
    while row or column:
        move = moves(row, column) if row and column else _INSERTION if column else _DELETION
        row -= move != _INSERTION
        column -= move != _DELETION
        pairs.append((None if move == _INSERTION else row, None if move == _DELETION else column))
    return pairs[::-1], cost


def _by_cells(
    ref: Sequence[str],
    hyp: Sequence[str],
    deletion: float,
    insertion: float,
    substitution: float | Callable[[int, int], float],
) -> tuple[Callable[[int, int], int], float]:
    """The moves and the cost, cell by cell; a move is kept as one byte."""
    above: list[float] = [0]
    for _ in hyp:
        above.append(above[-1] + insertion)
    moves = [bytearray(len(hyp) + 1)]
    for row, value in enumerate(ref):
        left = above[0] + deletion
        costs, kinds = [left], bytearray(len(hyp) + 1)
        for column, other in enumerate(hyp):
            diagonal = above[column]
            if value != other:
                diagonal += substitution(row, column) if callable(substitution) else substitution
            inserted, deleted = left + insertion, above[column + 1] + deletion
            left, kind = inserted, _INSERTION
            if deleted < left:
                left, kind = deleted, _DELETION
            if diagonal < left:
                left, kind = diagonal, _DIAGONAL
            costs.append(left)
            kinds[column + 1] = kind
        above = costs
        moves.append(kinds)
    return lambda row, column: moves[row][column], above[-1]


def _by_diagonals(
    ref: Sequence[str], hyp: Sequence[str], deletion: float, insertion: float, substitution: float
) -> tuple[Callable[[int, int], int], float]:
    """The moves and the cost, a diagonal at a time, as its cells do not depend on each other; sums have equal order."""
    import numpy as np

    numbers: dict[str, int] = {}
    ref_codes = np.array([numbers.setdefault(value, len(numbers)) for value in ref])
    hyp_codes = np.array([numbers.setdefault(value, len(numbers)) for value in hyp])[::-1]
    rows, columns = len(ref), len(hyp)
    down = _steps(deletion, rows)
    right = _steps(insertion, columns)
    moves: list[NDArray[np.uint8]] = []
    # A diagonal holds the cells (row, number - row), by row; those of the first row and column stand in the borders.
    before, last = np.zeros(1), np.array([right[1], down[1]])
    first_before = first_last = 0
    for number in range(2, rows + columns + 1):
        first, end = max(1, number - columns), min(rows, number - 1)
        inner = np.arange(first, end + 1)
        differs = ref_codes[inner - 1] != hyp_codes[columns - number + inner]
        diagonal = before[inner - 1 - first_before]
        diagonal = np.where(differs, diagonal + substitution, diagonal)
        inserted = last[inner - first_last] + insertion
        deleted = last[inner - 1 - first_last] + deletion
        cost, kind = inserted.copy(), np.full(len(inner), _INSERTION, dtype=np.uint8)
        for other, name in ((deleted, _DELETION), (diagonal, _DIAGONAL)):
            better = other < cost
            cost[better] = other[better]
            kind[better] = name
        moves.append(kind)
        before, first_before = last, first_last
        edges = [right[number : number + 1] if number <= columns else right[:0], cost]
        last = np.concatenate([*edges, down[number : number + 1] if number <= rows else down[:0]])
        first_last = first - (number <= columns)
    return lambda row, column: int(moves[row + column - 2][row - max(1, row + column - columns)]), float(last[-1])


def _steps(cost: float, count: int) -> NDArray[np.float64]:
    """The costs of 0, 1, 2 ... steps, added one by one."""
    import numpy as np

    return np.concatenate([[0.0], np.cumsum(np.full(count, float(cost)))])
