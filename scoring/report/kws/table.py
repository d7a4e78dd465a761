"""Tables of KWSEval's reports as text, CSV and HTML pages: columns under nested headings, rows under nested labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from scoring.report.engine import page
from scoring.report.engine.page import Cell, Markup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring.report import File

GAP = 2


class TableError(ValueError):
    """Labels of a table that do not fit together."""


@dataclass(slots=True)
class Heading:
    """Label over one or more columns."""

    label: str
    columns: list[str]
    children: list[Heading] = field(default_factory=list)
    width: int = 0


class Table:
    """Cells by column and row; `|` in the name of a column or row separates its levels."""

    def __init__(self, *, row_labels: bool = True, sort_rows: bool = False, justify: str = "right") -> None:
        self.row_labels = row_labels
        self._sort_rows = sort_rows
        self.justify = justify
        self._columns: dict[str, int] = {}
        self._rows: dict[str, bool] = {}
        self._cells: dict[tuple[str, str], str] = {}
        self._links: dict[tuple[str, str], str] = {}

    def add(self, value: str, column: str, row: str, *, link: str = "", footer: bool = False) -> None:
        """Sets a cell."""
        self._columns[column] = max(self._columns.get(column, 0), len(value))
        self._rows.setdefault(row, footer)
        self._cells[column, row] = value
        if link:
            self._links[column, row] = link

    def cell(self, column: str, row: str) -> str | None:
        """Text of a cell; None for a cell that was never set."""
        return self._cells.get((column, row))

    def link(self, column: str, row: str) -> str:
        """Address to which a cell leads; empty for none."""
        return self._links.get((column, row), "")

    def columns(self) -> list[str]:
        """Names of the columns, in order."""
        return list(self._columns)

    def rows(self) -> list[str]:
        """Names of the rows in order of their addition, those of the foot last."""
        return [row for row, footer in self._rows.items() if not footer] + [
            row for row, footer in self._rows.items() if footer
        ]

    def text(self) -> Iterator[str]:
        """Table for people, line by line."""
        labels = self.labels()
        widths = _label_widths(labels) if self.row_labels else []
        headings = self.headings(GAP)
        while True:
            lead = "".join(" " * (width + GAP) for width in widths)
            yield lead + "|" + "|".join(_centred(item.label, item.width) for item in headings) + "|\n"
            if not headings[0].children:
                break
            headings = [child for item in headings for child in item.children]
        yield from self._text_rows(labels, widths, headings)

    def _text_rows(
        self, labels: list[tuple[str, list[str]]], widths: list[int], headings: list[Heading]
    ) -> Iterator[str]:
        before: list[str] = []
        foot: bool | None = None
        rule = "".join("-" * (width + GAP) for width in widths) + ("+" if self.row_labels else "|")
        rule += "".join("-" * item.width + "+" for item in headings) + "\n"
        for row, parts in labels:
            if self._rows[row] != foot:
                yield rule
                foot = self._rows[row]
            lead = ""
            if self.row_labels:
                same = common(before, parts)
                lead = "".join(
                    ("" if level < same else part).ljust(width) + " " * GAP
                    for level, (part, width) in enumerate(zip(parts, widths, strict=True))
                )
                before = parts
            cells = (self._cells.get((item.columns[0], row), "").rjust(item.width - 2) for item in headings)
            yield f"{lead}|{''.join(f' {cell} |' for cell in cells)}\n"

    def csv(self) -> Iterator[str]:
        """Table for programs; values keep the blanks in front of them."""
        labels = self.labels()
        self.headings(1)
        names = (["MasterKey"] if self.row_labels else []) + list(self._columns)
        yield ",".join(map(_quoted, names)) + "\n"
        for row, _ in labels:
            cells = [_quoted(self._cells.get((column, row))) for column in self._columns]
            yield ",".join(([_quoted(row)] if self.row_labels else []) + cells) + "\n"

    def page(self) -> Iterator[Markup]:
        """Tables of an HTML page: one for the rows of each first label, of which the first one sorts by a click."""
        labels = self.labels()
        depth = len(labels[0][1]) if labels and self.row_labels else 0
        heads = [Cell("", text=True)] * depth + [
            Cell(": ".join(filter(str.strip, _levels(name)))) for name in self._columns
        ]
        groups: dict[str, list[list[Cell]]] = {}
        for row, parts in labels:
            cells = [Cell(part, text=True) for part in parts[:depth]]
            cells += [_cell(self._cells.get((name, row), "")) for name in self._columns]
            groups.setdefault(parts[0] if depth else "", []).append(cells)
        for number, rows in enumerate(groups.values()):
            yield from page.table(heads, rows, sortable=not number)

    def labels(self, sort: bool | None = None) -> list[tuple[str, list[str]]]:
        """Rows with the levels of their labels, sorted if the table says so."""
        rows = self.rows()
        if self._sort_rows if sort is None else sort:
            rows = sorted(row for row in rows if not self._rows[row]) + sorted(row for row in rows if self._rows[row])
        found = [(row, _levels(row)) for row in rows]
        for row, parts in found:
            if len(parts) != len(found[0][1]):
                raise TableError(f"Inconsistent number of row sublevels for id '{row}' not {len(found[0][1])}")
        return found

    def headings(self, gap: int) -> list[Heading]:
        """Headings of the top level; `gap` is the number of blanks beside the text of a column."""
        split = [(column, _levels(column)) for column in self._columns]
        for column, parts in split:
            if len(parts) != len(split[0][1]):
                raise TableError(f"Inconsistent number of col sublevels for id '{column}' not {len(split[0][1])}")
        headings = _nested(split, 0)
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


def _levels(name: str) -> list[str]:
    parts = name.split("|")
    if not all(parts):
        raise TableError(f'Column/row header "{name}" contains empty items which is illegal')
    return parts


def _nested(columns: Sequence[tuple[str, list[str]]], level: int) -> list[Heading]:
    """Headings of one level; neighbours with one label share it."""
    headings: list[Heading] = []
    members: list[list[tuple[str, list[str]]]] = []
    for column, parts in columns:
        if not headings or headings[-1].label != parts[level]:
            headings.append(Heading(parts[level], []))
            members.append([])
        headings[-1].columns.append(column)
        members[-1].append((column, parts))
    if columns and level + 1 < len(columns[0][1]):
        for heading, inner in zip(headings, members, strict=True):
            heading.children = _nested(inner, level + 1)
    return headings


def _label_widths(labels: Sequence[tuple[str, list[str]]]) -> list[int]:
    return [max(map(len, level)) for level in zip(*(parts for _, parts in labels), strict=True)]


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


def document(name: str, head: Table, table: Table, form: str) -> File:
    """Report as a file: its shared parameters and its table as txt or html, the table alone as csv."""
    if form == "csv":
        chunks = table.csv()
    elif form == "txt":
        chunks = chain(head.text(), ["\n\n"], table.text())
    else:
        title = f"Keyword spotting: {name}"
        chunks = map(str, page.page(title, chain([page.element("h1", title)], _pairs(head), table.page())))
    return f".{name}.{form}".encode(), (chunk.encode("utf-8", "surrogateescape") for chunk in chunks)
