"""Further columns of a table that utterances were read from, such as accent and gender: for each a few texts and codes.

A column is made when somebody asks for it; a score needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from ...formats.errors import quantity
from ...formats.schema.coded import CodedColumn, Value, coded
from ...formats.values import dataclass


@dataclass(frozen=True, slots=True)
class DrawnTables:
    """Tables of numbers for utterances, and the unit that samples of them draw."""

    paths: tuple[str, ...]
    unit: str | None = None


class TableColumns(Mapping[str, CodedColumn]):
    """The other columns of a table by name, all made at the first access to one."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Mapping[str, CodedColumn]]) -> None:
        self._make: Callable[[], Mapping[str, CodedColumn]] | None = make
        self._made: Mapping[str, CodedColumn] = {}

    def made(self) -> Mapping[str, CodedColumn]:
        """The columns, which are kept."""
        if self._make is not None:
            self._made, self._make = self._make(), None
        return self._made

    def __getitem__(self, name: str) -> CodedColumn:
        return self.made()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.made())

    def __len__(self) -> int:
        return len(self.made())

    def row(self, place: int) -> dict[str, Value]:
        """The texts of one utterance by the names of the columns."""
        return {name: column[place] for name, column in self.made().items()}

    def taken(self, places: Sequence[int]) -> TableColumns:
        """The columns of some utterances, in this order."""
        if self is NO_COLUMNS:
            return self
        return TableColumns(lambda: {name: column.taken(places) for name, column in self.made().items()})

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        return of_columns, (dict(self.made()),)

    def __repr__(self) -> str:
        return f"<{quantity(len(self), 'column')}: {', '.join(self)}>"


def of_columns(columns: Mapping[str, CodedColumn]) -> TableColumns:
    """The other columns made so far."""
    return TableColumns(lambda: columns) if columns else NO_COLUMNS


def of_rows(rows: Sequence[Mapping[str, Value]]) -> TableColumns:
    """The columns of rows, each with its texts by name."""
    names = dict.fromkeys(chain.from_iterable(rows))
    return of_columns({name: coded([row.get(name) for row in rows]) for name in names})


def joined(parts: Sequence[TableColumns]) -> TableColumns:
    """The columns that all parts have, one part after the other."""
    if not parts or any(part is NO_COLUMNS for part in parts):
        return NO_COLUMNS

    def columns() -> dict[str, CodedColumn]:
        names = [name for name in parts[0] if all(name in part for part in parts)]
        return {name: coded([*chain.from_iterable(part[name] for part in parts)]) for name in names}

    return TableColumns(columns)


NO_COLUMNS = TableColumns(dict)
"""The columns of texts that come from no table."""
