"""Rates and lists of errors of the whole system (`.dtl`); the report of a speaker has the same parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.numbers import percent, rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...words.scores import Sums, WordScores
    from .. import File
    from . import ReportOptions

NOTE_SUBSTITUTIONS = (
    b"* NOTE: The 'Substitution' words are those reference words\n"
    b"        for which the recognizer supplied an incorrect word.\n\n"
)
NOTE_FALSELY_RECOGNIZED = (
    b"* NOTE: The 'Falsely Recognized' words are those hypothesis words\n"
    b"        which the recognizer incorrectly substituted for a reference word.\n\n"
)


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The report on all speakers together."""
    yield b".dtl", _chunks(scores, options)


def _chunks(scores: WordScores, options: ReportOptions) -> Iterator[bytes]:
    sums = [sum(column) for column in zip(*scores.totals(), strict=True)] or [0] * 6
    totals = sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]
    order = scores.order()
    yield b"DETAILED OVERALL REPORT FOR THE SYSTEM: %b\n\n" % scores.title
    yield rates(totals, sentences_with_errors(counts_of(scores), order), options)
    yield from lists(scores, order)


def counts_of(scores: WordScores) -> memoryview:
    """The four counts of every utterance, as int32."""
    return memoryview(scores.batch.counts()).cast("i")


def sentences_with_errors(counts: memoryview, utterances: Sequence[int]) -> tuple[int, int, int]:
    """Numbers of utterances with substitutions, with deletions, with insertions."""
    substituted, deleted, inserted = (
        sum(1 for utterance in utterances if counts[4 * utterance + kind]) for kind in (1, 2, 3)
    )
    return substituted, deleted, inserted


def rate(part: int, whole: int) -> bytes:
    """A percentage, or a word of equal width if the whole is 0.

    >>> rate(1, 8), rate(1, 0)
    (b' 12.5%', b'UNDEF%')
    """
    return b"%5.1f%%" % rounded(percent(part, whole), 1) if whole > 0 else b"UNDEF%"


def rates(totals: Sums, sentences: tuple[int, int, int], options: ReportOptions) -> bytes:
    """The rates of sentences and words."""
    return _sentence_rates(totals, sentences, options) + _word_rates(totals)


def _sentence_rates(totals: Sums, sentences: tuple[int, int, int], options: ReportOptions) -> bytes:
    number = totals[0]
    # 2.4.10 misspells one name and keeps the blanks after it.
    substitutions = b"substitions  " if options.release == "2.4.10" else b"substitutions"
    lines = [
        b"SENTENCE RECOGNITION PERFORMANCE\n\n",
        b" sentences                                        %4d\n" % number,
        b" with errors                            %5.1f%%   (%4d)\n\n" % _of_sentences(totals[5], number),
        b"   with %b                   %5.1f%%   (%4d)\n" % (substitutions, *_of_sentences(sentences[0], number)),
        b"   with deletions                       %5.1f%%   (%4d)\n" % _of_sentences(sentences[1], number),
        b"   with insertions                      %5.1f%%   (%4d)\n" % _of_sentences(sentences[2], number),
        b"\n\n",
    ]
    return b"".join(lines)


def _of_sentences(part: int, number: int) -> tuple[float, int]:
    return rounded(percent(part, number), 1), part


def _word_rates(totals: Sums) -> bytes:
    _, correct, substitutions, deletions, insertions, _ = totals
    words = correct + substitutions + deletions
    errors = substitutions + deletions + insertions
    accuracy = b"%5.1f%%" % rounded(100.0 - percent(errors, words), 1) if words > 0 else b"UNDEF%"
    lines = [
        b"WORD RECOGNITION PERFORMANCE\n\n",
        b"Percent Total Error       =  %b   (%4d)\n\n" % (rate(errors, words), errors),
        b"Percent Correct           =  %b   (%4d)\n\n" % (rate(correct, words), correct),
        b"Percent Substitution      =  %b   (%4d)\n" % (rate(substitutions, words), substitutions),
        b"Percent Deletions         =  %b   (%4d)\n" % (rate(deletions, words), deletions),
        b"Percent Insertions        =  %b   (%4d)\n" % (rate(insertions, words), insertions),
        b"Percent Word Accuracy     =  %b\n\n\n" % accuracy,
        b"Ref. words                =           (%4d)\n" % words,
        b"Hyp. words                =           (%4d)\n" % (correct + substitutions + insertions),
        b"Aligned words             =           (%4d)\n" % (words + insertions),
    ]
    return b"".join(lines)


def lists(scores: WordScores, utterances: memoryview) -> Iterator[bytes]:
    """The five lists of wrong words in these utterances."""
    confused, inserted, deleted, references, hypotheses = scores.batch.listings(bytes(utterances))
    yield b"\n" + _listing(b"CONFUSION PAIRS", *confused)
    yield b"\n\n" + _listing(b"INSERTIONS", *inserted)
    yield b"\n\n" + _listing(b"DELETIONS", *deleted)
    yield b"\n\n" + _listing(b"SUBSTITUTIONS", *references) + b"\n" + NOTE_SUBSTITUTIONS
    yield b"\n" + _listing(b"FALSELY RECOGNIZED", *hypotheses) + b"\n" + NOTE_FALSELY_RECOGNIZED


def _listing(title: bytes, count: int, total: int, lines: bytes) -> bytes:
    head = b"%-30b   Total                 (%d)\n" % (title, count)
    head += b"%-30b   With >=  1 occurrences (%d)\n\n" % (b"", count)
    return b"%b%b     -------\n     %5d\n\n" % (head, lines, total)
