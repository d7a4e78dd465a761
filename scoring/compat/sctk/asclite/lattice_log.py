"""Lines of asclite's log about the lattice of each group."""

from __future__ import annotations

from collections.abc import Callable

from .log import Log


class LatticeLog:
    """Tells of a lattice when it is made, and of its end when the next one is made or the run ends."""

    __slots__ = ("_cells", "_end", "_log", "_model")

    def __init__(self, log: Log, *, by_time: bool) -> None:
        self._log = log
        self._model = b"Time base" if by_time else b"Word"
        self._end = b""
        self._cells = 0

    def begin(self, cells: int, *, compressed: bool) -> None:
        """A lattice is made."""
        self.end()
        self._log.debug(b"Using %b cost model" % self._model)
        self._log.debug(b"Lenvenshtein Matrix Compression: " + (b"ON" if compressed else b"OFF"))
        self._cells = 0 if compressed else cells
        if not compressed:
            self._log.debug(b"ArrayLevenshteinMatrix: %d cells" % cells)
        self._log.debug(b"Allocation done!")

    def divide(self, divider: int) -> None:
        """Costs by time are divided."""
        self._log.debug(b"Use Safe divider (%d)!" % divider)

    def fill(self, reached: Callable[[], int]) -> None:
        """The lattice is filled; how many of its cells are reached is only asked for where the log shows it."""
        if self._cells and self._log.shows_debugging:
            self._end = b"Array Levenshtein Matrix: Total Size: %d, Calculated: %d" % (self._cells, reached())

    def end(self) -> None:
        """The lattice is gone."""
        if self._end:
            self._log.debug(self._end)
            self._end = b""
