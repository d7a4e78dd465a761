"""Words of one file as rover holds them: a window over its rows that is moved and filled file by file."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from operator import add
from struct import pack

from ...... import core
from .. import Failure
from ..sclite.ctm import Ctm, read
from ..sclite.windows import RowWindow
from ..streams import Streams

NO_END = 9999999.9


class Columns:
    """Words of one file and channel; one more may follow the `count` that belong to it."""

    def __init__(self, values: list[bytes], begins: bytes, ends: bytes, confidences: bytes, count: int) -> None:
        self.values, self.begins, self.ends, self.confidences = values, begins, ends, confidences
        self.count = count


class Words:
    """Rows of a file, and the window over them that the reference holds in memory."""

    def __init__(self, name: bytes, data: bytes, *, sensitive: bool) -> None:
        self.name = name
        self._newline = data.endswith(b"\n")
        self._ctm = ctm = read(name, data, core.Charset("ascii", {}, {}), encoding="ascii", sensitive=sensitive)
        self._window = RowWindow(ctm, ctm.files.parts())
        self._parts = ctm.files.parts(ctm.channels)
        self.start = self.stop = 0
        """The first row of the file and channel at work, and the row behind them."""
        self._values = _values(ctm)
        # The text is not needed any more: the next file takes its memory.
        ctm.data = b""
        ends = array("d", map(add, ctm.begin, ctm.duration))
        self._ends = memoryview(ends.tobytes()).cast("d")

    def fill(self, streams: Streams) -> None:
        """Reads on until the window has all rows of the file whose rows are next."""
        window, ctm = self._window, self._ctm
        while window.lacks(self.start):
            window.fill(self.start)
            if window.at_end and ctm.stop is not None:
                streams.out(ctm.stop.out)
                raise ctm.stop.failure
            # The end of a file without a newline is seen with its last row.
            window.at_end |= window.loaded == len(ctm) and ctm.stop is None and not self._newline

    @property
    def has_rows(self) -> bool:
        """Whether a row is left in the window."""
        return self.start < self._window.loaded

    @property
    def has_ended(self) -> bool:
        """Whether at most one row of the file is left."""
        return self._window.at_end and self.start + 1 >= self._window.loaded

    def bound(self) -> None:
        """Sets where the file and channel that begin at `start` end."""
        loaded = self._window.loaded
        self.stop = min(loaded, self._parts[bisect_right(self._parts, self.start)]) if self.has_rows else loaded

    def leave(self) -> None:
        """Goes on behind the file and channel at work."""
        self.start = max(self.start, self.stop)

    def columns(self) -> Columns:
        """The words of the file and channel at work.

        One more follows if there is one: a system without words left takes part with it, and keeps it.
        """
        rows = slice(self.start, min(self.stop + 1, self._window.loaded))
        values, ctm = self._values[rows], self._ctm
        first = ctm.first_confidence
        if first is None or first >= self._window.loaded:
            # No row of the window has had a confidence.
            confidences = pack("d", -1.0) * len(values)
        else:
            confidences = _part(ctm.confidence, rows)
        count = max(0, self.stop - self.start)
        return Columns(values, _part(ctm.begin, rows), _part(self._ends, rows), confidences, count)

    @property
    def place(self) -> tuple[bytes, bytes]:
        """The file and channel of the first row at work."""
        return self._ctm.files[self.start], self._ctm.channels[self.start]

    @property
    def range(self) -> tuple[int, int]:
        """The first and the last row at work, as they are numbered in the window."""
        return self.start - self._window.base + 1, self.stop - self._window.base

    def refuse_alternatives(self) -> None:
        """Refuses a file with alternatives, which this program cannot align with several systems."""
        if self._ctm.marked:
            raise Failure(b"rover: %b: expected words; found alternatives (<ALT ...)\n" % self.name)


def _part(column: memoryview[float], rows: slice) -> bytes:
    """Some rows of a column; the column itself, not a copy, if these are all."""
    part = column[rows]
    return part.tobytes() if len(part) < len(column) else bytes(column.obj)


def _values(ctm: Ctm) -> list[bytes]:
    """Texts of the words, without tags, backslashes and a final asterisk."""
    if any(mark in ctm.data for mark in (b";", b"\\", b"*")):
        return list(map(_value, ctm.words))
    return ctm.words


def _value(word: bytes) -> bytes:
    if not word.startswith(b"{"):
        end = word.find(b";")
        while end > 0 and word[end - 1 : end] == b"\\":
            end = word.find(b";", end + 1)
        word = (word if end < 0 else word[:end]).replace(b"\\", b"")
    return word[:-1] if len(word) > 1 and word.endswith(b"*") else word
