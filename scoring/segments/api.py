"""Scores labels with times: who speaks, which sound, which class; from files of any format, or from rows in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple, TypeAlias

from ...formats.engine.tiers import Names, tiers_of
from ...formats.errors import MismatchError, UsageError, arguments_in, quantity
from ...formats.guessed import answer
from ...formats.objects import is_file
from ...formats.records import as_lines
from ...formats.source import Source, Target
from ..common.affixes import affix_hint
from ..common.answers import Answers
from ..common.other_names import understood
from ..common.parts import REGIONS, check_regions
from ..common.published import measure_like, published, with_published
from ..common.results import Missing, check_missing, listed
from ..common.strip_id import StripId
from .collar_and_overlap import Mark
from .conventions import DiarisationSettings, convention_of
from .measure import Measure, Recording, Settings
from .measures import measure_of
from .pairing import other_channels, other_names, paired_recordings, words_beside_segments
from .part import took_part_in
from .result import SegmentResult, scored
from .rows import By, kind_of_tiers, read_side, regions_of, under
from .turns import Row, Spans, Turns, checked_spans, turns_of
from .usual import held, usual_measure

Rows: TypeAlias = "Mapping[str, Turns | Iterable[Row]]"


class Gathered(NamedTuple):
    """The recordings to be scored, and the names that only one side has."""

    recordings: list[Recording]
    missing: tuple[str, ...]
    """Recordings of the reference without a hypothesis."""
    extra: tuple[str, ...]
    """Recordings of the hypothesis without a reference."""


def gathered(
    refs: Rows,
    hyps: Rows,
    *,
    regions: Mapping[str, Spans] | None,
    marks: Mapping[str, Sequence[Mark]] | None,
    missing: Missing,
) -> Gathered:
    """The recordings of the reference and of the regions; with regions only those that have some."""
    check_missing(missing)
    names = sorted(refs if regions is None else regions)
    if regions is not None and refs and regions and not any(name in refs for name in regions):
        problem = (
            f"regions belong to other recordings: {listed(sorted(regions), 'recording')}; the reference has "
            f"{listed(sorted(refs), 'recording')}"
        )
        hint = affix_hint(refs, regions, where="in the regions")
        raise MismatchError(f"{problem}\n{hint}" if hint else problem)
    absent = tuple(name for name in names if name not in hyps and name in refs)
    if absent and missing == "error":
        raise MismatchError(
            f"{listed(absent, 'recording')} of the reference without a hypothesis; missing='delete' (--missing "
            "delete) scores them as missed, missing='skip' (--missing skip) leaves them out"
        )
    scored = [name for name in names if missing != "skip" or name in hyps]
    recordings = [
        Recording(
            name,
            turns_of(refs.get(name, ()), where=name),
            turns_of(hyps.get(name, ()), where=name),
            None if regions is None else tuple(map(tuple, checked_spans(regions[name], where=name).tolist())),
            tuple((marks or {}).get(name, ())),
        )
        for name in scored
    ]
    extra = tuple(sorted(name for name in hyps if name not in names and name not in refs))
    return Gathered(recordings, absent, extra)


@understood
def score_segments(
    refs: Rows,
    hyps: Rows,
    *,
    measure: str | None = None,
    regions: Mapping[str, Spans] | None = None,
    marks: Mapping[str, Sequence[Mark]] | None = None,
    missing: Missing = "delete",
    strip_id: str | None = None,
    **settings: Any,
) -> SegmentResult:
    """Scores recordings: mappings from names to rows of value, start and end; or two files.

    Further keywords are the measure's. By default, two files of turns are scored as diarisation, and
    everything else by classes. `strip_id` is removed from names of recordings, as in `scorelite.score`.

    The recordings of the reference are scored, and those that have regions; with regions, only these are.
    `marks` are other rows of the reference that md-eval's diarisation looks at: see `collar_and_overlap.py`.

    >>> refs = {"talk": [("music", 0.0, 5.0), ("speech", 5.0, 9.0)]}
    >>> hyps = {"talk": [("music", 0.0, 6.0), ("speech", 6.0, 9.0)]}
    >>> score_segments(refs, hyps).error_rate
    0.1111111111111111
    """
    if is_file(refs) and is_file(hyps):
        files: Any = (refs, hyps)
        given: dict[str, Any] = settings if regions is None else {"uem": regions, **settings}
        return score_segment_files(*files, measure=measure, missing=missing, strip_id=strip_id, **given)
    for name, side in (("refs", refs), ("hyps", hyps)):
        if side is not None and not isinstance(side, Mapping):
            kind = type(side).__name__
            of_corpus = ": the file of the corpus (scorelite.write(corpus, path) makes one)" if kind == "Corpus" else ""
            raise UsageError(
                f"{name} is of type {kind}; expected a path{of_corpus}, or a mapping from "
                "recording to rows with times, "
                "such as {'talk': [('anna', 0.0, 1.5)]}"
            )
    if "uem" in settings or (regions is not None and is_file(regions)):
        raise UsageError(
            "regions of rows in memory cannot be a file; expected regions={'talk': [(0.0, 1.5)]} (--uem FILE), "
            "or refs and hyps as files, too"
        )
    if regions is not None:
        check_regions(regions)
    record = measure_of(measure_like("segments", settings.get("like"), _name_of(measure), "classes"))
    chosen = settings_of(record, settings)
    if settings.get("like") is not None:
        published("segments", settings["like"]).check_needs(regions)
    stripped = StripId(strip_id)
    if stripped:
        refs, hyps = stripped.keys(refs, "refs"), stripped.keys(hyps, "hyps")
        regions = None if regions is None else stripped.keys(regions, REGIONS)
        stripped.check()
    if least := _shortest(chosen):
        refs, hyps = (
            {name: turns_of(rows, where=name).lasting(least) for name, rows in side.items()} for side in (refs, hyps)
        )
    gathered_sides = gathered(refs, hyps, regions=regions, marks=marks, missing=missing)
    return scored(
        record.name,
        chosen,
        gathered_sides.recordings,
        missing=gathered_sides.missing,
        extra=gathered_sides.extra,
        missing_rule=missing,
        uem_name="" if regions is None else REGIONS,
        took_part=took_part_in(gathered_sides.recordings, refs, regions, in_seconds=record.digits > 0),
    )


def _shortest(chosen: Settings) -> float:
    """The shortest label that is scored; 0 where all are."""
    least: float = getattr(chosen, "min_duration", 0.0)
    return least


def _short_labels(sides: Sequence[Rows], least: float) -> Iterator[str]:
    """A remark on the labels of files that are too short to be scored."""
    if not least:
        return
    counts, all_labels, all_kept = [], 0, 0
    for name, side in zip(("reference", "hypothesis"), sides, strict=True):
        labels = [turns_of(rows) for rows in side.values()]
        kept = sum(len(turns.lasting(least)) for turns in labels)
        count = sum(map(len, labels))
        all_labels, all_kept = all_labels + count, all_kept + kept
        counts.append(f"{count - kept} of {quantity(count, 'label')} of the {name}")
    if all_labels and not all_kept:
        raise UsageError(
            f"min_duration={least:g} (--min-duration {least:g}) leaves out every label; expected fewer seconds"
        )
    yield f"shorter than {least:g} s and left out: {' and '.join(counts)}"


def _name_of(measure: str | None) -> str | None:
    return None if measure is None else measure_of(measure).name


def settings_of(measure: Measure, keywords: Mapping[str, Any]) -> Settings:
    """The settings of a measure; a keyword that it does not have is an error."""
    names = [field.name for field in fields(measure.settings)]
    if "like" in names:
        keywords = with_published("segments", keywords, measure.settings)
    for name in keywords:
        if name not in names:
            others = Answers("keywords of diarisation") if "overlap" in names else {}
            all_names = f"; expected one of: {', '.join(names)}" if names else "; it has none"
            expected = answer(name, others, names) or all_names
            raise UsageError(f"measure {measure.name!r} has no setting {name!r}{expected}")
    chosen: Settings = measure.settings(**keywords)
    return chosen


@understood
def score_segment_files(
    ref: Target,
    hyp: Target,
    *,
    measure: str | None = None,
    ref_format: str | None = None,
    hyp_format: str | None = None,
    tier: Names = None,
    ref_tier: Names = None,
    hyp_tier: Names = None,
    uem: Target | Mapping[str, Spans] | None = None,
    by: By = "auto",
    encoding: str | None = None,
    missing: Missing = "delete",
    strip_id: str | None = None,
    **settings: Any,
) -> SegmentResult:
    """Scores one file of labels with times against another; `uem` has the regions to be scored: a file, or a mapping
    such as `{"talk": [(0.0, 1.5)]}`.

    By default, two files of turns (rttm, tables of speakers without texts) are scored as diarisation, all others by
    classes.
    `by` is the value of a segment: its speaker or its text. `auto` uses the speaker for diarisation and clusters,
    and if no segment has a text; otherwise the text. A tier, or a list of them, is that of a TextGrid, EAF or EXB file.
    `strip_id` is removed from names of recordings, also in `uem`.

    >>> rows = b"SPEAKER talk 1 0.0 4.0 <NA> <NA> anna <NA> <NA>\\n"
    >>> score_segment_files(rows, rows.replace(b"4.0", b"3.0"), measure="diarisation").error_rate
    0.25
    """
    if isinstance(ref, str) and ref == "-" and hyp == "-":
        raise UsageError("ref and hyp are both '-': only one of them can be stdin")
    ref, hyp = held(ref), held(hyp)
    usual = "classes" if by == "text" else usual_measure(ref, hyp, ref_format, hyp_format)
    record = measure_of(measure_like("segments", settings.get("like"), _name_of(measure), usual))
    chosen = settings_of(record, settings)  # wrong settings are an error before files are read
    value: By = "speaker" if by == "auto" and record.names == "free" else by
    named = ref_format, hyp_format
    sources = [Source(target, encoding=encoding) for target in (ref, hyp)]
    sources = [source if name else as_lines(source) for source, name in zip(sources, named, strict=True)]
    kinds = [kind_of_tiers(source, name) for source, name in zip(sources, named, strict=True)]
    tiers = tiers_of(tier, ref_tier, hyp_tier)
    tiers.check(kinds)
    sides = []
    for place, (source, name, kind) in enumerate(zip(sources, named, kinds, strict=True)):
        with tiers.reading(place):
            chosen_tiers = tiers.of_side(place, kind)
            sides.append(read_side(source, format=name, value=value, tiers=chosen_tiers, place=place))
    spans: dict[tuple[str, str], Any] | None = None
    uem_name = ""
    if uem is not None and is_file(uem):
        limits = Source(uem, encoding=encoding)  # type: ignore[arg-type]
        spans, uem_name = regions_of(limits), limits.name
    elif uem is not None:
        given_regions = check_regions(uem)
        spans = {(name, ""): checked_spans(rows, where=name).tolist() for name, rows in given_regions.items()}
        uem_name = REGIONS
    stripped = StripId(strip_id)
    if stripped:
        sides = [side.without(stripped) for side in sides]
        spans = None if spans is None else under(spans, stripped, uem_name)
        stripped.check()
    # Without regions, md-eval scores from the first to the last label of the reference.
    within_labels = isinstance(chosen, DiarisationSettings) and not convention_of(chosen.convention).both_sides
    refs, hyps, regions, marks = paired_recordings(sides[0], sides[1], spans, within_labels=within_labels)
    result = score_segments(refs, hyps, measure=record.name, regions=regions, marks=marks, missing=missing, **settings)
    channels = other_channels(sides[0], sides[1])
    of_readers = [arguments_in(f"{side.name}: {notice}") for side in sides for notice in side.notices]
    short = _short_labels((refs, hyps), _shortest(chosen))
    remarks = *of_readers, *short, *other_names(*sides), *words_beside_segments(*sides)
    ref_name, hyp_name = sides[0].name, sides[1].name
    return replace(result, ref_name=ref_name, hyp_name=hyp_name, uem_name=uem_name, channels=channels, paired=remarks)
