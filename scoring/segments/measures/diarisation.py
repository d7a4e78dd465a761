"""Who spoke when: diarisation error rate and Jaccard error rate, in the conventions of md-eval, pyannote and spy-der.

Speech is counted by speaker: a speaker with two labels at once speaks once. Labels of silence are no speech.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from ...common.counts import Summed
from ...maths.assignment import assignment
from ..collar_and_overlap import Mark, MarkKind, collars, extent, overlaps, without, zones
from ..confusions import Confusions, confusions_of
from ..conventions import Convention, DiarisationSettings, convention_of
from ..measure import Column, Measure, Recording, Row, amount, percent, rate, share
from ..slots import Slot, stretch_slots
from ..turns import MOST_ENTRIES, PART, Cells, Spans, Turns, checked_spans, joined, resolved_pair, speech_of

if TYPE_CHECKING:
    from ..turns import Floats, Mask


@dataclass(frozen=True, slots=True)
class SpeakerTime(Summed):
    """Seconds of speech, which add up; rates are those of sums.

    >>> time = SpeakerTime(total=10.0, missed=1.0, false_alarm=0.5, confused=0.5)
    >>> time.der, (time + time).correct
    (0.2, 17.0)
    """

    scored: float = 0.0
    """Time that is scored, speech or not."""
    speech: float = 0.0
    """Time in which any speaker of the reference speaks."""
    total: float = 0.0
    """Speech of the reference; time in which two speak counts twice."""
    missed: float = 0.0
    false_alarm: float = 0.0
    confused: float = 0.0
    speakers: int = 0
    jaccard: float = 0.0
    """The sum of the Jaccard error rates of the speakers."""
    hyp_speakers: int = 0
    """Speakers of the hypothesis within the regions."""
    outside: float = 0.0
    """Speech of the hypothesis outside the regions; without regions, before or after all labels of the reference."""
    counted: int = 0
    """Recordings whose speakers were counted."""
    right_counts: int = 0
    """Recordings in which both sides have as many speakers within the regions."""
    count_errors: int = 0
    """By how many speakers the hypothesis has too few or too many, in all recordings."""

    @property
    def correct(self) -> float:
        """Speech of the reference that has the right speaker in the hypothesis."""
        return self.total - self.missed - self.confused

    @property
    def der(self) -> float | None:
        """Diarisation error rate: missed, false and confused speech by total; None without speech in the reference."""
        return (self.missed + self.false_alarm + self.confused) / self.total if self.total else None

    @property
    def jer(self) -> float | None:
        """Jaccard error rate: the mean over the speakers of the reference; None without any."""
        return self.jaccard / self.speakers if self.speakers else None

    @property
    def speaker_count_accuracy(self) -> float | None:
        """The share of recordings in which the hypothesis has the right number of speakers."""
        return self.right_counts / self.counted if self.counted else None

    @property
    def speaker_count_error(self) -> float | None:
        """By how many speakers the hypothesis is off, the mean of recordings."""
        return self.count_errors / self.counted if self.counted else None

    def to_dict(self) -> dict[str, float | int | None]:
        """Everything by name, ready for JSON."""
        parts = [part.name for part in fields(self) if part.name not in ("counted", "right_counts", "count_errors")]
        rates = ("correct", "der", "jer", "speaker_count_accuracy", "speaker_count_error")
        return {name: getattr(self, name) for name in (*parts, *rates)}


@dataclass(frozen=True, slots=True)
class SpeakerRow:
    """The seconds of one speaker; where several speak at once, errors are shared out evenly.

    A speaker of the hypothesis without a partner has no name, and only false alarms.
    """

    name: str
    partner: str | None
    total: float = 0.0
    correct: float = 0.0
    confused: float = 0.0
    missed: float = 0.0
    false_alarm: float = 0.0
    jer: float | None = None
    """The Jaccard error rate, by the mapping of the JER; None without scored speech in the reference."""

    @property
    def der(self) -> float | None:
        """Confused, missed and false speech by total; None without a partner in the reference."""
        return (self.confused + self.missed + self.false_alarm) / self.total if self.total else None


@dataclass(frozen=True, slots=True)
class Diarised:
    """The score of one recording, and which hypothesis speaker is which reference speaker."""

    name: str
    time: SpeakerTime
    mapping: Mapping[str, str] = field(default_factory=dict)
    """From speakers of the reference to those of the hypothesis."""
    speakers: tuple[SpeakerRow, ...] = ()
    scored: tuple[tuple[float, float], ...] = ()
    """The spans that were scored; given together with the rows of speakers."""
    confusions: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Confused seconds by speaker of the reference and of the hypothesis; given together with the rows of speakers."""

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        pairs = [{"ref": ref, "hyp": hyp, "amount": amount} for (ref, hyp), amount in self.confusions.items()]
        return {**self.time.to_dict(), "mapping": dict(self.mapping), "confusions": pairs}


