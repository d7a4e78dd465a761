"""The summary by speaker in counts (.raw)."""

from __future__ import annotations

from scoring.report.sum import summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.evaluate.words import WordScores
    from scoring.report.options import ReportOptions


def render(scores: WordScores, options: ReportOptions) -> Iterator[tuple[bytes, Iterable[bytes]]]:
    """The summary in counts."""
    yield b".raw", summary(scores, options, raw=True)
