"""Rows of JSON: without the native core, the readers of the formats read all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .spans import Spans


class JsonRows(ABC):
    """Rows of JSON, as places in their bytes."""

    __slots__ = ()
    odd: list[tuple[int, int, str]]
    """The odd rows: the place, the line and the text of each."""
    kinds: bytes
    """The kinds of the values of each column, but for odd rows (uint8)."""
    lines: bytes
    """The line of each row, from 1, where rows are lines (int64)."""
    even: bool
    """Whether no row has a member that the first one lacks."""
    uniform: bool
    """Whether all rows have the same members in one order, which are all columns."""
    trimmed: bool
    """Whether a text had blanks around it."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def fill(self, cells: Sequence[Sequence[str]], /) -> None:
        """Gives the odd rows their cells: for each, a text for every column."""

    @abstractmethod
    def spans(self, text: int, id: int, /) -> tuple[Spans, bool]:
        """The texts of a column with the ids of another column, or of none for -1; and whether all ids are different
        and none is empty."""

    @abstractmethod
    def texts(self, column: int, /) -> list[str]:
        """A column as texts; empty ones where a row has none."""

    @abstractmethod
    def paths(self, column: int, /) -> list[str]:
        """The whole paths of a column of paths; empty ones of odd rows."""

    @abstractmethod
    def member(self, key: str, /) -> list[str | None] | None:
        """Any member of all lines as texts: None where a line has none or null, and of odd lines. None for a member
        that is an object or a list somewhere."""

    @abstractmethod
    def nulls(self, column: int, /) -> int:
        """How many values of a column are null, but for odd rows."""

    @abstractmethod
    def numbers(self, column: int, begins: int, /) -> bytes:
        """A column of numbers, added to those of another column unless that is -1 (float64)."""


def read_json(
    data: bytes, columns: Sequence[tuple[str, int]], reserved: Sequence[str], listed: bool, /
) -> JsonRows | None:
    """Rows of JSON, one a line or all in one list, as columns: pairs of a key and of what it may hold. Further members
    are skipped, unless their keys are reserved. Lines with anything unusual are odd rows, which are handed over as
    text. None for bytes that are no strict text, for a list with an odd row, for an odd first row where keys are
    reserved, for too many rows, and here always.
    """
    return None
