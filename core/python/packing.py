"""Packed states: numbers, texts and columns in few bytes, the same from every machine and from both cores."""

from __future__ import annotations

import sys
from array import array

VERSION = 1


def reduced(name: str, *arguments: object, **options: object) -> tuple[object, ...]:
    """Values of `__reduce__`: pickles name a function of the core by its name, so that either core loads them."""
    # Looked up when it is needed: the package imports the twin, not the other way round.
    return sys.modules["scorelite.core"].restored, (name, arguments, options)


def damaged() -> ValueError:
    """The error for a state that no core has packed."""
    return ValueError("the pickled state is damaged or cut short")


class Packer:
    """Writes a state."""

    __slots__ = ("data",)

    def __init__(self) -> None:
        self.data = bytearray([VERSION])

    def byte(self, value: int) -> None:
        """One byte."""
        self.data.append(value)

    def number(self, value: int) -> None:
        """A number >= 0: seven bits a byte, the lowest first; the highest bit says that there are more."""
        while value > 127:
            self.data.append(value & 127 | 128)
            value >>= 7
        self.data.append(value)

    def difference(self, value: int) -> None:
        """A number with a sign, small where it is near 0."""
        self.number(folded(value))

    def text(self, value: bytes) -> None:
        """Bytes behind their number."""
        self.number(len(value))
        self.data += value

    def real(self, value: float) -> None:
        """A float64: eight bytes, the lowest first."""
        column = array("d", [value])
        if sys.byteorder == "big":
            column.byteswap()
        self.data += column.tobytes()


class Unpacker:
    """Reads the state that a Packer wrote; anything else is a ValueError."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        version = self.byte()
        if version != VERSION:
            raise ValueError(f"the pickled state has version {version}; expected {VERSION}")

    def left(self) -> int:
        """The number of bytes that were not read yet."""
        return len(self._data) - self._at

    def byte(self) -> int:
        """One byte."""
        return self.some(1)[0]

    def some(self, size: int) -> bytes:
        """Some bytes."""
        if size > self.left():
            raise damaged()
        self._at += size
        return self._data[self._at - size : self._at]

    def number(self) -> int:
        """A number >= 0."""
        value = 0
        for shift in range(0, 63, 7):
            part = self.byte()
            value |= (part & 127) << shift
            if part < 128:
                return value
        raise damaged()

    def count(self, least: int = 1) -> int:
        """How many things follow, each of which takes at least so many bytes."""
        value = self.number()
        if value > self.left() // least:
            raise damaged()
        return value

    def difference(self) -> int:
        """A number with a sign."""
        return unfolded(self.number())

    def text(self) -> bytes:
        """Bytes behind their number."""
        return self.some(self.count())

    def real(self) -> float:
        """A float64."""
        column = array("d", self.some(8))
        if sys.byteorder == "big":
            column.byteswap()
        return column[0]

    def finish(self) -> None:
        """Nothing may be left."""
        if self.left():
            raise damaged()


def folded(value: int) -> int:
    """A number >= 0 for a number with a sign.

    >>> [folded(value) for value in (0, -1, 1, -2, 2)]
    [0, 1, 2, 3, 4]
    """
    return -2 * value - 1 if value < 0 else 2 * value


def unfolded(value: int) -> int:
    """The number with a sign for its number >= 0."""
    return -(value // 2) - 1 if value & 1 else value // 2
