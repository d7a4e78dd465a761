"""Interface of the fork of jiwer that measures code switching: `pier`, the error rate of the words of interest.

Words of interest are tagged in the reference, `<tag two words>`, or, with `scd_language`, those in Latin letters. An
inserted word belongs to the word before which it is said, at the end to the last one. Sentences without such words, or
without others, do not count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from ...common.tagged import TAG, tagged_spans
from .jiwer.process import AlignmentChunk, process_words
from .jiwer.transformations import wer_default

if TYPE_CHECKING:
    from typing import Any

__all__ = ["pier"]

_LATIN = re.compile(r"\b\w*[a-zA-Z]")
"""What begins a word with a Latin letter."""
_ENGLISH = re.compile(r"\b[a-zA-Z]+(?:'[a-zA-Z]+)?\b")
"""What begins a word of Latin letters alone."""
_MIXED = re.compile(r"[\u4E00-\u9FFF\u3040-\u309F\u30A0-\u30FF\uFF00-\uFFEF]|[0-9]+|[a-zA-Z]+'*[a-z]*")
"""What is a word where there are no blanks: a letter of Chinese or Japanese, digits, Latin letters."""


def pier(
    reference: str | list[str] | None = None,
    hypothesis: str | list[str] | None = None,
    reference_transform: Any = wer_default,
    hypothesis_transform: Any = wer_default,
    truth: str | list[str] | None = None,
    truth_transform: Any = None,
    scd_language: str | None = None,
    split_hyphen: bool = False,
) -> dict[str, dict[str, float]]:
    """The counts and error rates, in percent, of words of interest and of the other words.

    >>> pier("das mit den <tag bots> glaube ich", "das mit den pots glaub ich")["poi"]
    {'PIER': 100.0, 'insertions': 0, 'deletions': 0, 'substitutions': 1, 'hits': 0, 'poiWords': 1}
    """
    if truth is not None and reference is not None:
        raise ValueError("cannot give `reference` and `truth`")
    reference = truth if reference is None else reference
    reference_transform = reference_transform if truth_transform is None else truth_transform
    if reference is None or hypothesis is None:
        raise ValueError("detected default values for reference or hypothesis arguments, please provide actual strings")
    refs = [reference] if isinstance(reference, str) else reference
    hyps = [hypothesis] if isinstance(hypothesis, str) else hypothesis
    if not all(refs):
        raise ValueError("one or more references are empty strings")
    plain = [TAG.sub(r"\1", ref) for ref in refs]
    if split_hyphen:
        plain = [ref.replace("-", " ") for ref in plain]
    output = process_words(plain, hyps, reference_transform, hypothesis_transform)
    if not all(output.references):
        raise ValueError("one or more references are empty after their transformation")
    counts = {"poi": [0, 0, 0, 0], "rest": [0, 0, 0, 0]}
    for ref, text, steps in zip(refs, plain, output.alignments, strict=True):
        places = _places(ref, scd_language, split_hyphen)
        if all(places):
            for name, of_kind in zip(counts, places, strict=True):
                _count(counts[name], steps, of_kind, len(text.split()))
    return {name: _rated(name, of_kind) for name, of_kind in counts.items()}


def _places(ref: str, language: str | None, split_hyphen: bool) -> tuple[Sequence[int], Sequence[int]]:
    """The places of the words of interest in a text, and those of the others."""
    if language is not None:
        if "<tag" in ref.split():
            raise ValueError(
                f"Your REF file contains tagged words '<tag', you also set scd_language to {language}. Choose one"
            )
        flags = list(_latin(ref, language))
        ref = " ".join(f"<tag {word}>" if flag else word for word, flag in flags)
    if split_hyphen:
        ref = ref.replace("-", " ")
    spans, size = tagged_spans(ref)
    inside = [place for first, last in spans for place in range(first, last + 1)]
    held = set(inside)
    return inside, [place for place in range(size) if place not in held]


def _latin(ref: str, language: str) -> Iterator[tuple[str, bool]]:
    """The words of a text, and whether each is of interest: one with Latin letters; for eng, one with others."""
    words = _MIXED.findall(ref) if language in ("cmn", "jap") else ref.split()
    if any(word.isdecimal() for word in words) and language in ("cmn", "jap"):
        raise ValueError(f"numbers in digits in {ref!r}: PIER spells them in English; expected words")
    flags = [_LATIN.match(word) is not None for word in words]
    if all(flags) or not any(flags):
        flags = [False] * len(words)
    elif language == "eng":
        flags = [_ENGLISH.match(word) is None for word in words]
    return zip(words, flags, strict=True)


def _count(counts: list[int], steps: Sequence[AlignmentChunk], places: Sequence[int], size: int) -> None:
    """Adds the hits, substitutions, deletions and insertions at some places of a text of so many words."""
    held: Collection[int] = set(places)
    wrong = Counter[str]()
    for step in steps:
        if step.type == "insert":
            begin = step.ref_start_idx
            if begin in held or (begin >= size and places[-1] == size - 1):
                wrong["insert"] += step.hyp_end_idx - step.hyp_start_idx
        elif step.type != "equal":
            wrong[step.type] += sum(place in held for place in range(step.ref_start_idx, step.ref_end_idx))
    counts[0] += len(places) - wrong["substitute"] - wrong["delete"]
    for place, kind in enumerate(("substitute", "delete", "insert"), 1):
        counts[place] += wrong[kind]


def _rated(name: str, counts: Sequence[int]) -> dict[str, float]:
    hits, substitutions, deletions, insertions = counts
    words = hits + substitutions + deletions
    return {
        "PIER": (insertions + deletions + substitutions) / words * 100 if words else 0.0,
        "insertions": insertions,
        "deletions": deletions,
        "substitutions": substitutions,
        "hits": hits,
        "poiWords" if name == "poi" else "otherWords": words,
    }
