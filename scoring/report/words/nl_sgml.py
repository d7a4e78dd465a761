"""The alignments as SGML with a line for every field (`.nl.sgml`), which the reference can write but not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sgml import document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...words.scores import WordScores
    from .. import File
    from . import ReportOptions


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The report with newlines in place of colons and commas."""
    yield b".nl.sgml", document(scores, b"\n", b"\n")
