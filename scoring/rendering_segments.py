"""Reports of scored segments: which rows and columns a measure has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from formats.errors import UsageError
from scoring.align.segments import invariant_segments
from scoring.align.turns import Turns, resolved_pair
from scoring.evaluate.boundaries import Boundaries, Clusters
from scoring.evaluate.confusions import Amounts, Confusions
from scoring.evaluate.diarisation import Recording, SpeakerRow, SpeakerTime
from scoring.evaluate.events import event_pairs
from scoring.evaluate.sound_events import Detections, SoundEvents
from scoring.report.segments import Sheet, Slot, listing, table
from scoring.report.segments_html import page

if TYPE_CHECKING:
    from scoring.segments import Part, SegmentResult

Cells: TypeAlias = "tuple[str, ...]"
REPORTS = ("sys", "pra", "html")
ROWS = ("auto", "class", "file")

_AMOUNTS = ("Corr", "Sub", "Del", "Ins", "Err", "Prec", "Rec", "F1")
_SPEAKERS = ("Seconds", "Corr", "Conf", "Miss", "FA", "DER", "JER")
_BOUNDARIES = ("# Ref", "# Hyp", "Prec", "Rec", "F1")
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
    noun = "FILE" if _by_file(result, rows) else _noun(result).upper()
    if name == "html":
        lines = page(sheet(result, rows), f"Segments by {noun.lower()}, in percent", result.signature)
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
    ref, hyp = resolved_pair(part.ref, part.hyp, part.regions)
    if result.settings.measure in ("events", "sound-events"):
        found = event_pairs([(ref, hyp)], result.settings.events)[0]
        slots = [
            Slot(
                float(ref.starts[i] if i >= 0 else hyp.starts[j]),
                ref.names[ref.codes[i]] if i >= 0 else "",
                hyp.names[hyp.codes[j]] if j >= 0 else "",
                verdict,
            )
            for verdict, i, j in found.rows()
        ]
        counts = [sum(slot.verdict == verdict for slot in slots) for verdict in "CSDI"]
        return listing(part.name, " ".join(map(str, counts)), slots, width)
    mapping = part.score.mapping if isinstance(part.score, Recording) else {}
    slots = _stretches(ref, hyp, {partner: name for name, partner in mapping.items()}, result.settings.merge)
    return listing(part.name, _seconds(part.score), slots, width)


def _seconds(score: object) -> str:
    """Correct, substituted, deleted and inserted, as they were scored."""
    if isinstance(score, Recording):
        time = score.time
        values = (time.correct, time.confused, time.missed, time.false_alarm)
    elif isinstance(score, Confusions):
        amounts = score.overall
        values = (amounts.correct, amounts.substitutions, amounts.deletions, amounts.insertions)
    else:
        return "-"
    return " ".join(f"{value:.2f}" for value in values)


def _stretches(ref: Turns, hyp: Turns, mapping: dict[str, str], merge: float) -> list[Slot]:
    """A slot for every stretch of time in which something holds; names of one side are joined by `+`."""
    times = [list(zip(side.starts.tolist(), side.ends.tolist(), strict=True)) for side in (ref, hyp)]
    slots: list[Slot] = []
    for segment in invariant_segments(times[0], times[1], merge=merge):
        refs = sorted({ref.names[ref.codes[index]] for index in segment.ref})
        found = sorted({hyp.names[hyp.codes[index]] for index in segment.hyp})
        hyps = sorted(mapping.get(name, name) for name in found)
        if not refs and not hyps:
            continue
        right = len(set(refs) & set(hyps))
        numbers = (min(len(refs), len(hyps)) - right, max(len(refs) - len(hyps), 0), max(len(hyps) - len(refs), 0))
        wrong = [verdict for verdict, number in zip("SDI", numbers, strict=True) if number]
        slots.append(Slot(segment.start, "+".join(refs), "+".join(hyps), "".join(wrong) or "C"))
    return slots
