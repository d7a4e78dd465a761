"""Outcome of a test for every pair of systems: which one is better, and the p-value that the reference prints."""

from __future__ import annotations

from dataclasses import dataclass, field

SAME = 0
FIRST = -1
SECOND = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """Better system (-1 the first, 1 the second, 0 neither) and p-value of each pair of places, filled by a test."""

    better: dict[tuple[int, int], int] = field(default_factory=dict)
    p: dict[tuple[int, int], float] = field(default_factory=dict)

    def winner(self, names: tuple[bytes, ...], first: int, second: int, neither: bytes = b"same") -> bytes:
        """The name of the better of two systems."""
        better = self.better.get((first, second), SAME)
        return neither if better == SAME else names[first] if better < 0 else names[second]


def pairs(count: int) -> list[tuple[int, int]]:
    """All pairs of places, the first below the second."""
    return [(first, second) for first in range(count) for second in range(first + 1, count)]
