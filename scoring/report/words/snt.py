"""Utterances with their rates and the speaker's running totals, a file for each speaker (`.snt.SPEAKER`)."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING

from .alignment import STEP, blocks, heads
from .dtl import counts_of, rate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...words.scores import WordScores
    from .. import File
    from . import ReportOptions

RULE = b"=" * 79 + b"\n"
TITLE = (
    RULE + b"\n"
    b"                     SENTENCE LEVEL REPORT FOR THE SYSTEM:\n"
    b"    Name: %b\n\n" + RULE + b"\n\n"
    b"SPEAKER %b\n"
)
# This report alone ignores the line width.
WIDTH = 120
FIGURES = (
    b"Correct               =  %b   %2d   (%3d)\n"
    b"Substitutions         =  %b   %2d   (%3d)\n"
    b"Deletions             =  %b   %2d   (%3d)\n"
    b"Insertions            =  %b   %2d   (%3d)\n"
    b"\n"
    b"Errors                =  %b   %2d   (%3d)\n"
    b"\n"
    b"Ref. words            =           %2d   (%3d)\n"
    b"Hyp. words            =           %2d   (%3d)\n"
    b"Aligned words         =           %2d   (%3d)\n"
    b"\n" + b"-" * 79 + b"\n\n"
)


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """A report for each speaker."""
    counts = counts_of(scores)
    for speaker, name in enumerate(scores.speakers):
        yield b".snt." + name, _chunks(scores, counts, speaker)


def _chunks(scores: WordScores, counts: memoryview, speaker: int) -> Iterator[bytes]:
    utterances = scores.utterances(speaker)
    rates = _Rates()
    totals = [0] * 4
    # The figures of an utterance are printed before the next utterance.
    figures = TITLE % (scores.title, scores.speakers[speaker])
    for begin in range(0, len(utterances), STEP):
        part = utterances[begin : begin + STEP]
        before = heads(scores, part)
        for place, utterance in enumerate(part):
            before[place] = figures + before[place]
            row = counts[4 * utterance : 4 * utterance + 4].tolist()
            totals = list(map(add, totals, row))
            figures = _figures(row, totals, rates)
        yield from blocks(scores, part, before, WIDTH)
    yield figures


def _figures(row: list[int], totals: list[int], rates: _Rates) -> bytes:
    """Rates and counts of an utterance, and the counts of all so far."""
    pairs = [*zip(_sums(row), _sums(totals), strict=True)]
    words = pairs[-3][0]
    shares = [field for pair in pairs[:-3] for field in (rates[pair[0], words], *pair)]
    return FIGURES % (*shares, *(field for pair in pairs[-3:] for field in pair))


def _sums(counts: list[int]) -> tuple[int, ...]:
    """Four counts, then errors, words of the reference and of the hypothesis, and aligned words."""
    correct, substitutions, deletions, insertions = counts
    words, errors = correct + substitutions + deletions, substitutions + deletions + insertions
    return *counts, errors, words, correct + substitutions + insertions, words + insertions


class _Rates(dict[tuple[int, int], bytes]):
    """A cache of percentages as text: utterances share few different ones."""

    def __missing__(self, key: tuple[int, int]) -> bytes:
        text = self[key] = rate(*key)
        return text
