"""Rates and lists of errors, a file for each speaker (`.spk.SPEAKER`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dtl import counts_of, lists, rates, sentences_with_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...words.scores import WordScores
    from .. import File
    from . import ReportOptions


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """A report for each speaker."""
    counts = counts_of(scores)
    for speaker, name in enumerate(scores.speakers):
        yield b".spk." + name, _chunks(scores, options, counts, speaker)


def _chunks(scores: WordScores, options: ReportOptions, counts: memoryview, speaker: int) -> Iterator[bytes]:
    utterances = scores.utterances(speaker)
    yield b"SCORING FOR SPEAKER: %b\n     of %b\n\n" % (scores.speakers[speaker], scores.title)
    yield rates(scores.totals()[speaker], sentences_with_errors(counts, utterances), options)
    yield from lists(scores, utterances)
