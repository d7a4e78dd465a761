"""Columns of the error page: numbered words by falling frequency, and where and how each system errs."""

from __future__ import annotations

from collections import Counter

from .batch import Batch
from .columns import integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeVar

    from .words import Slot

    Key = TypeVar("Key", bytes, tuple[bytes, bytes])
    System = tuple[bytes, bytes, bytes, bytes, bytes]
    Commonest = tuple[list[tuple[tuple[bytes, bytes], int]], list[tuple[bytes, int]], list[tuple[bytes, int]]]

_KINDS = {"S": 0, "D": 1, "I": 2}
# The kind of a correct word that the hypothesis spells otherwise.
_SPELLING = 3


class _Columns:
    """Words and errors of one system: the columns of `page_columns` before words have numbers."""

    def __init__(self) -> None:
        self.lengths: list[int] = []
        self.refs: list[bytes] = []
        self.tallies: tuple[list[int], ...] = ([], [], [], [])
        self.steps: list[int] = []
        self.words: list[bytes] = []

    def add(self, path: Sequence[Slot]) -> None:
        """Adds an utterance."""
        refs = [ref[0] for _, ref, _ in path if ref is not None]
        self.lengths.append(len(refs))
        self.refs += refs
        counts = [0] * 4
        gap = 0
        for op, ref, hyp in path:
            if ref is not None and hyp is not None and op == "C" and ref[0] == hyp[0]:
                gap += 1
                continue
            kind = _KINDS.get(op, _SPELLING)
            counts[kind] += 1
            self.steps.append(gap * 4 + kind)
            if hyp is not None:
                self.words.append(hyp[0])
            gap = 0
        for column, count in zip(self.tallies, counts):  # noqa: B905
            column.append(count)


def page_columns(
    batches: Sequence[Batch], orders: Sequence[bytes], most: int, /
) -> tuple[list[bytes], list[System], Commonest]:
    """Words by falling frequency, those of equal frequency by their bytes; five columns for each batch; and errors.

    The columns are variable-length numbers, seven bits a byte, the lowest first: the words of each reference, their
    numbers (both empty where they equal those of the first batch), the tallies (all substitutions, all deletions, all
    insertions, all other spellings of correct words), for each error the number of correct words before it times four
    plus its kind, and the words that were said instead. `orders` are the utterances of each batch (int64). The
    errors are the commonest substitutions, deletions and insertions of the first batch, at most so many of each.
    """
    if len(batches) != len(orders):
        raise ValueError(f"{len(orders)} orders for {len(batches)} batches; expected one each")
    systems: list[_Columns] = []
    for batch, order in zip(batches, orders):  # noqa: B905
        if not isinstance(batch, Batch):
            raise TypeError("a Batch expected")
        system_columns = _Columns()
        for place in integers("q", order):
            system_columns.add(batch.slots(place))
        systems.append(system_columns)
        if len(system_columns.lengths) != len(systems[0].lengths):
            raise ValueError(
                f"{len(systems[0].lengths)} and {len(system_columns.lengths)} utterances; expected equally many"
            )
    for other in systems[1:]:
        if (other.lengths, other.refs) == (systems[0].lengths, systems[0].refs):
            other.lengths, other.refs = [], []
    counts = Counter(word for system in systems for column in (system.refs, system.words) for word in column)
    words = sorted(counts, key=lambda word: (-counts[word], word))
    columns = [_written(system, {word: number for number, word in enumerate(words)}) for system in systems]
    return words, columns, _commonest(batches, orders, most)


def _commonest(batches: Sequence[Batch], orders: Sequence[bytes], most: int) -> Commonest:
    if not batches:
        return [], [], []
    pairs, inserted, deleted = batches[0].tally(orders[0])
    return _top(pairs, most), _top(deleted, most), _top(inserted, most)


def _top(counts: Mapping[Key, int], most: int) -> list[tuple[Key, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[: max(most, 0)]


def _written(system: _Columns, numbers: dict[bytes, int]) -> System:
    return (
        _varints(system.lengths),
        _varints(numbers[word] for word in system.refs),
        b"".join(map(_varints, system.tallies)),
        _varints(system.steps),
        _varints(numbers[word] for word in system.words),
    )


def _varints(values: Iterable[int]) -> bytes:
    coded = bytearray()
    for value in values:
        while value > 127:
            coded.append(value & 127 | 128)
            value >>= 7
        coded.append(value)
    return bytes(coded)