# Rows that exclude time, each with the silence around them: from the mapping first, then twice from the score.
_RULES: tuple[tuple[Sequence[MarkKind], float], ...] = (
    (("noscore",), 1e-8),
    (("noscore", "noise"), 1e-8),
    (("noise",), 0.5),
)


def diarisation(
    ref: Turns,
    hyp: Turns,
    *,
    regions: Spans | None = None,
    settings: DiarisationSettings | None = None,
    marks: Sequence[Mark] = (),
    name: str = "",
    speakers: bool = False,
) -> Diarised:
    """Scores one recording within regions (start, end), or within the convention's extent.

    `marks` are all rows of the reference in their order, turns included, if it has others than turns. `speakers` adds
    a row for each speaker, and the spans that were scored.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> ref = turns_of([("anna", 0.0, 6.0), ("ben", 6.0, 10.0)])
    >>> hyp = turns_of([("1", 0.0, 5.0), ("2", 5.0, 9.0), ("1", 9.0, 10.5)])
    >>> result = diarisation(ref, hyp)
    >>> result.time.confused, result.time.der, result.mapping
    (2.0, 0.2, {'anna': '1', 'ben': '2'})
    """
    chosen = settings or DiarisationSettings()
    convention = convention_of(chosen.convention)
    ref, hyp = map(speech_of, resolved_pair(ref, hyp, regions))
    marks = marks if convention.marks else ()
    spans = extent_of(ref, hyp, convention, marks) if regions is None else regions
    table = _Table(ref, hyp, spans, chosen, marks)
    mapping = assignment(table.shared(table.scored if convention.map_scored else table.inside))
    jaccard = table.jaccard(mapping, convention)
    time = table.time(mapping, jaccard)
    names = {ref.names[row]: hyp.names[column] for row, column in mapping.items()}
    if not speakers:
        return Diarised(name, time, names)
    rows = table.speakers(mapping, jaccard, ref.names, hyp.names)
    confusions = table.confusions(mapping, ref.names, hyp.names)
    return Diarised(name, time, names, rows, tuple(table.cells.spans(table.scored)), confusions)


def extent_of(ref: Turns, hyp: Turns, convention: Convention, marks: Sequence[Mark]) -> list[tuple[float, float]]:
    """The time that is scored without regions: from the first to the last turn of the reference, or of both sides."""
    sides = [side for side in ((ref, hyp) if convention.both_sides else (ref,)) if len(side)]
    spans = [(float(side.starts.min()), float(side.ends.max())) for side in sides]
    of_marks = extent(marks)
    if of_marks is not None:
        spans.append(of_marks)
    return [(min(start for start, _ in spans), max(end for _, end in spans))] if spans else []


