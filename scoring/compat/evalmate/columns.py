"""Labels and alignments as columns; pairs and segments are made when somebody looks at them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from ...segments.confusions import Confusions
from ...segments.moments import Extents
from .annotations import Label

if TYPE_CHECKING:
    from ...segments.moments import Indices, Times

Aligned = TypeVar("Aligned")
INFINITY = float("inf")


class Numbers(dict[str, int]):
    """Codes of values: 0, 1, 2 ... in the order in which they are first used.

    >>> numbers = Numbers()
    >>> numbers["b"], numbers["a"], numbers["b"]
    (0, 1, 0)
    """

    def __missing__(self, value: str) -> int:
        number = self[value] = len(self)
        return number


class Side:
    """The labels of one side of many utterances, one after the other."""

    __slots__ = ("codes", "ends", "first", "labels", "names", "starts", "utterances")

    def __init__(self, lists: Iterable[Sequence[Label]], numbers: Numbers) -> None:
        held = list(lists)
        sizes = [len(labels) for labels in held]
        self.labels: list[Label] = list(chain.from_iterable(held))
        self.starts: Times = self._column("start")
        self.ends: Times = self._column("end")
        self.utterances: Indices = np.repeat(np.arange(len(held)), sizes)
        self.first: list[int] = [0, *np.cumsum(sizes).tolist()]
        self.names = numbers
        values = map(numbers.__getitem__, map(attrgetter("value"), self.labels))
        self.codes: Indices = np.fromiter(values, dtype=np.int64, count=len(self.labels))

    def _column(self, name: str) -> Times:
        return np.fromiter(map(attrgetter(name), self.labels), dtype=np.float64, count=len(self.labels))

    def durations(self) -> Times:
        """The seconds of each label; a label of audiomate knows where the utterance ends."""
        if {*map(type, self.labels)} <= {Label}:
            return self.ends - self.starts
        return self._column("duration")

    @property
    def extents(self) -> Extents:
        """Starts and ends."""
        return Extents(self.starts, self.ends, self.utterances)

    @property
    def opened(self) -> Extents:
        """Starts and ends, where an end of -1 is open."""
        return Extents(self.starts, np.where(self.ends == -1, INFINITY, self.ends), self.utterances)

    def at(self, places: Indices) -> list[Label | None]:
        """The labels with these indices; None for -1."""
        labels: list[Label | None] = [*self.labels, None]
        return [labels[place] for place in places.tolist()]

    def codes_at(self, places: Indices) -> Indices:
        """The codes of their values; for -1 the number of all values."""
        return np.append(self.codes, len(self.names))[places]


def both_sides(refs: Iterable[Sequence[Label]], hyps: Iterable[Sequence[Label]]) -> tuple[Side, Side]:
    """The labels of both sides, whose values share one table of codes."""
    numbers = Numbers()
    return Side(refs, numbers), Side(hyps, numbers)


@dataclass(slots=True)
class Bins(Generic[Aligned]):
    """All pairs or segments of one value, by verdict."""

    correct: list[Aligned] = field(default_factory=list)
    insertions: list[Aligned] = field(default_factory=list)
    deletions: list[Aligned] = field(default_factory=list)
    substitutions: defaultdict[str, list[Aligned]] = field(default_factory=lambda: defaultdict(list))
    substitutions_out: defaultdict[str, list[Aligned]] = field(default_factory=lambda: defaultdict(list))


class Ledger(Generic[Aligned]):
    """A line for every pair or segment: the codes of its two values, and the amount that it counts.

    A code equal to the number of values stands for no value. `make` makes the pairs or segments themselves.
    """

    def __init__(
        self,
        values: Sequence[str],
        refs: Indices,
        hyps: Indices,
        make: Callable[[], list[Aligned]],
        amounts: Times | None = None,
    ) -> None:
        self._values: tuple[str | None, ...] = (*values, None)
        self._make = make
        self._made: list[Aligned] | None = None
        size = len(self._values)
        keys = refs * size + hyps
        # Integers of few bytes are sorted much faster.
        self._order = np.argsort(keys.astype(np.min_scalar_type(size * size)), kind="stable")
        keys = keys[self._order]
        self._cuts = np.flatnonzero(np.diff(keys, prepend=-1))
        counts = np.diff(self._cuts, append=len(keys))
        if amounts is None:
            sums = counts.tolist()
        else:
            group = np.repeat(np.arange(len(counts)), counts)
            sums = np.bincount(group, weights=amounts[self._order], minlength=len(counts)).tolist()
        self._kinds = [(self._values[key // size], self._values[key % size]) for key in keys[self._cuts].tolist()]
        self._sums: list[float] = sums
        # Kinds in the order of their first occurrence.
        self._turn = np.argsort(self._order[self._cuts], kind="stable").tolist()
        self._kinds_of: dict[str, list[int]] = {}
        for kind in self._turn:
            for value in dict.fromkeys(self._kinds[kind]):
                if value is not None:
                    self._kinds_of.setdefault(value, []).append(kind)

    @property
    def items(self) -> list[Aligned]:
        """The pairs or segments, made at the first call."""
        if self._made is None:
            self._made = self._make()
        return self._made

    @property
    def values(self) -> list[str]:
        """All values in the order of their first occurrence."""
        return list(self._kinds_of)

    @property
    def silent(self) -> int:
        """The number of lines without a value on either side."""
        return self._indices(self._kinds.index((None, None))).size if (None, None) in self._kinds else 0

    def confusions(self) -> Confusions:
        """The amounts by value, and by pair of values."""
        correct: dict[str, float] = {}
        substituted: dict[tuple[str, str], float] = {}
        deleted: dict[str, float] = {}
        inserted: dict[str, float] = {}
        for kind in self._turn:
            (ref, hyp), amount = self._kinds[kind], self._sums[kind]
            if ref is not None and hyp is not None and ref != hyp:
                substituted[ref, hyp] = amount
            elif ref is not None:
                (deleted if hyp is None else correct)[ref] = amount
            elif hyp is not None:
                inserted[hyp] = amount
        return Confusions(correct, substituted, deleted, inserted)

    def bins(self, value: str) -> Bins[Aligned]:
        """All pairs or segments of a value, by verdict."""
        bins: Bins[Aligned] = Bins()
        for kind in self._kinds_of.get(value, ()):
            ref, hyp = self._kinds[kind]
            items = [self.items[place] for place in self._indices(kind).tolist()]
            if ref == hyp:
                bins.correct = items
            elif ref is None:
                bins.insertions = items
            elif hyp is None:
                bins.deletions = items
            elif ref == value:
                bins.substitutions[hyp] = items
            else:
                bins.substitutions_out[ref] = items
        return bins

    def _indices(self, kind: int) -> Indices:
        """The lines of one kind, in their order."""
        end = self._cuts[kind + 1] if kind + 1 < len(self._cuts) else len(self._order)
        return self._order[self._cuts[kind] : end]


@dataclass(frozen=True, slots=True, eq=False)
class Found(Generic[Aligned]):
    """The ledger of many utterances, and the index of the first line of each."""

    names: Sequence[str]
    first: Sequence[int]
    ledger: Ledger[Aligned]

    def by_name(self) -> dict[str, list[Aligned]]:
        """The pairs or segments of every utterance."""
        items = self.ledger.items
        return {name: items[self.first[k] : self.first[k + 1]] for k, name in enumerate(self.names)}
