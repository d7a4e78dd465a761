"""Several systems on one reference, ranked by errors and compared by paired tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scoring.compare.scores import Scores
from scoring.compare.verdict import paired_tests, rate_of, tests_to_dict
from scoring.stats.paired import Bootstrap, MatchedPairs


@dataclass(frozen=True, slots=True)
class Match:
    """Two systems and their paired tests."""

    a: str
    b: str
    more: int
    """Errors of the second system less those of the first."""
    bootstrap: Bootstrap
    matched_pairs: MatchedPairs

    def winner(self, level: float) -> str | None:
        """The system with fewer errors, if both tests reject chance at this level; else None."""
        if not self.more or max(self.bootstrap.p, self.matched_pairs.p) >= level:
            return None
        return self.a if self.more > 0 else self.b


@dataclass(frozen=True, slots=True)
class Tournament:
    """All systems, the best first, and every pair of them."""

    systems: tuple[Scores, ...]
    matches: tuple[Match, ...]
    level: float

    def between(self, first: str, second: str) -> Match:
        """The match of two systems."""
        return next(match for match in self.matches if {match.a, match.b} == {first, second})

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {
            "level": self.level,
            "systems": [
                {"name": scores.name, "wer": rate_of(scores), "errors": (scores.errors() or (None,))[0]}
                for scores in self.systems
            ],
            "pairs": [
                {
                    "a": match.a,
                    "b": match.b,
                    "more_errors": match.more,
                    "winner": match.winner(self.level),
                    **tests_to_dict(match.bootstrap, match.matched_pairs),
                }
                for match in self.matches
            ],
        }


def tournament(systems: Sequence[Scores], *, level: float, replications: int) -> Tournament:
    """Compares every system with every other one."""
    ordered = sorted(systems, key=lambda scores: (scores.errors() or (0,))[0])
    matches = []
    for a, b in combinations(ordered, 2):
        left, right = a.errors(), b.errors()
        assert left is not None
        assert right is not None
        matches.append(Match(a.name, b.name, right[0] - left[0], *paired_tests(a, b, replications)))
    return Tournament(tuple(ordered), tuple(matches), level)
