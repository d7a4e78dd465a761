"""Mapping of speakers: most seconds, then most pairs, then the first names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from .....maths.shortest_paths import Assignment

Shared = Mapping[str, Mapping[str, float]]

# Seconds that differ by less are equal: sums of times are rounded.
_STEPS = 10**9
_MOST_SECONDS = 1e18


def best_mapping(shared: Shared) -> dict[str, str]:
    """The partner of each reference speaker that has one; pairs that share no time are no partners.

    Of several mappings with most seconds and most pairs, the first reference speaker by name gets the first system
    speaker with whom nobody shares more time, if any of them has such a pair, and so on; then each that is left gets
    the first system speaker that remains possible.

    >>> best_mapping({"A": {"x": 3.0, "y": 2.0}, "B": {"x": 2.0}})
    {'A': 'y', 'B': 'x'}
    >>> best_mapping({"A": {"x": 1.0, "y": 1.0}, "B": {"x": 1.0, "y": 1.0}})
    {'A': 'x', 'B': 'y'}
    """
    obvious = {ref: max(row, key=row.__getitem__) for ref, row in sorted(shared.items())}
    if len(set(obvious.values())) == len(obvious) and all(map(_has_one_best, shared.values())):
        return obvious

    refs = sorted(shared)
    others = sorted({name for row in shared.values() for name in row})
    places = {name: place for place, name in enumerate(others)}
    # All pairs that one mapping may have more than another count less than one step of time.
    step = len(refs)
    worth = [
        [round(min(_MOST_SECONDS, seconds) * _STEPS) * step + 1 for seconds in shared[ref].values()] for ref in refs
    ]
    most = max(map(max, worth))
    rows = [
        ([places[name] for name in shared[ref]], [most - value for value in values])
        for ref, values in zip(refs, worth, strict=True)
    ]
    assignment = Assignment(rows, len(others), most)
    _settle(assignment)
    return {ref: others[place] for ref, place in zip(refs, assignment.columns(), strict=True) if place >= 0}


def _has_one_best(row: Mapping[str, float]) -> bool:
    """Whether the greatest value is so by more than what rounding to steps can change."""
    values = sorted(row.values())
    return len(values) == 1 or values[-1] - values[-2] > 2 / _STEPS


def _settle(assignment: Assignment) -> None:
    """Exchanges columns at no cost: first names first, of the pairs that share most before all others."""
    potential = assignment.potential
    equal: list[list[int]] = []
    takers: list[list[int]] = [[] for _ in potential]
    for row, taken in enumerate(assignment.column_of):
        least = assignment.cost_of[row] - potential[taken]
        equal.append(sorted(column for column, cost in assignment.edges(row) if cost - potential[column] == least))
        for column in equal[row]:
            takers[column].append(row)
    if all(len(columns) == 1 for columns in equal):
        return
    # No reference speaker shares more with a system speaker than the ones at its lowest cost.
    lowest: dict[int, float] = {}
    for columns, costs in assignment.rows:
        for column, cost in zip(columns, costs, strict=True):
            lowest[column] = min(cost, lowest.get(column, cost))
    closest: list[list[int]] = []
    for row, columns in enumerate(equal):
        costs_of = dict(assignment.edges(row))
        closest.append([column for column in columns if costs_of[column] == lowest.get(column)])
    settled: set[int] = set()
    for choice in (closest, equal):
        for row, columns in enumerate(choice):
            if row not in settled and _take(assignment, row, columns, _following(assignment, row, takers, settled)):
                settled.add(row)


def _take(assignment: Assignment, row: int, columns: Sequence[int], following: Mapping[int, int]) -> bool:
    """Gives a row the first of some columns that it may get, and moves others; False if it may get none."""
    taken, taker = assignment.column_of[row], row
    column = next((column for column in columns if column in following), -1)
    if column < 0:
        return False
    while True:
        displaced, assignment.row_of[column] = assignment.row_of[column], taker
        if taker >= 0:
            assignment.column_of[taker] = column
        if column == taken:
            return True
        taker, column = displaced, following[column]


def _following(assignment: Assignment, row: int, takers: Sequence[Sequence[int]], settled: Set[int]) -> dict[int, int]:
    """For each column that a row may take at no cost, the column to which its present owner moves; settled rows stay.

    The last owner moves to the column that the row has now. A free column counts as owned by nobody: where its
    potential is 0 it may be taken too, and then no owner moves further. -1 stands behind the row's own column.
    """
    queue = [assignment.column_of[row]]
    following = {queue[0]: -1}
    nobody = [column for column, owner in enumerate(assignment.row_of) if owner < 0]
    for column in queue:
        places = [assignment.column_of[taker] for taker in takers[column] if taker != row and taker not in settled]
        if assignment.potential[column] == 0:
            # Only a column without a potential may stay free.
            places += nobody
            nobody = []
        for place in places:
            if place not in following:
                following[place] = column
                queue.append(place)
    return following
