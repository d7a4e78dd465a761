"""Alignments of a result by utterance, read or made only when they are looked at."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from ... import core
from ..common.paired_names import Matched, Names

# The letter of the operation (C, S, D, I), the word of the reference, the word of the hypothesis.
Step = tuple[str, "str | None", "str | None"]
WordPair = tuple["str | None", "str | None"]
# How an utterance of one result differs from that of another.
COUNTS, REF_WORDS, HYP_WORDS = 1, 2, 4
_BLOCK = 4096
Counted: TypeAlias = "Counter[WordPair]"


class Alignments(Mapping[str, Sequence[Step]]):
    """Steps by utterance; questions about many utterances are answered without making all steps."""

    def letters(self, names: Names) -> tuple[bytes, bytes]:
        """The operations of these utterances, a letter each, and the places (int64) that divide them."""
        return _joined("".join([step[0] for step in self[name]]).encode() for name in names)

    def texts(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """The words of the reference and of the hypothesis of these utterances, separated by blanks."""
        for name in names:
            steps = self[name]
            ref, hyp = ([word for step in steps if (word := step[side]) is not None] for side in (1, 2))
            yield " ".join(ref), " ".join(hyp)

    def text(self, name: str) -> tuple[str, str]:
        """The words of the reference and of the hypothesis of an utterance."""
        return next(iter(self.texts([name])))

    def same_words(self, other: Alignments, name: str) -> bool:
        """Whether both results have equal words in an utterance, however they are aligned."""
        return self.text(name) == other.text(name)

    def wrong_pairs(self, names: Iterable[str] | None = None) -> Counted:
        """The number of times that each pair of words was wrong, in these utterances or in all."""
        return Counter(
            (ref, hyp)
            for name in (self if names is None else names)
            for letter, ref, hyp in self[name]
            if letter != "C"
        )


class Listed(Alignments):
    """Steps in the form of their source, and the function that reads them."""

    def __init__(self, raw: Mapping[str, object], made: Callable[[object], Sequence[Step]]) -> None:
        self._raw = raw
        self._made = made

    def __getitem__(self, name: str) -> Sequence[Step]:
        return self._made(self._raw[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def __contains__(self, name: object) -> bool:
        return name in self._raw

    def same_words(self, other: Alignments, name: str) -> bool:
        """Whether both have equal words; equal forms of one source are equal."""
        if isinstance(other, Listed) and self._made is other._made and self._raw[name] == other._raw[name]:
            return True
        return super().same_words(other, name)


class Aligned(Alignments):
    """Steps of a batch of the core."""

    def __init__(self, names: Names, batch: core.Batch) -> None:
        self._names = names
        self._batch = batch

    def __getitem__(self, name: str) -> Sequence[Step]:
        return [(op, _word(op, ref), _word(op, hyp)) for op, ref, hyp in self._batch.slots(self._place(name))]

    def _place(self, name: str) -> int:
        if name not in self._names:
            raise KeyError(name)
        return self._names.place(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def letters(self, names: Names) -> tuple[bytes, bytes]:
        letters, places = self._batch.letters()
        if self._names.same(names):
            return letters, places
        ends = memoryview(places).cast("q")
        return _joined(letters[ends[place] : ends[place + 1]] for place in map(self._place, names))

    def texts(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        return self.texts_at(array("q", map(self._place, names)))

    def texts_at(self, places: array[int]) -> Iterator[tuple[str, str]]:
        """The texts of the utterances at these places."""
        for begin in range(0, len(places), _BLOCK):
            _, refs, hyps = self._batch.texts(places[begin : begin + _BLOCK].tobytes())
            yield from zip(map(_text, refs), map(_text, hyps), strict=True)

    def compared(self, other: Aligned, both: Matched) -> tuple[bytes, array[int], list[str], array[int]]:
        """How utterances differ from those of another batch, and how often pairs of words are wrong in both.

        For each utterance a byte of the bits COUNTS, REF_WORDS and HYP_WORDS; the places of those that differ, the
        worst first; words; and rows of four numbers: places of two words, -1 for no word, and how often they are wrong
        in this batch and in the other one.
        """
        columns = [None if isinstance(places, range) else places.tobytes() for places in (both.first, both.second)]
        differences, order, words, rows = core.compared(self._batch, other._batch, *columns)
        return differences, array("q", order), list(map(_text, words)), array("i", rows)

    def wrong_pairs(self, names: Iterable[str] | None = None) -> Counted:
        places = range(len(self)) if names is None else map(self._place, names)
        substituted, inserted, deleted = self._batch.tally(array("q", places).tobytes())
        counted: Counted = Counter()
        for pairs in (
            {(_text(ref), _text(hyp)): count for (ref, hyp), count in substituted.items()},
            {(None, _text(hyp)): count for hyp, count in inserted.items()},
            {(_text(ref), None): count for ref, count in deleted.items()},
        ):
            counted.update(pairs)
        return counted


def _joined(operations: Iterable[bytes]) -> tuple[bytes, bytes]:
    """Operations in one text, and the places between which those of each utterance stand."""
    parts = list(operations)
    return b"".join(parts), array("q", accumulate(map(len, parts), initial=0)).tobytes()


def _word(op: str, word: core.Word | None) -> str | None:
    """The text of a word; None for the empty word beside an optional one."""
    return None if word is None or (op == "C" and not word[0]) else _text(word[0])


def _text(word: bytes) -> str:
    return word.decode("utf-8", "surrogateescape")
