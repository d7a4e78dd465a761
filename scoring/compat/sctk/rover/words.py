"""Words of one file as rover holds them: a window over its rows that is moved and filled file by file."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from operator import add
from struct import pack

from .... import _core as core
from .. import Failure
from ..sclite.ctm import Ctm, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..streams import Streams

# Rows for which the reference has room at first, and by how much it makes more.
_ROOM = 5000
_GROWTH = 1.3
NO_END = 9999999.9


class Columns:
    """Words of one file and channel; one more may follow the `count` that belong to it."""

    __slots__ = ("begins", "confidences", "count", "ends", "values")

    def __init__(self, values: list[bytes], begins: bytes, ends: bytes, confidences: bytes, count: int) -> None:
        self.values, self.begins, self.ends, self.confidences = values, begins, ends, confidences
        self.count = count


class Words:
    """Rows of a file; `start` and `last` count from 1 in the window, which begins behind `skipped` rows."""

    __slots__ = ("_ctm", "_ended", "_ends", "_newline", "_room", "_values", "last", "name", "skipped", "start", "stop")

    def __init__(self, name: bytes, data: bytes, *, sensitive: bool) -> None:
        self.name = name
        self._newline = data.endswith(b"\n")
        self._ctm = read(name, data, core.Charset("ascii", {}, {}), encoding="ascii", sensitive=sensitive)
        self._room = _ROOM
        self._ended = False
        self.skipped = 0
        self.start = 1
        self.last = 0
        self.stop = 0
        """The last row of the file and channel that is at work."""
        self._values = _values(self._ctm)
        # The text is not needed any more: the next file takes its memory.
        self._ctm.data = b""
        ends = array("d", map(add, self._ctm.begin, self._ctm.duration))
        self._ends = memoryview(ends.tobytes()).cast("d")

    @property
    def ended(self) -> bool:
        """Whether the file has been read to its end."""
        return self._ended

    def fill(self, streams: Streams) -> None:
        """Reads on until the window has all rows of the file whose rows are next."""
        while not self._ended and self._last_of(self._ctm.files.starts) == self.last:
            self._read(streams)

    def _read(self, streams: Streams) -> None:
        ctm = self._ctm
        if self.start > 1:
            self.skipped += self.start - 1
            self.last -= self.start - 1
            self.start = 1
        while self.last < self._room - 1:
            left = len(ctm) - self.skipped - self.last
            if not left:
                if ctm.stop is not None:
                    streams.out(ctm.stop.out)
                    raise ctm.stop.failure
                self._ended = True
                return
            self.last += min(left, self._room - 1 - self.last)
            if self.last >= self._room - 1 and self.file(self.last) == self.file(1):
                self._room = int(self._room * _GROWTH)
        # The end of a file without a newline is seen with its last row.
        self._ended = self.skipped + self.last == len(ctm) and ctm.stop is None and not self._newline

    def bound(self) -> None:
        """Sets the last row of the file and channel that begin at `start`."""
        self.stop = self._last_of(self._ctm.files.starts, self._ctm.channels.starts)

    def _last_of(self, *starts: list[int]) -> int:
        if self.start >= self.last:
            return self.last
        row = self.skipped + self.start - 1
        following = [column[place] for column in starts if (place := bisect_right(column, row)) < len(column)]
        return min([self.last, *(place - self.skipped for place in following)])

    def leave(self) -> None:
        """Goes on behind the file and channel at work."""
        self.start = max(self.start, self.stop + 1)

    def columns(self) -> Columns:
        """The words of the file and channel at work.

        One more follows if there is one: a system without words left takes part with it, and keeps it.
        """
        rows = slice(self.row(self.start), self.row(min(self.stop + 1, self.last)) + 1)
        values, ctm = self._values[rows], self._ctm
        first = ctm.first_confidence
        if first is None or first >= self.skipped + self.last:
            # No row of the window has had a confidence.
            confidences = pack("d", -1.0) * len(values)
        else:
            confidences = _part(ctm.confidence, rows)
        count = max(0, self.stop + 1 - self.start)
        return Columns(values, _part(ctm.begin, rows), _part(self._ends, rows), confidences, count)

    def row(self, place: int) -> int:
        """The row of the file at a place of the window."""
        return self.skipped + place - 1

    def file(self, place: int) -> bytes:
        """The file that a row names."""
        return self._ctm.files[self.row(place)]

    def channel(self, place: int) -> bytes:
        """The channel that a row names."""
        return self._ctm.channels[self.row(place)]

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
