"""The page of segments: reference, hypothesis and errors of each class or speaker on a timeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...segments.result import SegmentResult
from ...segments.slots import NOT_SCORED, Slot
from ..engine.page import Cell, Markup, below, card, element, opened, table, visible
from ..engine.sheet import Sheet
from ..engine.spans import Nouns, Span, joined, spans_page
from .options import ReportOptions
from .sheet import noun, percentages

_NEVER = (None, None)
# The main rate of a measure, by the heads of the report sys, and the parts of it for people.
_RATES = ("DER", "Err", "F1", "Purity")
_PARTS = {
    "Conf": ("substituted", "of another speaker"),
    "Sub": ("substituted", "substituted"),
    "Miss": ("deleted", "missed"),
    "Del": ("deleted", "missed"),
    "FA": ("inserted", "false alarm"),
    "Ins": ("inserted", "inserted"),
}


def render(results: Sequence[SegmentResult]) -> Iterator[bytes]:
    """The page of one result, chunk by chunk."""
    (result,) = results
    options = ReportOptions("auto", 100)
    about = noun(result, options)
    lane = "speaker" if result.record.names == "free" else "class"
    nouns = Nouns(lane=lane, lanes="Speakers" if lane == "speaker" else "Classes", seconds=True)
    name = f"{result.measure.replace('-', ' ').capitalize()} of {visible(result.hyp_name or 'hypothesis')}"
    sheet = percentages(result, options)
    sums = dict(zip(sheet.heads, sheet.total, strict=True))
    rate, shown = next(((rate, _percent(sums[rate])) for rate in _RATES if rate in sums), ("", ""))
    parts = [(kind, f"{_percent(sums[head])} {text}") for head, (kind, text) in _PARTS.items() if head in sums]
    answer = card(name, shown, rate.replace("Err", "errors"), parts)
    title = f"{name}: {rate.replace('Err', 'errors')} {shown}"
    return spans_page(title, [answer, *_head(result, sheet, about)], joined(_spans(result)), nouns)


def _percent(cell: str) -> str:
    return cell if cell == "-" else f"{cell} %"


def _head(result: SegmentResult, sheet: Sheet, about: str) -> Iterator[Markup]:
    """The table of the report sys, what to know about the numbers, and the signature."""
    if result.ref_name:
        yield element("p", f"reference {visible(result.ref_name)}")
    lines = [_cells(row) for row in (sheet.heads, sheet.total, *sheet.rows)]
    # A column that no row has a number for says nothing.
    told = [place for place, column in enumerate(zip(*lines[1:], strict=True)) if any(c.shown != "-" for c in column)]
    heads, total, *rows = ([line[place] for place in told] for line in lines)
    sums = table(heads, rows, total, name="sums", sortable=False)
    yield from opened(f"By {about}, as the report sys", sums)
    yield from below(result.notices, result.signature)


def _cells(texts: Sequence[str]) -> list[Cell]:
    """A row: its name, and numbers."""
    return [Cell(visible(text), text=not place) for place, text in enumerate(texts)]


def _spans(result: SegmentResult) -> Iterator[Span]:
    for part in result.parts:
        for slot in result.record.slots(part.recording, part.score, result.settings):
            yield from _of_slot(part.name, slot)


def _of_slot(recording: str, slot: Slot) -> Iterator[Span]:
    """The names of both sides, each in its lane, and what was wrong in the lane of the reference if there is one."""
    held = NOT_SCORED if slot.verdict == NOT_SCORED else "C"
    for name in slot.refs:
        yield Span(recording, name, "reference", held, slot.ref_span or _NEVER, ref=name)
    for name in slot.hyps:
        yield Span(recording, name, "hypothesis", held, slot.hyp_span or _NEVER, hyp=name)
    for verdict, ref, hyp in slot.steps():
        if verdict != "C":
            span = slot.ref_span if ref is not None else slot.hyp_span
            lane = hyp if ref is None else ref
            yield Span(recording, lane or "", "error", verdict, span or _NEVER, ref or "", hyp or "")
