"""Sheets of Excel workbooks (.xlsx) as csv; needs openpyxl.

`book.xlsx#NAME` names a sheet. Without a name, the only sheet with cells is read. Titles above names of columns, which
are alone in their rows, are left out; cells that are merged downwards have one value in each row. Cells of columns with
texts are read as Excel shows them; a column of numbers or dates alone keeps their values, with dates in ISO 8601.
"""

from __future__ import annotations

import csv
import io
import os
import re
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from .errors import FormatError, LimitError, Problems, UsageError, Where, fail, quantity
from .optional import library
from .packed import parts_of
from .roles import HYPOTHESES, REFERENCES, ROLES, plain
from .workbook_cells import shown

SUFFIXES = (".xlsx", ".xlsm")
# Sheets of more cells, most of them empty, are an attack.
_MOST_CELLS = 1 << 26
_NAMES = frozenset({*REFERENCES, *HYPOTHESES}.union(*ROLES.values()))
_TEXTS = frozenset({*REFERENCES, *HYPOTHESES})
_LISTED = 3
_NUMERAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_PLAIN = ("General", "@")
# A cell with a formula, which has no result, or an empty one that is no text.
_FORMULA = re.compile(
    rb"<(?:\w+:)?c ([^>]*)>\s*<(?:\w+:)?f(?:\s[^>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)\s*"
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_HIDDEN = re.compile(rb'<row\b[^>]*\bhidden="(?:1|true)"')
_PLACE, _TEXT_RESULT = re.compile(rb'(?:^|\s)r="(([A-Z]{1,3})([0-9]{1,7}))"'), b't="str"'
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^>]*?ref="([A-Z]{1,3})([0-9]{1,7}):[A-Z]{1,3}([0-9]{1,7})"')


class _Typed(NamedTuple):
    """A cell with a number format: where it is, and what is shown, if that is known."""

    row: int
    column: int
    name: str
    text: str | None


def named_sheet(path: str) -> tuple[str, str]:
    """The path of a workbook and the sheet that is named after it; a path that exists names none.

    >>> named_sheet("a.xlsx#Sheet 2"), named_sheet("a.txt#b")
    (('a.xlsx', 'Sheet 2'), ('a.txt#b', ''))
    """
    book, _, sheet = path.rpartition("#")
    if sheet and book.lower().endswith(SUFFIXES) and not os.path.exists(path):
        return book, sheet
    return path, ""


def as_csv(data: bytes, name: str, sheet: str = "") -> tuple[bytes, list[str]]:
    """A sheet of a workbook as csv, and notices about its cells."""
    with _reported(data, name) as (book, parts):
        sheets = {each.title: each for each in book.worksheets}
        if sheet and sheet not in sheets:
            raise UsageError(f"{name}: no sheet {sheet!r}; expected one of {', '.join(map(repr, sheets))}")
        written = {title: _written(sheets[title], parts, name) for title in ([sheet] if sheet else sheets)}
        filled = [title for title, (text, _) in written.items() if text]
        if len(filled) > 1:
            choices = ", ".join(f"'{name}#{title}'" for title in filled)
            raise UsageError(f"{name}: {len(filled)} sheets with cells; expected one of {choices}")
        for title in filled:
            _check_formulas(parts.read(sheets[title]._worksheet_path), name)
    text, notices = written[filled[0]] if filled else ("", [])
    return text.encode("utf-8", "surrogatepass"), notices


@contextmanager
def _reported(data: bytes, name: str) -> Iterator[tuple[Any, ZipFile]]:
    """The workbook and its parts, with errors of what unpacks them as our own."""
    openpyxl = library("openpyxl", purpose="Excel workbooks", install="'scorelite[excel]'")
    try:
        with parts_of(data, name) as parts, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and other parts that hold no cells
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            yield book, parts
            book.close()
    except (FormatError, UsageError, LimitError):
        raise
    except BadZipFile:
        fail(Where(name, 1), "a broken workbook", "a whole file of Excel")
    except Exception as error:  # openpyxl raises anything on broken parts
        fail(Where(name, 1), f"a workbook that cannot be read ({error})", "a workbook as Excel writes it, or csv")


