"""Bootstrap samples of compute-wer-bootci: the sequence of the C library's `rand()`, and intervals in single precision.

The native core draws hundreds of millions of numbers in a second. Without it numpy draws many samples at once; without
both the pure-Python core gives the same numbers slowly.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from ..... import core
from .....core import compat
from ....maths.draws import numpy_or_none, packed_columns
from ....maths.intervals import NORMAL_95, Interval
from ....maths.single import quotient, root, single

_LANES = 16384
_WORD = 1 << 32


class GlibcRand:
    """The sequence of the C library's `rand()` on Linux with seed 1, which continues from sample to sample.

    >>> from itertools import islice
    >>> list(islice(GlibcRand().numbers(), 3))
    [1804289383, 846930886, 1681692777]
    """

    def __init__(self) -> None:
        values = [1]
        for _ in range(30):
            values.append(16807 * values[-1] % 2147483647)
        values += values[:3]
        for _ in range(310):
            values.append((values[-3] + values[-31]) % _WORD)
        self._window = values[-31:]

    def numbers(self) -> Iterator[int]:
        """The following numbers of the sequence."""
        window = self._window
        while True:
            value = (window[-3] + window[0]) % _WORD
            del window[0]
            window.append(value)
            yield value >> 1

    def sums(self, columns: Sequence[Sequence[int]], replications: int) -> list[list[int]]:
        """Sums of every column in every sample; a sample has as many utterances as the columns."""
        count = len(columns[0])
        if count <= 1:
            # Kaldi draws no number if there is at most one utterance.
            return [[sum(column)] * max(replications, 0) for column in columns]
        numpy = None if core.NAME == "native" else numpy_or_none()
        if numpy is None:
            window = array("I", self._window).tobytes()
            drawn, window = compat.glibc_sums(packed_columns(columns), max(replications, 0), window)
            self._window = array("I", window).tolist()
            return [array("q", column).tolist() for column in drawn]
        by_column: list[list[int]] = [[] for _ in columns]
        tables = [numpy.asarray(column, dtype=numpy.int64) for column in columns]
        jump = _power(numpy, _step(numpy), count) if replications > 0 else None
        for start in range(0, replications, _LANES):
            sums = self._lanes(numpy, tables, min(_LANES, replications - start), jump)
            for column, values in zip(by_column, sums, strict=True):
                column.extend(values.tolist())
        return by_column

    def _lanes(self, numpy: Any, tables: list[Any], lanes: int, jump: Any) -> list[Any]:
        """Sums of some samples drawn in parallel: each starts at the state in which the one before it ends."""
        count = len(tables[0])
        windows = numpy.empty((31, lanes + 1), dtype=numpy.uint32)
        windows[:, 0] = self._window
        done = 1
        while done <= lanes:
            width = min(done, lanes + 1 - done)
            windows[:, done : done + width] = jump @ windows[:, :width]
            done += width
            if done <= lanes:
                jump_on = jump @ jump
                jump = jump_on
        self._window = windows[:, lanes].tolist()
        window = numpy.ascontiguousarray(windows[:, :lanes])
        sums = [numpy.zeros(lanes, dtype=numpy.int64) for _ in tables]
        for step in range(count):
            row = window[step % 31]
            row += window[(step + 28) % 31]
            index = (row >> numpy.uint32(1)) % numpy.uint32(count)
            for total, table in zip(sums, tables, strict=True):
                total += table[index]
        return sums


def _step(numpy: Any) -> Any:
    """The matrix that advances 31 numbers of the sequence by one."""
    matrix = numpy.zeros((31, 31), dtype=numpy.uint32)
    for row in range(30):
        matrix[row, row + 1] = 1
    matrix[30, 0] = matrix[30, 28] = 1
    return matrix


def _power(numpy: Any, matrix: Any, exponent: int) -> Any:
    """A power of a matrix of 32-bit numbers, which overflow as the sequence does."""
    result = numpy.eye(31, dtype=numpy.uint32)
    while exponent:
        if exponent & 1:
            result = result @ matrix
        matrix = matrix @ matrix
        exponent >>= 1
    return result


def interval_single(errors: Sequence[int], words: Sequence[int], replications: int, generator: GlibcRand) -> Interval:
    """The interval of Kaldi's compute-wer-bootci, computed in single precision."""
    total = squares = 0.0
    for wrong, whole in zip(*generator.sums((errors, words), replications), strict=True):
        rate = single(quotient(single(wrong), single(whole)))
        total = single(total + rate)
        squares = single(squares + single(rate * rate))
    count = single(replications)
    mean = single(quotient(total, count))
    spread = single(single(quotient(squares, count)) - single(mean * mean))
    return Interval(mean, single(NORMAL_95 * single(root(spread))))
