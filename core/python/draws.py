"""Bootstrap samples: of groups of equal rows, and drawn row by row with the random numbers of other programs."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from itertools import accumulate
from operator import mul

from .columns import integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

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


def grouped_sums(
    columns: Sequence[bytes], counts: bytes, replications: int, seed: int, threads: int = 1, /
) -> list[bytes]:
    """Sums (int64) of every column (int32) in samples of groups of equal rows; `counts` (int64) are their sizes.

    A sample has as many rows as all groups together. Each sample has a generator of its own, seeded with its number.

    >>> column, counts = array("i", [0, 1]).tobytes(), array("q", [900, 100]).tobytes()
    >>> array("q", grouped_sums([column], counts, 4, 0)[0]).tolist()
    [107, 94, 78, 106]
    """
    import random

    if replications < 0:
        raise ValueError(f"{replications} replications; expected 0 or more")
    sizes = integers("q", counts)
    for size in sizes:
        if size < 1:
            raise ValueError(f"a group of {size} rows; expected 1 or more")
    if not sizes:
        raise ValueError("no rows to draw from; expected columns of 1 row or more")
    if sum(sizes) > _MOST:
        raise ValueError(f"more than {_MOST} rows")
    tables = [integers("i", column) for column in columns]
    for table in tables:
        if len(table) != len(sizes):
            raise ValueError(f"columns of {len(sizes)} and {len(table)} rows; expected equal lengths")
    before = [0, *accumulate(sizes)]
    splits = list(_splits(before))
    totals = [array("q") for _ in tables]
    for number in range(replications):
        generator = random.Random(1 << 96 | (seed % (1 << 64)) << 32 | number)
        drawn = [before[-1], *[0] * (len(sizes) - 1)]
        for begin, middle, end in splits:
            share = before[middle] - before[begin], before[end] - before[begin]
            drawn[middle] = drawn[begin]
            drawn[begin] = _binomial(generator, drawn[begin], *share)
            drawn[middle] -= drawn[begin]
        for sums, table in zip(totals, tables):  # noqa: B905
            sums.append(sum(map(mul, table, drawn)))
    return [sums.tobytes() for sums in totals]


def _splits(before: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Begin, middle and end of ever smaller ranges of groups, each split into halves with about equally many rows."""
    open_ranges = [(0, len(before) - 1)]
    while open_ranges:
        begin, end = open_ranges.pop()
        if end - begin < 2:
            continue
        both = before[begin] + before[end]
        middle = bisect_left(before, (both + 1) // 2, begin + 1, end - 1)
        if middle > begin + 1 and both - 2 * before[middle - 1] <= 2 * before[middle] - both:
            middle -= 1
        yield begin, middle, end
        open_ranges += [(middle, end), (begin, middle)]


def _binomial(generator: Random, draws: int, part: int, whole: int) -> int:
    """How many of so many draws fall on `part` of `whole`.

    The random number of a draw is compared with this share bit by bit; its bits are tossed for all undecided draws at
    once.
    """
    drawn = 0
    while draws and part:
        high = generator.getrandbits(draws).bit_count()
        part *= 2
        if part >= whole:
            part -= whole
            drawn += draws - high
            draws = high
        else:
            draws -= high
    return drawn


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
