"""Utterances, speakers and pairs of words in which two results differ; each is made when it is looked at."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat, starmap
from operator import sub
from typing import TypeVar, overload

from scoring.compare.alignments import HYP_WORDS, Aligned, Alignments, WordPair
from scoring.compare.scores import CountTable, Scores, same_names
from scoring.counts import Counts

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


class _Listed(Sequence[One]):
    """A sequence that makes the items of a range of places."""

    __slots__ = ()

    def _made(self, places: range) -> Iterator[One]:
        raise NotImplementedError

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

    __slots__ = ("_counts", "_steps", "names", "one_sided", "other_words")

    def __init__(
        self,
        counts: tuple[Mapping[str, Counts], Mapping[str, Counts]],
        names: Sequence[str],
        steps: tuple[Alignments | None, Alignments | None] = (None, None),
        other_words: int = 0,
    ) -> None:
        self._counts = counts
        self.names = names
        self._steps = steps
        self.other_words = other_words
        """The number of utterances in which the hypotheses have other words."""
        self.one_sided = not same_names(*counts)
        """Whether some utterances are in one result alone."""

    def __len__(self) -> int:
        return len(self.names)

    def _made(self, places: range) -> Iterator[UtteranceDifference]:
        names = [self.names[place] for place in places]
        texts = [_texts(steps, names) for steps in self._steps]
        a, b = self._counts
        for name, one, two in zip(names, *texts, strict=True):
            yield UtteranceDifference(name, a.get(name), b.get(name), one[0] or two[0], one[1], two[1])


def _texts(steps: Alignments | None, names: Sequence[str]) -> Iterator[tuple[str | None, str | None]]:
    """The texts of both sides of these utterances; None for an utterance without."""
    if steps is None:
        return repeat((None, None), len(names))
    names_of_steps = [name for name in names if name in steps]
    known = steps.texts(names_of_steps)
    if len(names_of_steps) == len(names):
        return known
    return (next(known) if name in steps else (None, None) for name in names)


class WordDifferences(_Listed[WordDifference]):
    """Pairs of words that are wrong more often in one result, sorted by the increase, the largest first.

    `rows` are four numbers a pair: the places of both words, -1 for no word, and how often they are wrong in either.
    """

    __slots__ = ("_order", "_rows", "_words")

    def __init__(self, words: Sequence[str], rows: Sequence[int]) -> None:
        self._words = words
        self._rows = rows
        self._order: list[int] | None = None

    def __len__(self) -> int:
        return len(self._rows) // 4

    def _made(self, places: range) -> Iterator[WordDifference]:
        return starmap(WordDifference, self._of(places, [*self._words, None]))

    def rows(self, write: Callable[[str | None], str]) -> Iterator[tuple[str, str, int, int]]:
        """All pairs with their frequencies, words as `write` writes them; it is called once for each word."""
        return self._of(range(len(self)), [write(word) for word in (*self._words, None)])

    def _of(self, places: range, words: Sequence[Word]) -> Iterator[tuple[Word, Word, int, int]]:
        """Words and frequencies of a range of places; no word (-1) is the last one of `words`."""
        rows, order = self._rows, self._sorted(places)
        for place in places:
            row = 4 * order[place]
            yield words[rows[row]], words[rows[row + 1]], rows[row + 2], rows[row + 3]

    def _sorted(self, places: range) -> list[int]:
        """The rows by increase, then by their words; of the first places, only so many where these are few."""
        if self._order is not None:
            return self._order
        refs, hyps, a, b = (self._rows[number::4] for number in range(4))
        less = list(map(sub, a, b))
        few = places.step > 0 and 8 * places.stop < len(less)
        # Of pairs with one increase, the words decide.
        last = sorted(less)[places.stop - 1] if few and places else max(less, default=0)
        chosen = [row for row, difference in enumerate(less) if difference <= last]
        size = len(self._words) + 1
        ranks = [0] * size
        for rank, place in enumerate(sorted(range(len(self._words)), key=self._words.__getitem__), 1):
            ranks[place] = rank if self._words[place] else 0
        keys = {row: (less[row] * size + ranks[refs[row]]) * size + ranks[hyps[row]] for row in chosen}
        order = sorted(chosen, key=keys.__getitem__)
        if not few:
            self._order = order
        return order


def differences(a: Scores, b: Scores) -> tuple[UtteranceDifferences, WordDifferences]:
    """The utterances in which two results differ, and the pairs of words that are wrong more often in one of them."""
    if isinstance(a.steps, Aligned) and isinstance(b.steps, Aligned) and a.utterances and b.utterances:
        names = _all_names(a.utterances, b.utterances)
        found, words, rows = a.steps.compared(b.steps, names)
        others = sum([difference & HYP_WORDS > 0 for difference in found])
        wrong = [place for place, difference in enumerate(found) if difference]
        utterances = _worst_first(a.utterances, b.utterances, names, wrong, (a.steps, b.steps), others)
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
    if a is None or b is None:
        return UtteranceDifferences(({}, {}), ())
    names = _all_names(a, b)
    wrong, others = [], 0
    for place, name in enumerate(names):
        # Words may differ although counts are equal.
        known = steps_a is not None and steps_b is not None and name in steps_a and name in steps_b
        same = not known or steps_a.same_words(steps_b, name)  # type: ignore[union-attr, arg-type]
        if not same:
            others += steps_a.text(name)[1] != steps_b.text(name)[1]  # type: ignore[union-attr]
        if not same or a.get(name) != b.get(name):
            wrong.append(place)
    return _worst_first(a, b, names, wrong, (steps_a, steps_b), others)


def _all_names(a: Mapping[str, Counts], b: Mapping[str, Counts]) -> list[str]:
    names = list(a)
    others = list(b)
    if names == others:
        return names
    known = set(names)
    return [*names, *(name for name in others if name not in known)]


def _worst_first(
    a: Mapping[str, Counts],
    b: Mapping[str, Counts],
    names: Sequence[str],
    wrong: Sequence[int],
    steps: tuple[Alignments | None, Alignments | None],
    other_words: int,
) -> UtteranceDifferences:
    """The names at the places `wrong`, sorted."""
    before, after = (CountTable.of(side).errors(names) for side in (a, b))
    less = list(map(sub, before, after))
    order = sorted(wrong, key=less.__getitem__)
    return UtteranceDifferences((a, b), [names[place] for place in order], steps, other_words)


def _words(a: Scores, b: Scores, utterances: UtteranceDifferences) -> WordDifferences:
    """Wrong pairs of words of different frequency."""
    left: Mapping[WordPair, int] | None
    right: Mapping[WordPair, int] | None
    if a.steps is not None and b.steps is not None and a.kind == b.kind and a.policy == b.policy:
        # Equal utterances have equal alignments.
        left, right = (
            scores.steps.wrong_pairs([name for name in utterances.names if name in scores.steps])
            for scores in (a, b)
            if scores.steps is not None
        )
    else:
        left, right = a.pairs(), b.pairs()
    if left is None or right is None:
        return WordDifferences((), ())
    places: dict[str | None, int] = {None: -1}
    rows = array("i")
    for pair in dict.fromkeys([*left, *right]):
        if left.get(pair, 0) != right.get(pair, 0) and pair[0] != pair[1]:
            ref, hyp = (places.setdefault(word, len(places) - 1) for word in pair)
            rows.extend((ref, hyp, left.get(pair, 0), right.get(pair, 0)))
    return WordDifferences([word for word in places if word is not None], rows)
