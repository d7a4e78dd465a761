"""Scores labels with times: who speaks, which sound, which class; from files of any format, or from rows in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from formats.errors import MismatchError, UsageError
from formats.source import Source, Target
from scoring.segments.boundaries import Boundaries, Clusters, boundaries, clusters
from scoring.segments.classes import class_times
from scoring.segments.confusions import Confusions, confusions_of
from scoring.segments.diarisation import CONVENTIONS, DiarisationSettings, Overlap, Recording, SpeakerTime, diarisation
from scoring.segments.events import EventSettings, event_pairs
from scoring.segments.lengths import Lengths, lengths_by_value
from scoring.segments.rows import By, meet, read_side, regions_of
from scoring.segments.sound_events import OnsetSettings, SoundEvents, by_onsets, by_segments
from scoring.segments.turns import Row, Spans, Turns, checked_spans, resolved_pair, turns_of
from scoring.segments.zones import Mark

Measure: TypeAlias = Literal[
    "classes", "events", "diarisation", "sound-segments", "sound-events", "boundaries", "clusters"
]
Missing: TypeAlias = Literal["error", "skip", "delete"]
Score: TypeAlias = "Confusions | Recording | SoundEvents | Boundaries | Clusters"
Recordings: TypeAlias = "Mapping[str, Iterable[Row]]"

MEASURES: tuple[Measure, ...] = (
    "classes",
    "events",
    "diarisation",
    "sound-segments",
    "sound-events",
    "boundaries",
    "clusters",
)
_BY_SPEAKER = ("diarisation", "clusters")
INFINITY = float("inf")


@dataclass(frozen=True, slots=True)
class SegmentSettings:
    """How to score; each measure looks at what concerns it."""

    measure: Measure = "classes"
    collar: float | None = None
    """Seconds on each side: diarisation 0, sound-events 0.2, boundaries 0.5."""
    overlap: Overlap = "include"
    convention: str = "md-eval"
    merge: float = 0.0
    """classes: boundaries closer than this to the one before are one (evalmate: 0.01)."""
    minimum_overlap: float = 0.05
    every_overlap: bool = False
    resolution: float = 1.0
    """sound-segments: seconds of a segment."""
    length_part: float = 0.5
    """sound-events: the part of its length by which an offset may be off."""
    offset: bool = True

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise UsageError(f"measure {self.measure!r} is unknown; expected one of: {', '.join(MEASURES)}")
        if self.convention not in CONVENTIONS:
            names = ", ".join(CONVENTIONS)
            raise UsageError(f"convention {self.convention!r} is unknown; expected one of: {names}")
        for name in ("collar", "merge", "minimum_overlap", "resolution", "length_part"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < INFINITY:
                raise UsageError(f"{name} {value!r} is no number from 0 on")

    @property
    def signature(self) -> str:
        """What to print beside the number, so that others can get the same."""
        parts: dict[str, str] = {
            "classes": f"merge:{self.merge:g}s",
            "events": "every-overlap" if self.every_overlap else f"one-to-one|overlap:{self.minimum_overlap:g}s",
            "diarisation": self.diarisation.signature.removeprefix("der|"),
            "sound-segments": f"resolution:{self.resolution:g}s",
            "sound-events": f"collar:{self.onsets.collar:g}s|offset:{self.length_part:g}" + "|no" * (not self.offset),
            "boundaries": f"tolerance:{self.tolerance:g}s",
            "clusters": "by-time",
        }
        return f"{self.measure}|{parts[self.measure]}"

    @property
    def diarisation(self) -> DiarisationSettings:
        """What concerns diarisation."""
        return DiarisationSettings(self.collar or 0.0, self.overlap, CONVENTIONS[self.convention])

    @property
    def onsets(self) -> OnsetSettings:
        """What concerns sound events."""
        return OnsetSettings(0.2 if self.collar is None else self.collar, self.length_part, offset=self.offset)

    @property
    def events(self) -> EventSettings:
        """What concerns events."""
        return EventSettings(minimum_overlap=self.minimum_overlap, every_overlap=self.every_overlap)

    @property
    def tolerance(self) -> float:
        """What concerns boundaries."""
        return 0.5 if self.collar is None else self.collar


@dataclass(frozen=True, slots=True)
class Part:
    """One recording: its name, both sides, the regions that are scored, and the score."""

    name: str
    ref: Turns = field(repr=False, compare=False)
    hyp: Turns = field(repr=False, compare=False)
    regions: Spans | None
    score: Score

    def cropped(self) -> tuple[Turns, Turns]:
        """Whole labels of both sides whose middle lies in a region."""
        return _cropped(self.ref, self.hyp, self.regions)


@dataclass(frozen=True, slots=True)
class SegmentResult:
    """The scores of all recordings, and their sum.

    >>> result = score_segments({"talk": [("anna", 0.0, 4.0)]}, {"talk": [("x", 0.0, 3.0)]}, measure="diarisation")
    >>> result.error_rate, result.parts[0].name
    (0.25, 'talk')
    """

    settings: SegmentSettings
    parts: tuple[Part, ...]
    missing: tuple[str, ...] = ()
    """Recordings of the reference that the hypothesis does not have."""
    extra: tuple[str, ...] = ()
    """Recordings of the hypothesis that the reference does not have; they are left out."""
    missing_rule: Missing = "delete"
    ref_name: str = ""
    hyp_name: str = ""

    @property
    def total(self) -> Confusions | SpeakerTime | SoundEvents | Boundaries | Clusters:
        """The sum over all recordings."""
        return total_of(self.settings.measure, [part.score for part in self.parts])

    @property
    def error_rate(self) -> float | None:
        """The error rate of the sum; None where there is none, for want of a reference or in this measure."""
        total = self.total
        if isinstance(total, Confusions):
            return total.overall.error_rate
        if isinstance(total, SoundEvents):
            return total.overall.error_rate
        return total.der if isinstance(total, SpeakerTime) else None

    @property
    def signature(self) -> str:
        """What to print beside the number, so that others can get the same."""
        return f"{self.settings.signature}|missing:{self.missing_rule}"

    @property
    def lengths(self) -> tuple[Mapping[str, Lengths], Mapping[str, Lengths]]:
        """How long the labels of reference and hypothesis are, by value; open ends are closed as for scoring.

        >>> result = score_segments({"talk": [("a", 0.0, 4.0), ("a", 5.0, 7.0)]}, {})
        >>> result.lengths[0]["a"].mean, result.lengths[1]
        (3.0, {})
        """
        sides = [resolved_pair(part.ref, part.hyp, part.regions) for part in self.parts]
        return lengths_by_value([ref for ref, _ in sides]), lengths_by_value([hyp for _, hyp in sides])

    def report(self, name: str = "sys", *, rows: str = "auto", width: int = 100) -> bytes:
        """A table (`sys`, `html`; rows: class or file), a listing as by sclite (`pra`), or the `lengths` of labels."""
        from scoring.report.segments.render import render

        return render(self, name, rows=rows, width=width)

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {
            "measure": self.settings.measure,
            "signature": self.signature,
            "ref": self.ref_name,
            "hyp": self.hyp_name,
            "missing": list(self.missing),
            "extra": list(self.extra),
            "total": as_dict(self.total),
            "lengths": {
                side: {value: lengths.to_dict() for value, lengths in found.items()}
                for side, found in zip(("ref", "hyp"), self.lengths, strict=True)
            },
            "recordings": [{"name": part.name, **as_dict(part.score)} for part in self.parts],
        }


def as_dict(score: Score | SpeakerTime) -> dict[str, Any]:
    """A score by name, ready for JSON."""
    if isinstance(score, Confusions):
        pairs = [{"ref": ref, "hyp": hyp, "amount": amount} for (ref, hyp), amount in sorted(score.substituted.items())]
        values = {value: amounts.to_dict() for value, amounts in score.by_value().items()}
        return {**score.overall.to_dict(), "values": values, "confusions": pairs}
    if isinstance(score, SoundEvents):
        classes = {name: found.to_dict() for name, found in score.classes.items()}
        return {**score.overall.to_dict(), "f1_mean": score.mean("f1"), "classes": classes}
    if isinstance(score, Recording):
        return {**score.time.to_dict(), "mapping": dict(score.mapping)}
    if isinstance(score, SpeakerTime):
        return dict(score.to_dict())
    names = ("reference", "hypothesis", "matched", "precision", "recall", "f1", "covered", "pure", "purity", "coverage")
    return {name: getattr(score, name) for name in names if hasattr(score, name)}


def total_of(
    measure: Measure, scores: Sequence[Score]
) -> Confusions | SpeakerTime | SoundEvents | Boundaries | Clusters:
    """The sum of scores of one measure."""
    if measure in ("classes", "events"):
        return confusions_of(score for score in scores if isinstance(score, Confusions))
    if measure == "diarisation":
        return sum((score.time for score in scores if isinstance(score, Recording)), SpeakerTime())
    if measure == "boundaries":
        return sum((score for score in scores if isinstance(score, Boundaries)), Boundaries())
    if measure == "clusters":
        return sum((score for score in scores if isinstance(score, Clusters)), Clusters())
    return sum((score for score in scores if isinstance(score, SoundEvents)), SoundEvents())


def score_segments(
    refs: Recordings,
    hyps: Recordings,
    *,
    regions: Mapping[str, Spans] | None = None,
    marks: Mapping[str, Sequence[Mark]] | None = None,
    missing: Missing = "delete",
    settings: SegmentSettings | None = None,
    **keywords: Any,
) -> SegmentResult:
    """Scores recordings: mappings from names to rows of value, start, end. Keywords are those of SegmentSettings.

    What is scored are the recordings of the reference, and those that have regions; with regions, only these are.
    `marks` say for md-eval's diarisation what else the reference has: see `scoring.segments.zones`.

    >>> refs = {"talk": [("music", 0.0, 5.0), ("speech", 5.0, 9.0)]}
    >>> hyps = {"talk": [("music", 0.0, 6.0), ("speech", 6.0, 9.0)]}
    >>> score_segments(refs, hyps).error_rate
    0.1111111111111111
    """
    if settings is not None and keywords:
        raise UsageError(f"settings are given, and {', '.join(keywords)} beside them; expected one or the other")
    chosen = settings or settings_of(keywords)
    kept, absent, extra = _recordings(refs, hyps, regions, missing)
    tasks = [
        _Task(
            name,
            turns_of(refs.get(name, ()), where=name),
            turns_of(hyps.get(name, ()), where=name),
            None if regions is None else checked_spans(regions[name], where=name).tolist(),
            (marks or {}).get(name, ()),
        )
        for name in kept
    ]
    parts = tuple(
        Part(task.name, task.ref, task.hyp, task.regions, score)
        for task, score in zip(tasks, _scores(chosen, tasks), strict=True)
    )
    return SegmentResult(chosen, parts, absent, extra, missing)


def _recordings(
    refs: Recordings, hyps: Recordings, regions: Mapping[str, Spans] | None, missing: Missing
) -> tuple[list[str], tuple[str, ...], tuple[str, ...]]:
    """The recordings that are scored, those that lack a hypothesis, and those that lack a reference."""
    if missing not in ("error", "skip", "delete"):
        raise UsageError(f"missing {missing!r} is unknown; expected error, skip or delete")
    names = [*refs, *(name for name in regions or {} if name not in refs)]
    if regions is not None:
        names = [name for name in names if name in regions]
        if refs and regions and not any(name in refs for name in regions):
            raise MismatchError(
                f"no recording of the reference ({_shown(refs)}) has regions; there are some for {_shown(regions)}"
            )
    absent = tuple(name for name in names if name not in hyps and name in refs)
    if absent and missing == "error":
        raise MismatchError(
            f"{len(absent)} recordings of the reference have no hypothesis: {_shown(absent)}; missing='delete' scores "
            "them as missed, 'skip' leaves them out"
        )
    kept = [name for name in names if missing != "skip" or name in hyps]
    return kept, absent, tuple(name for name in hyps if name not in names and name not in refs)


def _shown(names: Iterable[str]) -> str:
    listed = list(names)
    return ", ".join(listed[:5]) + (" ..." if len(listed) > 5 else "")


def settings_of(keywords: Mapping[str, Any]) -> SegmentSettings:
    """Settings of keywords; an unknown one is an error."""
    known = SegmentSettings.__dataclass_fields__
    for name in keywords:
        if name not in known:
            raise UsageError(f"setting {name!r} is unknown; expected one of: {', '.join(known)}")
    return SegmentSettings(**keywords)


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    """One recording that is to be scored."""

    name: str
    ref: Turns
    hyp: Turns
    regions: Spans | None
    marks: Sequence[Mark]

    def cropped(self) -> tuple[Turns, Turns]:
        """Whole labels of both sides whose middle lies in a region."""
        return _cropped(self.ref, self.hyp, self.regions)


def _cropped(ref: Turns, hyp: Turns, regions: Spans | None) -> tuple[Turns, Turns]:
    if regions is None:
        return ref, hyp
    ref, hyp = resolved_pair(ref, hyp, regions)
    return _inside(ref, regions), _inside(hyp, regions)


def _inside(turns: Turns, regions: Spans) -> Turns:
    middles = (turns.starts + turns.ends) / 2
    mask = np.zeros(len(turns), dtype=bool)
    for start, end in regions:
        mask |= (middles >= start) & (middles < end)
    return turns.where(mask)


def _scores(settings: SegmentSettings, tasks: Sequence[_Task]) -> list[Score]:
    if settings.measure == "events":
        return [found.confusions() for found in event_pairs([task.cropped() for task in tasks], settings.events)]
    return [_SCORERS[settings.measure](settings, task) for task in tasks]


def _classes(settings: SegmentSettings, task: _Task) -> Score:
    return class_times(task.ref, task.hyp, merge=settings.merge, regions=task.regions)


def _diarised(settings: SegmentSettings, task: _Task) -> Score:
    return diarisation(
        task.ref,
        task.hyp,
        regions=task.regions,
        settings=settings.diarisation,
        marks=task.marks,
        name=task.name,
        speakers=True,
    )


_SCORERS: Mapping[str, Callable[[SegmentSettings, _Task], Score]] = {
    "classes": _classes,
    "diarisation": _diarised,
    "sound-segments": lambda settings, task: by_segments(*task.cropped(), resolution=settings.resolution),
    "sound-events": lambda settings, task: by_onsets(*task.cropped(), settings.onsets),
    "boundaries": lambda settings, task: boundaries(*task.cropped(), tolerance=settings.tolerance),
    "clusters": lambda settings, task: clusters(*task.cropped()),
}


def score_segment_files(
    ref: Target,
    hyp: Target,
    *,
    ref_format: str | None = None,
    hyp_format: str | None = None,
    ref_tiers: Sequence[str] = (),
    hyp_tiers: Sequence[str] = (),
    uem: Target | None = None,
    by: By = "auto",
    encoding: str | None = None,
    missing: Missing = "delete",
    **keywords: Any,
) -> SegmentResult:
    """Scores one file of labels with times against another; `uem` says which regions are scored.

    `by` says what the value of a segment is: its speaker or its text; `auto` takes the speaker for diarisation and
    clusters and where segments have no text, else the text. Tiers are those of a TextGrid, EAF or EXB file.

    >>> rows = b"SPEAKER talk 1 0.0 4.0 <NA> <NA> anna <NA> <NA>\\n"
    >>> score_segment_files(rows, rows.replace(b"4.0", b"3.0"), measure="diarisation").error_rate
    0.25
    """
    if isinstance(ref, str) and ref == "-" and hyp == "-":
        raise UsageError("only one of ref and hyp can be standard input")
    settings = settings_of(keywords)
    value = _value(by, settings.measure)
    sides = [
        read_side(Source(target, encoding=encoding), format=name, value=value, tiers=chosen)
        for target, name, chosen in ((ref, ref_format, ref_tiers), (hyp, hyp_format, hyp_tiers))
    ]
    spans = None if uem is None else regions_of(Source(uem, encoding=encoding))
    refs, hyps, regions, marks = meet(sides[0], sides[1], spans)
    result = score_segments(refs, hyps, regions=regions, marks=marks, missing=missing, settings=settings)
    return replace(result, ref_name=sides[0].name, hyp_name=sides[1].name)


def _value(by: By, measure: Measure) -> By:
    return "speaker" if by == "auto" and measure in _BY_SPEAKER else by
