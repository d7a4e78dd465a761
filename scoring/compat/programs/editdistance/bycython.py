"""The distances of editdistance.

Symbols are the same if they are equal. The original compares hashes, so that -1 and -2 are one symbol there.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from ..... import core

__all__ = ["eval", "eval_criterion", "eval_dp"]

_COSTS, _TIES = (1, 1, 1), "IDS"
_TOO_LARGE = 1 << 32


class Symbols(Protocol):
    """A sequence of symbols, by their numbers."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> Hashable: ...


def eval(a: Symbols, b: Symbols) -> int:  # noqa: A001 (the name of the original)
    """The number of errors between two sequences.

    >>> eval("abc", "aec")
    1
    """
    counts = memoryview(core.symbol_counts([_listed(a)], [_listed(b)], _COSTS, _TIES, False)).cast("i")
    return counts[1] + counts[2] + counts[3]


def eval_criterion(a: Symbols, b: Symbols, thr: int) -> bool:
    """Whether there are at most `thr` errors between two sequences.

    >>> eval_criterion("abc", "aec", 1), eval_criterion("abcb", "aeca", 1)
    (True, False)
    """
    most = thr if type(thr) is int else _whole(thr)
    if most < 0:
        raise OverflowError("can't convert negative value to unsigned int")
    if most >= _TOO_LARGE:
        raise OverflowError("value too large to convert to unsigned int")
    return eval(a, b) <= most


def eval_dp(a: Symbols, b: Symbols) -> int:
    """The number of errors between two sequences: another name of `eval`.

    >>> eval_dp("bbb", "a")
    3
    """
    return eval(a, b)


def _whole(number: object) -> int:
    """A number without its fraction."""
    if not hasattr(number, "__int__"):
        raise TypeError("an integer is required")
    return int(number)


def _listed(symbols: Symbols) -> Sequence[Hashable]:
    """The symbols of a sequence in a list."""
    if isinstance(symbols, (list, tuple, str)):
        return symbols
    return [symbols[number] for number in range(len(symbols))]
