"""Rates of Arabic diacritics on words whose letters are right: harakat, tanween, shadda and sukun.

Words are aligned without diacritics, tatweel and signs such as full stops. Only correct words are looked at: the marks
of wrong letters cannot be compared. As in Fadel's script, letters are those of Arabic, and words have at least one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from ...formats.errors import quantity
from ...formats.values import dataclass
from ..common.analyses import BY_NAME
from ..common.counts import percent
from ..words.api import score_texts
from .analysis import Analysis
from .as_written import as_written
from .breakdown import Breakdown, SummedRow, signed
from .letters import code_points, script_of
from .spec import Spec, with_commas
from .steps import CORRECT, DELETION, INSERTION, Steps
from .tally import rows_of, tally_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..common.arrays import Integers, Mask
    from ..words.result import Result
    from .tally import Tally

MARKS = "\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652"
_TATWEEL = "\u0640"
"""It stretches the letter before it."""
_BITS = np.append(1 << np.arange(len(MARKS)), 0)
"""A bit for each mark, which are neighbours in Unicode, and none for the letter after them."""
ENDS = ("with endings", "without endings")


@dataclass(frozen=True, slots=True)
class DiacriticRow(SummedRow):
    """Letters or words, and the number with wrong diacritics; without endings, last letters are left out."""

    name: str
    total: int = 0
    wrong: int = 0

    @property
    def rate(self) -> float | None:
        """The share with wrong diacritics; None without any."""
        return self.wrong / self.total if self.total else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diacritics(Breakdown):
    """Diacritic error rates of letters (DER) and words (WER), with and without case endings.

    >>> import scorelite
    >>> diacritics = scorelite.score(["كَتَبَ"], ["كَتَبُ"]).diacritics()
    >>> diacritics["letters, with endings"].wrong, diacritics["letters, without endings"].rate
    (1, 0.0)
    """

    TITLE: ClassVar[str] = "Diacritics of words whose letters are right"
    NAME: ClassVar[str] = "diacritics"
    SPEC: ClassVar[Spec] = Spec(
        name="what",
        columns={"text": ["what"], "number": ["rate"], "integer": ["wrong", "total"]},
        table={"rate": ("rate", percent), "wrong": ("wrong", with_commas), "of": ("total", with_commas)},
        adds=("correct", "words"),
    )

    rows: tuple[DiacriticRow, ...]
    correct: int
    """Arabic words whose letters are right."""
    words: int
    """Arabic words of the references."""

    def facts(self) -> Mapping[str, Any]:
        """The number of words compared."""
        return {"correct_words": self.correct, "reference_words": self.words}

    def notes(self) -> Iterable[str]:
        """The number of words compared."""
        yield f"right letters: {self.correct:,} of {quantity(self.words, 'Arabic word')}"


def diacritics(result: Result, steps: Steps | None = None) -> Diacritics:
    """The rates of diacritics in the texts of a result before normalisation."""
    pairs = _pairs(steps or Steps(result))
    return Diacritics(
        signature=signed(result, "diacritics"),
        rows=rows_of(DiacriticRow, _tallies(pairs, len(result))),
        correct=len(pairs.places),
        words=pairs.words,
    )


def _tallies(pairs: _Pairs, size: int) -> Iterator[Tally]:
    """The letters or words of each utterance, and how many of them have other marks."""
    for name, total, wrong in _rows(pairs.refs, pairs.hyps):
        there = np.flatnonzero(total[pairs.places])
        places = pairs.places[there]
        yield tally_of(name, pairs.utterances[there], {"wrong": wrong[places], "total": total[places]}, size)


class _Pairs(NamedTuple):
    """The pairs of Arabic words whose letters are right."""

    refs: Sequence[str]
    """The words of the references of different pairs."""
    hyps: Sequence[str]
    places: Integers
    """Of each pair of the alignment, its place among the different ones."""
    utterances: Integers
    words: int
    """Arabic words of the references."""


def _pairs(steps: Steps) -> _Pairs:
    """The pairs of Arabic words in the texts before normalisation."""
    written = as_written(steps)
    nothing = np.zeros(0, np.int64)
    if not any(map(_is_arabic, written.letters)):
        return _Pairs((), (), nothing, nothing, 0)
    spelt = written.steps(case_sensitive=False)
    is_cut_alike = "\n".join(spelt.words).split() == spelt.words
    is_bare = not any(map(_is_sign, written.letters))
    if is_cut_alike and is_bare:
        return _unmarked(spelt)
    sides: Sequence[Sequence[str]] = written.sides
    if not is_cut_alike:  # white space that ends no word of a score
        sides = [[" ".join(text.split()) for text in side] for side in sides]
        spelt = Steps(score_texts(*sides, policy=steps.result.settings.policy))
        if is_bare:
            return _unmarked(spelt)
    aligned = Steps(score_texts(*map(_bare, sides), policy=steps.result.settings.policy))
    has_letters = np.array([word != "" for word in _bare(spelt.words)], np.bool_)
    said = [spelt.said(side) for side in ("ref", "hyp")]
    said = [numbers[has_letters[numbers]] for numbers in said]
    right = aligned.where(CORRECT)
    keys = np.zeros(int(right.sum()), np.int64)
    for numbers, lacking in zip(said, (INSERTION, DELETION), strict=True):
        keys = keys * len(spelt.words) + numbers[right[~aligned.where(lacking)]]
    used, places = np.unique(keys, return_inverse=True)
    places = places.reshape(-1)
    both = [divmod(key, len(spelt.words)) for key in used.tolist()]
    refs, hyps = ([spelt.words[pair[side]] for pair in both] for side in (0, 1))
    arabic = _are_arabic(refs)[places]
    spoken = int(_are_arabic(spelt.words)[said[0]].sum())
    return _Pairs(refs, hyps, places[arabic], aligned.utterance[right][arabic], spoken)


def _unmarked(steps: Steps) -> _Pairs:
    """The pairs of words of texts without diacritics and signs, which are correct words."""
    arabic = _are_arabic(steps.words)
    right = np.flatnonzero(steps.where(CORRECT))
    right = right[arabic[steps.ref[right]]]
    spoken = int(arabic[steps.said("ref")].sum())
    return _Pairs(steps.words, steps.words, steps.ref[right].astype(np.int64), steps.utterance[right], spoken)


def _are_arabic(words: Sequence[str]) -> Mask:
    """Whether words have letters of Arabic."""
    are_arabic: Mask = _marks_of(words)[1] > 0
    return are_arabic


def _bare(texts: Sequence[str]) -> list[str]:
    """Texts without diacritics and signs, all at once."""
    letters = code_points(["\n".join(text.replace("\n", " ") for text in texts)])
    bare: str = letters[~_which(letters, _is_sign)].tobytes().decode("utf-32-le", "surrogatepass")
    return bare.split("\n") if texts else []


def _which(letters: NDArray[np.uint32], test: Callable[[str], bool]) -> Mask:
    """The letters that pass a test, which looks at each different one once."""
    passed = np.zeros(int(letters.max(initial=0)) + 1, np.bool_)
    passed[letters] = True
    used = np.flatnonzero(passed)
    passed[used] = [test(chr(letter)) for letter in used.tolist()]
    return passed[letters]


@cache
def _is_sign(letter: str) -> bool:
    """Whether words are compared without it: a diacritic, the tatweel, or a sign that is neither letter nor digit.

    >>> [letter for letter in "ك\u064eـ.'42é" if _is_sign(letter)] == ["\u064e", "ـ", "."]
    True
    """
    return letter in MARKS or letter == _TATWEEL or (letter != "'" and unicodedata.category(letter)[0] in "PS")


@cache
def _is_arabic(letter: str) -> bool:
    return letter != _TATWEEL and script_of(letter) == "ARABIC"


def _marks_at(letters: NDArray[np.uint32]) -> Integers:
    """The mark that each letter is, as a bit; 0 for others."""
    bits: Integers = _BITS[np.clip(letters.astype(np.int64) - ord(MARKS[0]), -1, len(MARKS))]
    return bits


def _rows(refs: Sequence[str], hyps: Sequence[str]) -> Iterator[tuple[str, Integers, Integers]]:
    """Each row with its letters or words in each pair of words, and how many of them have other marks."""
    (ref, sizes), (hyp, _) = map(_marks_of, (refs, hyps))
    words, wrong, marked = np.repeat(np.arange(len(refs)), sizes), ref != hyp, ref != 0
    inner = np.ones(len(ref), np.bool_)
    inner[np.cumsum(sizes)[sizes > 0] - 1] = False
    for ends, kept in zip(ENDS, (np.ones(len(ref), np.bool_), inner), strict=True):
        of_all, of_wrong, of_marked, of_both = (
            np.bincount(words[mask], minlength=len(refs)).astype(np.int64)
            for mask in (kept, kept & wrong, kept & marked, kept & wrong & marked)
        )
        yield f"letters, {ends}", of_all, of_wrong
        yield f"letters with marks, {ends}", of_marked, of_both
        yield f"words, {ends}", (sizes > 0).astype(np.int64), (of_wrong > 0).astype(np.int64)


def _marks_of(words: Sequence[str]) -> tuple[Integers, Integers]:
    """The marks of each Arabic letter of all words, as bits, and how many each has; marks before them belong to none.

    >>> [column.tolist() for column in _marks_of(["كَتَّب.", "ب", "42"])]
    [[8, 72, 0, 0], [3, 1, 0]]
    """
    word = np.repeat(np.arange(len(words)), np.fromiter(map(len, words), np.int64, len(words)))
    letters = code_points(words)
    bits = _marks_at(letters)
    places = np.flatnonzero(_which(letters, _is_arabic))
    marks = np.flatnonzero(bits)
    before = np.searchsorted(places, marks) - 1
    owned = before >= 0
    owned[owned] = word[places[before[owned]]] == word[marks[owned]]
    of_letters = np.zeros(len(places), np.int64)
    np.bitwise_or.at(of_letters, before[owned], bits[marks[owned]])
    return of_letters, np.bincount(word[places], minlength=len(words)).astype(np.int64)


DIACRITICS = Analysis(
    BY_NAME["diacritics"],
    title=Diacritics.TITLE,
    make=lambda steps, _: diacritics(steps.result, steps),
    by_utterance=lambda steps, _: _tallies(_pairs(steps), len(steps.result)),
)
