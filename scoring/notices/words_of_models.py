"""Attempts without what language models write around a transcript: thoughts, the name of the language, a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from ...formats.errors import short
from .cause import Attempt
from .notice import SIDES
from .sample import Sample

# So many words are a sentence, with which so many hypotheses, and one in so many, begin.
_WORDS = 2
_TEXTS, _PART = 3, 2
_EXAMPLE = 60
_PATTERNS = (
    (re.compile(r"(?s)<think(?:ing)?>.*?</think(?:ing)?>"), "the thoughts of a model"),
    (re.compile(r"\Alanguage \S+<asr_text>"), "the names of languages before texts"),
)


def thoughts(sample: Sample) -> Iterator[Attempt]:
    """Attempts without the thoughts of a model, and without the language that Qwen3-ASR names before its texts."""
    if "<" not in sample.odd_letters:
        return
    for pattern, what in _PATTERNS:
        for place, side in enumerate(sample.sides):
            if example := next(filter(None, map(pattern.search, side)), None):
                yield _without(sample, place, [pattern.sub(" ", text) for text in side], what, example[0])


def introductions(sample: Sample) -> Iterator[Attempt]:
    """The attempt without the sentence with which many hypotheses begin, and hardly a reference."""
    refs, hyps = ([text.split() for text in side] for side in sample.sides)
    begun = Counter(tuple(words[:_WORDS]) for words in refs)
    counts = Counter(tuple(words[:_WORDS]) for words in hyps)
    counts = Counter({first: number for first, number in counts.items() if 10 * begun[first] <= len(refs)})
    first, number = counts.most_common(1)[0] if counts else ((), 0)
    if len(first) < _WORDS or number < max(_TEXTS, len(hyps) / _PART):
        return
    pairs = [(ref, hyp) for ref, hyp in zip(refs, hyps, strict=True) if tuple(hyp[:_WORDS]) == first]
    size = _length(pairs)
    rests = [" ".join(words[size:] if tuple(words[:_WORDS]) == first else words) for words in hyps]
    yield _without(sample, 1, rests, "the words before texts", " ".join(pairs[0][1][:size]))


def _length(pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> int:
    """The number of words with which all hypotheses begin, before those with which their references begin."""
    same = takewhile(lambda words: len({*words}) == 1, zip(*(hyp for _, hyp in pairs), strict=False))
    longest = len([*same])
    starts = [ref[0].casefold() if ref else "" for ref, _ in pairs]
    for size in range(_WORDS, longest):
        begun = sum(hyp[size].casefold() == start for start, (_, hyp) in zip(starts, pairs, strict=True))
        if 2 * begun > len(pairs):
            return size
    return longest


def _without(sample: Sample, place: int, texts: Sequence[str], what: str, example: str) -> Attempt:
    condition = f"without {what} in the {SIDES[place]}, such as {short(example, _EXAMPLE)!r},"
    advice = f"remove {what} from the {SIDES[place]} before scoring"
    return Attempt(condition, texts=sample.with_side(place, texts), advice=advice)
