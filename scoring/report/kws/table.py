"""The tables of KWSEval's reports, as text, CSV and HTML: columns under nested headings, rows under nested labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

GAP = 2
_BLANK = "&nbsp;"


class TableError(ValueError):
    """A table whose labels do not fit together."""


@dataclass(slots=True)
class _Heading:
    """A label over one or more columns."""

    label: str
    columns: list[str]
    children: list[_Heading] = field(default_factory=list)
    width: int = 0


class Table:
    """Cells by column and row; `|` in the name of either separates its levels."""

    def __init__(self, *, row_labels: bool = True, sort_rows: bool = False, justify: str = "right") -> None:
        self._row_labels = row_labels
        self._sort_rows = sort_rows
        self._justify = justify
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
        """What is in a cell."""
        return self._cells.get((column, row))

    def columns(self) -> list[str]:
        """The names of the columns, in order."""
        return list(self._columns)

    def rows(self) -> list[str]:
        """The names of the rows, in order of their addition, those of the foot last."""
        return [row for row, footer in self._rows.items() if not footer] + [
            row for row, footer in self._rows.items() if footer
        ]

    def text(self) -> Iterator[str]:
        """The table for people."""
        labels = self._split_rows()
        widths = _label_widths(labels) if self._row_labels else []
        headings = self._headings(GAP)
        while True:
            lead = "".join(" " * (width + GAP) for width in widths)
            yield lead + "|" + "|".join(_centred(item.label, item.width) for item in headings) + "|\n"
            if not headings[0].children:
                break
            headings = [child for item in headings for child in item.children]
        yield from self._text_rows(labels, widths, headings)

    def _text_rows(
        self, labels: list[tuple[str, list[str]]], widths: list[int], headings: list[_Heading]
    ) -> Iterator[str]:
        before: list[str] = []
        foot: bool | None = None
        rule = "".join("-" * (width + GAP) for width in widths) + ("+" if self._row_labels else "|")
        rule += "".join("-" * item.width + "+" for item in headings) + "\n"
        for row, parts in labels:
            if self._rows[row] != foot:
                yield rule
                foot = self._rows[row]
            lead = ""
            if self._row_labels:
                same = _common(before, parts)
                lead = "".join(
                    ("" if level < same else part).ljust(width) + " " * GAP
                    for level, (part, width) in enumerate(zip(parts, widths, strict=True))
                )
                before = parts
            cells = (self._cells.get((item.columns[0], row), "").rjust(item.width - 2) for item in headings)
            yield f"{lead}|{''.join(f' {cell} |' for cell in cells)}\n"

    def csv(self) -> Iterator[str]:
        """The table for programs; values keep the blanks in front of them."""
        labels = self._split_rows()
        self._headings(1)
        names = (["MasterKey"] if self._row_labels else []) + list(self._columns)
        yield ",".join(map(_quoted, names)) + "\n"
        for row, _ in labels:
            cells = [_quoted(self._cells.get((column, row))) for column in self._columns]
            yield ",".join(([_quoted(row)] if self._row_labels else []) + cells) + "\n"

    def html(self) -> Iterator[str]:
        """The table for browsers."""
        labels = self._split_rows(sort=False)
        widths = _label_widths(labels)
        headings = self._headings(1)
        levels = _depth(headings)
        yield "<table border=1 >\n"
        for level in range(levels):
            yield "<tr>\n"
            if self._row_labels and level == 0:
                yield f"  <th rowspan={levels} colspan={len(widths)}> &nbsp; </th>\n"
            for item in headings:
                span = f" colspan={len(item.columns)}" if len(item.columns) > 1 else ""
                yield f"  <th{span} > {item.label}  </th>\n"
            yield "</tr>\n"
            headings = [child for item in headings for child in item.children]
        yield from self._html_rows(labels)
        yield "</table>\n"

    def _html_rows(self, labels: list[tuple[str, list[str]]]) -> Iterator[str]:
        before: list[str] = []
        for number, (row, parts) in enumerate(labels):
            yield "<tr>\n"
            if self._row_labels:
                same = _common(before, parts)
                for level, part in enumerate(parts):
                    if level < same:
                        yield "  <!-- <th> &nbsp; </th> -->\n"
                        continue
                    span = _span(labels, number, level)
                    yield f"  <th{f' rowspan={span}' if span > 1 else ''} > {part} </th>\n"
                before = parts
            for column in self._columns:
                value = self._cells.get((column, row), "")
                value = value if value.strip() else _BLANK
                link = self._links.get((column, row))
                if link:
                    value = f'<a href="{link}">{value}</a>'
                yield f'  <td  align="{self._justify}" > {value} </td>  <!-- {row} {column}  --> \n'
            yield "</tr>\n"

    def _split_rows(self, sort: bool | None = None) -> list[tuple[str, list[str]]]:
        rows = self.rows()
        if self._sort_rows if sort is None else sort:
            rows = sorted(row for row in rows if not self._rows[row]) + sorted(row for row in rows if self._rows[row])
        found = [(row, _levels(row)) for row in rows]
        for row, parts in found:
            if len(parts) != len(found[0][1]):
                raise TableError(f"Inconsistent number of row sublevels for id '{row}' not {len(found[0][1])}")
        return found

    def _headings(self, gap: int) -> list[_Heading]:
        split = [(column, _levels(column)) for column in self._columns]
        for column, parts in split:
            if len(parts) != len(split[0][1]):
                raise TableError(f"Inconsistent number of col sublevels for id '{column}' not {len(split[0][1])}")
        headings = _nested(split, 0)
        for item in headings:
            self._measure(item, 0, gap)
        return headings

    def _measure(self, item: _Heading, least: int, gap: int) -> int:
        """The width of a heading: what it or its cells need, and at least so much; children share what is over."""
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


def _nested(columns: Sequence[tuple[str, list[str]]], level: int) -> list[_Heading]:
    """Headings of one level; neighbours with the same label share one."""
    headings: list[_Heading] = []
    members: list[list[tuple[str, list[str]]]] = []
    for column, parts in columns:
        if not headings or headings[-1].label != parts[level]:
            headings.append(_Heading(parts[level], []))
            members.append([])
        headings[-1].columns.append(column)
        members[-1].append((column, parts))
    if columns and level + 1 < len(columns[0][1]):
        for heading, inner in zip(headings, members, strict=True):
            heading.children = _nested(inner, level + 1)
    return headings


def _depth(headings: Sequence[_Heading]) -> int:
    return 1 + _depth(headings[0].children) if headings and headings[0].children else 1


def _label_widths(labels: Sequence[tuple[str, list[str]]]) -> list[int]:
    return [max(map(len, level)) for level in zip(*(parts for _, parts in labels), strict=True)]


def _common(before: Sequence[str], parts: Sequence[str]) -> int:
    """How many levels of a label are those of the row before, and so need not be said again."""
    same = 0
    while same < min(len(before), len(parts)) and before[same] == parts[same]:
        same += 1
    return same


def _span(labels: Sequence[tuple[str, list[str]]], number: int, level: int) -> int:
    """How many rows from this one on share a label down to a level."""
    wanted = labels[number][1][: level + 1]
    span = 0
    for _, parts in labels[number:]:
        if parts[: level + 1] != wanted:
            break
        span += 1
    return span


def _centred(text: str, width: int) -> str:
    left = (width - len(text)) // 2
    return " " * left + text + " " * (width - len(text) - left)


def _quoted(value: str | None) -> str:
    """A field of CSV: always in quotes, except one that has no value."""
    return "" if value is None else '"' + value.replace('"', '""') + '"'
