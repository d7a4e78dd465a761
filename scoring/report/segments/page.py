"""The page of segments: reference, hypothesis and errors of each class or speaker on a timeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...segments.result import SegmentResult
from ...segments.slots import NOT_SCORED, Slot
from ..engine.page import Cell, Markup, below, element, opened, table, visible
from ..engine.spans import Nouns, Span, joined, spans_page
from .options import ReportOptions
from .sheet import noun, percentages

_NEVER = (None, None)


def render(results: Sequence[SegmentResult]) -> Iterator[bytes]:
    """The page of one result, chunk by chunk."""
    (result,) = results
    options = ReportOptions("auto", 100)
    about = noun(result, options)
    lane = "speaker" if result.record.names == "free" else "class"
    nouns = Nouns(lane=lane, lanes="Speakers" if lane == "speaker" else "Classes", seconds=True)
    title = f"Segments of {visible(result.hyp_name or 'hypothesis')}: {result.measure}"
    return spans_page(title, _head(result, options, about), joined(_spans(result)), nouns)


def _head(result: SegmentResult, options: ReportOptions, about: str) -> Iterator[Markup]:
    """The table of the report sys, what to know about the numbers, and the signature."""
    sheet = percentages(result, options)
    if result.ref_name:
        yield element("p", f"reference {visible(result.ref_name)}")
    sums = table(_cells(sheet.heads), map(_cells, sheet.rows), _cells(sheet.total), name="sums", sortable=False)
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
