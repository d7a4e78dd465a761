"""HTML of KWSEval's tables: its elements to the letter, with every text escaped, which KWSEval does not do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from ....report.kws.table import Heading, Name, Table, common

_BLANK = "&nbsp;"
_ENTITY = re.compile(r"&amp;(#?[0-9A-Za-z]+;)")


def html(table: Table) -> Iterator[str]:
    """Table line by line."""
    rows = table.rows()
    headings = table.headings(1)
    levels = _depth(headings)
    yield "<table border=1 >\n"
    for level in range(levels):
        yield "<tr>\n"
        if table.row_labels and level == 0:
            yield f"  <th rowspan={levels} colspan={len(rows[0]) if rows else 0}> &nbsp; </th>\n"
        for item in headings:
            span = f" colspan={len(item.columns)}" if len(item.columns) > 1 else ""
            yield f"  <th{span} > {_escaped(item.label)}  </th>\n"
        yield "</tr>\n"
        headings = [child for item in headings for child in item.children]
    yield from _rows(table, rows)
    yield "</table>\n"


def _rows(table: Table, rows: Sequence[Name]) -> Iterator[str]:
    before: Name = ()
    for number, row in enumerate(rows):
        yield "<tr>\n"
        if table.row_labels:
            same = common(before, row)
            for level, part in enumerate(row):
                if level < same:
                    yield "  <!-- <th> &nbsp; </th> -->\n"
                    continue
                span = _span(rows, number, level)
                yield f"  <th{f' rowspan={span}' if span > 1 else ''} > {_escaped(part)} </th>\n"
            before = row
        for column in table.columns():
            cell, names = _cell(table, column, row), _comment(row, column)
            yield f'  <td  align="{table.justify}" > {cell} </td>  <!-- {names}  --> \n'
        yield "</tr>\n"


def _cell(table: Table, column: Name, row: Name) -> str:
    value = table.cell(column, row) or ""
    text = _escaped(value) if value.strip() else _BLANK
    link = table.link(column, row)
    return f'<a href="{_escaped(link)}">{text}</a>' if link else text


def _comment(row: Name, column: Name) -> str:
    """Names in a comment; escaped, they hold no `>` that could end it."""
    return f"{_escaped('|'.join(row))} {_escaped('|'.join(column))}"


def _escaped(text: str) -> str:
    """Text in an element; entities stay, because texts of keywords are left as XML has them."""
    return _ENTITY.sub(r"&\1", escape(text))


def _depth(headings: Sequence[Heading]) -> int:
    return 1 + _depth(headings[0].children) if headings and headings[0].children else 1


def _span(rows: Sequence[Name], number: int, level: int) -> int:
    """Number of rows from this one on that share a label down to a level."""
    wanted = rows[number][: level + 1]
    return next((place for place, row in enumerate(rows[number:]) if row[: level + 1] != wanted), len(rows) - number)
