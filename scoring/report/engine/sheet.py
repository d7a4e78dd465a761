"""Tables in text: their title, heads, rows and sum; and how they are drawn in the boxes of sclite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .table import Table, TableMemory, centred, shown_size, text_cell


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table in text; `layout` is that of the table engine."""

    title: str
    layout: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    total: Sequence[str]


def grouped(
    title: str, about: str, groups: Sequence[Sequence[str]], rows: Sequence[Sequence[str]], total: Sequence[str]
) -> Sheet:
    """The table of rows that begin with a name, below groups of heads; `about` is the head of the names."""
    layout = "|".join(["l", *("r" * len(group) for group in groups)])
    return Sheet(title, layout, [about, *(head for group in groups for head in group)], rows, ["Sum", *total])


def drawn(sheet: Sheet, heading: str) -> bytes:
    """The table in the boxes of sclite's .sys report.

    >>> sheet = Sheet("hyp", "l|r", ("CLASS", "Err"), [("music", "2.0")], ("Sum", "2.0"))
    >>> print(drawn(sheet, "SUMMARY").decode().strip().splitlines()[0].strip())
    SUMMARY
    """
    memory = TableMemory(shown_size)
    memory.centring = True
    table = Table(memory)
    heads, total, *rows = (list(map(text_cell, texts)) for texts in (sheet.heads, sheet.total, *sheet.rows))
    table.fill(text_cell(sheet.title), sheet.layout.encode(), heads, rows, total)
    return b"\n\n\n" + centred(heading.encode()) + b"\n\n" + table.render(1)
