"""Labels with times as columns, one value for each recording; and time cut into cells in which nothing changes.

This file decides, for all measures, about unusual labels: a label without length counts for nothing; an open end is the
end of the scored time, or the latest time of either side; a label that ends before it starts, or a time that is NaN or
an infinite start, is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ...formats.engine.silence import labels_without_speech
from ...formats.errors import UsageError, short
from ...formats.objects import is_annotation
from ...formats.objects import turns as turns_of_annotation
from ..common.results import check_order
from .moments import Extents

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Codes = NDArray[np.int64]
    Mask = NDArray[np.bool_]

Row: TypeAlias = "tuple[str, float | None, float | None]"
Spans: TypeAlias = "Sequence[tuple[float, float]]"


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """Labels as columns: the distinct names, and for each label the index of its name, its start and its end.

    >>> turns = turns_of([("anna", 0.0, 2.5), ("ben", 2.0, 4.0)])
    >>> turns.names, turns.codes.tolist(), turns.ends.tolist()
    (('anna', 'ben'), [0, 1], [2.5, 4.0])
    """

    names: tuple[str, ...]
    codes: Codes
    starts: Floats
    ends: Floats

    def __len__(self) -> int:
        return len(self.codes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Turns):
            return NotImplemented
        columns = ((self.codes, other.codes), (self.starts, other.starts), (self.ends, other.ends))
        return self.names == other.names and all(np.array_equal(mine, another) for mine, another in columns)

    # Arrays have no hash.
    __hash__ = None  # type: ignore[assignment]

    @property
    def last(self) -> float:
        """The last end that is known; 0 without one."""
        finite = self.ends[np.isfinite(self.ends)]
        return float(finite.max()) if len(finite) else 0.0

    @property
    def extents(self) -> Extents:
        """Starts and ends."""
        return Extents(self.starts, self.ends)

    def rows(self) -> list[tuple[str, float, float]]:
        """Name, start and end of every label."""
        values = zip(self.codes.tolist(), self.starts.tolist(), self.ends.tolist(), strict=True)
        return [(self.names[code], start, end) for code, start, end in values]

    def where(self, mask: Mask | Codes) -> Turns:
        """The labels that the mask selects, or those at these places; the names stay."""
        return Turns(self.names, self.codes[mask], self.starts[mask], self.ends[mask])

    def resolved(self, end: float) -> Turns:
        """The labels with this end in the place of open ends, and without labels of no length."""
        ends = np.where(np.isinf(self.ends), np.maximum(end, self.starts), self.ends)
        turns = Turns(self.names, self.codes, self.starts, ends)
        lasting = ends > self.starts
        return turns if lasting.all() else turns.where(lasting)

    def lasting(self, least: float) -> Turns:
        """The labels that are not shorter than so many seconds; open ends are not.

        >>> turns_of([("a", 0.9, 1.15), ("b", 2.0, 2.2), ("c", 3.0, None)]).lasting(0.25).rows()
        [('a', 0.9, 1.15), ('c', 3.0, inf)]
        """
        # 1.15 - 0.9 is a little less than 0.25.
        return self.where(self.ends - self.starts >= least - 1e-9)

    def within(self, start: float, end: float) -> Turns:
        """The parts of the labels between two times, with their names alone."""
        places = np.flatnonzero((self.starts < end) & (self.ends > start))
        present, codes = np.unique(self.codes[places], return_inverse=True)
        names = tuple([self.names[place] for place in present.tolist()])
        starts, ends = np.maximum(self.starts[places], start), np.minimum(self.ends[places], end)
        return Turns(names, codes, starts, ends)

    def latest(self) -> float:
        """The latest finite time; 0 without labels."""
        finite = self.ends[np.isfinite(self.ends)]
        return float(max(finite.max(initial=0.0), self.starts.max(initial=0.0)))


def turns_of(rows: Turns | Iterable[Row], *, where: str = "labels") -> Turns:
    """Turns of rows of name, start and end; a missing start is 0, a missing or negative end is open.

    Turns stay as they are; annotations of pyannote hold rows.

    >>> turns_of([("a", 3.0, 2.0)], where="talk")
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: talk: label 'a' ends at 2.0, before it starts at 3.0
    """
    if isinstance(rows, Turns):
        return rows
    if is_annotation(rows):
        rows = turns_of_annotation(rows)
    check_order(where, rows, "a list of rows")
    listed = rows if isinstance(rows, list) else list(rows)
    if not listed:
        return Turns((), np.empty(0, dtype=np.int64), np.empty(0), np.empty(0))
    try:
        values, starts, ends = zip(*listed, strict=True)
        times = _numbers(starts, 0.0), _numbers(ends, np.inf)
    except (TypeError, ValueError):
        raise UsageError(
            f"{where}: {short(repr(listed[0]))}; expected rows of value, start and end in seconds, such as "
            "('anna', 0.0, 1.5)"
        ) from None
    return turns_from_columns(values, *times, where=where)


def turns_from_columns(values: Sequence[str], starts: Floats, ends: Floats, *, where: str = "labels") -> Turns:
    """Turns of columns of names, starts and ends; a negative end is open."""
    ends = np.where(ends < 0, np.inf, ends) if (ends < 0).any() else ends
    # Comparisons with NaN are false.
    wrong = ~(ends >= starts) | np.isinf(starts)
    if wrong.any():
        raise _complaint(wrong, values, starts, ends, where)
    distinct = set(values)
    odd = {*map(type, distinct)} - {str} and [value for value in distinct if not isinstance(value, str)]
    if odd:
        raise UsageError(f"{where}: the value of a label is {odd[0]!r}; expected text")
    names = sorted(distinct)
    numbers = {name: number for number, name in enumerate(names)}
    codes = np.array([numbers[value] for value in values], dtype=np.int64)
    return Turns(tuple(names), codes, starts, ends)


def _numbers(values: Sequence[float | None], missing: float) -> Floats:
    if None in values:
        values = [missing if value is None else value for value in values]
    return np.array(values, dtype=np.float64)


def _complaint(wrong: Mask, values: Sequence[str], starts: Floats, ends: Floats, where: str) -> UsageError:
    place = int(np.flatnonzero(wrong)[0])
    value, start, end = values[place], float(starts[place]), float(ends[place])
    if start == start and end == end and abs(start) != np.inf:
        return UsageError(f"{where}: label {value!r} ends at {end}, before it starts at {start}")
    return UsageError(f"{where}: label {value!r} goes from {start} to {end}; expected finite seconds, or an open end")


def checked_spans(spans: Spans, *, where: str = "regions") -> Floats:
    """Starts and ends of regions as an array.

    >>> checked_spans([(0, 4), (9, 6)], where="talk")
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: talk: a region goes from 9.0 to 6.0; expected a start before the end
    """
    try:
        checked: Floats = np.array([(start, end) for start, end in spans], dtype=np.float64).reshape(-1, 2)
    except (TypeError, ValueError):
        raise UsageError(f"{where}: expected regions of start and end, in seconds") from None
    wrong = ~(checked[:, 0] <= checked[:, 1]) | np.isinf(checked[:, 0])
    if wrong.any():
        start, end = checked[wrong][0].tolist()
        raise UsageError(f"{where}: a region goes from {start} to {end}; expected a start before the end")
    return checked


def resolved_pair(ref: Turns, hyp: Turns, regions: Spans | None) -> tuple[Turns, Turns]:
    """Both sides with their open ends closed: at the end of the regions, or at the latest time of either side."""
    latest = max([end for _, end in regions], default=0.0) if regions is not None else 0.0
    if not np.isfinite(latest) or latest <= 0:
        latest = max(ref.latest(), hyp.latest())
    return ref.resolved(latest), hyp.resolved(latest)


def joined(turns: Turns) -> Turns:
    """The labels, with those of one name that overlap or touch joined into one.

    >>> joined(turns_of([("a", 0.0, 2.0), ("b", 1.0, 3.0), ("a", 2.0, 4.0)])).rows()
    [('a', 0.0, 4.0), ('b', 1.0, 3.0)]
    """
    if not len(turns):
        return turns
    order = np.lexsort((turns.starts, turns.codes))
    codes, starts, ends = turns.codes[order], turns.starts[order], turns.ends[order]
    first = np.flatnonzero(np.diff(codes, prepend=-1))
    latest = np.concatenate([np.maximum.accumulate(part) for part in np.split(ends, first[1:])])
    begins = np.ones(len(codes), dtype=bool)
    begins[1:] = (codes[1:] != codes[:-1]) | (starts[1:] > latest[:-1])
    places = np.flatnonzero(begins)
    lasts = np.append(places[1:], len(codes)) - 1
    return Turns(turns.names, codes[places], starts[places], latest[lasts])


def speech_of(turns: Turns) -> Turns:
    """The turns of speakers, without labels of silence.

    >>> speech_of(turns_of([("anna", 0.0, 2.0), ("silence", 2.0, 3.0)])).rows()
    [('anna', 0.0, 2.0)]
    """
    silent = labels_without_speech(turns.names)
    if not silent:
        return turns
    is_speech = np.array([name not in silent for name in turns.names], dtype=bool)
    places = np.flatnonzero(is_speech[turns.codes])
    names = tuple([name for name in turns.names if name not in silent])
    codes = (np.cumsum(is_speech) - 1)[turns.codes[places]]
    return Turns(names, codes, turns.starts[places], turns.ends[places])


# Tables of more names and cells are made part by part, of so many cells, in which few of many names hold.
MOST_ENTRIES = 1 << 24
PART = 1024


class Cells:
    """Time cut at all edges: the widths of the cells, and the labels that hold in them."""

    __slots__ = ("edges", "widths")

    def __init__(self, *times: Floats) -> None:
        self.edges: Floats = np.unique(np.concatenate(times))
        self.widths: Floats = np.diff(self.edges)

    def __len__(self) -> int:
        return len(self.widths)

    def part(self, begin: int, end: int) -> Cells:
        """The cells from one number to before another."""
        return Cells(self.edges[begin : end + 1])

    def counts(self, turns: Turns) -> NDArray[np.int64]:
        """A table of names and cells: how many labels of the name hold in the cell."""
        return self._covered(turns.codes, turns.starts, turns.ends, len(turns.names))

    def holds(self, turns: Turns) -> Mask:
        """A table of names and cells: whether a label of the name holds in the cell."""
        size = max(1, len(turns.names))
        step = max(1, MOST_ENTRIES // max(1, len(self.edges)))
        if step >= size:
            return self.counts(turns) > 0
        # Some names at a time: numbers take eight times the memory of truth values.
        order = np.argsort(turns.codes, kind="stable")
        cuts = np.searchsorted(turns.codes[order], np.arange(0, size + step, step))
        table: Mask = np.empty((size, len(self)), dtype=bool)
        for first, begin, end in zip(range(0, size, step), cuts, cuts[1:], strict=False):
            part = turns.where(order[begin:end])
            rows = min(step, size - first)
            table[first : first + rows] = self._covered(part.codes - first, part.starts, part.ends, rows) > 0
        return table

    def held(self, turns: Turns, names: Sequence[str]) -> Mask:
        """A table of these sorted names and cells: whether a label of the name holds in the cell."""
        table: Mask = np.zeros((len(names), len(self)), dtype=bool)
        if len(turns.names):
            table[np.searchsorted(names, turns.names)] = self.holds(turns)
        return table

    def covered(self, starts: Floats, ends: Floats) -> NDArray[np.int64]:
        """How many of these spans cover each cell; starts and ends must be edges."""
        row: NDArray[np.int64] = self._covered(np.zeros(len(starts), dtype=np.int64), starts, ends, 1)[0]
        return row

    def scored_widths(self, regions: Spans | None) -> Floats:
        """The widths of the cells within the regions, whose ends must be edges, and 0 elsewhere."""
        if regions is None:
            return self.widths
        starts, ends = np.array(regions, dtype=np.float64).reshape(-1, 2).T
        finite = np.where(np.isinf(self.widths), 0.0, self.widths)
        return np.where(self.covered(starts, ends) > 0, finite, 0.0)

    def spans(self, mask: Mask) -> list[tuple[float, float]]:
        """The cells that the mask selects; cells that touch are one span."""
        changes = np.flatnonzero(np.diff(mask.astype(np.int8), prepend=0, append=0))
        times = self.edges[changes].tolist()
        return list(zip(times[::2], times[1::2], strict=True))

    def _covered(self, codes: Codes, starts: Floats, ends: Floats, rows: int) -> NDArray[np.int64]:
        columns = len(self.edges)
        offsets = codes * columns
        size = rows * columns
        begun = np.bincount(offsets + np.searchsorted(self.edges, starts), minlength=size)
        ended = np.bincount(offsets + np.searchsorted(self.edges, ends), minlength=size)
        changes = (begun - ended).reshape(rows, columns)
        if not columns:
            return changes
        counts: NDArray[np.int64] = np.cumsum(changes, axis=1)[:, :-1]
        return counts
