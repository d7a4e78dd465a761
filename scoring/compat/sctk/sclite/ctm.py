"""Words with times (ctm), read into columns, and as leniently as the reference reads them."""

from __future__ import annotations

from bisect import bisect_right
from operator import ne
from struct import pack

from .... import _core as core
from ...._core import compat
from .. import Failure
from .errors import bad_text
from .fields import (
    KnownNumbers,
    has_simple_blanks,
    is_plain,
    numbers,
    single_precision,
    split,
    split_characters,
    without_nul,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Size in bytes of the pieces in which files are read.
_PIECE = 1 << 20
# Size in bytes of the reference's buffer for a field; it drops the rest.
LONGEST_FIELD = 500
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

    __slots__ = ("size", "starts", "texts")

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.texts: list[bytes] = []
        self.size = 0

    def add(self, runs: list[tuple[int, bytes]], size: int) -> None:
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

    __slots__ = (
        "begin",
        "channels",
        "confidence",
        "data",
        "duration",
        "files",
        "first_confidence",
        "marked",
        "plain",
        "stop",
        "words",
    )

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.files = Runs()
        self.channels = Runs()
        self.begin = self.duration = self.confidence = NO_NUMBERS
        self.words: list[bytes] = []
        # First row with a confidence: words without one have 0 from here on, and -1 before.
        self.first_confidence: int | None = None
        self.marked = False  # True if a word begins with <ALT
        self.plain = True  # False if a number was not read by the core
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


def _packed(values: list[float]) -> bytes:
    return pack(f"{len(values)}d", *values)


class _Reader:
    __slots__ = ("_charset", "_confidences", "_durations", "_encoding", "_path", "_sensitive", "columns", "ctm")

    def __init__(self, path: bytes, data: bytes, charset: core.Charset, encoding: str, sensitive: bool) -> None:
        self._path = path
        self._charset = charset
        self._encoding = encoding
        self._sensitive = sensitive
        # Columns with many repeated values.
        self._durations, self._confidences = KnownNumbers(), KnownNumbers()
        self.ctm = Ctm(data)
        # Begins, durations and confidences as float64, one array a piece.
        self.columns: tuple[list[bytes], list[bytes], list[bytes]] = [], [], []

    def read(self, piece: bytes, offset: int) -> None:
        """Read whole lines: at once if all have one form, otherwise line by line."""
        if has_simple_blanks(piece) and is_plain(piece, self._encoding):
            text = piece if self._sensitive else self._charset.fold(piece)
            if text[-1:] != b"\n":
                text += b"\n"
            if b";" in text and (b"\n;" in text or text[:1] == b";"):
                text = b"".join(line for line in text.splitlines(True) if line[:1] != b";")
            if self._read_table(text) or self._read_rows(text):
                return
        self._read_lines(piece, offset)

    def _read_table(self, text: bytes) -> bool:
        """Read rows with equal numbers of fields and plain numbers; False if the lines are not such rows."""
        found = compat.ctm_table(text, LONGEST_FIELD)
        if found is None:
            return not text
        self._notice_marks(text)
        files, channels, begin, duration, words, confidence, first = found
        ctm = self.ctm
        if first >= 0 and ctm.first_confidence is None:
            ctm.first_confidence = len(ctm) + first
        ctm.files.add(files, len(words))
        ctm.channels.add(channels, len(words))
        self._append(begin, duration, confidence, words)
        return True

    def _read_rows(self, text: bytes) -> bool:
        """Read rows of different lengths, if all are long enough."""
        rows = [line.split() for line in text.split(b"\n")]
        rows.pop()
        if min(map(len, rows)) < 5:
            return False
        if max(map(len, text.split(b"\n"))) > LONGEST_FIELD:
            rows = [[field[:LONGEST_FIELD] for field in row] for row in rows]
        self._notice_marks(text)
        self._add_rows(rows)
        return True

    def _add_rows(self, rows: Sequence[Sequence[bytes]]) -> None:
        files, channels, begins, durations, words = ([row[place] for row in rows] for place in range(5))
        confidences = None
        if max(map(len, rows)) > 5:
            confidences = [row[5] if len(row) > 5 else b"" for row in rows]
        self._add(files, channels, begins, durations, words, confidences)

    def _add(
        self,
        files: list[bytes],
        channels: list[bytes],
        begins: list[bytes],
        durations: list[bytes],
        words: list[bytes],
        confidences: list[bytes] | None,
    ) -> None:
        ctm = self.ctm
        ctm.plain = False
        if b"&&" in b"".join(begins):  # an asterisk marks a time as unreliable
            begins = [text[2:] if text[:2] == b"&&" else text for text in begins]
        sure = [0.0] * len(words) if confidences is None else single_precision(self._sure(confidences))
        ctm.files.add(_runs(files), len(files))
        ctm.channels.add(_runs(channels), len(channels))
        self._append(_packed(numbers(begins)), _packed(self._durations.of(durations)), _packed(sure), words)

    def _append(self, begin: bytes, duration: bytes, confidence: bytes, words: list[bytes]) -> None:
        for pieces, piece in zip(self.columns, (begin, duration, confidence), strict=True):
            pieces.append(piece)
        self.ctm.words += words

    def _sure(self, column: list[bytes]) -> list[float]:
        ctm = self.ctm
        if ctm.first_confidence is None:
            present = (place for place, text in enumerate(column) if text and text.upper() != b"NA")
            first = next(present, None)
            ctm.first_confidence = None if first is None else len(ctm) + first
        # A field that does not begin with a number, such as `NA`, is 0.
        return self._confidences.of(column)

    def _notice_marks(self, text: bytes) -> None:
        if not self.ctm.marked and b"<" in text:
            self.ctm.marked = b"<alt" in (text.lower() if self._sensitive else text)

    # --- line by line --------------------------------------------------------------------------

    def _read_lines(self, piece: bytes, offset: int) -> None:
        rows = []
        for number, line in enumerate(lines(piece)):
            if line[:1] == b";":
                continue
            line = without_nul(line)
            row = self._row(line)
            if len(row) < 5:
                self._stop_at(row, line, self.ctm.data.count(b"\n", 0, offset) + number + 1)
            if self.ctm.stop is not None:
                break
            rows.append(row)
        if rows:
            self._notice_marks(b"\n".join(row[4] for row in rows))
            self._add_rows(rows)

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


def too_short(path: bytes, line: bytes, number: int, fields: int, expected: bytes) -> Failure:
    """Message about a line with too few fields."""
    what = b"%d field%b" % (fields, b"" if fields == 1 else b"s")
    column = len(line.rstrip(b" \t\r\n")) + 1
    return Failure(b"%b:%d:%d: only %b; %b\n" % (path, number, column, what, expected))


def lines(data: bytes) -> Iterator[bytes]:
    """Lines of a file, each with its newline."""
    begin = 0
    while begin < len(data):
        end = data.find(b"\n", begin) + 1 or len(data)
        yield data[begin:end]
        begin = end


# --- parts of a file -----------------------------------------------------------------------------


def changes(*columns: Sequence[bytes]) -> list[int]:
    """First rows of the parts in which all of these columns are constant, then the number of rows.

    >>> changes([b"a", b"a", b"b"], [b"A", b"B", b"B"])
    [0, 1, 2, 3]
    """
    size = len(columns[0])
    found = {0, size}
    for column in columns:
        changed = list(map(ne, column[1:], column))
        place = -1
        for _ in range(changed.count(True)):
            place = changed.index(True, place + 1)
            found.add(place + 1)
    return sorted(found)


def _runs(column: list[bytes]) -> list[tuple[int, bytes]]:
    return [(place, column[place]) for place in changes(column)[:-1]]
