"""Sheets of Excel workbooks (.xlsx) as csv; needs openpyxl.

`book.xlsx#NAME` names a sheet. Without a name, the only sheet with cells is read.
"""

from __future__ import annotations

import csv
import io
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from typing import Any
from zipfile import BadZipFile, ZipFile

from .errors import LimitError, UsageError, Where, fail
from .optional import library
from .packed import GZIP_HARMLESS, GZIP_RATIO

SUFFIXES = (".xlsx", ".xlsm")
# Sheets of more cells, most of them empty, are an attack.
_MOST_CELLS = 1 << 26


def named_sheet(path: str) -> tuple[str, str]:
    """The path of a workbook and the sheet that is named after it; a path that exists names none.

    >>> named_sheet("a.xlsx#Sheet 2"), named_sheet("a.txt#b")
    (('a.xlsx', 'Sheet 2'), ('a.txt#b', ''))
    """
    book, _, sheet = path.rpartition("#")
    if sheet and book.lower().endswith(SUFFIXES) and not os.path.exists(path):
        return book, sheet
    return path, ""


def as_csv(data: bytes, name: str, sheet: str = "") -> bytes:
    """A sheet of a workbook as csv."""
    with _reported(data, name) as book:
        sheets = {each.title: each for each in book.worksheets}
        if sheet and sheet not in sheets:
            raise UsageError(f"{name}: no sheet {sheet!r}; expected one of {', '.join(map(repr, sheets))}")
        written = {title: _written(sheets[title], name) for title in ([sheet] if sheet else sheets)}
    filled = [title for title, text in written.items() if text]
    if len(filled) > 1:
        choices = ", ".join(f"'{name}#{title}'" for title in filled)
        raise UsageError(f"{name}: {len(filled)} sheets with cells; expected one of {choices}")
    return written[filled[0]].encode("utf-8", "surrogatepass") if filled else b""


@contextmanager
def _reported(data: bytes, name: str) -> Iterator[Any]:
    """The workbook, with errors of what unpacks it as our own."""
    openpyxl = library("openpyxl", purpose="Excel workbooks", install="'scorelite[excel]'")
    limit = max(GZIP_HARMLESS, GZIP_RATIO * len(data))
    try:
        with ZipFile(io.BytesIO(data)) as parts:
            size = sum(part.file_size for part in parts.infolist())
        if size > limit:
            raise LimitError(f"{name}: {len(data)} bytes unpack to {size}: rejected as a likely decompression bomb")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and other parts that hold no cells
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            yield book
            book.close()
    except (UsageError, LimitError):
        raise
    except BadZipFile:
        fail(Where(name, 1), "a broken workbook", "a whole file of Excel")
    except Exception as error:  # openpyxl raises anything on broken parts
        fail(Where(name, 1), f"a workbook that cannot be read ({error})", "a workbook as Excel writes it, or csv")


def _written(sheet: Any, name: str) -> str:
    """The cells of a sheet as csv, without empty rows at the end; empty for a sheet without cells."""
    sheet.reset_dimensions()  # which may reach to the last row that there can be
    rows: list[list[str]] = []
    size = 0
    for row in sheet.iter_rows(values_only=True):
        size += 1 + len(row)
        if size > _MOST_CELLS:
            raise LimitError(f"{name}: more than {_MOST_CELLS:,} cells")
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        rows.append(cells)
    while rows and not rows[-1]:
        rows.pop()
    width = max(map(len, rows), default=0)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([cells + [""] * (width - len(cells)) for cells in rows])
    return text.getvalue()


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
