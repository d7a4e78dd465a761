"""Tables of KWSEval's reports as text, CSV and HTML pages: columns under nested headings, rows under nested labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeAlias

from ....formats.engine.formulas import CsvFormulas
from ....formats.engine.formulas import quoted as formula_quoted
from .. import File
from ..engine import page
from ..engine.page import Cell, Markup
from .options import KwsReportOptions

# Levels of the name of a column or row
Name: TypeAlias = "tuple[str, ...]"

GAP = 2


@dataclass(slots=True)
class Heading:
    """Label over one or more columns."""

    label: str
    columns: list[Name]
    children: list[Heading] = field(default_factory=list)
    width: int = 0


class Table:
    """Cells by column and row; names of columns and rows have levels, all columns equally many, and all rows."""

    def __init__(self, *, row_labels: bool = True, sort_rows: bool = False, justify: str = "right") -> None:
        self.row_labels = row_labels
        self._sort_rows = sort_rows
        self.justify = justify
        self._columns: dict[Name, int] = {}
        self._rows: dict[Name, bool] = {}
        self._cells: dict[tuple[Name, Name], str] = {}
        self._links: dict[tuple[Name, Name], str] = {}

    def add(self, value: str, column: Name, row: Name, *, link: str = "", footer: bool = False) -> None:
        """Sets a cell."""
        self._columns[column] = max(self._columns.get(column, 0), len(value))
        self._rows.setdefault(row, footer)
        self._cells[column, row] = value
        if link:
            self._links[column, row] = link

    def cell(self, column: Name, row: Name) -> str | None:
        """Text of a cell; None for a cell that was never set."""
        return self._cells.get((column, row))

    def link(self, column: Name, row: Name) -> str:
        """Address to which a cell leads; empty for none."""
        return self._links.get((column, row), "")

    def columns(self) -> list[Name]:
        """Names of the columns, in order."""
        return list(self._columns)

    def rows(self) -> list[Name]:
        """Names of the rows in order of their addition, those of the foot last."""
        return [row for row, footer in self._rows.items() if not footer] + [
            row for row, footer in self._rows.items() if footer
        ]

    def text(self) -> Iterator[str]:
        """Table for people, line by line."""
        rows = self.sorted_rows()
        widths = [max(map(len, level)) for level in zip(*rows, strict=True)] if self.row_labels else []
        headings = self.headings(GAP)
        while True:
            lead = "".join(" " * (width + GAP) for width in widths)
            yield lead + "|" + "|".join(_centred(item.label, item.width) for item in headings) + "|\n"
            if not headings[0].children:
                break
            headings = [child for item in headings for child in item.children]
        yield from self._text_rows(rows, widths, headings)

    def _text_rows(self, rows: Sequence[Name], widths: list[int], headings: list[Heading]) -> Iterator[str]:
        before: Name = ()
        foot: bool | None = None
        rule = "".join("-" * (width + GAP) for width in widths) + ("+" if self.row_labels else "|")
        rule += "".join("-" * item.width + "+" for item in headings) + "\n"
        for row in rows:
            if self._rows[row] != foot:
                yield rule
                foot = self._rows[row]
            lead = ""
            if self.row_labels:
                same = common(before, row)
                lead = "".join(
                    ("" if level < same else part).ljust(width) + " " * GAP
                    for level, (part, width) in enumerate(zip(row, widths, strict=True))
                )
                before = row
            cells = (self._cells.get((item.columns[0], row), "").rjust(item.width - 2) for item in headings)
            yield f"{lead}|{''.join(f' {cell} |' for cell in cells)}\n"

    def csv(self, formulas: CsvFormulas = "keep") -> Iterator[str]:
        """Table for programs; values keep the blanks in front of them, formulas of spreadsheets become text on wish."""
        shown = formula_quoted if formulas == "quote" else str
        self.headings(1)
        names = (["MasterKey"] if self.row_labels else []) + ["|".join(column) for column in self._columns]
        yield ",".join(_quoted(shown(name)) for name in names) + "\n"
        for row in self.sorted_rows():
            row_cells = (self._cells.get((column, row)) for column in self._columns)
            cells = [_quoted(None if cell is None else shown(cell)) for cell in row_cells]
            yield ",".join(([_quoted(shown("|".join(row)))] if self.row_labels else []) + cells) + "\n"

    def page(self) -> Iterator[Markup]:
        """Tables of an HTML page: one for the rows of each first label, of which the first one sorts by a click."""
        rows = self.sorted_rows()
        depth = len(rows[0]) if rows and self.row_labels else 0
        heads = [Cell("", text=True)] * depth
        heads += [Cell(": ".join(filter(str.strip, column))) for column in self._columns]
        groups: dict[str, list[list[Cell]]] = {}
        for row in rows:
            cells = [Cell(part, text=True) for part in row[:depth]]
            cells += [_cell(self._cells.get((column, row), "")) for column in self._columns]
            groups.setdefault(row[0] if depth else "", []).append(cells)
        for number, group in enumerate(groups.values()):
            yield from page.table(heads, group, sortable=not number)

    def sorted_rows(self) -> list[Name]:
        """Names of the rows as text and CSV have them: sorted if the table says so."""
        if not self._sort_rows:
            return self.rows()
        return sorted(self.rows(), key=lambda row: (self._rows[row], row))

    def headings(self, gap: int) -> list[Heading]:
        """Headings of the top level; `gap` is the number of blanks around the text of a column."""
        headings = _nested(list(self._columns), 0)
        for item in headings:
            self._measure(item, 0, gap)
        return headings

    def _measure(self, item: Heading, least: int, gap: int) -> int:
        """Sets the width of a heading to what it or its cells need, at least so much; children share the rest."""
        if not item.children:
            item.width = max(max(self._columns[item.columns[0]], len(item.label)) + 2 * gap, least)
            return item.width
        least = max(least, len(item.label) + 2 * gap)
        widths = [self._measure(child, 0, gap) for child in item.children]
        over = least - sum(widths) - len(widths) + 1
        if over > 0:
            share = over // len(widths)
            for number, child in enumerate(item.children):
                last = number == len(widths) - 1
                self._measure(child, widths[number] + (over - share * (len(widths) - 1) if last else share), gap)
        item.width = sum(child.width for child in item.children) + len(item.children) - 1
        return item.width


def _nested(columns: Sequence[Name], level: int) -> list[Heading]:
    """Headings of one level; neighbours with one label share it."""
    headings: list[Heading] = []
    for column in columns:
        if not headings or headings[-1].label != column[level]:
            headings.append(Heading(column[level], []))
        headings[-1].columns.append(column)
    if columns and level + 1 < len(columns[0]):
        for heading in headings:
            heading.children = _nested(heading.columns, level + 1)
    return headings


def common(before: Sequence[str], parts: Sequence[str]) -> int:
    """Number of levels that a label shares with the row before, where they are not repeated."""
    same = 0
    while same < min(len(before), len(parts)) and before[same] == parts[same]:
        same += 1
    return same


def _centred(text: str, width: int) -> str:
    left = (width - len(text)) // 2
    return " " * left + text + " " * (width - len(text) - left)


def _quoted(value: str | None) -> str:
    """Field of CSV: in quotes, or empty for None."""
    return "" if value is None else '"' + value.replace('"', '""') + '"'


def _cell(value: str) -> Cell:
    """Cell of a page; words are aligned left."""
    text = value.strip()
    return Cell(text, text=not text[:1].isdigit() and text[:1] not in ("", "-", "."))


def _pairs(head: Table) -> Iterator[Markup]:
    """Plain table of shared parameters: one row each, with name and value."""
    rows = [[Cell(head.cell(name, row) or "", text=True) for name in head.columns()] for row in head.rows()]
    return page.table([Cell("parameter", text=True), Cell("value", text=True)], rows, sortable=False)


def document(name: str, head: Table, table: Table, options: KwsReportOptions) -> File:
    """Report as a file: its shared parameters and its table as txt or html, the table alone as csv."""
    form = options.form
    if form == "csv":
        chunks = table.csv(options.csv_formulas)
    elif form == "txt":
        chunks = chain(head.text(), ["\n\n"], table.text())
    else:
        title = f"Keyword spotting: {name}"
        chunks = map(str, page.page(title, chain([page.element("h1", title)], _pairs(head), table.page())))
    return f".{name}.{form}".encode(), (chunk.encode("utf-8", "surrogateescape") for chunk in chunks)
