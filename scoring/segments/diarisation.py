"""Who spoke when: diarisation error rate and Jaccard error rate, in the conventions of md-eval, pyannote and spy-der.

Speech is counted by speaker: a speaker who is labelled twice at a time speaks once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from formats.errors import UsageError
from scoring.aligners.assignment import assignment
from scoring.segments.turns import Cells, Spans, Turns, checked_spans, joined, resolved_pair
from scoring.segments.zones import Mark, MarkKind, extent, overlaps, without, zones

if TYPE_CHECKING:
    from scoring.segments.turns import Floats, Mask

# Rows that take time away from the mapping of speakers, then from the score; and with how much silence around.
_RULES: tuple[tuple[Sequence[MarkKind], float], ...] = (
    (("noscore",), 1e-8),
    (("noscore", "noise"), 1e-8),
    (("noise",), 0.5),
)

Overlap: TypeAlias = Literal["include", "exclude", "only"]


@dataclass(frozen=True, slots=True)
class Convention:
    """What programs do differently where nobody tells them otherwise."""

    name: str
    both_sides: bool
    """Without regions, score from the first to the last label of both sides, not of the reference alone."""
    map_scored: bool
    """Map speakers by what is scored, not by all of the regions, collars included."""
    jaccard_by_overlap: bool
    """Take the Jaccard error rate from the same mapping, not from the one that is best for it."""
    joined: bool = False
    """Turns of one speaker that touch are one, so that no collar stands where they meet."""
    overlap_of_turns: bool = False
    """Two turns at once are an overlap even if they are of one speaker."""
    marks: bool = False
    """Rows of the reference that are no turns say what is not scored, and how far the reference reaches."""


MD_EVAL = Convention(
    "md-eval", both_sides=False, map_scored=False, jaccard_by_overlap=False, overlap_of_turns=True, marks=True
)
PYANNOTE = Convention("pyannote", both_sides=True, map_scored=True, jaccard_by_overlap=True, overlap_of_turns=True)
SPY_DER = Convention("spy-der", both_sides=True, map_scored=False, jaccard_by_overlap=False, joined=True)
CONVENTIONS = {convention.name: convention for convention in (MD_EVAL, PYANNOTE, SPY_DER)}


@dataclass(frozen=True, slots=True)
class DiarisationSettings:
    """How to score; `collar` is in seconds on EACH side of a boundary (pyannote's own argument is twice that)."""

    collar: float = 0.0
    overlap: Overlap = "include"
    convention: Convention = MD_EVAL

    def __post_init__(self) -> None:
        if not 0 <= self.collar < float("inf"):
            raise UsageError(f"collar {self.collar!r} is no number of seconds from 0 on")
        if self.overlap not in ("include", "exclude", "only"):
            raise UsageError(f"overlap {self.overlap!r} is unknown; expected include, exclude or only")

    @property
    def signature(self) -> str:
        """What to print beside the number, so that others can get the same."""
        return f"der|{self.convention.name}|collar:{self.collar:g}s each side|overlap:{self.overlap}"


@dataclass(frozen=True, slots=True)
class SpeakerTime:
    """Seconds of speech; sums of these are these, and rates come from sums.

    >>> time = SpeakerTime(total=10.0, missed=1.0, false_alarm=0.5, confused=0.5)
    >>> time.der, (time + time).correct
    (0.2, 17.0)
    """

    scored: float = 0.0
    """Time that is scored, speech or not."""
    speech: float = 0.0
    """Time in which somebody of the reference speaks."""
    total: float = 0.0
    """Speech of the reference; time in which two speak counts twice."""
    missed: float = 0.0
    false_alarm: float = 0.0
    confused: float = 0.0
    speakers: int = 0
    jaccard: float = 0.0
    """The sum of the Jaccard error rates of the speakers."""

    def __add__(self, other: SpeakerTime) -> SpeakerTime:
        if not isinstance(other, SpeakerTime):
            return NotImplemented
        return SpeakerTime(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))

    def __radd__(self, other: int) -> SpeakerTime:
        # sum() begins with 0
        return self if other == 0 and isinstance(other, int) else NotImplemented

    @property
    def correct(self) -> float:
        """Speech of the reference that was given to the right speaker."""
        return self.total - self.missed - self.confused

    @property
    def der(self) -> float | None:
        """Diarisation error rate: missed, false and confused speech by total; None without speech in the reference."""
        return (self.missed + self.false_alarm + self.confused) / self.total if self.total else None

    @property
    def jer(self) -> float | None:
        """Jaccard error rate: the mean over the speakers of the reference; None without any."""
        return self.jaccard / self.speakers if self.speakers else None

    def to_dict(self) -> dict[str, float | int | None]:
        """Everything by name, ready for JSON."""
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        return {**parts, "correct": self.correct, "der": self.der, "jer": self.jer}


