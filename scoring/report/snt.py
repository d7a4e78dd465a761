"""Every utterance with its rates and the speaker's running totals, a file for every speaker (`.snt.SPEAKER`)."""

from __future__ import annotations

from scoring.report.alignment import STEP, blocks, heads
from scoring.report.dtl import counts_of, rate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scoring.evaluate.words import WordScores
    from scoring.report.options import ReportOptions

RULE = b"=" * 79 + b"\n"
TITLE = (
    RULE + b"\n"
    b"                     SENTENCE LEVEL REPORT FOR THE SYSTEM:\n"
    b"    Name: %b\n\n" + RULE + b"\n\n"
    b"SPEAKER %b\n"
)
# This report alone does not ask for the width of lines.
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


def render(scores: WordScores, options: ReportOptions) -> Iterator[tuple[bytes, Iterable[bytes]]]:
    """A report for every speaker."""
    counts = counts_of(scores)
    for speaker, name in enumerate(scores.speakers):
        yield b".snt." + name, _chunks(scores, counts, speaker)


def _chunks(scores: WordScores, counts: memoryview, speaker: int) -> Iterator[bytes]:
    utterances = scores.utterances(speaker)
    so_far = [0, 0, 0, 0]
    # The figures of an utterance stand before the next one.
    figures = TITLE % (scores.title, scores.speakers[speaker])
    for begin in range(0, len(utterances), STEP):
        part = utterances[begin : begin + STEP]
        before = heads(scores, part)
        for place, utterance in enumerate(part):
            before[place] = figures + before[place]
            figures = _figures(counts[4 * utterance : 4 * utterance + 4], so_far)
        yield from blocks(scores, part, before, WIDTH)
    yield figures


def _figures(counts: Sequence[int], so_far: list[int]) -> bytes:
    """The rates of one utterance; adds its counts to the totals so far."""
    correct, substitutions, deletions, insertions = counts
    for place, number in enumerate(counts):
        so_far[place] += number
    words, errors = correct + substitutions + deletions, substitutions + deletions + insertions
    c, s, d, i = so_far
    return FIGURES % (
        *(rate(correct, words), correct, c),
        *(rate(substitutions, words), substitutions, s),
        *(rate(deletions, words), deletions, d),
        *(rate(insertions, words), insertions, i),
        *(rate(errors, words), errors, s + d + i),
        *(words, c + s + d),
        *(correct + substitutions + insertions, c + s + i),
        *(words + insertions, c + s + d + i),
    )
