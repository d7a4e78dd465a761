"""Words with times (ctm), read into columns, and as leniently as the reference reads them."""

from __future__ import annotations

from bisect import bisect_right
from operator import ne

from ...... import core
from .. import Failure
from ..rows import whole_lines
from .errors import bad_text
from .fields import is_plain, numbers_of, split, split_characters, without_nul

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Size in bytes of the pieces in which files are read.
_PIECE = 1 << 20
# Size in bytes of the reference's buffer for a field; it drops the rest.
LONGEST_FIELD = 500
_WORD, _CONFIDENCE = 4, 5
NO_NUMBERS: memoryview[float] = memoryview(b"").cast("d")
_EXPECTED = b"expected file channel begin duration word [confidence [flag]]"


class Stop:
    """End of the run, raised when the reference reaches this place of a file."""

    __slots__ = ("failure", "out")

    def __init__(self, failure: Failure, out: bytes = b"") -> None:
        self.failure = failure
        self.out = out


class Runs:
    """Run-length column of texts: the rows at which runs begin, and their texts."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.texts: list[bytes] = []
        self.size = 0

    def add(self, runs: Iterable[tuple[int, bytes]], size: int) -> None:
        """Append rows, given as runs: the rows at which they begin, and their texts."""
        for place, text in runs:
            if not self.texts or self.texts[-1] != text:
                self.starts.append(self.size + place)
                self.texts.append(text)
        self.size += size

    def __getitem__(self, row: int) -> bytes:
        return self.texts[bisect_right(self.starts, row) - 1]

    def parts(self, *others: Runs) -> list[int]:
        """First rows of the parts in which this column and others are constant, then the number of rows."""
        starts = {*self.starts, self.size}
        return sorted(starts.union(*(other.starts for other in others)))


class Ctm:
    """Rows of a file, up to the one at which reading stops."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.files = Runs()
        self.channels = Runs()
        self.begin = self.duration = self.confidence = NO_NUMBERS
        self.words: list[bytes] = []
        # First row with a confidence: words without one have 0 from here on, and -1 before.
        self.first_confidence: int | None = None
        self.marked = False  # True if a word begins with <ALT
        self.plain = True  # False if a confidence was not read by the core
        self.stop: Stop | None = None

    def __len__(self) -> int:
        return len(self.words)

    def odd_confidences(self) -> bool:
        """True if a confidence may be NaN: numbers that the core has read are plain."""
        total = 0.0 if self.plain else sum(self.confidence)
        return total != total


def read(path: bytes, data: bytes, charset: core.Charset, *, encoding: str, sensitive: bool) -> Ctm:
    """Read all rows of a file."""
    reader = _Reader(path, data, charset, encoding, sensitive)
    begin = 0
    while begin < len(data) and reader.ctm.stop is None:
        end = data.find(b"\n", begin + _PIECE) + 1 or len(data)
        piece = data[begin:end] if end - begin < len(data) else data
        reader.read(piece, begin)
        begin = end
    ctm = reader.ctm
    ctm.begin, ctm.duration, ctm.confidence = (memoryview(b"".join(pieces)).cast("d") for pieces in reader.columns)
    return ctm


