"""Names of utterances as columns, and the places of those of two results in both."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ...formats.schema.lazy import taken
from ...formats.schema.spans import SpanIds
from ...formats.values import dataclass

if TYPE_CHECKING:
    from typing import overload


class Names(Sequence[str]):
    """Names in one column, all of them different; their places are looked up only where somebody asks by name.

    >>> names = Names(["u1", "u2"])
    >>> names.place("u2"), names.place("u3"), names.taken(array("q", [1, 0]))
    (1, -1, ['u2', 'u1'])
    """

    def __init__(self, column: Sequence[str]) -> None:
        self._column = column

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self._column)}

    @property
    def repeated(self) -> bool:
        """Whether a name stands twice, as none should."""
        return not isinstance(self._column, SpanIds) and len(set(self._column)) < len(self._column)

    def place(self, name: object) -> int:
        """The place of a name; -1 for an unknown one."""
        return self._places.get(name, -1)  # type: ignore[call-overload, no-any-return]

    def same(self, other: Names) -> bool:
        """Whether both have the same names in one order."""
        mine, theirs = self._column, other._column
        return mine is theirs or (len(mine) == len(theirs) and all(map(str.__eq__, mine, theirs)))

    def taken(self, places: array[int]) -> list[str]:
        """The names at these places."""
        return [*taken(self._column, places)]

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> str: ...

        @overload
        def __getitem__(self, index: slice) -> Sequence[str]: ...

    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return self._column[index]

    def __iter__(self) -> Iterator[str]:
        return iter(self._column)

    def __len__(self) -> int:
        return len(self._column)

    def __contains__(self, name: object) -> bool:
        return name in self._places


@dataclass(frozen=True, slots=True)
class Matched:
    """All names of two results, those of the first in front, and their places in both, -1 where one lacks them."""

    names: Names
    first: array[int] | range
    second: array[int] | range
    alike: bool
    """Whether both have the same names, in any order."""


def matched(first: Names, second: Names) -> Matched:
    """The names of two results, matched.

    >>> both = matched(Names(["a", "b"]), Names(["c", "a"]))
    >>> list(both.names), both.first.tolist(), both.second.tolist(), both.alike
    (['a', 'b', 'c'], [0, 1, -1], [1, -1, 0], False)
    """
    if first.same(second):
        return Matched(first, range(len(first)), range(len(first)), True)
    places = array("q", range(len(first)))
    others = [name for name in second if name not in first]
    names = Names([*first, *others]) if others else first
    places_in_second = array("q", map(second.place, names))
    return Matched(
        names,
        places + array("q", [-1]) * len(others),
        places_in_second,
        not others and min(places_in_second, default=0) >= 0,
    )
