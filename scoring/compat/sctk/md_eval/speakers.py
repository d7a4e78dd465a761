"""Diarisation of one recording as md-eval counts it: its stretches, its mapping, and its sums."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import numpy as np

from scoring.compat.sctk import Failure
from scoring.compat.sctk.md_eval.matching import best_mapping
from scoring.compat.sctk.md_eval.regions import MOMENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from scoring.compat.sctk.md_eval.reading import Event, Talk
    from scoring.compat.sctk.md_eval.regions import Spans

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

MISS, FALSE_ALARM = "  MISS", "  FALSE ALARM"
_MOST = 1 << 30


@dataclass(frozen=True, slots=True)
class Matrix:
    """Amounts by type of speaker in the reference and in the system output."""

    ref: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    hyp: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    both: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))


@dataclass(frozen=True, slots=True)
class Sums:
    """Seconds and words by name, and the matrices of types by speakers and by seconds; recordings add up."""

    amounts: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    speakers: Matrix = field(default_factory=Matrix)
    seconds: Matrix = field(default_factory=Matrix)

    def add(self, other: Sums) -> None:
        """Adds the sums of another recording."""
        for mine, others in zip(self._parts(), other._parts(), strict=True):
            for key, value in others.items():
                mine[key] += value

    def _parts(self) -> tuple[dict[Any, float], ...]:
        both = (self.speakers, self.seconds)
        return (self.amounts, *(part for matrix in both for part in (matrix.ref, matrix.hyp, matrix.both)))


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """Turns of one side as columns, sorted names first, without turns of no length."""

    names: list[str]
    codes: NDArray[np.int64]
    begins: Floats
    ends: Floats
    types: list[str]
    """The type of each name."""


def side_of(talk: Talk, time: Callable[[float], float] | None = None) -> Side:
    """The turns of a recording, at times that `time` maps."""
    known = sorted(set(talk.speakers))
    numbers = {name: number for number, name in enumerate(known)}
    codes = np.array([numbers[name] for name in talk.speakers], dtype=np.int64)
    begins, lengths = np.array(talk.begins, dtype=np.float64), np.array(talk.lengths, dtype=np.float64)
    ends = begins + lengths
    kept = lengths > 0
    if time is not None:
        begins, ends = np.array([time(at) for at in begins.tolist()]), np.array([time(at) for at in ends.tolist()])
    return Side(known, codes[kept], begins[kept], ends[kept], [talk.types[name] for name in known])


class Stretches:
    """Time between any two events within regions, in which nothing changes: who speaks there on both sides."""

    __slots__ = ("begins", "ends", "hyp", "ref", "warnings", "widths")

    def __init__(self, spans: Spans, ref: Side, hyp: Side) -> None:
        regions = np.array([span for span in spans if span[1] > span[0] + MOMENT], dtype=np.float64).reshape(-1, 2)
        refs, hyps = len(ref.names), len(hyp.names)
        begins = np.concatenate([regions[:, 0], ref.begins, hyp.begins])
        times = np.concatenate([begins, regions[:, 1], ref.ends, hyp.ends])
        rows = np.concatenate([np.zeros(len(regions), dtype=np.int64), ref.codes + 1, hyp.codes + 1 + refs])
        rows = np.concatenate([rows, rows])
        if len(times) * (1 + refs + hyps) > _MOST:
            raise Failure(b"md-eval.pl: too many speakers and turns in one recording\n", 2)
        steps = np.ones(len(times), dtype=np.int32)
        steps[len(begins) :] = -1
        order = np.argsort(times, kind="stable")
        # Times within a moment are one: ends go first there.
        moments = np.cumsum(np.diff(times[order], prepend=times[order][:1]) > MOMENT)
        order = order[np.lexsort((steps[order], moments))]
        times, rows, steps = np.maximum.accumulate(times[order]), rows[order], steps[order]
        table = np.zeros((1 + refs + hyps, len(times)), dtype=np.int32)
        table[rows, np.arange(len(times))] = steps
        table = np.cumsum(table, axis=1, dtype=np.int32)
        self.warnings = self._warnings(table, rows, times, [*ref.names, *hyp.names])
        kept = np.flatnonzero((table[0, :-1] > 0) & (times[1:] > times[:-1]))
        self.begins, self.ends = times[kept], times[kept + 1]
        self.widths: Floats = self.ends - self.begins
        # Times mapped by words may end before they begin: the speaker counts in between all the same.
        self.ref: Mask = table[1 : 1 + refs, kept] != 0
        self.hyp: Mask = table[1 + refs :, kept] != 0

    @staticmethod
    def _warnings(table: NDArray[np.int32], rows: NDArray[np.int64], times: Floats, names: list[str]) -> list[str]:
        if (table[1:] <= 1).all():
            return []
        several = np.flatnonzero((table[rows, np.arange(len(times))] > 1) & (rows > 0)).tolist()
        told = [(names[int(rows[place]) - 1], float(times[place])) for place in several]
        return [f"WARNING:  speaker {name} speaking more than once at time {time:.15g}\n" for name, time in told]

    def shared(self, ref: Side, hyp: Side) -> dict[str, dict[str, float]]:
        """Seconds that each pair of speakers shares, added in the order of time; pairs that share none are left out."""
        found: dict[str, dict[str, float]] = {}
        for row, name in enumerate(hyp.names):
            places = np.flatnonzero(self.hyp[row])
            refs, cells = np.nonzero(self.ref[:, places])
            sums = np.bincount(refs, weights=self.widths[places[cells]], minlength=len(ref.names))
            for place in np.unique(refs).tolist():
                found.setdefault(ref.names[place], {})[name] = float(sums[place])
        return {name: found[name] for name in sorted(found)}


class Scored:
    """One recording: its sums, its mapping, the seconds that speakers share, and its scored stretches."""

    __slots__ = ("_hyp", "_ref", "mapping", "shared", "stretches", "sums", "warnings")

    def __init__(self, ref: Side, hyp: Side, words: Sequence[Event], evaluated: Spans, scored: Spans) -> None:
        self._ref, self._hyp = ref, hyp
        whole = Stretches(evaluated, ref, hyp)
        self.shared = whole.shared(ref, hyp)
        self.mapping = best_mapping(self.shared)
        self.stretches = Stretches(scored, ref, hyp) if scored != evaluated else whole
        self.warnings = [*whole.warnings, *self.stretches.warnings]
        self.sums = Sums()
        self._add_evaluated(whole, evaluated, words)
        self._add_seconds()
        self._add_words(words)
        self._add_speakers(whole)
        self._add_types(whole)

    def _add_evaluated(self, whole: Stretches, spans: Spans, words: Sequence[Event]) -> None:
        amounts = self.sums.amounts
        amounts["EVAL TIME"] = _sum([end - begin for begin, end in spans])
        amounts["EVAL SPEECH"] = _sum(whole.widths * whole.ref.any(axis=0))
        inside = _cells(words, np.array([span[0] for span in spans]), np.array([span[1] for span in spans]))
        amounts["EVAL WORDS"] = MOMENT + len(inside)

    def _add_seconds(self) -> None:
        found, amounts = self.stretches, self.sums.amounts
        widths = found.widths
        refs, hyps = found.ref.sum(axis=0), found.hyp.sum(axis=0)
        for name, value in (
            ("SCORED TIME", widths),
            ("SCORED SPEECH", widths * (refs > 0)),
            ("MISSED SPEECH", widths * ((refs > 0) & (hyps == 0))),
            ("FALARM SPEECH", widths * ((refs == 0) & (hyps > 0))),
            ("SCORED SPEAKER", widths * refs),
            ("MISSED SPEAKER", widths * np.maximum(refs - hyps, 0)),
            ("FALARM SPEAKER", widths * np.maximum(hyps - refs, 0)),
            ("SPEAKER ERROR", widths * (np.minimum(refs, hyps) - self._right())),
        ):
            amounts[name] = _sum(value)

    def _right(self) -> NDArray[np.int64]:
        """How many mapped speakers speak on both sides in each stretch."""
        right = np.zeros(len(self.stretches.widths), dtype=np.int64)
        for name, partner in self.mapping.items():
            row, column = self._ref.names.index(name), self._hyp.names.index(partner)
            right += self.stretches.ref[row] & self.stretches.hyp[column]
        return right

    def _add_words(self, words: Sequence[Event]) -> None:
        found, amounts = self.stretches, self.sums.amounts
        cells = np.array(_cells(words, found.begins, found.ends), dtype=np.int64)
        refs, hyps = found.ref.sum(axis=0), found.hyp.sum(axis=0)
        wrong = (refs != hyps) | (self._right() != refs)
        amounts["SCORED WORDS"] = MOMENT + len(cells)
        amounts["MISSED WORDS"] = MOMENT + int((hyps[cells] == 0).sum())
        amounts["ERROR WORDS"] = MOMENT + int(wrong[cells].sum())

    def _add_speakers(self, whole: Stretches) -> None:
        matrix, matched = self.sums.speakers, set(self.mapping.values())
        partners = dict(zip(self._hyp.names, self._hyp.types, strict=True))
        ref_speaks: list[bool] = np.asarray(whole.ref.any(axis=1)).tolist()
        hyp_speaks: list[bool] = np.asarray(whole.hyp.any(axis=1)).tolist()
        for name, kind, heard in zip(self._ref.names, self._ref.types, ref_speaks, strict=True):
            if heard:
                matrix.ref[kind] += 1
                matrix.both[kind, partners[self.mapping[name]] if name in self.mapping else MISS] += 1
        for name, kind, heard in zip(self._hyp.names, self._hyp.types, hyp_speaks, strict=True):
            if heard:
                matrix.hyp[kind] += 1
                matrix.both[FALSE_ALARM, kind] += name not in matched

    def _add_types(self, whole: Stretches) -> None:
        matrix, widths = self.sums.seconds, self.stretches.widths
        refs = _by_type(self._ref, whole.ref, self.stretches.ref)
        hyps = _by_type(self._hyp, whole.hyp, self.stretches.hyp)
        # Where types are mixed, the reference compares with the count of whichever type it handled last.
        last_ref, last_hyp = _last(refs, len(widths)), _last(hyps, len(widths))
        for kind, count in refs.items():
            matrix.ref[kind] = _sum(widths * count)
            matrix.both[kind, MISS] = _sum(widths * np.where(count > 0, np.maximum(count - last_hyp, 0), 0))
        for kind, count in hyps.items():
            matrix.hyp[kind] = _sum(widths * count)
            more = np.where(count > 0, np.maximum(count - last_ref, 0), 0)
            matrix.both[FALSE_ALARM, kind] = _sum(widths * more)
            for other, others in refs.items():
                matrix.both[other, kind] = _sum(widths * np.minimum(count, others))

    def lines(self) -> list[tuple[float, float, float, list[str], list[str]]]:
        """Begin, width, end, and the speakers of both sides of every scored stretch."""
        found = self.stretches
        times = zip(found.begins.tolist(), found.widths.tolist(), found.ends.tolist(), strict=True)
        refs, hyps = _spoken(self._ref, found.ref), _spoken(self._hyp, found.hyp)
        return [(*time, *names) for time, *names in zip(times, refs, hyps, strict=True)]


def _sum(values: Floats | list[float]) -> float:
    """The sum, added one by one."""
    if isinstance(values, list):
        return list(accumulate(values, initial=0.0))[-1]
    return float(np.cumsum(values)[-1]) if len(values) else 0.0


def _cells(words: Sequence[Event], begins: Floats, ends: Floats) -> list[int]:
    """The stretch of each word whose middle lies in one; at a border the earlier one."""
    middles = np.array([word.middle for word in words])
    places = np.searchsorted(ends, middles, "left")
    inside = places < len(ends)
    places, middles = places[inside], middles[inside]
    kept: list[int] = places[begins[places] <= middles].tolist()
    return kept


def _by_type(side: Side, evaluated: Mask, speaks: Mask) -> dict[str, NDArray[np.int64]]:
    """How many speakers of each type that is heard speak in each stretch.

    A speaker who is scored but not evaluated, at the border of regions that touch, has an empty type.
    """
    known: list[bool] = np.asarray(evaluated.any(axis=1)).tolist()
    types = [kind if heard else "" for kind, heard in zip(side.types, known, strict=True)]
    kinds = np.array(types)
    counts = {kind: speaks[kinds == kind].sum(axis=0) for kind in sorted(set(types))}
    return {kind: count for kind, count in counts.items() if count.any()}


def _last(counts: dict[str, NDArray[np.int64]], size: int) -> NDArray[np.int64]:
    last = np.zeros(size, dtype=np.int64)
    for count in counts.values():
        last = np.where(count > 0, count, last)
    return last


def _spoken(side: Side, speaks: Mask) -> list[list[str]]:
    found: list[list[str]] = [[] for _ in range(speaks.shape[1])]
    for name, row in zip(side.names, speaks, strict=True):
        for place in np.flatnonzero(row).tolist():
            found[place].append(name)
    return found
