"""Cells of lines with a sign between them, as columns."""

from __future__ import annotations

_BLANKS = " \t\n\v\f\r"


def separated_cells(text: str, size: int, sign: str, /) -> list[list[str]] | None:
    """The columns of lines of so many cells with a sign between them, without blanks around cells.

    None where a line has more or fewer.

    >>> separated_cells("a| 1\\nb|\\n", 2, "|"), separated_cells("a\\n", 2, "|")
    ([['a', 'b'], ['1', '']], None)
    """
    if size < 1 or len(sign.encode()) != 1:
        raise ValueError("a column or more, and a sign of one byte, expected")
    rows = [line.split(sign) for line in text.removesuffix("\n").split("\n")] if text else []
    if any(len(row) != size for row in rows):
        return None
    return [[row[place].strip(_BLANKS) for row in rows] for place in range(size)]
