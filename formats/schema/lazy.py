"""Sequences whose elements are made when they are looked at."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import compress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, overload

    Element = TypeVar("Element")


class Lazy(Sequence["Element"]):
    """A sequence kept as columns; an element is made on access."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Element]:
        return (self[index] for index in range(len(self)))

    def picked(self, places: Sequence[int]) -> list[Element]:
        """The elements at these places; columns that the core holds make them all at once."""
        return [self[place] for place in places]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Sequence) and not isinstance(other, (str, bytes)):
            return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))


def places_where(flags: Sequence[bool]) -> Sequence[int]:
    """The places of flags that are set; a range where all are.

    >>> places_where([True, False, True]), places_where([True, True])
    ([0, 2], range(0, 2))
    """
    return list(compress(range(len(flags)), flags)) if False in flags else range(len(flags))


def taken(column: Sequence[Any], places: Sequence[int]) -> Sequence[Any]:
    """The cells of a column at some places."""
    if places == range(len(column)):
        return column
    return column.picked(places) if isinstance(column, Lazy) else list(map(column.__getitem__, places))


class Later(Lazy["Element"]):
    """A sequence whose elements are all made at the first access to one, by `_make`."""

    __slots__ = ()
    _make: Callable[[], Sequence[Element]] | None
    _made: Sequence[Element]

    def made(self) -> Sequence[Element]:
        """All elements."""
        if self._make is not None:
            self._made, self._make = self._make(), None
        return self._made

    def picked(self, places: Sequence[int]) -> list[Element]:
        """The elements at these places."""
        return list(map(self.made().__getitem__, places))

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Element: ...

        @overload
        def __getitem__(self, index: slice) -> Sequence[Element]: ...

    def __getitem__(self, index: int | slice) -> Element | Sequence[Element]:
        return self.made()[index]

    def __iter__(self) -> Iterator[Element]:
        return iter(self.made())

    def __reduce__(self) -> tuple[type[tuple[Element, ...]], tuple[Sequence[Element]]]:
        return tuple, (self.made(),)

    def __repr__(self) -> str:
        return repr(self.made())


class OneByOne(Lazy["Element"]):
    """A sequence of which each element is made on its own, by `_item`."""

    __slots__ = ()

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Element: ...

        @overload
        def __getitem__(self, index: slice) -> list[Element]: ...

    def __getitem__(self, index: int | slice) -> Element | list[Element]:
        if isinstance(index, slice):
            return self.picked(range(len(self))[index])
        return self._item(range(len(self))[index])

    @abstractmethod
    def _item(self, place: int) -> Element: ...

    def __reduce__(self) -> tuple[type[tuple[Element, ...]], tuple[tuple[Element, ...]]]:
        return tuple, (tuple(self),)

    def __repr__(self) -> str:
        return repr(list(self))


class Made(Later["Element"]):
    """A column of a known size, whose elements are all made at the first access to one.

    >>> numbers = Made(2, lambda: ["1", "2"])
    >>> len(numbers), numbers[1]
    (2, '2')
    """

    __slots__ = ("_made", "_make", "_size")

    def __init__(self, size: int, make: Callable[[], Sequence[Element]]) -> None:
        self._size = size
        self._make: Callable[[], Sequence[Element]] | None = make
        self._made: Sequence[Element] = ()

    def __len__(self) -> int:
        return self._size
