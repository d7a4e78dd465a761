"""The steps of all alignments as columns of numbers, on which every analysis of words is a few sums."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ... import core
from ..normalise.equivalents import folded
from .branches import Branches, spoken_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from ..common.arrays import Floats, Integers, Mask
    from ..words.result import Result
    from ..words.totals import Totals

    Sides = tuple[Floats, Floats]
    Number = TypeVar("Number", bound=np.generic)

OPERATIONS = b"CSDI"
CORRECT, SUBSTITUTION, DELETION, INSERTION = OPERATIONS


class Steps:
    """One row a step: its operation, and the numbers of the words on either side; a column is made when it is used.

    >>> import scorelite
    >>> steps = Steps(scorelite.score(["a b", "c"], ["a x", "c d"]))
    >>> steps.operations.tobytes(), steps.first.tolist(), steps.utterance.tolist()
    (b'CSCI', [0, 2, 4], [0, 0, 1, 1])
    >>> [steps.words[number] for number in steps.hyp]
    ['a', 'x', 'c', 'd']
    """

    def __init__(self, result: Result, *, is_part: bool = False) -> None:
        self.result: Result = result
        self._branches: dict[tuple[int, str], Branches | None] = {}
        self._stretches: dict[tuple[bytes, int], tuple[Integers, Integers]] = {}
        self.is_part: bool = is_part
        """Whether the result is a part of a corpus: other parts have other texts, groups and speakers."""
        self.written: Any = None
        """The texts as they were written with their steps, once an analysis has asked for them."""

    @cached_property
    def _batch(self) -> core.Batch:
        return self.result.utterances.batch

    @cached_property
    def _words(self) -> core.WordSteps:
        return core.word_steps(self._batch)

    @cached_property
    def operations(self) -> NDArray[np.uint8]:
        """The operation of each step: `CORRECT` and the like."""
        return np.frombuffer(self._batch.letters()[0], np.uint8)

    @cached_property
    def first(self) -> Integers:
        """The places between which the steps of each utterance stand."""
        return np.frombuffer(core.step_firsts(self._batch), np.int64)

    @cached_property
    def words(self) -> list[str]:
        """The different words of both sides, as the alignment compares them."""
        return decoded(self._words.words())

    @property
    def is_ascii(self) -> bool:
        """Whether all words are of ASCII."""
        return self._words.is_ascii()

    @cached_property
    def ref(self) -> NDArray[np.int32]:
        """The number of the word of the reference in each step; -1 where there is none."""
        return np.frombuffer(self._words.column(False), np.int32)

    @cached_property
    def hyp(self) -> NDArray[np.int32]:
        """The number of the word of the hypothesis in each step; -1 where there is none."""
        return np.frombuffer(self._words.column(True), np.int32)

    @cached_property
    def counts(self) -> NDArray[np.int32]:
        """How often each word is correct, substituted, deleted (in the reference), inserted, and said for another."""
        return np.frombuffer(self._words.counts(), np.int32).reshape(-1, 5)

    def numbers_of(self, words: Iterable[str]) -> dict[str, int]:
        """The numbers of some words; one that no text has is left out.

        With optional words, the number of `uh` is that of `(uh)`, too: see `alike`.
        """
        bare = {word: self.bare(self.folded(word)) for word in words}
        spelt = list(map(_spelling, bare.values()))
        numbers = np.frombuffer(self._words.find(spelt), np.int32)
        if self.alike is not None:
            in_brackets = self._words.find([b"(%b)" % word for word in spelt])
            numbers = np.where(numbers >= 0, numbers, np.frombuffer(in_brackets, np.int32))
        return {word: number for word, number in zip(bare, numbers.tolist(), strict=True) if number >= 0}

    @cached_property
    def alike(self) -> Integers | None:
        """The number of the word that each word is compared as: of `(uh)`, that of `uh`; None where each is its own."""
        if not self.result.settings.optional_words:
            return None
        numbers = {word: number for number, word in enumerate(self.words)}
        return np.array([numbers.get(self.bare(word), number) for word, number in numbers.items()], np.int64)

    def bare(self, word: str) -> str:
        """A word without the brackets of an optional one, which the alignment leaves out, too."""
        is_optional = self.result.settings.optional_words and len(word) > 2 and word[0] + word[-1] == "()"
        return word[1:-1] if is_optional else word

    def word(self, number: int) -> str:
        """The word with this number."""
        return self._words.word(number).decode("utf-8", "surrogateescape")

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each utterance by its id."""
        return {name: place for place, name in enumerate(self.result.table.names())}

    @cached_property
    def names(self) -> Sequence[str]:
        """The ids of all utterances, or what replaces ids that other parts may have as well."""
        return names_of(self.result, self.is_part)

    def texts_of(self, name: str) -> range:
        """The utterance of an id, or all of a recording of this name, in the order of time; none of another name."""
        place = self.places.get(name)
        return self._recordings.get(name, range(0)) if place is None else range(place, place + 1)

    @cached_property
    def _recordings(self) -> dict[str, range]:
        """The utterances of each recording that has one channel; a part of a corpus may have cut one."""
        timeline = self.result.table.timeline
        return {} if timeline is None or self.is_part else timeline.recordings()

    @cached_property
    def utterance(self) -> Integers:
        """The utterance of each step."""
        return np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))

    @cached_property
    def ref_rows(self) -> Integers:
        """The steps with a word of the reference."""
        return np.flatnonzero(self.ref >= 0)

    @cached_property
    def hyp_rows(self) -> Integers:
        """The steps with a word of the hypothesis."""
        return np.flatnonzero(self.hyp >= 0)

    @cached_property
    def ref_first(self) -> Integers:
        """The places between which the words of each utterance stand in `ref_rows`."""
        return np.frombuffer(self._words.firsts(False), np.int64)

    @cached_property
    def hyp_first(self) -> Integers:
        """The places between which the words of each utterance stand in `hyp_rows`."""
        return np.frombuffer(self._words.firsts(True), np.int64)

    def said(self, side: str) -> NDArray[np.int32]:
        """The numbers of the words of a side, `ref` or `hyp`, one after the other."""
        return np.frombuffer(self._words.numbers(side == "hyp"), np.int32)

    def said_at(self, side: str, words: Integers) -> NDArray[np.int32]:
        """The numbers of some words of a side, which are known by their places in `said`, in any order."""
        return _of_rising(words, lambda places: np.frombuffer(self._words.at(side == "hyp", places), np.int32))

    def places_of(self, side: str, held: Mask) -> Integers:
        """The places in `said` of words of a side that are held; the mask has one for each number."""
        return np.frombuffer(self._words.places(side == "hyp", held.tobytes()), np.int64)

    def having(self, held: Mask) -> Mask:
        """The utterances with a word that is held, on either side; the mask has one for each number."""
        return np.frombuffer(self._words.having(held.tobytes()), np.bool_)

    def in_forms(self, forms: Sequence[str]) -> core.WordForms:
        """The texts with each word, by its number, in another form, which may have several words or none."""
        return core.word_forms(self._words, spelled(forms))

    def rows_of(self, side: str, words: Integers) -> Integers:
        """The steps of some words of a side, which are known by their places in `said`, in any order."""
        return _of_rising(words, lambda places: np.frombuffer(self._words.steps(side == "hyp", places), np.int64))

    def before(self, side: str, rows: Integers) -> Integers:
        """How many words of a side come before some steps, in any order."""
        return _of_rising(rows, lambda places: np.frombuffer(self._words.before(side == "hyp", places), np.int64))

    def first_of(self, side: str) -> Integers:
        """The places between which the words of each utterance stand in `said`."""
        return self.ref_first if side == "ref" else self.hyp_first

    @cached_property
    def ref_sizes(self) -> Integers:
        """How many words the reference of each utterance has."""
        return np.diff(self.ref_first)

    @cached_property
    def hyp_sizes(self) -> Integers:
        """How many words the hypothesis of each utterance has."""
        return np.diff(self.hyp_first)

    def stretches(self, operations: bytes, least: int) -> tuple[Integers, Integers]:
        """The beginnings and ends of stretches of some operations, of at least so many, inside one utterance each."""
        if (operations, least) not in self._stretches:
            begin, end = core.step_stretches(self._batch, operations, least)
            self._stretches[operations, least] = np.frombuffer(begin, np.int64), np.frombuffer(end, np.int64)
        return self._stretches[operations, least]

    def errors(self, texts: Integers, begin: Integers, end: Integers) -> Integers:
        """How many steps of some utterances between two places are not correct."""
        columns = (column.tobytes() for column in (texts, begin - self.first[texts], end - self.first[texts]))
        return np.frombuffer(core.step_errors(self._batch, *columns), np.int64)

    def repeats(self, side: str, utterances: Integers | None, times: int, longest: int) -> Sequence[Integers]:
        """Where up to `longest` words of a side come so many times in a row, in `said`: beginnings, ends, periods.

        They lie in some utterances; None for all.
        """
        some = None if utterances is None else utterances.tobytes()
        found = self._words.repeats(side == "hyp", some, times, longest)
        return [np.frombuffer(part, np.int64) for part in found]

    @cached_property
    def confidences(self) -> Floats:
        """The confidence of the word of the hypothesis in each step; NaN where there is none."""
        return self._times("confidence")[1]

    @cached_property
    def starts(self) -> Sides:
        """The starts of the words of both sides in each step, in seconds; NaN where there is none."""
        return self._times("begin")

    @cached_property
    def ends(self) -> Sides:
        """The ends of the words of both sides in each step, in seconds; NaN where there is none."""
        return self._times("end")

    def _times(self, field: str) -> Sides:
        order = np.arange(len(self.first) - 1, dtype=np.int64).tobytes()
        _, *sides = self._batch.numbers(order, field)
        ref, hyp = (np.frombuffer(side, np.float64) for side in sides)
        return ref, hyp

    def branches(self, place: int, side: str = "ref") -> Branches | None:
        """The alternations of a side of an utterance, as they were taken; None where it has none."""
        if (place, side) not in self._branches:
            utterances, settings = self.result.utterances, self.result.settings
            text = (utterances.refs if side == "ref" else utterances.hyps)[place] if settings.markup else ""
            has_some = isinstance(text, str) and "{" in text
            self._branches[place, side] = (
                Branches(spoken_parts(text, settings), self.text(side, place)) if has_some else None
            )
        return self._branches[place, side]

    def text(self, side: str, place: int) -> list[str]:
        """The words of one utterance on a side, `ref` or `hyp`."""
        begin, end = self.first_of(side)[place : place + 2].tolist()
        return [self.words[number] for number in self.said_at(side, np.arange(begin, end)).tolist()]

    def folded(self, word: str) -> str:
        """A word of a list as the alignment compares words."""
        return word if self.result.settings.case_sensitive else folded(word)

    def where(self, operation: int) -> Mask:
        """The steps of an operation, such as `INSERTION`."""
        mask: Mask = self.operations == operation
        return mask

    def texts(self, side: str) -> list[list[str]]:
        """The words of each utterance on a side, `ref` or `hyp`, for what has to look at them one by one."""
        words = [self.words[number] for number in self.said(side).tolist()]
        return [words[begin:end] for begin, end in pairwise(self.first_of(side).tolist())]


