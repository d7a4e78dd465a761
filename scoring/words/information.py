"""The information of confidences by utterance, and its sums, which are exact: no order of addition leaves a trace."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from ... import core
from ...formats.values import dataclass
from ..common.counts import Summed
from .scores import HIGHEST_CONFIDENCE, LOWEST_CONFIDENCE, UNIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

# Sums of logarithms over right and over wrong words, number of words, and number of confidences outside 0 to 1.
Row: TypeAlias = "tuple[float, float, int, int]"
NOTHING: Row = (0.0, 0.0, 0, 0)


@dataclass(frozen=True, slots=True)
class Information(Summed):
    """The sum of rows of utterances.

    >>> first, other = (summed([(value, 0.0, 1, 0)]) for value in (-0.1, -0.7))
    >>> first + other == other + first == summed([(-0.1, 0.0, 1, 0), (-0.7, 0.0, 1, 0)])
    True
    """

    right: int = 0
    wrong: int = 0
    words: int = 0
    outside: int = 0


def rows_of(batch: core.Batch) -> tuple[Row, ...]:
    """A row for each utterance of a batch whose words have confidences."""
    operations, _, column = batch.numbers(array("q", range(len(batch))).tobytes(), "confidence")
    columns = core.information_rows(operations, column, core.step_firsts(batch), LOWEST_CONFIDENCE, HIGHEST_CONFIDENCE)
    right, wrong = (memoryview(column).cast("d").tolist() for column in columns[:2])
    words, outside = (memoryview(column).cast("i").tolist() for column in columns[2:])
    return tuple(zip(right, wrong, words, outside, strict=True))


def summed(rows: Iterable[Row]) -> Information:
    """The exact sum of rows."""
    right = wrong = words = outside = 0
    for first, second, number, strange in rows:
        right += int(first * UNIT)
        wrong += int(second * UNIT)
        words += number
        outside += strange
    return Information(right, wrong, words, outside)


def summed_groups(rows: Sequence[Row], groups: Sequence[int], number: int) -> list[Information]:
    """The exact sums of rows by the numbers of groups."""
    by_group: list[list[Row]] = [[] for _ in range(number)]
    for row, group in zip(rows, groups, strict=True):
        by_group[group].append(row)
    return list(map(summed, by_group))
