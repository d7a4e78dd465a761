"""The attempt with one writing of words that one side always has and the other never: of another spelling, of printed
texts that a program read, without letters that an encoding lost."""

from __future__ import annotations

from collections.abc import Iterator

from ...formats.errors import short
from .cause import Attempt
from .notice import SIDES
from .sample import Sample

# So many times a word is written otherwise, and never as the other side has it; and so many such words there are.
_TIMES, _WORDS = 2, 8


def rewritten(sample: Sample) -> Iterator[Attempt]:
    """The attempt with the words of the reference for those that the hypothesis always has in their place."""
    if sample.settings.unit == "character":
        return
    refs, hyps = sample.words
    whole: dict[str, str] = {}
    for (ref, hyp), number in sample.tally[0].items():
        if number >= _TIMES and not hyps[ref] and not refs[hyp] and 2 * number > max(refs[ref], hyps[hyp]):
            whole[hyp] = ref
    has_digits = [any(map(str.isdecimal, "".join(side))) for side in (refs, hyps)]
    numbers = {hyp: ref for hyp, ref in whole.items() if _is_number(hyp) != _is_number(ref)}
    if has_digits[0] != has_digits[1] and numbers:
        yield _attempt(sample, numbers, f"are numbers written in digits in the {SIDES[has_digits[1]]} alone?")
    if len(whole) >= _WORDS:
        yield _attempt(sample, whole, "are they in two spellings, or does a program change their letters?")


def _is_number(word: str) -> bool:
    return any(map(str.isdecimal, word)) and not any(map(str.isalpha, word))


def _attempt(sample: Sample, whole: dict[str, str], advice: str) -> Attempt:
    hyp, ref = next(iter(whole.items()))
    texts = [" ".join(whole.get(word.casefold(), word) for word in text.split()) for text in sample.hyps]
    example = f"{short(hyp)!r} for {short(ref)!r}"
    condition = f"with one writing of words that the hypothesis always writes otherwise, such as {example},"
    return Attempt(condition, texts=(sample.refs, texts), advice=advice)