@dataclass(frozen=True, slots=True)
class SpeakerRow:
    """What became of the speech of one speaker; where several speak at once, errors are shared out evenly."""

    name: str
    partner: str | None
    total: float = 0.0
    correct: float = 0.0
    confused: float = 0.0
    missed: float = 0.0
    false_alarm: float = 0.0


@dataclass(frozen=True, slots=True)
class Recording:
    """The score of one recording, and which hypothesis speaker is which reference speaker."""

    name: str
    time: SpeakerTime
    mapping: Mapping[str, str] = field(default_factory=dict)
    """From speakers of the reference to those of the hypothesis."""
    speakers: tuple[SpeakerRow, ...] = ()
    scored: tuple[tuple[float, float], ...] = ()
    """From when to when was scored; given with the rows of speakers."""

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {"file": self.name, **self.time.to_dict(), "mapping": dict(self.mapping)}


def diarisation(
    ref: Turns,
    hyp: Turns,
    *,
    regions: Spans | None = None,
    settings: DiarisationSettings | None = None,
    marks: Sequence[Mark] = (),
    name: str = "",
    speakers: bool = False,
) -> Recording:
    """Scores one recording within regions (start, end), or within the convention's extent; `speakers` adds their rows.

    `marks` are all rows of the reference in their order, turns included, if it has others than turns.

    >>> from scoring.segments.turns import turns_of
    >>> ref = turns_of([("anna", 0.0, 6.0), ("ben", 6.0, 10.0)])
    >>> hyp = turns_of([("1", 0.0, 5.0), ("2", 5.0, 9.0), ("1", 9.0, 10.5)])
    >>> found = diarisation(ref, hyp)
    >>> found.time.confused, found.time.der, found.mapping
    (2.0, 0.2, {'anna': '1', 'ben': '2'})
    """
    chosen = settings or DiarisationSettings()
    ref, hyp = resolved_pair(ref, hyp, regions)
    marks = marks if chosen.convention.marks else ()
    spans = _extent(ref, hyp, chosen.convention, marks) if regions is None else regions
    table = _Table(ref, hyp, spans, chosen, marks)
    mapping = assignment(table.shared(table.scored if chosen.convention.map_scored else table.inside))
    time = table.time(mapping, chosen.convention)
    names = {ref.names[row]: hyp.names[column] for row, column in mapping.items()}
    if not speakers:
        return Recording(name, time, names)
    rows = table.speakers(mapping, ref.names, hyp.names)
    return Recording(name, time, names, rows, tuple(table.cells.spans(table.scored)))


def _extent(ref: Turns, hyp: Turns, convention: Convention, marks: Sequence[Mark]) -> Spans:
    sides = [side for side in ((ref, hyp) if convention.both_sides else (ref,)) if len(side)]
    spans = [(float(side.starts.min()), float(side.ends.max())) for side in sides]
    told = extent(marks)
    if told is not None:
        spans.append(told)
    return [(min(start for start, _ in spans), max(end for _, end in spans))] if spans else []


