"""Choice of md-eval among mappings of speakers that share as many seconds: one fixed run of the Hungarian method."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Shared = Mapping[str, Mapping[str, float]]

_UNREACHED = 1e30


def best_mapping(shared: Shared) -> dict[str, str]:
    """The partner of each reference speaker that has one; pairs that share no time are no partners.

    >>> best_mapping({"A": {"x": 3.0, "y": 2.0}, "B": {"x": 2.0}})
    {'A': 'y', 'B': 'x'}
    """
    if not shared:
        return {}
    refs = sorted(shared)
    others = sorted({name for row in shared.values() for name in row})
    most = max(value for row in shared.values() for value in row.values())
    lowest = -most
    # Nobody to match with costs a little more than the pair that shares least.
    nothing = most * (1 + 1e-12)
    turned = len(refs) < len(others)
    rows, columns = (others, refs) if turned else (refs, others)
    size = max(len(rows), len(columns)) + 1
    table = [[nothing] * size for _ in range(size)]
    for place, row in enumerate(rows):
        for spot, column in enumerate(columns):
            value = shared[column].get(row) if turned else shared[row].get(column)
            if value is not None:
                table[place][spot] = -value - lowest
    least = [min(nothing, *(row[spot] for row in table)) for spot in range(size)]
    costs = [[cost - low for cost, low in zip(row, least, strict=True)] for row in table]
    found: dict[str, str] = {}
    # The padding of one row and one column takes part in the first stage.
    for spot, place in enumerate(_matched(costs, len(columns) + 1)):
        if place < len(rows) and spot < len(columns):
            ref, other = (columns[spot], rows[place]) if turned else (rows[place], columns[spot])
            if other in shared[ref]:
                found[ref] = other
    return dict(sorted(found.items()))


def _matched(costs: Sequence[Sequence[float]], width: int) -> list[int]:
    """The row of each column of a square table, at the least cost; minima of rows are taken from the first columns."""
    size = len(costs)
    row_of = [-1] * size
    column_of = [-1] * size
    rows = [min(row[:width]) for row in costs]
    for row in range(size):
        free = (spot for spot in range(size) if row_of[spot] < 0 and costs[row][spot] == rows[row])
        column = next(free, -1)
        if column >= 0:
            column_of[row], row_of[column] = column, row
    search = _Search(costs, rows, [0.0] * size, row_of)
    while -1 in column_of:
        row, column, parents = search.breakthrough([row for row in range(size) if column_of[row] < 0])
        while column >= 0:
            column_of[row], row_of[column], column = column, row, column_of[row]
            row = parents[column]
    return row_of


class _Search:
    """Stages of the method: trees of rows that grow from rows without a column until they reach a free column."""

    __slots__ = ("_added", "_costs", "_row_of", "_rows")

    def __init__(
        self, costs: Sequence[Sequence[float]], rows: list[float], added: list[float], row_of: list[int]
    ) -> None:
        self._costs, self._rows, self._added, self._row_of = costs, rows, added, row_of

    def breakthrough(self, queue: list[int]) -> tuple[int, int, list[int]]:
        """A row, the free column that it takes, and the rows from which taken columns were reached."""
        size = len(self._costs)
        slack, near, parents = [_UNREACHED] * size, [-1] * size, [-1] * size
        done = 0
        while True:
            while done < len(queue):
                row = queue[done]
                for column in range(size):
                    if slack[column] <= 0:
                        continue
                    rest = self._costs[row][column] - self._rows[row] + self._added[column]
                    if rest >= slack[column]:
                        continue
                    if rest != 0:
                        slack[column], near[column] = rest, row
                        continue
                    if self._row_of[column] < 0:
                        return row, column, parents
                    slack[column], parents[column] = 0.0, row
                    queue.append(self._row_of[column])
                done += 1
            found = self._widened(slack, near, parents, queue)
            if found >= 0:
                return near[found], found, parents

    def _widened(self, slack: list[float], near: list[int], parents: list[int], queue: list[int]) -> int:
        """Makes a new zero in the table; the free column that it reaches, or -1 where all that it reaches are taken."""
        step = min(value for value in slack if value)
        for row in queue:
            self._rows[row] += step
        for column, value in enumerate(slack):
            if not value:
                self._added[column] += step
                continue
            slack[column] = value - step
            if slack[column]:
                continue
            if self._row_of[column] < 0:
                for other in range(column + 1, len(slack)):
                    if slack[other] == 0:
                        self._added[other] += step
                return column
            parents[column] = near[column]
            queue.append(self._row_of[column])
        return -1