def _written(sheet: Any, parts: ZipFile, name: str) -> tuple[str, list[str]]:
    """The table of a sheet as csv, without empty rows at the end, and notices; empty for a sheet without cells."""
    sheet.reset_dimensions()  # which may reach to the last row that there can be
    rows: list[list[str]] = []
    typed: list[_Typed] = []
    text_rows: dict[int, int] = {}  # the last row of each column that holds text
    size = 0
    for row in sheet.iter_rows():
        size += 1 + len(row)
        if size > _MOST_CELLS:
            raise LimitError(f"{name}: more than {_MOST_CELLS:,} cells")
        cells = [_text(cell.value) for cell in row]
        for column, cell in enumerate(row):
            if isinstance(cell.value, str):
                text_rows[column] = len(rows)
            elif cell.value is not None and cell.number_format not in _PLAIN:
                typed.append(_Typed(len(rows), column, cell.coordinate, shown(cell.value, cell.number_format)))
        while cells and not cells[-1]:
            cells.pop()
        rows.append(cells)
    while rows and not rows[-1]:
        rows.pop()
    head = _titles(rows)
    names = rows[head] if rows else []
    are_texts = {column for column, last in text_rows.items() if last > head}
    are_texts |= {column for column, title in enumerate(names) if plain(title) in _TEXTS}
    unknown = _show(rows, typed, are_texts)
    part = parts.read(sheet._worksheet_path)  # openpyxl tells no merged cells and no hidden rows in streams
    _fill_merged(rows, part)
    if hidden := len(_HIDDEN.findall(part)):
        unknown.append(f"{quantity(hidden, 'hidden row')} {'is' if hidden == 1 else 'are'} read, too")
    width = max(map(len, rows), default=0)
    del rows[:head]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([cells + [""] * (width - len(cells)) for cells in rows])
    return text.getvalue(), unknown


def _check_formulas(part: bytes, name: str) -> None:
    """Rejects formulas without a result, as programs write them that do not calculate."""
    problems = Problems()
    for (attributes,) in map(re.Match.groups, _FORMULA.finditer(part)):
        place = _PLACE.search(attributes)
        if place is not None and _TEXT_RESULT not in attributes:
            cell, row = place[1].decode(), int(place[3])
            expected = "a workbook that Excel or LibreOffice saved (open and save it there), or csv"
            problems.add(Where(name, row), f"cell {cell} has a formula without its result", expected)
    problems.check()


def _show(rows: list[list[str]], typed: Sequence[_Typed], are_texts: Collection[int]) -> list[str]:
    """Writes cells as they are shown where their column holds texts or the number stays the same; notices of others."""
    unknown = []
    for row, column, name, text in typed:
        value = rows[row][column]
        if column in are_texts:
            if text is None:
                unknown.append(f"{name} {value!r}")
        elif not all(map(_NUMERAL.fullmatch, (text or "", value))) or float(text or "") != float(value):
            continue
        rows[row][column] = value if text is None else text
    if not unknown:
        return []
    listed = ", ".join([*unknown[:_LISTED], *["..."] * (len(unknown) > _LISTED)])
    cells = quantity(len(unknown), "cell")
    what = f"{cells} whose format shows another text in each language of Excel: read as {listed}"
    return [f"{what}; expected text as it is shown: save the sheet as csv"]


def _titles(rows: list[list[str]]) -> int:
    """The number of rows above names of columns, of which one is a usual one, that have a title or nothing."""
    for place, cells in enumerate(rows):
        if sum(map(bool, cells)) > 1:
            return 0 if _NAMES.isdisjoint(map(plain, cells)) else place
    return 0


def _fill_merged(rows: list[list[str]], part: bytes) -> None:
    """Gives each row of cells that are merged downwards the value of the first one."""
    cells = 0
    for letters, first, last in _MERGED.findall(part):
        column = 0
        for letter in letters:
            column = 26 * column + letter - ord("A") + 1
        top, bottom = int(first), min(int(last), len(rows))
        if not 0 < top < bottom or column > len(rows[top - 1]):
            continue
        cells += bottom - top
        if cells > _MOST_CELLS:
            return
        for row in rows[top:bottom]:
            row += [""] * (column - len(row))
            row[column - 1] = row[column - 1] or rows[top - 1][column - 1]


def _text(value: object) -> str:
    """A cell as csv has it: dates as ISO 8601 writes them, times as clock times."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return str(value.date()) if value.time() == time() else value.isoformat(" ")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
