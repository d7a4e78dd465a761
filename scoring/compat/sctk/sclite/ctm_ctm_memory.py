"""Stale memory of a ctm file, which the reference sometimes takes for rows that it has read."""

from __future__ import annotations


class Memory:
    """Rows in the reference's memory; it sometimes looks behind the ones that it has read."""

    def __init__(self) -> None:
        self._rows = [-1]  # number 0 is not used
        self._base = self._loaded = 0

    def update(self, base: int, loaded: int, expanded: bool) -> None:
        """Move the rows still needed to the front and read on, as the reference does; stale rows stay behind them."""
        rows = self._rows
        if base > self._base:
            still_loaded = rows[base - self._base + 1 : self._loaded - self._base + 1]
            rows[1 : len(still_loaded) + 1] = still_loaded
        place = self._loaded - base + 1
        rows[place : place + loaded - self._loaded] = range(self._loaded, loaded)
        if expanded:
            del rows[loaded - base + 1 :]
        self._base, self._loaded = base, loaded

    def rows(self, begin: int, end: int) -> list[int]:
        """Rows at these numbers; -1 where none has ever been."""
        rows = self._rows[begin:end]
        return rows + [-1] * (end - begin - len(rows))
