"""Sequences of any hashable words as streams of the core: words as numbers, with times where they have them."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypeAlias

from ....... import core

Stream: TypeAlias = "tuple[bytes, bytes, bytes]"


_MEMORY, _SECONDS = 1 << 32, 3600.0


class Numbers:
    """Numbers of words: equal words have equal ones."""

    def __init__(self) -> None:
        self._known: dict[Hashable, int] = {}

    def stream(self, words: Iterable[Hashable], times: Sequence[Any] | None = None) -> Stream:
        """The stream of words; `times` are pairs of begin and end."""
        numbers = array("i", [self._known.setdefault(word, len(self._known) + 1) for word in words]).tobytes()
        if times is None:
            return numbers, b"", b""
        begins, ends = (array("d", [float(time[end]) for time in times]).tobytes() for end in (0, 1))
        return numbers, begins, ends

    def streams(self, sequences: Iterable[Iterable[Hashable]]) -> list[Stream]:
        """The streams of several sequences of words."""
        return [self.stream(words) for words in sequences]


def interleaved(refs: list[list[Stream]], hyps: list[Stream]) -> tuple[int, list[int]]:
    """The number of errors of the best order of segments, and reference and stream of one after the other."""
    best = core.interleaved(refs, hyps, _MEMORY, _SECONDS)
    if best is None:
        raise MemoryError(
            "the table of this session takes more than 4 GB, or an hour; expected fewer or shorter streams"
        )
    return best[1], array("i", best[0]).tolist()