def names_of(result: Totals, is_part: bool) -> Sequence[str]:
    """Ids of all utterances; of a part that made up its own, recordings and times, such as `talk A 0.5-3.25`."""
    timeline = result.table.timeline
    if timeline is None or not (is_part and result.table.made_up):
        return result.table.names()
    return list(map(timeline.name, range(len(result.table))))


def _of_rising(places: Integers, asked: Callable[[bytes], NDArray[Number]]) -> NDArray[Number]:
    """The numbers of places in any order, which are asked in theirs.

    >>> _of_rising(np.array([7, 2, 5]), lambda places: np.frombuffer(places, np.int64) + 10).tolist()
    [17, 12, 15]
    """
    if (np.diff(places) >= 0).all():
        return asked(places.tobytes())
    order = np.argsort(places, kind="stable")
    rising = asked(places[order].tobytes())
    numbers = np.empty_like(rising)
    numbers[order] = rising
    return numbers


def decoded(words: Sequence[bytes]) -> list[str]:
    """Words or texts as strings, all at once where no end of a line stands in one, as in words of lists."""
    together = b"\n".join(words).decode("utf-8", "surrogateescape").split("\n") if words else []
    return together if len(together) == len(words) else [word.decode("utf-8", "surrogateescape") for word in words]


def spelled(words: Sequence[str]) -> list[bytes]:
    """Words or texts as bytes, all at once where no end of a line stands in one."""
    try:
        together = "\n".join(words).encode("utf-8", "surrogateescape").split(b"\n") if words else []
    except UnicodeEncodeError:
        together = []
    return together if len(together) == len(words) else list(map(_spelling, words))


def _spelling(word: str) -> bytes:
    """A word as bytes; half a character, which no text has, is written as it is."""
    try:
        return word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return word.encode("utf-8", "surrogatepass")
