"""Attempts without what models write around a transcript: thoughts, the name of the language, a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from ...formats.errors import short
from .cause import Attempt
from .notice import SIDES
from .sample import Sample, repeats_at_once

# So many words are a phrase, with which so many texts, and one in so many, begin or end.
_WORDS = 2
_TEXTS, _PART = 4, 10
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


def added_words(sample: Sample) -> Iterator[Attempt]:
    """The attempts without the words with which many texts of one side begin or end, and hardly one of the other."""
    for place in range(len(SIDES)):
        for order, what in ((1, "the words before texts"), (-1, "the words after texts")):
            own, others = (
                [text.split()[::order] for text in texts] for texts in (sample.sides[place], sample.sides[1 - place])
            )
            begun = Counter(tuple(words[:_WORDS]) for words in others)
            counts = Counter(tuple(words[:_WORDS]) for words in own)
            counts = Counter({first: number for first, number in counts.items() if 10 * begun[first] <= number})
            first, number = counts.most_common(1)[0] if counts else ((), 0)
            if len(first) < _WORDS or number < max(_TEXTS, len(own) / _PART):
                continue
            pairs = [(other, words) for other, words in zip(others, own, strict=True) if tuple(words[:_WORDS]) == first]
            size = _length(pairs)
            if repeats_at_once(pairs[0][1][:size]):
                continue  # a loop of a recogniser
            rests = [" ".join((words[size:] if tuple(words[:_WORDS]) == first else words)[::order]) for words in own]
            advice = "does a program add them, or does the recogniser invent them?"
            if place == 0:
                advice = "are they spoken words that the hypothesis lacks?"
            example = " ".join(pairs[0][1][:size][::order])
            yield _without(sample, place, rests, what, example, advice)


def _length(pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> int:
    """The number of words with which the second texts of all pairs begin, before those with which the first begin."""
    same = takewhile(lambda words: len({*words}) == 1, zip(*(words for _, words in pairs), strict=False))
    longest = len([*same])
    starts = [other[0].casefold() if other else "" for other, _ in pairs]
    for size in range(_WORDS, longest):
        begun = sum(words[size].casefold() == start for start, (_, words) in zip(starts, pairs, strict=True))
        if 2 * begun > len(pairs):
            return size
    return longest


def _without(sample: Sample, place: int, texts: Sequence[str], what: str, example: str, advice: str = "") -> Attempt:
    condition = f"without {what} in the {SIDES[place]}, such as {short(example, _EXAMPLE)!r},"
    advice = advice or f"remove {what} from the {SIDES[place]} before scoring"
    return Attempt(condition, texts=sample.with_side(place, texts), advice=advice)
