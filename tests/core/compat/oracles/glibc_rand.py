"""Bootstrap samples drawn with rand() of Linux's C library, as Kaldi draws them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from scorelite.core.python.columns import integers
from tests.core.oracles.draws import sums_of, tables_of

_WORD = 1 << 32


def glibc_sums(columns: Sequence[bytes], replications: int, window: bytes, /) -> tuple[list[bytes], bytes]:
    """Sums as of `twister_sums`, drawn with rand() of Linux's C library, and the 31 numbers (uint32) of its state."""
    numbers = integers("I", window)
    if len(numbers) != 31:
        raise ValueError(f"window of {len(numbers)} numbers; expected 31")
    tables = tables_of(columns, replications)
    totals = sums_of(_glibc_places(numbers, len(tables[0])), tables, replications)
    return totals, array("I", numbers).tobytes()


def _glibc_places(window: list[int], count: int) -> Iterator[int]:
    """Random numbers below `count`: each state is the sum of the states 3 and 31 before it."""
    while True:
        value = (window[-3] + window[0]) % _WORD
        del window[0]
        window.append(value)
        yield (value >> 1) % count
