"""The best streams of the segments of several references, and the best order of these."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from .numbered import Numbers, interleaved


def mimo_matching(
    refs: Sequence[Sequence[Iterable[Hashable]]], hyps: Sequence[Iterable[Hashable]]
) -> tuple[int, list[tuple[int, int]]]:
    """The number of errors, and reference and stream of one segment after the other.

    >>> mimo_matching([["ab"], ["c"]], ["cab"])
    (0, [(1, 0), (0, 0)])
    """
    numbers = Numbers()
    errors, pairs = interleaved([numbers.streams(ref) for ref in refs], numbers.streams(hyps))
    return errors, list(zip(pairs[::2], pairs[1::2], strict=True))


mimo_matching_v2 = mimo_matching_v3 = mimo_matching_v4 = mimo_matching
