"""One-to-one assignments of least cost in sparse tables, where a row may stay without a column at a price."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from itertools import chain

# Columns and their costs.
Row = tuple[Sequence[int], Sequence[float]]


class Assignment:
    """The column of each row in an assignment of least cost; costs that are whole numbers stay exact.

    Shortest augmenting paths (Jonker and Volgenant 1987), one row at a time. Columns from `width` on stand for a row
    without a column, which costs `alone`.

    >>> Assignment([((0, 1), [0, 1]), ((0,), [2])], width=2, alone=4).columns()
    [1, 0]
    >>> Assignment([((0, 1), [0, 5]), ((0,), [2])], width=2, alone=4).columns()
    [0, -1]
    """

    __slots__ = ("alone", "column_of", "cost_of", "potential", "row_of", "rows", "width")

    def __init__(self, rows: Sequence[Row], width: int, alone: float) -> None:
        self.rows, self.width, self.alone = rows, width, alone
        size = width + len(rows)
        self.potential: list[float] = [0] * size
        """A part of the cost of each column: less it, no column is cheaper for a row than its own."""
        self.row_of, self.column_of = [-1] * size, [-1] * len(rows)
        self.cost_of: list[float] = [0] * len(rows)
        """What the column of each row costs it."""
        for row in range(len(self.rows)):
            _, column, cost = min((cost - self.potential[column], column, cost) for column, cost in self.edges(row))
            if self.row_of[column] < 0:
                self.row_of[column], self.column_of[row], self.cost_of[row] = row, column, cost
            else:
                self._augment(row)

    def columns(self) -> list[int]:
        """The column of each row, -1 for none."""
        return [column if column < self.width else -1 for column in self.column_of]

    def edges(self, row: int) -> Iterable[tuple[int, float]]:
        """The columns that a row may have, with their costs; the last one stands for none."""
        # Of these the last row has the first one, so that ties favour the first rows.
        alone = self.width + len(self.rows) - 1 - row
        return chain(zip(*self.rows[row], strict=True), ((alone, self.alone),))

    def _augment(self, start: int) -> None:
        """Gives a row a column and moves other rows along the cheapest path."""
        potential, row_of = self.potential, self.row_of
        distance: dict[int, float] = {}
        previous: dict[int, tuple[int, float]] = {}
        settled: dict[int, float] = {}
        heap: list[tuple[float, int]] = []
        reached: float = 0
        slack: float = 0
        row = start
        while True:
            for column, cost in self.edges(row):
                if column in settled:
                    continue
                length = reached + cost - potential[column] - slack
                if column not in distance or length < distance[column]:
                    distance[column] = length
                    previous[column] = row, cost
                    heapq.heappush(heap, (length, column))
            while True:
                reached, column = heapq.heappop(heap)
                if column not in settled and reached == distance[column]:
                    break
            row = row_of[column]
            if row < 0:
                break
            settled[column] = reached
            # Costs are relative to the column by which the row was reached.
            slack = self.cost_of[row] - potential[column]
        for other, length in settled.items():
            potential[other] -= reached - length
        while True:
            row, cost = previous[column]
            self.cost_of[row], row_of[column], column, self.column_of[row] = cost, row, self.column_of[row], column
            if row == start:
                return