class _Table:
    """Cells of time by speakers: who speaks in each, and whether it is scored."""

    __slots__ = ("cells", "hyp", "inside", "ref", "scored")

    def __init__(
        self, ref: Turns, hyp: Turns, regions: Spans, settings: DiarisationSettings, marks: Sequence[Mark]
    ) -> None:
        if settings.convention.joined and settings.collar:
            ref = joined(ref)
        bounds = np.concatenate([ref.starts, ref.ends])
        spans = checked_spans(regions)
        finite = spans[np.isfinite(spans)]
        latest = max(side.max(initial=0.0) for side in (bounds, hyp.ends, finite))
        spans = np.minimum(spans, latest)
        ends = bounds if settings.collar else bounds[:0]
        collars = np.stack([ends - settings.collar, ends + settings.collar], axis=1)
        left_out = [zones(marks, *rule) for rule in _RULES] if marks else []
        edges = [np.minimum(_array(found), latest).ravel() for found in left_out]
        self.cells = Cells(bounds, hyp.starts, hyp.ends, spans.ravel(), collars.ravel(), *edges)
        turns = self.cells.counts(ref)
        self.ref: Mask = turns > 0
        self.hyp: Mask = self.cells.counts(hyp) > 0
        self.inside: Mask = self._covered(spans)
        if left_out:
            self.inside = self._without(self.inside, left_out[0])
        self.scored: Mask = self.inside
        if settings.collar:
            self.scored = self.scored & ~self._covered(collars)
        for found in left_out[1:]:
            self.scored = self._without(self.scored, found)
        if settings.overlap == "exclude" and settings.convention.marks:
            self.scored = self._without(self.scored, overlaps(zip(ref.starts.tolist(), ref.ends.tolist(), strict=True)))
        elif settings.overlap != "include":
            several = (turns if settings.convention.overlap_of_turns else self.ref).sum(axis=0) > 1
            self.scored = self.scored & (several if settings.overlap == "only" else ~several)

    def _without(self, mask: Mask, left_out: Spans) -> Mask:
        """What md-eval keeps of the cells of a mask, if this is to be left out."""
        return self._covered(_array(without(self.cells.spans(mask), left_out)))

    def _covered(self, spans: Floats) -> Mask:
        covered: Mask = self.cells.covered(spans[:, 0], spans[:, 1]) > 0
        return covered

    def shared(self, mask: Mask) -> Floats:
        """Seconds that each pair of speakers shares where the mask holds."""
        weights = np.where(mask, self.cells.widths, 0.0)
        table: Floats = (self.ref * weights) @ self.hyp.T.astype(np.float64)
        return table

    def time(self, mapping: Mapping[int, int], convention: Convention) -> SpeakerTime:
        """The seconds of everything that is scored."""
        widths = np.where(self.scored, self.cells.widths, 0.0)
        refs, hyps = self.ref.sum(axis=0), self.hyp.sum(axis=0)
        rows, columns = list(mapping), list(mapping.values())
        right = (self.ref[rows] & self.hyp[columns]).sum(axis=0)
        speakers, jaccard = self._jaccard(widths, mapping, convention)
        return SpeakerTime(
            scored=float(widths.sum()),
            speech=float(widths @ (refs > 0)),
            total=float(widths @ refs),
            missed=float(widths @ np.maximum(refs - hyps, 0)),
            false_alarm=float(widths @ np.maximum(hyps - refs, 0)),
            confused=float(widths @ (np.minimum(refs, hyps) - right)),
            speakers=speakers,
            jaccard=jaccard,
        )

    def _jaccard(self, widths: Floats, mapping: Mapping[int, int], convention: Convention) -> tuple[int, float]:
        """How many speakers the reference has where it is scored, and the sum of their Jaccard error rates."""
        both = (self.ref * widths) @ self.hyp.T.astype(np.float64)
        lengths, others = self.ref @ widths, self.hyp @ widths
        either = lengths[:, None] + others[None, :] - both
        similar = np.divide(both, either, out=np.zeros_like(both), where=either > 0)
        pairs = mapping if convention.jaccard_by_overlap else assignment(similar)
        present = np.flatnonzero(lengths > 0).tolist()
        return len(present), float(sum(1.0 - (similar[row, pairs[row]] if row in pairs else 0.0) for row in present))

    def speakers(
        self, mapping: Mapping[int, int], ref_names: tuple[str, ...], hyp_names: tuple[str, ...]
    ) -> tuple[SpeakerRow, ...]:
        """A row for every speaker of the reference, then for those of the hypothesis that are nobody."""
        widths = np.where(self.scored, self.cells.widths, 0.0)
        refs, hyps = self.ref.sum(axis=0), self.hyp.sum(axis=0)
        hits = {row: self.ref[row] & self.hyp[column] for row, column in mapping.items()}
        right = sum(hits.values(), np.zeros(len(widths), dtype=np.int64))
        unmatched_refs, unmatched_hyps = np.maximum(refs - right, 1), np.maximum(hyps - right, 1)
        missed = widths * np.maximum(refs - hyps, 0) / unmatched_refs
        confused = widths * (np.minimum(refs, hyps) - right) / unmatched_refs
        false = widths * np.maximum(hyps - refs, 0) / unmatched_hyps
        nothing = np.zeros(len(widths), dtype=bool)
        rows = []
        for row, name in enumerate(ref_names):
            hit, partner = hits.get(row, nothing), mapping.get(row)
            mine = self.ref[row] & ~hit
            extra = nothing if partner is None else self.hyp[partner] & ~hit
            rows.append(
                SpeakerRow(
                    name,
                    None if partner is None else hyp_names[partner],
                    float(widths @ self.ref[row]),
                    float(widths @ hit),
                    float(confused @ mine),
                    float(missed @ mine),
                    float(false @ extra),
                )
            )
        nobody = [column for column in range(len(hyp_names)) if column not in set(mapping.values())]
        rows += [SpeakerRow("", hyp_names[place], false_alarm=float(false @ self.hyp[place])) for place in nobody]
        return tuple(rows)


def _array(spans: Spans) -> Floats:
    return np.array(spans, dtype=np.float64).reshape(-1, 2)
