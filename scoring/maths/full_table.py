"""One-to-one assignments of least cost in small full tables, without a library: importing one takes longer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class FullTable:
    """A table with at least as many columns as rows, whose rows get columns one after another by chains of exchanges.

    These are the shortest augmenting paths of Jonker and Volgenant (1987), as Crouse (2016) simplified them.

    Which of equally cheap chains is taken decides between equally good assignments. The choice is that of scipy's
    `linear_sum_assignment`: columns are tried from the last to the first, the last one takes the place of the one just
    settled, and a free column goes before one that is taken. Sums are rounded in its order too.

    >>> FullTable([[1, 1, 4], [0, 1, 9]], width=3).columns()
    [1, 0]
    """

    rows: Sequence[Sequence[float]]
    width: int
    shares: tuple[list[float], list[float]] = field(init=False)
    """Parts of the costs of each row and of each column: less both, no pair costs less than nothing."""
    row_of: list[int] = field(init=False)
    column_of: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.shares = [0] * len(self.rows), [0] * self.width
        self.row_of, self.column_of = [-1] * self.width, [-1] * len(self.rows)

    def columns(self) -> list[int]:
        """The column of each row."""
        for row in range(len(self.rows)):
            self._give(row)
        return self.column_of

    def _give(self, start: int) -> None:
        """Gives a row a column; rows that have one may exchange it."""
        left = list(range(self.width - 1, -1, -1))
        distance: dict[int, float] = {}
        previous: dict[int, int] = {}
        settled: list[int] = []
        of_rows, of_columns = self.shares
        row, reached = start, 0.0
        while row >= 0:
            for column in left:
                length = reached + self.rows[row][column] - of_rows[row] - of_columns[column]
                if column not in distance or length < distance[column]:
                    distance[column], previous[column] = length, row
            place = self._next(left, distance)
            column = left[place]
            left[place] = left[-1]
            left.pop()
            settled.append(column)
            row, reached = self.row_of[column], distance[column]
        of_rows[start] += reached
        for other in settled:
            if self.row_of[other] >= 0:
                of_rows[self.row_of[other]] += reached - distance[other]
            of_columns[other] -= reached - distance[other]
        while row != start:
            row = self.row_of[column] = previous[column]
            self.column_of[row], column = column, self.column_of[row]

    def _next(self, left: Sequence[int], distance: dict[int, float]) -> int:
        """The place of the nearest column: the last free one, else the first."""
        nearest = min(map(distance.__getitem__, left))
        places = [place for place, column in enumerate(left) if distance[column] == nearest]
        free = [place for place in places if self.row_of[left[place]] < 0]
        return free[-1] if free else places[0]
