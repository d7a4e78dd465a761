"""Attempts without what language models write around a transcript: thoughts, the name of the language, a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from ...formats.errors import short
from .cause import Attempt
from .sample import SIDES, Sample

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
    texts = [text.split() for text in sample.hyps]
    beginning = _beginning(texts)
    size = len(beginning)
    if not size or 10 * sum(text.split()[:size] == beginning for text in sample.refs) > len(sample.refs):
        return
    rests = [" ".join(words[size:] if words[:size] == beginning else words) for words in texts]
    yield _without(sample, 1, rests, "the words before texts", " ".join(beginning))


def _beginning(texts: Sequence[Sequence[str]]) -> list[str]:
    """The longest sequence of words with which so many texts begin; empty where it is short."""
    ((first, number),) = Counter(tuple(words[:_WORDS]) for words in texts).most_common(1)
    if len(first) < _WORDS or number < max(_TEXTS, len(texts) / _PART):
        return []
    same = [words for words in texts if tuple(words[:_WORDS]) == first]
    return [words[0] for words in takewhile(lambda words: len({*words}) == 1, zip(*same, strict=False))]


def _without(sample: Sample, place: int, texts: Sequence[str], what: str, example: str) -> Attempt:
    sides = list(sample.sides)
    sides[place] = texts
    condition = f"without {what} in the {SIDES[place]}, such as {short(example, _EXAMPLE)!r},"
    advice = f"remove {what} from the {SIDES[place]} before scoring"
    return Attempt(condition, texts=(sides[0], sides[1]), advice=advice)
