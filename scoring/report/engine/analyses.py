"""The tables of analyses on pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .page import Cell, Markup, element, table, visible


def fold_of(shown: Any) -> Iterator[Markup]:
    """The table of an analysis, an `analysis.Breakdown`, in a fold that is open at first."""
    heads, rows = shown.cells()
    weak = frozenset(shown.weak())
    yield Markup(
        f'<details class="fold analysis" open="open"><summary>{element("span", visible(shown.heading()))}</summary>'
    )
    yield Markup('<div class="scrolled" tabindex="0">')
    cells = ([*_cells(row, is_weak=place in weak)] for place, row in enumerate(rows))
    named = [Cell(head or "row", text=not place) for place, head in enumerate(heads)]
    yield from table(named, cells, sortable=False)
    yield Markup("</div>")
    yield from (element("p", visible(note), class_="quiet") for note in shown.notes())
    yield Markup("</details>\n")


def _cells(row: Sequence[str], *, is_weak: bool) -> Iterator[Cell]:
    for place, text in enumerate(row):
        shown = visible(text)
        yield Cell(element("span", shown, class_="quiet") if is_weak else shown, text=not place)
