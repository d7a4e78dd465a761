"""Sides of a meeting: who said what, and when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from numbers import Real
from typing import TypeAlias

from ...formats.errors import MismatchError, UsageError, quantity
from ..common.counts import Summed
from ..common.results import check_order

Row: TypeAlias = "tuple[str, str] | tuple[str, str, float, float]"
"""Speaker and text of a segment, and its start and end in seconds where it has them."""


@dataclass(frozen=True, slots=True)
class Overlap(Summed):
    """Time in which a speaker overlaps with themselves, and the time that speakers speak, in seconds."""

    time: float = 0.0
    total: float = 0.0

    @property
    def rate(self) -> float | None:
        """The part of the time that overlaps; None without time."""
        return self.time / self.total if self.total else None


@dataclass(frozen=True, slots=True)
class Side:
    """The segments of one side of a meeting as columns; without times, `starts` and `ends` are None."""

    speakers: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    starts: tuple[float, ...] | None = None
    ends: tuple[float, ...] | None = None
    by_channel: bool = field(default=False, kw_only=True)
    """Whether channels stand for speakers, as in a ctm file, which names nobody."""
    begins: tuple[float, ...] | None = field(default=None, kw_only=True)
    """When the segments begin that words with times belong to; None where each word or text is a segment."""

    def __len__(self) -> int:
        return len(self.texts)

    def overlap(self) -> Overlap | None:
        """How much the speakers overlap, each with themselves; None without times.

        >>> Side(("a", "a"), ("x", "y"), (0.0, 1.0), (2.0, 3.0)).overlap()
        Overlap(time=1.0, total=3.0)
        """
        if self.starts is None or self.ends is None:
            return None
        latest: dict[str, float] = {}
        time = total = 0.0
        for start, end, speaker in sorted(zip(self.starts, self.ends, self.speakers, strict=True)):
            last = latest.get(speaker, 0.0)
            time += max(0.0, min(last, end) - start)
            total += max(0.0, end - max(last, start))
            latest[speaker] = max(last, end)
        return Overlap(time, total)

    def within(self, regions: Sequence[tuple[float, float]], *, touching: bool = False) -> Side:
        """The segments whose middle lies in a region, or those that touch one, as MeetEval filters by a UEM."""
        if self.starts is None or self.ends is None:
            raise UsageError("regions need segments with times")
        places = []
        for place, (start, end) in enumerate(zip(self.starts, self.ends, strict=True)):
            middle = (start + end) / 2
            if any((start <= b and a <= end) if touching else a <= middle < b for a, b in regions):
                places.append(place)
        starts, ends, begins = self.starts, self.ends, self.begins
        return replace(
            self,
            speakers=tuple(self.speakers[place] for place in places),
            texts=tuple(self.texts[place] for place in places),
            starts=tuple(starts[place] for place in places),
            ends=tuple(ends[place] for place in places),
            begins=None if begins is None else tuple(begins[place] for place in places),
        )


@dataclass(frozen=True, slots=True)
class Session:
    """One recording: both sides, and the regions that count; without regions all of it does."""

    name: str
    ref: Side = Side()
    hyp: Side = Side()

    def within(self, regions: Sequence[tuple[float, float]], *, touching: bool = False) -> Session:
        """The session with the segments whose middle lies in a region, or those that touch one."""
        sides = [side.within(regions, touching=touching) for side in (self.ref, self.hyp)]
        return Session(self.name, *sides)


def place_of(side: str, session: str) -> str:
    """Side and session as messages name them; a session without a name is not named.

    >>> place_of("reference", "talk"), place_of("hypothesis", "")
    ('reference, talk', 'hypothesis')
    """
    return f"{side}, {session}" if session else side


def several_words(where: str, texts: Sequence[str]) -> MismatchError:
    """The error of segments with several words that share no time."""
    return MismatchError(
        f"{where}: {quantity(len(texts), 'segment')} with several words, but timing none: "
        f"{', '.join(map(repr, texts[:5]))}; expected one word per segment, or another ref_timing= (--ref-timing) or "
        "hyp_timing= (--hyp-timing)"
    )


def side_of(rows: Iterable[Row]) -> Side:
    """The side that rows make; all of them have times or none.

    >>> side_of([("anna", "good day")]).texts
    ('good day',)
    """
    check_order("a session", rows, "a list of rows")
    all_rows = [tuple(row) for row in rows]
    sizes = {len(row) for row in all_rows}
    if not all_rows:
        return Side(starts=(), ends=())
    if sizes not in ({2}, {4}):
        raise UsageError(
            "rows of a meeting; expected speaker and text, or speaker, text, start and end, for all rows, such as "
            "[('anna', 'good day'), ('ben', 'hello')]"
        )
    columns = list(zip(*all_rows, strict=True))
    for name, column in zip(("speaker", "text"), columns, strict=False):
        if strange := [value for value in column if not isinstance(value, str)]:
            raise UsageError(f"a {name} of a meeting is {strange[0]!r}; expected text")
    for start, end in zip(*columns[2:], strict=True):
        if not (isinstance(start, Real) and isinstance(end, Real) and -inf < float(start) <= float(end) < inf):
            raise UsageError(
                f"a segment of a meeting goes from {start!r} to {end!r}; expected seconds, or rows of speaker and text"
            )
    return Side(*columns)


def sessions_of(refs: Mapping[str, Iterable[Row]], hyps: Mapping[str, Iterable[Row]]) -> list[Session]:
    """The sessions of both sides, sorted by name; a session that a side does not have is empty there."""
    for name, side in (("refs", refs), ("hyps", hyps)):
        if not isinstance(side, Mapping):
            kind = type(side).__name__
            of_corpus = ": the file of the corpus (scorelite.write(corpus, path) makes one)" if kind == "Corpus" else ""
            raise UsageError(
                f"{name} is of type {kind}; expected a path{of_corpus}, or a mapping from "
                "session to rows of speaker and text, "
                "such as {'talk': [('anna', 'good day')]}"
            )
        if texts := [(key, rows) for key, rows in side.items() if isinstance(rows, str)]:
            raise UsageError(f"{name} has one text for {texts[0][0]!r}; expected rows by session: {{'talk': {texts}}}")
    names = sorted({*refs, *hyps})
    return [Session(name, side_of(refs.get(name, ())), side_of(hyps.get(name, ()))) for name in names]
