"""Columns of numbers, which travel between the core and its callers as bytes."""

from __future__ import annotations

from array import array


def floats(data: bytes) -> list[float]:
    """The float64 numbers of a column."""
    column = array("d")
    column.frombytes(data)
    return column.tolist()


def integers(code: str, data: bytes) -> list[int]:
    """The integers of a column; `code` is their type as the module `array` names it.

    >>> integers("i", array("i", [3, -1]).tobytes())
    [3, -1]
    """
    column: array[int] = array(code)
    column.frombytes(data)
    return column.tolist()
