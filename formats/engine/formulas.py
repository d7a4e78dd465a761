"""Formulas in tables: a spreadsheet runs a cell that begins like one, so an apostrophe in front makes it text."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from ..errors import UsageError

CsvFormulas: TypeAlias = "Literal['keep', 'quote']"
CSV_FORMULAS = ("keep", "quote")

_BEGIN = "[=+\\-@\t\r\n]"
_FORMULA = re.compile(_BEGIN)
# Cells after another cell's comma or newline, too: some of NIST's files have no quotes.
_BARE = re.compile(rf"(?:^|(?<=[,\r\n]))(?={_BEGIN})")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


def check_formulas(chosen: str) -> None:
    """Rejects an unknown rule."""
    if chosen not in CSV_FORMULAS:
        raise UsageError(f"csv_formulas {chosen!r} is unknown; expected 'keep' or 'quote'")


def quoted(cell: str) -> str:
    """A cell that no spreadsheet runs; numbers stay numbers.

    >>> quoted("=1+1"), quoted("-1.5"), quoted("-ing"), quoted("a=b")
    ("'=1+1", '-1.5', "'-ing", 'a=b')
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def quoted_bare(text: str) -> str:
    """A cell that is written without quotes, so that its commas and newlines begin other cells.

    >>> quoted_bare("good day,=1+1")
    "good day,'=1+1"
    """
    return _BARE.sub("'", text)
