"""A sample: some pairs of texts of a score, chosen by their errors, which can be scored again after a change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain

from ...formats.values import dataclass, replace
from ..common.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

SIDES = ("reference", "hypothesis")
_MARKS = frozenset("{};\\(*")


@dataclass(frozen=True, slots=True)
class Pairing:
    """The references of all pairs, and the places of the sampled ones among them."""

    places: Sequence[int]
    size: int
    reference: Callable[[int], str]
    timed: bool = False
    """Whether times paired them, not lines or ids."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The rate of the whole from which a sample was drawn, and what its pairs stand for."""

    rate: float
    words: int
    weights: Sequence[float]
    """Of each pair, one by its errors, since its chance was in proportion to them; empty where all were taken."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The rate of the whole, and its errors, after a change of a sample."""

    rate: float
    errors: float
    """In what the sample counts: its own errors, or parts of those of the whole."""


class Sample:
    """Pairs of plain texts, and how an estimate for the whole follows from them.

    >>> from scorelite.scoring.common.settings import Settings
    >>> sample = Sample(["a b", "c"], ["a x", "c"], Settings(), 1 / 3)
    >>> sample.estimate(["a b", "c"], ["a b", "c"])
    Estimate(rate=0.0, errors=0.0)
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
        pairing: Pairing | None = None,
        long: tuple[str, str] | None = None,
    ) -> None:
        self.refs = refs
        self.hyps = hyps
        self.settings = replace(settings, normalise=None, markup=False)
        self.rate = rate
        self.pairing = pairing
        self.long = long
        """Both texts of the longest pair, of which the sample has pieces alone."""
        self._whole = whole
        self._origin: Drawn | None = None

    @property
    def sides(self) -> tuple[Sequence[str], Sequence[str]]:
        """References and hypotheses."""
        return self.refs, self.hyps

    @property
    def is_whole(self) -> bool:
        """Whether all pairs are here, so that rates are exact."""
        return self._whole

    @cached_property
    def odd_letters(self) -> frozenset[str]:
        """Letters of either side beyond those of plain English without punctuation."""
        return frozenset("".join(map("".join, self.sides)).translate(_WITHOUT_PLAIN))

    @cached_property
    def texts_in_words(self) -> tuple[list[list[str]], list[list[str]]]:
        """The words of each text in lower case."""
        refs, hyps = ([text.casefold().split() for text in side] for side in self.sides)
        return refs, hyps

    @cached_property
    def words(self) -> tuple[Counter[str], Counter[str]]:
        """The words of each side in lower case, with their numbers."""
        refs, hyps = (Counter(chain.from_iterable(texts)) for texts in self.texts_in_words)
        return refs, hyps

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

    def _drawn(self) -> Drawn:
        if self._origin is None:
            weights = () if self._whole else [1 / errors if errors else 0.0 for errors, _ in self.rows]
            self._origin = Drawn(self.rate, sum(size for _, size in self.rows), weights)
        return self._origin

    def estimate(self, refs: Sequence[str], hyps: Sequence[str], settings: Settings | None = None) -> Estimate:
        """The rate of the whole and its errors, from other texts of the pairs, or from other settings."""
        rows = self.rows_of(refs, hyps, settings)
        words, origin = sum(size for _, size in rows), self._drawn()
        if self._whole:
            errors = float(sum(errors for errors, _ in rows))
            return Estimate(errors / words if words else self.rate, errors)
        errors = sum(errors * weight for (errors, _), weight in zip(rows, origin.weights, strict=True))
        return Estimate(origin.rate * errors / len(rows) * origin.words / words if words else self.rate, errors)

    @cached_property
    def errors(self) -> float:
        """The errors of the pairs as `estimate` counts them."""
        return sum(errors * weight for (errors, _), weight in zip(self.rows, self._weights, strict=True))

    @cached_property
    def _weights(self) -> Sequence[float]:
        return self._drawn().weights or [1.0] * len(self.rows)

    @cached_property
    def longer_texts(self) -> float:
        """The words of the longer text of each pair, counted as errors are."""
        sizes = (max(map(len, pair)) for pair in zip(*self.texts_in_words, strict=True))
        return sum(size * weight for size, weight in zip(sizes, self._weights, strict=True))

    def part(self, rows: Sequence[int]) -> float:
        """The part of all pairs with errors that these are; those with many errors were drawn more often."""
        return sum(map(self._weights.__getitem__, rows)) / (sum(self._weights) or 1)

    def share(self, numbers: Sequence[int]) -> float:
        """The part of the errors that is there if each pair has so many at most."""
        errors = sum(
            min(number, row[0]) * weight for number, row, weight in zip(numbers, self.rows, self._weights, strict=True)
        )
        return errors / self.errors if errors else 0.0

    def changed(self, refs: Sequence[str], hyps: Sequence[str], rate: float) -> Sample:
        """The sample after a change of its texts, which brought the whole to this rate."""
        sample = Sample(refs, hyps, self.settings, rate, whole=self._whole, pairing=self.pairing, long=self.long)
        sample._origin = self._drawn()
        return sample


_WITHOUT_PLAIN = str.maketrans("", "", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ \n\t'")


def has_marks(text: str) -> bool:
    """Whether a text has a letter that sclite's grammar may read as a mark."""
    return not _MARKS.isdisjoint(text)