class _Reader:
    def __init__(self, path: bytes, data: bytes, charset: core.Charset, encoding: str, sensitive: bool) -> None:
        self._path = path
        self._charset = charset
        self._encoding = encoding
        self._sensitive = sensitive
        self.ctm = Ctm(data)
        # Begins, durations and confidences as float64, one array a piece.
        self.columns: tuple[list[bytes], list[bytes], list[bytes]] = [], [], []

    def read(self, piece: bytes, offset: int) -> None:
        """Read whole lines: at once if all characters are plain, otherwise line by line."""
        if b"\0" not in piece and is_plain(piece, self._encoding):
            rows = core.ctm_rows(piece if self._sensitive else self._charset.fold(piece))
            if rows is not None and rows.longest <= LONGEST_FIELD:
                self._add(rows, rows.names, rows.column(_WORD))
                return
        self._read_lines(piece, offset)

    def _add(self, rows: core.TimedRows, names: list[tuple[bytes, ...]], words: list[bytes]) -> None:
        """Append rows, with the names of their runs and their words."""
        ctm, size = self.ctm, len(rows)
        if rows.first_confidence >= 0 and ctm.first_confidence is None:
            ctm.first_confidence = len(ctm) + rows.first_confidence
        ctm.marked = ctm.marked or rows.marked
        ctm.plain = ctm.plain and not rows.odd(_CONFIDENCE)
        starts = memoryview(rows.first).cast("q")
        ctm.files.add(zip(starts, [file for file, _ in names], strict=False), size)
        ctm.channels.add(zip(starts, [channel for _, channel in names], strict=False), size)
        begin, duration, confidence = self.columns
        begin.append(numbers_of(rows, 2, prefix=b"&&"))  # which marks a time as unreliable
        duration.append(numbers_of(rows, 3))
        confidence.append(numbers_of(rows, _CONFIDENCE, single=True))
        ctm.words += words

    # --- line by line --------------------------------------------------------------------------

    def _read_lines(self, piece: bytes, offset: int) -> None:
        rows = []
        for number, line in enumerate(whole_lines(piece)):
            if line[:1] == b";":
                continue
            line = without_nul(line)
            row = self._row(line)
            if len(row) < 5:
                self._stop_at(row, line, self.ctm.data.count(b"\n", 0, offset) + number + 1)
            if self.ctm.stop is not None:
                break
            rows.append(row)
        table = core.ctm_rows(b"".join([b" %b\n" % b" ".join(map(_hidden, row)) for row in rows]))
        assert table is not None
        names = [tuple(map(_shown, name)) for name in table.names]
        self._add(table, names, list(map(_shown, table.column(_WORD))))

    def _row(self, line: bytes) -> list[bytes]:
        """Fields of a line; empty where a character cannot be read, and the run stops there."""
        try:
            if is_plain(line, self._encoding):
                row = split(line if self._sensitive else self._charset.fold(line))
            else:
                row = self._odd_row(line)
        except core.TextError as error:
            self.ctm.stop = Stop(bad_text(error))
            return []
        except Failure as failure:
            self.ctm.stop = Stop(failure)
            return []
        return [field[:LONGEST_FIELD] for field in row[:6]]

    def _odd_row(self, line: bytes) -> list[bytes]:
        if not self._sensitive:
            line = self._charset.fold(line)
        row, _ = split_characters(line[:-1] if line[-1:] == b"\n" else line, 7, self._encoding)
        if self._sensitive and len(row) > 4:
            # The reference looks for marks in either case, and fails where it cannot fold the text.
            self._charset.fold(row[4])
        return row

    def _stop_at(self, row: list[bytes], line: bytes, number: int) -> None:
        """Stop at a row that is too short: the reference crashes, with a message only for an empty row."""
        if self.ctm.stop is not None:
            return
        if not line.strip(b"\n"):
            text = b"; *ERR: Conversation is empty ''.\n; *Err: Error detected in ctm file '%b'\n" % self._path
            self.ctm.stop = Stop(Failure(b""), text)
            return
        self.ctm.stop = Stop(too_short(self._path, line, number, len(row), _EXPECTED))


def _hidden(field: bytes) -> bytes:
    """A field whose blanks, as the second bytes of characters, are hidden behind zero bytes, which no field has."""
    return field.replace(b" ", b"\0s").replace(b"\t", b"\0t")


def _shown(field: bytes) -> bytes:
    """A field with its blanks.

    >>> _shown(_hidden(b"\\xb0 \\xb0\\t"))
    b'\\xb0 \\xb0\\t'
    """
    return field.replace(b"\0s", b" ").replace(b"\0t", b"\t") if b"\0" in field else field


def too_short(path: bytes, line: bytes, number: int, fields: int, expected: bytes) -> Failure:
    """Message about a line with too few fields."""
    what = b"%d field%b" % (fields, b"" if fields == 1 else b"s")
    column = len(line.rstrip(b" \t\r\n")) + 1
    return Failure(b"%b:%d:%d: only %b; %b\n" % (path, number, column, what, expected))


# --- parts of a file -----------------------------------------------------------------------------


def changes(*columns: Sequence[bytes]) -> list[int]:
    """First rows of the parts in which all of these columns are constant, then the number of rows.

    >>> changes([b"a", b"a", b"b"], [b"A", b"B", b"B"])
    [0, 1, 2, 3]
    """
    size = len(columns[0])
    changes = {0, size}
    for column in columns:
        changed = list(map(ne, column[1:], column))
        place = -1
        for _ in range(changed.count(True)):
            place = changed.index(True, place + 1)
            changes.add(place + 1)
    return sorted(changes)
