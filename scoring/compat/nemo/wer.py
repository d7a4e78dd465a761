"""NeMo's functions `word_error_rate` and `word_error_rate_detail` of nemo.collections.asr.metrics.wer.

Details are counted by jiwer there: the policy `rapidfuzz`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ... import _core as core

__all__ = ["word_error_rate", "word_error_rate_detail"]

_SPACES = re.compile(r"\s\s+")


def word_error_rate(hypotheses: Sequence[str], references: Sequence[str], use_cer: bool = False) -> float:
    """Errors per word of the references; infinite without any words.

    >>> word_error_rate(["a b"], ["a c d"]), word_error_rate(["ab"], ["ac"], use_cer=True)
    (0.6666666666666666, 0.5)
    """
    _check(hypotheses, references)
    split = list if use_cer else str.split
    refs, hyps = ([split(text) for text in side] for side in (references, hypotheses))
    counts = _sums(refs, hyps)
    words = sum(map(len, refs))
    return 1.0 * sum(counts) / words if words else float("inf")


def word_error_rate_detail(
    hypotheses: Sequence[str], references: Sequence[str], use_cer: bool = False
) -> tuple[float, int, float, float, float]:
    """Errors per word, words, and insertions, deletions and substitutions per word; infinite without any words.

    >>> word_error_rate_detail(["a b"], ["a c d e"])
    (0.75, 4, 0.0, 0.5, 0.25)
    """
    _check(hypotheses, references)
    # The rates are per word of `split`, but jiwer cuts words at blanks alone, and leaves out blanks at both ends.
    split, cut = (list, _letters) if use_cer else (str.split, _words)
    words = sum(len(split(text)) for text in references)
    if not words:
        return (float("inf"), 0, *3 * (float("inf"),))
    pairs = [
        (cut(ref), cut(hyp)) if split(ref) else ([], split(hyp))
        for ref, hyp in zip(references, hypotheses, strict=True)
    ]
    substitutions, deletions, insertions = _sums(*zip(*pairs, strict=True))
    errors = substitutions + deletions + insertions
    return 1.0 * errors / words, words, insertions / words, deletions / words, substitutions / words


def _check(hypotheses: Sequence[str], references: Sequence[str]) -> None:
    if len(hypotheses) != len(references):
        raise ValueError(
            "In word error rate calculation, hypotheses and reference lists must have the same number of elements. "
            f"But I got:{len(hypotheses)} and {len(references)} correspondingly"
        )


def _letters(text: str) -> list[str]:
    return list(text.strip())


def _words(text: str) -> list[str]:
    return [word for word in _SPACES.sub(" ", text).strip().split(" ") if word]


def _sums(refs: Sequence[list[str]], hyps: Sequence[list[str]]) -> tuple[int, int, int]:
    """Substitutions, deletions and insertions of all pairs."""
    numbers = memoryview(core.symbol_counts(refs, hyps, (1, 1, 1), "=DSIM=", False)).cast("i")
    substitutions, deletions, insertions = (sum(numbers[place::4]) for place in (1, 2, 3))
    return substitutions, deletions, insertions
