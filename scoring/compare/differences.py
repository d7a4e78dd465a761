"""Utterances, speakers and pairs of words in which two results differ; each is made when it is looked at."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import compress, repeat, starmap
from typing import TYPE_CHECKING

from ... import core
from ...formats.values import dataclass
from ..common.counts import Counts
from ..common.paired_names import Matched, matched
from .alignments import HYP_WORDS, REF_WORDS, Aligned, Alignments, WordPair
from .scores import NOW, SAVED, CountTable, Scores

# Utterances whose names and texts are made at once.
_BLOCK = 4096
# What utterances with equal hypotheses have as differences.
_EQUAL_HYPOTHESES = bytes(number for number in range(256) if not number & HYP_WORDS)

if TYPE_CHECKING:
    from typing import TypeVar, overload

    One = TypeVar("One")
    Word = TypeVar("Word")


@dataclass(frozen=True, slots=True)
class UtteranceDifference:
    """An utterance in which two results differ; None for a result without it."""

    id: str
    a: Counts | None
    b: Counts | None
    ref: str | None = None
    hyp_a: str | None = None
    hyp_b: str | None = None

    @property
    def more(self) -> int:
        """Errors of the second result less those of the first."""
        return (self.b.errors if self.b else 0) - (self.a.errors if self.a else 0)


@dataclass(frozen=True, slots=True)
class WordDifference:
    """A pair of words with different frequencies in two results; None is no word."""

    ref: str | None
    hyp: str | None
    a: int
    b: int


class _Listed(Sequence["One"]):
    """A sequence that makes the items of a range of places."""

    __slots__ = ()

    def _made(self, places: range) -> Iterator[One]:
        raise NotImplementedError

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> One: ...

        @overload
        def __getitem__(self, index: slice) -> tuple[One, ...]: ...

    def __getitem__(self, index: int | slice) -> One | tuple[One, ...]:
        places = range(len(self))[index]
        if isinstance(places, range):
            return tuple(self._made(places))
        return next(self._made(range(places, places + 1)))

    def __iter__(self) -> Iterator[One]:
        return self._made(range(len(self)))

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, (_Listed, tuple)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))


class UtteranceDifferences(_Listed[UtteranceDifference]):
    """Differing utterances, sorted by the increase of errors, the largest first."""

    __slots__ = ("_both", "_counts", "_order", "_steps", "one_sided", "other_references", "other_words")

    def __init__(
        self,
        counts: tuple[CountTable, CountTable],
        both: Matched,
        order: array[int],
        steps: tuple[Alignments | None, Alignments | None] = (None, None),
        other_words: int = 0,
        other_references: Sequence[str] = (),
    ) -> None:
        self._counts = counts
        self._both = both
        self._order = order
        self._steps = steps
        self.other_words = other_words
        """The number of utterances in which the hypotheses have other words."""
        self.other_references = other_references
        """The names of the utterances in which other words of the reference were aligned."""
        self.one_sided = not both.alike
        """Whether some utterances are in one result alone."""

    def __len__(self) -> int:
        return len(self._order)

    @property
    def names(self) -> list[str]:
        """The names of all."""
        return self._both.names.taken(self._order)

    def _made(self, places: range) -> Iterator[UtteranceDifference]:
        for begin in range(0, len(places), _BLOCK):
            yield from self._some(array("q", [self._order[place] for place in places[begin : begin + _BLOCK]]))

    def _some(self, chosen: array[int]) -> Iterator[UtteranceDifference]:
        """The utterances at these places among all."""
        names = self._both.names.taken(chosen)
        sides = [array("q", map(column.__getitem__, chosen)) for column in (self._both.first, self._both.second)]
        a, b = (map(table.at, side) for table, side in zip(self._counts, sides, strict=True))
        texts = [_texts(steps, names, side) for steps, side in zip(self._steps, sides, strict=True)]
        for name, before, after, in_first, in_second in zip(names, a, b, *texts, strict=True):
            yield UtteranceDifference(name, before, after, in_first[0] or in_second[0], in_first[1], in_second[1])


def _texts(
    steps: Alignments | None, names: Sequence[str], places: array[int]
) -> Iterator[tuple[str | None, str | None]]:
    """The texts of both sides of these utterances; None for an utterance without."""
    if steps is None:
        return repeat((None, None), len(names))
    if isinstance(steps, Aligned):
        present = [place >= 0 for place in places]
        shown = steps.texts_at(array("q", compress(places, present)))
    else:
        present = [name in steps for name in names]
        shown = steps.texts(compress(names, present))
    return (next(shown) if is_present else (None, None) for is_present in present)


class WordDifferences(_Listed[WordDifference]):
    """Pairs of words that are wrong more often in one result, sorted by the increase, the largest first.

    `rows` are four numbers a pair: the places of both words, -1 for no word, and how often they are wrong in either.
    """

    __slots__ = ("_order", "_rows", "_words")

    def __init__(self, words: list[str], rows: array[int]) -> None:
        self._words = words
        self._rows = rows
        self._order: array[int] | None = None

    def __len__(self) -> int:
        return len(self._rows) // 4

    def _made(self, places: range) -> Iterator[WordDifference]:
        return starmap(WordDifference, self._rows_of(places, [*self._words, None]))

    def rows(self, write: Callable[[str | None], str]) -> Iterator[tuple[str, str, int, int]]:
        """All pairs with their frequencies, words as `write` writes them; it is called once for each word."""
        return self._rows_of(range(len(self)), [write(word) for word in (*self._words, None)])

    def _rows_of(self, places: range, words: Sequence[Word]) -> Iterator[tuple[Word, Word, int, int]]:
        """Words and frequencies of a range of places; no word (-1) is the last one of `words`."""
        rows, order = self._rows, self._sorted(places)
        for place in places:
            row = 4 * order[place]
            yield words[rows[row]], words[rows[row + 1]], rows[row + 2], rows[row + 3]

    def _sorted(self, places: range) -> array[int]:
        """The rows by increase, then by their words; of the first places, only so many where these are few."""
        if self._order is not None:
            return self._order
        few = places.step > 0 and 8 * places.stop < len(self)
        order = array("q", core.first_pairs(self._words, self._rows.tobytes(), places.stop if few else len(self)))
        if not few:
            self._order = order
        return order


def differences(a: Scores, b: Scores) -> tuple[UtteranceDifferences, WordDifferences]:
    """The utterances in which two results differ, and the pairs of words that are wrong more often in one of them."""
    if isinstance(a.steps, Aligned) and isinstance(b.steps, Aligned) and a.utterances and b.utterances:
        counts = CountTable.of(a.utterances), CountTable.of(b.utterances)
        both = matched(counts[0].names, counts[1].names)
        relations, order, words, rows = a.steps.compared(b.steps, both)
        others = len(relations.translate(None, _EQUAL_HYPOTHESES))
        of_refs = array("q", [place for place in order if relations[place] & REF_WORDS])
        refs = both.names.taken(of_refs)
        utterances = UtteranceDifferences(counts, both, order, (a.steps, b.steps), others, refs)
        return utterances, WordDifferences(words, rows)
    utterances = named_differences(a.utterances, b.utterances, a.steps, b.steps)
    return utterances, _words(a, b, utterances)


def named_differences(
    a: Mapping[str, Counts] | None,
    b: Mapping[str, Counts] | None,
    steps_a: Alignments | None = None,
    steps_b: Alignments | None = None,
) -> UtteranceDifferences:
    """The names whose counts or words differ; none if a result knows no counts by name."""
    counts = (CountTable.of(a), CountTable.of(b)) if a is not None and b is not None else (CountTable.of({}),) * 2
    both = matched(counts[0].names, counts[1].names)
    wrong, others, less = [], 0, []
    refs: list[str] = []
    for place, name in enumerate(both.names):
        before, after = counts[0].at(both.first[place]), counts[1].at(both.second[place])
        # Words may differ although counts are equal.
        words = steps_a is not None and steps_b is not None and name in steps_a and name in steps_b
        same = not words or steps_a.same_words(steps_b, name)  # type: ignore[union-attr, arg-type]
        if not same:
            texts = steps_a.text(name), steps_b.text(name)  # type: ignore[union-attr]
            others += texts[0][1] != texts[1][1]
            refs += [name] * (texts[0][0] != texts[1][0])
        if not same or before != after:
            wrong.append(place)
        less.append((before.errors if before else 0) - (after.errors if after else 0))
    order = array("q", sorted(wrong, key=less.__getitem__))
    return UtteranceDifferences(counts, both, order, (steps_a, steps_b), others, refs)


def _words(a: Scores, b: Scores, utterances: UtteranceDifferences) -> WordDifferences:
    """Wrong pairs of words of different frequency."""
    left: Mapping[WordPair, int] | None
    right: Mapping[WordPair, int] | None
    of_one_kind = a.kind == b.kind or {a.kind, b.kind} == {NOW, SAVED}
    if a.steps is not None and b.steps is not None and of_one_kind and a.policy == b.policy:
        # Equal utterances have equal alignments.
        left, right = (
            scores.steps.wrong_pairs([name for name in utterances.names if name in scores.steps])
            for scores in (a, b)
            if scores.steps is not None
        )
    else:
        left, right = a.pairs(), b.pairs()
    if left is None or right is None:
        return WordDifferences([], array("i"))
    places: dict[str | None, int] = {None: -1}
    rows = array("i")
    for pair in dict.fromkeys([*left, *right]):
        if left.get(pair, 0) != right.get(pair, 0) and pair[0] != pair[1]:
            ref, hyp = (places.setdefault(word, len(places) - 1) for word in pair)
            rows.extend((ref, hyp, left.get(pair, 0), right.get(pair, 0)))
    return WordDifferences([word for word in places if word is not None], rows)
