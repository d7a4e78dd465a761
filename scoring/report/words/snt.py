"""Utterances with their rates and the speaker's running totals, a file for each speaker (`.snt.SPEAKER`)."""

from __future__ import annotations

from .alignment import STEP, blocks, heads
from .dtl import counts_of, rate

TYPE_CHECKING = False
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
    all_correct = all_substitutions = all_deletions = all_insertions = 0
    # The figures of an utterance are printed before the next utterance.
    figures = TITLE % (scores.title, scores.speakers[speaker])
    for begin in range(0, len(utterances), STEP):
        part = utterances[begin : begin + STEP]
        before = heads(scores, part)
        for place, utterance in enumerate(part):
            before[place] = figures + before[place]
            correct, substitutions, deletions, insertions = counts[4 * utterance : 4 * utterance + 4]
            all_correct += correct
            all_substitutions += substitutions
            all_deletions += deletions
            all_insertions += insertions
            words, errors = correct + substitutions + deletions, substitutions + deletions + insertions
            figures = FIGURES % (
                *(rates[correct, words], correct, all_correct),
                *(rates[substitutions, words], substitutions, all_substitutions),
                *(rates[deletions, words], deletions, all_deletions),
                *(rates[insertions, words], insertions, all_insertions),
                *(rates[errors, words], errors, all_substitutions + all_deletions + all_insertions),
                *(words, all_correct + all_substitutions + all_deletions),
                *(correct + substitutions + insertions, all_correct + all_substitutions + all_insertions),
                *(words + insertions, all_correct + all_substitutions + all_deletions + all_insertions),
            )
        yield from blocks(scores, part, before, WIDTH)
    yield figures


class _Rates(dict[tuple[int, int], bytes]):
    """A cache of percentages as text: utterances share few different ones."""

    def __missing__(self, key: tuple[int, int]) -> bytes:
        text = self[key] = rate(*key)
        return text
