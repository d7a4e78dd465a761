"""The interface of a comparison of two results: `Result.compare` returns one, and lies below it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol


class Compared(Protocol):
    """The outcome of a comparison; see `scorelite.scoring.compare.Comparison`."""

    @property
    def verdict(self) -> str:
        """Identical, same totals with another breakdown, or different."""

    @property
    def increase(self) -> float | None:
        """Error rate of the second result less that of the first."""

    @property
    def bootstrap(self) -> Any:
        """The paired bootstrap."""

    @property
    def matched_pairs(self) -> Any:
        """The matched pairs test (MAPSSWE)."""

    @property
    def exact(self) -> tuple[Any, ...]:
        """Exact tests on utterances and on speakers."""

    @property
    def p_values(self) -> dict[str, float | None]:
        """The p-value of each test by its name."""

    @property
    def utterances(self) -> Sequence[Any]:
        """Utterances whose errors differ, the worst first."""

    @property
    def speakers(self) -> Sequence[Any]:
        """Speakers whose errors differ, the worst first."""

    @property
    def words(self) -> Sequence[Any]:
        """Pairs of words that are wrong in one result more often than in the other."""

    def tests(self) -> Iterator[str]:
        """A line for each paired test."""

    def analyse(self, wanted: Mapping[str, Any], **options: Any) -> Any:
        """Analyses of both results by name, with their arguments."""

    def plot(self, to: Any = None, kind: str = "", **options: Any) -> Any:
        """A picture of both results."""

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
