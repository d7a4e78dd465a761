"""Windows of rows or segments: the part of a file that the reference holds in memory at a time."""

from __future__ import annotations

from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .ctm import Ctm, Stop
    from .stm import Stm

# Rows and segments that fit at first, and the factor by which memory for rows of one file grows.
_ROWS, _GROWTH = 5000, 1.3
_SEGMENTS = 200


class _Window:
    def __init__(self, rows: Ctm | Stm, parts: Sequence[int], capacity: int) -> None:
        self._rows = rows
        self._parts = parts
        self.capacity = capacity
        self.base = 0  # row that the reference numbers 1, or segment that it numbers 0
        self.loaded = 0
        self.at_end = False

    def stop(self) -> Stop | None:
        """Reason why reading ended, if it has come so far."""
        return self._rows.stop if self.at_end else None

    def lacks(self, start: int) -> bool:
        """True if the end of the part that begins at this row is not in the window."""
        if self.at_end:
            return False
        return start >= self.loaded or self._parts[bisect_right(self._parts, start)] >= self.loaded


class RowWindow(_Window):
    """Window of the rows of a ctm file, extended until it holds the end of the part that is needed."""

    def __init__(self, ctm: Ctm, parts: Sequence[int]) -> None:
        super().__init__(ctm, parts, _ROWS)
        self._files = ctm.files

    def load(self, start: int) -> None:
        """Read all rows with the file name of this one."""
        while self.lacks(start):
            self.fill(start)

    def fill(self, start: int) -> None:
        """Read on, with this row as the first one."""
        total = len(self._rows)
        self.base = max(self.base, start)
        while self.loaded - self.base < self.capacity - 1:
            if self.loaded == total:
                self.at_end = True
                return
            self.loaded = min(total, self.base + self.capacity - 1)
            held = self.loaded - self.base
            # Memory grows only for the file name of the first row.
            if held >= self.capacity - 1 and self._files[self.loaded - 1] == self._files[self.base]:
                self.capacity = int(self.capacity * _GROWTH)


class SegmentWindow(_Window):
    """Window of the segments of an stm file, extended until it holds the end of the part that is needed."""

    def __init__(self, stm: Stm, parts: Sequence[int]) -> None:
        super().__init__(stm, parts, _SEGMENTS)

    def load(self, start: int) -> None:
        """Read all segments with the file name of this one."""
        filled = False
        while self.lacks(start):
            if filled:
                self.capacity *= 2
            self.fill(start)
            filled = True

    def fill(self, start: int) -> None:
        """Read on, with this segment as the first one."""
        # The reference takes a window with one finished segment for an empty one.
        if start - self.base > 1:
            self.base = start
        total = len(self._rows)
        if self.loaded - self.base + 1 < self.capacity:
            self.at_end = self.base + self.capacity - 1 > total
            self.loaded = min(total, self.base + self.capacity - 1)
