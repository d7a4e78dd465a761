"""The summary by speaker in counts (.raw)."""

from __future__ import annotations

from scoring.report.words.sum import summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.report import File
    from scoring.report.words import ReportOptions
    from scoring.words.scores import WordScores


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The summary in counts."""
    yield b".raw", summary(scores, options, raw=True)
