"""Log of asclite on stderr: each line has a level, and the option -f says which levels are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from .. import Failure
from ..streams import Streams

# Exit codes.
UNREADABLE, INCONSISTENT, REJECTED, WRONG_WORDS, NOTHING, INVALID = 1, 2, 3, 4, 5, 6

_FATAL, _ERROR, _WARNING, _INFO, _DEBUG, _ALIGNMENT = range(1, 7)
_ALIGNMENT_ONLY = 7
_NAMES = (b"", b"[  FATAL  ] ", b"[  ERROR  ] ", b"[  WARN   ] ", b"[  INFO   ] ", b"[  DEBUG  ] ", b"[ALIGNMENT] ")


class Log:
    """Lines of the log up to a level; level 7 shows alignments only."""

    def __init__(self, streams: Streams, level: int) -> None:
        self._streams, self._level = streams, level

    @property
    def shows_alignments(self) -> bool:
        return self._level >= _ALIGNMENT

    @property
    def shows_debugging(self) -> bool:
        return _DEBUG <= self._level != _ALIGNMENT_ONLY

    def fatal(self, text: bytes, code: int) -> NoReturn:
        """Ends the run."""
        raise Failure(self._line(_FATAL, text), code)

    def fatal_with(self, text: bytes, details: bytes, code: int) -> NoReturn:
        """Ends the run, with details that every level shows."""
        raise Failure(self._line(_FATAL, text) + details, code)

    def error(self, text: bytes) -> None:
        self._streams.error(self._line(_ERROR, text))

    def warn(self, text: bytes) -> None:
        self._streams.error(self._line(_WARNING, text))

    def info(self, text: bytes) -> None:
        self._streams.error(self._line(_INFO, text))

    def debug(self, text: bytes) -> None:
        self._streams.error(self._line(_DEBUG, text))

    def alignment(self, text: bytes) -> None:
        self._streams.error(self._line(_ALIGNMENT, text))

    def always(self, text: bytes) -> None:
        """A line without a level, which every level shows."""
        self._streams.error(text + b"\n")

    def note(self, text: bytes) -> None:
        """A line of scorelite's own, which every level shows."""
        self._streams.error(b"scorelite: asclite: " + text + b"\n")

    def _line(self, level: int, text: bytes) -> bytes:
        shown = level == _ALIGNMENT if self._level == _ALIGNMENT_ONLY else level <= self._level
        return _NAMES[level] + text + b"\n" if shown else b""


class LatticeLog:
    """Tells of a lattice when it is made, and of its end when the next one is made or the run ends."""

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


def crash(where: bytes, what: bytes) -> NoReturn:
    """Ends the run in place of a crash of the original."""
    raise Failure(b"scorelite: asclite: " + where + b": " + what + b"\n", UNREADABLE)
