"""The page of segments: reference, hypothesis and errors of each class or speaker on a timeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...segments.result import SegmentResult
from ...segments.slots import NOT_SCORED, Slot
from ..engine.head import card
from ..engine.page import Cell, Markup, below, opened, table, visible
from ..engine.sheet import Sheet
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
    kinds = result.error_names
    nouns = Nouns(
        lane=lane, lanes="Speakers" if lane == "speaker" else "Classes", seconds=True, kinds=(*kinds.values(),)
    )
    name = f"{result.measure.replace('-', ' ').capitalize()} of {visible(result.hyp_name or 'hypothesis')}"
    figure = result.key_figure()
    files = [f"Reference {visible(result.ref_name)}" * bool(result.ref_name)]
    files.append(f"Scored regions {visible(result.uem_name)}" * bool(result.uem_name))
    body = [card(name, figure, *files), *_head(result, percentages(result, options, whole=True), about)]
    return spans_page(f"{name}: {figure.name} {figure.number}", body, joined(_spans(result)), nouns)


def _head(result: SegmentResult, sheet: Sheet, about: str) -> Iterator[Markup]:
    """The table of the report sys in the words of the page, what to know about the numbers, and the signature."""
    names = [about, *(column.name for group in result.record.columns for column in group)]
    lines = [_cells(row) for row in (names, sheet.total, *sheet.rows)]
    # A column that no row has a number for says nothing.
    told = [place for place, column in enumerate(zip(*lines[1:], strict=True)) if any(c.shown != "-" for c in column)]
    heads, total, *rows = ([line[place] for place in told] for line in lines)
    sums = table(heads, rows, total, name="sums", sortable=False)
    yield from opened(f"By {about}, in percent", sums)
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
