"""Rates of Arabic diacritics on words whose letters are right: harakat, tanween, shadda and sukun.

Words are aligned without diacritics. Only correct words are looked at: the marks of wrong letters cannot be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from ...formats.errors import quantity
from ...formats.values import dataclass
from ..common.counts import percent
from ..common.results import Immutable
from ..words.api import score
from .analysis import Analysis
from .as_written import written_texts
from .breakdown import Breakdown, column, signed, united
from .steps import CORRECT, DELETION, INSERTION, Steps
from .tally import Tally

if TYPE_CHECKING:
    from ..common.arrow import Column
    from ..words.result import Result
    from .steps import Integers

MARKS = "\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652"
_WITHOUT = str.maketrans("", "", MARKS)
ROWS = ("letters", "letters with marks", "words")
ENDS = ("with endings", "without endings")


@dataclass(frozen=True, slots=True)
class DiacriticRow(Immutable):
    """Letters or words, and how many of them have other marks; without endings, last letters are left out."""

    name: str
    total: int = 0
    wrong: int = 0

    def __add__(self, other: DiacriticRow) -> DiacriticRow:
        return DiacriticRow(self.name, self.total + other.total, self.wrong + other.wrong)

    @property
    def rate(self) -> float | None:
        """The share that has other marks; None of none."""
        return self.wrong / self.total if self.total else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diacritics(Breakdown):
    """Rates of diacritics of letters (DER) and of words (WER), with case endings and without.

    >>> import scorelite
    >>> diacritics = scorelite.score(["كَتَبَ"], ["كَتَبُ"]).diacritics()
    >>> diacritics["letters, with endings"].wrong, diacritics["letters, without endings"].rate
    (1, 0.0)
    """

    TITLE: ClassVar[str] = "Diacritics of words whose letters are right"
    NAME: ClassVar[str] = "diacritics"

    rows: tuple[DiacriticRow, ...]
    correct: int
    """Words whose letters are right."""
    words: int
    """Words of the references."""

    def __getitem__(self, name: str) -> DiacriticRow:
        """The row of a name, such as `letters, with endings`."""
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Rates and counts."""
        rows = [(row.name, percent(row.rate), f"{row.wrong:,}", f"{row.total:,}") for row in self.rows]
        return ("", "rate", "wrong", "of"), rows

    def columns(self) -> Mapping[str, Column]:
        """Rates and counts."""
        return {
            "what": column("text", self.rows, "name"),
            "rate": column("number", self.rows, "rate"),
            **{name: column("integer", self.rows, name) for name in ("wrong", "total")},
        }

    def facts(self) -> Mapping[str, Any]:
        """How many words were looked at."""
        return {"correct_words": self.correct, "reference_words": self.words}

    def notes(self) -> Iterable[str]:
        """How many words were looked at."""
        yield f"right letters: {self.correct:,} of {quantity(self.words, 'word')}"

    def _added(self, other: Diacritics) -> Diacritics:
        return Diacritics(
            signature=self.signature,
            rows=united(self.rows, other.rows),
            correct=self.correct + other.correct,
            words=self.words + other.words,
        )


def diacritics(result: Result) -> Diacritics:
    """The rates of diacritics in the texts of a result before normalisation."""
    pairs = _pairs(result)
    different, times = np.unique(pairs.keys, return_counts=True)
    return Diacritics(
        signature=signed(result, "diacritics"),
        rows=tuple(
            DiacriticRow(name, int(total @ times), int(wrong @ times))
            for name, total, wrong in _rows(pairs.spelt, different)
        ),
        correct=len(pairs.keys),
        words=pairs.words,
    )


def tallies(steps: Steps, _: Any) -> Iterator[Tally]:
    """The letters or words of each utterance, and how many of them have other marks."""
    pairs = _pairs(steps.result)
    different, places = np.unique(pairs.keys, return_inverse=True)
    for name, total, wrong in _rows(pairs.spelt, different):
        sums = (np.bincount(pairs.utterances, part[places], len(steps.result)) for part in (wrong, total))
        yield Tally(name, tuple(part.astype(np.int64) for part in sums))


class _Pairs(NamedTuple):
    """The pairs of words whose letters are right."""

    spelt: Sequence[str]
    """The different words."""
    keys: Integers
    """The words of both sides of each pair, as one number."""
    utterances: Integers
    words: int
    """Words of the references."""


def _pairs(result: Result) -> _Pairs:
    """The pairs of words in the texts of a result before normalisation."""
    sides = [
        [[word for word in text.split() if word.translate(_WITHOUT)] for text in side] for side in written_texts(result)
    ]
    bare = [[" ".join(words).translate(_WITHOUT) for words in side] for side in sides]
    steps = Steps(score(*bare, policy=result.settings.policy))
    numbers: dict[str, int] = {}
    for side in sides:
        for words in side:
            for word in words:
                numbers.setdefault(word, len(numbers))
    right = steps.where(CORRECT)
    keys = np.zeros(int(right.sum()), np.int64)
    for side, lacking in zip(sides, (INSERTION, DELETION), strict=True):
        there = ~steps.where(lacking)
        said = np.array([numbers[word] for words in side for word in words], np.int64)
        keys = keys * len(numbers) + said[right[there]]
    return _Pairs(list(numbers), keys, steps.utterance[right], sum(map(len, sides[0])))


def _rows(words: Sequence[str], keys: Integers) -> Iterator[tuple[str, Integers, Integers]]:
    """Each row with its letters or words in each pair, and how many of them have other marks."""
    sums = {(what, ends): np.zeros((2, len(keys)), np.int64) for ends in ENDS for what in ROWS}
    for place, key in enumerate(keys.tolist()):
        ref, hyp = (_marks_of(words[number]) for number in divmod(key, len(words)))
        for ends, last in zip(ENDS, (None, -1), strict=True):
            pairs = list(zip(ref, hyp, strict=True))[:last]
            wrong = [first != other for first, other in pairs]
            marked = [differs for (first, _), differs in zip(pairs, wrong, strict=True) if first]
            for what, flags in zip(ROWS, (wrong, marked, [any(wrong)]), strict=True):
                sums[what, ends][:, place] = len(flags), sum(flags)
    for (what, ends), (total, wrong_ones) in sums.items():
        yield f"{what}, {ends}", total, wrong_ones


def _marks_of(word: str) -> list[frozenset[str]]:
    """The marks of each letter of a word, in any order; marks before the first letter belong to none.

    >>> [len(marks) for marks in _marks_of("كَتَّب")]
    [1, 2, 0]
    """
    letters: list[set[str]] = []
    for letter in word:
        if letter not in MARKS:
            letters.append(set())
        elif letters:
            letters[-1].add(letter)
    return list(map(frozenset, letters))


DIACRITICS = Analysis(
    name="diacritics",
    title=Diacritics.TITLE,
    summary="rates of Arabic diacritics of words whose letters are right, by letter and by word",
    make=lambda steps, _: diacritics(steps.result),
    by_utterance=tallies,
)
