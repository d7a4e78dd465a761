"""Bootstrap samples drawn with the random sequences of other programs: sums over utterances drawn with replacement.

A sample of n utterances is n draws of a generator; only the sums of some columns of counts are needed. The native core
draws hundreds of millions in a second. Without it numpy makes many draws at once; without both the pure-Python core
gives the same numbers slowly.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ... import core
from ...formats.errors import LimitError, UsageError, quantity
from ..common.results import check_threads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any, TypeAlias

_CHUNK = 1 << 17
_WORD = 1 << 32
_HALF = 1 << 31
Columns: TypeAlias = "Sequence[Sequence[int]]"


def numpy_or_none() -> ModuleType | None:
    """The module numpy; None if it is not installed."""
    try:
        import numpy
    except ModuleNotFoundError:
        return None
    return numpy


class MersenneTwister:
    """The sequence of C++'s std::mt19937, and indices as libstdc++ draws them from it since GCC 11."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def sums(self, columns: Columns, replications: int) -> list[list[int]]:
        """Sums of every column in every sample; a sample has as many utterances as the columns."""
        count = len(columns[0])
        if not count:
            return [[0] * replications for _ in columns]
        numpy = None if core.NAME == "native" else numpy_or_none()
        if numpy is None:
            totals = core.twister_sums(packed_columns(columns), replications, self._seed)
            return [array("q", column).tolist() for column in totals]
        packed = _packed(numpy, columns)
        if packed is None:
            # Every call restarts the sequence, so columns can be summed one after the other.
            return [self._batches(numpy, numpy.asarray(column, numpy.int64), replications) for column in columns]
        sums = self._batches(numpy, packed, replications)
        return [sums] if len(columns) == 1 else _unpacked(sums)

    def _batches(self, numpy: Any, table: Any, replications: int) -> list[int]:
        """Sums by numpy, whose generators draw bounded numbers from the same sequence by the same rule."""
        count = len(table)
        draw = numpy.random.Generator(numpy.random.RandomState(self._seed)._bit_generator).integers
        sums: list[int] = []
        width = min(count, _CHUNK)
        rows = max(1, _CHUNK // count)
        drawn = numpy.empty((rows, width), dtype=numpy.int64)
        for start in range(0, replications, rows):
            height = min(rows, replications - start)
            total = numpy.zeros(height, dtype=numpy.int64)
            for begin in range(0, count, width):
                part = drawn[:height, : min(width, count - begin)]
                index = draw(0, count, part.shape, numpy.uint32)
                # Indices are in range: "wrap" only saves a check of each and a copy.
                table.take(index, out=part, mode="wrap")
                total += part.sum(axis=1)
            sums += total.tolist()
        return sums


def check_drawn(unit: str, names: Sequence[str | None], numbers: Sequence[int], fix: str) -> None:
    """Refuses units that some utterances lack: speakers whom nobody knows are not one more speaker.

    `numbers` has the place of the name of each utterance.
    """
    lacking = sum(numbers.count(place) for place, name in enumerate(names) if not name)
    if lacking:
        verb = "has" if lacking == 1 else "have"
        raise UsageError(
            f"{lacking:,} of {quantity(len(numbers), 'utterance')} {verb} no {unit}, by which samples are drawn; "
            f"expected one for each, or {fix}"
        )


def _packed(numpy: Any, columns: Columns) -> Any:
    """One column, or two packed into one for a single look-up; None for more, or if one could overflow."""
    arrays = [numpy.asarray(column, dtype=numpy.int64) for column in columns]
    if len(arrays) == 1:
        return arrays[0]
    if len(arrays) > 2:
        return None
    low, high = arrays
    if any(int(abs(part).max()) * len(part) >= _HALF for part in arrays):
        return None
    return low + (high << 32)


def _unpacked(sums: list[int]) -> list[list[int]]:
    low = [(value + _HALF) % _WORD - _HALF for value in sums]
    return [low, [(value - part) >> 32 for value, part in zip(sums, low, strict=True)]]


def packed_columns(columns: Columns) -> list[bytes]:
    """Columns as the core takes them."""
    return [array("i", column).tobytes() for column in columns]


class Grouped:
    """Samples of rows of which many are equal: as many draws as there are rows, at the cost of the different ones."""

    def __init__(self, counts: Sequence[int], seed: int, threads: int = 1) -> None:
        check_threads(threads)
        self._counts = counts
        self._seed = seed
        self._threads = threads

    def sums(self, columns: Columns, replications: int) -> list[list[int]]:
        """Sums of every column in every sample; a column has a value for each group of equal rows."""
        most = max([sum(self._counts), *(max(column, default=0) for column in columns)])
        if most >= _HALF:
            raise LimitError(f"bootstrap samples of {most} rows or counts; expected less than {_HALF}")
        counts = array("q", self._counts).tobytes()
        sums = core.grouped_sums(packed_columns(columns), counts, replications, self._seed, self._threads)
        return [array("q", column).tolist() for column in sums]
