"""Words of several systems side by side in slots, and the word that each slot chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import core

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import Any

# Kinds of words, as the core knows them.
PLAIN, NOTHING, SYNCHRONOUS = range(3)
# What the score of a word takes of the confidences, as the core knows it.
NONE, MEAN, HIGHEST, SHARE, SHARE_OR_ZERO = range(5)


def plain(values: Collection[Any]) -> bytes:
    """Kinds of values that are all words like any others."""
    return bytes([PLAIN]) * len(values)


class Systems:
    """Words of several systems as columns: values, begins, ends and confidences.

    >>> from array import array
    >>> columns = [array("d", [0.5]).tobytes()] * 2
    >>> systems = Systems([["a"], ["a"]], columns, columns, columns)
    >>> votes = systems.votes(systems.slots(plain), ("", 0.0), (MEAN, 0.5))
    >>> list(votes.words())
    [(0, 0, 2, 1.0, 1.0, 1.0)]
    """

    __slots__ = ("_numbers", "_symbols", "times")

    def __init__(
        self,
        values: Iterable[Sequence[str]] | Iterable[Sequence[bytes]],
        begins: Sequence[bytes],
        ends: Sequence[bytes],
        confidences: Sequence[bytes],
    ) -> None:
        self._numbers, self._symbols = core.value_numbers(values)
        self.times = begins, ends, confidences

    def slots(
        self, kinds: Callable[[Collection[Any]], bytes], *, timed: bool = False, pieces: bytes | None = None
    ) -> bytes:
        """Slots as rows of int32: the place of each system's word, or -1.

        `kinds` says the kinds of values. With `timed`, words are compared by time too. Only words of one of the pieces
        meet.
        """
        return core.word_slots(self._numbers, kinds(self._symbols), self.times[:2] if timed else None, pieces)

    def votes(
        self, slots: bytes, nothing: tuple[object, float], scale: tuple[int, float], *, every: bool = False
    ) -> Votes:
        """The winner of each slot, and with `every` its other words.

        `nothing` has value and confidence of a system without a word, `scale` the measure of confidences and the weight
        of the share of votes.
        """
        value, confidence = nothing
        symbol = self._symbols.get(value, len(self._symbols))
        return Votes(core.slot_votes(slots, self._numbers, self.times, (symbol, confidence), scale, every))


class Votes:
    """Words of slots with sums over the systems that said them."""

    __slots__ = ("columns", "sizes", "winners")

    def __init__(self, columns: tuple[bytes, ...]) -> None:
        sizes, winners, *words = columns
        self.sizes = memoryview(sizes).cast("i")
        """How many different words each slot has."""
        self.winners = memoryview(winners).cast("i")
        """The place of each slot's winner among the words; -1 if none scores more than -1."""
        self.columns = tuple(words)
        """System and place of the first who said it (int32), how many said it; sums of begins, ends and confidences."""

    def words(self) -> Iterator[tuple[int, int, int, float, float, float]]:
        """The columns, row by row.

        System and place are -1 for no word at all.
        """
        systems, places, counts, begins, ends, confidences = self.columns
        return zip(
            memoryview(systems).cast("i"),
            memoryview(places).cast("i"),
            memoryview(counts).cast("i"),
            memoryview(begins).cast("d"),
            memoryview(ends).cast("d"),
            memoryview(confidences).cast("d"),
            strict=True,
        )
