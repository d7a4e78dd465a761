"""A table of scored segments as a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.report.engine.page import Cell, Markup, element, page, table
from scoring.report.segments.table import Sheet


def sheet_page(sheet: Sheet, heading: str, signature: str) -> Iterator[Markup]:
    """The page, chunk by chunk; names are escaped.

    >>> sheet = Sheet("hyp", "l|r", ("CLASS", "Err"), [("<b>", "2.0")], ("Sum", "2.0"))
    >>> '<td class="text">&lt;b&gt;</td><td>2.0</td>' in "".join(sheet_page(sheet, "x", "y"))
    True
    """
    return page(f"{heading}: {sheet.title}", _body(sheet, heading, signature))


def _body(sheet: Sheet, heading: str, signature: str) -> Iterator[Markup]:
    yield element("h1", heading)
    yield element("p", sheet.title)
    yield from table(_cells(sheet.heads), map(_cells, sheet.rows), _cells(sheet.total))
    yield element("p", element("code", signature))


def _cells(texts: Sequence[str]) -> list[Cell]:
    """A row: its name, and numbers; `-` is no value and sorts last."""
    return [Cell(text, "" if text == "-" and place else None, text=not place) for place, text in enumerate(texts)]
