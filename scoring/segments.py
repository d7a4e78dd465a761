"""Scores labels with times: who speaks, which sound, which class; from files of any format, or from rows in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import formats
from formats.errors import MismatchError, UsageError
from formats.registry import by_suffix
from formats.schema import Corpus, Label, Segment, text_of
from formats.source import Source, Target
from scoring.align.turns import Row, Spans, Turns, turns_of
from scoring.evaluate.boundaries import Boundaries, Clusters, boundaries, clusters
from scoring.evaluate.confusions import Confusions, confusions_of
from scoring.evaluate.diarisation import CONVENTIONS, DiarisationSettings, Overlap, Recording, SpeakerTime, diarisation
from scoring.evaluate.events import EventSettings, event_pairs
from scoring.evaluate.segments import class_times
from scoring.evaluate.sound_events import OnsetSettings, SoundEvents, by_onsets, by_segments

Measure: TypeAlias = Literal[
    "classes", "events", "diarisation", "sound-segments", "sound-events", "boundaries", "clusters"
]
By: TypeAlias = Literal["auto", "speaker", "text"]
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

    def report(self, name: str = "sys", *, rows: str = "auto", width: int = 100) -> bytes:
        """A table (`sys`, `html`; rows: class or file), or a listing of all segments (`pra`) as sclite makes them."""
        from scoring.rendering_segments import render

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
    missing: Missing = "delete",
    settings: SegmentSettings | None = None,
    **keywords: Any,
) -> SegmentResult:
    """Scores recordings: mappings from names to rows of value, start, end. Keywords are those of SegmentSettings.

    What is scored are the recordings of the reference, and those that have regions; with regions, only these are.

    >>> refs = {"talk": [("music", 0.0, 5.0), ("speech", 5.0, 9.0)]}
    >>> hyps = {"talk": [("music", 0.0, 6.0), ("speech", 6.0, 9.0)]}
    >>> score_segments(refs, hyps).error_rate
    0.1111111111111111
    """
    chosen = settings or settings_of(keywords)
    if missing not in ("error", "skip", "delete"):
        raise UsageError(f"missing {missing!r} is unknown; expected error, skip or delete")
    names = [*refs, *(name for name in regions or {} if name not in refs)]
    if regions is not None:
        names = [name for name in names if name in regions]
    absent = tuple(name for name in names if name not in hyps and name in refs)
    if absent and missing == "error":
        shown = ", ".join(absent[:5]) + (" ..." if len(absent) > 5 else "")
        raise MismatchError(
            f"{len(absent)} recordings of the reference have no hypothesis: {shown}; missing='delete' scores them as "
            "missed, 'skip' leaves them out"
        )
    kept = [name for name in names if missing != "skip" or name in hyps]
    sides = [
        (turns_of(refs.get(name, ()), where=name), turns_of(hyps.get(name, ()), where=name)) for name in kept
    ]
    spans = [None if regions is None else regions[name] for name in kept]
    scores = _scores(chosen, kept, sides, spans)
    parts = tuple(
        Part(name, *pair, own, score) for name, pair, own, score in zip(kept, sides, spans, scores, strict=True)
    )
    extra = tuple(name for name in hyps if name not in names and name not in refs)
    return SegmentResult(chosen, parts, absent, extra, missing)


def settings_of(keywords: Mapping[str, Any]) -> SegmentSettings:
    """Settings of keywords; an unknown one is an error."""
    known = SegmentSettings.__dataclass_fields__
    for name in keywords:
        if name not in known:
            raise UsageError(f"setting {name!r} is unknown; expected one of: {', '.join(known)}")
    return SegmentSettings(**keywords)


def _scores(
    settings: SegmentSettings, names: Sequence[str], sides: Sequence[tuple[Turns, Turns]], spans: Sequence[Spans | None]
) -> list[Score]:
    if settings.measure == "events":
        cropped = [_cropped(*pair, own) for pair, own in zip(sides, spans, strict=True)]
        return [found.confusions() for found in event_pairs(cropped, settings.events)]
    found: list[Score] = []
    score = _SCORERS[settings.measure]
    for name, (ref, hyp), own in zip(names, sides, spans, strict=True):
        found.append(score(settings, name, ref, hyp, own))
    return found


def _cropped(ref: Turns, hyp: Turns, regions: Spans | None) -> tuple[Turns, Turns]:
    """Whole labels whose middle lies in a region."""
    if regions is None:
        return ref, hyp
    latest = max([end for _, end in regions], default=0.0)
    kept = []
    for side in (ref.resolved(latest), hyp.resolved(latest)):
        middles = (side.starts + side.ends) / 2
        mask = middles < 0
        for start, end in regions:
            mask |= (middles >= start) & (middles < end)
        kept.append(side.where(mask))
    return kept[0], kept[1]


_Scorer: TypeAlias = "Callable[[SegmentSettings, str, Turns, Turns, Spans | None], Score]"


def _classes(settings: SegmentSettings, name: str, ref: Turns, hyp: Turns, regions: Spans | None) -> Score:
    return class_times(ref, hyp, merge=settings.merge, regions=regions)


def _diarised(settings: SegmentSettings, name: str, ref: Turns, hyp: Turns, regions: Spans | None) -> Score:
    return diarisation(ref, hyp, regions=regions, settings=settings.diarisation, name=name, speakers=True)


def _sound_segments(settings: SegmentSettings, name: str, ref: Turns, hyp: Turns, regions: Spans | None) -> Score:
    return by_segments(*_cropped(ref, hyp, regions), resolution=settings.resolution)


def _sound_events(settings: SegmentSettings, name: str, ref: Turns, hyp: Turns, regions: Spans | None) -> Score:
    return by_onsets(*_cropped(ref, hyp, regions), settings.onsets)


def _boundaries(settings: SegmentSettings, name: str, ref: Turns, hyp: Turns, regions: Spans | None) -> Score:
    return boundaries(*_cropped(ref, hyp, regions), tolerance=settings.tolerance)


def _clusters(settings: SegmentSettings, name: str, ref: Turns, hyp: Turns, regions: Spans | None) -> Score:
    return clusters(*_cropped(ref, hyp, regions))


_SCORERS: Mapping[str, _Scorer] = {
    "classes": _classes,
    "diarisation": _diarised,
    "sound-segments": _sound_segments,
    "sound-events": _sound_events,
    "boundaries": _boundaries,
    "clusters": _clusters,
}


def score_segment_files(
    ref: Target,
    hyp: Target,
    *,
    ref_format: str | None = None,
    hyp_format: str | None = None,
    uem: Target | None = None,
    by: By = "auto",
    encoding: str | None = None,
    missing: Missing = "delete",
    **keywords: Any,
) -> SegmentResult:
    """Scores one file of labels with times against another; `uem` says which regions are scored.

    `by` says what the value of a segment is: its speaker or its text; `auto` takes the speaker for diarisation and
    clusters and where segments have no text, else the text.

    >>> rows = b"SPEAKER talk 1 0.0 4.0 <NA> <NA> anna <NA> <NA>\\n"
    >>> score_segment_files(rows, rows.replace(b"4.0", b"3.0"), measure="diarisation").error_rate
    0.25
    """
    if isinstance(ref, str) and ref == "-" and hyp == "-":
        raise UsageError("only one of ref and hyp can be standard input")
    settings = settings_of(keywords)
    sources = Source(ref, encoding=encoding), Source(hyp, encoding=encoding)
    tables = [
        _table(source, name, encoding, by, settings.measure)
        for source, name in zip(sources, (ref_format, hyp_format), strict=True)
    ]
    regions = None if uem is None else formats.read(uem, format="uem").regions
    spans: dict[tuple[str, str], list[tuple[float, float]]] | None = None
    if regions is not None:
        spans = defaultdict(list)
        for region in regions:
            spans[region.session, region.channel].append((float(region.start), float(region.end)))
    named = _named(tables[0], tables[1], spans)
    result = score_segments(named[0], named[1], regions=named[2], missing=missing, settings=settings)
    return SegmentResult(
        result.settings, result.parts, result.missing, result.extra, missing, sources[0].name, sources[1].name
    )


_Table: TypeAlias = "dict[tuple[str, str], list[Row]]"


def _table(source: Source, name: str | None, encoding: str | None, by: By, measure: str) -> _Table:
    """Rows by session and channel."""
    record = formats.by_name(name) if name else by_suffix(source.name)
    if record is None:
        # A row of speakers could be a segment of an stm file too, of a recording that is called SPEAKER.
        record = formats.by_name("rttm") if _looks_like_rttm(source) else formats.detect(source)
    if record.name == "rttm" and (table := _speaker_rows(source)) is not None:
        return table
    return _of_corpus(record.read(source), by, measure)


def _looks_like_rttm(source: Source) -> bool:
    if source.folder is not None:
        return False
    rows = [line.split() for line in source.head() if line.strip() and not line.startswith(";")]
    return bool(rows) and all(fields[0] == "SPEAKER" and 9 <= len(fields) <= 10 for fields in rows)


def _speaker_rows(source: Source) -> _Table | None:
    """The rows of an RTTM file that has nothing but sound SPEAKER rows; None sends it to the reader of the format.

    A corpus of segments would cost ten times as much, and such files have a million rows.
    """
    table: _Table = defaultdict(list)
    for line in source.text.split("\n"):
        fields = line.split()
        if not fields:
            continue
        if fields[0] != "SPEAKER" or not 9 <= len(fields) <= 10 or fields[7] == "<NA>":
            return None
        try:
            start, length = float(fields[3]), float(fields[4])
        except ValueError:
            return None
        if not (0 <= start < INFINITY and 0 <= length < INFINITY) or "_" in fields[3] + fields[4]:
            return None
        table[fields[1], fields[2]].append((fields[7], start, start + length))
    return table


def _of_corpus(corpus: Corpus, by: By, measure: str) -> _Table:
    table: _Table = defaultdict(list)
    segments = [segment for segment in corpus.segments if not segment.ignored]
    if corpus.format == "rttm":
        segments = [segment for segment in segments if ("rttm:type", "SPEAKER") in segment.attributes]
    if by == "auto":
        wordless = not any(segment.text or segment.labels for segment in segments)
        by = "speaker" if wordless or measure in _BY_SPEAKER else "text"
    for segment in segments:
        table[segment.session, segment.channel] += _rows(segment, by, corpus.path)
    return table


def _rows(segment: Segment, by: By, path: str) -> Iterable[Row]:
    where = segment.where or path
    if by == "speaker":
        if segment.start is None:
            raise UsageError(f"{where}: a segment without a start cannot be scored by time")
        return [(segment.speaker, segment.start, segment.end)]
    labels = [item for item in segment.items if isinstance(item, Label) and item.start is not None]
    if labels and len(labels) == len(segment.items):
        return [(label.value, label.start, label.end) for label in labels]
    if segment.start is None:
        raise UsageError(f"{where}: a segment without a start cannot be scored by time")
    return [(text_of(segment), segment.start, segment.end)]


def _named(
    ref: _Table, hyp: _Table, spans: dict[tuple[str, str], list[tuple[float, float]]] | None
) -> tuple[dict[str, list[Row]], dict[str, list[Row]], dict[str, Spans] | None]:
    """The same by one name each: the session, with the channel where a session of the reference has several."""
    channels: dict[str, set[str]] = defaultdict(set)
    for session, channel in ref:
        channels[session].add(channel)
    single = all(len(found) == 1 for found in channels.values())

    def name(key: tuple[str, str]) -> str:
        return key[0] if single or not key[1] else f"{key[0]}/{key[1]}"

    refs: dict[str, list[Row]] = defaultdict(list)
    hyps: dict[str, list[Row]] = defaultdict(list)
    for table, found in ((ref, refs), (hyp, hyps)):
        for key, rows in table.items():
            found[name(key)] += rows
    regions: dict[str, Spans] | None = None
    if spans is not None:
        regions = {}
        for key, own in spans.items():
            regions[name(key)] = [*regions.get(name(key), ()), *own]
    # A format that has no names of recordings holds one recording; it is the one that the other side names.
    if set(hyps) == {""} and len(refs) == 1:
        hyps = {next(iter(refs)): hyps[""]}
    elif set(refs) == {""} and len(hyps) == 1:
        refs = {next(iter(hyps)): refs[""]}
    elif refs and hyps and not set(refs) & set(hyps):
        raise MismatchError(
            f"no recording of the reference ({', '.join(list(refs)[:5])}) is in the hypothesis "
            f"({', '.join(list(hyps)[:5])}); expected the same names of recordings on both sides"
        )
    return dict(refs), dict(hyps), regions
