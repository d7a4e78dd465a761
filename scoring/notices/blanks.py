"""Words that both sides have with other blanks: ice cream and icecream, spacing of Korean."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ... import core
from ...formats.errors import arguments_in, short
from ..common.tie_policy import KALDI_ALIGN
from .cause import Attempt
from .sample import Sample

# Longer words are none that another writing divides.
_LONGEST = 60


def other_blanks(sample: Sample) -> Iterator[Attempt]:
    """The attempt with the blanks of the reference wherever both sides have the same letters."""
    if sample.settings.unit == "character" or not any(
        _is_divided(words.keys() - others.keys(), others) for words, others in (sample.words, sample.words[::-1])
    ):
        return
    hyps: list[str] = []
    example = ("", "")
    for ref, hyp in zip(*sample.sides, strict=True):
        text, found = _respaced(ref.split(), hyp.split(), case_sensitive=sample.settings.case_sensitive)
        hyps.append(text)
        example = example if example[0] else found
    if not example[0]:
        return
    shown = " and ".join(repr(short(words)) for words in example)
    yield Attempt(
        f"with the same blanks on both sides, as in {shown},",
        texts=(sample.refs, hyps),
        advice=arguments_in("unit='character' (-c) compares characters without blanks"),
        alone=True,
    )


def _is_divided(words: Collection[str], others: Collection[str]) -> bool:
    """Whether one of the words is two of the others."""
    return any(
        word[:at] in others and word[at:] in others
        for word in words
        if len(word) <= _LONGEST
        for at in range(1, len(word))
    )


def _respaced(ref: Sequence[str], hyp: Sequence[str], *, case_sensitive: bool) -> tuple[str, tuple[str, str]]:
    """The words of a hypothesis as the reference divides them, and an example of words that it divides otherwise."""
    sides = [[word if case_sensitive else word.lower() for word in side] for side in (ref, hyp)]
    if sides[0] == sides[1]:
        return " ".join(hyp), ("", "")
    words: list[str] = []
    example = ("", "")
    i = j = 0
    for rows, columns in core.steps(sides[0], sides[1], KALDI_ALIGN.whole_costs, KALDI_ALIGN.ties, True):
        is_compound = rows + columns > 2
        words += ref[i : i + rows] if is_compound else hyp[j : j + columns]
        if is_compound:
            example = " ".join(ref[i : i + rows]), " ".join(hyp[j : j + columns])
        i += rows
        j += columns
    return " ".join(words), example
