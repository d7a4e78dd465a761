"""The summary by speaker in counts (.raw)."""

from __future__ import annotations

from .sum import summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...words.scores import WordScores
    from .. import File
    from . import ReportOptions


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The summary in counts."""
    yield b".raw", summary(scores, options, raw=True)
