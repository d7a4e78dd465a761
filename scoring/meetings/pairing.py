"""Pairs of speakers with the fewest errors: the assignment of the cpWER."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from ... import core
from ...formats.errors import LimitError, quantity
from ..common.tie_policy import policy_of
from ..maths.full_table import FullTable
from .prepared import NOTHING, PreparedSide, Stream
from .settings import MeetingSettings

_ERRORS = (1, 1, 1)
MOST_SPEAKERS = 1000
"""Speakers of a side: each is compared with each of the other side."""


@dataclass(slots=True)
class CostTable:
    """The cost of each pair of streams; the shorter side is filled up with empty streams."""

    refs: Sequence[Stream]
    hyps: Sequence[Stream]
    settings: MeetingSettings
    rows: list[list[int]] = field(default_factory=list)
    _exact: list[bytearray] = field(default_factory=list)
    """For each row of pairs, 1 where the cost is known and no bound."""

    def __post_init__(self) -> None:
        self._exact = [bytearray(len(self.refs)) for _ in self.refs]

    @classmethod
    def of(cls, ref: PreparedSide, hyp: PreparedSide, settings: MeetingSettings) -> CostTable:
        """The table of all speakers of both sides."""
        count = max(len(ref.names), len(hyp.names))
        if count > MOST_SPEAKERS:
            raise LimitError(
                f"{quantity(count, 'speaker')} in one recording; expected at most {MOST_SPEAKERS:,} for an "
                "assignment of speakers; are utterance ids read as speakers?"
            )
        refs, hyps = ((*side.streams, *[NOTHING] * (count - len(side.names))) for side in (ref, hyp))
        return cls(refs, hyps, settings)

    def fill(self) -> list[list[int]]:
        """The costs of all pairs."""
        count = range(len(self.refs))
        if not self.rows:
            self.rows = [[0 for _ in count] for _ in count]
        for i in count:
            self._compute([(i, j) for j in count if not self._exact[i][j]])
        return self.rows

    def cheapest_of(self, row: int, count: int) -> int:
        """The first of the cheapest columns of a row, out of this many."""
        self._compute([(row, column) for column in range(count) if not self._exact[row][column]])
        return min(range(count), key=self.rows[row].__getitem__)

    def best(self) -> list[int]:
        """The column of each row in the cheapest assignment; where several are, the one that MeetEval takes."""
        if not self.refs:
            return []
        columns = self._obvious() if not self.rows and self._may_guess() else None
        if columns is None:
            columns = cheapest(self.fill())
        return columns

    def _may_guess(self) -> bool:
        """Whether bounds of errors are bounds of costs; times leave the bounds of errors what they are."""
        return policy_of(self.settings.policy).whole_costs == _ERRORS

    def _obvious(self) -> list[int] | None:
        """The cheapest assignment if each row has a cheapest column of its own; few costs are computed for that."""
        count = range(len(self.refs))
        bounds = array("q", core.stream_bounds(self.refs, self.hyps)).tolist()
        self.rows = [bounds[i * len(count) : (i + 1) * len(count)] for i in count]
        while True:
            places = [(i, min(count, key=self.rows[i].__getitem__)) for i in count]
            unknown = [(i, j) for i, j in places if not self._exact[i][j]]
            if not unknown:
                return _plain_minimum(self.rows)
            self._compute(unknown)

    def _compute(self, places: Sequence[tuple[int, int]]) -> None:
        pairs = array("i", [number for place in places for number in place]).tobytes()
        costs = core.stream_costs(self.refs, self.hyps, pairs, *self.settings.rules)
        for (i, j), cost in zip(places, array("q", costs), strict=True):
            self.rows[i][j] = cost
            self._exact[i][j] = 1


def cheapest(rows: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row in the cheapest assignment; where several are, the one that MeetEval takes.

    >>> cheapest([[1, 1, 4], [0, 1, 9], [2, 0, 3]]), cheapest([[0, 0], [0, 0]])
    ([1, 0, 2], [0, 1])
    """
    minimum = _plain_minimum(rows)
    return FullTable(rows, len(rows)).columns() if minimum is None else minimum


def _plain_minimum(rows: Sequence[Sequence[int]]) -> list[int] | None:
    """The cheapest column of each row, where each has one that is cheaper than all others and no two share it.

    >>> _plain_minimum([[0, 2], [1, 0]]), _plain_minimum([[0, 0], [1, 0]])
    ([0, 1], None)
    """
    least_columns = []
    for row in rows:
        least = min(row)
        if row.count(least) > 1:
            return None
        least_columns.append(row.index(least))
    return least_columns if len(set(least_columns)) == len(least_columns) else None
