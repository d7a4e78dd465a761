"""The summary in percent as a page of HTML (`html`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scoring.report.engine.page import Cell, Markup, element, page, table
from scoring.report.engine.sheet import Sheet
from scoring.report.segments.sheet import noun, percentages

if TYPE_CHECKING:
    from scoring.report.segments.options import ReportOptions
    from scoring.segments.totals import Totals


def render(result: Totals, options: ReportOptions) -> Iterator[bytes]:
    """The page, chunk by chunk; names are escaped."""
    sheet, heading = percentages(result, options), f"Segments by {noun(result, options)}, in percent"
    for chunk in page(f"{heading}: {sheet.title}", _body(sheet, heading, result.signature)):
        yield chunk.encode()


def _body(sheet: Sheet, heading: str, signature: str) -> Iterator[Markup]:
    yield element("h1", heading)
    yield element("p", sheet.title)
    yield from table(_cells(sheet.heads), map(_cells, sheet.rows), _cells(sheet.total))
    yield element("p", element("code", signature))


def _cells(texts: Sequence[str]) -> list[Cell]:
    """A row: its name, and numbers; `-` stands for no number and sorts last."""
    return [Cell(text, "" if text == "-" and place else None, text=not place) for place, text in enumerate(texts)]