class _Table:
    """Cells of time: who speaks in each, and whether it is scored."""

    __slots__ = ("cells", "hyp", "inside", "outside", "ref", "scored")

    def __init__(
        self, ref: Turns, hyp: Turns, regions: Spans, settings: DiarisationSettings, marks: Sequence[Mark]
    ) -> None:
        convention = convention_of(settings.convention)
        if convention.joined and settings.collar:
            ref = joined(ref)
        bounds = np.concatenate([ref.starts, ref.ends])
        spans = checked_spans(regions)
        finite = spans[np.isfinite(spans)]
        latest = max(side.max(initial=0.0) for side in (bounds, hyp.ends, finite))
        spans = np.minimum(spans, latest)
        within_collars = collars(bounds, settings.collar)
        left_out = [zones(marks, *rule) for rule in _RULES] if marks else []
        edges = [np.minimum(_array(edge), latest).ravel() for edge in left_out]
        self.cells = Cells(bounds, hyp.starts, hyp.ends, spans.ravel(), *within_collars, *edges)
        self.ref: Mask = self.cells.holds(ref)
        self.hyp: Mask = self.cells.holds(hyp)
        self.inside: Mask = self._covered(spans)
        self.outside: Mask = ~self.inside
        if left_out:
            self.inside = self._without(self.inside, left_out[0])
        self.scored: Mask = self.inside
        if settings.collar:
            self.scored = self.scored & (self.cells.covered(*within_collars) == 0)
        for excluded in left_out[1:]:
            self.scored = self._without(self.scored, excluded)
        if settings.overlap == "exclude" and convention.marks:
            self.scored = self._without(self.scored, overlaps(zip(ref.starts.tolist(), ref.ends.tolist(), strict=True)))
        elif settings.overlap != "include":
            of_turns = convention.overlap_of_turns
            several = (self.cells.covered(ref.starts, ref.ends) if of_turns else self.ref.sum(axis=0)) > 1
            self.scored = self.scored & (several if settings.overlap == "only" else ~several)

    def _without(self, mask: Mask, left_out: Spans) -> Mask:
        """The cells of a mask that md-eval keeps when these spans are left out."""
        return self._covered(_array(without(self.cells.spans(mask), left_out)))

    def _covered(self, spans: Floats) -> Mask:
        covered: Mask = self.cells.covered(spans[:, 0], spans[:, 1]) > 0
        return covered

    def shared(self, mask: Mask) -> Floats:
        """Seconds that each pair of speakers shares in the cells of the mask."""
        return _together(self.ref, self.hyp, np.where(mask, self.cells.widths, 0.0))

    def time(self, mapping: Mapping[int, int], jaccard: Mapping[int, float]) -> SpeakerTime:
        """The seconds of all scored cells."""
        widths = np.where(self.scored, self.cells.widths, 0.0)
        refs, hyps = self.ref.sum(axis=0), self.hyp.sum(axis=0)
        rows, columns = list(mapping), list(mapping.values())
        right = (self.ref[rows] & self.hyp[columns]).sum(axis=0)
        is_scored = bool(widths.any())
        there = self.inside & (self.cells.widths > 0) & is_scored
        ref_count, hyp_count = (sum(bool((row & there).any()) for row in side) for side in (self.ref, self.hyp))
        return SpeakerTime(
            scored=float(widths.sum()),
            speech=float(widths @ (refs > 0)),
            total=float(widths @ refs),
            missed=float(widths @ np.maximum(refs - hyps, 0)),
            false_alarm=float(widths @ np.maximum(hyps - refs, 0)),
            confused=float(widths @ (np.minimum(refs, hyps) - right)),
            speakers=len(jaccard),
            jaccard=float(sum(jaccard.values())),
            hyp_speakers=hyp_count,
            outside=float(self.cells.widths[self.outside] @ hyps[self.outside]),
            counted=int(is_scored),
            right_counts=int(is_scored and ref_count == hyp_count),
            count_errors=abs(ref_count - hyp_count),
        )

    def jaccard(self, mapping: Mapping[int, int], convention: Convention) -> dict[int, float]:
        """The Jaccard error rate of each reference speaker who speaks in scored cells."""
        widths = np.where(self.scored, self.cells.widths, 0.0)
        both = _together(self.ref, self.hyp, widths)
        lengths, others = _lengths(self.ref, widths), _lengths(self.hyp, widths)
        either = lengths[:, None] + others[None, :] - both
        similar = np.divide(both, either, out=np.zeros_like(both), where=either > 0)
        pairs = mapping if convention.jaccard_by_overlap else assignment(similar)
        present = np.flatnonzero(lengths > 0).tolist()
        # Sums of floats may be a little above 1.
        return {row: max(1.0 - float(similar[row, pairs[row]]), 0.0) if row in pairs else 1.0 for row in present}

    def speakers(
        self,
        mapping: Mapping[int, int],
        jaccard: Mapping[int, float],
        ref_names: tuple[str, ...],
        hyp_names: tuple[str, ...],
    ) -> tuple[SpeakerRow, ...]:
        """A row for every speaker of the reference, then for every speaker of the hypothesis without a partner."""
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
                    jaccard.get(row),
                )
            )
        single = [column for column in range(len(hyp_names)) if column not in set(mapping.values())]
        rows += [SpeakerRow("", hyp_names[place], false_alarm=float(false @ self.hyp[place])) for place in single]
        return tuple(rows)

    def confusions(
        self, mapping: Mapping[int, int], ref_names: tuple[str, ...], hyp_names: tuple[str, ...]
    ) -> dict[tuple[str, str], float]:
        """Confused seconds of each pair of speakers; where several are wrong at once, these are shared out evenly."""
        ref, hyp = self.ref.copy(), self.hyp.copy()
        for row, column in mapping.items():
            right = self.ref[row] & self.hyp[column]
            ref[row] &= ~right
            hyp[column] &= ~right
        refs, hyps = ref.sum(axis=0), hyp.sum(axis=0)
        places = np.flatnonzero(self.scored & (refs > 0) & (hyps > 0))
        # As many are confused as the side with fewer has: each of its speakers, shared among those of the other side.
        shares = self.cells.widths[places] / np.maximum(refs, hyps)[places]
        table = _together(ref[:, places], hyp[:, places], shares)
        pairs = zip(*(side.tolist() for side in np.nonzero(table)), strict=True)
        return {(ref_names[row], hyp_names[column]): float(table[row, column]) for row, column in pairs}


