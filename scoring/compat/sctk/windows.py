"""How far the reference has read a file at a time: it holds a window of the rows or segments, and moves it."""

from __future__ import annotations

from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.compat.sctk.ctm import Ctm, Stop
    from scoring.compat.sctk.stm import Stm

# Rows, and segments, that the reference has room for at first; how it makes room for more rows of the same file.
_ROWS, _GROWTH = 5000, 1.3
_SEGMENTS = 200


class _Window:
    __slots__ = ("_parts", "_rows", "at_end", "base", "capacity", "loaded")

    def __init__(self, rows: Ctm | Stm, parts: Sequence[int], capacity: int) -> None:
        self._rows = rows
        self._parts = parts
        self.capacity = capacity
        self.base = 0  # what the reference calls row number 1, or segment number 0
        self.loaded = 0
        self.at_end = False

    def stop(self) -> Stop | None:
        """Why the reading ended, once it has come so far."""
        return self._rows.stop if self.at_end else None

    def _lacks(self, start: int) -> bool:
        """Whether the end of the part that begins there has not been seen."""
        if self.at_end:
            return False
        return start >= self.loaded or self._parts[bisect_right(self._parts, start)] >= self.loaded


class RowWindow(_Window):
    """How far a ctm file has been read: on and on until the end of the part that is needed."""

    __slots__ = ("_files",)

    def __init__(self, ctm: Ctm, parts: Sequence[int]) -> None:
        super().__init__(ctm, parts, _ROWS)
        self._files = ctm.files

    def load(self, start: int) -> None:
        """Have all rows read that have the same file as this one."""
        while self._lacks(start):
            self._fill(start)

    def _fill(self, start: int) -> None:
        total = len(self._rows)
        self.base = max(self.base, start)
        while self.loaded - self.base < self.capacity - 1:
            if self.loaded == total:
                self.at_end = True
                return
            self.loaded = min(total, self.base + self.capacity - 1)
            held = self.loaded - self.base
            # Room is made only for more of the file with which the rows begin.
            if held >= self.capacity - 1 and self._files[self.loaded - 1] == self._files[self.base]:
                self.capacity = int(self.capacity * _GROWTH)


class SegmentWindow(_Window):
    """The same for an stm file."""

    __slots__ = ()

    def __init__(self, stm: Stm, parts: Sequence[int]) -> None:
        super().__init__(stm, parts, _SEGMENTS)

    def load(self, start: int) -> None:
        """Have all segments read that have the same file as this one."""
        filled = False
        while self._lacks(start):
            if filled:
                self.capacity *= 2
            self._fill(start)
            filled = True

    def _fill(self, start: int) -> None:
        # The reference takes a single segment that is done with for none.
        if start - self.base > 1:
            self.base = start
        total = len(self._rows)
        if self.loaded - self.base + 1 < self.capacity:
            self.at_end = self.base + self.capacity - 1 > total
            self.loaded = min(total, self.base + self.capacity - 1)
