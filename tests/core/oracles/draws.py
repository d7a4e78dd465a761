"""Bootstrap samples drawn row by row with the random numbers of other programs."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from scorelite.core.python.columns import integers

_WORD = 1 << 32
_MOST = (1 << 31) - 1


def twister_sums(columns: Sequence[bytes], replications: int, seed: int, /) -> list[bytes]:
    """Sums (int64) of every column (int32) in each sample; a sample has as many rows as the columns.

    Places are drawn from std::mt19937 as libstdc++ draws them since GCC 11.

    >>> column = array("i", [1, 2, 4]).tobytes()
    >>> array("q", twister_sums([column], 3, 0)[0]).tolist()
    [8, 10, 8]
    """
    tables = tables_of(columns, replications)
    return sums_of(_twister_places(seed % _WORD, len(tables[0])), tables, replications)


def tables_of(columns: Sequence[bytes], replications: int) -> list[list[int]]:
    """The columns (int32) from which samples are drawn."""
    if replications < 0:
        raise ValueError(f"{replications} replications; expected 0 or more")
    tables = []
    for column in columns:
        tables.append(integers("i", column))
        if len(tables[0]) != len(tables[-1]):
            raise ValueError(f"columns of {len(tables[0])} and {len(tables[-1])} rows; expected equal lengths")
    if not tables or not 0 < len(tables[0]) <= _MOST:
        raise ValueError("no rows to draw from; expected columns of 1 row or more")
    return tables


def sums_of(places: Iterator[int], tables: list[list[int]], replications: int) -> list[bytes]:
    """Sums (int64) of every column in each sample, whose places are the next ones."""
    totals = [array("q") for _ in tables]
    size = range(len(tables[0]))
    for _ in range(replications):
        sample = [next(places) for _ in size]
        for sums, table in zip(totals, tables):  # noqa: B905
            sums.append(sum(map(table.__getitem__, sample)))
    return [sums.tobytes() for sums in totals]


def _twister_places(seed: int, count: int) -> Iterator[int]:
    """Random numbers below `count`: the high half of a product; the few that would bias it are left out."""
    import random

    state = [seed]
    for place in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + place) % _WORD)
    generator = random.Random()
    generator.setstate((3, (*state, 624), None))
    threshold = (_WORD - count) % count
    while True:
        product = generator.getrandbits(32) * count
        if product % _WORD >= threshold:
            yield product >> 32
