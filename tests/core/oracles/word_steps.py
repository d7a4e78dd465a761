"""Word steps: the words of all steps as numbers, and how often each is correct, substituted, deleted and inserted."""

from __future__ import annotations

from array import array
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING

from scorelite.core.python.columns import integers

from .stretches import check_least, loops

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorelite.core.python.batch import Batch
    from scorelite.core.python.words import Slot


def word_steps(batch: Batch, /) -> WordSteps:
    """The words of all steps of a batch as numbers."""
    return WordSteps([batch.slots(i) for i in range(len(batch))])


class WordSteps:
    """The words of all steps as numbers; a step whose word is missing on a side, or empty, has none there.

    >>> from scorelite import core
    >>> rules = core.Rules(core.Charset("ascii", {}, {}))
    >>> steps = word_steps(core.align(rules, core.texts(["a b"]), core.texts(["a x b"])))
    >>> steps.words(), array("i", steps.numbers(True)).tolist(), array("i", steps.column(False)).tolist()
    ([b'a', b'b', b'x'], [0, 2, 1], [0, -1, 1])
    """

    __slots__ = ("_counts", "_first", "_numbers", "_sides", "_spelt")

    def __init__(self, paths: Sequence[Sequence[Slot]]) -> None:
        self._numbers: dict[bytes, int] = {}
        self._sides = array("i"), array("i")
        self._first = array("q", accumulate(map(len, paths), initial=0))
        self._counts: list[list[int]] = []
        for path in paths:
            spoken = [ref for _, ref, _ in path if ref is not None]
            others = [hyp for _, ref, hyp in path if hyp is not None and (ref is None or ref[0] != hyp[0])]
            for word in (*spoken, *others):
                self._numbers.setdefault(word[0], len(self._numbers))
            for slot in path:
                self._add(*slot)
        self._spelt = list(self._numbers)

    def _add(self, op: str, *words: Sequence[object] | None) -> None:
        ref, hyp = (self._numbers[word[0]] if word is not None and word[0] else -1 for word in words)  # type: ignore[index]
        for side, number in zip(self._sides, (ref, hyp), strict=True):
            side.append(number)
        self._counts += [[0] * 5 for _ in range(len(self._numbers) - len(self._counts))]
        if max(ref, hyp) >= 0:
            self._counts[hyp if ref < 0 else ref]["CSDI".index(op)] += 1
        if op == "S" and hyp >= 0:
            self._counts[hyp][4] += 1

    def words(self, /) -> list[bytes]:
        """The different words, by their numbers."""
        return self._spelt[:]

    def word(self, number: int, /) -> bytes:
        """The word with this number."""
        if not 0 <= number < len(self._spelt):
            raise ValueError(f"no word {number}")
        return self._spelt[number]

    def is_ascii(self, /) -> bool:
        """Whether all words are of ASCII."""
        return all(word.isascii() for word in self._numbers)

    def find(self, words: Sequence[bytes], /) -> bytes:
        """The numbers (int32) of some words, -1 of those that are not there."""
        return array("i", [self._numbers.get(word, -1) for word in words]).tobytes()

    def counts(self, /) -> bytes:
        """Five int32 a word: how often it is correct, substituted, deleted, inserted, and said instead of another."""
        return array("i", chain.from_iterable(self._counts)).tobytes()

    def firsts(self, hyp: bool, /) -> bytes:
        """The places (int64) between which the words of each utterance stand among those of a side."""
        words = [sum(number >= 0 for number in self._sides[hyp][a:b]) for a, b in pairwise(self._first)]
        return array("q", accumulate(words, initial=0)).tobytes()

    def numbers(self, hyp: bool, /) -> bytes:
        """The numbers (int32) of the words of a side."""
        return self._words(hyp).tobytes()

    def _words(self, hyp: bool) -> array[int]:
        return array("i", [number for number in self._sides[hyp] if number >= 0])

    def places(self, hyp: bool, flags: bytes, /) -> bytes:
        """The places (int64) of words of a side that have a flag: one byte for each number."""
        if len(flags) != len(self._numbers):
            raise ValueError("a flag for each word expected")
        return array("q", [place for place, number in enumerate(self._words(hyp)) if flags[number]]).tobytes()

    def at(self, hyp: bool, places: bytes, /) -> bytes:
        """The numbers (int32) of words of a side at places (int64) that rise."""
        words = self._words(hyp)
        return array("i", [words[place] for place in _rising(places, len(words))]).tobytes()

    def having(self, flags: bytes, /) -> bytes:
        """A byte for each utterance: whether it has a word with a flag on either side, one byte for each number."""
        if len(flags) != len(self._numbers):
            raise ValueError("a flag for each word expected")
        marked = [any(flags[number] for number in pair if number >= 0) for pair in zip(*self._sides, strict=True)]
        return bytes(any(marked[begin:end]) for begin, end in pairwise(self._first))

    def texts(self, hyp: bool, utterances: bytes, /) -> list[list[int]]:
        """The numbers of the words of a side in some utterances (int64)."""
        side, spans = self._sides[hyp], list(pairwise(self._first))
        some = [range(len(spans))[k] for k in integers("q", utterances)]
        return [[number for number in side[slice(*spans[k])] if number >= 0] for k in some]

    def repeats(self, hyp: bool, utterances: bytes | None, times: int, longest: int, /) -> tuple[bytes, bytes, bytes]:
        """Stretches in which up to `longest` words of a side come so many times in a row, each in one utterance.

        `utterances` are those that are looked at (int64), None for all. Places of beginnings and ends, and periods
        (int64). A stretch inside a longer one is left out, and one of several periods has the smallest.
        """
        check_least(times, 2)
        check_least(longest, 1)
        firsts, words = integers("q", self.firsts(hyp)), self._words(hyp)
        size = len(firsts) - 1
        some = range(size) if utterances is None else (range(size)[k] for k in integers("q", utterances))
        spans = [(firsts[i], firsts[i + 1]) for i in some]
        found = [loop for begin, end in spans for loop in loops(begin, words[begin:end], times, longest)]
        first, last, periods = (array("q", [loop[k] for loop in found]).tobytes() for k in range(3))
        return first, last, periods

    def column(self, hyp: bool, /) -> bytes:
        """The number (int32) of the word of a side in each step, -1 for none."""
        return self._sides[hyp].tobytes()

    def steps(self, hyp: bool, words: bytes, /) -> bytes:
        """The steps (int64) of words of a side: places (int64) among all of its words, which rise."""
        rows = [step for step, number in enumerate(self._sides[hyp]) if number >= 0]
        return array("q", [rows[place] for place in _rising(words, len(rows))]).tobytes()

    def before(self, hyp: bool, steps: bytes, /) -> bytes:
        """How many words of a side (int64) come before steps (int64), which rise; the end is one of them."""
        before = array("q", accumulate((number >= 0 for number in self._sides[hyp]), initial=0))
        return array("q", [before[step] for step in _rising(steps, self._first[-1] + 1)]).tobytes()


def _rising(places: bytes, end: int) -> Iterator[int]:
    """Places that rise, and are below an end."""
    least = 0
    for place in integers("q", places):
        if not least <= place < end:
            raise ValueError(f"place {place}; expected rising ones below {end}")
        least = place
        yield place
