"""A batch made of ready alignments, for reports that are tested without an aligner."""

from __future__ import annotations

import array


class Alignments:
    """What a report asks of a core's batch, answered from lists of slots."""

    def __init__(self, paths):
        self._paths = [list(path) for path in paths]

    def __len__(self):
        return len(self._paths)

    def slots(self, index):
        return self._paths[index]

    def _count(self, index):
        operations = [operation for operation, _, _ in self._paths[index]]
        return [operations.count(operation) for operation in "CSDI"]

    def counts(self):
        return array.array("i", [number for index in range(len(self)) for number in self._count(index)]).tobytes()

    def totals(self, groups, number):
        rows = [[0] * 6 for _ in range(number)]
        for index, group in enumerate(memoryview(groups).cast("i")):
            if group >= 0:
                correct, sub, deleted, inserted = self._count(index)
                for column, value in enumerate((1, correct, sub, deleted, inserted, bool(sub + deleted + inserted))):
                    rows[group][column] += value
        return [tuple(row) for row in rows]
