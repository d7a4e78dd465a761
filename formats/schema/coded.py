"""Columns of texts of which many are equal, such as accent and gender: a few texts, and a code for each row."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from ..values import dataclass, field, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

Value: TypeAlias = "str | None"


@dataclass(frozen=True, slots=True)
class CodedColumn(Sequence["Value"]):
    """A text for each utterance, kept as a code: the place of the text among the different ones. None is no text.

    >>> column = coded(["us", "uk", "us"])
    >>> column.values, column.codes, column[2]
    (('us', 'uk'), array('i', [0, 1, 0]), 'us')
    """

    values: tuple[Value, ...]
    """The different texts in the order of their first utterances."""
    codes: array[int]
    file: str = field(default="", compare=False)
    """The table that it was read from, for messages; empty where that is not known."""

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, place: int) -> Value:  # type: ignore[override]  # no slices
        return self.values[self.codes[place]]

    def __iter__(self) -> Iterator[Value]:
        return map(self.values.__getitem__, self.codes)

    def taken(self, places: Sequence[int]) -> CodedColumn:
        """The texts of some utterances, in this order."""
        return replace(coded([self[place] for place in places]), file=self.file)

    def spread(self, places: Sequence[int]) -> CodedColumn:
        """The texts of utterances that name the place of theirs here."""
        return replace(self, codes=array("i", map(self.codes.__getitem__, places)))


def coded(cells: Sequence[Value]) -> CodedColumn:
    """The column of these texts."""
    codes = {cell: code for code, cell in enumerate(dict.fromkeys(cells))}
    return CodedColumn(tuple(codes), array("i", map(codes.__getitem__, cells)))
