"""Words and pairs of words of fstalign: how often each one is correct, inserted, deleted, and said for another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from .numbers import percent
from .path import DELETED, INSERTED, Stretch

if TYPE_CHECKING:
    from .path import Pair
    from .rates import Json

__all__: list[str] = []

_NO_WORDS = (INSERTED, DELETED, "<eps>", "___")


class Grams:
    """The counts of each word, or of each two words behind each other."""

    def __init__(self) -> None:
        self._correct: Counter[str] = Counter()
        self._inserted: Counter[str] = Counter()
        self._deleted: Counter[str] = Counter()
        self._heard: Counter[str] = Counter()
        """Substitutions by the word of the hypothesis."""
        self._told: Counter[str] = Counter()
        """Substitutions by the word of the reference."""

    def add(self, ref: str, hyp: str) -> None:
        """Counts a step."""
        if ref == hyp:
            self._correct[ref] += 1
        elif _are_words(ref) and _are_words(hyp):
            self._told[ref] += 1
            self._heard[hyp] += 1
        if DELETED in hyp:
            self._deleted[ref] += 1
        if INSERTED in ref:
            self._inserted[hyp] += 1

    def members(self, least: int) -> Json:
        """The counts in JSON, of those with at least so many."""
        made = {}
        columns = (self._correct, self._inserted, self._deleted, self._heard, self._told)
        for words in {word for column in columns for word in column if _are_words(word)}:
            correct, inserted, deleted, heard, told = (column[words] for column in columns)
            if correct + inserted + deleted + heard + told >= least:
                made[words] = {
                    "correct": correct,
                    "insertions": inserted,
                    "deletions": deleted,
                    "substitutions_fp": heard,
                    "substitutions_fn": told,
                    "precision": percent(correct, correct + inserted + heard),
                    "recall": percent(correct, correct + deleted + told),
                }
        return made


def _are_words(text: str) -> bool:
    return not any(sign in text for sign in _NO_WORDS)


def unigrams(stretches: Sequence[Stretch]) -> Grams:
    """The counts of single words."""
    grams = Grams()
    for stretch in stretches:
        for ref, hyp in stretch.pairs:
            grams.add(ref, hyp)
    return grams


def bigrams(stretches: Sequence[Stretch]) -> Grams:
    """The counts of two words behind each other, on the same two steps."""
    grams = Grams()
    for (ref, hyp), (next_ref, next_hyp) in pairwise(_flat(stretches)):
        grams.add(f"{ref} {next_ref}", f"{hyp} {next_hyp}")
    return grams


def _flat(stretches: Iterable[Stretch]) -> Iterator[Pair]:
    for stretch in stretches:
        yield from stretch.pairs
