"""Report of Kaldi's compute-wer: three lines."""

from __future__ import annotations

from ....maths.single import percent, shown


def render(counts: tuple[int, int, int, int], sentences: int, wrong: int, absent: int) -> bytes:
    """Renders counts of words (correct, substitutions, deletions, insertions), of sentences, and of missing ones.

    >>> print(render((2, 1, 0, 0), 2, 1, 0).decode(), end="")
    %WER 33.33 [ 1 / 3, 0 ins, 0 del, 1 sub ]
    %SER 50.00 [ 1 / 2 ]
    Scored 2 sentences, 0 not present in hyp.
    """
    correct, substitutions, deletions, insertions = counts
    errors, reference = substitutions + deletions + insertions, correct + substitutions + deletions
    rates = shown(percent(errors, reference)), shown(percent(wrong, sentences))
    partial = b" [PARTIAL]" if absent else b""
    words = (errors, reference, insertions, deletions, substitutions)
    return b"%%WER %s [ %d / %d, %d ins, %d del, %d sub ]%s\n%%SER %s [ %d / %d ]\nScored %d sentences, %d %s.\n" % (
        *(rates[0], *words, partial),
        *(rates[1], wrong, sentences),
        *(sentences, absent, b"not present in hyp"),
    )
