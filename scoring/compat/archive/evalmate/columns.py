"""Labels and alignments as columns; pairs and segments are made when somebody looks at them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, count
from operator import attrgetter
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from ....segments.moments import Extents
from .annotations import Label

if TYPE_CHECKING:
    from ....segments.moments import Indices, Times

Item = TypeVar("Item")


class Side:
    """The labels of one side of many utterances, one after the other; `codes` gives each value a number."""

    def __init__(self, lists: Iterable[Sequence[Label]], codes: Mapping[str, int]) -> None:
        lists = list(lists)
        sizes = list(map(len, lists))
        self.labels: list[Label] = list(chain.from_iterable(lists))
        self.first = [0, *accumulate(sizes)]
        self.utterances: Indices = np.repeat(np.arange(len(sizes)), sizes)
        self.starts, self.ends = self.column("start"), self.column("end")
        values = map(codes.__getitem__, map(attrgetter("value"), self.labels))
        self.codes: Indices = np.fromiter(values, dtype=np.int64, count=len(self.labels))

    def column(self, name: str) -> Times:
        """A number of each label; a label of audiomate knows its duration from where the utterance ends."""
        return np.fromiter(map(attrgetter(name), self.labels), dtype=np.float64, count=len(self.labels))

    @property
    def extents(self) -> Extents:
        """Starts and ends."""
        return Extents(self.starts, self.ends, self.utterances)

    @property
    def opened(self) -> Extents:
        """Starts and ends, where an end of -1 is open."""
        return Extents(self.starts, np.where(self.ends == -1, np.inf, self.ends), self.utterances)

    def at(self, places: Indices) -> list[Label | None]:
        """The labels with these indices; None for -1."""
        labels: list[Label | None] = [*self.labels, None]
        return [labels[place] for place in places.tolist()]

    def codes_at(self, places: Indices) -> Indices:
        """The codes of the labels with these indices; -1 for -1."""
        return np.append(self.codes, -1)[places]


def both_sides(refs: Iterable[Sequence[Label]], hyps: Iterable[Sequence[Label]]) -> tuple[Side, Side, list[str]]:
    """The labels of both sides, and the values in the order of their codes, which both sides share."""
    codes: defaultdict[str, int] = defaultdict(count().__next__)
    return Side(refs, codes), Side(hyps, codes), list(codes)


class Aligned(Generic[Item]):
    """The pairs or segments of many utterances, in their order: codes of the values of both sides, -1 for no value.

    `make` makes the pairs or segments themselves; `seconds` has what each counts, if not one, and `utterances` the
    number of the utterance of each.
    """

    def __init__(
        self,
        codes: tuple[list[str], Indices, Indices],
        make: Callable[[], list[Item]],
        seconds: Times | None = None,
        utterances: Indices | None = None,
    ) -> None:
        self.values: tuple[str | None, ...] = (*codes[0], None)
        _, self.refs, self.hyps = codes
        self._make, self.seconds, self.utterances = make, seconds, utterances

    @cached_property
    def items(self) -> list[Item]:
        """The pairs or segments."""
        return self._make()

    def kinds(self) -> Iterable[tuple[str | None, str | None, float, Indices]]:
        """The distinct pairs of values in the order of their first occurrence, with their amounts and their places."""
        size = len(self.values)
        keys = (self.refs % size) * size + self.hyps % size
        # Integers of few bytes are sorted much faster.
        order = np.argsort(keys.astype(np.min_scalar_type(size * size)), kind="stable")
        parts = np.split(order, np.flatnonzero(np.diff(keys[order])) + 1) if len(keys) else []
        for part in sorted(parts, key=lambda places: int(places[0])):
            ref, hyp = self.values[self.refs[part[0]]], self.values[self.hyps[part[0]]]
            yield ref, hyp, len(part) if self.seconds is None else float(self.seconds[part].cumsum()[-1]), part

    def by_name(self, names: Iterable[str]) -> dict[str, list[Item]]:
        """The pairs or segments of every utterance."""
        lists: dict[str, list[Item]] = {name: [] for name in names}
        if self.utterances is not None:
            by_number = list(lists.values())
            for number, item in zip(self.utterances.tolist(), self.items, strict=True):
                by_number[number].append(item)
        return lists


def codes_of(refs: Iterable[Label | None], hyps: Iterable[Label | None]) -> tuple[list[str], Indices, Indices]:
    """All values, and the codes of the values of both sides."""
    codes: defaultdict[str, int] = defaultdict(count().__next__)
    columns = [[-1 if label is None else codes[label.value] for label in side] for side in (refs, hyps)]
    return list(codes), np.array(columns[0], dtype=np.int64), np.array(columns[1], dtype=np.int64)