def _together(ref: Mask, hyp: Mask, widths: Floats) -> Floats:
    """Seconds of these widths of cells in which each pair of speakers speaks; of large tables part by part."""
    if len(widths) * max(len(ref), len(hyp)) <= MOST_ENTRIES:
        return _product(ref, hyp, widths)
    table: Floats = np.zeros((len(ref), len(hyp)))
    for begin in range(0, len(widths), PART):
        refs, hyps = ref[:, begin : begin + PART], hyp[:, begin : begin + PART]
        rows, columns = (np.flatnonzero(side.any(axis=1)) for side in (refs, hyps))
        table[np.ix_(rows, columns)] += _product(refs[rows], hyps[columns], widths[begin : begin + PART])
    return table


def _product(first: Mask, second: Mask, widths: Floats) -> Floats:
    table: Floats = (first * widths) @ second.T.astype(np.float64)
    return table


def _lengths(table: Mask, widths: Floats) -> Floats:
    """The seconds of each speaker; of large tables row by row, since a product makes numbers of all truth values."""
    if table.size <= MOST_ENTRIES:
        seconds: Floats = table @ widths
        return seconds
    return np.array([widths @ row for row in table])


def _array(spans: Spans) -> Floats:
    return np.array(spans, dtype=np.float64).reshape(-1, 2)


def _score(recordings: Sequence[Recording], settings: DiarisationSettings) -> list[Diarised]:
    return [
        diarisation(
            recording.ref,
            recording.hyp,
            regions=recording.regions,
            settings=settings,
            marks=recording.marks,
            name=recording.name,
            speakers=True,
        )
        for recording in recordings
    ]


def _total(scores: Sequence[Diarised]) -> SpeakerTime:
    return sum((score.time for score in scores), SpeakerTime())


def _rows(scores: Mapping[str, Diarised], total: object) -> list[tuple[str, SpeakerRow]]:
    speakers = ((name, row) for name, score in scores.items() for row in score.speakers)
    return [(f"{name} " * bool(name) + f"{row.name or '-'} = {row.partner or '-'}", row) for name, row in speakers]


def _confusions(scored: Sequence[tuple[object, Diarised]], settings: object) -> Confusions:
    """The seconds by speaker, whose names have that of the recording, and for the hypothesis that of the partner."""
    parts = []
    for _, score in scored:
        partners = {partner: name for name, partner in score.mapping.items()}

        def ref_of(name: str, recording: str = score.name) -> str:
            return f"{recording} {name}".strip()

        def hyp_of(name: str, recording: str = score.name, partners: Mapping[str, str] = partners) -> str:
            return f"{recording} {name} = {partners.get(name, '-')}".strip()

        rows, named = score.speakers, [row for row in score.speakers if row.total]
        parts.append(
            Confusions(
                correct={ref_of(row.name): row.correct for row in named},
                substituted={(ref_of(ref), hyp_of(hyp)): amount for (ref, hyp), amount in score.confusions.items()},
                deleted={ref_of(row.name): row.missed for row in named},
                inserted={hyp_of(row.partner): row.false_alarm for row in rows if row.partner is not None},
            )
        )
    return confusions_of(parts)


def _slots(recording: Recording, score: Diarised, settings: DiarisationSettings) -> list[Slot]:
    mapping = {partner: name for name, partner in score.mapping.items()}
    return stretch_slots(*map(speech_of, recording.resolved()), scored=score.scored, mapping=mapping)


def _false_alarm(row: Row) -> str:
    """False alarms in percent; of a speaker without a partner, who has no total, in seconds."""
    if isinstance(row, SpeakerRow) and not row.total:
        return f"{row.false_alarm:.2f}s"
    return percent(row.false_alarm / row.total if row.total else None)


def _jer(row: Row) -> str:
    """The rate of the whole; reports leave those of speakers to the page."""
    return percent(None if isinstance(row, SpeakerRow) else row.jer)


def _count_error(row: Row) -> str:
    """By how many speakers recordings are off."""
    return "-" if row.speaker_count_error is None else f"{row.speaker_count_error:.2f}"


MEASURE = Measure(
    name="diarisation",
    settings=DiarisationSettings,
    kind=Diarised,
    names="free",
    score=_score,
    total=_total,
    columns=(
        (amount("Seconds", "total", 2),),
        (
            share("Corr", "correct", "total"),
            share("Conf", "confused", "total"),
            share("Miss", "missed", "total"),
            Column("FA", _false_alarm),
        ),
        (rate("DER", "der"), Column("JER", _jer, whole=rate("JER", "jer").cell)),
    ),
    of_summaries=(
        Column("speaker count", lambda row: percent(row.speaker_count_accuracy), unit=" % of recordings are right"),
        Column("count error", _count_error, unit=" speakers, mean of recordings"),
    ),
    counts=("correct", "confused", "missed", "false_alarm"),
    digits=2,
    slots=_slots,
    error_rate="der",
    rows=_rows,
    confusions=_confusions,
)
