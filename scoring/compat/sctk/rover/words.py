"""Words of one file as rover holds them: a window over its rows that is moved and filled file by file."""

from __future__ import annotations

from array import array

from scoring import _core as core
from scoring.compat.sctk import Failure
from scoring.compat.sctk.sclite.ctm import Ctm, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring.compat.sctk.streams import Streams

# Rows for which the reference has room at first, and by how much it makes more.
_ROOM = 5000
_GROWTH = 1.3
NO_END = 9999999.9


class Words:
    """Rows of a file; `start` and `last` count from 1 in the window, which begins behind `skipped` rows."""

    __slots__ = ("_ctm", "_data", "_ended", "_room", "ends", "last", "name", "skipped", "start", "stop", "values")

    def __init__(self, name: bytes, data: bytes, *, sensitive: bool) -> None:
        self.name = name
        self._data = data
        self._ctm = read(name, data, core.Charset("ascii", {}, {}), encoding="ascii", sensitive=sensitive)
        self._room = _ROOM
        self._ended = False
        self.skipped = 0
        self.start = 1
        self.last = 0
        self.stop = 0
        """The last row of the file and channel that is at work."""
        self.values = _values(self._ctm)
        self.ends = memoryview(array("d", map(float.__add__, self._ctm.begin, self._ctm.duration)))

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
        self._ended = self.skipped + self.last == len(ctm) and ctm.stop is None and not self._data.endswith(b"\n")

    def bound(self) -> None:
        """Sets the last row of the file and channel that begin at `start`."""
        self.stop = self._last_of(self._ctm.files.starts, self._ctm.channels.starts)

    def _last_of(self, *starts: list[int]) -> int:
        from bisect import bisect_right

        if self.start >= self.last:
            return self.last
        row = self.skipped + self.start - 1
        following = [column[place] for column in starts if (place := bisect_right(column, row)) < len(column)]
        return min([self.last, *(place - self.skipped for place in following)])

    def more(self) -> bool:
        """Whether the file and channel at work have words left."""
        return self.start <= self.stop

    def row(self, place: int) -> int:
        """The row of the file at a place of the window."""
        return self.skipped + place - 1

    def file(self, place: int) -> bytes:
        """The file that a row names."""
        return self._ctm.files[self.row(place)]

    def channel(self, place: int) -> bytes:
        """The channel that a row names."""
        return self._ctm.channels[self.row(place)]

    def begin(self, place: int) -> float:
        """When a word begins."""
        return self._ctm.begin[self.row(place)]

    def gap(self, place: int) -> tuple[float, float]:
        """From the end of a word to the beginning of the next one, or to the end of time."""
        row = self.row(place)
        return self.ends[row], self._ctm.begin[row + 1] if place < self.stop else NO_END

    def silent(self, place: int, seconds: float) -> int:
        """The first word from a place on after which nothing is said for more than some seconds; else behind `stop`."""
        if place > self.stop:
            return place
        row, final = self.row(place), self.row(self.stop)
        pairs = zip(self.ends[row:final], self._ctm.begin[row + 1 : final + 1], strict=True)
        for number, (last, then) in enumerate(pairs):
            if then > last + seconds:
                return place + number
        return self.stop + (not self.ends[final] + seconds < NO_END)

    def silent_within(self, begin: float, end: float) -> int:
        """The first word after which nothing is said for a part of a span; else behind `stop`.

        Spans overlap as the reference measures it.
        """
        row, final = self.row(self.start), self.row(self.stop)
        pairs = zip(self.ends[row:final], self._ctm.begin[row + 1 : final + 1], strict=True)
        for number, (last, then) in enumerate(pairs):
            if (then if then < end else end) - (last if begin < last else begin) > 0.0:
                return self.start + number
        last = self.ends[final]
        return self.stop + (not min(end, NO_END) - (last if begin < last else begin) > 0.0)

    def begins(self, first: int, last: int) -> memoryview[float]:
        """When the words of these rows begin."""
        return self._ctm.begin[self.row(first) : self.row(last) + 1]

    def confidences(self, first: int, last: int) -> list[float]:
        """Confidences of these rows, -1 as long as no row of the window has had one."""
        known = self._ctm.first_confidence
        if known is None or known >= self.skipped + self.last:
            return [-1.0] * (last - first + 1)
        return list(self._ctm.confidence[self.row(first) : self.row(last) + 1])

    def refuse_alternatives(self) -> None:
        """Refuses a file with alternatives, which this program cannot align with several systems."""
        if self._ctm.marked:
            raise Failure(b"rover: %b: expected words; found alternatives (<ALT ...)\n" % self.name)


def _values(ctm: Ctm) -> list[bytes]:
    """Texts of the words, without tags, backslashes and a final asterisk."""
    words = ctm.words
    text = b"".join(words)
    if b";" in text or b"\\" in text or b"*" in text:
        return list(map(_value, words))
    return words


def _value(word: bytes) -> bytes:
    if not word.startswith(b"{"):
        end = word.find(b";")
        while end > 0 and word[end - 1 : end] == b"\\":
            end = word.find(b";", end + 1)
        word = (word if end < 0 else word[:end]).replace(b"\\", b"")
    return word[:-1] if len(word) > 1 and word.endswith(b"*") else word
