"""Reports of scored segments: which rows and columns a measure has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from formats.errors import UsageError
from scoring.report.segments.page import sheet_page
from scoring.report.segments.slots import boundary_slots, label_slots, stretch_slots
from scoring.report.segments.table import Sheet, Slot, listing, table
from scoring.segments.boundaries import Boundaries, Clusters, best_names, boundary_pairs
from scoring.segments.classes import merged_boundaries
from scoring.segments.confusions import Amounts, Confusions
from scoring.segments.diarisation import Recording, SpeakerRow, SpeakerTime
from scoring.segments.events import event_pairs
from scoring.segments.lengths import Lengths
from scoring.segments.sound_events import Detections, SoundEvents, onset_pairs, whole_segments
from scoring.segments.turns import resolved_pair

if TYPE_CHECKING:
    from scoring.segments.api import Part, Score, SegmentResult, SegmentSettings

Cells: TypeAlias = "tuple[str, ...]"
REPORTS = ("sys", "pra", "html", "lengths")
ROWS = ("auto", "class", "file")

_AMOUNTS = ("Corr", "Sub", "Del", "Ins", "Err", "Prec", "Rec", "F1")
_SPEAKERS = ("Seconds", "Corr", "Conf", "Miss", "FA", "DER", "JER")
_BOUNDARIES = ("# Ref", "# Hyp", "Prec", "Rec", "F1")
_LENGTHS = ("# Lab", "Seconds", "Min", "Max", "Mean", "Median", "Var")
_CLUSTERS = ("Ref sec", "Hyp sec", "Purity", "Coverage")


def render(result: SegmentResult, name: str, *, rows: str = "auto", width: int = 100) -> bytes:
    """A report of a result."""
    if name not in REPORTS:
        raise UsageError(f"report {name!r} is unknown; expected one of: {', '.join(REPORTS)}")
    if rows not in ROWS:
        raise UsageError(f"rows {rows!r} is unknown; expected one of: {', '.join(ROWS)}")
    if width < 1:
        raise UsageError(f"a width of {width} columns is none")
    if name == "pra":
        return b"".join(chunk for part in result.parts for chunk in _listing(result, part, width))
    if name == "lengths":
        return table(lengths_sheet(result), "LENGTHS OF LABELS in seconds")
    noun = "FILE" if _by_file(result, rows) else _noun(result).upper()
    if name == "html":
        lines = sheet_page(sheet(result, rows), f"Segments by {noun.lower()}, in percent", result.signature)
        return "".join(lines).encode()
    return table(sheet(result, rows), f"SEGMENT SUMMARY PERCENTAGES by {noun}")


def sheet(result: SegmentResult, rows: str = "auto") -> Sheet:
    """The table of a result, in words."""
    total = result.total
    by_file = _by_file(result, rows)
    cells: list[Sequence[str]] = []
    heads: tuple[str, ...]
    if isinstance(total, Confusions):
        unit = "Seconds" if result.settings.measure == "classes" else "# Lab"
        heads, layout = (unit, *_AMOUNTS), "l|r|rrrrr|rrr"
        show: Callable[[Amounts], Cells] = _amounts if unit == "Seconds" else _numbers
        if by_file:
            named = [(part.name, part.score) for part in result.parts]
            cells += [(name, *show(score.overall)) for name, score in named if isinstance(score, Confusions)]
        else:
            cells += [(value, *show(amounts)) for value, amounts in total.by_value().items()]
        last = show(total.overall)
    elif isinstance(total, SoundEvents):
        heads, layout = ("# Ref", *_AMOUNTS), "l|r|rrrrr|rrr"
        if by_file:
            scores = [(part.name, part.score) for part in result.parts]
            cells += [(name, *_detections(score.overall)) for name, score in scores if isinstance(score, SoundEvents)]
        else:
            cells += [(value, *_detections(found)) for value, found in total.classes.items()]
        last = _detections(total.overall)
    elif isinstance(total, SpeakerTime):
        heads, layout = _SPEAKERS, "l|r|rrrr|rr"
        for part in result.parts:
            if isinstance(part.score, Recording):
                own = [(_speaker_name(part, row), *_speaker(row)) for row in part.score.speakers]
                cells += [(part.name, *_time(part.score.time))] if by_file else own
        last = _time(total)
    elif isinstance(total, Boundaries):
        heads, layout = _BOUNDARIES, "l|rr|rrr"
        cells += [(part.name, *_marks(part.score)) for part in result.parts if isinstance(part.score, Boundaries)]
        last = _marks(total)
    else:
        heads, layout = _CLUSTERS, "l|rr|rr"
        cells += [(part.name, *_pure(part.score)) for part in result.parts if isinstance(part.score, Clusters)]
        last = _pure(total)
    title = result.hyp_name or "hypothesis"
    return Sheet(title, layout, ("FILE" if by_file else _noun(result).upper(), *heads), cells, ("Sum", *last))


def lengths_sheet(result: SegmentResult) -> Sheet:
    """The table of the lengths of labels, by side and value."""
    sides = [(side, list(found.items())) for side, found in zip(("REF", "HYP"), result.lengths, strict=True)]
    rows = [(f"{side} {value}", *_lengths(lengths)) for side, found in sides for value, lengths in found]
    counts = [str(sum(lengths.count for _, lengths in found)) for _, found in sides]
    title = result.hyp_name or "hypothesis"
    total = ("Sum", f"{counts[0]} / {counts[1]}", *["-"] * (len(_LENGTHS) - 1))
    return Sheet(title, "l|r|r|rr|rrr", ("LABEL", *_LENGTHS), rows, total)


def _lengths(lengths: Lengths) -> Cells:
    values = lengths.total, lengths.shortest, lengths.longest, lengths.mean, lengths.median, lengths.variance
    return str(lengths.count), *("-" if value is None else f"{value:.2f}" for value in values)


def _by_file(result: SegmentResult, rows: str) -> bool:
    return rows == "file" or result.settings.measure in ("boundaries", "clusters")


def _noun(result: SegmentResult) -> str:
    return "speaker" if result.settings.measure == "diarisation" else "class"


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.1f}"


def _shares(parts: Sequence[float], whole: float) -> Cells:
    return tuple(_percent(part / whole if whole else None) for part in parts)


def _amounts(amounts: Amounts) -> Cells:
    parts = amounts.correct, amounts.substitutions, amounts.deletions, amounts.insertions, amounts.errors
    rates = amounts.precision, amounts.recall, amounts.f_measure()
    return f"{amounts.total:.2f}", *_shares(parts, amounts.total), *map(_percent, rates)


def _numbers(amounts: Amounts) -> Cells:
    return f"{amounts.total:.0f}", *_amounts(amounts)[1:]


def _detections(found: Detections) -> Cells:
    errors = found.substitutions + found.deletions + found.insertions
    parts = found.hits, found.substitutions, found.deletions, found.insertions, errors
    return str(found.reference), *_shares(parts, found.reference), *map(
        _percent, (found.precision, found.recall, found.f1)
    )


def _time(time: SpeakerTime) -> Cells:
    parts = time.correct, time.confused, time.missed, time.false_alarm
    return f"{time.total:.2f}", *_shares(parts, time.total), _percent(time.der), _percent(time.jer)


def _speaker(row: SpeakerRow) -> Cells:
    errors = row.confused + row.missed + row.false_alarm
    parts = row.correct, row.confused, row.missed, row.false_alarm, errors
    if not row.total:
        # Nobody of the reference: seconds, as there is nothing to take percents of.
        return "0.00", "-", "-", "-", f"{row.false_alarm:.2f}s", "-", "-"
    return f"{row.total:.2f}", *_shares(parts, row.total), "-"


def _speaker_name(part: Part, row: SpeakerRow) -> str:
    prefix = f"{part.name} " if part.name else ""
    return f"{prefix}{row.name or '-'} = {row.partner or '-'}"


def _marks(found: Boundaries) -> Cells:
    rates = found.precision, found.recall, found.f1
    return str(found.reference), str(found.hypothesis), *map(_percent, rates)


def _pure(found: Clusters) -> Cells:
    return f"{found.reference:.2f}", f"{found.hypothesis:.2f}", _percent(found.purity), _percent(found.coverage)


def _listing(result: SegmentResult, part: Part, width: int) -> Iterator[bytes]:
    slots = _slots(result.settings, part)
    return listing(part.name, " ".join(_scores(result.settings.measure, part.score)), slots, width)


def _slots(settings: SegmentSettings, part: Part) -> list[Slot]:
    """What was scored, as it was scored."""
    ref, hyp = part.cropped()
    if settings.measure == "events":
        return label_slots(event_pairs([(ref, hyp)], settings.events)[0])
    if settings.measure == "sound-events":
        return label_slots(onset_pairs(ref, hyp, settings.onsets))
    if settings.measure == "boundaries":
        return boundary_slots(boundary_pairs(ref, hyp, tolerance=settings.tolerance))
    if settings.measure == "clusters":
        return stretch_slots(*resolved_pair(ref, hyp, None), mapping=best_names(ref, hyp))
    if settings.measure == "sound-segments":
        whole = (whole_segments(side, settings.resolution) for side in resolved_pair(ref, hyp, None))
        return stretch_slots(*whole)
    ref, hyp = resolved_pair(part.ref, part.hyp, part.regions)
    if isinstance(part.score, Recording):
        mapping = {partner: name for name, partner in part.score.mapping.items()}
        return stretch_slots(ref, hyp, scored=part.score.scored, mapping=mapping)
    if settings.merge > 0:
        ref, hyp = merged_boundaries(ref, hyp, settings.merge)
    return stretch_slots(ref, hyp, scored=part.regions)


def _scores(measure: str, score: Score) -> Cells:
    """Correct, substituted, deleted and inserted: seconds, or numbers."""
    if isinstance(score, Recording):
        time = score.time
        return tuple(f"{value:.2f}" for value in (time.correct, time.confused, time.missed, time.false_alarm))
    if isinstance(score, Confusions):
        found, shape = score.overall, ".2f" if measure == "classes" else ".0f"
        amounts = found.correct, found.substitutions, found.deletions, found.insertions
        return tuple(f"{value:{shape}}" for value in amounts)
    if isinstance(score, SoundEvents):
        numbers = score.overall
        return tuple(map(str, (numbers.hits, numbers.substitutions, numbers.deletions, numbers.insertions)))
    if isinstance(score, Boundaries):
        return str(score.matched), "0", str(score.reference - score.matched), str(score.hypothesis - score.matched)
    # Time of the hypothesis that is its best name's; the rest of it; no more is known of clusters.
    return f"{score.pure:.2f}", f"{score.hypothesis - score.pure:.2f}", "-", "-"
