"""A sample: some pairs of texts of a score, chosen by their errors, which can be scored again after a change."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import mul

from ... import core
from ...formats.values import dataclass, replace
from ..common.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

_MARKS = frozenset("{};\\(*")
_FEW = 3


@dataclass(frozen=True, slots=True)
class Pairing:
    """The references of all pairs, and the places of the sampled ones among them."""

    places: Sequence[int]
    size: int
    reference: Callable[[int], str]
    timed: bool = False
    """Whether times paired them, not lines or ids."""


class Side:
    """The texts of one side, and their words, which are looked at when a cause needs them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    @cached_property
    def words_of_texts(self) -> list[list[str]]:
        """The words of each text in lower case."""
        return [text.casefold().split() for text in self.texts]

    @cached_property
    def words(self) -> Counter[str]:
        """All words in lower case, with their numbers."""
        return Counter("\n".join(self.texts).casefold().split())


class Sample:
    """Pairs of plain texts, and how an estimate for the whole follows from them.

    >>> from scorelite.scoring.common.settings import Settings
    >>> sample = Sample(["a b", "c"], ["a x", "c"], Settings(), 1 / 3)
    >>> sample.estimate(["a b", "c"], ["a b", "d"])
    (0.3333333333333333, 1.0)
    """

    MEASURE: ClassVar[str] = "the rate"
    """What a sentence calls the number that a cause moves."""

    def __init__(
        self,
        refs: Sequence[str],
        hyps: Sequence[str],
        settings: Settings,
        rate: float,
        *,
        whole: bool = True,
        exact: bool = True,
        pairing: Pairing | None = None,
        long: tuple[str, str] | None = None,
        rate_after: Callable[[Sequence[str]], float | None] | None = None,
    ) -> None:
        self.refs = refs
        self.hyps = hyps
        self._of_sides = Side(refs), Side(hyps)
        self.settings = replace(settings, normalise=None, markup=False)
        self.chain = settings.chain
        """What changed the texts already."""
        self.rate = rate
        self.pairing = pairing
        self.long = long
        """Both texts of the longest pair, of which the sample has pieces alone."""
        self.rate_after = rate_after
        """The rate of the score after normalisers, where other words are paired then, as of other speakers."""
        self.is_whole = whole
        """Whether all pairs are here."""
        self.is_exact = whole and exact
        """Whether rates are those of the whole, and not estimates: normalisers leave marks, which the sample lacks."""
        self._drawn: tuple[Sequence[float], float] | None = None

    @property
    def sides(self) -> tuple[Sequence[str], Sequence[str]]:
        """References and hypotheses."""
        return self.refs, self.hyps

    def with_side(self, place: int, texts: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
        """References and hypotheses, with other texts of one side."""
        return (self.refs, texts) if place else (texts, self.hyps)

    @cached_property
    def odd_letters(self) -> frozenset[str]:
        """Letters of either side beyond those of plain English without punctuation."""
        return frozenset("".join(map("".join, self.sides)).translate(_WITHOUT_PLAIN))

    @property
    def texts_in_words(self) -> tuple[list[list[str]], list[list[str]]]:
        """The words of each text in lower case."""
        refs, hyps = (side.words_of_texts for side in self._of_sides)
        return refs, hyps

    @property
    def words(self) -> tuple[Counter[str], Counter[str]]:
        """The words of each side in lower case, with their numbers."""
        refs, hyps = (side.words for side in self._of_sides)
        return refs, hyps

    @cached_property
    def tally(self) -> tuple[Mapping[tuple[str, str], int], Mapping[str, int], Mapping[str, int]]:
        """How often words in lower case were confused, inserted and deleted, of equal pairs of texts in one of them."""
        distinct = dict.fromkeys(zip(*([text.casefold() for text in side] for side in self.sides), strict=True))
        refs, hyps = (core.texts([pair[side] for pair in distinct]) for side in (0, 1))
        batch = core.align(self.settings.rules(), refs, hyps, 1)
        pairs, *lone = batch.tally(array("q", range(len(distinct))).tobytes())
        inserted, deleted = (Counter({_decoded(word): number for word, number in words.items()}) for words in lone)
        return {(_decoded(ref), _decoded(hyp)): number for (ref, hyp), number in pairs.items()}, inserted, deleted

    @cached_property
    def rows(self) -> list[tuple[int, int]]:
        """Errors and reference words of each pair."""
        return self.rows_of(self.refs, self.hyps)

    def rows_of(
        self, refs: Sequence[str], hyps: Sequence[str], settings: Settings | None = None
    ) -> list[tuple[int, int]]:
        """Errors and reference words of other pairs."""
        rows = (settings or self.settings).counts(list(refs), list(hyps))
        return [(wrong + lost + more, right + wrong + lost) for right, wrong, lost, more in rows]

    def _weights(self) -> tuple[Sequence[float], float]:
        """The errors for which one of each pair stands, and their scale: pairs are drawn by their errors."""
        if self._drawn is None:
            if self.is_whole:
                self._drawn = [1.0] * len(self.rows), 1.0
            else:
                words = sum([size for _, size in self.rows])
                weights = [1 / errors if errors else 0.0 for errors, _ in self.rows]
                self._drawn = weights, self.rate * words / (len(self.rows) or 1)
        return self._drawn

    def _weighted(self, errors: Iterable[int]) -> float:
        return float(sum(map(mul, errors, self._weights()[0])))

    def estimate(
        self, refs: Sequence[str], hyps: Sequence[str], settings: Settings | None = None
    ) -> tuple[float, float]:
        """The rate of the whole and its errors, from other texts of the pairs, or from other settings."""
        rows = self.rows_of(refs, hyps, settings)
        words, errors = sum([size for _, size in rows]), self._weighted([errors for errors, _ in rows])
        return self._weights()[1] * errors / words if words else self.rate, errors

    @cached_property
    def errors(self) -> float:
        """The errors of the pairs as `estimate` counts them."""
        return self._weighted([errors for errors, _ in self.rows])

    @cached_property
    def longer_texts(self) -> float:
        """The words of the longer text of each pair, counted as errors are."""
        return self._weighted([max(map(len, pair)) for pair in zip(*self.texts_in_words, strict=True)])

    def part(self, rows: Sequence[int]) -> float:
        """The part of all pairs with errors that these are; those with many errors were drawn more often."""
        weights, _ = self._weights()
        return sum(map(weights.__getitem__, rows)) / (sum(weights) or 1)

    def share(self, numbers: Sequence[int]) -> float:
        """The part of the errors that is there if each pair has so many words with errors at most."""
        if self.settings.unit == "character":
            numbers = [row[0] if number else 0 for number, row in zip(numbers, self.rows, strict=True)]
        errors = self._weighted([min(number, row[0]) for number, row in zip(numbers, self.rows, strict=True)])
        return errors / self.errors if errors else 0.0

    def changed(self, refs: Sequence[str], hyps: Sequence[str], rate: float) -> Sample:
        """The sample after a change of its texts, which brought the whole to this rate."""
        sample = Sample(refs, hyps, self.settings, rate, whole=self.is_whole, pairing=self.pairing, long=self.long)
        sample.chain = self.chain
        sample._drawn = self._weights()
        refs_of_sample, hyps_of_sample = (
            before if before.texts == after.texts else after
            for before, after in zip(self._of_sides, sample._of_sides, strict=True)
        )
        sample._of_sides = refs_of_sample, hyps_of_sample
        return sample


def _decoded(word: bytes) -> str:
    return word.decode("utf-8", "surrogateescape")


_WITHOUT_PLAIN = str.maketrans("", "", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ \n\t'")


def repeats_at_once(words: Sequence[str]) -> bool:
    """Whether a word, or a few, are followed by themselves.

    >>> repeats_at_once("a good a good day".split()), repeats_at_once("a good and a bad day".split())
    (True, False)
    """
    return len({*words}) < len(words) and any(
        words[place : place + size] == words[place + size : place + 2 * size]
        for size in range(1, _FEW + 1)
        for place in range(len(words) - 2 * size + 1)
    )


def has_marks(text: str) -> bool:
    """Whether a text has a letter that sclite's grammar may read as a mark."""
    return not _MARKS.isdisjoint(text)
